"""Means and shares over games with 95 % confidence intervals, as pure functions of numbers.

Games on the same deal resemble each other. They are one cluster, here a group; standard errors are between groups, with
one degree of freedom less than there are groups.

A mean has the interval of Student's t around a ratio estimate (total over number of games).

A share lies between 0 and 1. It has Jeffreys' interval, the central 95 % of a beta distribution, for the effective
sample size of its groups (Korn and Graubard 1998). Where every game was won, or all groups had the same result, the
variance between groups is 0. So the prior of Jeffreys, half a game won and half a game lost, is counted among the
groups. It weighs the square root of the size of a group: in simulations of 1 to 18 games a deal the interval then held
the truth in 93 % or more of all cases, at shares of 0.5 to 0.995. With one game a deal this is Jeffreys' interval
itself.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from math import exp, lgamma, log, log1p, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

#: How much of a distribution lies below the upper end of its middle 95 %.
UPPER = 0.975
#: The relative error of the shares and quantiles of a beta distribution.
PRECISION = 1e-13


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean and its 95 % confidence interval; None where there is only one group."""

    mean: float
    low: float | None
    high: float | None

    @property
    def margin(self) -> float | None:
        """The margin of error: the distance from the mean to the farther end of the interval."""
        if self.low is None or self.high is None:
            return None
        return max(self.mean - self.low, self.high - self.mean)


def mean_estimate(groups: Sequence[Sequence[float]]) -> Estimate:
    """Return the mean of all values of all groups, with a symmetric interval."""
    count = sum(map(len, groups))
    mean = sum(map(sum, groups)) / count
    return _mean(len(groups), count, mean, _residual(groups, mean))


def _mean(groups: int, count: float, mean: float, residual: float) -> Estimate:
    """Return a mean with its interval; `residual` is the sum of squares of the groups' totals around it."""
    if groups < 2:
        return Estimate(mean, None, None)
    error = sqrt(residual * groups / (groups - 1)) / count
    margin = student(groups - 1) * error
    return Estimate(mean, mean - margin, mean + margin)


def share_estimate(groups: Sequence[Sequence[float]]) -> Estimate:
    """Return the mean of values from 0 to 1, with an interval within 0 to 1 that is never a point."""
    count, total = sum(map(len, groups)), sum(map(sum, groups))
    return _share(len(groups), count, total, lambda mean: _residual(groups, mean))


def _share(groups: int, count: float, total: float, residual: Callable[[float], float]) -> Estimate:
    """Return a share with its interval; `residual(mean)` is the sum of squares of the groups' totals around a mean."""
    if groups < 2:
        return Estimate(total / count, None, None)
    won, lost = _effective_size(groups, count, total, residual)
    low = 0.0 if total == 0 else beta_quantile(won, lost, 1 - UPPER)
    high = 1.0 if total == count else beta_quantile(won, lost, UPPER)
    return Estimate(total / count, min(low, total / count), max(high, total / count))


def likelihood_of_superiority(groups: Sequence[Sequence[float]]) -> float | None:
    """Return the likelihood of superiority (LOS): that the true mean is above 1/2; None where there is only one group.

    It belongs to the distribution whose middle 95 % are the interval of `share_estimate`.
    """
    if len(groups) < 2:
        return None
    count, total = sum(map(len, groups)), sum(map(sum, groups))
    won, lost = _effective_size(len(groups), count, total, lambda mean: _residual(groups, mean))
    return 1 - beta_cdf(won, lost, 0.5)


def _residual(groups: Sequence[Sequence[float]], mean: float) -> float:
    return sum((sum(group) - mean * len(group)) ** 2 for group in groups)


def _effective_size(
    groups: int, count: float, total: float, residual: Callable[[float], float]
) -> tuple[float, float]:
    """Return the effective sample size of two or more groups, as games won and games lost."""
    prior = sqrt(count / groups)
    games = count + prior
    mean = (total + prior / 2) / games
    # The prior is two groups of this size, won and lost, of which each counts half.
    squares = residual(mean) + prior**2 * (mean**2 + (1 - mean) ** 2) / 2
    effective = mean * (1 - mean) * games**2 / squares * _small_sample_factor(groups, count)
    return mean * effective, (1 - mean) * effective


def _small_sample_factor(groups: int, games: float) -> float:
    """Return the factor of the effective sample size for few degrees of freedom (Korn and Graubard)."""
    degrees = student(games - 1) / student(groups - 1)
    return degrees**2 * (1 - 1 / groups) / (1 - 1 / games)


