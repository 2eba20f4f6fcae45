"""One entry of a score."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Worth:
    """One entry of a score: what for, how many points, and how they come about.

    `row` is the common name of entries that are each seat's own, such as "type card" for "park card".
    """

    what: str
    points: int
    detail: str = ""
    row: str = ""
