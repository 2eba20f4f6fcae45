"""The logbook of a person, in one SQLite file: games against bots, attempts at puzzles, lessons, and the ratings."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal, NamedTuple

from urbanist.bots.sqlite_schema import SqliteFile, SqliteSchema, connected, failure
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.session.rating import (
    BEGINNER,
    DEVIATION,
    LEVEL_DEVIATION,
    VOLATILITY,
    PlayerRating,
    after,
)
from urbanist.bots.table.session.results import OwnResult
from urbanist.bots.timestamp import timestamp
from urbanist.engine.message import Message

#: The rating of the person after each rated game, in the order of their ends; `met` is that of the table of the others.
RATINGS = """
CREATE TABLE ratings (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    met REAL NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL
);
"""
#: Attempts at puzzles; and the ratings of puzzles, by their ids, and of the person who tried them.
PUZZLES = """
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    move TEXT NOT NULL,
    solved INTEGER NOT NULL,
    at TEXT NOT NULL
);
CREATE TABLE puzzle_ratings (
    game TEXT NOT NULL,
    whose TEXT NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    PRIMARY KEY (game, whose)
) WITHOUT ROWID;
"""
#: The guided games that were played to the end of their steps.
LESSONS = """
CREATE TABLE lessons (
    game TEXT NOT NULL,
    lesson TEXT NOT NULL,
    at TEXT NOT NULL,
    PRIMARY KEY (game, lesson)
) WITHOUT ROWID;
"""
FORM = SqliteSchema(
    application=0x75726272,  # "urbr"
    version=4,
    foreign=Message("it holds something else"),
    tables="""
