"""The forms of our SQLite files: how a new file of a form is made, and how a file of another form is noticed."""

import re
import sqlite3
from dataclasses import dataclass
from pathlib import Path

from urbanist.engine.message import Message

#: How a file of SQLite begins, and the bytes from which to which its head names the application.
MAGIC, APPLICATION, HEAD = b"SQLite format 3\0", 68, 72


@dataclass(frozen=True, slots=True)
class SqliteForm:
    """What all files of a form have: the two numbers in the head of the file, and the tables.

    `tables` has one SQL statement a table, each with `;` at its end. `foreign` says what another file is.
    `older` are the versions that can be brought to this one.
    """

    application: int
    version: int
    tables: str
    foreign: str
    older: tuple[int, ...] = ()

    def fault_of(self, path: Path) -> str | None:
        """Return what is wrong with a file by its head, which is read without SQLite: that may change what it opens.

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
        """Make the tables if the file is empty, in the transaction of the caller; return whether it was empty."""
        [found] = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if found:
            return False
        for statement in self.tables.split(";")[:-1]:
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {self.application}")
        connection.execute(f"PRAGMA user_version = {self.version}")
        return True

    def fault(self, connection: sqlite3.Connection) -> str | None:
        """Return what is wrong with a file, in words; None if it has this form."""
        application, version = (
            connection.execute(f"PRAGMA {mark}").fetchone()[0] for mark in ("application_id", "user_version")
        )
        tables = {
            name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        }
        if application != self.application:
            return self.foreign
        if version not in (self.version, *self.older):
            return Message(
                "version {version} of the file; this program reads version {known}",
                version=version,
                known=self.version,
            )
        return None if tables.issuperset(re.findall(r"CREATE TABLE (\w+)", self.tables)) else self.foreign
