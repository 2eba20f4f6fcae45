"""The results of a tournament in one SQLite file: it has each finished game once, and never a part of a game."""

import json
import os
import re
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Annotated, Any, Self

import msgspec
from msgspec import Meta

from urbanist.bots.contest.games import BESIDE, GAMES, RESULT, ContestFile, Numbers
from urbanist.bots.contest.plan import GROWN, Tournament, extended, grows
from urbanist.bots.contest.plan_schema import PlanError
from urbanist.bots.contest.results import GameResult
from urbanist.bots.files import lock_file
from urbanist.bots.match.arena import Played
from urbanist.bots.match.fingerprint import Fingerprint
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.match.workers import RunEnded
from urbanist.bots.sqlite_schema import SqliteSchema, connected, transaction
from urbanist.bots.timestamp import timestamp

#: Permissions of a new database.
MODE = 0o600


@contextmanager
def lock(database: Path) -> Iterator[None]:
    """Lock the database of a tournament for this process, and create it if there is none.

    Raise `PlanError` if another process has locked it. The end of a process also ends its lock. SQLite does not see
    this lock, so that others may read the database. Only its owner may read a new one: it holds the seed.
    """
    with open(database, "ab", opener=lambda path, flags: os.open(path, flags, MODE)) as file:
        lock_file(file, PlanError(f"{database}: another process is playing this tournament"))
        yield


#: The version of databases in which only the records have points, ranks and forfeits, and how to read them out.
OLD = 1
OLD_RESULT = """
    id, deal, bots, json_extract(record, '$.scores'), json_extract(record, '$.ranks'),
    coalesce(json_extract(record, '$.meta.forfeits'), '[]'), moves, seconds
"""
WITHOUT_END = GAMES.partition("CREATE INDEX")[0].replace(",\n    ended TEXT NOT NULL DEFAULT ''", "")
FORM = SqliteSchema(
    application=0x7572626E,  # "urbn"
    version=3,
    foreign="a database, but not of a tournament",
    tables=f"CREATE TABLE tournament (settings TEXT NOT NULL);{GAMES}",
    upgrades={
        OLD: f"""
            ALTER TABLE games RENAME TO older;
            {WITHOUT_END}
            INSERT INTO games SELECT {OLD_RESULT}, record FROM older;
            DROP TABLE older;
        """,  # noqa: S608  # words of ours
        2: "ALTER TABLE games ADD COLUMN ended TEXT NOT NULL DEFAULT ''; CREATE INDEX latest ON games (ended);",
    },
)
#: The ids of games: they also name files.
ID = re.compile(r"[1-9][0-9]{0,9}(\.[1-9][0-9]{0,9}){3}")


