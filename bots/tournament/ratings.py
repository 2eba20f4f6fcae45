"""Ratings from all results at once: Plackett-Luce strengths on a scale like Elo's, with bootstrap intervals.

The model (Plackett 1975, after Luce's axiom of choice): each bot has a strength, and at any table the next
place goes to one of those left, with chances in proportion to strengths. Then the chance that one bot comes
in ahead of another is its share of the strength of both, whoever else sits there. So every table, of two
seats or of five, is taken apart into comparisons of two (a tie: half each), and these are fitted by maximum
likelihood. For full rankings that is consistent (Azari Soufiani, Chen, Parkes and Xia 2013); at two seats it
is Bradley and Terry's model, exactly.

The prior is half a tied game between each two bots, on top of what they played. It keeps the rating of a bot
that was never beaten finite, connects bots that never met, and is soon outweighed by games.

Intervals (95 %) are percentiles over resamples: all games of a deal are drawn or left together, with
replacement. The fewer the deals, the farther out the percentiles, as Student's t lies beyond the normal
distribution (Hesterberg 2015, expanded percentiles). The prior has no games to draw, so each half of it is
weighted by chance (exponentially, mean 1: the posterior bootstrap of Fong, Lyddon and Holmes 2019). Otherwise
a bot that won every game would win every resample alike, and its interval would be a point.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.match.intervals import student
from urbanist.bots.tournament.game_result import GameResult
from urbanist.bots.tournament.pairs import comparisons

#: Points of rating to a unit of log-strength: at 400 points ahead the odds are 10 to 1.
SCALE = 400 / log(10)
#: The rating of the anchor; without one, the mean of all bots.
ORIGIN = 1500.0
#: What each of two bots has won against the other before their first game: half of half a game.
PRIOR = 0.25
RESAMPLES = 500
#: A rating is told to a thousandth: what lies below is the rounding of the machine.
PLACES = 3

#: Steps of a fit. It takes 5 to 50 with up to ten bots, and some hundred with a hundred bots.
STEPS = 2_000

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating, and where the truth may lie; None where fewer than two deals tell of it."""

    value: float
    low: float | None
    high: float | None


def rate(
    bots: int,
    games: Iterable[GameResult],
    anchor: int | None = None,
    at: float = ORIGIN,
    resamples: int = RESAMPLES,
) -> tuple[Rating, ...]:
    """Return the rating of each of so many bots, in whatever order the games come.

    The anchor is rated `at`, without doubt, and the others relative to it; without one the mean is `at`.
    """
    played = list(games)
    counts = _Counts(bots, played)
    if not bots:
        return ()
    found = strengths(counts.total())
    values = _scaled(found, anchor, at)
    drawn = np.array([_scaled(one, anchor, at) for one in _resampled(counts, found, resamples)])
    deals = _deals(bots, played)
    ratings = []
    for bot, value in enumerate(values):
        if len(drawn) and deals[bot] > 1:
            tail = _tail(deals[bot])
            low, high = np.quantile(drawn[:, bot], [tail, 1 - tail])
            ratings.append(Rating(_told(value), _told(min(low, value)), _told(max(high, value))))
        else:
            ratings.append(Rating(_told(value), None, None))
    return tuple(ratings)


def strengths(ahead: Numbers, start: Numbers | None = None, prior: Numbers | float = PRIOR) -> Numbers:
    """Return the log-strengths, mean 0, that make it likeliest how often each bot came in ahead of each.

    The prior makes the likelihood strictly concave: there is one maximum. Where it lies too far out to be
    reached in numbers of 64 bits (a hundred bots, none of which lost to the next in a million games), the prior
    is strengthened until it is.
    """
    import choix  # brings scipy, which takes a second to load

    others = 1 - np.eye(len(ahead))
    while True:
        try:
            with np.errstate(divide="raise", over="raise", invalid="raise"):
                found = choix.ilsr_pairwise_dense(
                    ahead + others * prior, initial_params=start, max_iter=STEPS
                )
            return np.asarray(found - found.mean())
        except (RuntimeError, ArithmeticError, ValueError):
            prior, start = 10 * prior, None


class _Counts:
    """Who came in ahead of whom, deal by deal, so that deals can be drawn again."""

    def __init__(self, bots: int, games: list[GameResult]) -> None:
        places = {deal: place for place, deal in enumerate(sorted({game.deal for game in games}))}
        rows = [
            (places[game.deal], pair, got)
            for game in games
            for bot, other, share in comparisons(game)
            for pair, got in ((bot * bots + other, share), (other * bots + bot, 1 - share))
        ]
        table = np.array(rows, float).reshape(-1, 3)
        self.bots, self.deals = bots, len(places)
        self._deal, self._pair = table[:, 0].astype(int), table[:, 1].astype(int)
        self._got = table[:, 2]

    def total(self, times: NDArray[np.int64] | None = None) -> Numbers:
        """Return a matrix by bot and bot, each deal counted once or so many times."""
        # Halves times whole numbers: these sums are exact, in any order.
        got = self._got if times is None else self._got * times[self._deal]
        ahead = np.bincount(self._pair, got, self.bots**2).astype(float)
        return ahead.reshape(self.bots, self.bots)


def _resampled(counts: _Counts, start: Numbers, resamples: int) -> Iterable[Numbers]:
    """Yield the log-strengths of each resample."""
    if counts.deals < 2:
        return
    # Always the same draws: an interval is a property of the games, not of when one asks.
    rng = np.random.default_rng(0)
    for _ in range(resamples):
        drawn = rng.integers(counts.deals, size=counts.deals)
        prior = rng.exponential(PRIOR, (counts.bots, counts.bots))
        yield strengths(counts.total(np.bincount(drawn, minlength=counts.deals)), start, prior)


def _deals(bots: int, games: list[GameResult]) -> list[int]:
    """Return how many deals tell of each bot."""
    found: list[set[int]] = [set() for _ in range(bots)]
    for game in games:
        for bot in game.bots:
            found[bot].add(game.deal)
    return list(map(len, found))


def _tail(deals: int) -> float:
    """Return the share of resamples that lies beyond either end of an interval: 2.5 % for many deals."""
    return NormalDist().cdf(-sqrt(deals / (deals - 1)) * student(deals - 1))


def _scaled(found: Numbers, anchor: int | None, at: float) -> Numbers:
    return at + SCALE * (found - (0.0 if anchor is None else found[anchor]))


def _told(value: float) -> float:
    return round(float(value), PLACES) + 0.0  # never -0.0
