"""The choice of a program, with what it told while it thought."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from urbanist.bots.protocol.info import Info
from urbanist.search.result import MoveValue, Result

#: Nobody reads of more moves than this.
MOST_LINES = 500


@dataclass(frozen=True, slots=True)
class Answer(Result):
    """The move of a program as a `Result`; `reply` is the event on which it would ponder.

    `info` is what it told of its best move, and `lines` what it told of each move, the best first. The values of the
    result are the scores of these moves. The result has no win shares and points of all seats: a program tells only
    those of its own.
    """

    reply: str | None = None
    info: Info = field(default_factory=Info)
    lines: tuple[Info, ...] = ()

    @classmethod
    def of(cls, move: str, reply: str | None, told: Mapping[int, Info], seconds: float) -> "Answer":
        """Return the answer after what was told, by the number of the line."""
        info = told.get(1, Info())
        nodes = info.nodes or 0
        lines = tuple(told[number] for number in sorted(told))
        values = [
            MoveValue(line.pv[0], nodes, line.score, ())
            for line in lines
            if len(lines) > 1 and line.pv and line.score is not None
        ]
        if not values and info.score is not None:
            values = [MoveValue(move, nodes, info.score, ())]
        expected = info.pv if info.pv[:1] == (move,) else (move, *([reply] if reply is not None else []))
        return cls(move, tuple(values), (), (), expected, nodes, seconds, reply=reply, info=info, lines=lines)


def noted(told: dict[int, Info], info: Info) -> None:
    """Add a line of `info` to what was told before, by the number of the line."""
    number = info.multipv or 1
    if number <= MOST_LINES:
        told[number] = told.get(number, Info()).then(info)
