"""`urbanist match`: games of one table in one or several processes, finished and interrupted."""

import json
import os
import re
import signal
import time
from pathlib import Path

import pytest

from tests.bots.cli.using import PATIENCE, call, good, refused, started
from tests.bots.hostile import HOSTILE, program
from urbanist.engine import GAMES

SHORT = ["match", "metropolys", "--seats", "greedy,random", "--seed", 1]


def test_a_table_of_bots_with_their_games() -> None:
    done = call(*SHORT, "--games", 8)
    assert done.exit_code == 0
    rows = done.stdout.splitlines()
    assert re.fullmatch(r"bot +games +points +win share", rows[0])
    assert re.fullmatch(r"greedy +8 +\d+\.\d ± \d+\.\d +\d+\.\d% \[\d+\.\d, \d+\.\d\]", rows[1])
    assert "4 deals; 95 % intervals over deals" in rows[3]
    assert re.fullmatch(r"moves/second: greedy [\d.]+, random [\d.]+\n", done.stderr)


def test_a_deal_is_played_once_for_each_seat(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arguments = ["match", "metropolys", "--seats", "greedy,random:seed=3,random", "--games", 7, "--seed", 2]
    call(*arguments, "--out", file)
    games = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert [game["seats"] for game in games[:3]] == [
        ["greedy", "random:seed=3", "random"],
        ["random:seed=3", "random", "greedy"],
        ["random", "greedy", "random:seed=3"],
    ]
    deals = [game["deal"] for game in games]
    assert deals[0] == deals[1] == deals[2] != deals[3] == deals[4] == deals[5] != deals[6]
    assert good("verify", file) == "7 good records\n"


def test_fixed_seats_stay(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    call(*SHORT, "--games", 4, "--fixed", "--out", file)
    games = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    assert all(game["seats"] == ["greedy", "random"] for game in games)
    assert len({game["deal"] for game in games}) == 4


def test_root_is_warned_before_programs_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = program(tmp_path, HOSTILE["ends"].code)
    asked = ["match", "metropolys", "--seat", command, "--seat", "greedy", "--games", 1, "--seed", 1]
    for user, warned in ((0, True), (1000, False)):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        assert call(*asked).stderr.startswith("warning: you are root, and so are the programs") is warned
        assert "warning" not in call(*SHORT, "--games", 1).stderr


def test_seats_may_be_given_one_by_one() -> None:
    one = call("match", "metropolys", "--seat", "greedy", "--seat", "random", "--games", 2, "--seed", 1)
    assert one.stdout == call(*SHORT, "--games", 2).stdout


def test_ctrl_c_keeps_and_counts_the_finished_games(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    running = started(*SHORT, "--games", 1000000, "--out", file, start_new_session=True)
    await_lines(file, 3)
    os.killpg(running.pid, signal.SIGINT)
    output, errors = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    kept = file.read_text(encoding="utf-8").count("\n")
    assert f"interrupted after {kept} of 1000000 games\n" in errors
    assert "Traceback" not in errors
    assert re.search(rf"greedy +{kept} ", output)
    assert good("verify", file) == f"{kept} good records\n"


def await_lines(file: Path, number: int) -> None:
    """Wait until a file has at least `number` lines."""
    until = time.monotonic() + PATIENCE
    while not file.exists() or file.read_bytes().count(b"\n") < number:
        assert time.monotonic() < until
        time.sleep(0.05)


def test_the_points_of_a_stand_in_are_not_those_of_the_bot_that_forfeited(
    tmp_path: Path,
) -> None:
    seats = ["--seat", program(tmp_path, HOSTILE["is killed"].code), "--seat", "random"]
    done = call("match", "metropolys", *seats, "--games", 4, "--seed", 1)
    assert re.search(r" +4 +- +0\.0% \[", done.stdout), done.stdout
    assert re.search(r"random +4 +\d+\.\d ± ", done.stdout)
    assert "4 of 4 games" in done.stderr


def test_a_file_is_never_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("mine")
    assert f"--out {file}: the file exists" in refused(*SHORT, "--games", 1, "--out", file)
    assert file.read_text() == "mine"


def test_standard_error_of_each_program_goes_to_its_file(tmp_path: Path) -> None:
    command = program(tmp_path, "print('no idea', file=sys.stderr); sys.exit(1)")
    asked = ["match", "metropolys", "--seat", "random", "--seat", command, "--games", 2, "--seed", 1]
    done = call(*asked, "--logs", tmp_path / "logs")
    assert "2 of 2 games, the first in game 1" in done.stderr
    assert [file.name for file in (tmp_path / "logs").iterdir()] == ["bot-2.log"]
    assert (tmp_path / "logs" / "bot-2.log").read_text(encoding="utf-8") == "no idea\n" * 2


@pytest.mark.parametrize(
    ("option", "value", "message"),
    [
        ("--adjudicate", "share=0.9,share=0.8", "share: given twice"),
        ("--adjudicate", "solved,share=0.9,solved", "solved: given twice"),
        ("--adjudicate", "", "expected KEY=VALUE,... with share, moves, solved, not ''"),
        ("--resign", "share=0.1,", "expected KEY=VALUE,... with share, moves, not 'share=0.1,'"),
        ("--sprt", "elo0=0,elo1=5,elo0=1", "elo0: given twice"),
        ("--openings", "=x", "expected KEY=VALUE,... with "),
    ],
)
def test_a_setting_is_given_once_and_by_its_name(option: str, value: str, message: str) -> None:
    assert message in refused(*SHORT, "--games", 1, option, value)


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (
            ["chess", "--seats", "greedy,random", "--games", 1],
            2,
            f"no game 'chess'; there are {', '.join(sorted(GAMES))}",
        ),
        (["metropolys", "--games", 1], 2, "who plays?"),
        (["metropolys", "--seats", "greedy,random"], 2, "Missing option '--games'"),
        (["metropolys", "--seats", "greedy,random", "--games", 0], 2, "0 is not in the range"),
        (
            ["metropolys", "--seats", "greedy,random", "--games", 1, "--workers", 0],
            2,
            "0 is not in the range",
        ),
        (["metropolys", "--seats", "greedy,nobody", "--games", 1], 2, "no bot 'nobody'; there are "),
        (["metropolys", "--seats", "greedy,random:luck=3", "--games", 1], 2, "no option 'luck=3' of random"),
        (
            ["metropolys", "--seats", "greedy,ismcts:nodes=x", "--games", 1],
            2,
            "'nodes=x' of ismcts: expected",
        ),
        (["metropolys", "--seats", "greedy", "--games", 1], 2, "2, 3 or 4 players, not 1"),
        (
            ["metropolys", "--seats", "greedy,random", "--players", 3, "--games", 1],
            2,
            "2 seats are named for 3",
        ),
        (["metropolys", "--seats", "greedy,random", "--seat", "random", "--games", 1], 2, "give only one"),
        (
            ["metropolys", "--seats", "greedy,random", "--variant", "easy", "--games", 1],
            2,
            "no variant 'easy'",
        ),
        (
            ["metropolys", "--seats", "greedy,random", "--options", "moon", "--games", 1],
            2,
            "no option 'moon'",
        ),
        (
            ["metropolys", "--seats", "greedy,random", "--games", 1, "--out", "/no/such/x"],
            1,
            "/no/such/x: the folder of this file does not exist",
        ),
    ],
)
def test_wrong_use_is_one_line(arguments: list[object], status: int, message: str) -> None:
    assert message in refused("match", *arguments, status=status)
