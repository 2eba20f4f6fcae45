"""The bots, games and ratings of a league in one SQLite file; several processes may use it at the same time."""

import fcntl
import hashlib
import json
import secrets
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from urbanist.bots.league.settings import LeagueError
from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing, drawn_seed
from urbanist.bots.sqlite_schema import SqliteSchema, transaction
from urbanist.bots.timestamp import timestamp
from urbanist.bots.tournament.ratings import Rating
from urbanist.bots.tournament.results import GameResult

FILE = "league.sqlite"
#: Seconds to wait for another process that writes.
PATIENCE = 30.0
FORM = SqliteSchema(
    application=0x7572626C,  # "urbl"
    version=1,
    foreign="a database, but not of a league",
    tables="""
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
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    deal INTEGER NOT NULL,
    bots TEXT NOT NULL,
    points TEXT NOT NULL,
    ranks TEXT NOT NULL,
    forfeits TEXT NOT NULL,
    moves TEXT NOT NULL,
    seconds TEXT NOT NULL,
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


@dataclass(frozen=True, slots=True)
class Entry:
    """A version of a bot: `play` is its text, None for a bot that connects; `known` is the rating of an anchor.

    Its program starts in its `folder`, from where it was added.
    """

    id: int
    name: str
    version: int
    play: str | None
    folder: str
    known: float | None
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
class Ended:
    """A finished game of the list: its id, when it ended, its bots, points and ranks by seat."""

    id: str
    at: str
    bots: tuple[int, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]


class Store:
    """The open file of a league; `with` closes it. A thread of its own needs a store of its own."""

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
        self._path, self._held = path, ExitStack()
        with self._refusals():
            # Without an isolation level, we begin and end every transaction ourselves.
            self._connection = sqlite3.connect(path, timeout=PATIENCE, isolation_level=None)
            if path.stat().st_size == 0:
                self._make()
            self._connection.execute("PRAGMA synchronous = FULL")
            fault = FORM.fault(self._connection)
        if fault is not None:
            raise LeagueError(f"{path}: {fault}")

    def _make(self) -> None:
        with self._transaction():
            if FORM.make(self._connection):
                self._connection.execute("INSERT INTO league VALUES (?)", [drawn_seed()])
        # Only now: the form must stand in the file itself, where whoever opens it looks, and not in a log.
        self._connection.execute("PRAGMA journal_mode = WAL")

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file."""
        self._connection.close()
        self._held.close()

    def lock(self) -> None:
        """Let no other process play the games of this league until the end; raise `LeagueError` if one does."""
        file = self._held.enter_context(self._path.with_suffix(".lock").open("ab"))
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LeagueError(f"{self._path}: another process plays this league") from None

    @property
    def seed(self) -> int:
        """The seed of all games."""
        [(found,)] = self._rows("SELECT seed FROM league")
        return int(found)

    def add(self, name: str, play: str | None, known: float | None = None) -> tuple[Entry, str | None]:
        """Add a bot, or a new version that takes the place of the one before; a bot that connects gets a key.

        The file has only a hash of the key.
        """
        key = secrets.token_urlsafe(32) if play is None else None
        with self._transaction():
            [(last,)] = self._rows("SELECT max(version) FROM bots WHERE name = ?", name)
            self._connection.execute(
                "UPDATE bots SET retired = ? WHERE name = ? AND retired IS NULL", [timestamp(), name]
            )
            secret = None if key is None else hashed(key)
            self._connection.execute(
                "INSERT INTO bots (name, version, play, folder, key, known, added) VALUES (?, ?, ?, ?, ?, ?, ?)",
                [name, (last or 0) + 1, play, str(Path.cwd()), secret, known, timestamp()],
            )
        return self.active(name), key

    def retire(self, name: str) -> Entry:
        """Let a bot play no more games, and keep those that it has played."""
        found = self.active(name)
        with self._transaction():
            self._connection.execute("UPDATE bots SET retired = ? WHERE id = ?", [timestamp(), found.id])
        return found

    def active(self, name: str) -> Entry:
        """Return the version of a bot that plays; raise `LeagueError` if none does."""
        playing = [entry for entry in self.bots() if entry.retired is None]
        for entry in playing:
            if entry.name == name:
                return entry
        there = ", ".join(entry.name for entry in playing) or "none"
        raise LeagueError(f"no bot '{name}' plays in this league; there are {there}")

    def bots(self) -> list[Entry]:
        """Return all versions of all bots, in the order in which they came."""
        return [
            Entry(*row)
            for row in self._rows(
                "SELECT id, name, version, play, folder, known, added, retired FROM bots ORDER BY id"
            )
        ]

    def owner(self, key: str) -> Entry | None:
        """Return the bot that plays under a key; None if none does."""
        found = list(self._rows("SELECT id FROM bots WHERE key = ? AND retired IS NULL", hashed(key)))
        return next((entry for entry in self.bots() if [(entry.id,)] == found), None)

    def make_table(self, bots: Sequence[int]) -> Seating:
        """Note a new table, and return it with its deal."""
        with self._transaction():
            [(last,)] = self._rows("SELECT max(deal) FROM tables")
            deal = (last or 0) + 1
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
            GROUP BY tables.deal HAVING count(games.id) < json_array_length(tables.bots) ORDER BY tables.deal
        """
        return [
            (Seating(deal, tuple(json.loads(bots))), {*json.loads(games)})
            for deal, bots, games in self._rows(query)
        ]

    def give_up(self, deal: int, why: str, game: str, bots: Iterable[int] = ()) -> None:
        """Play no more games on a deal: these bots of a game were disconnected."""
        with self._transaction():
            self._connection.execute(
                "UPDATE tables SET void = ? WHERE deal = ? AND void IS NULL", [why, deal]
            )
            for bot in bots:
                self._connection.execute(
                    "INSERT OR IGNORE INTO disconnects VALUES (?, ?, ?)", [game, bot, timestamp()]
                )

    def disconnects(self, bot: int, since: str) -> int:
        """Return how many games of a bot were given up since a moment because it was disconnected."""
        query = "SELECT count(*) FROM disconnects WHERE bot = ? AND at >= ?"
        [(found,)] = self._rows(query, bot, since)
        return int(found)

    def save(self, pairing: Pairing, played: Played) -> GameResult:
        """Save a finished game; its id is there once, or `LeagueError`."""
        found = GameResult.of(pairing, played)
        values = (found.bots, found.points, found.ranks, found.forfeits, found.moves, found.seconds)
        row = (found.id, found.deal, *map(json.dumps, values), timestamp(), played.record.to_json())
        with self._transaction():
            self._connection.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        return found

    def games(self) -> Iterator[GameResult]:
        """Yield all results, in the order of their ids."""
        columns = "id, deal, bots, points, ranks, forfeits, moves, seconds"
        for game, deal, *texts in self._rows(f"SELECT {columns} FROM games ORDER BY id"):  # noqa: S608  # words of ours
            bots, points, ranks, forfeits, moves, seconds = map(json.loads, texts)
            lost = tuple((seat, reason) for seat, reason in forfeits)
            yield GameResult(
                game, deal, tuple(bots), tuple(points), tuple(ranks), lost, tuple(moves), tuple(seconds)
            )

    def latest(self, most: int) -> list[Ended]:
        """Return the games that ended last, the newest first."""
        query = "SELECT id, ended, bots, points, ranks FROM games ORDER BY ended DESC, id DESC LIMIT ?"
        return [
            Ended(game, at, *(tuple(json.loads(text)) for text in texts))
            for game, at, *texts in self._rows(query, most)
        ]

    def record(self, game: str) -> str | None:
        """Return the record of a game as a line of JSON."""
        return next((str(row[0]) for row in self._rows("SELECT record FROM games WHERE id = ?", game)), None)

    def records(self) -> Iterator[str]:
        """Yield all records as lines of JSON."""
        yield from (str(row[0]) for row in self._rows("SELECT record FROM games ORDER BY id"))

    def note(self, games: int, ratings: Iterable[tuple[int, Rating]]) -> None:
        """Keep the ratings after so many games, for the history."""
        now = timestamp()
        with self._transaction():
            self._connection.executemany(
                "INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?)",
                [(games, bot, now, rating.value, rating.low, rating.high) for bot, rating in ratings],
            )

    def history(self, bot: int) -> list[tuple[int, str, float]]:
        """Return how the rating of a bot went: the games of the league, the moment, and the rating."""
        query = "SELECT games, at, value FROM ratings WHERE bot = ? ORDER BY games"
        return [(games, at, value) for games, at, value in self._rows(query, bot)]

    def _rows(self, query: str, *values: object) -> Iterator[tuple[Any, ...]]:
        with self._refusals():
            yield from self._connection.execute(query, values)

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._refusals(), transaction(self._connection):
            yield

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        """Turn the errors of SQLite into a `LeagueError` of one line."""
        try:
            yield
        except sqlite3.Error as error:
            raise LeagueError(f"{self._path}: {error}") from None


def hashed(key: str) -> str:
    """Return what the file keeps of a key."""
    return hashlib.sha256(key.encode()).hexdigest()
