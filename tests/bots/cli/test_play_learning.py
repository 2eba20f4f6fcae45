"""Learning a game in a real terminal: rules, explanations, what counts, and a first game that explains itself."""

import os

import pytest

from tests.bots.cli.test_play import CITIES, RANDOM, REBUILT, Screen

#: For each game what its screen says before a move, and when the pointer rests on the seats.
FILLED = {
    "akropolis": (CITIES, "Take a tile", "Seat 1 (random): "),
    "metropolys": (RANDOM, "Open an auction", "Seat 0 (human): "),
    "warszawa": (REBUILT, "Keep one", "Seat 0 (human), begins"),
}


@pytest.fixture
def environment(tmp_path):
    unset = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TTY_COMPATIBLE")
    kept = {key: value for key, value in os.environ.items() if key not in unset}
    return {
        **kept,
        "TERM": "xterm-256color",
        "XDG_CONFIG_HOME": str(tmp_path),
        "XDG_DATA_HOME": str(tmp_path),
    }


# What each game says is tested without a terminal: each day one of them shows that it arrives.
@pytest.mark.nightly
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.nightly] * (game != "warszawa")) for game in FILLED]
)
def test_rules_lessons_and_explanations_in_a_real_terminal(game, environment, tmp_path):
    asked, before, rested = FILLED[game]
    opened = Screen([*asked, "--learn", "--record", str(tmp_path / "game.jsonl")], environment, (24, 80))
    opened.until(before)
    opened.until("You want the most points")
    opened.until("Lesson: t turns the page")
    opened.press("\x1b")
    opened.until(before, gone="Lesson: t turns the page")
    opened.press("?")
    opened.until("Goal")
    opened.press("q")
    opened.until(before)
    opened.press("e")
    opened.until("What is what")
    opened.press("q")
    opened.until(before)
    opened.press("b")
    opened.until("another")
    opened.press("\x1b[<35;65;3M")  # the pointer moves to the seats and rests there
    opened.until(rested)
    opened.press("\x03")
    assert opened.terminal.end()[1] == 0
