"""Hints for a person: good moves, what they promise, and why one move is better than another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

from urbanist.bots.table import table_of
from urbanist.bots.table.kit.expected_line import ExpectedLine
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.engine import State
from urbanist.engine.event import Move
from urbanist.engine.history import View
from urbanist.search.result import MoveValue, Result

#: The number of moves in a hint.
MOVES = 4
#: A hint names a move only if it got at least this share of the visits of the best one.
LEAST_SHARE = 0.1
#: With so many other moves the best one is compared, until there is a difference to tell.
COMPARED = 3


def best(result: Result, seat: int) -> list[MoveValue]:
    """Return the moves that a hint names, by the share of the win that it shows; one at least if the search knows any.

    A move of few visits is not named, as its share is a guess. In a solved position only the best moves are named.
    """
    if result.solved:
        share = result.win_share[seat]
        return [replace(value, value=share) for value in result.values[:MOVES] if value.visits]
    if not result.values:
        return []
    chosen, *others = result.values
    good = [value for value in others[: MOVES - 1] if value.visits >= LEAST_SHARE * chosen.visits]
    return sorted([chosen, *good], key=lambda value: -value.value)


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
    def of(cls, result: Result, view: View, table: Table, called: Callable[[Move], str]) -> Self:
        """Return the hint that a search gives the seat of a view; `called` names a move."""
        state = view.bare_state()
        found = best(result, state.to_move)
        before = ""
        if result.solved:
            before = tr(
                "solved, all numbers are exact; your share of the win: {share:.0%}", share=found[0].value
            )
        elif found:
            before = tr("your expected share of the win: {share:.0%}", share=found[0].value)
        moves = {each.move: _promise(each, called(each.move), state, table) for each in found}
        after = _preference(result, [each.move for each in found], view, table)
        return cls(moves or {result.move: called(result.move)}, before, after)


def _preference(result: Result, found: Sequence[Move], view: View, table: Table) -> str:
    """Return why the first move of a hint is better than another one; nothing if there is nothing to say.

    The others are the next one of the hint, and then those that it does not name and the search looked at most. If a
    solved position has several best moves, they are all as good, and nothing is said.
    """
    others = [*found[1:2], *(value.move for value in result.values if value.move not in found)]
    if not others or (result.solved and found[1:]):
        return ""
    better, state = found[0], view.bare_state()
    line = expected_line_of(view, better)
    for other in others[:COMPARED]:
        if why := _difference(view, line, expected_line_of(view, other)):
            names = {"better": table.move_name(state, better), "other": table.move_name(state, other)}
            return tr("{better} rather than {other}: {reasons}", reasons=why, **names)
    return ""


def _promise(value: MoveValue, called: str, state: State, table: Table) -> str:
    """Return what a move promises, and its direct effect; `called` is its name."""
    values = {"move": called, "share": value.value}
    if value.points:
        points = value.points[state.to_move]
        said = tr("{move}: {share:.0%} of the win, {points:.1f} points", **values, points=points)
    else:
        said = tr("{move}: {share:.0%} of the win", **values)
    return "; ".join(filter(None, [said, table.explain(state, value.move)]))


def contrast(view: View, better: Move, other: Move) -> str:
    """Return why the first of two moves is better, in sentences; nothing if there is nothing to say.

    It uses what the seat can know. The same view and moves give the same text.
    """
    return _difference(view, expected_line_of(view, better), expected_line_of(view, other))


def _difference(view: View, good: ExpectedLine, less: ExpectedLine) -> str:
    # Imported late, because a table without hints needs no search.
    from urbanist.search.network import network_of
    from urbanist.search.reasons import reasons

    network = network_of(view.game)
    found = [] if network is None else reasons(network, less.end, good.end, good.seat)
    told = table_of(view.game.name).contrast(good, less, found)
    return " ".join(filter(None, told))


def expected_line_of(view: View, move: Move) -> ExpectedLine:
    """Return a move of the seat to move and what is likely to follow it, until what it began is settled."""
    from urbanist.bots.analysis.line import expected_line  # late, as above

    table = table_of(view.game.name)
    lengths: list[int] = []

    def until(states: Sequence[State]) -> bool:
        if lengths or not table.settled(states):
            return bool(lengths)
        lengths.append(len(states) - 1)
        return not table.tells_next

    line = expected_line(view, move, until)
    before = len(view.events)
    states = line.states()[before:]
    return ExpectedLine(states[0].to_move, line.events[before:], states, *(lengths or [len(states) - 1]))