class Store(ContestFile):
    """The open file of one tournament; `with` closes it."""

    error = PlanError
    strange = "not a database of a tournament: "
    ids, described = ID, "four numbers, such as 1.1.1.1"

    def __init__(self, plan: Tournament, connection: sqlite3.Connection) -> None:
        super().__init__(plan.database)
        self._connection = connection
        self._seats, self._bots = plan.rules.seats, len(plan.entrants)
        self._file = plan.database.stat().st_ino

    @classmethod
    def open(cls, plan: Tournament, *, resume: bool, extend: bool = False) -> Self:
        """Open and lock the file of a tournament to play it: a new file, or with `resume` the existing one.

        With `extend` the existing one gets what the plan has more of. Raise `PlanError` if a new file exists already,
        if there is none to resume, if it is of another tournament, or if another process plays it.
        """
        path = plan.database
        _require_place(path)
        if not path.exists() and resume:
            raise PlanError(
                f"{path}: no such file, so there is no tournament to resume; start it without --resume"
            )
        with ExitStack() as held:
            held.enter_context(lock(path))
            if path.stat().st_size and not resume:
                raise PlanError(f"{path} exists already; --resume continues the tournament in it")
            _require_form(path)
            with cls.refusals(path):
                store = cls(plan, held.enter_context(closing(connected(path, "mode=rw"))))
                store.prepare(plan, extend=extend)
            store._held = held.pop_all()
        return store

    @classmethod
    def read(cls, plan: Tournament) -> Self:
        """Open the file of a tournament to read it, also where nothing can be written, or while others play it.

        Raise `PlanError` if there is no such file, or if it is of another tournament.
        """
        path = plan.database
        _require_place(path)
        if not path.exists() or not path.stat().st_size:
            raise PlanError(f"{path}: no tournament has begun in this file; start it without --standings")
        _require_form(path)
        with cls.refusals(path):
            try:
                return cls._reading(plan, "mode=rw")
            except sqlite3.OperationalError:
                # SQLite cannot make the files that it needs to read beside others. Nobody else can change the file
                # either, so it may take it as fixed, unless games of a killed process are still in the log.
                log = path.with_name(f"{path.name}-wal")
                if os.access(path.parent, os.W_OK) or (log.exists() and log.stat().st_size):
                    raise
                return cls._reading(plan, "mode=ro&immutable=1")

    @classmethod
    def _reading(cls, plan: Tournament, mode: str) -> Self:
        with ExitStack() as held:
            store = cls(plan, held.enter_context(closing(connected(plan.database, mode))))
            store._read_as_new()
            store._check(plan, plan.settings())
            store._held = held.pop_all()
        return store

    def prepare(self, plan: Tournament, *, extend: bool = False) -> None:
        """Make the tables of a new file, or extend it; raise `PlanError` if the file belongs to something else."""
        settings = plan.settings()
        with transaction(self._connection):
            if FORM.make(self._connection):
                self._connection.execute("INSERT INTO tournament VALUES (?)", [json.dumps(settings)])
            if not extend:
                self._check(plan, settings)
            else:
                self._extend(plan, settings)
        # With a write-ahead log a game is one write; with FULL it is on the disk before it counts.
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = FULL")

    def add(self, pairing: Pairing, played: Played) -> GameResult:
        """Save a finished game and return its result; raise `OSError` or `RunEnded` if it cannot be saved."""
        # SQLite would write to a deleted file without an error, and the game would be lost.
        if not self._path.exists() or self._path.stat().st_ino != self._file:
            raise RunEnded(f"{self._path} was moved or deleted; earlier games are in the moved file")
        return super().add(pairing, played)

    def check_fingerprints(self, bots: Sequence[Fingerprint]) -> list[list[str]]:
        """Keep the fingerprints of the bots; return for each what has changed since its last game, in words."""
        known = self.fingerprints()
        [(played,)] = self.rows("SELECT count(*) FROM main.games")
        changes = [mark.changes(known.get(bot, mark)) for bot, mark in enumerate(bots)]
        fresh = [bot for bot, changed in enumerate(changes) if changed or bot not in known]
        self.note_fingerprints(played, {bot: bots[bot] for bot in fresh})
        return changes

    def set_aside(self) -> int:
        """Keep the games of the last round that have forfeits apart, and return their number."""
        [(last,)] = self.rows("SELECT max(CAST(id AS INTEGER)) FROM main.games")
        forfeits = f"main.games WHERE forfeits <> '[]' AND CAST(id AS INTEGER) = {last or 0}"
        with self.refusals(self._path):
            self._connection.executescript(BESIDE)
            with transaction(self._connection):
                self._connection.execute(
                    f"INSERT INTO replayed SELECT id, ?, record FROM {forfeits}",  # noqa: S608  # words of ours
                    [timestamp()],
                )
                return self._connection.execute(f"DELETE FROM {forfeits}").rowcount  # noqa: S608

    def bot_count(self) -> int:
        """Return the number of bots of the tournament."""
        return self._bots

    def seats(self) -> int:
        """Return the seats of every table."""
        return self._seats

    def _read_as_new(self) -> None:
        """Migrate an old database in memory; nothing changes in the file."""
        [version] = self._connection.execute("PRAGMA user_version").fetchone()
        if version == OLD:
            # What is read by the name `games` is from now on this table.
            self._connection.execute("PRAGMA temp_store = MEMORY")
            self._connection.execute(WITHOUT_END.replace("CREATE", "CREATE TEMP").rstrip().rstrip(";"))
            self._connection.execute(
                f"INSERT INTO temp.games ({RESULT}, record) SELECT {OLD_RESULT}, '' FROM main.games"  # noqa: S608
            )

    def _extend(self, plan: Tournament, settings: dict[str, Any]) -> None:
        """In a transaction, let the tournament grow to a plan; raise `PlanError` if it is another tournament."""
        self._check_kind(plan)
        try:
            merged = extended(self._settings(), json.loads(json.dumps(settings)), plan)
        except PlanError as error:
            raise PlanError(f"{plan.database}: {error}") from None
        self._connection.execute("UPDATE tournament SET settings = ?", [json.dumps(merged)])
        self._check(plan, settings)

    def _check_kind(self, plan: Tournament) -> None:
        """Raise `PlanError` if the file is none of ours."""
        # Whoever opens the file turns the errors of SQLite into lines, and needs them as they are before.
        fault = FORM.fault(self._connection, readable=True)
        if fault is not None:
            raise PlanError(f"{plan.database}: {fault}")

    def _check(self, plan: Tournament, settings: dict[str, Any]) -> None:
        """Raise `PlanError` if the file does not belong to this tournament."""
        self._check_kind(plan)
        stored = self._settings()
        stored.pop(GROWN, None)
        asked = json.loads(json.dumps(settings))
        if plan.form.seed is None:
            asked["seed"] = stored["seed"]
        other = next(
            (key for key in sorted(stored.keys() | asked.keys()) if stored.get(key) != asked.get(key)), None
        )
        if other is not None:
            there, here = (json.dumps(settings.get(other, "not given")) for settings in (stored, asked))
            if other == "seed":
                there = "another"  # a secret until the end
            hint = "; --extend adds to it" if grows(other, stored, asked, plan) else ""
            raise PlanError(
                f"{plan.database} belongs to another tournament: {other} is {there[:120]} there, {here[:120]} here"
                + hint
            )

    @property
    def seed(self) -> int:
        """The seed of the tournament: that of its file, or the one that was drawn when it began."""
        return int(self._settings()["seed"])

    @property
    def grown(self) -> tuple[int, ...]:
        """The numbers of bots at the beginning and after each extension; empty if none was added."""
        return tuple(self._settings().get(GROWN, ()))

    def _settings(self) -> dict[str, Any]:
        """Return the settings of the tournament in the file; where no seed was kept, it was 0."""
        rows = self.rows("SELECT settings FROM tournament")
        with self.whole("the settings of the tournament are"):
            [(text,)] = rows
            settings = {"seed": 0} | msgspec.json.decode(str(text), type=dict[str, Any])
            grown = msgspec.convert(settings.get(GROWN, ()), Numbers)
            msgspec.convert(settings["seed"], Annotated[int, Meta(ge=0)])
            bots = msgspec.convert(settings.get("bot", ()), tuple[Any, ...])
            if list(grown) != sorted(grown) or not all(0 < number <= len(bots) for number in grown):
                raise ValueError("numbers of bots that it never had")
        return settings


def _require_place(path: Path) -> None:
    """Raise `PlanError` unless a path is, or can be, a file in a folder."""
    if path.exists() and not path.is_file():
        raise PlanError(f"{path}: not a regular file; expected the path of a database")
    if not path.parent.is_dir():
        raise PlanError(f"{path}: there is no folder '{path.parent}'")


def _require_form(path: Path) -> None:
    """Raise `PlanError` if a file is a database of something else."""
    fault = FORM.fault_of(path)
    if fault is not None:
        raise PlanError(f"{path}: {fault}")
