"""The logbook of a person: every attempt at a puzzle, and the ratings, in one SQLite file of the person's folder."""

import sqlite3
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from urbanist.bots.puzzles.puzzle import Puzzle
from urbanist.bots.sqlite_schema import SqliteFile, SqliteSchema
from urbanist.bots.table.session.rating import BEGINNER, DEVIATION, VOLATILITY, Rating, after
from urbanist.bots.table.session.settings import data_folder
from urbanist.bots.timestamp import timestamp
from urbanist.engine.message import Message

FORM = SqliteSchema(
    application=0x7572626E,  # "urbn"
    version=1,
    foreign=Message("it holds something else"),
    tables="""
CREATE TABLE attempts (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    move TEXT NOT NULL,
    solved INTEGER NOT NULL,
    at TEXT NOT NULL
);
CREATE TABLE ratings (
    game TEXT NOT NULL,
    whose TEXT NOT NULL,
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    PRIMARY KEY (game, whose)
) WITHOUT ROWID;
""",
)
#: Whose rating is the person's; those of puzzles have their ids.
PERSON = "person"


class LogbookError(OSError):
    """The logbook cannot be read or written; the message is one line."""


@dataclass(frozen=True, slots=True)
class Attempts:
    """How often a person has tried a puzzle, whether the last attempt solved it, and the number of that attempt."""

    count: int
    solved: bool
    last: int


class Change(NamedTuple):
    """The ratings of a person before and after an attempt; both are the same for a puzzle that was tried before."""

    before: Rating
    now: Rating

    @property
    def counted(self) -> bool:
        """Whether the attempt changed the rating."""
        return self.before != self.now


def usual_path() -> Path:
    """Return the path of the logbook of the person who uses this machine."""
    return data_folder() / "puzzles.sqlite"


class Logbook(SqliteFile):
    """The open logbook. Each attempt is written at once, with the ratings that it changes, or not at all."""

    error = LogbookError

    def __init__(self, path: Path) -> None:
        """Open the logbook of a path, a new one if there is none; raise `LogbookError` if the file is no logbook."""
        super().__init__(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        with self.refusals(path), ExitStack() as held:
            _refuse(FORM.fault_of(path))
            # The application writes an attempt in the thread that works out the answer, while it reads nothing.
            connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._connection = held.enter_context(closing(connection))
            with self.transaction():
                FORM.make(connection)
            _refuse(FORM.fault(connection))
            self._held = held.pop_all()

    @classmethod
    @contextmanager
    def refusals(cls, path: Path) -> Iterator[None]:
        """Turn the errors of SQLite into those of the logbook, which say how to begin a new one."""
        try:
            yield
        except sqlite3.Error as error:
            file = str(path)
            if not isinstance(error, sqlite3.OperationalError):
                file = Message("{path}: not a logbook of puzzles", path=file)
            raise LogbookError(
                Message(
                    "{file}: {reason}; move the file away to begin a new one", file=file, reason=error.args[0]
                )
            ) from None

    def rating(self, game: str) -> Rating:
        """Return the rating of the person in a game."""
        return self._rating(game, PERSON, BEGINNER)

    def rating_of(self, puzzle: Puzzle) -> Rating:
        """Return the rating of a puzzle."""
        return self._rating(puzzle.game.name, puzzle.id, Rating(float(puzzle.rating), DEVIATION, VOLATILITY))

    def attempts(self, game: str) -> dict[str, Attempts]:
        """Return the attempts in a game, by the ids of the puzzles."""
        # SQLite takes `solved` from the row with the greatest id.
        query = "SELECT puzzle, count(*), max(id), solved FROM attempts WHERE game = ? GROUP BY puzzle"
        rows = self.rows(query, game)
        return {puzzle: Attempts(count, bool(solved), last) for puzzle, count, last, solved in rows}

    def add(self, puzzle: Puzzle, move: str) -> Change:
        """Write an attempt; the first one at a puzzle changes both ratings. Raise `LogbookError` if that fails."""
        game, solved = puzzle.game.name, move == puzzle.best
        before, hardness = self.rating(game), self.rating_of(puzzle)
        fresh = puzzle.id not in self.attempts(game)
        now, tried = after(before, hardness, won=solved) if fresh else (before, hardness)
        with self.transaction():
            self._connection.execute(
                "INSERT INTO attempts (game, puzzle, move, solved, at) VALUES (?, ?, ?, ?, ?)",
                [game, puzzle.id, move, solved, timestamp()],
            )
            for whose, rating in ((PERSON, now), (puzzle.id, tried)) if fresh else ():
                self._connection.execute(
                    "INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?)", [game, whose, *rating]
                )
        return Change(before, now)

    def _rating(self, game: str, whose: str, usual: Rating) -> Rating:
        query = "SELECT value, deviation, volatility FROM ratings WHERE game = ? AND whose = ?"
        return next((Rating(*row) for row in self.rows(query, game, whose)), usual)


def _refuse(fault: str | None) -> None:
    if fault:
        raise sqlite3.DatabaseError(fault)
