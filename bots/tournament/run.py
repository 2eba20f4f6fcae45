"""A tournament being held: round after round, what has been played is kept and what has not is played."""

from collections.abc import Generator, Iterable
from contextlib import closing
from itertools import chain

from urbanist.bots.match import workers
from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing
from urbanist.bots.tournament import cluster
from urbanist.bots.tournament.formats import Format, format_of
from urbanist.bots.tournament.game_result import GameResult
from urbanist.bots.tournament.plan import Plan
from urbanist.bots.tournament.seating import Place
from urbanist.bots.tournament.store import Store


class Run:
    """One tournament with its file."""

    def __init__(self, plan: Plan, store: Store) -> None:
        self.plan, self._store = plan, store
        self.format: Format = format_of(plan)
        self.games: dict[str, GameResult] = {}
        self.round = 0
        self.recount()

    def recount(self) -> None:
        """Take the games from the file: after an interruption there may be one more than was told of."""
        self.games = {game.id: game for game in self._store.games()}

    def play(self) -> Generator[GameResult, None, None]:
        """Play what has not been played, and yield each game once it is kept."""
        while True:
            # A round may have millions of games: none is made before its turn.
            pairings = iter(self.format.round(self.round + 1, self._before(self.round + 1)))
            first = next(pairings, None)
            if first is None:
                return
            self.round += 1
            left = (pairing for pairing in chain([first], pairings) if pairing.id not in self.games)
            following = next(left, None)
            if following is not None:
                with closing(self._played(chain([following], left))) as games:
                    for pairing, played in games:
                        game = self._store.add(pairing, played)
                        self.games[game.id] = game
                        yield game

    def _before(self, number: int) -> list[GameResult]:
        """Return the games of the rounds before one, in an order that does not tell when they ended."""
        places = sorted((Place.of(game), game) for game in self.games)
        return [self.games[game] for place, game in places if place.round < number]

    def _played(self, pairings: Iterable[Pairing]) -> Generator[tuple[Pairing, Played], None, None]:
        form = self.plan.form
        if form.scheduler is not None:
            return cluster.completed(pairings, form.scheduler, form.workers)
        return workers.completed(pairings, form.workers)
