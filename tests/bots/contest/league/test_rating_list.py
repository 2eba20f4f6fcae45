"""The list of a league: ratings as from the whole list at once, and the table that would tell most."""

import random
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations
from math import exp
from pathlib import Path

import numpy as np
import pytest

from tests.bots.contest.game_results import drawn, series
from urbanist.bots.contest.league.rating_list import gains, listed, next_table
from urbanist.bots.contest.league.store import LeagueStore
from urbanist.bots.contest.ratings import PRIOR, fit, strengths
from urbanist.bots.contest.results import GameResult, comparisons
from urbanist.bots.contest.standings import Standings, standings

NAMES = ("a", "b", "c", "d")


def ahead_of(games: Iterable[GameResult], bots: int) -> np.ndarray:
    """Return by bot and bot how often the first came in ahead of the second."""
    ahead = np.zeros((bots, bots))
    for game in games:
        for one, other, share in comparisons(game):
            ahead[one, other] += share
            ahead[other, one] += 1 - share
    return ahead


@pytest.fixture
def league(tmp_path: Path) -> Iterable[Callable[..., Standings]]:
    """Give a function that returns the list of a league with these games, whose anchors have known ratings."""
    with LeagueStore(tmp_path) as store:

        def after(games: list[GameResult], bots: int, noted: int | None = None, **known: float) -> Standings:
            for name in NAMES[:bots]:
                store.enter(name, "greedy", known.get(name))
            for game in games:
                table = store.make_table(game.bots).deal
                with store.transaction():
                    store._count(replace(game, id=f"{table}.1"))
            if noted is not None:
                store.note(noted, enumerate(fit(bots, games[:noted]).ratings))
            return listed(store)

        yield after


def test_the_list_from_sums_is_that_of_the_whole_games_at_once(league: Callable[..., Standings]) -> None:
    games = drawn([-0.5, 0, 0.5, 1], seats=3, deals=20, seed=5)
    shown, whole = league(games, 4, noted=len(games)), standings(NAMES, games)
    assert [(line.name, line.games, line.rating) for line in shown.lines] == [
        (line.name, line.games, line.rating) for line in whole.lines
    ]
    assert [shown.ahead(line) for line in shown.lines] == pytest.approx(
        [whole.ahead(line) for line in whole.lines]
    )
    assert (shown.games, shown.forfeited) == (len(games), 0)


def test_an_interval_of_fewer_games_stands_around_the_rating_of_now(league: Callable[..., Standings]) -> None:
    games = drawn([-0.5, 0, 0.5], seats=2, deals=40, seed=5)
    shown, earlier = league(games, 3, noted=30), fit(3, games[:30]).ratings
    for line in shown.lines:
        low, high = line.rating.low, line.rating.high
        assert low is not None
        assert high is not None
        assert low < line.rating.value < high
        before = earlier[line.bot]
        assert before.low is not None
        assert before.high is not None
        assert high - low == pytest.approx(before.high - before.low)


def test_anchors_have_on_the_mean_the_ratings_that_are_known(league: Callable[..., Standings]) -> None:
    games = drawn([0, 0.5, 1], seats=3, deals=30, seed=3)
    ratings = {line.bot: line.rating.value for line in league(games, 3, a=1000.0, c=1300.0).lines}
    assert (ratings[0] + ratings[2]) / 2 == pytest.approx(1150, abs=0.01)
    free = fit(3, games).ratings
    assert ratings[1] - ratings[0] == pytest.approx(free[1].value - free[0].value, abs=0.01)


def test_how_likely_one_is_better_than_the_next(league: Callable[..., Standings]) -> None:
    # Of 40 deals, of which 23 were won, resamples have more than 20 won ones with P = 0.83 (a binomial distribution).
    games = series(((0, 1), (1, 2), 23), ((1, 0), (1, 2), 17))
    shown = league(games, 2, noted=40)
    one, other = shown.lines
    assert shown.better(one, other) == pytest.approx(0.83, abs=0.05)
    assert shown.better(other, one) == pytest.approx(0.17, abs=0.05)


def variances(ahead: np.ndarray, more: tuple[int, int] | None = None) -> float:
    """Return the sum of the variances of the log-strengths, from the definition: the inverse of the information."""
    at, bots = strengths(ahead), len(ahead)
    information = np.zeros((bots, bots))
    for one, other in combinations(range(bots), 2):
        chance = 1 / (1 + exp(at[other] - at[one]))
        times = ahead[one, other] + ahead[other, one] + 2 * PRIOR + ((one, other) == more)
        step = np.zeros(bots)
        step[one], step[other] = 1, -1
        information += times * chance * (1 - chance) * np.outer(step, step)
    return float(np.trace(np.linalg.pinv(information)))


def test_the_gain_of_a_pair_is_how_much_its_comparison_lowers_the_sum_of_the_variances() -> None:
    ahead = ahead_of(drawn([-1, 0, 0.2, 1.5], seats=2, deals=12, seed=4), 4)
    gain, before = gains(ahead), variances(ahead)
    for pair in combinations(range(4), 2):
        assert gain[pair] == pytest.approx(before - variances(ahead, pair), rel=1e-6)


def test_who_has_played_nothing_plays_first_and_not_alone() -> None:
    ahead = ahead_of(drawn([0, 0.1, 0.2], seats=3, deals=40, seed=4), 4)
    for seed in range(5):
        assert 3 in next_table(ahead, [0, 1, 2, 3], 3, [], random.Random(seed))
    assert set(next_table(ahead, [0, 2], 2, [], random.Random(0))) == {0, 2}


def test_a_table_that_is_being_played_counts_as_played() -> None:
    tables: list[tuple[int, ...]] = []
    for _ in range(3):
        tables.append(next_table(np.zeros((6, 6)), range(6), 2, tables, random.Random(0)))
    assert len({frozenset(table) for table in tables}) == 3
