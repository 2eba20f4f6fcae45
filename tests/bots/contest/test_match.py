"""Matches: the seats, deals and seeds of their games, and the store of their games."""

import resource
from pathlib import Path

import pytest

from urbanist.bots.contest.match import OneTable, Records, match_of, played, seeded
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.standings import lines_of
from urbanist.bots.files import LineFile
from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import Rules
from urbanist.bots.match.seat_text import parse_bot
from urbanist.engine.record import BEGINNING

MATCH = match_of(Rules("metropolys", 3, seed=5), map(parse_bot, ("greedy", "random", "random:seed=2")), 6)
GAMES = OneTable(MATCH)


def test_every_bot_has_every_seat_on_every_deal() -> None:
    seatings = [GAMES.pairing(number).entrants for number in range(4)]
    assert seatings == [(0, 1, 2), (1, 2, 0), (2, 0, 1), (0, 1, 2)]
    assert [GAMES.pairing(number).deal for number in range(7)] == [0, 0, 0, 1, 1, 1, 2]


def test_fixed_seats_have_a_new_deal_each_game() -> None:
    bots = (parse_bot("greedy"), parse_bot("random"))
    games = OneTable(match_of(Rules("metropolys", 2, seed=5), bots, 3, fixed=True))
    assert [games.pairing(number).entrants for number in range(3)] == [(0, 1)] * 3
    assert [games.pairing(number).deal for number in range(3)] == [0, 1, 2]


def test_a_game_depends_only_on_its_number() -> None:
    with Arena() as arena:
        alone = [seeded(arena.play(GAMES.pairing(number)), MATCH.rules.seed).record for number in range(6)]
    assert [game.record for _, game in played(MATCH)] == alone


def test_points_and_wins_follow_the_bot_from_seat_to_seat() -> None:
    run = Run(MATCH, Records(MATCH))
    assert len(list(run.play())) == 6
    lines = lines_of(MATCH.names, run.games.values())
    records = [game.record for _, game in played(MATCH)]
    points = [record.scores[record.seats.index("greedy")] for record in records if record.scores]
    assert lines[0].points is not None
    assert lines[0].points.mean * 6 == sum(points)
    assert abs(sum(line.win.mean for line in lines if line.win) - 1) < 1e-9
    assert {game.deal for game in run.games.values()} == {0, 1}


def test_a_deal_is_settled_when_no_game_is_left_that_is_played_on_it() -> None:
    run = Run(MATCH, Records(MATCH))
    settled = [[run.format.settled(deal, run.games) for deal in range(2)] for _ in run.play()]
    assert settled == [[False, False]] * 2 + [[True, False]] * 3 + [[True, True]]


def test_a_match_that_was_broken_off_plays_the_missing_games_only(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    for missing in (6, 2, 0):
        with LineFile.open(path, BEGINNING, BEGINNING, resume=missing < 6) as file:
            records = Records(MATCH, file)
            records.read(path, file.lines())
            file.settle()
            games = Run(MATCH, records).play()
            resumed = [next(games) for _ in range(4)] if missing == 6 else list(games)
            games.close()
            assert [game.id for game in resumed] == [str(number) for number in range(6)][6 - missing :][:4]
    assert path.read_text(encoding="utf-8").splitlines() == [
        game.record.to_json() for _, game in played(MATCH)
    ]


def test_a_record_that_cannot_be_written_ends_the_match_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with LineFile.open(path, BEGINNING, BEGINNING, resume=False) as file:
        games = Run(MATCH, Records(MATCH, file)).play()
        next(games)
        hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
        resource.setrlimit(resource.RLIMIT_FSIZE, (path.stat().st_size + 100, hard))
        try:
            with pytest.raises(OSError, match=r"File too large: .*games\.jsonl"):
                next(games)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    assert path.read_text(encoding="utf-8").count("\n") == 1
