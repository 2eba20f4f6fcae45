"""What a command tells of its progress where no terminal shows a bar."""

import io
from contextlib import closing
from pathlib import Path

import pytest
from rich.console import Console

from tests.bots.cli.using import told_until
from tests.bots.contest.plans import TWO, planned
from urbanist.bots.cli import terminal
from urbanist.bots.cli.standings_table import StandingsScreen
from urbanist.bots.cli.terminal import progress
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.store import Store


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "EVERY", 0.02)


def test_a_line_tells_what_is_done_and_what_is_being_done(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("games", 9, 3) as advance:
        advance()
        advance.doing("the fifth")
        lines = told_until(capsys, "games 4 / 9: the fifth")
    # A line may have come while that was told.
    assert {*lines} <= {"games 3 / 9", "games 4 / 9", "games 4 / 9: the fifth"}
    with progress("puzzles", 0) as advance:
        advance()
        lines = told_until(capsys, "puzzles 1")
    assert {*lines} <= {"games 4 / 9: the fifth", "puzzles 0", "puzzles 1"}


def test_nothing_is_written_before_a_minute_is_over(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.undo()
    with progress("games", 2) as advance:
        advance()
    assert capsys.readouterr().err == ""


def test_a_tournament_tells_its_round_and_games(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan = planned(tmp_path, f"deals = 4\n{TWO}")
    with Store.open(plan, resume=False) as store:
        run = Run(plan, store)
        with closing(run.play()) as games, StandingsScreen(run, Console(file=io.StringIO())).shown():
            next(games)
            assert told_until(capsys, "round 1: 1 / 8 games")
