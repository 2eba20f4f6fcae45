"""The home on real terminals: on a screen and in lines."""

import json
import os
import time
from pathlib import Path
from urllib.request import urlopen

import pexpect
import pytest

from tests.bots.cli.test_play import Screen, Terminal, bare
from tests.bots.cli.using import good, killed, refused
from tests.bots.table.playing import played
from urbanist.bots.table.session import saves
from urbanist.engine.record import Record


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    unset = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TTY_COMPATIBLE")
    own = {key: value for key, value in os.environ.items() if key not in unset}
    folders = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    return {**own, "TERM": "xterm-256color", **folders}


def kept(folder: Path) -> dict[str, object]:
    """Return the choices that are kept."""
    choices: dict[str, object] = json.loads((folder / "config/urbanist/last-choices.json").read_text())
    return choices


MAIN = ["-c", "from urbanist.bots.cli.main import main; main()"]


@pytest.mark.nightly
@pytest.mark.parametrize("arguments", [[], ["play"]])
def test_the_first_own_move_is_three_keys_away(arguments: list[str], environment: dict[str, str]) -> None:
    opened = Screen(arguments, environment, (24, 80), MAIN)
    if arguments:
        opened.until("› game")
        opened.press("\x1b[Z")  # back to what a first visit opens with
    opened.until("› Metropolys: your first game")
    opened.press("\r")
    opened.until("Step 1 of 12")
    opened.press("1")
    opened.until("6 on E10 (")
    opened.press("\r")
    opened.until("Step 2 of 12")
    opened.press("\x03")
    opened.until("Continue")
    opened.press("\x03")
    assert opened.terminal.end()[1] == 0


def test_the_browser_is_opened_at_tables_until_one_comes_back(
    environment: dict[str, str], tmp_path: Path
) -> None:
    pytest.importorskip("litestar")
    browser, seen = tmp_path / "browser", tmp_path / "seen"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}.part && mv {seen}.part {seen}\n')
    browser.chmod(0o755)
    opened = Screen([], {**environment, "BROWSER": str(browser)}, (24, 80), MAIN)
    opened.until("your first game")
    opened.press("\x1b[A")
    opened.until("› In the browser")
    opened.press("\r")
    opened.until("Tables at http://127.0.0.1:")
    while not seen.exists():
        time.sleep(0.05)
    with urlopen(seen.read_text().strip()) as home:
        assert b"Akropolis" in home.read()
    opened.press("\x03")
    opened.until("your first game", gone="Tables at")
    opened.press("\x03")
    assert opened.terminal.end()[1] == 0


