"""The games of a contest in a SQLite file: each finished game is there once, and never a part of one."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from urbanist.bots.contest.results import GameResult
from urbanist.bots.match.arena import Played
from urbanist.bots.match.fingerprint import Fingerprint
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.sqlite_schema import SqliteFile, transaction
from urbanist.bots.timestamp import timestamp
from urbanist.engine.record import Lost

#: The columns of the result of a game by seat, in the order of `_result`.
RESULT = "id, deal, bots, points, ranks, forfeits, moves, seconds"
#: The games: results, the records, which nobody needs to parse for the standings, and when each ended.
GAMES = """
CREATE TABLE games (
    id TEXT PRIMARY KEY,
    deal INTEGER NOT NULL,
    bots TEXT NOT NULL,
    points TEXT NOT NULL,
    ranks TEXT NOT NULL,
    forfeits TEXT NOT NULL,
    moves TEXT NOT NULL,
    seconds TEXT NOT NULL,
    record TEXT NOT NULL,
    ended TEXT NOT NULL DEFAULT ''
) WITHOUT ROWID;
CREATE INDEX latest ON games (ended);
"""
#: Tables that older versions of this program do not miss: the fingerprints of bots, each valid after a number of games,
#: and the games that were replayed.
BESIDE = """
CREATE TABLE IF NOT EXISTS fingerprints (
    bot INTEGER NOT NULL,
    games INTEGER NOT NULL,
    noted TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (bot, games)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS replayed (id TEXT NOT NULL, noted TEXT NOT NULL, record TEXT NOT NULL);
"""
#: Numbers and times of the seats of a game, as far as any game can have them.
Numbers = tuple[Annotated[int, Meta(ge=0, lt=1 << 31)], ...]
Times = tuple[Annotated[float, Meta(ge=0, le=1e9)], ...]
Points = tuple[Annotated[int, Meta(gt=-1 << 31, lt=1 << 31)], ...]
#: By column of a result: what it holds.
KINDS = (Numbers, Points, Numbers, tuple[Lost, ...], Numbers, Times)


class ContestFile(SqliteFile):
    """The open file of a contest; `with` closes it."""

    #: The ids of games, which also name files, and how they are described.
    ids: ClassVar[re.Pattern[str]]
    described: ClassVar[str]

    def bot_count(self) -> int:
        """Return how many bots there are; their numbers are below."""
        raise NotImplementedError

    def add(self, pairing: Pairing, played: Played) -> GameResult:
        """Save a finished game and return its result; raise `OSError` or `RunEnded` if it cannot be saved."""
        result = GameResult.of(pairing, played)
        lists = (result.bots, result.points, result.ranks, result.lost, result.moves, result.seconds)
        row = (result.id, result.deal, *(msgspec.json.encode(each).decode() for each in lists))
        with self.transaction():
            self._connection.execute(
                f"INSERT INTO games ({RESULT}, record, ended) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",  # noqa: S608
                (*row, played.record.to_json(), timestamp()),
            )
            self._count(result, played.late)
        return result

    def _count(self, result: GameResult, late: Sequence[float] = ()) -> None:
        """In a transaction, keep what else follows from a game; by seat by how many seconds an answer was late."""

    def games(self) -> Iterator[GameResult]:
        """Yield the results of the finished games, sorted by id."""
        bots = self.bot_count()
        with closing(self.each(f"SELECT {RESULT} FROM games ORDER BY id")) as rows:  # noqa: S608  # words of ours
            for row in rows:
                yield self._result(row, bots)

    def records(self) -> Iterator[str]:
        """Yield the records of the finished games as lines of JSON, sorted by id."""
        with closing(self.each("SELECT record FROM main.games ORDER BY id")) as rows:
            yield from (str(record) for (record,) in rows)

    def record(self, game: str) -> str | None:
        """Return the record of a game as a line of JSON; None if there is no such game."""
        rows = self.rows("SELECT record FROM main.games WHERE id = ?", game)
        return next((str(record) for (record,) in rows), None)

    def latest(self, most: int) -> list[tuple[str, GameResult]]:
        """Return the games that ended last, each with the moment, the newest first."""
        bots = self.bot_count()
        query = f"SELECT ended, {RESULT} FROM main.games ORDER BY ended DESC, id DESC LIMIT ?"  # noqa: S608
        return [(str(at), self._result(tuple(row), bots)) for at, *row in self.rows(query, most)]

    def fingerprints(self) -> dict[int, Fingerprint]:
        """Return the fingerprint of each bot at its last game."""
        with self.refusals(self._path), self.whole("a fingerprint of a bot is"):
            self._connection.executescript(BESIDE)
            rows = self.rows("SELECT bot, fingerprint, max(games) FROM fingerprints GROUP BY bot")
            return {bot: msgspec.json.decode(text, type=Fingerprint) for bot, text, _ in rows}

    def note_fingerprints(self, played: int, bots: Mapping[int, Fingerprint]) -> None:
        """Keep the fingerprints of bots, valid after `played` games."""
        now = timestamp()
        rows = [(bot, played, now, msgspec.json.encode(values).decode()) for bot, values in bots.items()]
        with self.refusals(self._path), transaction(self._connection):
            self._connection.executemany("INSERT OR REPLACE INTO fingerprints VALUES (?, ?, ?, ?)", rows)

    def seats(self) -> int | None:
        """Return the seats of every table; None if a game has as many as it has bots."""
        return None

    def _result(self, row: tuple[Any, ...], bots: int) -> GameResult:
        """Return the result of a game from its columns; raise the error of the file if they are none of a game."""
        with self.whole(f"the row of game {str(row[0])[:40]!r} is"):
            result = self._read_result(row)
            if max(result.bots) >= bots:
                raise ValueError(f"a bot {max(result.bots) + 1}; there are {bots}")
        return result

    def _read_result(self, row: tuple[Any, ...]) -> GameResult:
        game, deal, *texts = row
        if not (isinstance(game, str) and self.ids.fullmatch(game)):
            raise ValueError(f"expected an id of {self.described}")
        if not (
            isinstance(deal, int) and 0 <= deal < 1 << 63 and all(isinstance(text, str) for text in texts)
        ):
            raise ValueError("expected texts and the number of a deal")
        read = [msgspec.json.decode(text, type=kind) for text, kind in zip(texts, KINDS, strict=True)]
        seated, points, ranks, gone, moves, seconds = read
        seats = self.seats() or max(len(seated), 1)
        if any(len(column) != seats for column in (seated, points, ranks, moves, seconds)):
            raise ValueError(f"expected numbers of {seats} seats")
        if any(rank != 1 + sum(other < rank for other in ranks) for rank in ranks):
            raise ValueError(f"no ranks: {', '.join(map(str, ranks))}")
        if any(not 0 <= forfeit.seat < seats for forfeit in gone):
            raise ValueError("a forfeit of a seat that nobody has")
        return GameResult(game, deal, seated, points, ranks, gone, moves, seconds, game)
