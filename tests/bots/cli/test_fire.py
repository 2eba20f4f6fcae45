"""Processes are killed at random, and the disk is full: no game is lost, and none counts twice."""

import contextlib
import json
import random
import sqlite3
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import psutil
import pytest

from tests.bots.cli.using import mounted, started
from urbanist.bots.files import write
from urbanist.engine import GAMES
from urbanist.engine.record import Record

if TYPE_CHECKING:
    from subprocess import Popen

#: A program that starts at once, and always plays the first of the moves.
FIRST = """while read -r word rest; do case $word in
ugi) printf '%s\\n' 'id name first' 'option name legal type check default false' 'games metropolys' ugiok ;;
isready) echo readyok ;;
legal) set -- $rest && move=$1 ;;
go) echo "bestmove $move" ;;
quit) exit ;;
esac; done
"""
PLAN = """game = "metropolys"
players = 2
deals = DEALS
seed = 3
[[bot]]
play = "greedy"
[[bot]]
play = "ismcts:nodes=20"
[[bot]]
name = "first"
command = "sh first.sh"
"""
#: Seconds that a process may need on a busy machine.
PATIENCE = 120.0


@dataclass(frozen=True)
class Command:
    """A command that can be interrupted: its words, its file, and what that holds; games by name."""

    name: str
    words: Callable[[Path, int, bool], list[object]]
    file: str
    games: Callable[[Path], dict[str, str]]
    #: Whether it plays the same after an interruption.
    repeats: bool = True

    def start(self, folder: Path, size: int) -> "Popen[str]":
        """Start it, or go on with what there is."""
        goes_on = (folder / self.file).exists()
        return started(*self.words(folder, size, goes_on), start_new_session=True, cwd=folder)

    def kept(self, folder: Path) -> dict[str, str]:
        """Return the games that are saved."""
        return self.games(folder / self.file) if (folder / self.file).exists() else {}

    def finish(self, folder: Path, size: int) -> dict[str, str]:
        """Let it go on to its end, and return all games."""
        running = self.start(folder, size)
        _, errors = running.communicate(timeout=PATIENCE)
        assert running.returncode == 0, errors
        assert "Traceback" not in errors
        return self.kept(folder)


def prepared(folder: Path, size: int) -> Path:
    """Return a folder with the files that the commands need."""
    folder.mkdir(exist_ok=True)
    texts = {"first.sh": FIRST, "cup.toml": PLAN}
    for name, text in texts.items():
        (folder / name).write_text(text.replace("DEALS", str(size)), encoding="utf-8")
    return folder


def rows(database: Path) -> dict[str, str]:
    """Return the records of a tournament by the ids of the games."""
    try:
        connection = sqlite3.connect(database)
        games = connection.execute("SELECT id, record FROM games").fetchall()
        connection.close()
    except sqlite3.OperationalError:
        return {}
    assert len(dict(games)) == len(games)
    return dict(games)


def lines(file: Path) -> dict[str, str]:
    """Return the whole lines of a file by their numbers."""
    whole = file.read_text(encoding="utf-8").split("\n")[:-1]
    return {str(number): line for number, line in enumerate(whole)}


def events(file: Path) -> dict[str, str]:
    """Return the events of a saved game by their numbers."""
    record = Record.from_json(file.read_text(encoding="utf-8"))
    return {str(number): event for number, event in enumerate(record.replay(GAMES).texts)}


def resuming(goes_on: bool) -> list[object]:
    return ["--resume"] if goes_on else []


COMMANDS = (
    Command(
        "tournament",
        lambda folder, _, goes_on: ["tournament", folder / "cup.toml", "--workers", 2, *resuming(goes_on)],
        "cup.sqlite",
        rows,
    ),
    Command(
        "match",
        lambda folder, size, goes_on: [
            *("match", "metropolys", "--players", 2, "--seat", "sh first.sh", "--seat", "greedy"),
            *("--games", size, "--seed", 3, "--workers", 2, "--out", folder / "games"),
            *resuming(goes_on),
        ],
        "games",
        lines,
    ),
    Command(
        "play",
        lambda folder, _, goes_on: [
            "play",
            "metropolys",
            *(["--resume"] if goes_on else ["--seats", "greedy,greedy,greedy", "--seed", 3, "--record"]),
            folder / "game",
        ],
        "game",
        events,
        repeats=False,
    ),
)


def tree_of(running: "Popen[str]") -> list[psutil.Process]:
    """Return the processes of a command; none if it has ended."""
    with contextlib.suppress(psutil.NoSuchProcess):
        main = psutil.Process(running.pid)
        return [main, *main.children(recursive=True)]
    return []


def struck(running: "Popen[str]", chance: random.Random) -> str:
    """Kill one of the processes of a command, any of them, and return what it was."""
    try:
        victim = chance.choice(tree_of(running))
        what = " ".join(victim.cmdline())
        victim.kill()
    except (IndexError, psutil.Error):
        return "nobody"
    return what


def assert_same(records: dict[str, str], expected: dict[str, str], kills: int) -> None:
    """Check the games after the kills: all are there, and only those differ whose program was killed."""
    assert records.keys() == expected.keys()
    different = [name for name in expected if records[name] != expected[name]]
    assert len(different) <= 2 * kills
    for name in different:
        forfeits = json.loads(records[name]).get("meta", {}).get("forfeits", ())
        assert forfeits, records[name]
        assert {lost["reason"] for lost in forfeits} == {"crash"}, forfeits
        Record.from_json(records[name]).replay(GAMES)


@pytest.mark.nightly
@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_what_is_killed_at_any_moment_goes_on_without_a_loss(command: Command, tmp_path: Path) -> None:
    kills = 25
    chance = random.Random(f"{command.name} {kills}")
    size = 6 * kills + 10
    whole, broken = prepared(tmp_path / "whole", size), prepared(tmp_path / "broken", size)
    expected = command.finish(whole, size)
    for kill in range(kills):
        before = command.kept(broken)
        running = command.start(broken, size)
        enough = len(before) + chance.randrange(5)
        until = time.monotonic() + (chance.random() if chance.random() < 0.3 else PATIENCE)
        while len(command.kept(broken)) < enough and time.monotonic() < until and running.poll() is None:
            time.sleep(0.005)
        time.sleep(chance.random() * 0.02)
        tree = tree_of(running)
        what = struck(running, chance)
        time.sleep(chance.random() * 0.3)
        running.kill()
        running.communicate(timeout=PATIENCE)
        _, left = psutil.wait_procs(tree, timeout=PATIENCE)
        assert not left, (kill, what, left)
        after = command.kept(broken)
        assert before.items() <= after.items(), (kill, what)
    finished = command.finish(broken, size)
    if command.repeats:
        assert_same(finished, expected, kills)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Give a disk of 128 KiB."""
    with mounted(tmp_path / "disk", kibibytes=128) as folder:
        yield folder


def test_a_page_that_a_full_disk_has_no_room_for_leaves_the_old_one(disk: Path) -> None:
    page = disk / "page.html"
    write(page, "old")
    with pytest.raises(OSError, match="No space left"):
        write(page, "new" * 100_000)
    assert [(path.name, path.read_text(encoding="utf-8")) for path in disk.iterdir()] == [
        ("page.html", "old")
    ]
