"""Results of games, and comparisons of two bots: which of them came in ahead at each table."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Self

from urbanist.bots.match.arena import Played
from urbanist.bots.match.pairing import Pairing
from urbanist.engine.record import Lost, win_shares


@dataclass(frozen=True, slots=True)
class GameResult:
    """The bots of a game by seat, and the result of each seat; people know the game by its `title`."""

    id: str
    deal: int  # games on the same deal are one group
    bots: tuple[int, ...]  # by seat: the number of its bot in the tournament
    points: tuple[int, ...]  # by seat
    ranks: tuple[int, ...]  # by seat, 1 = won, shared ranks share the lower number, a forfeit ranks last
    lost: tuple[Lost, ...]  # who forfeited, in this order
    moves: tuple[int, ...]  # by seat
    seconds: tuple[float, ...]  # by seat
    title: str

    @classmethod
    def of(cls, pairing: Pairing, played: Played) -> Self:
        """Return the result of a game that was played to its end."""
        record = played.record
        assert record.scores is not None
        assert record.ranks is not None
        return cls(
            pairing.id,
            pairing.deal,
            pairing.entrants,
            record.scores,
            record.ranks,
            played.lost,
            played.moves,
            played.seconds,
            pairing.called,
        )

    def finished(self, seat: int) -> int | None:
        """Return the points of a seat; None if its bot forfeited, so that a stand-in made them."""
        return None if seat in {lost.seat for lost in self.lost} else self.points[seat]


def forfeited(games: Iterable[GameResult]) -> int:
    """Return the number of games that somebody forfeited."""
    return sum(bool(game.lost) for game in games)


def told_forfeits(lost: int, games: int) -> str:
    """Return what is said beside a share of games of which so many were forfeited; nothing for none."""
    return f"forfeits in {lost:,} of {games:,} games" if lost else ""


@dataclass(frozen=True, slots=True)
class Pairs:
    """By bot and bot: how often the first came in ahead of the second, and how often they met; only of those that met.

    A tie counts half.
    """

    ahead: Mapping[tuple[int, int], float]
    met: Mapping[tuple[int, int], int]

    def share(self, bot: int, other: int) -> float | None:
        """Return the share of meetings in which a bot came in ahead of another; None if they never met."""
        met = self.met.get((bot, other), 0)
        return self.ahead[bot, other] / met if met else None


def meetings(bots: Sequence[int], ranks: Sequence[int]) -> Iterator[tuple[int, int, float]]:
    """Yield for each two seats both bots and the result of the first: 1 ahead, 0.5 tied, 0 behind.

    A bot that has two seats at a table is not compared with itself.
    """
    for (bot, rank), (other, others) in combinations(zip(bots, ranks, strict=True), 2):
        if bot != other:
            yield bot, other, 0.5 * ((rank < others) + (rank <= others))


def comparisons(game: GameResult) -> Iterator[tuple[int, int, float]]:
    """Return the meetings of the bots of a game."""
    return meetings(game.bots, game.ranks)


def compared(games: Iterable[GameResult]) -> Pairs:
    """Return the sums of all comparisons."""
    ahead: defaultdict[tuple[int, int], float] = defaultdict(float)
    met: defaultdict[tuple[int, int], int] = defaultdict(int)
    for game in games:
        for bot, other, got in comparisons(game):
            ahead[bot, other] += got
            ahead[other, bot] += 1 - got
            met[bot, other] += 1
            met[other, bot] += 1
    return Pairs(dict(ahead), dict(met))


def mean_win_shares(games: Iterable[GameResult]) -> dict[int, float]:
    """Return for each bot its mean share of wins."""
    wins: dict[int, list[float]] = {}
    for game in games:
        for bot, win in zip(game.bots, win_shares(game.ranks), strict=True):
            wins.setdefault(bot, []).append(win)
    return {bot: sum(each) / len(each) for bot, each in wins.items()}
