"""What games came to: means and shares with 95 % intervals, pure functions of numbers.

Games on the same deal resemble each other. They count as one group, and every interval comes from how groups
differ, with one degree of freedom less than there are groups.

A mean has the interval of Student's t around a ratio estimate (total over number of games).

A share lies between 0 and 1. It has Jeffreys' interval, the middle 95 % of a beta distribution, for as many
independent games as its groups are worth: the effective sample size of Korn and Graubard (1998). Where every game
was won, or every group came to the same, groups show no differences. So the prior of Jeffreys, half a game won
and half a game lost, is counted among the groups. It weighs the square root of the size of a group: in simulations
of 1 to 18 games a deal the interval then held the truth in 93 % or more of all cases, at shares of 0.5 to 0.995.
With one game a deal this is Jeffreys' interval itself.
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
    """A mean, and the ends of its 95 % interval; None where one group tells nothing of it."""

    mean: float
    low: float | None
    high: float | None

    @property
    def margin(self) -> float | None:
        """How far the farther end of the interval lies from the mean."""
        if self.low is None or self.high is None:
            return None
        return max(self.mean - self.low, self.high - self.mean)


def mean_estimate(groups: Sequence[Sequence[float]]) -> Estimate:
    """Return the mean of all values of all groups, with an interval that is as wide to both sides."""
    count = sum(map(len, groups))
    mean = sum(map(sum, groups)) / count
    return _mean(len(groups), count, mean, _spread(groups, mean))


def _mean(groups: int, count: float, mean: float, spread: float) -> Estimate:
    """Return a mean with its interval; `spread` is the sum of the squares by which the groups' totals miss it."""
    if groups < 2:
        return Estimate(mean, None, None)
    error = sqrt(spread * groups / (groups - 1)) / count
    margin = student(groups - 1) * error
    return Estimate(mean, mean - margin, mean + margin)


def share_estimate(groups: Sequence[Sequence[float]]) -> Estimate:
    """Return the mean of values from 0 to 1, with an interval that stays between 0 and 1 and is never a point."""
    count, total = sum(map(len, groups)), sum(map(sum, groups))
    return _share(len(groups), count, total, lambda mean: _spread(groups, mean))


def _share(groups: int, count: float, total: float, spread: Callable[[float], float]) -> Estimate:
    """Return a share with its interval; `spread(mean)` is the sum of the squares by which groups miss a mean."""
    if groups < 2:
        return Estimate(total / count, None, None)
    won, lost = _worth(groups, count, total, spread)
    low = 0.0 if total == 0 else beta_quantile(won, lost, 1 - UPPER)
    high = 1.0 if total == count else beta_quantile(won, lost, UPPER)
    return Estimate(total / count, min(low, total / count), max(high, total / count))


def chance_above_half(groups: Sequence[Sequence[float]]) -> float | None:
    """Return how likely the true mean of values from 0 to 1 is above 1/2; None where one group tells nothing of it.

    It belongs to the distribution whose middle 95 % are the interval of `share_estimate`.
    """
    if len(groups) < 2:
        return None
    count, total = sum(map(len, groups)), sum(map(sum, groups))
    won, lost = _worth(len(groups), count, total, lambda mean: _spread(groups, mean))
    return 1 - beta_share(won, lost, 0.5)


def _spread(groups: Sequence[Sequence[float]], mean: float) -> float:
    return sum((sum(group) - mean * len(group)) ** 2 for group in groups)


def _worth(groups: int, count: float, total: float, spread: Callable[[float], float]) -> tuple[float, float]:
    """Return how many independent games, won and lost, two or more groups are worth."""
    prior = sqrt(count / groups)
    games = count + prior
    mean = (total + prior / 2) / games
    # The prior is two groups of this size, won and lost, of which each counts half.
    missed = spread(mean) + prior**2 * (mean**2 + (1 - mean) ** 2) / 2
    effective = mean * (1 - mean) * games**2 / missed * _for_few(groups, count)
    return mean * effective, (1 - mean) * effective


