"""Ratings: closed forms, another fit of the same model, and changes that must not matter."""

import random
from dataclasses import replace
from math import log10
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bots.contest.game_results import drawn, game, series, tournaments
from urbanist.bots.contest.ratings import SCALE, Rating, fit, strengths
from urbanist.bots.contest.results import GameResult


def rate(bots: int, games: list[GameResult], **told: Any) -> tuple[Rating, ...]:
    return fit(bots, games, **told).ratings


def values(bots: int, games: list[GameResult], **told: Any) -> list[float]:
    return [rating.value for rating in rate(bots, games, resamples=0, **told)]


@pytest.mark.parametrize(
    ("won", "lost", "tied"), [(1, 0, 0), (3, 1, 0), (10, 0, 0), (60, 40, 0), (5, 2, 8), (0, 0, 4)]
)
def test_two_bots_have_the_odds_of_their_wins(won: int, lost: int, tied: int) -> None:
    games = series(((0, 1), (1, 2), won), ((1, 0), (1, 2), lost), ((0, 1), (1, 1), tied))
    first, second = values(2, games)
    odds = (won + tied / 2 + 0.25) / (lost + tied / 2 + 0.25)
    assert first - second == pytest.approx(400 * log10(odds), abs=0.01)
    assert first + second == pytest.approx(3000, abs=0.01)


def test_a_table_counts_as_the_comparisons_in_it() -> None:
    whole = series(((0, 1, 2), (1, 2, 3), 5), ((1, 2, 0), (1, 1, 3), 2))
    apart = series(
        ((0, 1), (1, 2), 5),
        ((0, 2), (1, 2), 5),
        ((1, 2), (1, 2), 5),
        ((1, 2), (1, 1), 2),
        ((1, 0), (1, 2), 2),
        ((2, 0), (1, 2), 2),
    )
    assert values(3, whole) == values(3, apart)


@pytest.mark.parametrize(
    "games",
    [
        [],
        series(((0, 1, 2), (1, 1, 1), 7)),
        series(((0, 1), (1, 2), 4), ((1, 2), (1, 2), 4), ((2, 0), (1, 2), 4)),
        series(((0, 1, 2), (1, 2, 3), 1), ((1, 2, 0), (1, 2, 3), 1), ((2, 0, 1), (1, 2, 3), 1)),
    ],
    ids=["no games", "all tied", "each beats the next", "each seat once"],
)
def test_bots_with_equal_results_have_equal_ratings(games: list[GameResult]) -> None:
    assert values(3, games) == [1500, 1500, 1500]


def test_a_tie_is_half_a_win_and_half_a_loss() -> None:
    tied = series(((0, 1), (1, 1), 6), ((0, 2), (1, 2), 3))
    shared = series(((0, 1), (1, 2), 3), ((0, 1), (2, 1), 3), ((0, 2), (1, 2), 3))
    assert values(3, tied) == values(3, shared)


def test_a_bot_is_not_compared_with_itself() -> None:
    assert values(2, series(((0, 0, 1), (1, 3, 2), 9))) == [1500, 1500]
    assert values(2, series(((0, 0), (1, 2), 9))) == [1500, 1500]


def test_ratings_agree_with_a_fit_of_whole_rankings() -> None:
    import choix  # late: it imports most of scipy, and every process of the suite reads this file

    truth = np.linspace(-1.2, 1.2, 6)
    games = drawn(truth.tolist(), seats=4, deals=3000, seed=11)
    rankings = [tuple(bot for _, bot in sorted(zip(one.ranks, one.bots, strict=True))) for one in games]
    other = SCALE * choix.ilsr_rankings(6, rankings) + 1500
    ratings = np.array(values(6, games))
    assert np.abs(ratings - other).max() < 8
    assert np.abs(ratings - (1500 + SCALE * truth)).max() < 20


def test_a_bot_that_always_wins_has_a_finite_rating_and_an_interval() -> None:
    few, many = (rate(2, series(((0, 1), (1, 2), times)))[0] for times in (5, 200))
    assert 1500 < few.value < many.value < 3000
    for ratings in (few, many):
        assert ratings.low is not None
        assert ratings.high is not None
        assert ratings.low < ratings.value - 20
        assert ratings.value + 20 < ratings.high


def test_bots_that_never_met_are_connected() -> None:
    ratings = values(4, series(((0, 1), (1, 2), 10), ((2, 3), (1, 2), 10)))
    assert ratings[0] == ratings[2] > 1500 > ratings[1] == ratings[3]


def test_an_interval_needs_two_deals() -> None:
    one_deal = [game(number, (0, 1), (1, 2), deal=3) for number in range(10)]
    for rating in (*rate(2, []), *rate(2, one_deal), *rate(2, series(((0, 1), (1, 2), 9)), resamples=0)):
        assert rating.low is rating.high is None
    idle = rate(3, series(((0, 1), (1, 2), 9)))[2]
    assert idle.low is idle.high is None


