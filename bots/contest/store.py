"""The results of a tournament in one SQLite file: it has each finished game once, and never a part of a game."""

import json
import os
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Annotated, Any, Self

import msgspec
from msgspec import Meta

from urbanist.bots.contest.plan import GROWN, Tournament, extended, grows
from urbanist.bots.contest.plan_schema import PlanError
from urbanist.bots.contest.results import GameResult
from urbanist.bots.files import lock_file
from urbanist.bots.match.arena import Played
from urbanist.bots.match.fingerprint import Fingerprint
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.match.workers import RunEnded
from urbanist.bots.sqlite_schema import SqliteFile, SqliteSchema, connected, transaction
from urbanist.bots.timestamp import timestamp
from urbanist.engine.record import Lost

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


#: The columns of the results of a game by seat.
RESULTS = """
    id TEXT PRIMARY KEY,
    deal INTEGER NOT NULL,
    bots TEXT NOT NULL,
    points TEXT NOT NULL,
    ranks TEXT NOT NULL,
    forfeits TEXT NOT NULL,
    moves TEXT NOT NULL,
    seconds TEXT NOT NULL,"""
#: The results, and the record, which nobody needs to parse for the standings.
GAMES = f"""
CREATE TABLE games ({RESULTS}
    record TEXT NOT NULL
) WITHOUT ROWID;
"""
#: The version of databases in which only the records have points, ranks and forfeits, and how to read them out.
OLD = 1
OLD_RESULT = """
    id, deal, bots, json_extract(record, '$.scores'), json_extract(record, '$.ranks'),
    coalesce(json_extract(record, '$.meta.forfeits'), '[]'), moves, seconds
"""
RENEWED = GAMES.replace("TABLE games", "TABLE renewed")
FORM = SqliteSchema(
    application=0x7572626E,  # "urbn"
    version=2,
    foreign="a database, but not of a tournament",
    tables=f"CREATE TABLE tournament (settings TEXT NOT NULL);{GAMES}",
    upgrades={
        OLD: f"""{RENEWED}
            INSERT INTO renewed SELECT {OLD_RESULT}, record FROM games;
            DROP TABLE games;
            ALTER TABLE renewed RENAME TO games;
        """  # noqa: S608  # words of ours
    },
)
#: Tables that older versions of this program do not miss: the fingerprints of bots, each valid after a number of games,
#: and the games that were replayed.
FINGERPRINTS = """
CREATE TABLE IF NOT EXISTS fingerprints (
    bot INTEGER NOT NULL,
    games INTEGER NOT NULL,
    noted TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (bot, games)
) WITHOUT ROWID;
"""
BESIDE = f"""{FINGERPRINTS}
CREATE TABLE IF NOT EXISTS replayed (id TEXT NOT NULL, noted TEXT NOT NULL, record TEXT NOT NULL);
"""
#: The columns of a result, in the order of `game_result`.
RESULT = "id, deal, bots, points, ranks, forfeits, moves, seconds"


#: The ids of games: they also name files.
ID = re.compile(r"[1-9][0-9]{0,9}(\.[1-9][0-9]{0,9}){3}")
#: Numbers and times of the seats of a game, as far as any game can have them.
Numbers = tuple[Annotated[int, Meta(ge=0, lt=1 << 31)], ...]
Times = tuple[Annotated[float, Meta(ge=0, le=1e9)], ...]


Points = tuple[Annotated[int, Meta(gt=-1 << 31, lt=1 << 31)], ...]


