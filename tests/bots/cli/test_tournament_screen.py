"""What a terminal shows during a tournament stays fresh."""

import io
import time
from pathlib import Path

import pytest
from rich.console import Console

from tests.bots.contest.plans import TWO, planned
from urbanist.bots.cli import standings_table
from urbanist.bots.cli.standings_table import PULSE, REFRESH, StandingsScreen
from urbanist.bots.contest.run import Run
from urbanist.bots.contest.standings import standings
from urbanist.bots.contest.store import Store


def test_a_slow_first_computation_delays_neither_the_table_nor_the_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = [0.2]

    def computed(*arguments, **more):
        until = time.thread_time() + (slow.pop() if slow else 0.0)
        while time.thread_time() < until:
            continue
        return standings(*arguments, **more)

    monkeypatch.setattr(standings_table, "standings", computed)
    plan = planned(tmp_path, f"deals = 4\n{TWO}")
    console = Console(file=io.StringIO(), force_terminal=True, width=120, color_system=None)

    def shown() -> str:
        with console.capture() as text:
            console.print(screen.live.renderable)
        return text.get()

    with Store.open(plan, resume=False) as store:
        run = Run(plan, store)
        screen = StandingsScreen(run, console)
        games = run.play()
        next(games)
        screen.refresh()
        assert "1/8" in shown()
        first = screen.live.renderable
        next(games)
        time.sleep(2 * PULSE)
        screen.refresh()
        assert "2/8" in shown()
        time.sleep(1.5 * REFRESH)
        screen.refresh()
        assert screen.live.renderable is not first
        games.close()
