"""The formulas of a search in plain Python, written from docs/search.md and the papers that it names."""

from bisect import insort_left, insort_right
from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, exp, log, pi, sqrt, tanh

#: The numbers of the random generator wyrand (Wang Yi 2019).
STEP, MASK = 0xA0761D6478BD642F, 0xE7037ED1A0B428DB
BITS = (1 << 64) - 1
#: Visits of a move elsewhere in the tree that count for half.
EQUIVALENCE = 5
#: The noise of all moves of a root together (Dirichlet), and the least share.
CONCENTRATION, LEAST = 10, 1e-9


# -- random numbers --------------------------------------------------------------------------------------------------


def folded(one: int, other: int) -> int:
    """Return the two halves of a product, one over the other."""
    product = (one & BITS) * (other & BITS)
    return product >> 64 ^ product & BITS


@dataclass
class Generator:
    """A stream of random numbers, which is one word of 64 bits."""

    word: int

    def next(self) -> int:
        """Return 64 random bits."""
        self.word = (self.word + STEP) & BITS
        return folded(self.word, self.word ^ MASK)

    def unit(self) -> float:
        """Return a number in [0, 1)."""
        return (self.next() >> 11) / (1 << 53)


def seeded(seed: int, stream: int) -> Generator:
    """Return the generator for a seed and a stream."""
    mixed = folded(seed ^ 0x9E3779B97F4A7C15, stream ^ 0xD6E8FEB86659FD93) ^ (seed + stream) & BITS
    return Generator(Generator(mixed).next())


def confined(node: int, draw: int, event: int, weights: Sequence[float]) -> int:
    """Return which outcome a draw of a chance event has after the move of a node; later events count from 0 too."""
    word = folded(node ^ 0x9E3779B97F4A7C15, (draw + (event << 32)) ^ 0xD6E8FEB86659FD93)
    at = seeded(word, 9).unit() * sum(weights)
    for outcome, weight in enumerate(weights):
        at -= weight
        if at < 0:
            return outcome
    raise ValueError("no outcome is possible")


# -- selection -------------------------------------------------------------------------------------------------------


def ucb(mean: float, visits: int, available: int, prior: float, *, explore: float, bias: float) -> float:
    """Return the upper confidence bound of a child, with progressive bias."""
    return mean + explore * sqrt(log(available + 1) / (visits + 0.001)) + bias * prior / (visits + 1)


def puct(mean: float, visits: int, share: float, parent_visits: int, *, explore: float) -> float:
    """Return the value of a child plus an exploration in proportion to its share of the priors."""
    return mean + explore * share * sqrt(parent_visits) / (visits + 1)


def history_bonus(elsewhere: float, times: int, usual: float, visits: int, *, history: float) -> float:
    """Return what a child gains by what its move was worth elsewhere, `times` times, against the usual."""
    return history * (elsewhere - usual) * times / (times + EQUIVALENCE) / (visits + 1)


# -- expansion -------------------------------------------------------------------------------------------------------


def is_wide(known: int, visits: int, *, widen: float, power: float) -> bool:
    """Return whether a node has as many children as its visits ask for; the first child needs no visit."""
    return known > 0 and known >= widen * visits**power


def is_wide_root(known: int, visits: int, kept: int, *, widen: float, power: float) -> bool:
    """Return the same for a ranked root: beside kept visits each tenth from the 8,000th on asks for one more."""
    return known > 0 and known >= widen * visits**power + max(visits - kept - 8000, 0) / 10


def shares(priors: Sequence[float], temperature: float) -> list[float]:
    """Return the softmax of priors."""
    powers = [exp((prior - max(priors)) / temperature) for prior in priors]
    return [power / sum(powers) for power in powers]


def best(priors: Sequence[float], most: int) -> list[int]:
    """Return the places of the highest priors, at most so many, the highest last."""
    kept: list[tuple[float, int]] = []
    for place, prior in enumerate(priors):
        if len(kept) < most:
            insort_right(kept, (prior, place), key=lambda row: row[0])
        elif prior > kept[0][0]:
            insort_left(kept, (prior, place), key=lambda row: row[0])
            del kept[0]
    return [place for _, place in kept]


# -- noise -----------------------------------------------------------------------------------------------------------


def gamma(generator: Generator, shape: float) -> float:
    """Return a draw from the gamma distribution (Marsaglia and Tsang 2000, with Box and Muller's normal draws)."""
    d = shape + 1 - 1 / 3
    while True:
        x = sqrt(-2 * log(1 - generator.unit())) * cos(2 * pi * generator.unit())
        v = (1 + x / sqrt(9 * d)) ** 3
        if v > 0 and log(1 - generator.unit()) < x * x / 2 + d * (1 - v + log(v)):
            return d * v * (1 - generator.unit()) ** (1 / shape)


def drawn_shares(seed: int, moves: Sequence[int]) -> list[float]:
    """Return shares from a symmetric Dirichlet distribution; the draw of a move does not depend on the others."""
    drawn = [gamma(seeded(seed, move), CONCENTRATION / len(moves)) + LEAST for move in moves]
    return [draw / sum(drawn) for draw in drawn]


def mixed(priors: Sequence[float], drawn: Sequence[float], temperature: float, noise: float) -> list[float]:
    """Return priors whose softmax is that of the given ones, but for a share of it that was drawn."""
    plain = shares(priors, temperature)
    return [
        temperature * log((1 - noise) * share + noise * other + LEAST)
        for share, other in zip(plain, drawn, strict=True)
    ]


# -- values ----------------------------------------------------------------------------------------------------------


def utilities(
    win_share: Sequence[float], points: Sequence[float], utility: str, spread: float
) -> list[float]:
    """Return the utility of an end for each seat, or of an expected end."""
    values = []
    for seat, own in enumerate(points):
        lead = own - max(other for place, other in enumerate(points) if place != seat)
        margin = 0.5 + 0.5 * tanh(lead / spread)
        win = 0.75 * win_share[seat] + 0.25 * margin
        values.append({"points": own / 100, "margin": margin, "win": win}[utility])
    return values


def updated(mean: float, visits: int, value: float) -> float:
    """Return the mean of one more value; `visits` counts it."""
    return mean + (value - mean) / visits
