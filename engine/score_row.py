"""One row of a score, and what counts in it: facts, without words."""

from dataclasses import dataclass
from enum import StrEnum


class Total(StrEnum):
    """The one row of a game that does not tell where its points come from."""

    POINTS = "points"


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row of a seat's score: `count` things of a kind, what `each` of them is worth, and the `points` of all.

    No two rows of a seat have the same kind. `each` is 0 where things of a kind are worth different points. Where seats
    differ, `subject` is what the row of this seat is about, such as the card `park` in the row of type cards.
    """

    kind: StrEnum
    count: int
    each: int
    points: int
    subject: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    """Places of the board that count together in a row of a score, in notation, and what they are worth.

    The points of a row are the sum of the worths. If there are factors, their sum multiplies that of the others.
    """

    places: tuple[str, ...]
    worth: int
    factor: bool = False


@dataclass(frozen=True, slots=True)
class Holding:
    """So much that a seat has of what multiplies the rows of a kind, such as the stars of a kind of districts."""

    kind: StrEnum
    number: int
