"""The league as a format: the most informative table comes next, of the bots that are there, until somebody stops it.

Bots come, go and change while it is played. Tables that a kill has left unfinished come first.
"""

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from contextlib import chdir
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Protocol

from urbanist.bots.contest.entrant import log_of
from urbanist.bots.contest.format import Format, FormatSettings, Plan
from urbanist.bots.contest.league.rating_list import anchors, matrix, next_table
from urbanist.bots.contest.league.settings import LeagueError, LeagueSettings
from urbanist.bots.contest.league.store import ANEW, BotVersion, LeagueStore, Seating
from urbanist.bots.contest.ratings import fit
from urbanist.bots.contest.results import GameResult
from urbanist.bots.match.arena import Played
from urbanist.bots.match.fingerprint import Fingerprint
from urbanist.bots.match.pairing import Pairing, rotations
from urbanist.bots.match.runner import GamePool
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import SpecError
from urbanist.bots.process.sandbox import sandbox_of
from urbanist.bots.process.working_directory import WorkingDirectory
from urbanist.bots.protocol.command import program_of
from urbanist.bots.timestamp import timestamp
from urbanist.search.limit import Limit

#: Seconds between two looks whether enough bots are there.
PULSE = 0.2
#: The history gets a point when the league has this share of games more than at the last one.
MORE = 0.05
#: Disconnections of a bot in a day that are forgiven; later ones are forfeits.
MAX_DISCONNECTS, DAY = 5, timedelta(days=1)
#: Forfeits in a row after which a bot rests until the next run.
MAX_FAULTS = 10
#: Seconds that a table waits for a bot that has gone.
ABSENCE = 600.0
#: The number of games of a league that nobody limits.
ENDLESS = 1 << 62