def _for_few(groups: int, games: float) -> float:
    """Return which part of the effective sample size is left, as few groups tell little of how they differ."""
    degrees = student(games - 1) / student(groups - 1)
    return degrees**2 * (1 - 1 / groups) / (1 - 1 / games)


@lru_cache(maxsize=1024)
def student(degrees: float) -> float:
    """Return how many standard errors 95 % lie within, by Student's t."""
    # t² / (degrees + t²) has a beta distribution.
    share = beta_quantile(0.5, degrees / 2, 2 * UPPER - 1)
    return sqrt(degrees * share / (1 - share))


def beta_share(a: float, b: float, x: float) -> float:
    """Return which share of a beta distribution lies below x: the regularized incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1 - _below(b, a, 1 - x)
    return _below(a, b, x)


def _below(a: float, b: float, x: float) -> float:
    """Return the same by a continued fraction, which converges fast up to about the mean (DLMF 8.17.22).

    It is evaluated from the front (Lentz 1976).
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
    """Return below what a share of a beta distribution lies: Newton's method, within bounds that close in."""
    low, high, x = 0.0, 1.0, a / (a + b)
    while True:
        missed = beta_share(a, b, x) - share
        if missed > 0:
            high = x
        else:
            low = x
        power = _power(a, b, x)
        found = x - missed * x * (1 - x) / power if power else high
        if not low < found < high:
            found = (low + high) / 2
        if abs(found - x) <= 10 * PRECISION * x or found in (low, high):
            return found
        x = found


#: The numbers of groups, weights, totals, their squares, the products of both, and squares of weights, see `Sums`.
PARTS = 6
Sums = npt.NDArray[np.float64]


def sums_of(weights: npt.ArrayLike, totals: npt.ArrayLike) -> Sums:
    """Return what estimates over groups need: [6, ...] from the weight and the total of each group, [groups, ...].

    Sums of more groups are added to them, so that millions of groups need no memory. A group without weight does not
    count.
    """
    weight, total = np.broadcast_arrays(np.asarray(weights, np.float64), np.asarray(totals, np.float64))
    parts = (weight != 0, weight, total, total * total, total * weight, weight * weight)
    return np.stack([part.sum(axis=0) for part in parts])


def mean_of(sums: npt.NDArray[Any]) -> Estimate | None:
    """Return the mean of the groups of sums, [6], as `mean_estimate` finds it; None if there are none."""
    groups, weight, total, *_ = map(float, sums)
    if weight == 0:
        return None
    return _mean(round(groups), weight, total / weight, _missed(sums, total / weight))


def share_of(sums: npt.NDArray[Any]) -> Estimate | None:
    """Return the share of the groups of sums, [6], as `share_estimate` finds it; None if there are none."""
    groups, weight, total, *_ = map(float, sums)
    return _share(round(groups), weight, total, lambda mean: _missed(sums, mean)) if weight else None


def _missed(sums: npt.NDArray[Any], mean: float) -> float:
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
    """Return a mean, share or time for a file: with more places than the number of games justifies."""
    return None if value is None else round(value, 6)


def points_text(found: Estimate | None) -> str:
    """Return a mean with its margin, as `36.1 ± 1.0`; `-` if there is none."""
    if found is None:
        return "-"
    margin = "?" if found.margin is None else f"{found.margin:.1f}"
    return f"{found.mean:.1f} ± {margin}"


def share_text(found: Estimate, unit: str = "") -> str:
    """Return a share in per cent with the ends of its interval, which lie unequally far, as `84.5 [79.0, 88.7]`."""
    ends = ("?" if end is None else f"{100 * end:.1f}" for end in (found.low, found.high))
    return f"{100 * found.mean:.1f}{unit} [{', '.join(ends)}]"
