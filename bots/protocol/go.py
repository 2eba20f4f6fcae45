"""The command `go`, both ways: the limit of a decision as text, and what a bot reads from that."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile

from urbanist.engine.event import Move
from urbanist.engine.game import State
from urbanist.engine.history import View
from urbanist.search.limit import INFINITE, LEAST, Limit

#: The words of `go` that a value follows, and those that stand alone.
VALUES, FLAGS = ("movetime", "nodes", "time", "inc"), ("infinite", "ponder")
MOVES = "searchmoves"
WORDS = {*VALUES, *FLAGS, MOVES}
WHOLE = re.compile(r"[+-]?[0-9]{1,1000}")
#: The most nodes, and the most milliseconds of a decision or on a clock; larger numbers mean these.
MOST_NODES, MOST_TIME = (1 << 32) - 1, 999_999_000
#: The limit of a decision where that in the command cannot be understood: the answer comes at once.
AT_ONCE = Limit(time=LEAST)


def go(view: View, limit: Limit, moves: Sequence[Move | str] = (), *, ponder: bool = False) -> str:
    """Return the `go` command for a limit; times are whole milliseconds."""
    words = ["go", *["ponder"] * ponder, *["infinite"] * limit.infinite]
    if limit.time is not None:
        words += ["movetime", str(milliseconds(limit.time))]
    if limit.nodes is not None:
        words += ["nodes", str(limit.nodes)]
    if limit.clock is not None:
        seats = limit.seats or [limit] * view.bare_state().seats
        words += ["time", ",".join(str(milliseconds(seat.clock or 0.0)) for seat in seats)]
        words += ["inc", ",".join(str(milliseconds(seat.increment)) for seat in seats)]
    if moves:
        words += [MOVES, *map(str, moves)]
    return " ".join(words)


def milliseconds(seconds: float) -> int:
    """Return seconds as milliseconds; more than zero seconds are at least one millisecond."""
    return max(round(seconds * 1000), 1) if seconds else 0


@dataclass(slots=True)
class GoCommand:
    """A `go` that was read: how long to think, whether to ponder, which moves to look at (none: all), what is wrong.

    A referee may be wrong, but it waits for an answer: what is negative means nothing left, of a word that comes twice
    the last holds, moves that are not legal are left out, and if a limit cannot be understood the answer comes at once.
    """

    limit: Limit = field(default_factory=Limit)
    ponder: bool = False
    moves: tuple[Move, ...] = ()
    wrong: list[str] = field(default_factory=list)


def read_go(words: Sequence[str], state: State) -> GoCommand:
    """Read the words after `go` for the seat to move; unknown words are left out."""
    command = GoCommand()
    values: dict[str, str] = {}
    for word, *following in _arguments(words):
        if word == MOVES:
            command.moves = _permitted(following, state, command.wrong)
        else:
            values[word] = "".join(following[:1])
    command.ponder = "ponder" in values
    if "infinite" in values:
        command.limit = INFINITE
        return command
    try:
        command.limit = _limit(values, state)
    except ValueError as error:
        command.limit = AT_ONCE
        command.wrong.append(str(error))
    return command


def _arguments(words: Sequence[str]) -> Iterator[list[str]]:
    """Yield each known word with the words that follow it, up to the next known one."""
    for at, word in enumerate(words):
        if word in WORDS:
            yield [word, *takewhile(lambda following: following not in WORDS, words[at + 1 :])]


def _permitted(texts: Sequence[str], state: State, wrong: list[str]) -> tuple[Move, ...]:
    """Return the moves to look at; none, which permits all, if none of them is legal."""
    legal = {str(move): move for move in state.legal()}
    strange = next((text for text in texts if text not in legal), None)
    if strange is not None or not texts:
        wrong.append(f"{MOVES} '{strange or ''}': expected legal moves")
    return tuple(legal[text] for text in dict.fromkeys(texts) if text in legal)


def _limit(values: dict[str, str], state: State) -> Limit:
    """Return the limit that the values of words give; raise `ValueError` if one cannot be understood."""
    nodes = min(max(number("nodes", values["nodes"]), 1), MOST_NODES) if "nodes" in values else None
    time = max(_seconds("movetime", values["movetime"]), LEAST) if "movetime" in values else None
    if "time" not in values:
        return Limit(nodes=nodes, time=time)
    left = _per_seat("time", values["time"], state.seats)
    won = _per_seat("inc", values["inc"], state.seats) if "inc" in values else [0.0] * state.seats
    seats = tuple(Limit(clock=clock, increment=gain) for clock, gain in zip(left, won, strict=True))
    return seats[state.to_move].changed(nodes=nodes, time=time, seats=seats)


def _per_seat(name: str, text: str, seats: int) -> list[float]:
    """Return the seconds of each seat from a list of milliseconds."""
    seconds = [_seconds(name, entry) for entry in text.split(",")]
    if len(seconds) != seats:
        raise ValueError(f"{name} '{text}': expected {seats} numbers, one a seat")
    return seconds


def _seconds(name: str, text: str) -> float:
    return min(max(number(name, text), 0), MOST_TIME) / 1000


def number(name: str, text: str) -> int:
    """Return the whole number of a text; raise `ValueError` for any other text."""
    if WHOLE.fullmatch(text) is None:
        raise ValueError(f"{name} '{text[:40]}': expected a whole number")
    return int(text)
