"""The run of a tournament or a match: it plays the rounds one after another and skips games that its store has."""

from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Protocol, runtime_checkable

from urbanist.bots.contest.format import Plan
from urbanist.bots.contest.plan_schema import PlanError
from urbanist.bots.contest.results import GameResult
from urbanist.bots.match.arena import Played
from urbanist.bots.match.fingerprint import Fingerprint
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.match.runner import run
from urbanist.bots.match.workers import RunEnded
from urbanist.bots.players.player import Bot


class RunStore(Protocol):
    """Where the games of a run are kept."""

    @property
    def seed(self) -> int:
        """The seed of all games."""

    def games(self) -> Iterable[GameResult]:
        """Return the results of the finished games that the format builds on."""

    def add(self, pairing: Pairing, played: Played) -> GameResult:
        """Save a finished game and return its result."""


@runtime_checkable
class PlanStore(RunStore, Protocol):
    """Where the games of a plan are kept that stands from the beginning."""

    @property
    def grown(self) -> tuple[int, ...]:
        """The numbers of bots at the beginning and after each extension."""

    def check_fingerprints(self, bots: Sequence[Fingerprint]) -> list[list[str]]:
        """Return for each bot what has changed since its last game, in words."""

    def set_aside(self) -> int:
        """Keep games with forfeits apart, and return their number."""


class RunObserver(Protocol):
    """An observer of the games of a run."""

    def prepare(self, pairing: Pairing) -> Pairing:
        """Return a game as it is to be played."""

    def ended(self, pairing: Pairing, played: Played) -> None:
        """Be told of a game that was saved."""


class Run:
    """The run of one plan with the store of its games, which knows the seed."""

    def __init__(self, plan: Plan, store: RunStore) -> None:
        grown = store.grown if isinstance(store, PlanStore) else ()
        self.plan, self.store = plan.begun(store.seed, grown), store
        self.format = self.plan.format()
        self.games: dict[str, GameResult] = {}
        self.round = 0
        #: The number of games that wait for bots that rest.
        self.waiting = 0
        self.watch: RunObserver | None = None
        self._fingerprints: list[Fingerprint] = []
        self.recount()

    def recount(self) -> None:
        """Read the games from the store; after an interruption it may have one game more than `play` has yielded."""
        self.games = {game.id: game for game in self.format.known(self.store.games())}

    def check_fingerprints(self, names: Mapping[Bot, str]) -> list[str]:
        """Keep what the bots are, whose programs give themselves these names; name those that have changed.

        Records name a program, a class or a file of weights by a digest of it.
        """
        assert isinstance(self.store, PlanStore)
        self._fingerprints = [Fingerprint.of(bot, names.get(bot, "")) for bot in self.plan.bots]
        marks = tuple(each.mark(bot) for each, bot in zip(self._fingerprints, self.plan.bots, strict=True))
        self.plan = replace(self.plan, marks=marks)
        self.format = self.plan.format()
        changes = zip(self.plan.names, self.store.check_fingerprints(self._fingerprints), strict=True)
        return [f"bot '{name}' has changed: {'; '.join(reasons)}" for name, reasons in changes if reasons]

    def replay_forfeits(self) -> int:
        """Let the games with forfeits be played again, and return their number."""
        assert isinstance(self.store, PlanStore)
        games = self.store.set_aside()
        self.recount()
        return games

    def play(self) -> Generator[GameResult, None, None]:
        """Play the missing games, and yield each game after it is saved; raise `RunEnded` if some have to wait."""
        for number, pairings in enumerate(self.format.rounds(self.games), 1):
            self.round = number
            with closing(
                run(self._missing(pairings), self.plan.pool, self._keep, ordered=self.plan.ordered)
            ) as games:
                yield from (game for game in games if game is not None)
            if self.waiting:
                raise RunEnded(self._why())

    def _keep(self, pairing: Pairing, played: Played) -> GameResult | None:
        """Save a game and count its forfeits; return nothing if it does not count."""
        if not self.format.counts(pairing, played):
            return None
        game = self.games[pairing.id] = self.store.add(pairing, played)
        self.format.resting.count(pairing, played.lost)
        if self.watch is not None:
            self.watch.ended(pairing, played)
        return game

    @property
    def resting(self) -> dict[int, str]:
        """The bots that rest, each with its last forfeit in words."""
        return self.format.resting.bots

    def rest_of(self, bot: int) -> str:
        """Return a line that says why a bot rests, and what has changed about it since the run began."""
        said = f"bot '{self.format.names[bot]}' rests after {self.plan.rest_after} forfeits in a row: "
        changes = []
        if self._fingerprints:
            now = Fingerprint.of(self.plan.bots[bot], self._fingerprints[bot].version)
            changes = now.changes(self._fingerprints[bot])
        return "; ".join([said + self.resting[bot], *changes])

    def _why(self) -> str:
        games = "1 game waits" if self.waiting == 1 else f"{self.waiting:,} games wait"
        names = ", ".join(f"'{self.plan.names[bot]}'" for bot in sorted(self.resting))
        return f"{games} for {names}; mend what is wrong, and --replay-forfeits plays the forfeits again too"

    def ended(self) -> bool:
        """Return whether no game is missing, so that the seed tells nobody a deal that is still to be played."""
        return all(
            pairing.id in self.games for pairings in self.format.rounds(self.games) for pairing in pairings
        )

    def _missing(self, pairings: Iterable[Pairing]) -> Iterator[Pairing]:
        """Yield those games of a round that are not played; raise `PlanError` if others meet in those that are."""
        moved = None
        for pairing in pairings:
            played = self.games.get(pairing.id)
            if played is not None:
                moved = moved or (pairing.id if played.bots != pairing.entrants else None)
            elif moved is not None:
                raise PlanError(
                    f"round {self.round}: in game {moved} others met than this version of the program pairs; end the "
                    "round with the version that began it, or play another tournament"
                )
            elif self.resting and not self.resting.keys().isdisjoint(pairing.entrants):
                self.waiting += 1
            else:
                yield pairing if self.watch is None else self.watch.prepare(pairing)
