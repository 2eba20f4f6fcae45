"""The bots, games and ratings of a league in one SQLite file; several processes may use it at the same time."""

import hashlib
import json
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta

from urbanist.bots.contest.games import BESIDE, GAMES, ContestFile
from urbanist.bots.contest.league.settings import FILE as SETTINGS_FILE
from urbanist.bots.contest.league.settings import LeagueError
from urbanist.bots.contest.ratings import Rating
from urbanist.bots.contest.results import GameResult, comparisons
from urbanist.bots.files import lock_file
from urbanist.bots.match.pairing import drawn_seed
from urbanist.bots.sqlite_schema import ANOTHER, SqliteSchema, connected
from urbanist.bots.timestamp import timestamp
from urbanist.engine.suggestion import suggestion

FILE = "league.sqlite"
#: By bot and bot: how often the first came in ahead of the second; by bot: what it has played, the longest time by
#: which an answer that counted was late, and its forfeits.
SUMS = """
CREATE TABLE sums (bot INTEGER, other INTEGER, ahead REAL NOT NULL, PRIMARY KEY (bot, other)) WITHOUT ROWID;
CREATE TABLE totals (
    bot INTEGER PRIMARY KEY,
    games INTEGER NOT NULL,
    moves INTEGER NOT NULL,
    seconds REAL NOT NULL,
    late REAL NOT NULL
);
CREATE TABLE forfeits (bot INTEGER, reason TEXT, number INTEGER NOT NULL, PRIMARY KEY (bot, reason)) WITHOUT ROWID;
"""
#: From version 3 on bots are counted from 0, as in tournaments.
COUNTED = """
ALTER TABLE tables ADD COLUMN played INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tables ADD COLUMN forfeited INTEGER NOT NULL DEFAULT 0;
CREATE INDEX latest ON games (ended);
UPDATE games SET bots = (SELECT json_group_array(value - 1) FROM json_each(games.bots));
UPDATE tables SET bots = (SELECT json_group_array(value - 1) FROM json_each(tables.bots));
UPDATE bots SET id = id - 1;
UPDATE ratings SET bot = bot - 1;
UPDATE disconnects SET bot = bot - 1;
UPDATE fingerprints SET bot = bot - 1;
"""
FORM = SqliteSchema(
    application=0x7572626C,  # "urbl"
    version=3,
    foreign="a database, but not of a league",
    upgrades={
        1: "UPDATE games SET forfeits = coalesce(json_extract(record, '$.meta.forfeits'), '[]');",
        2: f"{BESIDE}{COUNTED}{SUMS}",
    },
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
    void TEXT,
    played INTEGER NOT NULL DEFAULT 0,
    forfeited INTEGER NOT NULL DEFAULT 0
);
{GAMES}
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
{SUMS}
""",
)
#: The ids of games: the number of the deal and that of the game; they also name files.
ID = re.compile(r"[1-9][0-9]{0,17}\.[1-9]")
#: Numbers, names and ratings as far as any league can have them.
Number = Annotated[int, Meta(ge=0, lt=1 << 53)]
Name = Annotated[str, Meta(min_length=1, max_length=100)]
RatingValue = Annotated[float, Meta(ge=-1e6, le=1e6)]
Bots = Annotated[tuple[Number, ...], Meta(min_length=2, max_length=8)]
RowT = TypeVar("RowT")
#: So far apart are the deals of the games of a table where each has one of its own.
ANEW = 1 << 32
#: Which tables lack games.
LACKING = (
    "void IS NULL AND played < CASE WHEN json_valid(bots) AND json_array_length(bots) > 1 "
    "THEN json_array_length(bots) ELSE 99 END"
)


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
    def shown(self) -> str:
        """The title in lists: an anchor is named so, and who plays no more has a dagger."""
        return f"{self.title}{' (anchor)' * (self.known is not None)}{' †' * (self.retired is not None)}"

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
class Totals:
    """What a bot has played: its games, moves, the seconds that these took, and by how many one was late at most."""

    games: int = 0
    moves: int = 0
    seconds: float = 0.0
    late: float = 0.0


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A rating of the history of a bot, after a number of games of the league."""

    games: Annotated[int, Meta(ge=0)]
    at: str
    value: RatingValue


