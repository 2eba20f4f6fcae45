"""What a bystander could infer about the hidden cards of each seat, event by event."""

from dataclasses import dataclass

from urbanist.engine.history import History, View
from urbanist.search.belief import Belief, secret_of


@dataclass(frozen=True, slots=True)
class Thought:
    """What is thought of the card that a seat hides: (card, probability) rows, the likeliest first, and the truth."""

    seat: int
    card: str
    rows: tuple[tuple[str, float], ...]


def thoughts(history: History) -> list[list[Thought]]:
    """Return for the deal and after each event a thought for each seat that hides a card.

    The lists are empty if nothing is hidden, or if moves tell nothing of what is hidden.
    """
    public = history.seen_by(None)
    cards = {seat: card for seat in range(history.state.seats) if (card := secret_of(history.state, seat))}
    belief = Belief(View(public.game, None, public.deal, ()))
    found = []
    for count in range(len(public.events) + 1):
        belief.follow(View(public.game, None, public.deal, public.events[:count]))
        rows = {seat: belief.probabilities(seat) for seat in cards}
        found.append([Thought(seat, card, _sorted(rows[seat])) for seat, card in cards.items() if rows[seat]])
    return found


def _sorted(rows: dict[str, float]) -> tuple[tuple[str, float], ...]:
    return tuple(sorted(rows.items(), key=lambda row: (-row[1], row[0])))
