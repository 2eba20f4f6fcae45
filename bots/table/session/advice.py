"""Hints for a person: good moves with reasons, and what can be inferred about hidden cards."""

from collections.abc import Sequence
from dataclasses import replace

from urbanist.bots.table.kit.language import number_text, tr
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session.contrast import contrast
from urbanist.engine.history import History, View
from urbanist.search.result import MoveValue, Result

#: The number of moves in a hint, and of cards in a belief.
MOVES, CARDS = 4, 4
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


def hides(history: History, seat: int) -> bool:
    """Return whether a seat hides anything from the others."""
    return bool(history.game.notation.card(history.state.array, seat))


def unknown(history: History, seat: int, players: Sequence[str], table: Table) -> str:
    """Return a bystander's posterior of the seat's cards and of the others', and what no seat knows.

    The beliefs are a bystander's, because the belief of a bot would show which cards the bot itself holds.
    """
    lines = []
    if hides(history, seat):
        lines.append(
            tr(
                "what your moves reveal about your cards: {cards}",
                cards=_inferred(history, None, seat, table),
            )
        )
    for other, player in enumerate(players):
        if other != seat and hides(history, other):
            found = _inferred(history, seat, other, table)
            lines.append(
                tr("what you can infer about {who}: {cards}", who=seat_name(other, player), cards=found)
            )
    hidden_from_all = table.describe_unknown(PlayerView.of(history, seat, players))
    return "\n".join([*lines, *filter(None, [hidden_from_all])]) or tr("nothing is hidden")


def _inferred(history: History, by: int | None, about: int, table: Table) -> str:
    # Imported late, because nothing else at the table needs a search.
    from urbanist.search.belief import belief

    rows = belief(history.seen_by(by), about)
    return ", ".join(
        f"{table.card_name(history.state, card)} {number_text(share, '.0%')}" for card, share in rows[:CARDS]
    ) or tr("nothing")
