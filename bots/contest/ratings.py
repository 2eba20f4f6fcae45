"""Ratings from all results together: Plackett-Luce strengths on a scale like Elo's, with bootstrap intervals.

The model (Plackett 1975, after Luce's axiom of choice): each bot has a strength. At a table the bots take the
places one after another; each of the remaining bots takes the next place with a probability proportional to its
strength. So the probability that bot A comes in ahead of bot B is A / (A + B), for any other bots at the table.
We split every table into comparisons of two bots (a tie counts half for each) and fit them by maximum likelihood.
For full rankings this estimate is consistent (Azari Soufiani, Chen, Parkes and Xia 2013). At two seats it is the
model of Bradley and Terry.

The prior is half a tied game between each two bots, in addition to their games. It keeps the rating of an
undefeated bot finite and connects bots that never met. Of more than 21 bots the tied games are lighter, so that each
bot has ten of them in all, and after a few games their influence is small.

Intervals (95 %) are percentiles over resamples. A resample draws deals with replacement, and each deal comes with
all its games. With few deals we take percentiles farther out, by the ratio of Student's t to the normal distribution
(Hesterberg 2015, expanded percentiles). The prior has no games to draw, so a random weight multiplies each half of
it (exponential with mean 1: the posterior bootstrap of Fong, Lyddon and Holmes 2019). Without these weights a bot
that won every game would win every resample in the same way, and its interval would be a point.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist
from types import MappingProxyType

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.contest.results import GameResult, comparisons
from urbanist.bots.match.intervals import student

#: Rating points for one unit of log-strength: 400 points are odds of 10 to 1.
SCALE = 400 / log(10)
#: The rating of the anchor; without an anchor, the mean rating of all bots.
ORIGIN = 1500.0
#: The wins of each of two bots against the other before their first game: half of half a game; and the most of a bot.
PRIOR, MOST_PRIOR = 0.25, 5.0
RESAMPLES = 500
#: The most bots with all resamples, and the resamples of more: a fit takes time with the cube of their number.
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
class RatingFit:
    """The ratings of all bots, and those of each resample: a row for each, none without resamples."""

    ratings: tuple[Rating, ...]
    resampled: Numbers

    def superiority(self) -> Numbers:
        """Return the likelihood of superiority (LOS) by bot and bot, from the resamples; one half without any."""
        drawn = self.resampled
        if not len(drawn):
            return np.full((len(self.ratings), len(self.ratings)), 0.5)
        return np.array(
            [0.5 * ((drawn < one).mean(0) + (drawn <= one).mean(0)) for one in drawn.T[:, :, None]]
        )


def fit(
    bots: int,
    games: Iterable[GameResult],
    known: Mapping[int, float] = MappingProxyType({}),
    resamples: int = RESAMPLES,
) -> RatingFit:
    """Return the ratings of all bots; the order of the games does not matter.

    The mean rating of the anchors is that of their `known` ratings; without any, the mean of all bots is `ORIGIN`.
    """
    played = list(games)
    met = _Comparisons(bots, played)
    values = strengths(met.matrix(*met.total()))
    resamples = min(resamples, FEW) if bots > MANY else resamples
    drawn = scaled(_resampled(met, values, resamples), known)
    deals = _deals(bots, played)
    ratings = []
    for bot, value in enumerate(scaled(values, known)):
        if len(drawn) and deals[bot] > 1:
            tail = _tail(deals[bot])
            low, high = np.quantile(drawn[:, bot], [tail, 1 - tail])
            ratings.append(Rating(_rounded(value), _rounded(min(low, value)), _rounded(max(high, value))))
        else:
            ratings.append(Rating(_rounded(value), None, None))
    return RatingFit(tuple(ratings), drawn)


def prior_of(bots: int) -> float:
    """Return the prior of `bots` bots: the virtual wins of each against each other."""
    return min(PRIOR, MOST_PRIOR / max(bots - 1, 1))


def strengths(ahead: Numbers, start: Numbers | None = None, prior: Numbers | float | None = None) -> Numbers:
    """Return the maximum-likelihood (with the prior: MAP) log-strengths of the comparisons, with mean 0.

    `ahead` is a matrix by bot and bot: how often the first came in ahead of the second; or several of them, each of
    which has strengths of its own. The prior, by default that of this number of bots, makes the likelihood strictly
    concave, so there is one maximum. It can be too far away for numbers of 64 bits, for example with a hundred bots,
    none of which lost to the next in a million games. Then the fit repeats with a stronger prior.
    """
    bots = ahead.shape[-1]
    if bots < 2:
        return np.zeros(ahead.shape[:-1])
    won = ahead.reshape(-1, bots, bots)
    priors = np.broadcast_to(prior_of(bots) if prior is None else prior, ahead.shape).reshape(won.shape)
    ratings = np.tile(np.zeros(bots) if start is None else start, (len(won), 1))
    left = np.arange(len(won))
    while True:
        counted = won[left] + priors[left]
        counted[:, range(bots), range(bots)] = 0.0
        ratings[left] = _most_likely(_Likelihood(counted), ratings[left])
        left = left[np.isnan(ratings[left, 0])]
        if not len(left):
            return np.asarray(ratings - ratings.mean(-1, keepdims=True)).reshape(ahead.shape[:-1])
        priors, ratings[left] = 10 * priors, 0.0


def expected_scores(apart: Numbers) -> Numbers:
    """Replace differences of log-strengths by the expected scores of the first (the logistic function); return them."""
    with np.errstate(over="ignore"):  # 1 / (1 + inf) is 0
        np.exp(np.negative(apart, out=apart), out=apart)
    return np.reciprocal(np.add(apart, 1.0, out=apart), out=apart)


def _most_likely(likelihood: "_Likelihood", start: Numbers) -> Numbers:
    """Return the maximum-likelihood log-strengths of each fit: its gradient is 0 there; NaN if out of reach.

    Newton's method with backtracking: a step is halved until it lowers the norm of the gradient. All fits take each
    step together, as many small ones in turn would spend their time on calls.
    """
    at = start
    ended, lost = np.zeros(len(at), bool), np.zeros(len(at), bool)
    gradient = likelihood.gradient(at)
    error = np.abs(gradient).max(1)
    for _ in range(STEPS):
        step = likelihood.step(gradient)
        lost |= ~(ended | np.isfinite(step).all(1))
        step[lost | ended] = 0.0
        # From where nothing changes much, a whole step leads far beyond the maximum.
        step *= np.minimum(1.0, LONGEST / np.maximum(np.abs(step).max(1, keepdims=True), TOLERANCE))
        size, before = np.ones((len(at), 1)), error
        while True:
            better = at - size * step
            gradient = likelihood.gradient(better)
            error = np.abs(gradient).max(1)
            far = (error > before) & (size[:, 0] >= SMALLEST) & ~(lost | ended)
            if not far.any():
                break
            size[far] /= 2
        at = better
        ended |= np.abs(size * step).max(1) <= TOLERANCE * np.maximum(np.abs(at).max(1), 1)
        if ended.all():
            break
    return np.where((ended & ~lost)[:, None], at, np.nan)


class _Likelihood:
    """The likelihood of matrices by bot and bot of how often the first came in ahead of the second."""

    def __init__(self, ahead: Numbers) -> None:
        self._met, self._won = ahead + ahead.transpose(0, 2, 1), ahead.sum(2)
        self._diagonal = range(ahead.shape[-1])
        # Memory that is given back often is hardly ever used again as a whole.
        self._chance, self._rest = np.empty_like(ahead), np.empty_like(ahead)

    def gradient(self, at: Numbers) -> Numbers:
        """Return the gradient of the negative log-likelihood: expected less actual wins of each bot."""
        expected_scores(np.subtract(at[:, :, None], at[:, None], out=self._chance))
        # Without the sum, any constant could be added to all strengths.
        expected = np.einsum("kij,kij->ki", self._met, self._chance)
        return np.asarray(expected - self._won + at.sum(1, keepdims=True))

    def step(self, gradient: Numbers) -> Numbers:
        """Return the steps of Newton's method, by the inverse of the Hessian."""
        hessian = np.multiply(self._chance, np.subtract(1, self._chance, out=self._rest), out=self._chance)
        hessian *= self._met
        total = hessian.sum(2)
        hessian = np.subtract(1, hessian, out=hessian)
        hessian[:, self._diagonal, self._diagonal] += total
        return _solved(hessian, gradient)


