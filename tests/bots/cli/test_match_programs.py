"""How the programs of a match play: clock, nodes, options and sandbox; and a match that goes on."""

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.bots.check.faults import SOUND
from tests.bots.cli.using import call, refused
from urbanist.bots.process.sandbox import fault

PROGRAM = f"{shlex.quote(sys.executable)} -I {shlex.quote(str(SOUND))}"
TABLE = ["match", "metropolys", "--seat", "greedy", "--seat", PROGRAM]
QUICK = ["match", "metropolys", "--seats", "ismcts:nodes=20,greedy"]


def games(file: Path) -> list[dict[str, Any]]:
    """Return the records of a file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def told(trace: Path, word: str) -> set[str]:
    """Return the different lines that the referee sent and that begin with a word."""
    lines = [line.split("\t")[-1] for line in trace.read_text(encoding="utf-8").splitlines()]
    return {line.removeprefix("> ") for line in lines if line.startswith(f"> {word} ")}


def test_nodes_leave_alone_the_bots_that_say_otherwise(tmp_path: Path) -> None:
    records = tmp_path / "games.jsonl"
    seats = ["--seats", "ismcts,easy,ismcts:nodes=6"]
    call("match", "metropolys", *seats, "--nodes", 5, "--games", 1, "--seed", 1, "--out", records)
    assert games(records)[0]["seats"] == ["ismcts:nodes=5", "ismcts:level=1", "ismcts:nodes=6"]


def test_clock_nodes_and_options_reach_the_bots_and_the_records(tmp_path: Path) -> None:
    file, trace = tmp_path / "games.jsonl", tmp_path / "trace"
    asked = ["match", "metropolys", "--seat", "ismcts", "--seat", PROGRAM, "--nodes", 5, "--games", 1]
    asked += ["--clock", "1m+0.5", "--grace", 900, "--set", "level=3", "--set", "1:style=bold", "--set"]
    done = call(*asked, "0:widen=2", "--seed", 1, "--out", file, "--trace", trace)
    assert done.exit_code == 0, done.stderr
    [game] = games(file)
    assert game["seats"] == ["ismcts:nodes=5:widen=2.0", PROGRAM]
    assert game["meta"]["clock"] == [{"time": 60.0, "increment": 0.5, "grace": 0.9}] * 2
    assert {"date", "moves"} < game["meta"].keys()
    options = {line for line in told(trace, "setoption") if " seed " not in line}
    assert options == {
        "setoption name level value 3",
        "setoption name style value bold",
        "setoption name legal value true",
    }
    assert all(line.startswith("go nodes 5 time ") for line in told(trace, "go"))


@pytest.mark.skipif(bool(fault()), reason=f"no sandbox here: {fault()}")
def test_programs_of_a_match_and_of_a_check_may_play_in_the_sandbox(tmp_path: Path) -> None:
    code = "import os, sys; print(sorted(os.listdir('/tmp')), os.path.exists(sys.argv[1]), file=sys.stderr)\n"
    program = tmp_path / "bots" / "bot.py"
    program.parent.mkdir()
    program.write_text(code + SOUND.read_text(encoding="utf-8"), encoding="utf-8")
    command = f"{shlex.quote(sys.executable)} -I {shlex.quote(str(program))}"
    file = tmp_path / "secret"
    file.write_text("")
    more = ["--sandbox", "bwrap"]
    logs = tmp_path / "logs"
    asked = ["match", "metropolys", "--seat", "greedy", "--seat", f"{command} {file.name}", "--games", 1]
    assert call(*asked, *more, "--logs", logs).exit_code == 0
    assert "False" in (logs / "bot-2.log").read_text(encoding="utf-8")
    checked = call("check-bot", f"{command} {file.name}", *more, "--only", "handshake")
    assert (checked.exit_code, checked.stdout) == (0, "ok   handshake\n")


def test_a_match_that_goes_on_has_the_same_records_as_one_that_was_not_interrupted(tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.jsonl", tmp_path / "part.jsonl"
    expected = call(*QUICK, "--seed", 4, "--games", 5, "--out", whole).stdout
    call(*QUICK, "--seed", 4, "--games", 3, "--out", part)
    # A process that is killed leaves part of a line.
    part.write_bytes(part.read_bytes() + whole.read_bytes().splitlines()[3][:99])
    assert call(*QUICK, "--games", 5, "--out", part, "--resume").stdout == expected
    assert part.read_bytes() == whole.read_bytes()
    assert call(*QUICK, "--games", 5, "--out", part, "--resume").stdout == expected
    assert part.read_bytes() == whole.read_bytes()


def test_a_file_of_another_match_is_refused_and_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    call(*QUICK, "--seed", 4, "--games", 3, "--out", file)
    before = file.read_bytes()
    other = ["match", "metropolys", "--seats", "ismcts:nodes=21,greedy", "--games", 3]
    for asked, said in (
        ([*QUICK, "--games", 3, "--seed", 5], "1: no game of this match: seed 4 there, 5 here"),
        ([*QUICK, "--games", 3, "--clock", "9+1"], "1: no game of this match: clock None there, [{"),
        (other, "1: no game of this match: seats ['ismcts:nodes=20', 'greedy'] there, ['ismcts:nodes=21'"),
        ([*QUICK, "--games", 3, "--fixed"], "2: no game of this match: seats "),
        ([*QUICK, "--games", 2], " has more than 2 games; expected --games of that number or more"),
    ):
        assert said in refused(*asked, "--out", file, "--resume")
        assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--resume"], "--resume: which match? --out FILE names its records"),
        (["--resume", "--out", "none.jsonl"], "no such file, so there is no match to resume"),
        (["--clock", "3x"], "--clock '3x': expected a clock such as 10m+5s, 60+0.5 or 2s/move"),
        (["--clock", "0"], "--clock time = 0.0: expected seconds"),
        (["--set", "level"], "--set level: expected OPTION=VALUE or SEAT:OPTION=VALUE"),
        (["--set", "2:level=3"], "--set 2:level=3: no seat 2; there are 0 to 1"),
        (["--set", "level=10"], "option 'level=10': expected a whole number from 1 to 9"),
        (["--set", "0:depth=1"], "no option 'depth' of greedy; there is seed"),
        (["--sandbox", "bwrap", "--reads", "none"], "bot 2: reads: no file or folder 'none'"),
    ],
)
def test_wrong_use_is_one_line(more: list[object], message: str, tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    more = more if "--resume" in more else [*more, "--out", out]
    assert message in refused(*TABLE, "--games", 1, *more)
    assert not out.exists()


def test_options_of_programs_need_programs() -> None:
    for more, message in (
        (["--set", "level=3"], "--set level=3: there is no program; expected SEAT:OPTION=VALUE"),
        (["--reads", "/"], "--reads: there is no program that could read it"),
    ):
        assert message in refused(*QUICK, "--games", 1, *more)
