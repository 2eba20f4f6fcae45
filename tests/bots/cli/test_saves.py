"""`urbanist saves`, and `play --resume` with a name and without."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest

from tests.bots.cli.using import PROGRAM, call, good, refused
from urbanist.bots.table.session import saves

BOTS = ["--seats", "human,random,random", "--options", "first=0", "--seed", "7"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "urbanist" / "saves"


def begun(*typed: str, game: str = "metropolys", seats: list[str] = BOTS) -> None:
    """Play the beginning of a game, and leave."""
    done = call("play", game, *seats, given="\n".join([*typed, "quit", ""]))
    assert done.exit_code == 0, done.output


def aged(seconds: float) -> None:
    """Make all saved games older."""
    for path in saves.files():
        when = path.stat().st_mtime - seconds
        os.utime(path, (when, when))


def test_games_are_listed_the_last_saved_first_with_opponents_turn_and_state(folder: Path) -> None:
    begun("7@N3")
    aged(60)
    begun("7@N3", "resign", "yes", seats=["--seats", "human,random", "--options", "first=0", "--seed", "7"])
    lines = [line.split("\t") for line in good("saves").splitlines()]
    assert [line[1:3] for line in lines] == [["metropolys", "random"], ["metropolys", "2 × random"]]
    assert [line[5] for line in lines] == ["over: resigned", "goes on"]
    assert [line.split("\t")[1] for line in good("saves", "--lang", "ru").splitlines()] == ["Метрополис"] * 2
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", line[4]) for line in lines)
    first, second = json.loads(good("saves", "--json"))
    assert (first["ended"], second["ended"]) == ("resigned", None)
    assert second["players"] == ["human", "random", "random"]
    assert Path(second["file"]).parent == folder
    assert second["turn"] == len(saves.read_game(Path(second["file"]))[1].events)


def test_no_game_without_a_move_is_listed(folder: Path) -> None:
    begun("board")
    assert good("saves") == f"No games are kept in {folder}.\n"
    assert json.loads(good("saves", "--json")) == []


def test_resume_takes_the_last_game_that_is_not_over_and_of_one_game_if_it_is_named() -> None:
    begun("7@N3")
    aged(90)
    begun("37@-1,-1/1", game="akropolis", seats=["--seats", "human,random", "--seed", "3"])
    aged(60)
    begun("7@N3", "resign", "yes")
    assert "akropolis" in call("play", "--resume", given="quit\n").stdout
    last = call("play", "metropolys", "--resume", given="log\nquit\n").stdout
    assert "seat 0 (human) opens with 7 on N3" in last
    assert "resigned" not in last


def test_a_saved_game_is_resumed_by_its_name(folder: Path) -> None:
    begun("7@N3")
    [path] = folder.iterdir()
    assert str(path) in call("play", "--resume", path.stem, given="quit\n").stdout


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["play", "--resume"], 1, "--resume: no game to continue in {folder}; 'urbanist play' begins one"),
        (["play", "akropolis", "--resume"], 1, "--resume: no game of akropolis to continue in {folder}"),
        (["play", "--resume", "nothing"], 1, "nothing: No such file or directory"),
        (["play", "--resume", "--players", "3"], 2, "leave out variant, players"),
        (["saves", "more"], 2, "unexpected extra argument"),
    ],
)
def test_wrong_use_is_one_line(arguments: list[str], status: int, said: str, folder: Path) -> None:
    if "--players" in arguments:
        begun("7@N3")
    assert said.format(folder=folder) in refused(*arguments, status=status)


def test_a_file_that_holds_no_game_is_named_and_the_others_are_listed(folder: Path) -> None:
    begun("7@N3")
    (folder / "broken.jsonl").write_text("nothing\n")
    done = call("saves")
    assert done.exit_code == 0
    assert done.stdout.count("\n") == 1
    assert done.stderr.startswith(f"urbanist: {folder / 'broken.jsonl'}:1: not a line of JSON")
    assert done.stderr.count("\n") == 1
    assert call("play", "--resume", given="quit\n").exit_code == 0


@pytest.mark.nightly
@pytest.mark.parametrize(
    "there", ["another", *(pytest.param(there, marks=pytest.mark.nightly) for there in ("nothing", "this"))]
)
def test_the_command_to_continue_with_works_where_the_person_is(there: str, tmp_path: Path) -> None:
    """After `make play` the program is not on the path, or it is another one."""
    program = Path(sys.executable).with_name("urbanist")
    other = tmp_path / "bin" / "urbanist"
    other.parent.mkdir()
    if there == "another":
        other.write_text("#!/bin/sh\necho another\n")
        other.chmod(0o755)
    path = program.parent if there == "this" else other.parent
    environment = {**os.environ, "PATH": f"{path}:/usr/bin:/bin"}

    def answered(command: str, typed: str) -> str:
        return subprocess.run(
            ["sh", "-c", command], env=environment, input=typed, capture_output=True, text=True, check=True
        ).stdout

    begun = answered(f"{program} play metropolys --plain {' '.join(BOTS)}", "7@N3\nquit\n")
    command = begun.rpartition("continue with: ")[2].strip()
    assert command.startswith("urbanist play" if there == "this" else f"{program} play")
    assert "with 7 on N3" in answered(command, "log\nquit\n")


def test_the_beginning_of_a_name_is_enough_if_no_other_has_it(folder: Path) -> None:
    begun("7@N3")
    begun("7@N3")
    first, second = sorted(path.stem for path in folder.iterdir())
    assert second in call("play", "--resume", second, given="quit\n").stdout
    shortest = next(first[:size] for size in range(1, len(first)) if first[:size] != second[:size])
    assert first in call("play", "--resume", shortest, given="quit\n").stdout
    said = refused("play", "--resume", "metropolys-")
    assert said == (
        f"--resume: 'metropolys-' begins several names of saved games: {saves.files()[0].stem}, {saves.files()[1].stem}"
    )


def test_a_narrow_terminal_shows_names_whole(folder: Path) -> None:
    begun("7@N3")
    [path] = folder.iterdir()
    environment = {**os.environ, "TERM": "xterm"}
    child = pexpect.spawn(
        PROGRAM[0], [*PROGRAM[1:], "saves"], env=environment, encoding="utf-8", dimensions=(24, 60)
    )
    child.expect(pexpect.EOF)
    child.close()
    assert path.stem in str(child.before)


def test_a_number_at_a_seat_is_a_level(folder: Path) -> None:
    begun("7@N3", seats=["--seats", "human,1", "--options", "first=0", "--seed", "7"])
    assert good("saves").split("\t")[2] == "easy"
    assert refused("play", "metropolys", "--seats", "human,12").startswith(
        "option 'level=12' of ismcts: expected a whole"
    )