class BotsElsewhere(Protocol):
    """What a league knows of bots that connect from elsewhere."""

    def free(self) -> set[int]:
        """Return the bots that are connected and play no game."""

    def seat(self, entry: BotVersion, game: str) -> Bot:
        """Return the bot that stands in the arena for one elsewhere."""

    def latency(self, bot: int) -> float:
        """Return the round-trip time to a bot, in seconds."""

    def dropped(self, game: str) -> set[int]:
        """Return the bots whose connection broke during a game; the game is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaguePlan(Plan):
    """The plan of a league: its settings, folder and store, and the bots elsewhere, if they can connect."""

    settings: LeagueSettings
    folder: Path
    store: LeagueStore
    elsewhere: BotsElsewhere | None = None
    most: int = ENDLESS

    @property
    def name(self) -> str:
        """The name in pages."""
        return f"A league of {self.rules.game}"


def league_plan(
    folder: Path,
    settings: LeagueSettings,
    store: LeagueStore,
    elsewhere: BotsElsewhere | None = None,
    most: int = ENDLESS,
    workers: int = 1,
) -> LeaguePlan:
    """Return the plan of a league, of which so many more games are played at most."""
    return LeaguePlan(
        kind=League,
        own=FormatSettings(),
        rules=settings.rules(store.seed),
        entrants=(),
        rest_after=MAX_FAULTS,
        pool=GamePool(workers),
        settings=settings,
        folder=folder,
        store=store,
        elsewhere=elsewhere,
        most=most,
    )


def bot_of_here(
    play: str, home: Path, league: Path, settings: LeagueSettings, log: Path | None = None
) -> Bot:
    """Return the bot of a seat text, whose program starts in `home` and sees nothing of the league.

    Raise `ValueError` if there is no such bot any more.
    """
    hides = (league.absolute(),)
    with chdir(home):
        bot = parse_bot(play)
        program = program_of(bot)
        if program is None:
            return bot
        sandbox = sandbox_of(settings.sandbox, settings.reads, hides)
    return replace(program, log=log, sandbox=sandbox, working_directory=WorkingDirectory(home))


class League(Format):
    """The format of a league. No tournament file names it, so it is in no list of formats."""

    name = "league"
    _plan: LeaguePlan

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        assert isinstance(plan, LeaguePlan)
        self._store, self._elsewhere = plan.store, plan.elsewhere
        self._entries: list[BotVersion] = plan.store.bots()
        self._games = self._noted = plan.store.counts()[0]
        self._rng = Random(f"{plan.rules.seed} {self._games}")
        self._playing: dict[str, Pairing] = {}
        self._waiting: deque[tuple[Pairing, float]] = deque()
        self._given = 0
        #: Bots that have changed since they were added or last seen to change, each with what has, in words.
        self.changed: deque[tuple[BotVersion, str]] = deque()
        self._seen = plan.store.fingerprints()

    def games(self) -> int:
        """Return how many more games are played at most."""
        return self._plan.most

    @property
    def names(self) -> tuple[str, ...]:
        """The titles of all versions of bots."""
        return tuple(entry.title for entry in self._entries)

    def known(self, games: Iterable[GameResult]) -> Iterable[GameResult]:
        """Return nothing, after all are read: what is to be played follows from their sums in the store."""
        deque(games, maxlen=0)
        return ()

    def before(self, number: int, games: Iterable[GameResult]) -> list[GameResult]:
        """Return nothing: there is one round."""
        return []

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield all games in the first round, while there are any to play; wait where bots may still come."""
        if number > 1:
            return
        for seating, there in self._store.unfinished():
            self._wait(game for game in self._games_of(seating) if game.id not in there)
        while self._given < self._plan.most:
            self._note()
            following = self._next()
            if following is not None:
                self._given += 1
                self._playing[following.id] = following
                yield following
            elif self._elsewhere is not None:
                time.sleep(PULSE)
            else:
                raise LeagueError(
                    f"{self._plan.rules.seats} bots play at a table, and there are fewer; add some"
                )

    def counts(self, pairing: Pairing, played: Played) -> bool:
        """Return whether a game counts: not if a bot was disconnected, which costs it nothing; its table ends."""
        del self._playing[pairing.id]
        lost = {pairing.entrants[forfeit.seat] for forfeit in played.lost}
        dropped = set() if self._elsewhere is None else self._elsewhere.dropped(pairing.id) & lost
        since = timestamp(datetime.now(UTC) - DAY)
        if dropped and all(self._store.disconnects(bot, since) < MAX_DISCONNECTS for bot in dropped):
            self._give_up(pairing, dropped)
            return False
        self._games += 1
        return True

    def conclude(self) -> None:
        """Keep the ratings as they are at the end of a run."""
        if self._games > self._noted:
            self._note(0.0)

    def _note(self, more: float = MORE) -> None:
        """Keep the ratings in the history if there are so many games more than at its last point."""
        if self._games > self._noted * (1 + more) or (self._games and not self._noted):
            self._noted = self._games
            self._grow()
            ratings = fit(len(self._entries), self._store.games(), anchors(self._entries))
            self._store.note(self._games, enumerate(ratings.ratings))

    def _next(self) -> Pairing | None:
        """Return the next game that can be played now: of a table that waits, or of a new one."""
        self._grow()
        present = {entry.id for entry in self._entries if not entry.remote}
        present |= set() if self._elsewhere is None else self._elsewhere.free()
        for waiting in list(self._waiting):
            if waiting not in self._waiting:
                continue  # its table has just been given up
            pairing, since = waiting
            absent = {*pairing.entrants} - present
            if not absent:
                self._waiting.remove(waiting)
                if (ready := self._ready(pairing)) is not None:
                    return ready
            elif any(self._entries[bot].retired for bot in absent) or time.monotonic() > since + ABSENCE:
                self._give_up(pairing, set())
        return self._of_new_table(present)

    def _of_new_table(self, present: set[int]) -> Pairing | None:
        """Return the first game of the most informative table; None if too few bots are free."""
        seats = self._plan.rules.seats
        while True:
            # A bot from elsewhere plays one game after the other.
            waiting = [pairing for pairing, _ in self._waiting]
            awaited = {bot for pairing in waiting for bot in pairing.entrants if self._entries[bot].remote}
            left_out = awaited | self.resting.bots.keys()
            available = sorted(bot for bot in present - left_out if self._entries[bot].retired is None)
            if len(available) < seats:
                return None
            playing = [pairing.entrants for pairing in (*self._playing.values(), *waiting)]
            ahead = matrix(self._store.sums(), len(self._entries))
            chosen = next_table(ahead, available, seats, playing, self._rng)
            first, *others = self._games_of(self._store.make_table(chosen))
            self._wait(others)
            if (ready := self._ready(first)) is not None:
                return ready

    def _games_of(self, seating: Seating) -> list[Pairing]:
        """Return the games of a table: each bot has each seat once.

        All are on one deal, unless a bot could remember its cards: then each is on a deal of its own.
        """
        anew = ANEW * any(self._remembers(self._entries[bot]) for bot in seating.bots)
        return [
            Pairing(
                f"{seating.deal}.{number + 1}",
                self._plan.rules,
                seating.deal + number * anew,
                bots,
                (),
                tuple(self._entries[bot].title for bot in bots),
                restart=True,
            )
            for number, bots in enumerate(rotations(seating.bots))
        ]

    def _remembers(self, entry: BotVersion) -> bool:
        """Return whether a bot could know a deal again: one from elsewhere, or a program outside of a sandbox."""
        try:
            program = program_of(self._bot_of_here(entry)) if entry.play is not None else None
        except SpecError:
            return False  # it does not play
        outside = program is not None and (program.sandbox is None or program.sandbox.usable() is None)
        return entry.remote or outside

    def _ready(self, pairing: Pairing) -> Pairing | None:
        """Return a game with its bots and limits as they are now; None if one of the bots is not there any more."""
        bots, marks = [], []
        for bot in pairing.entrants:
            try:
                bots.append(self._bot(self._entries[bot], pairing.id))
                marks.append(self._mark(self._entries[bot], bots[-1]))
            except SpecError as error:
                self.resting.bots[bot] = str(error)
                self._give_up(pairing, set())
                return None
        limits = tuple(self._limit(self._entries[bot]) for bot in pairing.entrants)
        return replace(pairing, bots=tuple(bots), controls=limits, marks=tuple(marks) if any(marks) else ())

    def _limit(self, entry: BotVersion) -> Limit:
        """Return the limit of a bot's decision; an anchor plays as its level does, or its rating is not true."""
        if entry.known is not None:
            return Limit()
        far = self._elsewhere if entry.remote else None
        return self._plan.settings.limit(0.0 if far is None else far.latency(entry.id))

    def _bot(self, entry: BotVersion, game: str) -> Bot:
        if entry.play is not None:
            return self._bot_of_here(entry)
        if self._elsewhere is None:
            raise LeagueError(f"bot '{entry.title}' connects from elsewhere; play the league with --serve")
        return self._elsewhere.seat(entry, game)

    def _bot_of_here(self, entry: BotVersion) -> Bot:
        logs = self._plan.folder / "logs"
        logs.mkdir(exist_ok=True)
        log = log_of(entry.id + 1, logs)
        return bot_of_here(entry.play or "", Path(entry.folder), self._plan.folder, self._plan.settings, log)

    def _mark(self, entry: BotVersion, bot: Bot) -> str:
        """Return the digest of a local bot for the record of a game, and notice if it has changed.

        A remote bot has none.
        """
        if entry.remote:
            return ""
        with chdir(entry.folder):
            fingerprint = Fingerprint.of(bot)
        if (mark := fingerprint.mark(bot)) and self._seen.get(entry.id) != fingerprint:
            changes = fingerprint.changes(self._seen.get(entry.id, fingerprint))
            self._seen[entry.id] = fingerprint
            self._store.note_fingerprints(self._games, {entry.id: fingerprint})
            if changes:
                self.changed.append((entry, "; ".join(changes)))
        return mark

    def _wait(self, games: Iterable[Pairing]) -> None:
        self._waiting.extend((game, time.monotonic()) for game in games)

    def _give_up(self, pairing: Pairing, dropped: set[int]) -> None:
        """Play no more games of a table: its bots have seen a part of the deal, and one has gone."""
        names = ", ".join(f"'{pairing.names[pairing.entrants.index(bot)]}'" for bot in sorted(dropped))
        table = int(pairing.id.partition(".")[0])
        self._store.give_up(table, names or "a bot has gone", pairing.id, dropped)
        self._waiting = deque(one for one in self._waiting if one[0].id.partition(".")[0] != str(table))
        self._given -= bool(dropped)

    def _grow(self) -> None:
        """Take in the bots that another process has added or retired."""
        self._entries = self._store.bots()
