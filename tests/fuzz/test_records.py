"""Records from outside with other bytes than a game has: refused in one line, or played to the end, without a crash."""

import subprocess
import sys
from pathlib import Path

import pytest

from urbanist.engine import GAMES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("tries", [3000, pytest.param(100_000, marks=pytest.mark.nightly)])
def test_a_changed_record_is_refused_or_played_to_its_end(game: str, tries: int) -> None:
    # A process of its own, because what is wrong here ends it or hangs.
    command = [sys.executable, "-m", "tests.fuzz.records", game, "0", str(tries)]
    try:
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=tries / 50)
    except subprocess.TimeoutExpired as late:
        pytest.fail(f"it hangs at try {(late.stdout or b'none').split()[-1]!r}")
    assert done.returncode == 0, f"try {done.stdout.split()[-1:]}: {done.returncode}\n{done.stderr[-2000:]}"
    assert 0 < int(done.stdout.split("\n")[-2].split()[0]) < tries / 4
