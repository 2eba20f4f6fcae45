"""A person's own results in one SQLite file: each game that ended against bots has one row, however often it ended."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from urbanist.bots.sqlite_form import SqliteForm
from urbanist.bots.table.kit.sight import HUMAN
from urbanist.bots.table.session.notebook import RESIGNED, Notebook
from urbanist.bots.timestamp import timestamp
from urbanist.engine.history import History
from urbanist.engine.message import Message
from urbanist.engine.record import Record, behind, win_shares

FORM = SqliteForm(
    application=0x75726272,  # "urbr"
    version=1,
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
""",
)
#: What is counted of a group of games.
SUMS = "count(*), sum(share), avg(rank), avg(score), max(score)"


class ResultsError(Exception):
    """The file cannot be read or written, or is none of ours; one line says why."""


@dataclass(frozen=True, slots=True)
class OwnResult:
    """How a game ended for its only person: `share` is that of the win; without a `score` it was not played out."""

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
    people = [seat for seat, player in enumerate(record.seats) if player == HUMAN]
    if not notes.game or notes.replayed or len(people) != 1 or len(record.seats) == 1:
        return None
    setup, _ = history.game.notation.read_deal(record.deal)
    [seat] = people
    ranks = record.ranks
    if notes.resigned is not None or ranks is None:
        ranks = behind((1,) * len(record.seats), {seat: 1})
    return OwnResult(
        id=notes.game,
        date=timestamp(),
        game=history.game.name,
        variant=history.game.notation.variants[setup.variant],
        players=len(record.seats),
        seat=seat,
        opponents=tuple(sorted(player for player in record.seats if player != HUMAN)),
        ended=RESIGNED if notes.resigned is not None else record.ended,
        rank=ranks[seat],
        share=win_shares(ranks)[seat],
        score=None if record.scores is None else record.scores[seat],
    )


def add(path: Path, result: OwnResult) -> None:
    """Write the result of a game; a game that has one already keeps it. Raise `ResultsError` if that fails."""
    row = {**asdict(result), "opponents": json.dumps(result.opponents)}
    marks = ", ".join("?" * len(row))
    with _refusals(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _refuse(path, FORM.fault_of(path))
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.execute("BEGIN IMMEDIATE")
            FORM.make(connection)
            _refuse(path, FORM.fault(connection))
            connection.execute(f"INSERT OR IGNORE INTO results VALUES ({marks})", [*row.values()])  # noqa: S608


def by_opponents(path: Path) -> list[Sums]:
    """Return the sums for each game, variant, number of players and set of opponents."""
    rows = _sums(path, "opponents")
    return [
        Sums(game, variant, players, tuple(json.loads(who)), None, *sums)
        for game, variant, players, who, *sums in rows
    ]


def by_seat(path: Path) -> list[Sums]:
    """Return the sums for each game, variant, number of players and seat."""
    rows = _sums(path, "seat")
    return [Sums(game, variant, players, None, seat, *sums) for game, variant, players, seat, *sums in rows]


def _sums(path: Path, by: str) -> list[tuple[Any, ...]]:
    """Return kind, group and sums of each group of games; nothing if there is no file."""
    if not path.exists():
        return []
    kind = f"game, variant, players, {by}"
    query = f"SELECT {kind}, {SUMS} FROM results GROUP BY {kind} ORDER BY {kind}"  # noqa: S608  # words of ours
    with (
        _refusals(path),
        closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection,
    ):
        _refuse(path, FORM.fault(connection))
        return connection.execute(query).fetchall()


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