class LeagueStore(ContestFile):
    """The open file of a league; `with` closes it. A thread of its own needs a store of its own."""

    error = LeagueError
    ids, described = ID, "two numbers, such as 1.1"

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
            if path.stat().st_size == 0 or self.rows("PRAGMA user_version") < [(FORM.version,)]:
                self._make()
            self._connection.execute("PRAGMA synchronous = FULL")
            fault = FORM.fault(self._connection)
        if fault is not None:
            raise LeagueError(f"{path}: {fault}")

    @staticmethod
    def files(folder: Path) -> list[Path]:
        """Return the files that a new league has in a folder."""
        return [
            folder / SETTINGS_FILE,
            *(folder / f"{FILE}{end}" for end in ("", "-wal", "-shm", "-journal")),
        ]

    def _make(self) -> None:
        with self.transaction():
            if FORM.make(self._connection):
                self._connection.execute("INSERT INTO league VALUES (?)", [drawn_seed()])
            else:  # an older file has no sums
                for result in self.games():
                    self._count(result)
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

    def enter(self, name: str, play: str | None, known: float | None = None) -> tuple[BotVersion, str | None]:
        """Add a bot, or a new version that takes the place of the one before; a bot that connects gets a key.

        The file has only a hash of the key.
        """
        key = secrets.token_urlsafe(32) if play is None else None
        with self.transaction():
            bots = self.bots()
            last = max((entry.version for entry in bots if entry.name == name), default=0)
            self._connection.execute(
                "UPDATE bots SET retired = ? WHERE name = ? AND retired IS NULL", [timestamp(), name]
            )
            secret = None if key is None else hashed(key)
            self._connection.execute(
                "INSERT INTO bots (id, name, version, play, folder, key, known, added) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [len(bots), name, last + 1, play, str(Path.cwd()), secret, known, timestamp()],
            )
        return self.active(name), key

    def retire(self, name: str) -> BotVersion:
        """Let a bot play no more games, and keep those that it has played."""
        version = self.active(name)
        with self.transaction():
            self._connection.execute("UPDATE bots SET retired = ? WHERE id = ?", [timestamp(), version.id])
        return version

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
        versions = [self._read(BotVersion, row, f"bot {row[0] + 1}") for row in self.rows(query)]
        with self.whole("the list of bots is"):
            if [entry.id for entry in versions] != list(range(len(versions))):
                raise ValueError("numbers of bots that are not in order")
        return versions

    def bot_count(self) -> int:
        """Return how many versions of bots there are."""
        [(count,)] = self.rows("SELECT count(*) FROM bots")
        return int(count)

    def owner(self, key: str) -> BotVersion | None:
        """Return the bot that plays under a key; None if none does."""
        ids = self.rows("SELECT id FROM bots WHERE key = ? AND retired IS NULL", hashed(key))
        return next((entry for entry in self.bots() if [(entry.id,)] == ids), None)

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
        known = self.bot_count()
        seatings = []
        for deal, bots in self.rows(f"SELECT deal, bots FROM tables WHERE {LACKING} ORDER BY deal"):  # noqa: S608
            with self.whole(f"table {deal} is"):
                seating = Seating(deal, msgspec.json.decode(bots, type=Bots))
                if max(seating.bots) >= known:
                    raise ValueError(f"a bot {max(seating.bots) + 1}; there are {known}")
            # The ids that begin with the number and a point: the sign after the point is /.
            games = self.rows("SELECT id FROM games WHERE id > ? AND id < ?", f"{deal}.", f"{deal}/")
            seatings.append((seating, {str(game) for (game,) in games}))
        return seatings

    def lacks(self, deal: int) -> bool:
        """Return whether games are still to be played at the table of a deal."""
        return bool(self.rows(f"SELECT 1 FROM tables WHERE {LACKING} AND deal = ?", deal))  # noqa: S608

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
        [(count,)] = self.rows(query, bot, since)
        return int(count)

    def _count(self, result: GameResult, late: Sequence[float] = ()) -> None:
        """In a transaction, add a game to the sums."""
        ahead = [
            row
            for bot, other, share in comparisons(result)
            for row in ((bot, other, share), (other, bot, 1 - share))
        ]
        every, execute = self._connection.executemany, self._connection.execute
        every(
            "INSERT INTO sums VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET ahead = ahead + excluded.ahead",
            ahead,
        )
        played = zip(
            result.bots, result.moves, result.seconds, late or (0.0,) * len(result.bots), strict=True
        )
        every(
            "INSERT INTO totals VALUES (?, 1, ?, ?, ?) ON CONFLICT DO UPDATE SET games = games + 1, moves = moves + "
            "excluded.moves, seconds = seconds + excluded.seconds, late = max(late, excluded.late)",
            played,
        )
        every(
            "INSERT INTO forfeits VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET number = number + 1",
            [(result.bots[lost.seat], lost.reason) for lost in result.lost],
        )
        execute(
            "UPDATE tables SET played = played + 1, forfeited = forfeited + ? WHERE deal = ?",
            [bool(result.lost), table_of(result.id)],
        )

    def sums(self) -> list[tuple[int, int, float]]:
        """Return by bot and other bot how often the first came in ahead of the second."""
        rows = self.rows("SELECT bot, other, ahead FROM sums")
        bots = self.bot_count()
        with self.whole("the sums of the games are"):
            sums = msgspec.convert(rows, list[tuple[Number, Number, float]])
            if others := {bot for pair in sums for bot in pair[:2] if bot >= bots}:
                raise ValueError(f"a bot {min(others) + 1}; there are {bots}")
        return sums

    def totals(self) -> dict[int, Totals]:
        """Return what each bot has played."""
        return {bot: Totals(*totals) for bot, *totals in self.rows("SELECT * FROM totals")}

    def forfeits(self) -> dict[int, list[tuple[str, int]]]:
        """Return the reasons of the forfeits of each bot, with their numbers."""
        lines: dict[int, list[tuple[str, int]]] = {}
        for bot, reason, number in self.rows("SELECT bot, reason, number FROM forfeits ORDER BY bot, reason"):
            lines.setdefault(bot, []).append((reason, number))
        return lines

    def counts(self) -> tuple[int, int, int]:
        """Return how many games there are, in how many somebody forfeited, and how many tables have played."""
        query = "SELECT coalesce(sum(played), 0), coalesce(sum(forfeited), 0), count(*) FROM tables WHERE played > 0"
        [(games, forfeited, tables)] = self.rows(query)
        return int(games), int(forfeited), int(tables)

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

    def intervals(self) -> dict[int, Rating]:
        """Return the rating of each bot in the history that was noted last."""
        query = "SELECT bot, value, low, high FROM ratings WHERE games = (SELECT max(games) FROM ratings)"
        return {bot: Rating(*rating) for bot, *rating in self.rows(query)}

    def _read_result(self, row: tuple[Any, ...]) -> GameResult:
        result = super()._read_result(row)
        if result.deal % ANEW != table_of(result.id):
            raise ValueError(f"it is of deal {result.deal}")
        return result

    def _read(self, kind: type[RowT], row: tuple[Any, ...], what: str) -> RowT:
        """Return a row as what its columns mean."""
        with self.whole(f"{what} is"):
            return msgspec.convert(dict(zip(kind.__annotations__, row, strict=True)), kind)


def table_of(game: str) -> int:
    """Return the number of the table of a game."""
    return int(game.partition(".")[0])


def hashed(key: str) -> str:
    """Return the hash of a key, which the file keeps."""
    return hashlib.sha256(key.encode()).hexdigest()
