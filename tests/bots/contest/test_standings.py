"""Standings: lines computed by hand, their order, and independence of the order of games."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bots.contest.game_results import drawn, game, tournaments
from urbanist.bots.contest.results import GameResult
from urbanist.bots.contest.standings import Standing, standings
from urbanist.bots.match.intervals import share_estimate

NAMES = ("ann", "ben", "cleo")
#: Two deals, each played twice; cleo forfeits once, and meets ann at one table only.
GAMES = [
    game(0, (0, 1), (1, 2), deal=0, points=(30, 20)),
    game(1, (1, 0), (1, 1), deal=0, points=(25, 25)),
    game(2, (0, 1), (2, 1), deal=1, points=(20, 40)),
    game(3, (1, 0, 2), (2, 1, 3), deal=1, points=(10, 41, 9), forfeits=((2, "time"),)),
]


def by_name(games: list[GameResult]) -> dict[str, Standing]:
    return {line.name: line for line in standings(NAMES, games, resamples=20).lines}


def test_a_line_worked_out_by_hand() -> None:
    ann = by_name(GAMES)["ann"]
    assert (ann.bot, ann.games) == (0, 4)
    assert ann.points is not None
    assert ann.points.mean == 29
    # 1 + 1/2 on the first deal, 0 + 1 on the second: with two deals the interval is almost all of 0 to 1.
    assert ann.win == share_estimate([[1, 0.5], [0, 1]])
    assert ann.win.mean == 0.625
    assert (ann.win.low or 0) < 0.05
    assert (ann.win.high or 0) > 0.95
    assert ann.moves == 40
    assert ann.seconds == pytest.approx(0.4)
    assert ann.seconds_a_move == pytest.approx(0.01)
    assert ann.moves_a_second == pytest.approx(100)


def test_forfeits_are_counted_by_bot_and_reason() -> None:
    games = [
        game(number, (0, 2), (1, 2), forfeits=((1, reason),))
        for number, reason in enumerate(("time", "crash", "time"))
    ]
    lines = by_name(games)
    assert lines["cleo"].forfeits == (("crash", 1), ("time", 2))
    assert lines["ann"].forfeits == ()


def test_points_are_means_over_games_that_the_bot_finished() -> None:
    games = [
        game(0, (0, 2), (1, 2), points=(30, 20)),
        game(1, (2, 1, 0), (3, 1, 2), points=(99, 40, 10), forfeits=((0, "crash"),)),
        game(2, (1, 2), (1, 2), points=(5, 88), forfeits=((1, "time"),)),
        game(3, (1, 0), (1, 2), points=(5, 77), forfeits=((1, "time"),)),
    ]
    lines = by_name(games)
    cleo = lines["cleo"]
    assert cleo.points is not None
    assert cleo.win is not None
    assert (cleo.games, cleo.points.mean, cleo.win.mean) == (3, 20, 0)
    assert lines["ann"].points is not None
    assert lines["ben"].points is not None
    assert lines["ann"].points.mean == 20
    assert lines["ben"].points.mean == pytest.approx(50 / 3)
    only = by_name([game(0, (0, 1), (1, 2), points=(30, 99), forfeits=((1, "time"),))])["ben"]
    assert (only.games, only.points, only.forfeits) == (1, None, (("time", 1),))


def test_a_bot_without_games_has_a_line_without_means() -> None:
    cleo = by_name(GAMES[:1])["cleo"]
    assert cleo.games == 0
    assert cleo.points is cleo.win is None
    assert cleo.rating.low is None
    assert cleo.seconds_a_move is cleo.moves_a_second is None


def test_both_seats_of_a_bot_count() -> None:
    ann = by_name([game(0, (0, 0, 1), (1, 3, 2), points=(30, 10, 20))])["ann"]
    assert (ann.games, ann.moves) == (1, 20)
    assert ann.points is not None
    assert ann.win is not None
    assert (ann.points.mean, ann.win.mean) == (20, 0.5)


def test_lines_are_sorted_by_rating_and_pairs_by_bot() -> None:
    results = standings(NAMES, drawn([0, 2, 1], seats=3, deals=40, seed=1), resamples=0)
    assert [line.name for line in results.lines] == ["ben", "cleo", "ann"]
    best, _, worst = results.lines
    assert results.share(best, worst) == results.pairs.share(1, 0)
    assert results.met(best, worst) == 40
    assert (results.games, results.deals) == (40, 40)


def test_equal_bots_keep_the_order_of_their_names() -> None:
    assert [line.name for line in standings(NAMES, []).lines] == [*NAMES]


def test_the_anchor_is_found_by_name() -> None:
    results = standings(NAMES, GAMES, anchor="ben", at=1000)
    assert {line.name: line.rating.value for line in results.lines}["ben"] == 1000
    assert results.anchor == "ben"
    with pytest.raises(ValueError, match=r"anchor 'dora': no such bot; there are ann, ben, cleo"):
        standings(NAMES, GAMES, anchor="dora")


@settings(max_examples=25)
@given(tournaments(), st.randoms(use_true_random=False))
def test_the_order_of_games_changes_nothing(games: list[GameResult], chance: random.Random) -> None:
    mixed = games.copy()
    chance.shuffle(mixed)
    names = ("a", "b", "c", "d")
    assert repr(standings(names, mixed, resamples=2)) == repr(standings(names, games, resamples=2))
