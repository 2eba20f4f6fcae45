"""A match: a tournament with one table, whose games are kept in memory, and as records in a file if there is one.

A game depends only on the match and on its own number, so the records are the same on any number of workers. Unless
the seats are fixed, n players play each deal n times in a row, and each bot moves on by one seat from game to game.
So the luck of the deal and of the seat is the same for all bots.
"""

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

from msgspec import Struct

from urbanist.bots.contest.entrant import Entrant
from urbanist.bots.contest.format import Format, FormatSettings, Plan, formats, orders_of_two, paired
from urbanist.bots.contest.plan_schema import Count, PlanError
from urbanist.bots.contest.results import GameResult
from urbanist.bots.files import LineFile
from urbanist.bots.match.arena import Played
from urbanist.bots.match.clock import written
from urbanist.bots.match.fingerprint import Fingerprint
from urbanist.bots.match.pairing import Pairing, Rules
from urbanist.bots.match.runner import run
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import bot_text
from urbanist.engine import GAMES, NotationError
from urbanist.engine.message import UserError
from urbanist.engine.record import Record, read_lines
from urbanist.search.limit import Limit


class MatchSettings(FormatSettings, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a match: its number of games, and whether the bots keep their seats."""

    games: Count = 1
    fixed: bool = False


class OneTable(Format):
    """The format of a match. No file names it, so it is in no list of formats."""

    name = "match"
    settings = MatchSettings

    @classmethod
    def check_entrants(cls, entrants: int, seats: int) -> None:
        """Raise `PlanError` unless there is a bot for each seat."""
        if entrants != seats:
            raise PlanError(f"{entrants} bots, but the openings are for {seats} players")

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

    def pairing(self, number: int) -> Pairing:
        """Return the pairing of a game, counted from 0."""
        bots, fixed = len(self._plan.entrants), self._own.fixed
        deal, turn = (number, 0) if fixed else divmod(number, bots)
        seated = [(seat + turn) % bots for seat in range(bots)]
        return paired(self._plan, str(number), deal, seated, title=str(number + 1), reveal=fixed)


def match_of(
    rules: Rules,
    bots: Iterable[Bot],
    games: int,
    *,
    fixed: bool = False,
    control: Limit | None = None,
    sprt: Struct | None = None,
    **more: Any,
) -> Plan:
    """Return the plan of a match; all bots have the time control, if any. `more` are other fields of a plan.

    With a sequential test two bots play until it is decided, and at most about `games` games.
    """
    kind: type[Format] = OneTable
    own: Struct = MatchSettings(games, fixed)
    if sprt is not None:
        kind = formats()["sprt"]
        own = kind.settings(sprt=sprt)
        more["deals"] = max(games // len(orders_of_two(rules.seats)), 1)
    plan = Plan(
        kind=kind,
        own=own,
        rules=rules,
        entrants=tuple(Entrant(bot_text(bot), bot, control) for bot in bots),
        clock=control,
        ordered=True,
        **more,
    )
    # From now on a book stands in the order of the seed.
    return plan.begun(rules.seed, ())


def played(match: Plan) -> Generator[tuple[Pairing, Played], None, None]:
    """Yield the games of a match in order; their records name its seed. Nobody keeps them."""
    seed = match.rules.seed
    games = match.format().round(1, ())
    return run(games, match.pool, lambda pairing, game: (pairing, seeded(game, seed)), ordered=True)


def seeded(game: Played, seed: int) -> Played:
    """Return a game whose record names the seed of its match."""
    return replace(game, record=replace(game.record, meta={"seed": seed, **game.record.meta}))


#: What a match with fewer games than its file should have.
EXPECTED = "expected --games of that number or more"


class Records:
    """The games of a match, which are added in order; of a game that was played again the last record counts."""

    def __init__(self, match: Plan, file: LineFile | None = None) -> None:
        self._match, self._file = match, file
        self._games: dict[str, GameResult] = {}
        #: By bot: what its last record says that it was.
        self._marks: dict[int, str | None] = {}

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
        return list(self._games.values())

    def add(self, pairing: Pairing, played: Played) -> GameResult:
        """Save the next game and return its result; raise `OSError` if it cannot be saved."""
        if self._file is not None:
            # To wait for the disk after each game would cost more time than short games do.
            self._file.add(seeded(played, self.seed).record.to_json(), safe=False)
        return self._keep(pairing, played)

    def check_fingerprints(self, bots: Sequence[Fingerprint]) -> list[list[str]]:
        """Return for each bot what has changed since its last game: records have only a digest of it."""
        known = ((self._marks.get(bot), mark.digest) for bot, mark in enumerate(bots))
        return [["its command or a file of it"] if before not in (None, now) else [] for before, now in known]

    def set_aside(self) -> int:
        """Forget the games with forfeits, so that they are played again; their records stay in the file."""
        lost = [game.id for game in self._games.values() if game.lost]
        for game in lost:
            del self._games[game]
        return len(lost)

    def records(self, path: Path) -> Iterator[str]:
        """Yield the records of the games, which a file has, as lines of JSON in the order of `games`."""
        records = {}
        for _, text in read_lines(path):
            records[str(Record.from_json(text).meta.get("game"))] = text
        yield from (records[game.title] for game in self._games.values())

    def read(self, path: Path, lines: Iterable[tuple[int, str]]) -> None:
        """Take the games of the lines of a file; raise `UserError` if one of them is no game of this match.

        Records do not count moves and seconds, so those of these games are 0.
        """
        nothing = (0,) * self._match.rules.seats
        # Those of a later round follow from the games that are there then.
        due = chain.from_iterable(self._match.format().rounds(self._games))
        forfeited: dict[object, Pairing] = {}
        for line, text in lines:
            try:
                record = Record.from_json(text)
                record.replay(GAMES)
            except NotationError as error:
                raise UserError(f"{path}:{line}: {error}") from None
            # The next game, unless a forfeit was played again.
            pairing = forfeited.pop(record.meta.get("game"), None) or next(due, None)
            if pairing is None:
                raise UserError(f"{path} has more than {len(self._games)} games; {EXPECTED}")
            for what, there, here in self._compared(record, pairing):
                if there != here:
                    raise UserError(
                        f"{path}:{line}: no game of this match: {what} {str(there)[:120]} there, {str(here)[:120]} here"
                    )
            try:
                result = self._keep(pairing, Played(record, record.lost, nothing, tuple(map(float, nothing))))
            except NotationError as error:
                raise UserError(f"{path}:{line}: {error}") from None
            if result.lost:
                forfeited[record.meta.get("game")] = pairing

    def _compared(self, record: Record, pairing: Pairing) -> Iterator[tuple[str, object, object]]:
        """Yield the fields that a record must share with its pairing: the name, the value of the record, the other."""
        start = pairing.start()
        yield "seed", record.meta.get("seed"), self.seed
        yield "seats", list(record.seats), list(pairing.names)
        clock = None if pairing.controls is None else list(map(written, pairing.controls))
        yield "clock", record.meta.get("clock"), clock
        yield "deal", record.deal, start.deal
        yield "opening", record.events[: len(start.events)], start.texts

    def _keep(self, pairing: Pairing, played: Played) -> GameResult:
        result = self._games[pairing.id] = GameResult.of(pairing, played)
        self._marks.update(zip(pairing.entrants, played.record.meta.get("bots", ()), strict=False))
        return result


def seed_of(path: Path) -> int | None:
    """Return the seed of the match whose records a file has; None if its first line names none."""
    try:
        seeds = [Record.from_json(text).meta.get("seed") for _, text in islice(read_lines(path), 1)]
    except NotationError:
        return None
    return seeds[0] if seeds and type(seeds[0]) is int else None
