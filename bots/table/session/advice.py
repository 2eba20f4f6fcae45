"""Hints for a person: good moves that lead to different things, what they promise, and what speaks for each."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Event
from typing import Self

from urbanist.bots.analysis.cause import Stake
from urbanist.bots.analysis.decisions import even
from urbanist.bots.players.player import Player, until
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session.reasons import Reasons
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.history import View
from urbanist.search.limit import INFINITE, SOLVING
from urbanist.search.result import MoveValue, Result

#: The most ideas in a hint, and from how many moves they are chosen.
IDEAS, MOVES = 3, 5
#: A hint names a move only if it got at least this share of the visits of the best one.
LEAST_SHARE = 0.1
#: A hint has so many visits, whatever the load of the machine; a short search told of blunders as good moves.
LEAST_VISITS = 2000
#: With so many other moves the best one is compared, until there is a difference to tell.
COMPARED = 3


def advised(adviser: Player, view: View, enough: Event) -> Result:
    """Return what a search finds for a hint: in its own limits, or with `LEAST_VISITS`, unless it is told to end."""
    *_, result = until(enough, adviser.think(view, SOLVING))
    if not result.solved and result.nodes < LEAST_VISITS and not enough.is_set():
        for result in until(enough, adviser.think(view, INFINITE)):
            if result.nodes >= LEAST_VISITS:
                break
    return result


def best(result: Result, seat: int) -> list[MoveValue]:
    """Return the best moves by the share of the win, by points where it is even; one at least if the search knows any.

    A move of few visits is not named, as its share is a guess. In a solved position only the best moves are named.
    """
    if result.solved:
        share = result.win_share[seat]
        values = [replace(value, value=share) for value in result.values[:MOVES] if value.visits]
        return sorted(values, key=lambda value: -_points(value, seat))
    if not result.values:
        return []
    chosen, *others = result.values
    good = [value for value in others[: MOVES - 1] if value.visits >= LEAST_SHARE * chosen.visits]
    first, *rest = sorted([chosen, *good], key=lambda value: -value.value)
    tied = [first, *(value for value in rest if _even(first, value))]
    return [
        *sorted(tied, key=lambda value: -_points(value, seat)),
        *(value for value in rest if value not in tied),
    ]


def _even(one: MoveValue, other: MoveValue) -> bool:
    return even((one.value, one.visits), (other.value, other.visits))


def _points(value: MoveValue, seat: int) -> float:
    return value.points[seat] if value.points else 0.0


@dataclass(frozen=True, slots=True)
class HintMove:
    """A good move, and what speaks for it, in sentences; perhaps nothing."""

    value: MoveValue
    why: str


def ideas(result: Result, reasons: Reasons, seat: int) -> list[HintMove]:
    """Return the best move of each of the best ideas: moves that lead to the same thing are one idea.

    The first is compared with the second one, or else with the moves that were looked at most; the others with it.
    """
    values = best(result, seat)
    if not values or result.solved:
        return [HintMove(value, "") for value in values[:IDEAS]]
    chosen: list[MoveValue] = []
    for value in values:
        if len(chosen) < IDEAS and not any(reasons.same(value.move, each.move) for each in chosen):
            chosen.append(value)
    first, *others = chosen
    rivals = [*others[:1], *(value for value in result.values if value not in values)]
    return [
        HintMove(
            first, next(filter(None, (_rather(first, each, reasons, seat) for each in rivals[:COMPARED])), "")
        ),
        *(HintMove(value, reasons.speaks_for(value.move, first.move)) for value in others),
    ]


def _rather(better: MoveValue, other: MoveValue, reasons: Reasons, seat: int) -> str:
    share = 0.0 if _even(better, other) else max(0.0, better.value - other.value)
    points = max(0.0, _points(better, seat) - _points(other, seat))
    return reasons.rather(better.move, other.move, Stake(share, points))


@dataclass(frozen=True, slots=True)
class Hint:
    """Good moves, each with a line about what it promises; what is said before and after them, or nothing."""

    moves: dict[Move, str]
    before: str
    after: str

    @property
    def text(self) -> str:
        """The hint as lines."""
        return "\n".join(filter(None, [self.before, *self.moves.values(), self.after]))

    @classmethod
    def of(cls, result: Result, pov: PlayerView, table: Table, called: Callable[[Move], str]) -> Self:
        """Return the hint that a search gives the viewer, who is to move; `called` names a move."""
        state = pov.state
        hinted = ideas(result, Reasons.of(pov), state.to_move)
        before = ""
        if result.solved:
            before = tr(
                "solved, all numbers are exact; your share of the win: {share:.0%}",
                share=hinted[0].value.value,
            )
        elif hinted:
            before = tr("your expected share of the win: {share:.0%}", share=hinted[0].value.value)
        moves = {
            each.value.move: _promise(each.value, called(each.value.move), state, table) for each in hinted
        }
        return cls(moves or {result.move: called(result.move)}, before, _told(hinted, called))


def _told(hinted: Sequence[HintMove], called: Callable[[Move], str]) -> str:
    """Return what speaks for each idea; the first one says it with the names of the moves."""
    lines = [idea.why for idea in hinted[:1]]
    lines += [f"{called(idea.value.move)}: {idea.why}" for idea in hinted[1:] if idea.why]
    return "\n".join(filter(None, lines))


def _promise(value: MoveValue, called: str, state: State, table: Table) -> str:
    """Return what a move promises, and its direct effect; `called` is its name."""
    values = {"move": called, "share": value.value}
    if value.points:
        points = value.points[state.to_move]
        said = tr("{move}: {share:.0%} of the win, {points:.1f} points", **values, points=points)
    else:
        said = tr("{move}: {share:.0%} of the win", **values)
    return "; ".join(filter(None, [said, table.explain(state, value.move)]))
