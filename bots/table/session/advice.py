"""Hints for a person: good moves with reasons, and what can be inferred about hidden cards."""

from collections.abc import Sequence

from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.session.difference import difference
from urbanist.engine.history import History, View
from urbanist.search.result import MoveValue, Result

#: The number of moves in a hint, and of cards in a belief.
MOVES, CARDS = 4, 4
#: A hint names a move only if it got at least this share of the visits.
LEAST_SHARE = 0.01


def hint(result: Result, view: View, table: Table) -> dict[str, str]:
    """Return the best moves, a line each: the expected points and the reasons."""
    state = view.bare_state()
    return {
        value.move: _line(value, state.to_move, table.explain(state, value.move)) for value in best(result)
    }


def best(result: Result) -> list[MoveValue]:
    """Return the moves that a hint names, the best first; one at least if the search knows any."""
    if result.solved:
        return list(result.values[:MOVES])
    visits = sum(value.visits for value in result.values)
    good = [value for value in result.values[:MOVES] if value.visits >= LEAST_SHARE * visits]
    return good or list(result.values[:1])


def preference(result: Result, view: View) -> list[str]:
    """Return a line that says why the best move is better than the second one; nothing if no feature counts much."""
    best, *others = result.values
    told = difference(view, best.move, others[0].move) if others else ""
    if not told:
        return []
    return [
        tr("{better} rather than {other}: {reasons}", better=best.move, other=others[0].move, reasons=told)
    ]


def standing(result: Result, seat: int) -> list[str]:
    """Return a line with a seat's expected share of the win; nothing if the search gives none."""
    if not result.win_share:
        return []
    share = f"{100 * result.win_share[seat]:.0f}%"
    if result.solved:
        return [tr("solved, all numbers are exact; your share of the win: {share}", share=share)]
    return [tr("your expected share of the win: {share}", share=share)]


def _line(value: MoveValue, seat: int, reason: str) -> str:
    said = value.move
    if value.points:
        said = tr("{move}: {points} expected points", move=value.move, points=f"{value.points[seat]:.1f}")
    return f"{said}; {reason}" if reason else said


def hides(history: History, seat: int) -> bool:
    """Return whether a seat hides anything from the others."""
    return bool(history.game.notation.card(history.state.array, seat))


def unknown(history: History, seat: int, players: Sequence[str], table: Table) -> str:
    """Return what a bystander infers about the seat's cards and the others', and what no seat knows.

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
    hidden_from_all = table.describe_unknown(Sight.of(history, seat, players))
    return "\n".join([*lines, *filter(None, [hidden_from_all])]) or tr("nothing is hidden")


def _inferred(history: History, by: int | None, about: int, table: Table) -> str:
    # Imported late, because nothing else at the table needs a search.
    from urbanist.search.belief import belief

    rows = belief(history.seen_by(by), about)
    return ", ".join(f"{table.card_name(card)} {100 * share:.0f}%" for card, share in rows[:CARDS]) or tr(
        "nothing"
    )
