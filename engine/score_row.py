"""One row of a score, and what counts in it."""

from dataclasses import dataclass

from urbanist.engine.message import Message


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row of a seat's score: its name `what`, its `points`, and an explanation `how`.

    `row` is the common name of rows that differ from seat to seat, such as "type card" for "park card".
    """

    what: str
    points: int
    how: str = ""
    row: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    """Places of the board that count together in a row of a score, in notation, and what they are worth.

    The points of a row are the sum of the worths. If there are factors, their sum multiplies that of the others.
    """

    places: tuple[str, ...]
    worth: int
    factor: bool = False


def things(number: int, each: int) -> str:
    """Return the explanation of a row in which so many things give so many points each."""
    return Message("{number} at {each}", number=number, each=each)
