"""Who came in ahead of whom: every table taken apart into comparisons of two bots."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations

from urbanist.bots.tournament.game_result import GameResult


@dataclass(frozen=True, slots=True)
class Pairs:
    """By bot and bot: how often the first came in ahead of the second (a tie: half), and how often they met."""

    ahead: tuple[tuple[float, ...], ...]
    met: tuple[tuple[int, ...], ...]

    def share(self, bot: int, other: int) -> float | None:
        """Return in what share of their meetings a bot came in ahead of another; None if they never met."""
        met = self.met[bot][other]
        return self.ahead[bot][other] / met if met else None


def comparisons(game: GameResult) -> Iterator[tuple[int, int, float]]:
    """Yield for each two seats which bots sat there, and what the first got: 1 ahead, 0.5 tied, 0 behind.

    A bot that sits at a table twice is not compared with itself.
    """
    for (bot, rank), (other, others) in combinations(zip(game.bots, game.ranks, strict=True), 2):
        if bot != other:
            yield bot, other, 0.5 * ((rank < others) + (rank <= others))


def compared(bots: int, games: Iterable[GameResult]) -> Pairs:
    """Return what all comparisons of so many bots come to."""
    ahead = [[0.0] * bots for _ in range(bots)]
    met = [[0] * bots for _ in range(bots)]
    for game in games:
        for bot, other, got in comparisons(game):
            ahead[bot][other] += got
            ahead[other][bot] += 1 - got
            met[bot][other] += 1
            met[other][bot] += 1
    return Pairs(tuple(map(tuple, ahead)), tuple(map(tuple, met)))
