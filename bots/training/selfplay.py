"""The games of one generation: jobs for workers, each drawn from the training's seed and its own number."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from urbanist.bots.match.arena import Arena
from urbanist.bots.match.pairing import derived
from urbanist.bots.training.settings import Settings, drawn_searches, drawn_straying
from urbanist.engine import GAMES
from urbanist.search.training import RecordedGame, drawn_table, play


@dataclass(frozen=True, slots=True)
class SelfPlay:
    """One game of self-play; `weights` has the files of the accepted networks."""

    settings: Settings
    generation: int
    number: int
    weights: tuple[str, ...]

    @property
    def id(self) -> str:
        """The id of the game, which no other job of the training has."""
        return f"self-play-{self.generation}-{self.number}"

    def play(self, arena: Arena) -> RecordedGame:
        """Return the game; it needs no bots of the arena."""
        seed = derived(self.settings.seed, "self-play", self.generation, self.number)
        rng = Random(seed)
        game = GAMES[self.settings.game]
        table = drawn_table(game, rng)
        best, searches = drawn_searches(self.settings, table.seats, self.weights, rng)
        return play(game, table, searches, best, drawn_straying(rng), seed)


def missing_games(
    settings: Settings, generation: int, weights: tuple[str, ...], there: set[int]
) -> Iterator[SelfPlay]:
    """Yield the games of a generation that are not there."""
    for number in range(settings.games):
        if number not in there:
            yield SelfPlay(settings, generation, number, weights)
