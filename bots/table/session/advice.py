"""Hints for a person: good moves, what they promise, and why one move is better than another."""

from collections.abc import Sequence
from dataclasses import replace

from urbanist.bots.table import table_of
from urbanist.bots.table.kit.course import Course
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


def preference(found: Sequence[MoveValue], view: View, table: Table) -> list[str]:
    """Return a line that says why the first move is better than the second one; nothing if no feature counts much."""
    best, *others = found
    told = contrast(view, best.move, others[0].move) if others else ""
    if not told:
        return []
    state = view.bare_state()
    better, other = (table.move_name(state, value.move) for value in (best, others[0]))
    return [tr("{better} rather than {other}: {reasons}", better=better, other=other, reasons=told)]


def standing(found: Sequence[MoveValue], solved: bool) -> list[str]:
    """Return a line with the share of the win that the best move promises; nothing without a move."""
    if solved:
        return [tr("solved, all numbers are exact; your share of the win: {share:.0%}", share=found[0].value)]
    return [tr("your expected share of the win: {share:.0%}", share=value.value) for value in found[:1]]


def promise(value: MoveValue, called: str, view: View, table: Table) -> str:
    """Return what a move promises, and its direct effect; `called` is its name."""
    state = view.bare_state()
    if value.points:
        said = tr(
            "{move}: {share:.0%} of the win, {points:.1f} points",
            move=called,
            share=value.value,
            points=value.points[state.to_move],
        )
    else:
        said = tr("{move}: {share:.0%} of the win", move=called, share=value.value)
    reason = table.explain(state, value.move)
    return f"{said}; {reason}" if reason else said


def contrast(view: View, better: Move, other: Move) -> str:
    """Return why the first of two moves is better, in sentences; nothing if there is nothing to say.

    It uses what the seat can know. The same view and moves give the same text.
    """
    # Imported late, because a table without hints needs no search.
    from urbanist.search.network import network_of
    from urbanist.search.reasons import reasons

    network = network_of(view.game)
    good, less = course_of(view, better), course_of(view, other)
    found = [] if network is None else reasons(network, less.end, good.end, good.seat)
    told = table_of(view.game.name).contrast(good, less, found)
    return " ".join(filter(None, told))


def course_of(view: View, move: Move) -> Course:
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
    return Course(states[0].to_move, line.events[before:], states, *(lengths or [len(states) - 1]))
