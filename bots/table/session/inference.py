"""What can be inferred about hidden cards, and the moves that tell it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from urbanist.engine.history import History, View

#: By how much a move must raise a probability to be named.
TELLING = 0.02

Parts = list[dict[str, float]]


@dataclass(frozen=True, slots=True)
class Inference:
    """A card that a seat may hide, how likely, and the ply of the move that raised this most, if any did."""

    card: str
    share: float
    ply: int | None = None
    rise: float = 0.0


def inferences(history: History, by: int | None, about: int) -> list[list[Inference]]:
    """Return a viewer's posterior of each card of a seat, the likeliest value first."""
    # Imported late, because nothing else at the table needs a search.
    from urbanist.search.belief import belief

    view = history.seen_by(by)
    now = _parts(dict(belief(view, about)))
    told = list(_told(history, view, about, len(now)))
    return [
        [_inference(part, card, shares[card], told) for card in sorted(shares, key=lambda c: (-shares[c], c))]
        for part, shares in enumerate(now)
    ]


def _inference(part: int, card: str, share: float, told: list[tuple[int, Parts, Parts]]) -> Inference:
    """Return a card with the move that raised its probability most."""
    rises = [(after[part].get(card, 0) - before[part].get(card, 0), -ply) for ply, before, after in told]
    rise, ply = max(rises, default=(0.0, 0))
    return Inference(card, share, -ply, rise) if rise >= TELLING else Inference(card, share)


def _told(history: History, view: View, about: int, parts: int) -> Iterator[tuple[int, Parts, Parts]]:
    """Yield the moves of a seat by their plies, with the marginal probabilities before and after each one."""
    from urbanist.search.belief import belief_for

    belief = belief_for(view.until(0))
    if belief is None:
        return
    for ply, state in enumerate(history.states[:-1]):
        if state.due or state.to_move != about:
            continue
        belief.follow(view.until(ply))
        before = _parts(belief.probabilities(about))
        belief.follow(view.until(ply + 1))
        after = _parts(belief.probabilities(about))
        if len(before) == len(after) == parts:
            yield ply, before, after


def _parts(rows: Mapping[str, float]) -> Parts:
    """Return the marginal probabilities of each card of a seat that hides several, such as `area+kind`."""
    most = max((text.count("+") + 1 for text in rows), default=1)
    found: Parts = [{} for _ in range(most)]
    for text, share in rows.items():
        for part, card in enumerate(text.split("+")):
            found[part][card] = found[part].get(card, 0) + share
    return found