def _solved(hessian: Numbers, gradient: Numbers) -> Numbers:
    """Return the solutions; NaN where the Hessian has no inverse as far as 64 bits tell."""
    try:
        return np.asarray(np.linalg.solve(hessian, gradient[:, :, None])[:, :, 0], np.float64)
    except np.linalg.LinAlgError:
        if len(hessian) == 1:
            return np.full_like(gradient, np.nan)
        return np.concatenate(
            [_solved(*one) for one in zip(hessian[:, None], gradient[:, None], strict=True)]
        )


class _Comparisons:
    """The pairs of bots that met, each once, and all comparisons with their deals, so that deals can be resampled."""

    def __init__(self, bots: int, games: list[GameResult]) -> None:
        places = {deal: place for place, deal in enumerate(sorted({game.deal for game in games}))}
        rows = [
            (places[game.deal], min(bot, other), max(bot, other), share if bot < other else 1 - share)
            for game in games
            for bot, other, share in comparisons(game)
        ]
        table = np.array(rows, float).reshape(-1, 4)
        self._deal, one, other = table[:, :3].T.astype(int)
        pairs, self._pair = np.unique(one * bots + other, return_inverse=True)
        self.bots, self.deals = bots, len(places)
        self.one, self.other = np.divmod(pairs, max(bots, 1))
        self._won = table[:, 3].copy()

    def total(self, times: NDArray[np.int64] | None = None) -> tuple[Numbers, Numbers]:
        """Return the wins of the first of each pair, and of the second.

        `times` says how often each deal counts, by default once.
        """
        # The terms are multiples of one half, so the sums are exact in any order.
        counted = np.ones(len(self._won)) if times is None else times[self._deal].astype(float)
        won, met = (_sums(self._pair, each, len(self.one)) for each in (self._won * counted, counted))
        return won, met - won

    def matrix(self, won: Numbers, lost: Numbers) -> Numbers:
        """Return the totals as a matrix by bot and bot."""
        ahead = np.zeros((self.bots, self.bots))
        ahead[self.one, self.other], ahead[self.other, self.one] = won, lost
        return ahead


