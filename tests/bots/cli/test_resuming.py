"""`--resume` of all commands: a foreign file stays as it is, and of ours only a part of a line is cut off."""

import contextlib
import json
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.bots.cli.using import GAMES_FILE, ROOT, call, once_over
from tests.bots.contest.plans import TWO
from tests.bots.contest.plans import written as plan
from tests.bots.table.puzzles.made import several
from tests.bots.table.puzzles.made import written as puzzles

MATCH = "match metropolys --seats random,greedy --games 2 --seed 1 --out games".split()
#: A training in the folder of `once_over`, whose file lets each fit read its positions once.
TRAIN = (
    "train metropolys --games 1 --nodes 2 --generations 1 --test-deals 1 --test-nodes 2 "
    "--hyperparameters once.toml --out out"
).split()
PUZZLES = "puzzles metropolys --find 1 --margin 0.07 --out puzzles".split()


def run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a command in this process: `test_fire.py` kills real ones and goes on."""
    with contextlib.chdir(folder):
        done = call(*words, given="")
    return subprocess.CompletedProcess(words, done.exit_code, done.stdout, done.stderr.removeprefix(ROOT))


def begin_match(folder: Path) -> Path:
    assert run(folder, *MATCH).returncode == 0
    return folder / "games"


def begin_training(folder: Path) -> Path:
    once_over(folder)
    assert run(folder, *TRAIN).returncode == 0
    return folder / "out" / "reports.jsonl"


def begin_hunt(folder: Path) -> Path:
    return puzzles(folder / "puzzles", several(2))


#: For each command that writes lines: how a file of it begins, and the words that go on with it.
COMMANDS: dict[str, tuple[Callable[[Path], Path], list[str]]] = {
    "match": (begin_match, [*MATCH, "--resume"]),
    "puzzles": (begin_hunt, [*PUZZLES, "--resume"]),
    "train": (begin_training, TRAIN),
}


@pytest.mark.parametrize(
    "command",
    [pytest.param(name, marks=[pytest.mark.nightly] * (name == "puzzles")) for name in COMMANDS],
)
def test_only_what_is_no_whole_line_is_cut_off_and_only_from_a_file_of_ours(
    command: str, tmp_path: Path
) -> None:
    begin, words = COMMANDS[command]
    file = begin(tmp_path)
    whole = file.read_bytes()
    last = whole.splitlines(keepends=True)[-1]
    for foreign in (b"my notes", whole + b"my notes", b"my notes\n" + whole):
        file.write_bytes(foreign)
        done = run(tmp_path, *words)
        assert done.returncode != 0, (foreign, done.stdout)
        assert done.stderr.startswith("urbanist: ")
        assert done.stderr.count("\n") == 1
        assert file.read_bytes() == foreign
    # The last line lacks its newline, or a part of another one follows, in the middle of a letter.
    for broken in (whole[:-1], whole + last[: len(last) // 2], whole + last[:1]):
        file.write_bytes(broken)
        done = run(tmp_path, *words)
        assert (done.returncode, "Traceback" in done.stderr) == (0, False), done.stderr
        assert file.read_bytes() == whole


def test_records_of_another_match_keep_a_last_line_without_a_newline(tmp_path: Path) -> None:
    file = begin_match(tmp_path)
    file.write_bytes(file.read_bytes()[:-1])
    before = file.read_bytes()
    other = ["9" if word == "1" else word for word in MATCH]
    done = run(tmp_path, *other, "--resume")
    assert (done.returncode, done.stderr) == (
        2,
        "urbanist: games:1: no game of this match: seed 1 there, 9 here\n",
    )
    assert file.read_bytes() == before


def test_a_file_in_which_nothing_whole_is_begins_anew(tmp_path: Path) -> None:
    file = begin_match(tmp_path)
    whole = file.read_bytes()
    for part, more in ((b"", []), (whole[:50], []), (whole[:50], ["--resume"])):
        file.write_bytes(part)
        assert run(tmp_path, *MATCH, *more).returncode == 0
        assert file.read_bytes() == whole


@pytest.mark.parametrize("waiting", [False, True], ids=["empty", "with a log"])
def test_a_foreign_database_is_refused_before_sqlite_opens_it(waiting: bool, tmp_path: Path) -> None:
    """SQLite would move what waits in the log of a database into it, and an empty one would get our tables."""
    words = ["tournament", str(plan(tmp_path, f"players = 2\ndeals = 1\n{TWO}"))]
    database = tmp_path / "cup.sqlite"
    with closing(sqlite3.connect(database, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE diary (day)")
        if not waiting:
            connection.execute("DROP TABLE diary")
        else:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("INSERT INTO diary VALUES (1)")
        files = [database, *([tmp_path / "cup.sqlite-wal"] if waiting else [])]
        before = [file.read_bytes() for file in files]
    if waiting:
        for file, content in zip(files, before, strict=True):
            file.write_bytes(content)
    for more in ("--resume", "--extend", "--standings"):
        done = run(tmp_path, *words, more)
        assert done.returncode != 0
        assert done.stderr.endswith("cup.sqlite: a database, but not of a tournament\n")
        assert [file.read_bytes() for file in files] == before


def test_a_resumed_game_leaves_a_foreign_file_and_foreign_notes_alone(tmp_path: Path) -> None:
    file = tmp_path / "file"
    record = GAMES_FILE.read_text(encoding="utf-8").splitlines()[0]
    for foreign in ("my notes", f"{record}\n{record}\n", f"{record}\nmy notes"):
        file.write_text(foreign, encoding="utf-8")
        assert run(tmp_path, "play", "--plain", "--resume", str(file)).returncode == 1
        assert file.read_text(encoding="utf-8") == foreign
    noted = json.loads(begin_match(tmp_path).read_text().splitlines()[0])
    noted["meta"]["event"] = "cup"
    file.write_text(json.dumps(noted), encoding="utf-8")
    assert run(tmp_path, "play", "--plain", "--resume", str(file)).returncode == 0
    assert json.loads(file.read_text(encoding="utf-8")) == noted


def test_weights_of_another_are_not_replaced_by_those_of_a_training(tmp_path: Path) -> None:
    once_over(tmp_path)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "weights-start.npz").write_bytes(b"mine")
    done = run(tmp_path, *TRAIN, "--start", "shipped")
    assert done.returncode == 1
    assert "not the folder of a training" in done.stderr
    assert (tmp_path / "out" / "weights-start.npz").read_bytes() == b"mine"
