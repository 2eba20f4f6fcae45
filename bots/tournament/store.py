"""A tournament's results in one SQLite file: a game is there as a whole, or not at all, and once."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.tournament.form import PlanError
from urbanist.bots.tournament.game_result import GameResult
from urbanist.bots.tournament.plan import Plan
from urbanist.engine.record import Record

#: Tells our files from other SQLite files ("urbn"), and their form from earlier and later ones.
APPLICATION, VERSION = 0x7572626E, 1
TABLES = """
CREATE TABLE tournament (settings TEXT NOT NULL);
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    deal INTEGER NOT NULL,
    bots TEXT NOT NULL,
    record TEXT NOT NULL,
    moves TEXT NOT NULL,
    seconds TEXT NOT NULL
) WITHOUT ROWID;
"""


class Unkept(Exception):
    """A game could not be kept: the disk is full, the file is gone or held by others."""


class Store:
    """The file of one tournament, open; `with` closes it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path, self._connection = path, connection
        self._file = path.stat().st_ino

    @classmethod
    def open(cls, plan: Plan, *, resume: bool) -> Self:
        """Return the file of a tournament: a new one, or to resume the one there is.

        `PlanError` if there is one and nothing is to be resumed, none where something is, or another's.
        """
        path = plan.database
        if path.exists() and not path.is_file():
            raise PlanError(f"{path}: no file, so it cannot hold a tournament")
        if not path.parent.is_dir():
            raise PlanError(f"{path}: there is no folder '{path.parent}'")
        if path.exists() and path.stat().st_size and not resume:
            raise PlanError(f"{path} is there already: --resume goes on with the tournament that it holds")
        if not path.exists() and resume:
            raise PlanError(
                f"{path}: no such file; the tournament has not begun, so there is nothing to resume"
            )
        try:
            # Whatever is done to it is a transaction that we begin and end.
            connection = sqlite3.connect(path, isolation_level=None)
            try:
                store = cls(path, connection)
                store.prepare(plan)
            except BaseException:
                connection.close()
                raise
        except sqlite3.OperationalError as error:
            raise PlanError(f"{path}: {error}") from None
        except sqlite3.DatabaseError as error:
            raise PlanError(f"{path}: no database of a tournament: {error}") from None
        return store

    def __enter__(self) -> Self:
        """Return the store."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._connection.close()

    def prepare(self, plan: Plan) -> None:
        """Make the tables of a new file; `PlanError` for a file of something else."""
        settings = plan.settings()
        with self._transaction():
            if not self._one("SELECT count(*) FROM sqlite_master"):
                for statement in TABLES.split(";")[:-1]:
                    self._connection.execute(statement)
                self._connection.execute("INSERT INTO tournament VALUES (?)", [json.dumps(settings)])
                self._connection.execute(f"PRAGMA application_id = {APPLICATION}")
                self._connection.execute(f"PRAGMA user_version = {VERSION}")
        self._check(plan, settings)
        # With the log ahead of the file a game is one write, and with `full` it is on the disk when it counts.
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")

    def add(self, pairing: Pairing, played: Played) -> GameResult:
        """Keep a game that has ended, and return its result; `Unkept` where that cannot be."""
        row = (
            pairing.id,
            pairing.deal,
            json.dumps(pairing.entrants),
            played.record.to_json(),
            json.dumps(played.moves),
            json.dumps(played.seconds),
        )
        # Into a file that has been deleted SQLite would write on, for nobody.
        if not self._path.exists() or self._path.stat().st_ino != self._file:
            raise Unkept(f"{self._path} has been moved or deleted; games of before are where it is now")
        try:
            with self._transaction():
                self._connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", row)
        except sqlite3.Error as error:
            raise Unkept(f"{self._path}: {error}; games of before are kept, --resume goes on") from None
        return game_result(*row)

    def games(self) -> Iterator[GameResult]:
        """Yield the results of the games that have ended, by id."""
        for row in self._connection.execute("SELECT * FROM games ORDER BY id"):
            yield game_result(*row)

    def records(self) -> Iterator[str]:
        """Yield the records of the games that have ended, by id, as lines of JSON."""
        for (record,) in self._connection.execute("SELECT record FROM games ORDER BY id"):
            yield str(record)

    def _check(self, plan: Plan, settings: dict[str, Any]) -> None:
        """Raise `PlanError` unless the file is of this very tournament."""
        if self._one("PRAGMA application_id") != APPLICATION:
            raise PlanError(f"{plan.database}: a database, but of no tournament")
        version = self._one("PRAGMA user_version")
        if version != VERSION:
            raise PlanError(f"{plan.database}: of version {version}, this program reads version {VERSION}")
        held = json.loads(str(self._one("SELECT settings FROM tournament")))
        asked = json.loads(json.dumps(settings))
        other = next(
            (key for key in sorted(held.keys() | asked.keys()) if held.get(key) != asked.get(key)), None
        )
        if other is not None:
            there, here = (json.dumps(found.get(other, "not given")) for found in (held, asked))
            raise PlanError(
                f"{plan.database} is of another tournament: {other} is {there[:120]} there, {here[:120]} here"
            )

    def _one(self, query: str) -> object:
        return self._connection.execute(query).fetchone()[0]

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            # SQLite has done it already where there was no room left.
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise
        self._connection.execute("COMMIT")


def game_result(game: str, deal: int, bots: str, record: str, moves: str, seconds: str) -> GameResult:
    """Return the result of a game from a row of the file."""
    found = Record.from_json(record)
    assert found.scores is not None
    assert found.ranks is not None
    return GameResult(
        game,
        deal,
        tuple(json.loads(bots)),
        found.scores,
        found.ranks,
        tuple((lost["seat"], lost["reason"]) for lost in found.meta.get("forfeits", ())),
        tuple(json.loads(moves)),
        tuple(json.loads(seconds)),
    )
