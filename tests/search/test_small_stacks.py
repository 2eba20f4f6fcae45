"""Searches, solvers, playouts and games on a stack of 128 KiB, which is what musl gives to a thread."""

import subprocess
import sys

import pytest

from urbanist.engine import GAMES

KIB = 128


def last_done(words: list[str]) -> tuple[int, str]:
    """Return the status and the last line of a program: what it did last, with "done" if that went well."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, (done.stdout + done.stderr).splitlines()[-1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    "thread", [True, pytest.param(False, marks=pytest.mark.nightly)], ids=["in a thread", "by ulimit"]
)
def test_a_small_stack_is_enough(game: str, thread: bool) -> None:
    words = [sys.executable, "-m", "tests.search.small_stacks", game, str(KIB if thread else 0)]
    limited = ["/bin/sh", "-c", f'ulimit -s {KIB}; exec "$0" "$@"', *words]
    assert last_done(words if thread else limited) == (
        0,
        f"{game} 5 ismcts:nodes=60:expansion=shortlist done",
    )
