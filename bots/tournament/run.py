"""The run of a tournament: it plays the rounds one after another and skips games that the store has."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import chain, count

from urbanist.bots.match import workers
from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.tournament import cluster
from urbanist.bots.tournament.format import Format, format_of
from urbanist.bots.tournament.plan import Plan
from urbanist.bots.tournament.results import GameResult
from urbanist.bots.tournament.seating import Place
from urbanist.bots.tournament.store import Store


class Run:
    """The run of one plan with its store, which knows the seed."""

    def __init__(self, plan: Plan, store: Store) -> None:
        self.plan, self._store = plan.begun(store.seed, store.grown), store
        self.format: Format = format_of(self.plan)
        self.games: dict[str, GameResult] = {}
        self.round = 0
        self.recount()

    def recount(self) -> None:
        """Read the games from the store; after an interruption it may have one game more than `play` has yielded."""
        self.games = {game.id: game for game in self._store.games()}

    def play(self) -> Generator[GameResult, None, None]:
        """Play the missing games, and yield each game after it is saved."""
        for number, left in enumerate(self._rounds(), 1):
            self.round = number
            following = next(left, None)
            if following is not None:
                with closing(self._played(chain([following], left))) as games:
                    for pairing, played in games:
                        game = self._store.add(pairing, played)
                        self.games[game.id] = game
                        yield game

    def ended(self) -> bool:
        """Return whether no game is missing, so that the seed tells nobody a deal that is still to be played."""
        return all(next(left, None) is None for left in self._rounds())

    def _rounds(self) -> Iterator[Iterator[Pairing]]:
        """Yield the missing games of each round; those of the round before must be played when it is asked for."""
        for number in count(1):
            # A round may have millions of games, so each pairing is made only when it is needed.
            pairings = iter(self.format.round(number, self._before(number)))
            first = next(pairings, None)
            if first is None:
                return
            yield (pairing for pairing in chain([first], pairings) if pairing.id not in self.games)

    def _before(self, number: int) -> list[GameResult]:
        """Return the games of the rounds before `number`, in an order that is independent of when they ended."""
        places = sorted((Place.of(game), game) for game in self.games)
        return [self.games[game] for place, game in places if place.round < number]

    def _played(self, pairings: Iterable[Pairing]) -> Generator[tuple[Pairing, Played], None, None]:
        form = self.plan.form
        if form.scheduler is not None:
            return cluster.completed(pairings, form.scheduler, form.workers)
        return workers.completed(pairings, form.workers)
