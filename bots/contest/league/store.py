"""The bots, games and ratings of a league in one SQLite file; several processes may use it at the same time."""

import hashlib
import json
import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from urbanist.bots.contest.league.settings import LeagueError
from urbanist.bots.contest.ratings import Rating
from urbanist.bots.contest.results import GameResult
from urbanist.bots.contest.store import (
    FINGERPRINTS,
    RESULT,
    RESULTS,
    fingerprints,
    game_result,
    note_fingerprints,
    row_of,
)
from urbanist.bots.files import lock_file
from urbanist.bots.match.arena import Played
from urbanist.bots.match.fingerprint import Fingerprint
from urbanist.bots.match.pairing import Pairing, drawn_seed
from urbanist.bots.sqlite_schema import ANOTHER, SqliteFile, SqliteSchema, connected
from urbanist.bots.timestamp import timestamp
from urbanist.engine.suggestion import suggestion

FILE = "league.sqlite"
#: The version in which forfeits had only seats and reasons.
OLD = 1
FORM = SqliteSchema(
    application=0x7572626C,  # "urbl"
    version=2,
    foreign="a database, but not of a league",
    upgrades={OLD: "UPDATE games SET forfeits = coalesce(json_extract(record, '$.meta.forfeits'), '[]');"},
    tables=f"""
CREATE TABLE league (seed INTEGER NOT NULL);
CREATE TABLE bots (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    version INTEGER NOT NULL,
    play TEXT,
    folder TEXT NOT NULL,
    key TEXT,
    known REAL,
    added TEXT NOT NULL,
    retired TEXT,
    UNIQUE (name, version)
);
CREATE TABLE tables (
    deal INTEGER PRIMARY KEY,
    bots TEXT NOT NULL,
    made TEXT NOT NULL,
    void TEXT
);
CREATE TABLE games ({RESULTS}
    ended TEXT NOT NULL,
    record TEXT NOT NULL
) WITHOUT ROWID;
CREATE TABLE ratings (
    games INTEGER NOT NULL,
    bot INTEGER NOT NULL,
    at TEXT NOT NULL,
    value REAL NOT NULL,
    low REAL,
    high REAL,
    PRIMARY KEY (games, bot)
) WITHOUT ROWID;
CREATE TABLE disconnects (
    game TEXT NOT NULL,
    bot INTEGER NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (game, bot)
) WITHOUT ROWID;
""",
)
#: The ids of games: the number of the deal and that of the game; they also name files.
ID = re.compile(r"[1-9][0-9]{0,17}\.[1-9]")
#: Numbers, names and ratings as far as any league can have them.
Number = Annotated[int, Meta(ge=1, lt=1 << 53)]
Name = Annotated[str, Meta(min_length=1, max_length=100)]
RatingValue = Annotated[float, Meta(ge=-1e6, le=1e6)]
Bots = Annotated[tuple[Number, ...], Meta(min_length=2, max_length=8)]
RowT = TypeVar("RowT")


@dataclass(frozen=True, slots=True)
class BotVersion:
    """A version of a bot: `play` is its text, None for a bot that connects; `known` is the rating of an anchor.

    Its program starts in its `folder`, from where it was added.
    """

    id: Number
    name: Name
    version: Number
    play: str | None
    folder: str
    known: RatingValue | None
    added: str
    retired: str | None

    @property
    def title(self) -> str:
        """The name, with the version from the second on."""
        return self.name if self.version == 1 else f"{self.name} v{self.version}"

    @property
    def remote(self) -> bool:
        """Whether it connects from elsewhere."""
        return self.play is None


@dataclass(frozen=True, slots=True)
class Seating:
    """A table that has been made: the deal and the bots, whose games are all rotations of them."""

    deal: int
    bots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game of the list: its id, when it ended, its bots, points and ranks by seat."""

    id: str
    at: str
    bots: tuple[int, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A rating of the history of a bot, after a number of games of the league."""

    games: Annotated[int, Meta(ge=0)]
    at: str
    value: RatingValue


