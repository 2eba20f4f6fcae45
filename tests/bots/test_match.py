"""Schedules: who sits where, on which deal, with which seeds."""

from urbanist.bots.match import Match, derived, played
from urbanist.bots.scoreboard import Scoreboard

MATCH = Match("metropolys", ("greedy", "random", "random:seed=2"), 6, 5)


def test_every_bot_sits_everywhere_on_every_deal() -> None:
    assert [MATCH.seating(number) for number in range(4)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    assert [MATCH.deal_number(number) for number in range(7)] == [0, 0, 0, 1, 1, 1, 2]


def test_fixed_seats_have_a_new_deal_each_game() -> None:
    match = Match("metropolys", ("greedy", "random"), 3, 5, fixed=True)
    assert [match.seating(number) for number in range(3)] == [(0, 1)] * 3
    assert [match.deal_number(number) for number in range(3)] == [0, 1, 2]


def test_a_game_follows_from_its_number_alone() -> None:
    assert [game.record for game in played(MATCH)] == [MATCH.play(number).record for number in range(6)]


def test_seeds_differ_by_every_part() -> None:
    parts = [(seed, what, number) for seed in range(3) for what in ("deal", "seat") for number in range(50)]
    assert len({derived(*part) for part in parts}) == len(parts)
    assert all(0 <= derived(*part) < 2**32 for part in parts)


def test_points_and_wins_follow_the_bot_from_seat_to_seat() -> None:
    board = Scoreboard(MATCH)
    games = list(played(MATCH))
    for game in games:
        board.add(game)
    lines = board.lines()
    points = [game.record.scores[game.record.seats.index("greedy")] for game in games if game.record.scores]
    assert lines[0].points.mean * 6 == sum(points)
    assert abs(sum(found.win.mean for found in lines) - 1) < 1e-9
    assert (board.games, board.deals) == (6, 2)