CREATE TABLE results (
    id TEXT PRIMARY KEY,
    date TEXT NOT NULL,
    game TEXT NOT NULL,
    variant TEXT NOT NULL,
    players INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    opponents TEXT NOT NULL,
    ended TEXT NOT NULL,
    rank INTEGER NOT NULL,
    share REAL NOT NULL,
    score INTEGER
) WITHOUT ROWID;
"""
    + RATINGS
    + PUZZLES
    + LESSONS,
    upgrades={1: RATINGS, 2: PUZZLES, 3: LESSONS},
)
#: The file beside it in which attempts stood until version 2, its mark, "urbn", and its tables with what they are now.
EARLIER, EARLIER_MARK = "puzzles.sqlite", 0x7572626E
EARLIER_TABLES = {"attempts": "attempts", "ratings": "puzzle_ratings"}
#: Whose rating in puzzles is the person's; those of puzzles have their ids.
PERSON = "person"
#: What is counted of a group of games.
SUMS = "count(*), sum(share), avg(rank), avg(score), max(score)"


class LogbookError(OSError):
    """The logbook cannot be read or written; the message is one line."""


@dataclass(frozen=True, slots=True)
class Sums:
    """Sums over games of a kind: against `opponents`, or from a `seat`; `wins` counts a shared win as its share."""

    game: str
    variant: str
    players: int
    opponents: tuple[str, ...] | None
    seat: int | None
    games: int
    wins: float
    rank: float
    score: float | None
    best: int | None


@dataclass(frozen=True, slots=True)
class Attempts:
    """How often a person has tried a puzzle, whether the last attempt solved it, and the number of that attempt."""

    count: int
    solved: bool
    last: int


class Change(NamedTuple):
    """The ratings of a person before and after a game or an attempt; the same if the puzzle was tried before."""

    before: PlayerRating
    now: PlayerRating

    @property
    def counted(self) -> bool:
        """Whether the attempt changed the rating."""
        return self.before != self.now

    def __str__(self) -> str:
        rise = self.now.value - self.before.value
        return tr("Your rating: {rating} ({rise}).", rating=self.now, rise=f"{rise:+.0f}")


class Logbook(SqliteFile):
    """The open logbook. What is written is written at once, with the ratings that it changes, or not at all."""

    error = LogbookError

    def __init__(self, path: Path, *, copied: bool = False) -> None:
        """Open the logbook of a path, a new one if there is none; raise `LogbookError` if the file is no logbook.

        One that is `copied` into memory changes no file.
        """
        super().__init__(path)
        with self.refusals(path), ExitStack() as held:
            if not copied:
                path.parent.mkdir(parents=True, exist_ok=True)
                _refuse(FORM.fault_of(path))
            # The application writes an attempt in the thread that works out the answer, while it reads nothing.
            connection = (
                sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
                if copied
                else connected(path, any_thread=True)
            )
            self._connection = held.enter_context(closing(connection))
            if copied and path.exists():
                with closing(connected(path, "mode=ro")) as kept:
                    kept.backup(connection)
                _refuse(FORM.fault(connection, readable=True))
            with self.transaction():
                self._make(path)
            _refuse(FORM.fault(connection))
            self._held = held.pop_all()

    def _make(self, path: Path) -> None:
        """Create the tables that are missing, with the attempts that stand in an earlier file."""
        query = "SELECT count(*) FROM sqlite_master WHERE name = 'attempts'"
        [[known]] = self._connection.execute(query)
        FORM.make(self._connection)
        earlier = path.with_name(EARLIER)
        if known or not earlier.exists():
            return
        with self.refusals(earlier), closing(connected(earlier, "mode=ro")) as kept:
            [[mark]] = kept.execute("PRAGMA application_id")
            _refuse(None if mark == EARLIER_MARK else FORM.foreign)
            for table, now in EARLIER_TABLES.items():
                rows = kept.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608  # words of ours
                if rows:
                    marks = ", ".join("?" * len(rows[0]))
                    self._connection.executemany(f"INSERT INTO {now} VALUES ({marks})", rows)  # noqa: S608

    @classmethod
    @contextmanager
    def refusals(cls, path: Path) -> Iterator[None]:
        """Turn the errors of SQLite and of the system into those of the logbook, which say how to begin a new one."""
        try:
            yield
        except sqlite3.Error as error:
            if (failed := failure(error, path)) is not None:
                raise LogbookError(failed.errno, failed.strerror, str(path)) from None
            file = str(path)
            if not isinstance(error, sqlite3.OperationalError):
                file = Message("{path}: not a logbook", path=file)
            raise LogbookError(
                Message(
                    "{file}: {reason}; move the file away to begin a new one", file=file, reason=error.args[0]
                )
            ) from None
        except LogbookError:
            raise
        except OSError as error:
            raise LogbookError(error.errno, error.strerror, str(path)) from None

    # Games

    def add_result(self, result: OwnResult) -> Change | None:
        """Write the result of a game; return how it changes the rating of the person, if it is rated.

        A game counts once.
        """
        row = {**asdict(result), "opponents": json.dumps(result.opponents)}
        del row["met"]
        marks = ", ".join("?" * len(row))
        with self.transaction():
            query = f"INSERT OR IGNORE INTO results VALUES ({marks})"  # noqa: S608
            added = self._connection.execute(query, [*row.values()])
            return self._rate(result, result.met) if added.rowcount and result.met is not None else None

    def _rate(self, result: OwnResult, met: float) -> Change:
        """Write the rating after a game; all others are one opponent, so that only the win counts."""
        before = [BEGINNER, *self.ratings().get((result.game, result.players), ())][-1]
        won = None if 0 < result.share < 1 else result.share == 1
        now, _ = after(before, PlayerRating(met, LEVEL_DEVIATION, VOLATILITY), won=won)
        self._connection.execute(
            "INSERT INTO ratings (id, game, players, met, value, deviation, volatility) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [result.id, result.game, result.players, met, *now],
        )
        return Change(before, now)

    def ratings(self) -> dict[tuple[str, int], list[PlayerRating]]:
        """Return the ratings of the person after each rated game, by game and number of players."""
        query = (
            "SELECT game, players, value, deviation, volatility FROM ratings ORDER BY game, players, number"
        )
        ratings: dict[tuple[str, int], list[PlayerRating]] = {}
        for game, players, *rating in self.rows(query):
            ratings.setdefault((game, players), []).append(PlayerRating(*rating))
        return ratings

    def sums(self, by: Literal["opponents", "seat"]) -> list[Sums]:
        """Return the sums for each game, variant, number of players, and set of opponents or seat."""
        groups = "opponents, NULL" if by == "opponents" else "NULL, seat"
        order = f"game, variant, players, {by}"
        query = (
            f"SELECT game, variant, players, {groups}, {SUMS} FROM results GROUP BY {order} ORDER BY {order}"  # noqa: S608  # words of ours
        )
        sums = [Sums(*row) for row in self.rows(query)]
        return [
            each
            if each.opponents is None
            else replace(each, opponents=tuple(json.loads(str(each.opponents))))
            for each in sums
        ]

    # Lessons

    def lessons(self, game: str) -> set[str]:
        """Return the names of the guided games of a game whose steps were all done."""
        return {lesson for [lesson] in self.rows("SELECT lesson FROM lessons WHERE game = ?", game)}

    def add_lesson(self, game: str, lesson: str) -> None:
        """Write that all steps of a guided game were done."""
        with self.transaction():
            row = [game, lesson, timestamp()]
            self._connection.execute("INSERT OR IGNORE INTO lessons VALUES (?, ?, ?)", row)

    # Puzzles

    def attempts(self, game: str) -> dict[str, Attempts]:
        """Return the attempts at the puzzles of a game, by their ids."""
        # SQLite takes `solved` from the row with the greatest id.
        query = "SELECT puzzle, count(*), max(id), solved FROM attempts WHERE game = ? GROUP BY puzzle"
        rows = self.rows(query, game)
        return {puzzle: Attempts(count, bool(solved), last) for puzzle, count, last, solved in rows}

    def puzzle_rating(self, game: str) -> PlayerRating:
        """Return the rating of the person in the puzzles of a game."""
        return self._rating(game, PERSON, BEGINNER)

    def hardness(self, game: str, puzzle: str, usual: float) -> PlayerRating:
        """Return the rating of a puzzle; `usual` is its value before the first attempt."""
        return self._rating(game, puzzle, PlayerRating(usual, DEVIATION, VOLATILITY))

    def add_attempt(self, game: str, puzzle: str, usual: float, move: str, *, solved: bool) -> Change:
        """Write an attempt at a puzzle; the first one changes its rating and that of the person."""
        before, hardness = self.puzzle_rating(game), self.hardness(game, puzzle, usual)
        fresh = puzzle not in self.attempts(game)
        now, tried = after(before, hardness, won=solved) if fresh else (before, hardness)
        with self.transaction():
            self._connection.execute(
                "INSERT INTO attempts (game, puzzle, move, solved, at) VALUES (?, ?, ?, ?, ?)",
                [game, puzzle, move, solved, timestamp()],
            )
            for whose, rating in ((PERSON, now), (puzzle, tried)) if fresh else ():
                self._connection.execute(
                    "INSERT OR REPLACE INTO puzzle_ratings VALUES (?, ?, ?, ?, ?)", [game, whose, *rating]
                )
        return Change(before, now)

    def _rating(self, game: str, whose: str, usual: PlayerRating) -> PlayerRating:
        query = "SELECT value, deviation, volatility FROM puzzle_ratings WHERE game = ? AND whose = ?"
        return next((PlayerRating(*row) for row in self.rows(query, game, whose)), usual)


def _refuse(fault: str | None) -> None:
    if fault:
        raise sqlite3.DatabaseError(fault)
