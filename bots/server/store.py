"""The tables and their events in one SQLite file: an event is a committed row before anybody is told of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from urbanist.bots.sqlite_schema import SqliteFile, SqliteSchema, connected, transaction
from urbanist.bots.timestamp import timestamp
from urbanist.engine.message import UserError

FILE = "tables.sqlite"
#: The most MiB of the file, and the share of it from which on no more tables are opened: games that have begun go on.
LARGEST, NEARLY = 4096.0, 0.9
FORM = SqliteSchema(
    application=0x75726274,  # "urbt"
    version=1,
    foreign="a database, but not of tables that are served",
    tables="""
CREATE TABLE tables (
    id TEXT PRIMARY KEY,
    setup TEXT NOT NULL,
    deal TEXT NOT NULL,
    state TEXT NOT NULL,
    meta TEXT NOT NULL,
    changed TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE events (
    table_id TEXT NOT NULL,
    event INTEGER NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (table_id, event)
) WITHOUT ROWID;
CREATE TABLE records (
    table_id TEXT NOT NULL,
    record TEXT NOT NULL
);
""",
)


class TableStoreError(UserError):
    """The file of tables cannot be used; the message is one line with its path."""


class ServedSeat(msgspec.Struct, frozen=True):
    """Who sits on a seat: the text of a player, and the key of a person."""

    player: str
    key: str = ""


class TableSetup(msgspec.Struct, frozen=True):
    """What is settled when a table is opened."""

    seats: tuple[ServedSeat, ...]
    #: Whether spectators may look, and the seconds after which a bot may relieve who is away.
    watch: bool = True
    away: int = 120


class TableState(msgspec.Struct):
    """What has been agreed at a table beside the moves: seats where a bot sits in for a person, and wishes by seat."""

    #: The seats that a bot relieves until the person comes back, and those whose person has given up.
    relieved: set[int] = msgspec.field(default_factory=set)
    left: set[int] = msgspec.field(default_factory=set)
    #: Who has agreed to a wish, such as `undo`.
    wishes: dict[str, set[int]] = msgspec.field(default_factory=dict)


class StoredTable(NamedTuple):
    """A table as the file has it."""

    setup: TableSetup
    deal: str
    state: TableState
    meta: str
    events: tuple[str, ...]


class TableStore(SqliteFile):
    """The file of all tables, open for one server."""

    error, strange = TableStoreError, "not a database of tables: "

    def __init__(self, folder: Path, largest: float = LARGEST) -> None:
        """Open the file of a folder, which grows to so many MiB at most."""
        super().__init__(folder / FILE)
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        if fault := FORM.fault_of(self._path):
            raise TableStoreError("{path}: {fault}", path=str(self._path), fault=fault)
        with self.refusals(self._path):
            self._connection = connected(self._path, any_thread=True)
            self._held.callback(self._connection.close)
            with transaction(self._connection):
                FORM.make(self._connection)
            if fault := FORM.fault(self._connection):
                raise TableStoreError("{path}: {fault}", path=str(self._path), fault=fault)
            # After the tables are made: the head of the file is read by itself, without what is still in the log.
            self._connection.execute("PRAGMA journal_mode = WAL")
            # A killed program loses nothing so; only a power failure may lose the last moves.
            self._connection.execute("PRAGMA synchronous = NORMAL")
            [(size,)] = self.rows("PRAGMA page_size")
            [(self._most,)] = self.rows(f"PRAGMA max_page_count = {int(largest * (1 << 20)) // size}")

    @property
    def is_nearly_full(self) -> bool:
        """Whether only games that have begun may still be kept."""
        [(pages,)], [(free,)] = self.rows("PRAGMA page_count"), self.rows("PRAGMA freelist_count")
        return bool(pages - free > NEARLY * self._most)

    def add(self, table: str, setup: TableSetup, deal: str, meta: str, events: Sequence[str]) -> None:
        """Add a table with the events that were before it."""
        values = table, _json(setup), deal, _json(TableState()), meta, timestamp()
        with self.transaction():
            self._connection.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?)", values)
            rows = [(table, number, text) for number, text in enumerate(events)]
            self._connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)

    def keep(
        self, table: str, deal: str, state: TableState, meta: str, first: int, events: Sequence[str]
    ) -> None:
        """Keep how a table stands now: `events` take the place of all those from number `first` on."""
        rows = [(table, number, text) for number, text in enumerate(events, first)]
        with self.transaction():
            self._connection.execute("DELETE FROM events WHERE table_id = ? AND event >= ?", (table, first))
            self._connection.executemany("INSERT INTO events VALUES (?, ?, ?)", rows)
            self._connection.execute(
                "UPDATE tables SET deal = ?, state = ?, meta = ?, changed = ? WHERE id = ?",
                (deal, _json(state), meta, timestamp(), table),
            )

    def archive(self, table: str, record: str) -> None:
        """Keep the record of a game that is over, before another one begins at its table."""
        with self.transaction():
            self._connection.execute("INSERT INTO records VALUES (?, ?)", (table, record))

    def archived(self, table: str) -> list[str]:
        """Return the records of the earlier games at a table, the first one first."""
        query = "SELECT record FROM records WHERE table_id = ? ORDER BY rowid"
        return [record for (record,) in self.rows(query, table)]

    def read(self, table: str) -> StoredTable | None:
        """Return a table; None if there is none."""
        rows = self.rows("SELECT setup, deal, state, meta FROM tables WHERE id = ?", table)
        if not rows:
            return None
        events = self.rows("SELECT text FROM events WHERE table_id = ? ORDER BY event", table)
        [(setup, deal, state, meta)] = rows
        with self.whole(f"table {table}"):
            return StoredTable(
                msgspec.json.decode(setup, type=TableSetup),
                deal,
                msgspec.json.decode(state, type=TableState),
                meta,
                tuple(text for (text,) in events),
            )

    def count(self) -> int:
        """Return how many tables there are."""
        [(count,)] = self.rows("SELECT count(*) FROM tables")
        return int(count)

    def forget(self, before: str, begun: str) -> None:
        """Remove the tables that were changed last before a moment, or at which nobody has moved since another one."""
        with self.transaction():
            self._connection.execute(
                "DELETE FROM tables WHERE changed < ? OR changed < ? AND id NOT IN (SELECT table_id FROM events)",
                (before, begun),
            )
            self._connection.execute("DELETE FROM events WHERE table_id NOT IN (SELECT id FROM tables)")
            self._connection.execute("DELETE FROM records WHERE table_id NOT IN (SELECT id FROM tables)")


def _json(kept: msgspec.Struct) -> str:
    return msgspec.json.encode(kept).decode()
