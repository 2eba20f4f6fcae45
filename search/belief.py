"""Beliefs about hidden cards: the probability of each card, inferred from the moves of its holder.

The model of a seat: it prefers the moves with high priors, with much noise. Each deal that fits the view gets
as weight the likelihood of the moves of all seats with hidden cards (importance sampling). If cards are played
from hidden hands, moves say nothing about the deal alone; then all positions that fit the view have equal weight.
"""

from collections import Counter, defaultdict
from functools import cache

import numpy as np

from urbanist.engine.game import State
from urbanist.engine.history import View, replay

#: A prior that is higher by this many points is preferred e times as often.
NOISE_POINTS = 2.0
#: How often a seat plays any move, all equally likely.
WHIM = 0.1


def belief(view: View, about: int, *, samples: int = 2000, seed: int = 0) -> tuple[tuple[str, float], ...]:
    """Return (card, probability) rows, likeliest first, for the card that seat `about` hides from the view's seat."""
    weigh = weighed if view.game.open_moves else counted
    rows = weigh(view, about, samples, seed)
    return tuple(sorted(rows.items(), key=lambda row: (-row[1], row[0])))


def secret(state: State, seat: int) -> str:
    """Return what a seat hides to the end: the first part of its card in notation; empty if it hides nothing."""
    return state.game.notation.card(state.array, seat).partition("/")[0]


def counted(view: View, about: int, samples: int, seed: int) -> dict[str, float]:
    """Return the probability of each secret if all positions that fit the view are equally likely."""
    now = view.bare_state()
    drawn = (now.reshuffled(view.seat, seed * samples + number) for number in range(samples))
    return {text: n / samples for text, n in Counter(secret(world, about) for world in drawn).items()}


def weighed(view: View, about: int, samples: int, seed: int) -> dict[str, float]:
    """Return the probability of each secret, by the likelihood of the moves played."""
    start = view.game.read_deal(view.deal)
    hidden = [seat for seat in range(start.seats) if seat != view.seat]
    weights: dict[str, float] = defaultdict(float)

    @cache
    def likelihood(seat: int, world: tuple[str, ...]) -> float:
        return log_likelihood(worlds[world], view.events, seat)

    worlds: dict[tuple[str, ...], State] = {}
    found: list[tuple[str, float]] = []
    for number in range(samples):
        world = start.reshuffled(view.seat, seed * samples + number)
        cards = tuple(secret(world, seat) for seat in range(start.seats))
        total = 0.0
        for seat in hidden:
            alone = tuple(text if holder == seat else "" for holder, text in enumerate(cards))
            worlds.setdefault(alone, world)
            total += likelihood(seat, alone)
        found.append((cards[about], total))
    highest = max(weight for _, weight in found)
    for text, weight in found:
        weights[text] += float(np.exp(weight - highest))
    whole = sum(weights.values())
    return {text: weight / whole for text, weight in weights.items()}


def log_likelihood(world: State, events: tuple[str, ...], seat: int) -> float:
    """Return the log-likelihood of the moves of one seat in a world."""
    total = 0.0
    for state, event in zip(replay(world, events), events, strict=False):
        if state.to_move == seat:
            total += float(
                np.log(odds(state)[np.searchsorted(state.moves(), state.game.notation.read_move(event))])
            )
    return total


def odds(state: State) -> "np.ndarray[tuple[int], np.dtype[np.float64]]":
    """Return the probability of each legal move for the seat to move with its cards in this state."""
    prior = state.appraise().astype(np.float64)
    share = np.exp((prior - prior.max()) / NOISE_POINTS)
    return np.asarray((1 - WHIM) * share / share.sum() + WHIM / len(share))
