"""Something that a first game explains once, when it matters."""

from typing import NamedTuple


class Lesson(NamedTuple):
    """A text with a name by which it is known that it was told."""

    name: str
    text: str
