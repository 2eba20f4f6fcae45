"""What games came to: means with 95 % intervals, pure functions of numbers.

Games on the same deal are no independent witnesses. They count as one group, and the interval comes from how
groups differ: a ratio estimate (total over number of games) with the standard error of clusters, and
Student's t with one degree less than there are groups.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

#: 97.5 % quantiles of Student's t for 1, 2, ... degrees of freedom, and of the normal distribution for more.
STUDENT = (
    12.706,
    4.303,
    3.182,
    2.776,
    2.571,
    2.447,
    2.365,
    2.306,
    2.262,
    2.228,
    2.201,
    2.179,
    2.160,
    2.145,
    2.131,
    2.120,
    2.110,
    2.101,
    2.093,
    2.086,
    2.080,
    2.074,
    2.069,
    2.064,
    2.060,
    2.056,
    2.052,
    2.048,
    2.045,
    2.042,
)
NORMAL = 1.960


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, and how far to either side the truth may lie; None where one group tells nothing of it."""

    mean: float
    margin: float | None


def estimate(groups: Sequence[Sequence[float]]) -> Estimate:
    """Return the mean of all values of all groups, with the margin of its 95 % interval."""
    count = sum(map(len, groups))
    mean = sum(map(sum, groups)) / count
    if len(groups) < 2:
        return Estimate(mean, None)
    spread = sum((sum(group) - mean * len(group)) ** 2 for group in groups)
    error = sqrt(spread * len(groups) / (len(groups) - 1)) / count
    return Estimate(mean, student(len(groups) - 1) * error)


def student(degrees: int) -> float:
    """Return how many standard errors 95 % lie within."""
    return STUDENT[degrees - 1] if degrees <= len(STUDENT) else NORMAL


def win_shares(ranks: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's share of a win: those of rank 1 share it."""
    winners = sum(rank == 1 for rank in ranks)
    return tuple((rank == 1) / winners for rank in ranks)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one game came to for one bot: the deal it was played on, points, share of the win."""

    deal: int
    points: float
    win: float


@dataclass(frozen=True, slots=True)
class Line:
    """One bot's line of a table: its games, mean points, win share."""

    games: int
    points: Estimate
    win: Estimate


def line(outcomes: Sequence[Outcome]) -> Line:
    """Return the line of a bot's games, at least one."""
    by_deal: Mapping[int, list[Outcome]] = {outcome.deal: [] for outcome in outcomes}
    for outcome in outcomes:
        by_deal[outcome.deal].append(outcome)
    points = estimate([[outcome.points for outcome in group] for group in by_deal.values()])
    win = estimate([[outcome.win for outcome in group] for group in by_deal.values()])
    # A share lies between 0 and 1: nothing is farther from it than that.
    margin = None if win.margin is None else min(win.margin, 1.0)
    return Line(len(outcomes), points, Estimate(win.mean, margin))