@lru_cache(maxsize=1024)
def student(degrees: float) -> float:
    """Return the 97.5 % quantile of Student's t distribution."""
    # t² / (degrees + t²) has a beta distribution.
    share = beta_quantile(0.5, degrees / 2, 2 * UPPER - 1)
    return sqrt(degrees * share / (1 - share))


def beta_cdf(a: float, b: float, x: float) -> float:
    """Return the beta distribution function at x: the regularized incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _continued_fraction(b, a, 1 - x)
    return _continued_fraction(a, b, x)


def _continued_fraction(a: float, b: float, x: float) -> float:
    """Return the same by a continued fraction, which converges fast up to about the mean (DLMF 8.17.22).

    It is evaluated by Lentz's method (1976).
    """
    fraction, low, high = 1.0, 0.0, 1.0
    for term in count(1):
        half, odd = divmod(term, 2)
        if odd:
            part = -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1))
        else:
            part = half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half))
        low, high = 1 / (1 + part * low), 1 + part / high
        fraction *= low * high
        if abs(low * high - 1) < PRECISION:
            break
    return _power(a, b, x) / (a * fraction)


def _power(a: float, b: float, x: float) -> float:
    """Return the density at x times x (1 - x)."""
    return exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))


@lru_cache(maxsize=1024)
def beta_quantile(a: float, b: float, share: float) -> float:
    """Return a quantile of a beta distribution, by Newton's method safeguarded by bisection."""
    low, high, x = 0.0, 1.0, a / (a + b)
    while True:
        missed = beta_cdf(a, b, x) - share
        if missed > 0:
            high = x
        else:
            low = x
        power = _power(a, b, x)
        better = x - missed * x * (1 - x) / power if power else high
        if not low < better < high:
            better = (low + high) / 2
        if abs(better - x) <= 10 * PRECISION * x or better in (low, high):
            return better
        x = better


#: The numbers of groups, weights, totals, their squares, the products of both, and squares of weights, see `Sums`.
PARTS = 6
Sums = npt.NDArray[np.float64]


def sums_of(weights: npt.ArrayLike, totals: npt.ArrayLike) -> Sums:
    """Return the sufficient statistics of groups, [6, ...], from their weights and totals, [groups, ...].

    Those of more groups are added to them, so that memory does not grow with the groups. A group without weight does
    not count.
    """
    weight, total = np.broadcast_arrays(np.asarray(weights, np.float64), np.asarray(totals, np.float64))
    parts = (weight != 0, weight, total, total * total, total * weight, weight * weight)
    return np.stack([part.sum(axis=0) for part in parts])


def mean_of(sums: npt.NDArray[Any]) -> Estimate | None:
    """Return the mean of the groups of sums, [6], as `mean_estimate` finds it; None if there are none."""
    groups, weight, total, *_ = map(float, sums)
    if weight == 0:
        return None
    return _mean(round(groups), weight, total / weight, _residual_of(sums, total / weight))


def share_of(sums: npt.NDArray[Any]) -> Estimate | None:
    """Return the share of the groups of sums, [6], as `share_estimate` finds it; None if there are none."""
    groups, weight, total, *_ = map(float, sums)
    return _share(round(groups), weight, total, lambda mean: _residual_of(sums, mean)) if weight else None


def _residual_of(sums: npt.NDArray[Any], mean: float) -> float:
    """Return the sum of squares of total - mean * weight."""
    *_, squares, products, weights = map(float, sums)
    return max(squares - 2 * mean * products + mean * mean * weights, 0.0)


def grouped(values: Iterable[tuple[int, float]]) -> list[list[float]]:
    """Return values, each with its deal, as groups of those on the same deal."""
    groups: dict[int, list[float]] = defaultdict(list)
    for deal, value in values:
        groups[deal].append(value)
    return list(groups.values())


def rounded(value: float | None) -> float | None:
    """Return a mean, share or time for a file, with six decimals."""
    return None if value is None else round(value, 6)


def points_text(estimate: Estimate | None) -> str:
    """Return a mean with its margin, as `36.1 ± 1.0`; `-` if there is none."""
    if estimate is None:
        return "-"
    margin = "?" if estimate.margin is None else f"{estimate.margin:.1f}"
    return f"{estimate.mean:.1f} ± {margin}"


def share_text(estimate: Estimate, unit: str = "") -> str:
    """Return a share in per cent with its interval, as `84.5 [79.0, 88.7]`."""
    ends = ("?" if end is None else f"{100 * end:.1f}" for end in (estimate.low, estimate.high))
    return f"{100 * estimate.mean:.1f}{unit} [{', '.join(ends)}]"
