"""How long does a person wait for a command or the first board: time of the processor, and by the clock?

The command starts in a real terminal of 120 x 40 characters; the time ends when the last line of the screen is there.
Other programs on the machine change the clock more than the processor time.
"""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from signal import SIGKILL

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.bots.cli.test_play import Screen
from tests.bots.cli.using import PROGRAM, killed

SIZE = (40, 120)
SEATS = {"metropolys": "human,greedy", "akropolis": "human,greedy", "warszawa": "human,greedy,greedy"}
#: What stands in the last line.
LAST = "Leave"


def processor() -> float:
    """Return the processor time of the programs that have ended, in seconds."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def opened(game: str, folder: Path) -> Iterator[Screen]:
    """Yield a game in a terminal, which keeps its data in a folder, and end it at once."""
    environment = {**os.environ, "TERM": "xterm-256color", "XDG_DATA_HOME": str(folder)}
    # An installed program is compiled: it must not read its sources in each round.
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    screen = Screen(["play", game, "--seats", SEATS[game]], environment, SIZE, PROGRAM[1:])
    try:
        yield screen
    finally:
        screen.terminal.child.kill(SIGKILL)
        killed(screen.terminal.child)


@pytest.fixture
def start(tmp_path: Path) -> Callable[[str], None]:
    """Return a function that opens a game, waits for its first board and ends it at once."""

    def start_once(game: str) -> None:
        with opened(game, tmp_path) as screen:
            screen.until(LAST)

    return start_once


@pytest.mark.benchmark(timer=processor)
@pytest.mark.parametrize(
    "command",
    [
        "--version",
        "deal metropolys --seed 1",
        "match metropolys --seats random,random --games 2",
        "play metropolys --plain --seats human,random --seed 1",
    ],
)
def bench_processor_of_a_command(benchmark: BenchmarkFixture, command: str, tmp_path: Path) -> None:
    """`play` is left at its first question."""
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path)}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)

    def run() -> None:
        words = [*PROGRAM, *command.split()]
        subprocess.run(words, input=b"q\n", capture_output=True, env=environment, check=True)

    benchmark.pedantic(run, rounds=9, warmup_rounds=1)


@pytest.mark.benchmark(timer=processor)
@pytest.mark.parametrize("game", SEATS)
def bench_processor_until_the_first_board(
    benchmark: BenchmarkFixture, start: Callable[[str], None], game: str
) -> None:
    benchmark.pedantic(lambda: start(game), rounds=9, warmup_rounds=1)


@pytest.mark.parametrize("game", SEATS)
def bench_wait_for_the_first_board(
    benchmark: BenchmarkFixture, start: Callable[[str], None], game: str
) -> None:
    benchmark.pedantic(lambda: start(game), rounds=9, warmup_rounds=1)
