"""What a command tells of its progress where no terminal shows a bar."""

import io
import time
from contextlib import closing
from pathlib import Path

import pytest
from rich.console import Console

from tests.bots.tournament.plans import TWO, planned
from urbanist.bots.cli import terminal
from urbanist.bots.cli.standings_table import Screen
from urbanist.bots.cli.terminal import progress
from urbanist.bots.tournament.run import Run
from urbanist.bots.tournament.store import Store


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "EVERY", 0.02)


def test_a_line_tells_what_is_done_and_what_is_being_done(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("games", 9, 3) as advance:
        advance()
        advance.doing("the fifth")
        time.sleep(0.1)
    with progress("puzzles", 0) as advance:
        advance()
        time.sleep(0.1)
    lines = capsys.readouterr().err.splitlines()
    assert set(lines) == {"games 4 / 9: the fifth", "puzzles 1"}


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
        with closing(run.play()) as games, Screen(run, Console(file=io.StringIO())).shown():
            next(games)
            time.sleep(0.1)
    assert capsys.readouterr().err.splitlines()[-1] == "round 1: 1 / 8 games"
