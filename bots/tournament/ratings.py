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
#: The numbers in the matrices of the resamples that are fitted together: what a processor keeps near.
TOGETHER = 40_000
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


def fit(
    bots: int,
    games: Iterable[GameResult],
    anchor: int | None = None,
    at: float = ORIGIN,
    resamples: int = RESAMPLES,
) -> Fit:
    """Return the ratings of all bots; the order of the games does not matter.

    The anchor has exactly the rating `at`, and the others are relative to it; without an anchor the mean is `at`.
    """
    played = list(games)
    counts = _Counts(bots, played)
    # Without a game, as after Ctrl-C at the start, nobody waits for scipy.
    found = strengths(counts.total()) if played else np.zeros(bots)
    resamples = min(resamples, FEW) if bots > MANY else resamples
    drawn = _scaled(_resampled(counts, found, resamples), anchor, at)
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

    `ahead` is a matrix by bot and bot: how often the first came in ahead of the second; or several of them, each of
    which has strengths of its own. The prior makes the likelihood strictly concave, so there is one maximum. It can
    be too far away for numbers of 64 bits, for example with a hundred bots, none of which lost to the next in a
    million games. Then the fit repeats with a stronger prior.
    """
    bots = ahead.shape[-1]
    if bots < 2:
        return np.zeros(ahead.shape[:-1])
    won = ahead.reshape(-1, bots, bots)
    priors = np.broadcast_to(prior, ahead.shape).reshape(won.shape)
    found = np.tile(np.zeros(bots) if start is None else start, (len(won), 1))
    left = np.arange(len(won))
    while True:
        counted = won[left] + priors[left]
        counted[:, range(bots), range(bots)] = 0.0
        found[left] = _most_likely(counted, found[left])
        left = left[np.isnan(found[left, 0])]
        if not len(left):
            return np.asarray(found - found.mean(-1, keepdims=True)).reshape(ahead.shape[:-1])
        priors, found[left] = 10 * priors, 0.0


def _most_likely(ahead: Numbers, start: Numbers) -> Numbers:
    """Return for each matrix the log-strengths at which the results equal their expectation; NaN if out of reach.

    Newton's method; a step is halved until it brings the results nearer to their expectation. All matrices take each
    step together, as many small ones in turn would spend their time on calls.
    """
    from scipy.special import expit  # takes a while to load

    met, won = ahead + ahead.transpose(0, 2, 1), ahead.sum(2)
    # Of a thousand bots each matrix has 8 MB, and memory that is given back often is hardly ever used again as a whole.
    chance, rest = np.empty_like(met), np.empty_like(met)

    def chances(at: Numbers) -> tuple[Numbers, Numbers]:
        expit(np.subtract(at[:, :, None], at[:, None], out=chance), out=chance)
        # Without the sum, any constant could be added to all strengths.
        surplus = np.einsum("kij,kij->ki", met, chance) - won + at.sum(1, keepdims=True)
        return surplus, np.abs(surplus).max(1)

    at, diagonal = start, range(met.shape[-1])
    ended, lost = np.zeros(len(met), bool), np.zeros(len(met), bool)
    surplus, error = chances(at)
    for _ in range(STEPS):
        slopes = np.multiply(chance, np.subtract(1, chance, out=rest), out=chance)
        slopes *= met
        total = slopes.sum(2)
        slopes = np.subtract(1, slopes, out=slopes)
        slopes[:, diagonal, diagonal] += total
        step = _solved(slopes, surplus)
        lost |= ~(ended | np.isfinite(step).all(1))
        step[lost | ended] = 0.0
        # From where nothing changes much, a whole step leads far beyond the maximum.
        step *= np.minimum(1.0, LONGEST / np.maximum(np.abs(step).max(1, keepdims=True), TOLERANCE))
        size, before = np.ones((len(met), 1)), error
        while True:
            found = at - size * step
            surplus, error = chances(found)
            far = (error > before) & (size[:, 0] >= SMALLEST) & ~(lost | ended)
            if not far.any():
                break
            size[far] /= 2
        at = found
        ended |= np.abs(size * step).max(1) <= TOLERANCE * np.maximum(np.abs(at).max(1), 1)
        if ended.all():
            break
    return np.where((ended & ~lost)[:, None], at, np.nan)


def _solved(slopes: Numbers, surplus: Numbers) -> Numbers:
    """Return the steps of Newton's method; NaN where the slopes have no inverse as far as 64 bits tell."""
    from scipy.linalg import LinAlgError, solve  # takes a while to load

    try:
        if len(slopes) > 1:
            return np.asarray(np.linalg.solve(slopes, surplus[:, :, None])[:, :, 0], np.float64)
        return np.asarray(solve(slopes[0], surplus[0], assume_a="pos", overwrite_a=True))[None]
    except (LinAlgError, ValueError):
        if len(slopes) == 1:
            return np.full_like(surplus, np.nan)
        return np.concatenate([_solved(*one) for one in zip(slopes[:, None], surplus[:, None], strict=True)])


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


def _resampled(counts: _Counts, start: Numbers, resamples: int) -> Numbers:
    """Return the log-strengths of each resample: a row for each."""
    if counts.deals < 2:
        return np.empty((0, counts.bots))
    # A fixed seed: the same games always give the same interval.
    rng = np.random.default_rng(0)

    def drawn() -> tuple[Numbers, Numbers]:
        times = np.bincount(rng.integers(counts.deals, size=counts.deals), minlength=counts.deals)
        return counts.total(times), rng.exponential(PRIOR, (counts.bots, counts.bots))

    together = max(TOGETHER // counts.bots**2, 1)
    found = [np.empty((0, counts.bots))]
    for begun in range(0, resamples, together):
        ahead, prior = zip(*(drawn() for _ in range(min(together, resamples - begun))), strict=True)
        found.append(strengths(np.array(ahead), start, np.array(prior)))
    return np.concatenate(found)


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
    return at + SCALE * (found - (0.0 if anchor is None else found[..., anchor, None]))


def _rounded(value: float) -> float:
    return round(float(value), PLACES) + 0.0  # never -0.0
