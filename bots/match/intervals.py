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
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt

from urbanist.bots.match.beta import beta_below, beta_quantile

#: How much of a distribution lies below the upper end of its middle 95 %.
UPPER = 0.975


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
    if len(groups) < 2:
        return Estimate(mean, None, None)
    spread = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
    error = sqrt(spread * len(groups) / (len(groups) - 1)) / count
    margin = student(len(groups) - 1) * error
    return Estimate(mean, mean - margin, mean + margin)


def share_estimate(groups: Sequence[Sequence[float]]) -> Estimate:
    """Return the mean of values from 0 to 1, with an interval that stays between 0 and 1 and is never a point."""
    count, total = sum(map(len, groups)), sum(map(sum, groups))
    if len(groups) < 2:
        return Estimate(total / count, None, None)
    won, lost = _worth(groups)
    low = 0.0 if total == 0 else beta_quantile(won, lost, 1 - UPPER)
    high = 1.0 if total == count else beta_quantile(won, lost, UPPER)
    return Estimate(total / count, min(low, total / count), max(high, total / count))


def chance_above_half(groups: Sequence[Sequence[float]]) -> float | None:
    """Return how likely the true mean of values from 0 to 1 is above 1/2; None where one group tells nothing of it.

    It belongs to the distribution whose middle 95 % are the interval of `share_estimate`.
    """
    if len(groups) < 2:
        return None
    won, lost = _worth(groups)
    return 1 - beta_below(won, lost, 0.5)


def _worth(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Return how many independent games, won and lost, two or more groups are worth."""
    count, total = sum(map(len, groups)), sum(map(sum, groups))
    prior = sqrt(count / len(groups))
    games = count + prior
    mean = (total + prior / 2) / games
    spread = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
    # The prior is two groups of this size, won and lost, of which each counts half.
    spread += prior**2 * (mean**2 + (1 - mean) ** 2) / 2
    effective = mean * (1 - mean) * games**2 / spread * _for_few(len(groups), count)
    return mean * effective, (1 - mean) * effective


def _for_few(groups: int, games: int) -> float:
    """Return which part of the effective sample size is left, as few groups tell little of how they differ."""
    degrees = student(games - 1) / student(groups - 1)
    return degrees**2 * (1 - 1 / groups) / (1 - 1 / games)


@cache
def student(degrees: int) -> float:
    """Return how many standard errors 95 % lie within, by Student's t."""
    # degrees / (degrees + t**2) has a beta distribution.
    found = beta_quantile(degrees / 2, 0.5, 2 * (1 - UPPER))
    return sqrt(degrees * (1 - found) / found)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one game came to for one bot: the deal it was played on, points (None: a stand-in ended it), win share."""

    deal: int
    points: float | None
    win: float


@dataclass(frozen=True, slots=True)
class Line:
    """One bot's line of a table: its games, mean points of those that it finished (None: of none), win share."""

    games: int
    points: Estimate | None
    win: Estimate


def line(outcomes: Sequence[Outcome]) -> Line:
    """Return the line of a bot's games, at least one."""
    points: dict[int, list[float]] = defaultdict(list)
    wins: dict[int, list[float]] = defaultdict(list)
    for outcome in outcomes:
        wins[outcome.deal].append(outcome.win)
        if outcome.points is not None:
            points[outcome.deal].append(outcome.points)
    mean = mean_estimate(list(points.values())) if points else None
    return Line(len(outcomes), mean, share_estimate(list(wins.values())))


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
