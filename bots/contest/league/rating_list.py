"""The rating list of a league, and the most informative table to play next.

The ratings are those of `urbanist.bots.contest.ratings`: one model for all games of all numbers of seats. Where
anchors have known ratings, the mean of theirs is the mean of the known ones.

The next table is the one that lowers the total variance of the ratings most (A-optimal design; Kiefer 1959): a
comparison of two bots with the expected score p lowers the sum of all variances by w |C d|^2 / (1 + w d'C d), where w =
p (1 - p), C is the covariance of the log-strengths, and d has 1 and -1 for the two. The gain of a table is the sum over
its pairs.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from random import Random

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.contest.league.store import BotVersion
from urbanist.bots.contest.ratings import Rating, RatingFit, expected_scores, fit, prior_of, strengths
from urbanist.bots.contest.results import GameResult, comparisons

#: How much the gain of a table may change by chance, so that the same bots do not meet again and again.
CHANCE = 0.25

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class RatingLine:
    """A line of the list: a bot, its rating, games, share of comparisons that it won, and forfeits.

    `above` is its likelihood of superiority (LOS) over the next one.
    """

    entry: BotVersion
    rating: Rating
    games: int
    share: float | None
    forfeits: int
    above: float | None


class RatingList:
    """All results so far, by comparisons of two bots."""

    def __init__(self, entries: Sequence[BotVersion], games: Iterable[GameResult] = ()) -> None:
        self.entries: list[BotVersion] = []
        self.ahead = np.zeros((0, 0))
        self.games = 0
        self.grow(entries)
        for game in games:
            self.add(game)

    def grow(self, entries: Sequence[BotVersion]) -> None:
        """Take in the bots that have come, and what has changed about the others."""
        more = len(entries) - len(self.entries)
        self.entries = list(entries)
        self.places = {entry.id: place for place, entry in enumerate(entries)}
        self.ahead = np.pad(self.ahead, ((0, more), (0, more)))

    def add(self, game: GameResult) -> None:
        """Count a game."""
        self.games += 1
        for bot, other, share in comparisons(game):
            first, second = self.places[bot], self.places[other]
            self.ahead[first, second] += share
            self.ahead[second, first] += 1 - share

    def covariance(self, playing: Iterable[Sequence[int]] = ()) -> tuple[Numbers, Numbers]:
        """Return the log-strengths and their covariance, as if tables that still play had been played."""
        bots = len(self.entries)
        at = strengths(self.ahead)
        met = self.ahead + self.ahead.T + 2 * prior_of(bots) * (1 - np.eye(bots))
        for table in playing:
            for one, other in combinations([self.places[bot] for bot in table], 2):
                met[one, other] += 1
                met[other, one] += 1
        chance = expected_scores(at[:, None] - at)
        weight = met * chance * (1 - chance)
        ones = np.ones((bots, bots))
        found = np.linalg.inv(np.diag(weight.sum(1)) - weight + ones) - ones / bots**2
        return at, found

    def gains(self, playing: Iterable[Sequence[int]] = ()) -> Numbers:
        """Return by bot and bot how much one comparison of them would lower the sum of all variances."""
        at, spread = self.covariance(playing)
        own, square = np.diag(spread), spread @ spread
        apart = own[:, None] + own - 2 * spread
        far = np.diag(square)[:, None] + np.diag(square) - 2 * square
        chance = expected_scores(at[:, None] - at)
        weight = chance * (1 - chance)
        return np.asarray(weight * far / (1 + weight * apart))

    def next_table(
        self, available: Sequence[int], seats: int, playing: Iterable[Sequence[int]], rng: Random
    ) -> tuple[int, ...]:
        """Return the bots of the most informative table, of those that are available: at least `seats`."""
        gain = self.gains(playing)
        gain *= 1 + CHANCE * np.array([[rng.random() for _ in self.entries] for _ in self.entries])
        places = [self.places[bot] for bot in available]
        first, second = max(combinations(places, 2), key=lambda pair: float(gain[pair]))
        chosen = [first, second]
        while len(chosen) < seats:
            rest = [place for place in places if place not in chosen]
            chosen.append(max(rest, key=lambda place: float(gain[chosen, place].sum())))
        rng.shuffle(chosen)
        return tuple(self.entries[place].id for place in chosen)


def ratings_of(entries: Sequence[BotVersion], games: Iterable[GameResult]) -> dict[int, Rating]:
    """Return the rating of each bot by its id, from the whole list of games; the order of the games does not matter."""
    return scaled(entries, fit_of(entries, games).ratings)


def fit_of(entries: Sequence[BotVersion], games: Iterable[GameResult]) -> RatingFit:
    """Return the fit of the ratings of the bots in their order."""
    places = {entry.id: place for place, entry in enumerate(entries)}
    placed = (replace(game, bots=tuple(places[bot] for bot in game.bots)) for game in games)
    return fit(len(entries), placed)


def scaled(entries: Sequence[BotVersion], ratings: Sequence[Rating]) -> dict[int, Rating]:
    """Return ratings by the ids of the bots, on the scale on which the anchors have their known ones."""
    pairs = list(zip(entries, ratings, strict=True))
    known = [entry.known - rating.value for entry, rating in pairs if entry.known]
    shift = sum(known) / len(known) if known else 0.0

    def shifted(end: float | None) -> float | None:
        return None if end is None else round(end + shift, 3)

    return {
        entry.id: Rating(round(rating.value + shift, 3), shifted(rating.low), shifted(rating.high))
        for entry, rating in pairs
    }


def lines_of(rating_list: RatingList, games: Sequence[GameResult]) -> list[RatingLine]:
    """Return the list, the best first."""
    found = fit_of(rating_list.entries, games)
    ratings, likely = scaled(rating_list.entries, found.ratings), found.superiority()
    order = sorted(
        range(len(rating_list.entries)), key=lambda place: -ratings[rating_list.entries[place].id].value
    )
    played = Counter(bot for game in games for bot in {*game.bots})
    lost = Counter(game.bots[lost.seat] for game in games for lost in game.lost)
    lines = []
    for rank, place in enumerate(order):
        entry = rating_list.entries[place]
        won, met = (
            rating_list.ahead[place].sum(),
            (rating_list.ahead[place] + rating_list.ahead[:, place]).sum(),
        )
        above = float(likely[place, order[rank + 1]]) if rank + 1 < len(order) else None
        share = float(won / met) if met else None
        lines.append(RatingLine(entry, ratings[entry.id], played[entry.id], share, lost[entry.id], above))
    return lines
