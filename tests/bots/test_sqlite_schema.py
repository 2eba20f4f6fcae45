"""The forms of our SQLite files."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from urbanist.bots import sqlite_schema
from urbanist.bots.sqlite_schema import SqliteFile, SqliteSchema, connected, transaction

FORM = SqliteSchema(7, 2, "CREATE TABLE one (x); CREATE TABLE two (y);", "it is of others")


def test_an_empty_file_gets_the_form_and_only_once() -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        assert FORM.fault(connection) == "it is of others"
        assert FORM.make(connection)
        assert not FORM.make(connection)
        assert FORM.fault(connection) is None


@pytest.mark.parametrize(
    ("made", "fault"),
    [
        (replace(FORM, application=8), "it is of others"),
        (replace(FORM, version=3), "version 3 of the file; this program reads version 2"),
        (replace(FORM, tables="CREATE TABLE one (x);"), "it is of others"),
    ],
)
def test_a_file_of_another_form_is_noticed(made: SqliteSchema, fault: str) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        made.make(connection)
        assert FORM.fault(connection) == fault


#: Locks a file, says so, and holds it for so many seconds.
HOLD = """
import sqlite3, sys, time
held = sqlite3.connect(sys.argv[1], isolation_level=None)
held.execute("BEGIN EXCLUSIVE")
print("held", flush=True)
time.sleep(float(sys.argv[2]))
held.execute("COMMIT")
"""


@contextmanager
def held(path: Path, seconds: float) -> Iterator[None]:
    """Let another process hold a lock on a file for some seconds."""
    command = [sys.executable, "-c", HOLD, str(path), str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        yield
        other.terminate()


def test_a_file_that_another_process_locks_is_awaited_and_that_is_said(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """For longer than SQLite itself does."""
    monkeypatch.setattr(sqlite_schema, "QUIET", 0.2)
    path = tmp_path / "file"
    with closing(connected(path)) as connection:
        connection.execute("CREATE TABLE one (x)")
        with held(path, 0.7), transaction(connection):
            connection.execute("INSERT INTO one VALUES (1)")
        assert connection.execute("SELECT x FROM one").fetchall() == [(1,)]
    assert capfd.readouterr().err == f"{path}: another process has locked the file; waiting for it\n"


def test_a_file_that_is_locked_for_too_long_or_has_no_room_is_a_failure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_schema, "PATIENCE", 0.2)
    path = tmp_path / "file"
    with closing(connected(path)) as connection:
        connection.execute("CREATE TABLE one (x)")
        with (
            held(path, 30),
            pytest.raises(OSError, match="locked by another process for 0 s") as refused,
            SqliteFile.refusals(path),
            transaction(connection),
        ):
            raise AssertionError
        assert refused.value.filename == str(path)
        connection.execute("PRAGMA max_page_count = 2")
        with pytest.raises(OSError, match="No space left"), SqliteFile.refusals(path):
            connection.execute("INSERT INTO one VALUES (zeroblob(100000))")
