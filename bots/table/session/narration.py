"""What happened in a game, told event by event: the events in words, and the win shares that the seats could expect."""

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.table import Table
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.session.review import Review
from urbanist.engine.record import win_shares


def said(table: Table, pov: PlayerView, event: int) -> str:
    """Return an event in words, without the name of the seat that moved."""
    text = table.narrate(pov, event - 1)
    before = pov.states[event - 1]
    return upper(text if before.due else text.removeprefix(f"{pov.name(before.to_move)} "))


def expected_shares(review: Review) -> list[tuple[float, ...]]:
    """Return the win share that each seat could expect: of the deal and after each event; at the end what it got.

    After a move these are the shares by the view of its seat; other events and the only moves of seats change nothing.
    """
    seats, events = review.history.state.seats, len(review.history.events)
    moved = {decision.event: decision.played.win_shares for decision in review.decisions}
    first = next(iter(review.decisions), None)
    found = [(1 / seats,) * seats if first is None else first.best.win_shares]
    for event in range(1, events + 1):
        found.append(moved.get(event, found[-1]))
    if review.record.ranks is not None:
        found[-1] = win_shares(review.record.ranks)
    return found