def test_games_on_one_deal_count_as_one_group() -> None:
    apart = series(((0, 1), (1, 2), 40), ((1, 0), (1, 2), 20))
    together = [replace(game, deal=number // 10) for number, game in enumerate(apart)]
    assert values(2, apart) == values(2, together)
    assert width(rate(2, together)[0]) > 2 * width(rate(2, apart)[0])


def width(rating: Rating) -> float:
    assert rating.low is not None
    assert rating.high is not None
    return rating.high - rating.low


def test_intervals_cover_the_true_rating_about_as_often_as_stated() -> None:
    truth = [-0.75, -0.25, 0.25, 0.75]
    covered = 0
    for seed in range(40):
        games = drawn(truth, seats=4, deals=25, seed=seed, each=4)
        for rating, own in zip(rate(4, games, resamples=100), truth, strict=True):
            assert rating.low is not None
            assert rating.high is not None
            covered += rating.low <= 1500 + SCALE * own <= rating.high
    assert 0.88 < covered / 160 <= 1


def test_an_anchor_moves_all_ratings_by_the_same_amount() -> None:
    games = drawn([0, 0.5, 1], seats=3, deals=30, seed=2)
    free, tied = values(3, games), values(3, games, known={1: 1000.0})
    assert [other - own for own, other in zip(free, tied, strict=True)] == pytest.approx(
        [1000 - free[1]] * 3, abs=0.01
    )
    assert rate(3, games, known={2: 1500.0})[2] == Rating(1500, 1500, 1500)


def test_no_bots_have_no_ratings_and_one_has_the_mean() -> None:
    assert rate(0, []) == ()
    assert rate(3, []) == (Rating(1500, None, None),) * 3
    assert rate(1, series(((0, 0), (1, 2), 3))) == (Rating(1500, 1500, 1500),)


@settings(max_examples=25)
@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_of_games_changes_nothing(games: list[GameResult], chance: random.Random) -> None:
    mixed = games.copy()
    chance.shuffle(mixed)
    assert repr(rate(4, mixed, resamples=4)) == repr(rate(4, games, resamples=4))


@settings(max_examples=25)
@given(tournaments(), st.permutations(range(4)))
def test_the_numbers_of_bots_do_not_matter(games: list[GameResult], names: list[int]) -> None:
    renamed = [replace(game, bots=tuple(names[bot] for bot in game.bots)) for game in games]
    ratings, other = values(4, games), values(4, renamed)
    assert [other[names[bot]] for bot in range(4)] == pytest.approx(ratings, abs=0.002)


@settings(max_examples=25)
@given(tournaments())
def test_ratings_balance_the_comparisons(games: list[GameResult]) -> None:
    """At the maximum, the results of each bot equal their expectation by the strengths, with the prior."""
    ahead = np.full((4, 4), 0.25)
    for one in games:
        for bot, rank in zip(one.bots, one.ranks, strict=True):
            for other, behind in zip(one.bots, one.ranks, strict=True):
                ahead[bot, other] += 0.5 * ((rank < behind) + (rank <= behind))
    np.fill_diagonal(ahead, 0)
    ratings = np.array(values(4, games)) / 400
    chance = 1 / (1 + 10 ** (ratings[None, :] - ratings[:, None]))
    expected = ((ahead + ahead.T) * chance).sum(axis=1)
    assert ahead.sum(axis=1) == pytest.approx(expected, abs=1e-3)


def league_of(bots: int, games: int, seed: int) -> list[GameResult]:
    """Return games of two whose bots are drawn at random."""
    rng = np.random.default_rng(seed)
    truth = rng.normal(0, 1, bots)
    results = []
    for number in range(games):
        one, other = map(int, rng.choice(bots, 2, replace=False))
        ahead = rng.random() < 1 / (1 + np.exp(truth[other] - truth[one]))
        results.append(game(number, (one, other), (1, 2) if ahead else (2, 1), deal=number))
    return results


def test_many_bots_have_ten_tied_games_each_beside_their_own() -> None:
    """The strengths balance, with lighter ties between each two."""
    bots = 40
    games = league_of(bots, 4 * bots, seed=3)
    at = np.array(values(bots, games)) / 400 * np.log(10)
    at -= at.mean()
    won, expected = np.zeros(bots), np.zeros(bots)
    for one in games:
        first, second = one.bots if one.ranks[0] == 1 else one.bots[::-1]
        won[first] += 1
        expected[first] += 1 / (1 + np.exp(at[second] - at[first]))
        expected[second] += 1 / (1 + np.exp(at[first] - at[second]))
    ties = 10 / 39 * (1 / (1 + np.exp(at[None] - at[:, None])))
    np.fill_diagonal(ties, 0)
    expected += ties.sum(1)
    assert won + 5 == pytest.approx(expected, abs=1e-3)


def test_a_bot_that_always_wins_among_many_has_a_finite_rating_and_an_interval() -> None:
    games = [game(number, (0, number + 1), (1, 2), deal=number) for number in range(60)]
    best, *others = rate(80, games)
    assert 1500 < best.value < 3000
    assert best.low is not None
    assert width(best) > 40
    assert len({rating.value for rating in others[:60]}) == 1
    assert others[60].low is None


def test_strengths_too_far_apart_for_floats_are_still_in_order() -> None:
    ahead = np.triu(np.full((100, 100), 1e6), 1)
    ratings = strengths(ahead)
    assert np.isfinite(ratings).all()
    assert (np.diff(ratings) < 0).all()


def test_strengths_of_several_matrices_are_those_of_each_alone() -> None:
    """One of them is fitted with a stronger prior than the others: its own are out of reach."""
    rng = np.random.default_rng(1)
    several = rng.integers(0, 9, (5, 40, 40)).astype(float)
    several[3] = np.triu(np.full((40, 40), 1e15), 1)
    ratings = strengths(several)
    for one, own in zip(several, ratings, strict=True):
        assert own == pytest.approx(strengths(one), abs=1e-8)
