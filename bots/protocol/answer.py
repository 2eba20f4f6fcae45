"""The lines of a program: its choice, and what it told while it thought."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import NamedTuple

from urbanist.bots.players.player import move_of
from urbanist.engine.event import Move
from urbanist.engine.game import Game, IllegalMove
from urbanist.engine.history import View
from urbanist.engine.notation import NotationError
from urbanist.search.result import MoveValue, Result

#: The form of a choice.
FORM = "'bestmove M [ponder M2]'"


class BestMove(NamedTuple):
    """The move of a bot, and the event on which it would ponder."""

    move: str
    reply: str | None


def word_of(line: str) -> str:
    """Return the word that says what a line is; empty for an empty line."""
    words = line.split(maxsplit=1)
    return words[0] if words else ""


def read_choice(line: str) -> BestMove | None:
    """Parse a line of `bestmove`; None if it is malformed."""
    words = line.split()
    if len(words) not in (2, 4) or words[2:3] not in ([], ["ponder"]):
        return None
    return BestMove(words[1], words[3] if len(words) == 4 else None)


#: The words of `info` that a number follows, and whether it may have a fraction.
NUMBERS = {
    "depth": False,
    "nodes": False,
    "nps": False,
    "time": False,
    "score": True,
    "points": True,
    "multipv": False,
}
#: What follows these is no number.
WORDS = ("pv", "string", "belief")
KEYS = {*NUMBERS, *WORDS}
#: How numbers are written, with and without a fraction, and the most characters of one.
FRACTION, WHOLE, DIGITS = re.compile(r"-?([0-9]+(\.[0-9]*)?|\.[0-9]+)"), re.compile(r"[0-9]+"), 18
NOTHING: Mapping[int, Mapping[str, float]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Info:
    """The `info` of a program on its search; None or empty for what it has not told.

    `time` is in milliseconds. `score` is the win share and `points` the final points that its seat expects. `multipv`
    says of which move, counted from 1 for the best, `pv` is the line. `belief` has by seat the probabilities of cards.
    """

    depth: int | None = None
    nodes: int | None = None
    nps: int | None = None
    time: int | None = None
    score: float | None = None
    points: float | None = None
    multipv: int | None = None
    pv: tuple[str, ...] = ()
    belief: Mapping[int, Mapping[str, float]] = field(default_factory=lambda: NOTHING)
    string: str = ""

    def then(self, later: "Info") -> "Info":
        """Merge a later line: a value that it does not tell stays."""
        told = {each.name: getattr(later, each.name) for each in fields(Info)}
        told = {name: value for name, value in told.items() if value is not None and value not in ((), "")}
        told["belief"] = {**self.belief, **later.belief}
        return replace(self, **told)


def read_info(words: Sequence[str]) -> Info:
    """Parse the words of a line of `info`; malformed values are left out."""
    return read_strictly(words)[0]


def read_strictly(words: Sequence[str]) -> tuple[Info, str]:
    """Parse the words of a line of `info`; also return what is expected instead of its first wrong value, or ""."""
    facts: dict[str, object] = {}
    belief: dict[int, dict[str, float]] = {}
    wrong: list[str] = []
    place = 1
    while place < len(words):
        key = words[place]
        place += 1
        if key == "string":
            facts["string"] = " ".join(words[place:])
            break
        if key == "pv":
            end = next((stop for stop in range(place, len(words)) if words[stop] in KEYS), len(words))
            facts["pv"] = tuple(words[place:end])
            place = end
        elif key == "belief":
            seat, cards = [*words[place : place + 2], "", ""][:2]
            place += 2
            shares = read_belief(cards)
            if len(seat) <= 2 and WHOLE.fullmatch(seat) and shares:
                belief[int(seat)] = shares
            else:
                wrong.append("a seat and CARD=PROB,... after 'belief'")
        elif key in NUMBERS:
            number = read_number([*words[place : place + 1], ""][0], fraction=NUMBERS[key])
            place += 1
            if number is None:
                wrong.append(f"a {'' if NUMBERS[key] else 'whole '}number after '{key}'")
            elif key == "score" and not 0 <= number <= 1:
                wrong.append("a share of the win from 0 to 1 after 'score'")
            else:
                facts[key] = number
    info = Info(**facts, belief=belief or NOTHING)  # type: ignore[arg-type]
    return info, next(iter(wrong), "")


def read_number(text: str, *, fraction: bool) -> float | int | None:
    """Return a number; None for any other text and for one that is too long."""
    if len(text) > DIGITS or (FRACTION if fraction else WHOLE).fullmatch(text) is None:
        return None
    return float(text) if fraction else int(text)


def read_belief(text: str) -> dict[str, float]:
    """Return the cards and probabilities of `CARD=PROB,...`; empty if one of them is wrong."""
    shares = {}
    for entry in text.split(","):
        card, _, share = entry.partition("=")
        number = read_number(share, fraction=True)
        if not card or number is None or not 0 <= number <= 1:
            return {}
        shares[card] = float(number)
    return shares


#: Nobody tells or reads of more moves than this.
MAX_LINES = 500


@dataclass(frozen=True, slots=True)
class Answer(Result):
    """The move of a program as a `Result`; `reply` is the move on which it would ponder.

    `info` is what it told of its best move, and `lines` what it told of each move, the best first. The values of the
    result are the scores of these moves. The result has no win shares and points of all seats: a program tells only
    those of its own.
    """

    reply: Move | None = None
    info: Info = field(default_factory=Info)
    lines: tuple[Info, ...] = ()

    @classmethod
    def of(cls, view: View, chosen: BestMove, told: Mapping[int, Info], seconds: float) -> "Answer":
        """Return the answer to a view after what was told, by the number of the line.

        Raise `Forfeit` if the text of the move is malformed; a line of play ends before such a text.
        """
        move, info = move_of(chosen.move, view), told.get(1, Info())
        nodes = info.nodes or 0
        lines = tuple(told[number] for number in sorted(told))
        values = [
            MoveValue(first, nodes, line.score, ())
            for line in lines
            if len(lines) > 1 and line.score is not None
            for first in _moves(view.game, line.pv[:1])
        ]
        if not values and info.score is not None:
            values = [MoveValue(move, nodes, info.score, ())]
        reply = next(iter(_moves(view.game, [chosen.reply])), None) if chosen.reply else None
        expected = _moves(view.game, info.pv)
        if expected[:1] != (move,):
            expected = (move, *([] if reply is None else [reply]))
        return cls(move, tuple(values), (), (), expected, nodes, seconds, reply=reply, info=info, lines=lines)


def _moves(game: Game, line: Sequence[str]) -> tuple[Move, ...]:
    """Return the moves of a line of play, up to a text that is none."""
    moves: list[Move] = []
    with suppress(NotationError):
        moves.extend(game.notation.move(text) for text in line)
    return tuple(moves)


def returns(view: View, move: Move, reply: Move) -> bool:
    """Return whether it is the turn of the seat again after its move and a reply, without a chance event."""
    try:
        state = view.bare_state().play(move).play(reply)
    except (IllegalMove, NotationError):
        return False
    return state.to_move == view.seat and not (state.over or state.due)


def noted(told: dict[int, Info], info: Info) -> None:
    """Add a line of `info` to what was told before, by the number of the line."""
    number = info.multipv or 1
    if number <= MAX_LINES:
        told[number] = told.get(number, Info()).then(info)