class Store(SqliteFile):
    """The open file of one tournament; `with` closes it."""

    error = PlanError
    strange = "not a database of a tournament: "

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
        found = GameResult.of(pairing, played)
        row = (*row_of(found), played.record.to_json())
        # SQLite would write to a deleted file without an error, and the game would be lost.
        if not self._path.exists() or self._path.stat().st_ino != self._file:
            raise RunEnded(f"{self._path} was moved or deleted; earlier games are in the moved file")
        with self.transaction():
            self._connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        return found

    def check_fingerprints(self, bots: Sequence[Fingerprint]) -> list[list[str]]:
        """Keep the fingerprints of the bots; return for each what has changed since its last game, in words."""
        with self.refusals(self._path):
            self._connection.executescript(BESIDE)
        [(played,)] = self.rows("SELECT count(*) FROM main.games")
        with self.refusals(self._path):
            with self.whole("a fingerprint of a bot is"):
                known = fingerprints(self._connection)
            changes = [found.changes(known.get(bot, found)) for bot, found in enumerate(bots)]
            fresh = [bot for bot, changed in enumerate(changes) if changed or bot not in known]
            with transaction(self._connection):
                note_fingerprints(self._connection, played, {bot: bots[bot] for bot in fresh})
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

    def games(self) -> Iterator[GameResult]:
        """Yield the results of the finished games, sorted by id."""
        for row in self.each(f"SELECT {RESULT} FROM games ORDER BY id"):  # noqa: S608  # words of ours
            yield self._result(row)

    def records(self) -> Iterator[str]:
        """Yield the records of the finished games as lines of JSON, sorted by id."""
        for (record,) in self.each("SELECT record FROM main.games ORDER BY id"):
            yield str(record)

    def _result(self, row: tuple[Any, ...]) -> GameResult:
        """Return the result of a game from its row; raise `PlanError` if the row is none of a game."""
        with self.whole(f"the row of game {str(row[0])[:40]!r} is"):
            found = game_result(row, ID, "four numbers, such as 1.1.1.1", self._seats)
            if max(found.bots) >= self._bots:
                raise ValueError(f"a bot {max(found.bots) + 1}; the tournament has {self._bots}")
        return found

    def _read_as_new(self) -> None:
        """Migrate an old database in memory; nothing changes in the file."""
        [version] = self._connection.execute("PRAGMA user_version").fetchone()
        if version == OLD:
            # What is read by the name `games` is from now on this table.
            self._connection.execute("PRAGMA temp_store = MEMORY")
            self._connection.execute(GAMES.replace("CREATE", "CREATE TEMP").rstrip().rstrip(";"))
            self._connection.execute(f"INSERT INTO temp.games SELECT {OLD_RESULT}, '' FROM main.games")  # noqa: S608

    def _extend(self, plan: Tournament, settings: dict[str, Any]) -> None:
        """In a transaction, let the tournament grow to a plan; raise `PlanError` if it is another tournament."""
        self._check_kind(plan)
        try:
            found = extended(self._settings(), json.loads(json.dumps(settings)), plan)
        except PlanError as error:
            raise PlanError(f"{plan.database}: {error}") from None
        self._connection.execute("UPDATE tournament SET settings = ?", [json.dumps(found)])
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
            there, here = (json.dumps(found.get(other, "not given")) for found in (stored, asked))
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
            found = {"seed": 0} | msgspec.json.decode(str(text), type=dict[str, Any])
            grown = msgspec.convert(found.get(GROWN, ()), Numbers)
            msgspec.convert(found["seed"], Annotated[int, Meta(ge=0)])
            bots = msgspec.convert(found.get("bot", ()), tuple[Any, ...])
            if list(grown) != sorted(grown) or not all(0 < number <= len(bots) for number in grown):
                raise ValueError("numbers of bots that it never had")
        return found


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


def fingerprints(connection: sqlite3.Connection) -> dict[int, Fingerprint]:
    """Return the fingerprint of each bot at its last game; raise `ValueError` if a row is malformed."""
    rows = connection.execute("SELECT bot, fingerprint, max(games) FROM fingerprints GROUP BY bot")
    return {bot: msgspec.json.decode(text, type=Fingerprint) for bot, text, _ in rows}


def note_fingerprints(connection: sqlite3.Connection, played: int, bots: Mapping[int, Fingerprint]) -> None:
    """In a transaction, keep the fingerprints of bots, valid after `played` games."""
    now = timestamp()
    rows = [(bot, played, now, msgspec.json.encode(found).decode()) for bot, found in bots.items()]
    connection.executemany("INSERT OR REPLACE INTO fingerprints VALUES (?, ?, ?, ?)", rows)


def row_of(found: GameResult) -> tuple[object, ...]:
    """Return the columns of the result of a game, in the order of `RESULT`."""
    lists = (found.bots, found.points, found.ranks, found.lost, found.moves, found.seconds)
    return (found.id, found.deal, *(msgspec.json.encode(each).decode() for each in lists))


def game_result(
    row: tuple[Any, ...], ids: re.Pattern[str], described: str, seats: int | None = None
) -> GameResult:
    """Return the result of a game from its columns; raise `ValueError` if it is none with such an id.

    It has `seats` seats, or as many as its bots.
    """
    game, deal, *texts = row
    if not (isinstance(game, str) and ids.fullmatch(game)):
        raise ValueError(f"expected an id of {described}")
    if not (isinstance(deal, int) and 0 <= deal < 1 << 63 and all(isinstance(text, str) for text in texts)):
        raise ValueError("expected texts and the number of a deal")
    kinds = (Numbers, Points, Numbers, tuple[Lost, ...], Numbers, Times)
    read = [msgspec.json.decode(text, type=kind) for text, kind in zip(texts, kinds, strict=True)]
    seated, points, ranks, gone, moves, seconds = read
    seats = max(len(seated), 1) if seats is None else seats
    if any(len(found) != seats for found in (seated, points, ranks, moves, seconds)):
        raise ValueError(f"expected numbers of {seats} seats")
    if any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
        raise ValueError(f"no ranks: {', '.join(map(str, ranks))}")
    if any(not 0 <= found.seat < seats for found in gone):
        raise ValueError("a forfeit of a seat that nobody has")
    return GameResult(game, deal, seated, points, ranks, gone, moves, seconds, game)
