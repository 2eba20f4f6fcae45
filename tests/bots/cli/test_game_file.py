"""A game of a file on the command line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bots.cli.using import refused
from tests.plugin import restored
from urbanist.engine import GAMES

PROGRAM = (sys.executable, "-c", "from urbanist.bots.cli.main import main; main()")
BROKEN = """
from tests.engine.python_games import Nim


class Broken(Nim):
    name = "broken"

    def apply(self, state, move):
        return {}[move] if state[2][0] == 0 else super().apply(state, move)
"""


def failed(folder: Path, *words: str) -> str:
    """Return what a command that fails says."""
    path = os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")])
    done = subprocess.run(
        [*PROGRAM, *words], cwd=folder, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True
    )
    assert done.returncode in {1, 2}
    assert done.stdout == ""
    return done.stderr


@pytest.mark.parametrize("workers", [pytest.param("1", marks=pytest.mark.nightly), "2"])
def test_a_fault_of_a_game_is_one_line(tmp_path: Path, workers: str) -> None:
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    seats = ("--seats", "ismcts:nodes=50,random", "--players", "2", "--games", "4", "--workers", workers)
    said = failed(tmp_path, "match", "broken.py:Broken", *seats)
    assert said.startswith("urbanist: the game broken: ")
    assert "raised KeyError: " in said
    assert said.count("\n") == 1


def test_a_file_without_the_game_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "broken.py").write_text(BROKEN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with restored(GAMES):
        assert refused("match", "broken.py:Chess", "--seats", "random,random") == (
            "no game 'broken.py:Chess': broken.py has no class of PythonGame 'Chess'"
        )
