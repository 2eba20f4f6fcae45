"""The schemas of our SQLite files: how a file is created and migrated, and how a foreign file is detected."""

import os
import re
import sqlite3
import sys
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from errno import EBUSY, EIO, ENOSPC
from pathlib import Path
from typing import Any, ClassVar, Self, TypeVar

from urbanist.engine.message import Message

#: How a file of SQLite begins, and the bytes from which to which its head names the application.
MAGIC, APPLICATION, HEAD = b"SQLite format 3\0", 68, 72


@dataclass(frozen=True, slots=True)
class SqliteSchema:
    """A schema: the `application_id` and `user_version` of its files, and their tables.

    `tables` has one SQL statement a table, each with `;` at its end. `foreign` says what another file is. `upgrades`
    has the migrations: for each older version the statements that lead to the next one.
    """

    application: int
    version: int
    tables: str
    foreign: str
    upgrades: Mapping[int, str] = field(default_factory=dict)

    def fault_of(self, path: Path) -> str | None:
        """Return what is wrong with a file by its header, which is read without SQLite: that may change what it opens.

        None if nothing is, if there is no file yet, or if it is none of SQLite, which then says so.
        """
        try:
            with path.open("rb") as file:
                head = file.read(HEAD)
        except FileNotFoundError:
            return None
        ours = head[APPLICATION:] == self.application.to_bytes(4, "big")
        return self.foreign if head.startswith(MAGIC) and not ours else None

    def make(self, connection: sqlite3.Connection) -> bool:
        """Create the tables if the file is empty, in the transaction of the caller; return whether it was empty.

        A file of an older version is migrated, and keeps what it has.
        """
        [tables] = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not tables:
            _run(connection, self.tables)
            connection.execute(f"PRAGMA application_id = {self.application}")
        elif self.fault(connection, readable=True):
            return False
        else:
            _, version = _marks(connection)
            for older in range(version, self.version):
                _run(connection, self.upgrades[older])
        connection.execute(f"PRAGMA user_version = {self.version}")
        return not tables

    def fault(self, connection: sqlite3.Connection, *, readable: bool = False) -> str | None:
        """Return what is wrong with a file, in words; None if it has this schema.

        With `readable` an older version that can be migrated is right too.
        """
        application, version = _marks(connection)
        tables = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        if application != self.application:
            return self.foreign
        if version != self.version and not (readable and version in self.upgrades):
            return Message(
                "version {version} of the file; this program reads version {known}",
                version=version,
                known=self.version,
            )
        later = "".join(self.upgrades[older] for older in range(version, self.version))
        return None if tables >= _created(self.tables) - _created(later) else self.foreign


def _marks(connection: sqlite3.Connection) -> tuple[int, int]:
    """Return the `application_id` and the `user_version` of a file."""
    application, version = (
        connection.execute(f"PRAGMA {mark}").fetchone()[0] for mark in ("application_id", "user_version")
    )
    return application, version


def _created(statements: str) -> set[str]:
    """Return the tables that statements make."""
    return {*re.findall(r"CREATE TABLE (\w+)", statements)}


def _run(connection: sqlite3.Connection, statements: str) -> None:
    for statement in statements.split(";")[:-1]:
        connection.execute(statement)


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """Commit all that is written when the block ends, or roll it back if it fails; nobody else writes meanwhile."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        # If the disk is full, SQLite has rolled back already.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


#: Seconds for which a file is awaited that another process has locked, and after which that is said.
PATIENCE, QUIET = 60.0, 2.0
#: The failures of a disk or of another process, which are no fault of the file: what they are to the system.
FAILURES = {
    sqlite3.SQLITE_FULL: ENOSPC,
    sqlite3.SQLITE_IOERR: EIO,
    sqlite3.SQLITE_BUSY: EBUSY,
}
T = TypeVar("T")


class AwaitingConnection(sqlite3.Connection):
    """A connection that awaits a file which another process has locked, and says so on standard error."""

    def execute(self, *given: Any) -> sqlite3.Cursor:
        """Execute a statement."""
        return self._awaited(lambda: super(AwaitingConnection, self).execute(*given))

    def executemany(self, *given: Any) -> sqlite3.Cursor:
        """Execute a statement with the values of many rows."""
        return self._awaited(lambda: super(AwaitingConnection, self).executemany(*given))

    def _awaited(self, act: Callable[[], T]) -> T:
        until, told = time.monotonic() + PATIENCE, False
        while True:
            try:
                return act()
            except sqlite3.OperationalError as error:
                # A read that has begun, or a writer that waits for it, gains nothing by waiting.
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                    raise
                if not told:
                    sys.stderr.write(
                        f"{_path_of(self)}: another process has locked the file; waiting for it\n"
                    )
                told = True


def _path_of(connection: sqlite3.Connection) -> str:
    """Return the path of the file of a connection."""
    return str(sqlite3.Connection.execute(connection, "PRAGMA database_list").fetchone()[2])


def connected(path: Path, mode: str = "mode=rwc", *, any_thread: bool = False) -> AwaitingConnection:
    """Open a file; every transaction is begun and ended by the caller. One thread may use it, or any in turn."""
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?{mode}",
        timeout=min(QUIET, PATIENCE),
        isolation_level=None,
        check_same_thread=not any_thread,
        uri=True,
        factory=AwaitingConnection,
    )


def failure(error: sqlite3.Error, path: Path) -> OSError | None:
    """Return the failure of a disk or of another process that an error is; None for any other error."""
    code = getattr(error, "sqlite_errorcode", 0)
    number = FAILURES.get(sqlite3.SQLITE_FULL if code == sqlite3.SQLITE_IOERR_SHMSIZE else code & 0xFF)
    if number is None:
        return None
    reason = f"locked by another process for {PATIENCE:.0f} s" if number == EBUSY else os.strerror(number)
    return OSError(number, reason, str(path))


#: What somebody can do whose file is broken.
ANOTHER = "use a copy of the file"


class SqliteFile:
    """An open file of SQLite; `with` closes it, and what it holds beside it."""

    #: What is raised, in one line with the path; and what is said before the reason if the file is no database.
    error: ClassVar[type[Exception]]
    strange: ClassVar[str] = ""

    def __init__(self, path: Path) -> None:
        self._path, self._held = path, ExitStack()
        self._connection: sqlite3.Connection

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    @classmethod
    @contextmanager
    def refusals(cls, path: Path) -> Iterator[None]:
        """Turn the errors of SQLite into those of the file; a full disk and a lock of another process are `OSError`."""
        try:
            yield
        except sqlite3.Error as error:
            if (failed := failure(error, path)) is not None:
                raise failed from None
            strange = "" if isinstance(error, sqlite3.OperationalError) else cls.strange
            raise cls.error(f"{path}: {strange}{error}") from None

    @contextmanager
    def whole(self, what: str) -> Iterator[None]:
        """Turn the error of a malformed value in the file into one of the file."""
        try:
            yield
        except (ValueError, TypeError, RecursionError) as error:
            raise self.error(f"{self._path}: {what} broken: {error}; {ANOTHER}") from None

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Commit all that is written when the block ends, or roll it back if it fails."""
        with self.refusals(self._path), transaction(self._connection):
            yield

    def rows(self, query: str, *values: object) -> list[tuple[Any, ...]]:
        """Return the rows of a query; to read them also needs room on the disk."""
        with closing(self.each(query, *values)) as rows:
            return list(rows)

    def each(self, query: str, *values: object) -> Generator[tuple[Any, ...], None, None]:
        """Yield rows as they are read, where there may be many; who asks closes it before the file."""
        with self.refusals(self._path):
            yield from self._connection.execute(query, values)
