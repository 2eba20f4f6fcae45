"""`urbanist rules`: a page through the pager on a terminal, plain lines in a pipe."""

import os
import re
import shutil
import sys

import pexpect
import pytest

from tests.bots.cli.using import PATIENCE, good, refused
from urbanist.bots.table import rules_of
from urbanist.engine import GAMES

PROGRAM = ["-c", "from urbanist.bots.cli.main import main; main()"]


@pytest.mark.parametrize("game", GAMES)
def test_a_pipe_gets_plain_lines(game: str) -> None:
    page = good("rules", game)
    assert page.startswith(f"# {game.capitalize()}\n")
    assert re.findall("^## .*", page, re.MULTILINE) == re.findall("^## .*", rules_of(game), re.MULTILINE)
    assert not re.search(r"[*`\x1b]", page)


def test_a_game_that_does_not_exist_is_one_line() -> None:
    assert "no game 'chess'; there are" in refused("rules", "chess")


def begun(game: str, more: dict[str, str], columns: int = 80) -> "pexpect.spawn[str]":
    """Start the command in a real terminal, with more variables of the environment."""
    unset = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TTY_COMPATIBLE", "LESS", "PAGER")
    environment = {key: value for key, value in os.environ.items() if key not in unset}
    return pexpect.spawn(
        sys.executable,
        [*PROGRAM, "rules", game],
        env={**environment, "TERM": "xterm-256color", **more},
        dimensions=(24, columns),
        encoding="utf-8",
        timeout=PATIENCE,
    )


def on_terminal(game: str, pager: str, columns: int) -> str:
    """Return the output of the command in a real terminal."""
    child = begun(game, {"PAGER": pager}, columns)
    output = str(child.read())
    child.close()
    assert child.exitstatus == 0
    return output


@pytest.mark.parametrize(
    ("columns", "least", "most"), [pytest.param(80, 60, 80, marks=pytest.mark.nightly), (200, 80, 100)]
)
def test_a_terminal_gets_a_page_through_the_pager_whose_lines_can_be_read(
    columns: int, least: int, most: int
) -> None:
    output = on_terminal("warszawa", "sed s/^/paged:/", columns)
    assert "\x1b[1" in output
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", output).splitlines()
    assert all(line.startswith("paged:") for line in lines)
    assert any("• " in line for line in lines)
    assert least < max(len(line.removeprefix("paged:").rstrip()) for line in lines) <= most


@pytest.mark.skipif(shutil.which("less") is None, reason="needs less")
@pytest.mark.parametrize(
    "more",
    [
        {"LESS": "-iM"},
        *(
            pytest.param(more, marks=pytest.mark.nightly)
            for more in ({}, {"LESS": "FX"}, {"PAGER": "less -M"}, {"NO_COLOR": "1"})
        ),
    ],
)
def test_less_shows_colours_and_not_their_codes(more: dict[str, str]) -> None:
    child = begun("metropolys", more)
    child.expect("Metropolys")
    before = str(child.before)
    child.send("q")
    output = before + str(child.read())
    child.close()
    assert child.exitstatus == 0
    assert "ESC" not in output
    assert "\x1b[1" in output
