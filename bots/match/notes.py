"""The metadata of a record: the game's name, date and clock, and what each move took."""

from collections.abc import Sequence
from typing import Any, Literal

from urbanist.bots.match.clock import written
from urbanist.bots.timestamp import timestamp
from urbanist.engine.move_stats import KEY, NOTHING, MoveStats, columns
from urbanist.search.limit import Limit
from urbanist.search.result import Result

#: How much a record notes of each move: also what no two games have alike, what a seed repeats, or nothing.
Noting = Literal["times", "values", "none"]
#: No search has more nodes.
MAX_NODES = 1 << 53
#: Of a move that took no search: neither nodes nor a score nor seconds.
NOTHING_TOLD = (None, None, None)


class GameNotes:
    """The notes of one game; without a choice there are times where a clock runs, and else only values."""

    def __init__(self, game: str, controls: Sequence[Limit] | None, noting: Noting | None) -> None:
        self._game, self._controls = game, controls
        timed = any(control.timed for control in controls or ())
        self._noting = noting or ("times" if timed else "values")
        self._began = timestamp() if self._noting == "times" else ""
        self._stats: dict[int, MoveStats] = {}

    def add(self, event: int, seat: int, result: Result, seconds: float) -> None:
        """Note how a seat found its move, which is this event, counted from 0."""
        if self._noting != "none":
            told = nodes_of(result), score_of(result, seat), seconds if self._noting == "times" else None
            if told != NOTHING_TOLD:
                self._stats[event] = MoveStats(*told)

    def meta(self, events: int) -> dict[str, Any]:
        """Return the notes in the form of a record, for a game of `events` events."""
        meta: dict[str, Any] = {"game": self._game}
        if self._began:
            meta["date"] = self._began
        if self._controls is not None:
            meta["clock"] = [written(control) for control in self._controls]
        if self._stats:
            meta[KEY] = columns([self._stats.get(event, NOTHING) for event in range(events)])
        return meta


def nodes_of(result: Result) -> int | None:
    """Return the nodes of a result; None if it has none, or no sensible number."""
    nodes: object = result.nodes
    return nodes if type(nodes) is int and 0 < nodes < MAX_NODES else None


def score_of(result: Result, seat: int) -> float | None:
    """Return the win share that a result expects for a seat; None if it has none, or none from 0 to 1."""
    shares: object = result.win_share
    score: object = None
    if isinstance(shares, tuple | list) and seat < len(shares):
        score = shares[seat]
    elif type(result) is not Result:
        # Late: only a program answers so.
        from urbanist.bots.protocol.answer import Answer

        score = result.info.score if isinstance(result, Answer) else None
    return float(score) if isinstance(score, int | float) and 0 <= score <= 1 else None