def _sums(places: NDArray[np.int64], values: Numbers, size: int) -> Numbers:
    """Return the sums of the values that belong to each place."""
    return np.bincount(places, values, size).astype(float, copy=False)


def _resampled(met: _Comparisons, start: Numbers, resamples: int) -> Numbers:
    """Return the log-strengths of each resample: a row for each."""
    bots = met.bots
    if met.deals < 2:
        return np.empty((0, bots))
    # A fixed seed: the same games always give the same interval.
    rng = np.random.default_rng(0)

    def times() -> NDArray[np.int64]:
        return np.bincount(rng.integers(met.deals, size=met.deals), minlength=met.deals)

    def drawn() -> tuple[Numbers, Numbers]:
        return met.matrix(*met.total(times())), _weighted(rng, prior_of(bots), (bots, bots))

    ratings = [np.empty((0, bots))]
    together = max(TOGETHER // bots**2, 1)
    for begun in range(0, resamples, together):
        ahead, prior = zip(*(drawn() for _ in range(min(together, resamples - begun))), strict=True)
        ratings.append(strengths(np.array(ahead), start, np.array(prior)))
    return np.concatenate(ratings)


def _weighted(rng: np.random.Generator, prior: float, shape: tuple[int, int]) -> Numbers:
    """Return a prior with random weights.

    A half of half a game has an exponential weight. What is less or more has the gamma weight of a part of it, or of so
    many of them together.
    """
    return rng.gamma(prior / PRIOR, PRIOR, shape)


def _deals(bots: int, games: list[GameResult]) -> list[int]:
    """Return the number of deals of each bot."""
    deals: list[set[int]] = [set() for _ in range(bots)]
    for game in games:
        for bot in game.bots:
            deals[bot].add(game.deal)
    return list(map(len, deals))


def _tail(deals: int) -> float:
    """Return the tail of a percentile interval at each end: 2.5 % for many deals."""
    return NormalDist().cdf(-sqrt(deals / (deals - 1)) * student(deals - 1))


def scaled(numbers: Numbers, known: Mapping[int, float]) -> Numbers:
    """Return log-strengths as ratings on the scale on which the anchors have, on the mean, their known ratings."""
    if not known:
        return ORIGIN + SCALE * numbers
    at = numbers[..., list(known)].mean(-1, keepdims=True)
    return np.asarray(sum(known.values()) / len(known) + SCALE * (numbers - at))


def _rounded(value: float) -> float:
    return round(float(value), PLACES) + 0.0  # never -0.0
