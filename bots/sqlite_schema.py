"""The schemas of our SQLite files: how a file is created and migrated, and how a foreign file is detected."""

import re
import sqlite3
from collections.abc import Generator, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar, Self

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
        [found] = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if not found:
            _run(connection, self.tables)
            connection.execute(f"PRAGMA application_id = {self.application}")
        elif self.fault(connection, readable=True):
            return False
        else:
            _, version = _marks(connection)
            for older in range(version, self.version):
                _run(connection, self.upgrades[older])
        connection.execute(f"PRAGMA user_version = {self.version}")
        return not found

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
        """Turn the errors of SQLite into those of the file."""
        try:
            yield
        except sqlite3.Error as error:
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
