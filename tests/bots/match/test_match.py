"""Matches: the seats, deals and seeds of their games."""

from urbanist.bots.match.arena import Arena
from urbanist.bots.match.match import Match, played, seeded
from urbanist.bots.match.pairing import Rules
from urbanist.bots.match.scoreboard import Scoreboard
from urbanist.bots.match.seat_text import parse_bot

MATCH = Match(Rules("metropolys", 3, seed=5), tuple(map(parse_bot, ("greedy", "random", "random:seed=2"))), 6)


def test_every_bot_has_every_seat_on_every_deal() -> None:
    assert [MATCH.seating(number) for number in range(4)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    assert [MATCH.deal_number(number) for number in range(7)] == [0, 0, 0, 1, 1, 1, 2]


def test_fixed_seats_have_a_new_deal_each_game() -> None:
    match = Match(Rules("metropolys", 2, seed=5), (parse_bot("greedy"), parse_bot("random")), 3, fixed=True)
    assert [match.seating(number) for number in range(3)] == [(0, 1)] * 3
    assert [match.deal_number(number) for number in range(3)] == [0, 1, 2]


def test_a_game_depends_only_on_its_number() -> None:
    with Arena() as arena:
        alone = [seeded(MATCH.pairing(number).play(arena), MATCH.rules.seed).record for number in range(6)]
    assert [game.record for game in played(MATCH)] == alone


def test_points_and_wins_follow_the_bot_from_seat_to_seat() -> None:
    board = Scoreboard(MATCH)
    games = list(played(MATCH))
    for game in games:
        board.add(game)
    lines = board.lines()
    points = [game.record.scores[game.record.seats.index("greedy")] for game in games if game.record.scores]
    assert lines[0].points is not None
    assert lines[0].points.mean * 6 == sum(points)
    assert abs(sum(found.win.mean for found in lines) - 1) < 1e-9
    assert (board.games, board.deals) == (6, 2)
