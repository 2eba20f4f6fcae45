"""The rating list of a league from the sums that its store keeps, and the most informative table to play next.

The ratings are those of `urbanist.bots.contest.ratings`: one model for all games of all numbers of seats. The mean of
the anchors' ratings is that of their known ones. Intervals are those of the last note of the history, around the
ratings of now.

The next table is the one that lowers the total variance of the ratings most (A-optimal design; Kiefer 1959): a
comparison of two bots with the expected score p lowers the sum of all variances by w |C d|^2 / (1 + w d'C d), where w =
p (1 - p), C is the covariance of the log-strengths, and d has 1 and -1 for the two. The gain of a table is the sum over
its pairs.
"""

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import sqrt
from random import Random
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.contest.league.store import BotVersion, LeagueStore, Totals
from urbanist.bots.contest.ratings import Rating, expected_scores, prior_of, scaled, strengths
from urbanist.bots.contest.results import Pairs
from urbanist.bots.contest.standings import WIDEST, Standing, Standings

#: How much the gain of a table may change by chance, so that the same bots do not meet again and again.
CHANCE = 0.25

Numbers = NDArray[np.float64]


def listed(store: LeagueStore) -> Standings:
    """Return the list as it stands; anchors and retired bots are marked in their names."""
    entries, sums, totals, lost = store.bots(), store.sums(), store.totals(), store.forfeits()
    won = matrix(sums, len(entries))
    at = strengths(won)
    values = scaled(at, anchors(entries))
    noted = store.intervals()
    lines = []
    for entry, value in zip(entries, values.tolist(), strict=True):
        of = totals.get(entry.id, Totals())
        lines.append(
            Standing(
                entry.id,
                entry.shown,
                around(value, noted.get(entry.id)),
                of.games,
                None,
                None,
                tuple(lost.get(entry.id, ())),
                of.moves,
                of.seconds,
                of.late,
            )
        )
    lines.sort(key=lambda line: (-line.rating.value, line.bot))
    games, forfeited, tables = store.counts()
    ahead = {(bot, other): won for bot, other, won in sums}
    met = {(bot, other): round(won + ahead[other, bot]) for (bot, other), won in ahead.items()}
    likely = likelihoods(at, won) if 0 < len(lines) <= WIDEST else None
    return Standings(tuple(lines), Pairs(ahead, met), games, tables, None, forfeited, likely)


def anchors(entries: Sequence[BotVersion]) -> dict[int, float]:
    """Return the known ratings of the anchors."""
    return {entry.id: entry.known for entry in entries if entry.known is not None}


def matrix(sums: Iterable[tuple[int, int, float]], bots: int) -> Numbers:
    """Return sums as a matrix by bot and bot."""
    ahead = np.zeros((bots, bots))
    for bot, other, won in sums:
        ahead[bot, other] = won
    return ahead


def around(value: float, noted: Rating | None) -> Rating:
    """Return a rating with the interval of an earlier one."""
    value = round(value, 3)
    if noted is None or noted.low is None or noted.high is None:
        return Rating(value, None, None)
    low, high = (round(value + end - noted.value, 3) for end in (noted.low, noted.high))
    return Rating(value, low, high)


def likelihoods(at: Numbers, ahead: Numbers) -> dict[tuple[int, int], float]:
    """Return the likelihood of superiority (LOS) of the first of each two bots that have played: of normal errors."""
    spread = covariance(at, ahead)
    likelihoods = {}
    for one, other in combinations(np.flatnonzero((ahead + ahead.T).sum(0)).tolist(), 2):
        deviation = sqrt(spread[one, one] + spread[other, other] - 2 * spread[one, other])
        better = NormalDist().cdf(float(at[one] - at[other]) / deviation)
        likelihoods[one, other], likelihoods[other, one] = better, 1 - better
    return likelihoods


def covariance(at: Numbers, ahead: Numbers, playing: Iterable[Sequence[int]] = ()) -> Numbers:
    """Return the covariance of log-strengths; tables that still play count as played."""
    bots = len(ahead)
    met = ahead + ahead.T + 2 * prior_of(bots) * (1 - np.eye(bots))
    for table in playing:
        for one, other in combinations(table, 2):
            met[one, other] += 1
            met[other, one] += 1
    chance = expected_scores(at[:, None] - at)
    told, ones = met * chance * (1 - chance), np.ones((bots, bots))
    return np.asarray(np.linalg.inv(np.diag(told.sum(1)) - told + ones) - ones / bots**2)


def gains(ahead: Numbers, playing: Iterable[Sequence[int]] = ()) -> Numbers:
    """Return by bot and bot how much one comparison of them would lower the sum of all variances.

    `ahead` is as in `strengths`.
    """
    at = strengths(ahead)
    spread = covariance(at, ahead, playing)
    own, square = np.diag(spread), spread @ spread
    apart = own[:, None] + own - 2 * spread
    far = np.diag(square)[:, None] + np.diag(square) - 2 * square
    chance = expected_scores(at[:, None] - at)
    weight = chance * (1 - chance)
    return np.asarray(weight * far / (1 + weight * apart))


def next_table(
    ahead: Numbers, available: Sequence[int], seats: int, playing: Iterable[Sequence[int]], rng: Random
) -> tuple[int, ...]:
    """Return the bots of the most informative table, of those that are available: at least `seats`."""
    bots = range(len(ahead))
    gain = gains(ahead, playing) * (1 + CHANCE * np.array([[rng.random() for _ in bots] for _ in bots]))
    chosen = list(max(combinations(available, 2), key=lambda pair: float(gain[*pair])))
    while len(chosen) < seats:
        rest = [bot for bot in available if bot not in chosen]
        chosen.append(max(rest, key=lambda bot: float(gain[chosen, bot].sum())))
    rng.shuffle(chosen)
    return tuple(chosen)
