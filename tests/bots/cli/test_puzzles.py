"""`urbanist puzzles`: set, looked for, proved again and counted."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.bots.cli.using import PATIENCE, call, good, killed, refused
from tests.bots.table.puzzles.made import opening, several, written
from urbanist.bots.table.puzzles.store import read

COMMAND = ["-c", "from urbanist.bots.cli.main import main; main()"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    return tmp_path


def test_puzzles_of_a_file_are_set_in_lines_and_counted(folder: Path) -> None:
    path = written(folder / "mine.jsonl", several(3))
    done = call("puzzles", "metropolys", "--file", path, "--number", 2, given="7@N3\nquit\n")
    assert done.exit_code == 0
    assert "puzzle 2 of 3, rated 1400; your rating: 1500 ± 700" in done.stdout
    assert "Not the best move: 7 on N3" in done.stdout
    again = call("puzzles", "metropolys", "--file", path, "--plain", given="quit\n")
    assert "puzzle 2 of 3" not in again.stdout
    assert "0 of 3 puzzles of metropolys solved; your rating: 1" in again.stdout


def test_the_puzzles_of_all_games_are_counted_without_a_game() -> None:
    lines = [line.split() for line in good("puzzles").splitlines()]
    assert ["game", "puzzles", "tried", "solved", "your", "rating"] in lines
    assert [line[0] for line in lines if line and line[0] in ("metropolys", "akropolis", "warszawa")] == [
        "metropolys",
        "akropolis",
        "warszawa",
    ]


@pytest.mark.nightly
def test_a_puzzle_is_found_on_several_workers_and_proved_again(folder: Path) -> None:
    first = folder / "first.jsonl"
    asked = ["puzzles", "metropolys", "--find", 1, "--margin", 0.02, "--seed", 9]
    assert good(*asked, "--out", first, "--workers", 2) == f"1 puzzle in {first}\n"
    head, [puzzle] = read(first)
    assert (head.margin, head.seed, puzzle.source.what) == (0.02, 9, "self-play")
    said = good("puzzles", "metropolys", "--file", first, "--check")
    assert said.startswith("1 of 1 puzzles of metropolys are proved; the smallest margin is ")
    assert good(*asked, "--out", first, "--resume") == f"1 puzzle in {first}\n"


def test_a_move_that_is_not_best_fails_the_check(folder: Path) -> None:
    path = written(folder / "mine.jsonl", [opening()])
    done = call("puzzles", "metropolys", "--file", path, "--check")
    assert done.exit_code == 1
    best = opening().best.replace("@", " on ")
    assert done.stderr == (
        f"puzzle 1 of metropolys: searches of 2,000 visits do not find {best} clearly best\n"
    )
    assert done.stdout == "0 of 1 puzzles of metropolys are proved\n"


def test_a_bot_is_set_the_puzzles(folder: Path) -> None:
    path = written(folder / "mine.jsonl", several(3))
    known = {each.deal: each.best for each in several(3)[::2]}
    program = folder / "mine.py"
    program.write_text(
        "class Mine:\n"
        "    def choose(self, view):\n"
        f"        return {known}.get(view.deal, {str(several(3)[1].moves[1])!r})\n"
    )
    asked = ["puzzles", "metropolys", "--file", path, "--seat", f"{program}:Mine"]
    assert good(*asked) == f"{program}:Mine solves 2 of 3 puzzles of metropolys; not these: 2\n"


def test_records_are_looked_through_and_those_of_other_games_left_out(folder: Path) -> None:
    """The games are those of greedy bots, so nothing depends on how many puzzles they hold."""
    out = folder / "mine.jsonl"
    games = folder / "games.jsonl"
    match = ["--seats", "random,random,random", "--games", 1, "--seed", 1]
    good_records = call("match", "warszawa", *match, "--out", games)
    assert good_records.exit_code == 0
    said = good("puzzles", "metropolys", "--records", games, "--out", out)
    assert said == f"0 puzzles in {out}, of 0 games\n"
    assert read(out)[0].seed is None


WRONG: list[tuple[list[object], str, int]] = [
    (["chess"], "no game 'chess'; there are akropolis, metropolys, warszawa", 2),
    (["--check"], "of which game? there are akropolis, metropolys, warszawa", 2),
    (["metropolys", "--find", 1], "--find: where to? --out FILE names a new file for the puzzles", 2),
    (["metropolys", "--find", 1, "--check"], "--find and --check exclude each other: give only one", 2),
    (
        ["metropolys", "--check", "--plain"],
        "--plain does not go with this: puzzles are checked; leave it out",
        2,
    ),
    (
        ["metropolys", "--seat", "greedy", "--check"],
        "--seat and --check exclude each other: give only one",
        2,
    ),
    (
        ["metropolys", "--seat", "greedy", "--plain"],
        "--plain does not go with this: puzzles are set to a bot",
        2,
    ),
    (["metropolys", "--seat", "false"], "bot 'false': it ended with status 1", 2),
    (["metropolys", "--seed", 1], "--seed does not go with this: puzzles are set; leave it out", 2),
    (["metropolys", "--file", "none.jsonl"], "none.jsonl: No such file or directory", 1),
    (["warszawa", "--file", "mine.jsonl"], "mine.jsonl has puzzles of metropolys, not of warszawa", 2),
    (["metropolys", "--file", "mine.jsonl", "--number", 2], "--number 2: there is 1 puzzle of", 2),
    (["metropolys", "--file", "empty.jsonl"], "empty.jsonl has no puzzles", 1),
    (["metropolys", "--file", "broken.jsonl"], "broken.jsonl:1: not a line of a file of puzzles: ", 1),
    (["metropolys", "--find", 1, "--out", "mine.jsonl"], "mine.jsonl exists already; --resume continues", 2),
    (
        ["metropolys", "--find", 1, "--out", "no/x.jsonl"],
        "no/x.jsonl: the folder of this file does not exist",
        1,
    ),
    (["metropolys", "--records", "broken.jsonl", "--out", "x"], "broken.jsonl:1: expected an object", 1),
    (
        ["metropolys", "--records", "mine.jsonl", "--out", "x", "--resume"],
        "--resume goes on with self-play only",
        2,
    ),
]


@pytest.mark.parametrize(("arguments", "reason", "status"), WRONG)
def test_wrong_use_is_one_line(arguments, reason, status, folder: Path, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    written(folder / "mine.jsonl", [opening()])
    written(folder / "empty.jsonl", [])
    (folder / "broken.jsonl").write_text("[]\n")
    assert reason in refused("puzzles", *arguments, status=status)


def test_a_file_in_place_of_the_logbook_is_one_line(folder: Path) -> None:
    path = written(folder / "mine.jsonl", [opening()])
    logbook = folder / "home" / "urbanist" / "results.sqlite"
    logbook.parent.mkdir(parents=True)
    logbook.write_text("not a database " * 40)
    said = refused("puzzles", "metropolys", "--file", path, status=1)
    assert "results.sqlite: not a logbook: file is not a database; move the file away" in said


@pytest.fixture
def terminal(folder: Path) -> Iterator["pexpect.spawn[str]"]:
    path = written(folder / "mine.jsonl", [opening()])
    child = pexpect.spawn(
        sys.executable,
        [*COMMAND, "puzzles", "metropolys", "--file", str(path)],
        dimensions=(40, 120),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    yield child
    killed(child)


def test_puzzles_fill_a_terminal_and_say_the_rating_at_the_end(terminal: "pexpect.spawn[str]") -> None:
    terminal.expect("Find the best move: puzzle 1 of 1")
    terminal.send("q")
    terminal.expect("0 of 1 puzzles of metropolys solved; your rating: 1500 ± 700")
    terminal.expect(pexpect.EOF)
