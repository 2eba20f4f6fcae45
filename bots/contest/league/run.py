"""The games of a league, one table after the other: those that a kill has left unfinished first."""

import time
from collections import deque
from collections.abc import Generator, Iterator, Mapping
from contextlib import chdir, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from urbanist.bots.contest.league.rating_list import RatingLine, RatingList, lines_of, ratings_of
from urbanist.bots.contest.league.settings import LeagueError, LeagueSettings
from urbanist.bots.contest.league.store import BotVersion, LeagueStore, Seating
from urbanist.bots.contest.results import GameResult
from urbanist.bots.match.arena import Played
from urbanist.bots.match.fingerprint import Fingerprint
from urbanist.bots.match.pairing import Pairing, rotations
from urbanist.bots.match.runner import GamePool, Resting, run
from urbanist.bots.match.seat_text import parse_bot
from urbanist.bots.players.player import Bot
from urbanist.bots.players.spec import SpecError
from urbanist.bots.process.sandbox import sandbox_of
from urbanist.bots.process.working_directory import WorkingDirectory
from urbanist.bots.protocol.command import program_of
from urbanist.bots.timestamp import timestamp
from urbanist.search.limit import Limit

if TYPE_CHECKING:
    from urbanist.bots.contest.league.hub import Hub

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