class LeagueStore(SqliteFile):
    """The open file of a league; `with` closes it. A thread of its own needs a store of its own."""

    error = LeagueError

    def __init__(self, folder: Path, *, known: bool = False) -> None:
        """Open the file, or make it; `known` if this process has it open already."""
        path = folder / FILE
        # The end of any other file on it would end the locks of SQLite in this process.
        if not known:
            fault = FORM.fault_of(path)
            if fault is not None:
                raise LeagueError(f"{path}: {fault}")
            # The seed tells the hidden cards of games that are still to be played.
            path.touch(0o600)
        super().__init__(path)
        with self.refusals(path):
            self._connection = connected(path)
            self._held.callback(self._connection.close)
            if path.stat().st_size == 0 or self.rows("PRAGMA user_version") == [(OLD,)]:
                self._make()
            self._connection.execute("PRAGMA synchronous = FULL")
            fault = FORM.fault(self._connection)
        if fault is not None:
            raise LeagueError(f"{path}: {fault}")

    def _make(self) -> None:
        with self.transaction():
            if FORM.make(self._connection):
                self._connection.execute("INSERT INTO league VALUES (?)", [drawn_seed()])
        # Only now: the form must stand in the file itself, where whoever opens it looks, and not in a log.
        self._connection.execute("PRAGMA journal_mode = WAL")

    def lock(self) -> None:
        """Lock the games of this league for this process; raise `LeagueError` if another process has the lock."""
        file = self._held.enter_context(self._path.with_suffix(".lock").open("ab"))
        lock_file(file, LeagueError(f"{self._path}: another process plays this league"))

    @property
    def seed(self) -> int:
        """The seed of all games."""
        rows = [seed for (seed,) in self.rows("SELECT seed FROM league")]
        if len(rows) != 1 or not isinstance(rows[0], int) or rows[0] < 0:
            raise LeagueError(f"{self._path}: the seed of the league is broken; {ANOTHER}")
        return rows[0]

    def add(self, name: str, play: str | None, known: float | None = None) -> tuple[BotVersion, str | None]:
        """Add a bot, or a new version that takes the place of the one before; a bot that connects gets a key.

        The file has only a hash of the key.
        """
        key = secrets.token_urlsafe(32) if play is None else None
        with self.transaction():
            last = max((entry.version for entry in self.bots() if entry.name == name), default=0)
            self._connection.execute(
                "UPDATE bots SET retired = ? WHERE name = ? AND retired IS NULL", [timestamp(), name]
            )
            secret = None if key is None else hashed(key)
            self._connection.execute(
                "INSERT INTO bots (name, version, play, folder, key, known, added) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [name, last + 1, play, str(Path.cwd()), secret, known, timestamp()],
            )
        return self.active(name), key

    def retire(self, name: str) -> BotVersion:
        """Let a bot play no more games, and keep those that it has played."""
        found = self.active(name)
        with self.transaction():
            self._connection.execute("UPDATE bots SET retired = ? WHERE id = ?", [timestamp(), found.id])
        return found

    def active(self, name: str) -> BotVersion:
        """Return the version of a bot that plays; raise `LeagueError` if none does."""
        playing = [entry for entry in self.bots() if entry.retired is None]
        for entry in playing:
            if entry.name == name:
                return entry
        there = suggestion(name, (entry.name for entry in playing)) if playing else "there is none"
        raise LeagueError(f"no bot '{name}' plays in this league; {there}")

    def bots(self) -> list[BotVersion]:
        """Return all versions of all bots, in the order in which they came."""
        query = "SELECT id, name, version, play, folder, known, added, retired FROM bots ORDER BY id"
        return [self._read(BotVersion, row, f"bot {row[0]}") for row in self.rows(query)]

    def owner(self, key: str) -> BotVersion | None:
        """Return the bot that plays under a key; None if none does."""
        found = self.rows("SELECT id FROM bots WHERE key = ? AND retired IS NULL", hashed(key))
        return next((entry for entry in self.bots() if [(entry.id,)] == found), None)

    def make_table(self, bots: Sequence[int]) -> Seating:
        """Note a new table, and return it with its deal."""
        with self.transaction():
            [(last,)] = self.rows("SELECT max(deal) FROM tables")
            with self.whole("the last table is"):
                deal = msgspec.convert((last or 0) + 1, Number)
            self._connection.execute(
                "INSERT INTO tables (deal, bots, made) VALUES (?, ?, ?)",
                [deal, json.dumps(bots), timestamp()],
            )
        return Seating(deal, tuple(bots))

    def unfinished(self) -> list[tuple[Seating, set[str]]]:
        """Return the tables that lack games, each with the ids of those that it has."""
        query = """
            SELECT tables.deal, tables.bots, json_group_array(games.id) FILTER (WHERE games.id IS NOT NULL)
            FROM tables LEFT JOIN games ON games.deal = tables.deal WHERE void IS NULL
            GROUP BY tables.deal HAVING count(games.id) < CASE
                WHEN json_valid(tables.bots) AND json_array_length(tables.bots) > 1
                THEN json_array_length(tables.bots) ELSE 99 END
            ORDER BY tables.deal
        """
        known = self._ids()
        found = []
        for deal, bots, games in self.rows(query):
            with self.whole(f"table {deal} is"):
                seating = Seating(deal, msgspec.json.decode(bots, type=Bots))
                require_known(seating.bots, known)
            found.append((seating, {*json.loads(games)}))
        return found

    def give_up(self, deal: int, why: str, game: str, bots: Iterable[int] = ()) -> None:
        """Play no more games on a deal: these bots of a game were disconnected."""
        with self.transaction():
            self._connection.execute(
                "UPDATE tables SET void = ? WHERE deal = ? AND void IS NULL", [why, deal]
            )
            for bot in bots:
                self._connection.execute(
                    "INSERT OR IGNORE INTO disconnects VALUES (?, ?, ?)", [game, bot, timestamp()]
                )

    def disconnects(self, bot: int, since: str) -> int:
        """Return the number of games of a bot that were given up since a moment because it was disconnected."""
        query = "SELECT count(*) FROM disconnects WHERE bot = ? AND at >= ?"
        [(found,)] = self.rows(query, bot, since)
        return int(found)

    def save(self, pairing: Pairing, played: Played) -> GameResult:
        """Save a finished game; its id is there once, or `LeagueError`."""
        found = GameResult.of(pairing, played)
        row = (*row_of(found), timestamp(), played.record.to_json())
        with self.transaction():
            self._connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        return found

    def games(self) -> Iterator[GameResult]:
        """Yield all results, in the order of their ids."""
        known = self._ids()
        with closing(self.each(f"SELECT {RESULT} FROM games ORDER BY id")) as rows:  # noqa: S608  # words of ours
            for row in rows:
                yield self._result(row, known)

    def latest(self, most: int) -> list[FinishedGame]:
        """Return the games that ended last, the newest first."""
        known = self._ids()
        query = f"SELECT ended, {RESULT} FROM games ORDER BY ended DESC, id DESC LIMIT ?"  # noqa: S608  # words of ours
        found = [(str(at), self._result(tuple(row), known)) for at, *row in self.rows(query, most)]
        return [FinishedGame(game.id, at, game.bots, game.points, game.ranks) for at, game in found]

    def record(self, game: str) -> str | None:
        """Return the record of a game as a line of JSON."""
        return next((str(row[0]) for row in self.rows("SELECT record FROM games WHERE id = ?", game)), None)

    def records(self) -> Iterator[str]:
        """Yield all records as lines of JSON."""
        with closing(self.each("SELECT record FROM games ORDER BY id")) as rows:
            yield from (str(record) for (record,) in rows)

    def note(self, games: int, ratings: Iterable[tuple[int, Rating]]) -> None:
        """Keep the ratings after `games` games, for the history."""
        now = timestamp()
        with self.transaction():
            self._connection.executemany(
                "INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?)",
                [(games, bot, now, rating.value, rating.low, rating.high) for bot, rating in ratings],
            )

    def history(self, bot: int) -> list[RatingRow]:
        """Return the ratings of a bot over time."""
        query = "SELECT games, at, value FROM ratings WHERE bot = ? ORDER BY games"
        return [self._read(RatingRow, row, f"the history of bot {bot}") for row in self.rows(query, bot)]

    def fingerprints(self) -> dict[int, Fingerprint]:
        """Return the fingerprint of each bot at its last game."""
        with self.refusals(self._path), self.whole("a fingerprint of a bot is"):
            self._connection.execute(FINGERPRINTS)
            return fingerprints(self._connection)

    def note_fingerprint(self, games: int, bot: int, found: Fingerprint) -> None:
        """Keep the fingerprint of a bot, valid after `games` games."""
        with self.transaction():
            note_fingerprints(self._connection, games, {bot: found})

    def _ids(self) -> set[int]:
        return {entry.id for entry in self.bots()}

    def _result(self, row: tuple[Any, ...], known: set[int]) -> GameResult:
        with self.whole(f"game {str(row[0])[:40]!r} is"):
            found = game_result(row, ID, "two numbers, such as 1.1")
            require_known(found.bots, known)
            if found.id.partition(".")[0] != str(found.deal):
                raise ValueError(f"it is of deal {found.deal}")
        return found

    def _read(self, kind: type[RowT], row: tuple[Any, ...], what: str) -> RowT:
        """Return a row as what its columns mean."""
        with self.whole(f"{what} is"):
            return msgspec.convert(dict(zip(kind.__annotations__, row, strict=True)), kind)


def require_known(bots: Iterable[int], known: set[int]) -> None:
    """Raise `ValueError` if one of these bots was never in the league."""
    if others := sorted({*bots} - known):
        raise ValueError(f"it has a bot {others[0]}, which was never here")


def hashed(key: str) -> str:
    """Return the hash of a key, which the file keeps."""
    return hashlib.sha256(key.encode()).hexdigest()
