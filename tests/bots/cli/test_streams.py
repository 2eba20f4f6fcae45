"""Standard streams that are closed or full: one line for every command."""

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.bots.cli.using import DEAL, GAMES_FILE, PATIENCE, PROGRAM
from tests.bots.contest.plans import TWO, written
from urbanist.bots.cli.main import COMMANDS

CLOSED = "urbanist: standard output is closed; expected a terminal, a file or a pipe\n"
UNREADABLE = "urbanist: standard input: Bad file descriptor; expected a terminal, a file or a pipe\n"
FULL = "urbanist: No space left on device\n"
SMALL = "--generations 1 --games 1 --nodes 2 --test-deals 1 --test-nodes 2"
#: What each command prints something for, in a folder with the files of `folder`.
WORDS = {
    "games": "",
    "rules": "metropolys",
    "play": "metropolys --plain --seats random,random",
    "saves": "",
    "stats": "",
    "puzzles": "",
    "deal": "metropolys --seed 1",
    "legal": f"--deal {shlex.quote(DEAL)}",
    "perft": f"--deal {shlex.quote(DEAL)} --depth 1",
    "show": f"--deal {shlex.quote(DEAL)}",
    "verify": "games",
    "match": "metropolys --seats random,random --games 1",
    "tournament": "cup.toml",
    "league": "--help",
    "connect": "--help",
    "balance": "metropolys --games 20 --search-games 0 --seed 1",
    "bot": "random",
    "check-bot": "--list",
    "train": f"metropolys --out out {SMALL}",
    "export": "metropolys --positions 1 --out few.npz",
    "analyse": "games --nodes 2",
    "bench": "metropolys --seconds 0.01",
    "completion": "zsh",
    "serve": "--port 0",
    "mcp": "",
}
#: What is sent to the commands that answer programs.
TYPED = {
    "bot": "uginewgame\nugi\n",
    "mcp": '{"jsonrpc":"2.0","id":1,"method":"ping"}\n',
}
#: The command of a day; the others wait for the night.
DAILY = {"match"}
LINES = {
    **{name: f"{name} {words}" for name, words in WORDS.items()},
    "--help": "--help",
    "--version": "--version",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Give a folder with a file of one short game, and a tournament."""
    short = next(line for line in GAMES_FILE.read_text(encoding="utf-8").splitlines() if "players=2" in line)
    (tmp_path / "games").write_text(f"{short}\n", encoding="utf-8")
    written(tmp_path, f"players = 2\ndeals = 1\n{TWO}")
    return tmp_path


def run(folder: Path, line: str, streams: str) -> "subprocess.CompletedProcess[str]":
    """Run the program in a shell that opens and closes its streams."""
    known = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    return subprocess.run(
        f"{shlex.join(PROGRAM)} {line} {streams}",
        shell=True,
        cwd=folder,
        env={**os.environ, **known},
        input=TYPED.get(line.partition(" ")[0], ""),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def test_every_command_is_tried() -> None:
    assert {*WORDS} == {*COMMANDS}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.nightly] * (name not in DAILY)) for name in LINES]
)
def test_a_closed_or_full_output_is_one_line(name: str, folder: Path) -> None:
    before = {path: path.read_bytes() for path in folder.iterdir()}
    closed = run(folder, LINES[name], ">&-")
    assert (closed.returncode, closed.stderr) == (1, CLOSED)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
    full = run(folder, LINES[name], ">/dev/full")
    assert full.returncode == 1
    # A training says what it does where no terminal shows it.
    said = [line for line in full.stderr.splitlines(keepends=True) if not line.startswith("generation ")]
    assert "".join(said) == FULL


@pytest.mark.parametrize(
    "line", [LINES["match"], pytest.param("--version", marks=pytest.mark.nightly)], ids=["match", "--version"]
)
def test_a_closed_error_stream_changes_nothing(line: str, folder: Path) -> None:
    done = run(folder, line, "2>&-")
    assert done.returncode == 0
    assert done.stdout


@pytest.mark.parametrize(
    ("streams", "status"),
    [pytest.param("2>&-", 2, marks=pytest.mark.nightly), ("2>/dev/full", 2), ("<&- >&- 2>&-", 1)],
)
def test_the_status_says_what_no_line_can(streams: str, status: int, folder: Path) -> None:
    assert run(folder, "legal --deal game=chess", streams).returncode == status


def test_no_file_takes_the_place_of_a_closed_stream(folder: Path) -> None:
    code = "import os, sys; from urbanist.bots.cli.streams import fill_gaps; fill_gaps(); print(os.dup(1))"
    done = subprocess.run(
        f"{shlex.join([PROGRAM[0], '-c', code])} <&- 2>&-", shell=True, capture_output=True, text=True
    )
    assert int(done.stdout) > 2


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(
            "play metropolys --plain --seats human,random --options first=0", marks=pytest.mark.nightly
        ),
        "bot random",
    ],
)
def test_a_closed_input_is_one_line_for_what_reads_it(line: str, folder: Path) -> None:
    done = run(folder, line, "<&-")
    assert (done.returncode, done.stderr) == (1, UNREADABLE)


@pytest.mark.nightly
def test_a_closed_input_does_not_matter_to_the_others(folder: Path) -> None:
    assert run(folder, "deal metropolys --seed 1", "<&-").returncode == 0
