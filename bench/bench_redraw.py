"""How long does a person wait for the screen after a key that chooses the next legal move?

The application runs in a real terminal of 120 x 40 characters. The time of a key ends when nothing more has come for
50 ms, which are part of it.
"""

from contextlib import suppress
from pathlib import Path

import pexpect
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.bench_start import SEATS, opened
from tests.bots.cli.test_play import FILLED

SILENCE = 0.05  # seconds
MOST = 1 << 16  # characters at once
LEAST = 500  # characters of a screen with another move on it


@pytest.mark.parametrize("game", SEATS)
def bench_redraw_after_a_key(benchmark: BenchmarkFixture, tmp_path: Path, game: str) -> None:
    _, asked, *_ = FILLED[game]
    with opened(game, tmp_path) as screen:
        screen.until(asked)
        child = screen.terminal.child
        child.delaybeforesend = None  # pexpect would wait 50 ms before each key

        def key() -> str:
            child.send("n")
            shown = child.read_nonblocking(MOST, timeout=1)
            with suppress(pexpect.TIMEOUT):
                while True:
                    shown += child.read_nonblocking(MOST, timeout=SILENCE)
            return shown

        shown = benchmark.pedantic(key, rounds=30, warmup_rounds=3)
    assert len(shown) > LEAST
