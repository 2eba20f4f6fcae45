"""A full disk: each command that writes ends with status 1, and says in a line what is kept and how it goes on."""

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bots.check.faults import SOUND
from tests.bots.cli.using import GAMES_FILE, PROGRAM, call, good, mounted
from tests.bots.contest.plans import TWO, written
from urbanist.bots.cli.main import COMMANDS

#: What is said of a full disk, and how a command goes on.
FULL = "No space left on device"
ONCE_MORE = f"{FULL}; what was saved before is kept; make room and call the command again"
#: The commands that write nothing but their output.
ONLY_OUTPUT = set("games rules deal legal perft verify stats saves bot bench completion connect".split())
#: Commands that write to the disk, by what they write; what is said last; and what is typed.
WRITING = {
    "play --record": ("play metropolys --plain --seats human,random --record game", ONCE_MORE, ""),
    "play": ("play metropolys --plain --seats random,random", FULL, ""),
    "puzzles": ("puzzles metropolys --plain", ONCE_MORE, "solution\nquit\n"),
    "puzzles --find": ("puzzles metropolys --find 1 --out found", ONCE_MORE, ""),
    "analyse": ("analyse GAMES --nodes 2 --html page", ONCE_MORE, ""),
    "show": ("show GAMES --svg picture.svg", ONCE_MORE, ""),
    "balance": ("balance metropolys --games 20 --search-games 0 --html page", FULL, ""),
    "match --out": (
        "match metropolys --seats random,random --games 1 --out games",
        f"{FULL}; what was saved before is kept; continue with the same command and --resume",
        "",
    ),
    "match --json": ("match metropolys --seats random,random --games 1 --json standings", FULL, ""),
    "match --pages": (
        "match metropolys --seats random,random --games 1 --out GAMES.new --pages pages",
        f"{FULL}; those that are there are kept, and the same command with --resume writes the others",
        "",
    ),
    "tournament": ("tournament cup.toml", ONCE_MORE, ""),
    "league": ("league city new metropolys", ONCE_MORE, ""),
    "train": ("train metropolys --out out --games 40 --nodes 2 --generations 1", ONCE_MORE, ""),
    "export": ("export metropolys --positions 2000 --out few.npz", ONCE_MORE, ""),
    "check-bot": ("check-bot 'python3 -I SOUND' --game metropolys --trace lines", ONCE_MORE, ""),
    "serve": ("serve --data tables --port 0", ONCE_MORE, ""),
    "mcp": ("mcp --data tables", ONCE_MORE, ""),
}


#: What a day looks at: files that are written in different ways.
DAILY = {"play --record", "show", "match --out", "tournament", "train", "serve"}


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Give a disk of 240 KiB."""
    with mounted(tmp_path / "disk", kibibytes=240) as folder:
        yield folder


def fill(disk: Path, left: int = 0) -> None:
    """Leave so many bytes on a disk."""
    (disk / "ballast").write_bytes(bytes(shutil.disk_usage(disk).free - left))


def test_every_command_that_writes_is_tried() -> None:
    assert {name.partition(" ")[0] for name in WRITING} | ONLY_OUTPUT == {*COMMANDS}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.nightly] * (name not in DAILY)) for name in WRITING]
)
def test_a_full_disk_is_a_failure_in_one_line(
    name: str, disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(disk)
    monkeypatch.setenv("XDG_DATA_HOME", str(disk / "data"))
    words, said, typed = WRITING[name]
    game = GAMES_FILE.read_text(encoding="utf-8").partition("\n")[0]
    (tmp_path / "games").write_text(f"{game}\n", encoding="utf-8")
    written(disk, f"players = 2\ndeals = 1\n{TWO}")
    fill(disk)
    words = words.replace("GAMES", str(tmp_path / "games")).replace("SOUND", str(SOUND))
    if name in {"serve", "mcp"}:  # what serves tables warns where warnings are errors
        done = subprocess.run([*PROGRAM, *shlex.split(words)], capture_output=True, text=True, check=False)
        status, errors = done.returncode, done.stderr
    else:
        ended = call(*shlex.split(words), given=typed)
        status, errors = ended.exit_code, ended.stderr
    assert status == 1, errors
    [line] = [line for line in errors.splitlines() if FULL in line]
    assert line.startswith("urbanist: ")
    assert line.endswith(said)
    left = [path for path in disk.rglob("*") if path.is_file() and path.stat().st_size]
    assert {path.name for path in left} == {"cup.toml", "ballast"}


def test_on_a_full_disk_the_standings_are_shown_and_how_it_goes_on(disk: Path) -> None:
    path = written(disk, f"players = 2\ndeals = 40\n{TWO}")
    done = call("tournament", path, "--json", disk / "cup.json")
    assert done.exit_code == 1
    assert f"urbanist: {disk / 'cup.json'}: No space left on device\n" in done.stderr
    line = done.stderr.splitlines()[-1]
    assert line.startswith(f"urbanist: {disk / 'cup.sqlite'}: ")
    kept = "No space left on device; what was saved before is kept"
    assert line.endswith(f"{kept}; continue with: urbanist tournament {path} --resume")
    assert " of 80 games on " in done.stdout
    assert "rating" in done.stdout
    subprocess.run(["mount", "-o", "remount,size=16m", str(disk)], check=True)
    assert "80 of 80 games" in good("tournament", path, "--resume")


def test_a_trace_on_a_full_disk_ends_the_match_after_its_table(disk: Path, tmp_path: Path) -> None:
    asked = [
        "match",
        "metropolys",
        "--seat",
        f"{sys.executable} -I {SOUND}",
        "--seat",
        "greedy",
        "--games",
        40,
    ]
    done = call(*asked, "--trace", disk / "trace", "--out", tmp_path / "games")
    assert done.exit_code == 1
    line = done.stderr.splitlines()[-1]
    assert (
        line == f"urbanist: {disk / 'trace'}: No space left on device; "
        "what was saved before is kept; continue with the same command and --resume"
    )
    assert "win share" in done.stdout


def test_on_a_full_disk_a_league_and_a_training_end_with_a_failure_and_how_they_go_on(disk: Path) -> None:
    good("league", disk / "city", "new", "metropolys", "--anchors", "1,2")
    for bot in ("greedy", "random"):
        good("league", disk / "city", "add", bot, bot)
    fill(disk, 60 << 10)
    done = call("league", disk / "city", "run", "--games", 100)
    assert done.exit_code == 1
    kept = "No space left on device; what was saved before is kept; "
    assert done.stderr.splitlines()[-1] == (
        f"urbanist: {disk / 'city' / 'league.sqlite'}: {kept}'urbanist league {disk / 'city'} run' goes on"
    )
    out = disk / "out"
    asked = ["train", "metropolys", "--games", 400, "--nodes", 2, "--generations", 1, "--out", out]
    shutil.rmtree(disk / "city")
    done = call(*asked)
    assert done.exit_code == 1
    assert done.stderr.splitlines()[-1].endswith(f"{kept}the same command goes on")
