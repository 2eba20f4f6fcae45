"""What a record tells of each event beside the event itself: the time it took, the nodes, and the expected score."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from urbanist.engine.record import Record

#: The key of `meta` under which the columns stand.
KEY = "moves"
#: Decimal places of a score and of seconds.
PLACES = {"score": 4, "seconds": 4}


@dataclass(frozen=True, slots=True)
class MoveStats:
    """What a record tells of one event; None for what it does not tell.

    `nodes` is the number of positions looked at, `score` the share of the win that the seat to move expected, from 0
    to 1, and `seconds` the time from the question to the answer.
    """

    nodes: int | None = None
    score: float | None = None
    seconds: float | None = None


COLUMNS = ("nodes", "score", "seconds")
NOTHING = MoveStats()


def columns(move_stats: Sequence[MoveStats]) -> dict[str, list[float | int | None]]:
    """Return the columns as records hold them, with an entry for each event; without those that are empty."""
    table: dict[str, list[float | int | None]] = {}
    for name in COLUMNS:
        column = [getattr(stats, name) for stats in move_stats]
        if any(value is not None for value in column):
            places = PLACES.get(name)
            table[name] = [
                value if value is None or places is None else round(value, places) for value in column
            ]
    return table


def move_stats(record: Record) -> tuple[MoveStats, ...]:
    """Return what a record tells of each of its events; columns that are not well-formed tell nothing."""
    told = record.meta.get(KEY)
    by_name = {name: _column(told, name, len(record.events)) for name in COLUMNS}
    return tuple(
        MoveStats(by_name["nodes"][place], by_name["score"][place], by_name["seconds"][place])
        for place in range(len(record.events))
    )


def _column(told: object, name: str, length: int) -> Sequence[Any]:
    column = told.get(name) if isinstance(told, Mapping) else None
    kinds = (int,) if name == "nodes" else (int, float)
    if (
        isinstance(column, list)
        and len(column) == length
        and all(value is None or (type(value) in kinds and 0 <= value < 1e18) for value in column)
    ):
        return column
    return [None] * length