@pytest.mark.nightly
def test_a_new_game_of_the_home_is_remembered_and_recorded(
    environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    opened = Screen(["--record", str(file), "--seed", "1"], environment, (24, 80))
    opened.until("› game")
    opened.press("\x1b[C")
    opened.until("[Akropolis]")
    opened.press("2")
    opened.until("Level 2, beginner")
    opened.press("\r")
    opened.until("Akropolis", gone="› game")
    opened.press("q")
    opened.until("› game")
    opened.press("q")
    assert opened.terminal.end()[1] == 0
    assert saves.read_game(file)[0].seats == ("human", "beginner")
    assert kept(tmp_path) == {
        "last": "akropolis",
        "games": {"akropolis": {"variant": "standard", "players": 2, "level": 2}},
    }


@pytest.mark.nightly
def test_a_saved_game_goes_on_from_the_home_in_the_language_that_is_set(
    environment: dict[str, str], tmp_path: Path
) -> None:
    folder = tmp_path / "config/urbanist"
    folder.mkdir(parents=True)
    (folder / "settings.json").write_text('{"language": "pl", "pace": 0}')
    saves.write_game(
        tmp_path / "urbanist/saves/metropolys-1.jsonl",
        Record.of(played(20, seats=2), ("human", "easy"), {"seed": 1}),
    )
    opened = Screen([], environment, (24, 80), MAIN)
    opened.until("Metropolys, ruch 20, grają: łatwy")
    opened.press("\r")
    opened.until("przetarg", gone="Ustawienia")
    opened.press("q")
    opened.until("Ustawienia", gone="przetarg")
    opened.press("q")
    assert opened.terminal.end()[1] == 0


def test_without_a_terminal_the_home_is_the_list_of_commands() -> None:
    assert "Commands:" in good()


def test_questions_in_lines_take_numbers_and_names_and_say_what_is_near(
    environment: dict[str, str], tmp_path: Path
) -> None:
    """Each file of before that is broken is told in a line."""
    file = tmp_path / "config/urbanist/last-choices.json"
    file.parent.mkdir(parents=True)
    file.write_text("broken")
    file.with_name("settings.json").write_bytes(b"\xff")
    opened = Terminal(["--plain", "--seed", "1"], environment)
    shown = bare(opened.until_asked(r"game \(metropolys, akropolis, warszawa\) \[metropolys\]: "))
    assert "the usual choices are used" in " ".join(shown.split())
    assert "the usual settings are used" in " ".join(shown.split())
    assert "Traceback" not in shown
    opened.child.sendline("metropolis")
    assert "no game 'metropolis'; did you mean 'metropolys'?" in bare(opened.until_asked(r"\[metropolys\]: "))
    opened.child.sendline("")
    opened.until_asked(r"variant \(family, expert\) \[family\]: ")
    opened.child.sendline("family")
    opened.until_asked(r"players \(2, 3, 4\) \[2\]: ")
    opened.child.sendline("2")
    assert "1  easy, about 1000 points" in bare(opened.until_asked(r"level \(1, .*9\) \[1\]: "))
    opened.child.sendline("esay")
    assert "no level 'esay'; did you mean 'easy'?" in bare(opened.until_asked(r"\[1\]: "))
    opened.child.sendline("learner")
    assert "\x1b[" not in opened.until_asked()
    opened.child.sendline("quit")
    assert opened.end()[1] == 0
    assert kept(tmp_path)["games"] == {"metropolys": {"variant": "family", "players": 2, "level": 3}}


@pytest.mark.nightly
@pytest.mark.parametrize("asked", [["--nodes", "5"], ["--time", "0.01"]], ids=lambda words: words[0])
def test_who_names_limits_of_bots_is_not_asked(asked: list[str], environment: dict[str, str]) -> None:
    opened = Terminal(["metropolys", "--plain", *asked], environment)
    assert opened.child.expect([r"your move", r"game \(", pexpect.EOF]) == 0
    killed(opened.child)


def test_without_a_terminal_nothing_is_asked() -> None:
    assert refused("play") == "no game given; there are akropolis, metropolys, warszawa"


def test_a_wrong_variant_is_refused_before_the_menu() -> None:
    said = refused("play", "metropolys", "--variant", "famly")
    assert said == "no variant 'famly' of metropolys; did you mean 'family'?"


def test_a_level_gets_the_threads_of_the_command_but_not_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    seats = ["--seats", "human,easy,level=2,level=3:seed=4", "--threads", 2, "--nodes", 5]
    good("play", "metropolys", "--plain", *seats, "--record", file, given="quit\n")
    assert saves.read_game(file)[0].seats == (
        "human",
        "easy:threads=2",
        "level=2:threads=2",
        "level=3:seed=4",
    )


@pytest.mark.nightly
def test_after_the_end_another_game_is_chosen_on_a_screen(environment: dict[str, str]) -> None:
    opened = Screen(["metropolys", "--seats", "human,random", "--options", "first=0"], environment, (24, 80))
    opened.until("Open an auction")
    opened.press("x")
    opened.until("Give up this game?")
    opened.press("y")
    opened.until("Another game (n)")
    opened.press("n")
    opened.until("› game")
    opened.press("\x1b[C")
    opened.until("[Akropolis]")
    opened.press("q")
    assert opened.terminal.end()[1] == 0


def test_after_the_end_another_game_is_chosen_in_lines(environment: dict[str, str], tmp_path: Path) -> None:
    """Who names seats is asked nothing before, and the end of input ends the questions."""
    asked = ["metropolys", "--plain", "--seats", "human,random", "--options", "first=0"]
    opened = Terminal(asked, environment)
    opened.until_asked()
    for line, prompt in (
        ("resign", r"give up .*: "),
        ("yes", r"what next\? \(back, again, another, picture, quit\): "),
        ("another", r"game \(.*: "),
        ("akropolis", r"players .*: "),
        ("2", r"level .*: "),
    ):
        opened.child.sendline(line)
        opened.until_asked(prompt)
    opened.child.sendline("1")
    opened.until_asked()
    for line, prompt in (
        ("resign", r"give up .*: "),
        ("yes", r"what next\?.*: "),
        ("another", r"game \(.*: "),
    ):
        opened.child.sendline(line)
        opened.until_asked(prompt)
    opened.child.sendeof()
    assert opened.end()[1] == 0
    assert kept(tmp_path)["last"] == "akropolis"
