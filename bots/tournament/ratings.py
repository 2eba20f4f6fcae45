"""Ratings from all results together: Plackett-Luce strengths on a scale like Elo's, with bootstrap intervals.

The model (Plackett 1975, after Luce's axiom of choice): each bot has a strength. At a table the bots take the
places one after another; each of the remaining bots takes the next place with a probability proportional to its
strength. So the probability that bot A comes in ahead of bot B is A / (A + B), for any other bots at the table.
We split every table into comparisons of two bots (a tie counts half for each) and fit them by maximum likelihood.
For full rankings this estimate is consistent (Azari Soufiani, Chen, Parkes and Xia 2013). At two seats it is the
model of Bradley and Terry.

The prior is half a tied game between each two bots, in addition to their games. It keeps the rating of an
undefeated bot finite and connects bots that never met. After a few games its influence is small.

Intervals (95 %) are percentiles over resamples. A resample draws deals with replacement, and each deal comes with
all its games. With few deals we take percentiles farther out, by the ratio of Student's t to the normal distribution
(Hesterberg 2015, expanded percentiles). The prior has no games to draw, so a random weight multiplies each half of
it (exponential with mean 1: the posterior bootstrap of Fong, Lyddon and Holmes 2019). Without these weights a bot
that won every game would win every resample in the same way, and its interval would be a point.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.match.intervals import student
from urbanist.bots.tournament.results import GameResult, comparisons

#: Rating points for one unit of log-strength: 400 points are odds of 10 to 1.
SCALE = 400 / log(10)
#: The rating of the anchor; without an anchor, the mean rating of all bots.
ORIGIN = 1500.0
#: The wins of each of two bots against the other before their first game: half of half a game.
PRIOR = 0.25
RESAMPLES = 500
#: Above so many bots there are fewer resamples: each takes a time that grows with the cube of the bots.
MANY, FEW = 300, 100
#: Decimal places of a rating; further places would show rounding errors.
PLACES = 3

#: The relative error of a fit, the most steps, the smallest part of a step, and the longest step in log-strength.
TOLERANCE, STEPS, SMALLEST, LONGEST = 1e-10, 200, 1e-6, 4.0

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating and its 95 % interval; the ends are None if the bot played fewer than two deals."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Fit:
    """The ratings of all bots, and those of each resample: a row for each, none without resamples."""

    ratings: tuple[Rating, ...]
    resampled: Numbers

    def superiority(self) -> Numbers:
        """Return by bot and bot in which share of the resamples the first is better; one half without any."""
        drawn = self.resampled
        if not len(drawn):
            return np.full((len(self.ratings), len(self.ratings)), 0.5)
        return np.array(
            [0.5 * ((drawn < one).mean(0) + (drawn <= one).mean(0)) for one in drawn.T[:, :, None]]
        )


def rate(
    bots: int,
    games: Iterable[GameResult],
    anchor: int | None = None,
    at: float = ORIGIN,
    resamples: int = RESAMPLES,
) -> tuple[Rating, ...]:
    """Return the rating of each bot as `fit` finds it."""
    return fit(bots, games, anchor, at, resamples).ratings


def fit(
    bots: int,
    games: Iterable[GameResult],
    anchor: int | None = None,
    at: float = ORIGIN,
    resamples: int = RESAMPLES,
) -> Fit:
    """Return the rating of each bot; the order of the games does not matter.

    The anchor has exactly the rating `at`, and the others are relative to it; without an anchor the mean is `at`.
    """
    played = list(games)
    counts = _Counts(bots, played)
    # Without a game, as after Ctrl-C at the start, nobody waits for scipy.
    found = strengths(counts.total()) if played else np.zeros(bots)
    resamples = min(resamples, FEW) if bots > MANY else resamples
    draws = [_scaled(one, anchor, at) for one in _resampled(counts, found, resamples)] if bots else []
    drawn = np.array(draws).reshape(len(draws), bots)
    deals = _deals(bots, played)
    ratings = []
    for bot, value in enumerate(_scaled(found, anchor, at)):
        if len(drawn) and deals[bot] > 1:
            tail = _tail(deals[bot])
            low, high = np.quantile(drawn[:, bot], [tail, 1 - tail])
            ratings.append(Rating(_rounded(value), _rounded(min(low, value)), _rounded(max(high, value))))
        else:
            ratings.append(Rating(_rounded(value), None, None))
    return Fit(tuple(ratings), drawn)


def strengths(ahead: Numbers, start: Numbers | None = None, prior: Numbers | float = PRIOR) -> Numbers:
    """Return the log-strengths with mean 0 that maximise the likelihood of the comparisons.

    `ahead` is a matrix by bot and bot: how often the first came in ahead of the second. The prior makes the
    likelihood strictly concave, so there is one maximum. It can be too far away for numbers of 64 bits, for example
    with a hundred bots, none of which lost to the next in a million games. Then the fit repeats with a stronger prior.
    """
    if len(ahead) < 2:
        return np.zeros(len(ahead))
    while True:
        won = ahead + prior
        np.fill_diagonal(won, 0.0)
        found = _most_likely(won, np.zeros(len(ahead)) if start is None else start)
        if found is not None:
            return np.asarray(found - found.mean())
        prior, start = 10 * prior, None


def _most_likely(ahead: Numbers, start: Numbers) -> Numbers | None:
    """Return the log-strengths at which each bot's results equal their expectation; None if they are out of reach.

    Newton's method; a step is halved until it brings the results nearer to their expectation.
    """
    from scipy.linalg import LinAlgError, solve  # takes a while to load
    from scipy.special import expit

    met, won = ahead + ahead.T, ahead.sum(1)
    # Of a thousand bots each matrix has 8 MB, and memory that is given back often is hardly ever used again as a whole.
    chance, rest = np.empty_like(met), np.empty_like(met)

    def chances(at: Numbers) -> tuple[Numbers, float]:
        expit(np.subtract.outer(at, at, out=chance), out=chance)
        # Without the sum, any constant could be added to all strengths.
        surplus = np.einsum("ij,ij->i", met, chance) - won + at.sum()
        return surplus, float(np.abs(surplus).max())

    at = start
    surplus, error = chances(at)
    for _ in range(STEPS):
        slopes = np.multiply(chance, np.subtract(1, chance, out=rest), out=chance)
        slopes *= met
        total = slopes.sum(1)
        slopes = np.subtract(1, slopes, out=slopes)
        slopes[np.diag_indices_from(slopes)] += total
        try:
            step = solve(slopes, surplus, assume_a="pos", overwrite_a=True)
        except (LinAlgError, ValueError):
            return None
        # From where nothing changes much, a whole step leads far beyond the maximum.
        step *= min(1.0, LONGEST / max(np.abs(step).max(), TOLERANCE))
        size, before = 1.0, error
        while True:
            found = at - size * step
            surplus, error = chances(found)
            if error <= before or size < SMALLEST:
                break
            size /= 2
        at = found
        if np.abs(size * step).max() <= TOLERANCE * max(np.abs(at).max(), 1):
            return np.asarray(at)
    return None


class _Counts:
    """All comparisons with their deals, so that deals can be resampled."""

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
        """Return a matrix by bot and bot; `times` says how often each deal counts, by default once."""
        # The terms are multiples of one half, so the sums are exact in any order.
        got = self._got if times is None else self._got * times[self._deal]
        ahead = np.bincount(self._pair, got, self.bots**2).astype(float, copy=False)
        return ahead.reshape(self.bots, self.bots)


def _resampled(counts: _Counts, start: Numbers, resamples: int) -> Iterable[Numbers]:
    """Yield the log-strengths of each resample."""
    if counts.deals < 2:
        return
    # A fixed seed: the same games always give the same interval.
    rng = np.random.default_rng(0)
    for _ in range(resamples):
        drawn = rng.integers(counts.deals, size=counts.deals)
        prior = rng.exponential(PRIOR, (counts.bots, counts.bots))
        yield strengths(counts.total(np.bincount(drawn, minlength=counts.deals)), start, prior)


def _deals(bots: int, games: list[GameResult]) -> list[int]:
    """Return for each bot the number of deals that it played."""
    found: list[set[int]] = [set() for _ in range(bots)]
    for game in games:
        for bot in game.bots:
            found[bot].add(game.deal)
    return list(map(len, found))


def _tail(deals: int) -> float:
    """Return the share of resamples outside each end of an interval: 2.5 % for many deals."""
    return NormalDist().cdf(-sqrt(deals / (deals - 1)) * student(deals - 1))


def _scaled(found: Numbers, anchor: int | None, at: float) -> Numbers:
    return at + SCALE * (found - (0.0 if anchor is None else found[anchor]))


def _rounded(value: float) -> float:
    return round(float(value), PLACES) + 0.0  # never -0.0
