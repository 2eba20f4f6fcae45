"""What a person may ask for: good moves with reasons, and what can be inferred of hidden cards."""

from collections.abc import Sequence

from urbanist.bots.table.base import Table
from urbanist.engine.history import History, View
from urbanist.search.result import MoveValue, Result

#: How many moves a hint names, and how many cards a belief.
MOVES, CARDS = 4, 4
#: A move looked at less than this share of the time is no advice.
LEAST_SHARE = 0.01


def hint(result: Result, view: View, table: Table) -> str:
    """Return the best moves, a line each: points to be expected, and what speaks for it."""
    state = view.bare_state()
    visits = sum(value.visits for value in result.values)
    good = [value for value in result.values[:MOVES] if value.visits >= LEAST_SHARE * visits]
    seat = state.to_move
    lines = [_line(value, seat, table.reason(state, value.move)) for value in good or result.values[:1]]
    if result.win_share:
        lines.insert(0, f"your share of the win as it stands: {100 * result.win_share[seat]:.0f}%")
    return "\n".join(lines)


def _line(value: MoveValue, seat: int, reason: str) -> str:
    said = f"{value.move}: {value.points[seat]:.1f} points to be expected" if value.points else value.move
    return f"{said}; {reason}" if reason else said


def beliefs(history: History, seat: int, players: Sequence[str]) -> str:
    """Return what a bystander infers of the seat's cards, and what the seat may infer of each other's.

    A bystander, not each bot: what a bot believes shows which cards it holds itself.
    """
    # Imported where asked for: nothing else at the table needs a search.
    from urbanist.search.belief import belief

    lines = [f"what your moves tell of your cards: {_rows(belief(history.seen_by(None), seat))}"]
    for other, player in enumerate(players):
        if other != seat:
            found = _rows(belief(history.seen_by(seat), other))
            lines.append(f"what you may infer of seat {other} ({player}): {found}")
    return "\n".join(lines)


def _rows(rows: tuple[tuple[str, float], ...]) -> str:
    return ", ".join(f"{card} {100 * share:.0f}%" for card, share in rows[:CARDS]) or "nothing"
