"""Functions that run the program as a user does."""

import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect
import psutil
import pytest
from click.testing import CliRunner, Result

from urbanist.bots.cli.main import main
from urbanist.bots.cli.programs import ROOT_WARNING

PROGRAM = [sys.executable, "-c", "from urbanist.bots.cli.main import main; main()"]
#: What root reads before programs play.
ROOT = f"{ROOT_WARNING}\n"
#: Seconds in which a program does what it shall, on a busy machine too.
PATIENCE = 300.0
GAMES_FILE = Path(__file__).parents[2] / "oracle" / "data" / "games.jsonl"

DEAL = (
    "game=metropolys variant=family players=2 districts=CNE first=0 trendy=C8,C15,N4,E1,E9 "
    "metro=C1,C9,C14,N3,N8,E5 ruins=C5,C7,N5,N9,E2,E3 cards=statues,lakes"
)


def call(*arguments: object, given: str | None = None) -> Result:
    """Run the program and return the result."""
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=given)


def good(*arguments: object, given: str | None = None) -> str:
    """Return the output of the program; it must succeed and write nothing to standard error."""
    done = call(*arguments, given=given)
    assert (done.exit_code, done.stderr.removeprefix(ROOT)) == (0, "")
    return done.stdout


def refused(*arguments: object, given: str | None = None, status: int = 2) -> str:
    """Return the single error line about wrong use; there must be no output and no traceback."""
    done = call(*arguments, given=given)
    assert done.exit_code == status, done.output
    assert done.stdout == ""
    assert done.stderr.startswith("urbanist: ")
    assert done.stderr.endswith("\n")
    assert done.stderr.count("\n") == 1
    return done.stderr.removeprefix("urbanist: ").rstrip("\n")


def once_over(folder: Path) -> str:
    """Write `once.toml`, hyperparameters by which a fit reads its positions once, and return its path."""
    (folder / "once.toml").write_text("passes = 1\n", encoding="utf-8")
    return str(folder / "once.toml")


def started(*arguments: object, **more: Any) -> "subprocess.Popen[str]":
    """Start the program and return its process."""
    command = [*PROGRAM, *map(str, arguments)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **more)


def ids(database: Path) -> list[str]:
    """Return the ids of the games in a database; none if there is no database yet."""
    if not database.exists():
        return []
    connection = sqlite3.connect(database)
    try:
        return [game for (game,) in connection.execute("SELECT id FROM games ORDER BY id")]
    except sqlite3.OperationalError:
        return []
    finally:
        connection.close()


def awaited(database: Path, games: int, seconds: float = PATIENCE) -> None:
    """Wait until a database has at least `games` games."""
    until = time.monotonic() + seconds
    while len(ids(database)) < games:
        assert time.monotonic() < until
        time.sleep(0.04)


def descendants(program: "subprocess.Popen[str]", number: int = 1) -> list[psutil.Process]:
    """Wait until a program has at least `number` descendants, and return them."""
    until = time.monotonic() + PATIENCE
    while len(children := psutil.Process(program.pid).children(recursive=True)) < number:
        assert time.monotonic() < until
        time.sleep(0.02)
    return children


def told_until(capsys: pytest.CaptureFixture[str], last: str) -> list[str]:
    """Wait for a line on standard error, and return all lines until then."""
    lines: list[str] = []
    until = time.monotonic() + PATIENCE
    while last not in lines:
        assert time.monotonic() < until, lines
        time.sleep(0.01)
        lines += capsys.readouterr().err.splitlines()
    return lines


def killed(child: "pexpect.spawn[str]") -> None:
    """End a program on a terminal of its own, whatever it does."""
    try:
        child.close(force=True)
    except pexpect.ExceptionPexpect:
        # A killed program can take longer to end than pexpect waits, on a busy machine.
        child.wait()


@contextmanager
def mounted(folder: Path, kibibytes: int) -> Iterator[Path]:
    """Give a disk of this size at a new folder; skip the test where none can be mounted."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "none", str(folder)]
    if shutil.which("mount") is None or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("no disk can be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)
