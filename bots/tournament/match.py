"""A match: a tournament with one table, whose games are kept in memory, and as records in a file if there is one.

A game depends only on the match and on its own number, so the records are the same on any number of workers. Unless
the seats are fixed, n players play each deal n times in a row, and each bot moves on by one seat from game to game.
So the luck of the deal and of the seat is the same for all bots.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from itertools import islice
from pathlib import Path

from urbanist.bots.files import LineFile
from urbanist.bots.match.arena import Played
from urbanist.bots.match.clock import written
from urbanist.bots.match.notes import Noting
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.match.workers import in_order
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import bot_text
from urbanist.bots.tournament.format import Format, Settings, paired
from urbanist.bots.tournament.plan import Entrant, Plan
from urbanist.bots.tournament.plan_schema import Count
from urbanist.bots.tournament.results import GameResult, LostGame
from urbanist.bots.tournament.run import StoreError
from urbanist.engine import GAMES, NotationError
from urbanist.engine.message import UserError
from urbanist.engine.record import Record, read_lines
from urbanist.search.limit import Limit


class Series(Settings, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a match: its number of games, and whether the bots keep their seats."""

    games: Count = 1
    fixed: bool = False


class OneTable(Format):
    """The format of a match. No file names it, so it is in no list of formats."""

    name = "match"
    settings = Series
    in_order = True

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield all games in the first round."""
        if number == 1:
            yield from map(self.pairing, range(self.games()))

    def games(self) -> int:
        """Return the number of games."""
        return int(self._own.games)

    def before(self, number: int, games: Iterable[GameResult]) -> list[GameResult]:
        """Return nothing: there is no second round whose pairings depend on the first."""
        return []

    def deal(self, number: int) -> int:
        """Return the number of the deal of a game."""
        return number if self._own.fixed else number // len(self._plan.entrants)

    def seating(self, number: int) -> tuple[int, ...]:
        """Return for each seat the number of its bot in a game."""
        bots = len(self._plan.entrants)
        turn = 0 if self._own.fixed else number % bots
        return tuple((seat + turn) % bots for seat in range(bots))

    def pairing(self, number: int) -> Pairing:
        """Return the pairing of a game, counted from 0."""
        title, fixed = str(number + 1), self._own.fixed
        return paired(
            self._plan, str(number), self.deal(number), self.seating(number), title=title, reveal=fixed
        )


def match_of(
    rules: Rules,
    bots: Iterable[Bot],
    games: int,
    *,
    fixed: bool = False,
    control: Limit | None = None,
    restart: bool | None = None,
    noting: Noting | None = None,
    workers: int = 1,
) -> Plan:
    """Return the plan of a match; all bots have the time control, if there is one."""
    return Plan(
        kind=OneTable,
        own=Series(games, fixed),
        rules=rules,
        entrants=tuple(Entrant(bot_text(bot), bot, control) for bot in bots),
        restart=restart,
        noting=noting,
        workers=workers,
    )


def played(match: Plan) -> Generator[tuple[Pairing, Played], None, None]:
    """Yield the games of a match in order; raise `WorkerDied` if a game ends every worker that plays it.

    Their records name the seed of the match.
    """
    with closing(in_order(match.format().round(1, ()), match.workers)) as games:
        for pairing, game in games:
            yield pairing, seeded(game, match.rules.seed)


def seeded(game: Played, seed: int) -> Played:
    """Return a game whose record names the seed of its match."""
    return replace(game, record=replace(game.record, meta={"seed": seed, **game.record.meta}))


class OtherMatch(UserError):
    """A file of records does not belong to a match; the message is one line."""


class Records:
    """The games of a match, which are added in order."""

    def __init__(self, match: Plan, file: LineFile | None = None) -> None:
        self._match, self._file = match, file
        self._games: list[GameResult] = []
        self._lost: list[LostGame] = []

    @property
    def seed(self) -> int:
        """The seed of the match."""
        return self._match.rules.seed

    @property
    def grown(self) -> tuple[int, ...]:
        """Nothing: no bot joins a match later."""
        return ()

    def games(self) -> list[GameResult]:
        """Return the results of the games."""
        return self._games

    def lost_games(self) -> list[LostGame]:
        """Return the forfeits in the games, which are called by their numbers from 1."""
        return self._lost

    def add(self, pairing: Pairing, played: Played) -> GameResult:
        """Save the next game and return its result; raise `StoreError` if it cannot be saved."""
        if self._file is not None:
            try:
                # To wait for the disk after each game would cost more time than short games do.
                self._file.add(seeded(played, self.seed).record.to_json(), safe=False)
            except OSError as error:
                raise StoreError(
                    f"{error.filename}: {error.strerror}; earlier games are saved, --resume continues"
                ) from None
        return self._keep(pairing, played)

    def read(self, path: Path, lines: Iterable[tuple[int, str]]) -> None:
        """Take the games of the lines of a file; raise `OtherMatch` if one of them is no game of this match.

        Records do not count moves and seconds, so those of these games are 0.
        """
        match = OneTable(self._match)
        nothing = (0,) * len(self._match.entrants)
        for line, text in lines:
            number = len(self._games)
            if number == match.games():
                raise OtherMatch(
                    f"{path} has more than {number} games; expected --games of that number or more"
                )
            pairing = match.pairing(number)
            try:
                record = Record.from_json(text)
                record.replay(GAMES)
            except NotationError as error:
                raise OtherMatch(f"{path}:{line}: {error}") from None
            for what, there, here in self._compared(record, pairing):
                if there != here:
                    raise OtherMatch(
                        f"{path}:{line}: no game of this match: {what} {str(there)[:120]} there, {str(here)[:120]} here"
                    )
            self._keep(pairing, Played(record, nothing, tuple(map(float, nothing))))

    def _compared(self, record: Record, pairing: Pairing) -> Iterator[tuple[str, object, object]]:
        """Yield what a record must have in common with its pairing: the name of it, that of the record, the other."""
        rules = self._match.rules
        yield "seed", record.meta.get("seed"), self.seed
        yield "seats", list(record.seats), list(pairing.names)
        clock = None if pairing.controls is None else list(map(written, pairing.controls))
        yield "clock", record.meta.get("clock"), clock
        yield "deal", record.deal, rules.start(pairing.deal).deal

    def _keep(self, pairing: Pairing, played: Played) -> GameResult:
        found = GameResult.of(pairing, played)
        self._games.append(found)
        for lost in played.record.meta.get("forfeits", ()):
            bot = pairing.entrants[lost["seat"]]
            self._lost.append(LostGame(bot, pairing.title, lost["reason"], lost["event"], lost["what"]))
        return found


def seed_of(path: Path) -> int | None:
    """Return the seed of the match whose records a file has; None if its first line names none."""
    try:
        found = [Record.from_json(text).meta.get("seed") for _, text in islice(read_lines(path), 1)]
    except NotationError:
        return None
    return found[0] if found and type(found[0]) is int else None
