"""How long does a person wait for the screen after a key that chooses the next legal move?

The application runs in a real terminal of 120 x 40 characters. The time of a key ends when nothing more has
come for 50 ms, which are part of it.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from signal import SIGKILL

import pexpect
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.bench_start import SEATS, SIZE
from tests.bots.cli.test_play import FILLED, Screen
from tests.bots.cli.using import PROGRAM, killed

SILENCE = 0.05  # seconds
MOST = 1 << 16  # characters at once
LEAST = 500  # characters of a screen with another move on it


@pytest.fixture
def screen(tmp_path: Path, game: str) -> Iterator[Screen]:
    """Yield a game whose first move is asked for."""
    environment = {**os.environ, "TERM": "xterm-256color", "XDG_DATA_HOME": str(tmp_path)}
    opened = Screen(["play", game, "--seats", SEATS[game], "--seed", "1"], environment, SIZE, PROGRAM[1:])
    opened.until(FILLED[game][1])
    yield opened
    opened.terminal.child.kill(SIGKILL)
    killed(opened.terminal.child)


@pytest.mark.parametrize("game", SEATS)
def bench_redraw_after_a_key(benchmark: BenchmarkFixture, screen: Screen) -> None:
    child = screen.terminal.child
    child.delaybeforesend = None

    def key() -> str:
        child.send("n")
        shown = child.read_nonblocking(MOST, timeout=1)
        with suppress(pexpect.TIMEOUT):
            while True:
                shown += child.read_nonblocking(MOST, timeout=SILENCE)
        return shown

    shown = benchmark.pedantic(key, rounds=30, warmup_rounds=3)
    assert len(shown) > LEAST
