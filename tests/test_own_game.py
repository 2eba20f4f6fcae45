"""The game of docs/own-game.md: its class, its commands and its table are right."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.test_docs import BLOCK, HERE, ROOT, untimed
from urbanist.engine import PythonGame
from urbanist.engine.python_game import overridden

GUIDE = ROOT / "docs" / "own-game.md"
BLOCKS = [(kind, body) for kind, body in BLOCK.findall(GUIDE.read_text(encoding="utf-8"))]
#: What belongs to the engine, and not to the author of a game.
OF_THE_ENGINE = {"compiled", "hold", "holding", "luck", "masks", "hides", "has_chance", "number", "position", "start",
                 "state_from", "read_deal", "seen"}  # fmt: skip


def body(kind: str, number: int = 0) -> str:
    return [text for language, text in BLOCKS if language == kind][number]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "tricks.py").write_text(body("python"), encoding="utf-8")
    (tmp_path / "tricks.toml").write_text(body("toml"), encoding="utf-8")
    return tmp_path


def run(folder: Path, *command: str | Path, **settings: str) -> str:
    done = subprocess.run(command, cwd=folder, env=os.environ | settings, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_game_has_sixty_lines_and_keeps_the_contract(folder: Path) -> None:
    written = [line for line in body("python").splitlines() if line.strip()]
    assert len(written) <= 60
    # Two games of each table instead of some hundred: `check_game` itself is tested elsewhere.
    code = body("python", 1).replace("check_game(game)", "check_game(game, games=2)")
    hand, printed = run(folder, sys.executable, "-c", code).splitlines()
    assert re.fullmatch(r"(\d+ )+\((\d+(, )?)+\)", hand)
    assert printed == "True"


@pytest.mark.nightly
def test_the_match_is_played_as_shown(folder: Path) -> None:
    command, _, expected = body("console").removeprefix("$ ").partition("\n")
    assert untimed(run(folder, HERE / "urbanist", *command.split()[1:])) == untimed(expected)


@pytest.mark.nightly
def test_searches_are_ahead_of_random_moves_in_the_tournament(folder: Path) -> None:
    settings = {"URBANIST_GAMES": "tricks.py:Tricks"}
    said = run(folder, HERE / "urbanist", "tournament", "tricks.toml", **settings)
    assert re.findall(r"^ 3 +(\w+)", said, re.MULTILINE)[0] == "random"
    assert "18 of 18 games" in said
    assert "\ntricks\n" in run(folder, HERE / "urbanist", "games", **settings)


def test_the_game_is_served_in_the_protocol(folder: Path) -> None:
    bot = f"{HERE / 'urbanist'} bot ismcts:nodes=20"
    only = [word for check in ("handshake", "games", "view/*", "game/*") for word in ("--only", check)]
    settings = {"URBANIST_GAMES": str(folder / "tricks.py:Tricks")}
    said = run(
        folder, HERE / "urbanist", "check-bot", bot, "--game", "tricks", "--grace", "10000", *only, **settings
    )
    assert [line[:2] for line in said.splitlines()] == ["ok"] * 6


def test_the_table_names_every_method() -> None:
    rows = re.findall(r"^\| (`.*?) \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE)
    named = {name for row in rows for name in re.findall(r"`(\w+)", row)}
    attributes = {"name", "seats", "moves", "actions", "observation"}
    methods = {
        name
        for name, value in vars(PythonGame).items()
        if callable(value) and not name.startswith("_") and name not in OF_THE_ENGINE
    }
    assert named == methods | attributes
    assert not overridden(PythonGame, "legal")