class LeagueRun:
    """The run of a league with its store. `hub`, which connects remote bots, is None where nobody can connect."""

    def __init__(
        self, folder: Path, settings: LeagueSettings, store: LeagueStore, hub: "Hub | None" = None
    ) -> None:
        self.settings, self.store = settings, store
        self._folder, self._hub = folder, hub
        self._rules = settings.rules(store.seed)
        self._results = list(store.games())
        self.rating_list = RatingList(store.bots(), self._results)
        self._rng = Random(f"{store.seed} {self.rating_list.games}")
        self._noted = self.rating_list.games
        self._playing: dict[str, Pairing] = {}
        self._waiting: deque[tuple[Pairing, float]] = deque()
        self._given = 0
        self._resting = Resting(MAX_FAULTS)
        #: Bots that have changed since they were added or last seen to change, each with what has, in words.
        self.changed: deque[tuple[BotVersion, str]] = deque()
        self._seen: dict[int, Fingerprint] = {}
        entries = self._entries()
        for seating, there in store.unfinished():
            self._wait(game for game in self._games(seating, entries) if game.id not in there)

    def play(self, workers: int = 1, games: int | None = None) -> Generator[GameResult, None, None]:
        """Play, and yield each game after it is saved: `games` of them, or without end."""
        self._seen = self.store.fingerprints()
        with closing(run(self._jobs(games), GamePool(workers), self._keep)) as kept:
            for found in kept:
                if found is None:
                    continue
                if self.rating_list.games >= self._noted * (1 + MORE):
                    self._noted = self.rating_list.games
                    self.store.note(self._noted, ratings_of(self.rating_list.entries, self._results).items())
                if self._hub is not None:
                    self._hub.news()
                yield found

    def _keep(self, pairing: Pairing, played: Played) -> GameResult | None:
        """Save a game; or give its table up, and return nothing, if a bot was disconnected, which costs it nothing."""
        del self._playing[pairing.id]
        lost = {pairing.entrants[found.seat] for found in played.lost}
        dropped = set() if self._hub is None else self._hub.dropped(pairing.id) & lost
        since = timestamp(datetime.now(UTC) - DAY)
        if dropped and all(self.store.disconnects(bot, since) < MAX_DISCONNECTS for bot in dropped):
            self._give_up(pairing, dropped)
            return None
        self._resting.count(pairing, played.lost)
        found = self.store.save(pairing, played)
        self._grow()
        self._results.append(found)
        self.rating_list.add(found)
        return found

    @property
    def resting(self) -> dict[int, str]:
        """The bots that play no more in this run, each with the reason in words."""
        return self._resting.bots

    def lines(self) -> list[RatingLine]:
        """Return the list as it stands."""
        self._grow()
        return lines_of(self.rating_list, self._results)

    def _jobs(self, games: int | None) -> Iterator[Pairing]:
        """Yield games while there are any to play; wait where bots may still come."""
        while games is None or self._given < games:
            following = self._next()
            if following is not None:
                self._given += 1
                self._playing[following.id] = following
                yield following
            elif self._hub is not None:
                time.sleep(PULSE)
            else:
                raise LeagueError(
                    f"{self.settings.players} bots play at a table, and there are fewer; add some"
                )

    def _next(self) -> Pairing | None:
        """Return the next game that can be played now: of a table that waits, or of a new one."""
        self._grow()
        entries = self._entries()
        present = {bot for bot, entry in entries.items() if not entry.remote}
        present |= set() if self._hub is None else self._hub.free()
        for waiting in list(self._waiting):
            if waiting not in self._waiting:
                continue  # its table has just been given up
            pairing, since = waiting
            absent = {*pairing.entrants} - present
            if not absent:
                self._waiting.remove(waiting)
                if (ready := self._ready(pairing, entries)) is not None:
                    return ready
            elif any(entries[bot].retired for bot in absent) or time.monotonic() > since + ABSENCE:
                self._give_up(pairing, set())
        return self._of_new_table(entries, present)

    def _of_new_table(self, entries: Mapping[int, BotVersion], present: set[int]) -> Pairing | None:
        """Return the first game of the most informative table; None if too few bots are free."""
        while True:
            # A bot from elsewhere plays one game after the other.
            awaited = {bot for pairing, _ in self._waiting for bot in pairing.entrants if entries[bot].remote}
            left_out = awaited | self.resting.keys()
            available = sorted(bot for bot in present - left_out if entries[bot].retired is None)
            if len(available) < self.settings.players:
                return None
            playing = [*self._playing.values(), *(pairing for pairing, _ in self._waiting)]
            chosen = self.rating_list.next_table(
                available, self.settings.players, [pairing.entrants for pairing in playing], self._rng
            )
            first, *others = self._games(self.store.make_table(chosen), entries)
            self._wait(others)
            if (ready := self._ready(first, entries)) is not None:
                return ready

    def _games(self, seating: Seating, entries: Mapping[int, BotVersion]) -> list[Pairing]:
        """Return the games of a table: each bot has each seat once."""
        return [
            Pairing(
                f"{seating.deal}.{number}",
                self._rules,
                seating.deal,
                bots,
                (),
                tuple(entries[bot].title for bot in bots),
                restart=True,
            )
            for number, bots in enumerate(rotations(seating.bots), 1)
        ]

    def _ready(self, pairing: Pairing, entries: Mapping[int, BotVersion]) -> Pairing | None:
        """Return a game with its bots and limits as they are now; None if one of the bots is not there any more."""
        bots, marks = [], []
        for bot in pairing.entrants:
            try:
                bots.append(self._bot(entries[bot], pairing.id))
                marks.append(self._mark(entries[bot], bots[-1]))
            except SpecError as error:
                self.resting[bot] = str(error)
                self._give_up(pairing, set())
                return None
        limits = tuple(self._limit(entries[bot]) for bot in pairing.entrants)
        ready = replace(pairing, bots=tuple(bots), controls=limits, marks=tuple(marks) if any(marks) else ())
        return ready if self._hub is None else self._hub.watched(ready)

    def _limit(self, entry: BotVersion) -> Limit:
        """Return the limit of a bot's decision; an anchor plays as its level does, or its rating is not true."""
        if entry.known is not None:
            return Limit()
        hub = self._hub if entry.remote else None
        return self.settings.limit(0.0 if hub is None else hub.latency(entry.id))

    def _bot(self, entry: BotVersion, game: str) -> Bot:
        if entry.play is not None:
            logs = self._folder / "logs"
            logs.mkdir(exist_ok=True)
            log = logs / f"{entry.id}.log"
            return bot_of_here(entry.play, Path(entry.folder), self._folder, self.settings, log)
        if self._hub is None:
            raise LeagueError(f"bot '{entry.title}' connects from elsewhere; play the league with --serve")
        return self._hub.seat(entry, game)

    def _mark(self, entry: BotVersion, bot: Bot) -> str:
        """Return the digest of a local bot for the record of a game, and notice if it has changed.

        A remote bot has none.
        """
        if entry.remote:
            return ""
        with chdir(entry.folder):
            found = Fingerprint.of(bot)
        if (mark := found.mark(bot)) and self._seen.get(entry.id) != found:
            changes = found.changes(self._seen.get(entry.id, found))
            self._seen[entry.id] = found
            self.store.note_fingerprint(self.rating_list.games, entry.id, found)
            if changes:
                self.changed.append((entry, "; ".join(changes)))
        return mark

    def _wait(self, games: Iterator[Pairing] | list[Pairing]) -> None:
        self._waiting.extend((game, time.monotonic()) for game in games)

    def _give_up(self, pairing: Pairing, dropped: set[int]) -> None:
        """Play no more games of a table: its bots have seen a part of the deal, and one has gone."""
        names = ", ".join(f"'{pairing.names[pairing.entrants.index(bot)]}'" for bot in sorted(dropped))
        self.store.give_up(pairing.deal, names or "a bot has gone", pairing.id, dropped)
        self._waiting = deque(one for one in self._waiting if one[0].deal != pairing.deal)
        self._given -= bool(dropped)

    def _grow(self) -> None:
        """Take in the bots that another process has added or retired."""
        self.rating_list.grow(self.store.bots())

    def _entries(self) -> dict[int, BotVersion]:
        return {entry.id: entry for entry in self.rating_list.entries}
