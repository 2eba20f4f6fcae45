"""One row of a score."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """One row of a seat's score: its name `what`, its `points`, and an explanation `how`.

    `row` is the common name of rows that differ from seat to seat, such as "type card" for "park card".
    """

    what: str
    points: int
    how: str = ""
    row: str = ""
