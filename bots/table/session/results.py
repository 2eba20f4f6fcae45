"""A person's own results in one SQLite file: each game that ended against bots has one row, however often it ended."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Literal

from urbanist.bots.players.level import table_rating
from urbanist.bots.sqlite_schema import SqliteSchema
from urbanist.bots.table.kit.player_view import is_human
from urbanist.bots.table.session.notebook import RESIGNED, Notebook
from urbanist.bots.table.session.rating import BEGINNER, LEVEL_DEVIATION, VOLATILITY, Rating, after
from urbanist.bots.timestamp import timestamp
from urbanist.engine.history import History
from urbanist.engine.message import Message
from urbanist.engine.record import Record, behind, win_shares

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
FORM = SqliteSchema(
    application=0x75726272,  # "urbr"
    version=2,
    foreign=Message("a database, but not of your results"),
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
    + RATINGS,
    upgrades={1: RATINGS},
)
#: What is counted of a group of games.
SUMS = "count(*), sum(share), avg(rank), avg(score), max(score)"


class ResultsError(Exception):
    """The file cannot be read or written, or is none of ours; one line says why."""


@dataclass(frozen=True, slots=True)
class OwnResult:
    """How a game ended for its only person: `share` is that of the win; without a `score` it was not played out.

    `met` is the rating of the others as one opponent, if the game is rated.
    """

    id: str
    date: str
    game: str
    variant: str
    players: int
    seat: int
    opponents: tuple[str, ...]
    ended: str
    rank: int
    share: float
    score: int | None
    met: float | None = None


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


def own_result(record: Record, history: History) -> OwnResult | None:
    """Return the result of the only person of a game that has ended; None if the game does not count."""
    notes = Notebook.of(record)
    people = [seat for seat, player in enumerate(record.seats) if is_human(player)]
    if not notes.game or notes.replayed or len(people) != 1 or len(record.seats) == 1:
        return None
    setup, _ = history.game.notation.read_deal(record.deal)
    [seat] = people
    ranks = record.ranks
    if notes.resigned is not None or ranks is None:
        ranks = behind((1,) * len(record.seats), {seat: 1})
    others = tuple(sorted(player for player in record.seats if not is_human(player)))
    return OwnResult(
        id=notes.game,
        date=timestamp(),
        game=history.game.name,
        variant=history.game.notation.variants[setup.variant],
        players=len(record.seats),
        seat=seat,
        opponents=others,
        ended=RESIGNED if notes.resigned is not None else record.ended,
        rank=ranks[seat],
        share=win_shares(ranks)[seat],
        score=None if record.scores is None else record.scores[seat],
        met=table_rating(history.game.name, others) if notes.rated else None,
    )


def add(path: Path, result: OwnResult) -> None:
    """Write the result of a game, and the rating of the person after it if it is rated; a game counts once.

    Raise `ResultsError` if that fails.
    """
    row = {**asdict(result), "opponents": json.dumps(result.opponents)}
    del row["met"]
    marks = ", ".join("?" * len(row))
    with _refusals(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _refuse(path, FORM.fault_of(path))
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            FORM.make(connection)
            _refuse(path, FORM.fault(connection))
            added = connection.execute(f"INSERT OR IGNORE INTO results VALUES ({marks})", [*row.values()])  # noqa: S608
            if added.rowcount and result.met is not None:
                _rate(connection, result, result.met)


def _rate(connection: sqlite3.Connection, result: OwnResult, met: float) -> None:
    """Write the rating after a game; all others are one opponent, so that only the win counts."""
    before = [BEGINNER, *_ratings(connection).get((result.game, result.players), ())][-1]
    won = None if 0 < result.share < 1 else result.share == 1
    now, _ = after(before, Rating(met, LEVEL_DEVIATION, VOLATILITY), won=won)
    connection.execute(
        "INSERT INTO ratings (id, game, players, met, value, deviation, volatility) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [result.id, result.game, result.players, met, *now],
    )


def _ratings(connection: sqlite3.Connection) -> dict[tuple[str, int], list[Rating]]:
    query = "SELECT game, players, value, deviation, volatility FROM ratings ORDER BY game, players, number"
    found: dict[tuple[str, int], list[Rating]] = {}
    for game, players, *rating in connection.execute(query):
        found.setdefault((game, players), []).append(Rating(*rating))
    return found


def ratings(path: Path) -> dict[tuple[str, int], list[Rating]]:
    """Return the ratings of the person after each rated game, by game and number of players."""
    with _opened(path) as connection:
        return _ratings(connection)


def sums(path: Path, by: Literal["opponents", "seat"]) -> list[Sums]:
    """Return the sums for each game, variant, number of players, and set of opponents or seat."""
    groups = "opponents, NULL" if by == "opponents" else "NULL, seat"
    order = f"game, variant, players, {by}"
    query = f"SELECT game, variant, players, {groups}, {SUMS} FROM results GROUP BY {order} ORDER BY {order}"  # noqa: S608  # words of ours
    with _opened(path) as connection:
        found = [Sums(*row) for row in connection.execute(query)]
    return [
        each if each.opponents is None else replace(each, opponents=tuple(json.loads(str(each.opponents))))
        for each in found
    ]


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a copy of the file in memory, which has the form of this version; an empty one if there is no file."""
    with _refusals(path), closing(sqlite3.connect(":memory:")) as copy:
        if path.exists():
            with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
                connection.backup(copy)
            _refuse(path, FORM.fault(copy, readable=True))
        FORM.make(copy)
        yield copy


def _refuse(path: Path, fault: str | None) -> None:
    """Raise `ResultsError` if there is something wrong with the file."""
    if fault is not None:
        raise ResultsError(Message("{place}: {reason}", place=path, reason=fault))


@contextmanager
def _refusals(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite and of the system into a `ResultsError`."""
    try:
        yield
    except sqlite3.Error as error:
        raise ResultsError(f"{path}: {error}") from None
    except OSError as error:
        raise ResultsError(f"{path}: {error.strerror}") from None
