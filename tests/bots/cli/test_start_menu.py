"""The start menu of `urbanist play` on real terminals: on a screen and in lines."""

import json
import os
from pathlib import Path

import pexpect
import pytest

from tests.bots.cli.test_play import Screen, Terminal, bare
from tests.bots.cli.using import killed, refused
from urbanist.bots.table.session import save


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    unset = ("NO_COLOR", "FORCE_COLOR", "COLORTERM", "COLUMNS", "LINES", "TTY_COMPATIBLE")
    own = {key: value for key, value in os.environ.items() if key not in unset}
    folders = {"XDG_DATA_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path / "config")}
    return {**own, "TERM": "xterm-256color", **folders}


def kept(folder: Path) -> dict[str, object]:
    """Return the choices that are kept."""
    found: dict[str, object] = json.loads((folder / "config/urbanist/last-choices.json").read_text())
    return found


def test_a_menu_on_a_screen_begins_the_game_and_remembers_it(
    environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    opened = Screen(["--record", str(file), "--seed", "1"], environment, (24, 80))
    opened.until("What shall we play?")
    opened.press("\x1b[C")
    opened.until("[akropolis]")
    opened.press("\x1b[B", "\x1b[B", "\x1b[D", "\x1b[D", "1")
    opened.until("Level 1, easy")
    opened.press("\r")
    opened.until("easy")
    opened.until("market")
    opened.press("q")
    words, status = opened.terminal.end()
    assert status == 0
    assert "What shall we play?" not in bare(words).rpartition("\n")[2]
    assert save.read(file)[0].seats == ("human", "easy")
    found = {"variant": "standard", "players": 2, "level": 1}
    assert kept(tmp_path) == {"last": "akropolis", "games": {"akropolis": found}}
    again = Screen([], environment, (24, 80))
    again.until("[akropolis]")
    again.until("Level 1, easy")
    again.press("q")
    assert again.terminal.end()[1] == 0


def test_a_game_without_seats_opens_the_menu_at_this_game(environment: dict[str, str]) -> None:
    opened = Screen(["warszawa", "--players", "3"], environment, (40, 120))
    opened.until("[warszawa]")
    opened.until("[3]")
    opened.press("\x03")
    assert opened.terminal.end()[1] == 0


def test_questions_in_lines_take_numbers_and_names_and_say_what_is_near(
    environment: dict[str, str], tmp_path: Path
) -> None:
    opened = Terminal(["--plain", "--seed", "1"], environment)
    opened.until_asked(r"game \(metropolys, akropolis, warszawa\) \[metropolys\]: ")
    opened.child.sendline("metropolis")
    assert "no game 'metropolis'; did you mean 'metropolys'?" in bare(opened.until_asked(r"\[metropolys\]: "))
    opened.child.sendline("")
    opened.until_asked(r"variant \(family, expert\) \[expert\]: ")
    opened.child.sendline("family")
    opened.until_asked(r"players \(2, 3, 4\) \[4\]: ")
    opened.child.sendline("2")
    assert "1  easy, about 1000 points" in bare(opened.until_asked(r"level \(1, .*9\) \[2\]: "))
    opened.child.sendline("esay")
    assert "no level 'esay'; did you mean 'easy'?" in bare(opened.until_asked(r"\[2\]: "))
    opened.child.sendline("learner")
    assert "\x1b[" not in opened.until_asked()
    opened.child.sendline("quit")
    assert opened.end()[1] == 0
    assert kept(tmp_path)["games"] == {"metropolys": {"variant": "family", "players": 2, "level": 3}}


@pytest.mark.parametrize("change", [{"TERM": "dumb"}, {}])
def test_the_end_of_input_ends_the_questions(change: dict[str, str], environment: dict[str, str]) -> None:
    opened = Terminal([] if change else ["--plain"], {**environment, **change})
    opened.until_asked(r"game .*: ")
    opened.child.sendeof()
    assert opened.end()[1] == 0


def test_a_broken_file_of_choices_is_one_line_in_lines_too(
    environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "config/urbanist/last-choices.json"
    file.parent.mkdir(parents=True)
    file.write_text("broken")
    opened = Terminal(["--plain"], environment)
    shown = bare(opened.until_asked(r"game .*: "))
    assert "the usual choices are used" in " ".join(shown.split())
    assert "Traceback" not in shown
    killed(opened.child)


def test_who_names_seats_or_limits_of_bots_is_not_asked(environment: dict[str, str]) -> None:
    for asked in (["--seats", "human,easy"], ["--nodes", "5"], ["--time", "0.01"]):
        opened = Terminal(["metropolys", "--plain", *asked], environment)
        assert opened.child.expect([r"your move", r"game \(", pexpect.EOF]) == 0
        killed(opened.child)


def test_without_a_terminal_nothing_is_asked() -> None:
    assert refused("play") == "no game given; there are akropolis, metropolys, warszawa"


def test_a_wrong_variant_is_refused_before_the_menu(environment: dict[str, str]) -> None:
    opened = Terminal(["metropolys", "--variant", "famly"], environment)
    words, status = opened.end()
    assert status == 2
    assert "no variant 'famly' of metropolys; did you mean 'family'?" in " ".join(words.split())


def test_a_level_gets_the_threads_of_the_command_but_not_its_limit(
    environment: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    seats = ["--seats", "human,easy,level=2,level=3:seed=4", "--threads", "2", "--nodes", "5"]
    opened = Terminal(["metropolys", "--plain", *seats, "--record", str(file)], environment)
    opened.child.expect("your move")
    opened.child.sendline("quit")
    opened.end()
    assert save.read(file)[0].seats == ("human", "easy:threads=2", "level=2:threads=2", "level=3:seed=4")


def test_after_the_end_another_game_is_chosen_on_a_screen(environment: dict[str, str]) -> None:
    opened = Screen(["metropolys", "--seats", "human,random", "--options", "first=0"], environment, (24, 80))
    opened.until("Open an auction")
    opened.press("x")
    opened.until("Give up this game?")
    opened.press("y")
    opened.until("Another game (n)")
    opened.press("n")
    opened.until("What shall we play?")
    opened.press("\x1b[C")
    opened.until("[akropolis]")
    opened.press("\r")
    opened.until("market")
    opened.press("q")
    assert opened.terminal.end()[1] == 0


def test_after_the_end_another_game_is_chosen_in_lines(environment: dict[str, str], tmp_path: Path) -> None:
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
    opened.child.sendline("quit")
    assert opened.end()[1] == 0
    assert kept(tmp_path)["last"] == "akropolis"
