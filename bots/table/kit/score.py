"""A score for people: the fact of each row, and what changes between two positions."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from urbanist.bots.table.kit.language import tr
from urbanist.engine import State
from urbanist.engine.score_row import ScoreRow


@dataclass(frozen=True, slots=True)
class ScoreFact:
    """A row of a score as people read it: its name, its points, how they come about, and what the row means.

    `common` is the name that rows of this kind have at every seat, such as "type card" for a "park card".
    """

    label: str
    points: int
    value: str = ""
    tip: str = ""
    common: str = ""

    def __str__(self) -> str:
        said = f"{self.label}: {self.points}"
        return f"{said} ({self.value})" if self.value else said

    @property
    def own(self) -> str:
        """What this row is called beside its common name: `park` of a park card; empty if nothing."""
        common = self.common.split()
        return " ".join(word for word in self.label.split() if word not in common) if common else ""


class Stock(NamedTuple):
    """How many of a thing a seat has: in words, by its sign in a terminal, and by its symbol in a picture."""

    number: int
    said: str
    sign: str = ""
    symbol: str = ""


def explained(things: Iterable[Stock]) -> str:
    """Return things in words, each with the sign that stands for it."""
    return ", ".join(f"{thing.said} ({thing.sign})" for thing in things)


def plain_fact(row: ScoreRow) -> ScoreFact:
    """Return the fact of a row of a game that has no words of its own for it."""
    return ScoreFact(str(row.kind), row.points, at_each(row) if row.count != 1 else "")


def at_each(row: ScoreRow) -> str:
    """Return how many things of a kind there are, and what each is worth."""
    return tr("{number} at {each}", number=row.count, each=row.each)


def score_changes(before: State, after: State, seat: int) -> list[tuple[ScoreRow, int]]:
    """Return the rows of a seat's score whose points change from one position to another, each with its change."""
    was = rows_of(before, seat)
    changes = [
        (row, row.points - (was[kind].points if kind in was else 0))
        for kind, row in rows_of(after, seat).items()
    ]
    return [(row, change) for row, change in changes if change]


def gained(before: State, after: State, seat: int) -> int:
    """Return the change of a seat's points from one position to another."""
    return int(after.scores()[seat] - before.scores()[seat])


def rows_of(state: State, seat: int) -> dict[StrEnum, ScoreRow]:
    """Return the rows of a seat's score by their kinds."""
    return {row.kind: row for row in state.score_rows(seat)}
