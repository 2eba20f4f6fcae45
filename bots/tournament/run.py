"""The run of a tournament or a match: it plays the rounds one after another and skips games that its store has."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import chain, count
from typing import Generic, Protocol, TypeVar

from urbanist.bots.match import workers
from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.tournament.plan import Plan
from urbanist.bots.tournament.plan_schema import PlanError
from urbanist.bots.tournament.results import GameResult, LostGame


class StoreError(workers.RunEnded):
    """A game could not be saved: the disk is full, or the file is missing or locked by another process."""


class Games(Protocol):
    """Where the games of a run are kept."""

    @property
    def seed(self) -> int:
        """The seed of the games."""

    @property
    def grown(self) -> tuple[int, ...]:
        """The numbers of bots at the beginning and after each extension; empty if none was added."""

    def games(self) -> Iterable[GameResult]:
        """Return the results of the finished games."""

    def lost_games(self) -> Iterable[LostGame]:
        """Return the forfeits in the finished games."""

    def add(self, pairing: Pairing, played: Played) -> GameResult:
        """Save a finished game and return its result; raise `StoreError` if it cannot be saved."""


PlanT = TypeVar("PlanT", bound=Plan)


class Run(Generic[PlanT]):
    """The run of one plan with the store of its games, which knows the seed."""

    def __init__(self, plan: PlanT, store: Games) -> None:
        self.plan, self.store = plan.begun(store.seed, store.grown), store
        self.format = self.plan.format()
        self.games: dict[str, GameResult] = {}
        self.round = 0
        self.recount()

    def recount(self) -> None:
        """Read the games from the store; after an interruption it may have one game more than `play` has yielded."""
        self.games = {game.id: game for game in self.store.games()}

    def play(self) -> Generator[GameResult, None, None]:
        """Play the missing games, and yield each game after it is saved."""
        for number, pairings in enumerate(self._rounds(), 1):
            self.round = number
            left = self._missing(pairings)
            following = next(left, None)
            if following is not None:
                with closing(self._played(chain([following], left))) as games:
                    for pairing, played in games:
                        with workers.held_back():
                            game = self.store.add(pairing, played)
                            self.games[game.id] = game
                        yield game

    def ended(self) -> bool:
        """Return whether no game is missing, so that the seed tells nobody a deal that is still to be played."""
        return all(pairing.id in self.games for pairings in self._rounds() for pairing in pairings)

    def _rounds(self) -> Iterator[Iterator[Pairing]]:
        """Yield the games of each round; those of the round before must be played when it is asked for."""
        for number in count(1):
            # A round may have millions of games, so each pairing is made only when it is needed.
            before = self.format.before(number, self.games.values()) if number > 1 else []
            pairings = iter(self.format.round(number, before))
            first = next(pairings, None)
            if first is None:
                return
            yield chain([first], pairings)

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
            else:
                yield pairing

    def _played(self, pairings: Iterable[Pairing]) -> Generator[tuple[Pairing, Played], None, None]:
        plan = self.plan
        if plan.scheduler is None:
            games = workers.in_order if plan.kind.in_order else workers.completed
            return games(pairings, plan.workers)
        from urbanist.bots.tournament import cluster  # late: few tournaments have one

        return cluster.completed(pairings, plan.scheduler, plan.workers)
