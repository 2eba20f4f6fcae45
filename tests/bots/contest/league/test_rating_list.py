"""The list of a league: ratings as from the whole list at once, and the table that would tell most."""

import random
from dataclasses import replace
from itertools import combinations
from math import exp

import numpy as np
import pytest

from tests.bots.contest.game_results import drawn, series
from urbanist.bots.contest.league.rating_list import RatingList, lines_of, ratings_of
from urbanist.bots.contest.league.store import BotVersion
from urbanist.bots.contest.ratings import PRIOR, fit, strengths
from urbanist.engine.record import Lost


def entries(number: int, **known: float) -> list[BotVersion]:
    return [
        BotVersion(bot, f"b{bot}", 1, "greedy", "/", known.get(f"b{bot}"), "", None)
        for bot in range(1, number + 1)
    ]


def of_ids(games):
    """Return games with the numbers of a league, which count from 1."""
    return [replace(game, bots=tuple(bot + 1 for bot in game.bots)) for game in games]


def test_the_ratings_are_those_of_the_whole_list_at_once_in_any_order() -> None:
    games = drawn([-0.5, 0, 0.5, 1], seats=3, deals=20, seed=5)
    found = ratings_of(entries(4), of_ids(games))
    assert [found[bot] for bot in range(1, 5)] == list(fit(4, games).ratings)
    shuffled = of_ids(games)
    random.Random(1).shuffle(shuffled)
    assert ratings_of(entries(4), shuffled) == found


def test_a_ladder_that_grew_with_games_and_bots_equals_one_of_the_whole_list() -> None:
    early = of_ids(drawn([0, 1], seats=2, deals=10, seed=1))
    late = of_ids(drawn([0, 1, 2], seats=3, deals=10, seed=2))
    grown = RatingList(entries(2), early)
    grown.grow(entries(3))
    for game in late:
        grown.add(game)
    whole = RatingList(entries(3), late + early)
    assert grown.games == whole.games == 20
    assert (grown.ahead == whole.ahead).all()


def test_anchors_have_on_the_mean_the_ratings_that_are_known() -> None:
    games = of_ids(drawn([0, 0.5, 1], seats=3, deals=30, seed=3))
    found = ratings_of(entries(3, b1=1000.0, b3=1300.0), games)
    assert (found[1].value + found[3].value) / 2 == pytest.approx(1150, abs=0.01)
    free = ratings_of(entries(3), games)
    assert found[2].value - found[1].value == pytest.approx(free[2].value - free[1].value, abs=0.01)


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
    rating_list = RatingList(entries(4), of_ids(drawn([-1, 0, 0.2, 1.5], seats=2, deals=12, seed=4)))
    gain, before = rating_list.gains(), variances(rating_list.ahead)
    for pair in combinations(range(4), 2):
        assert gain[pair] == pytest.approx(before - variances(rating_list.ahead, pair), rel=1e-6)


def test_who_has_played_nothing_plays_first_and_not_alone() -> None:
    rating_list = RatingList(entries(4), of_ids(drawn([0, 0.1, 0.2], seats=3, deals=40, seed=4)))
    for seed in range(5):
        assert 4 in rating_list.next_table([1, 2, 3, 4], 3, [], random.Random(seed))
    assert set(rating_list.next_table([1, 3], 2, [], random.Random(0))) == {1, 3}


def test_a_table_that_is_being_played_counts_as_played() -> None:
    rating_list = RatingList(entries(6))
    tables: list[tuple[int, ...]] = []
    for _ in range(3):
        tables.append(rating_list.next_table(range(1, 7), 2, tables, random.Random(0)))
    assert len({frozenset(table) for table in tables}) == 3


def test_a_line_says_what_a_bot_did() -> None:
    games = of_ids(series(((0, 1), (1, 2), 30), ((1, 0), (1, 2), 10)))
    games[0] = replace(games[0], lost=(Lost(1, "crash", 1, ""),))
    first, last = lines_of(RatingList(entries(2), games), games)
    assert (first.entry.id, first.games, first.share, first.forfeits) == (1, 40, 0.75, 0)
    assert (last.games, last.share, last.forfeits, last.above) == (40, 0.25, 1, None)
    assert first.above == 1.0
    # Of 40 deals, of which 23 were won, resamples have more than 20 won ones with P = 0.83 (a binomial distribution).
    games = of_ids(series(((0, 1), (1, 2), 23), ((1, 0), (1, 2), 17)))
    assert lines_of(RatingList(entries(2), games), games)[0].above == pytest.approx(0.83, abs=0.04)
