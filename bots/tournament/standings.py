"""The standings of a tournament after its finished games: one line for each bot, and all comparisons of two bots."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from urbanist.bots.match.intervals import Estimate, Outcome, line
from urbanist.bots.tournament.ratings import ORIGIN, RESAMPLES, Rating, rate
from urbanist.bots.tournament.store import GameResult
from urbanist.engine.ranks import win_shares
from urbanist.engine.suggestion import suggestion


@dataclass(frozen=True, slots=True)
class Pairs:
    """Two matrices by bot and bot: how often the first came in ahead of the second, and how often they met.

    A tie counts half.
    """

    ahead: tuple[tuple[float, ...], ...]
    met: tuple[tuple[int, ...], ...]

    def share(self, bot: int, other: int) -> float | None:
        """Return the share of meetings in which a bot came in ahead of another; None if they never met."""
        met = self.met[bot][other]
        return self.ahead[bot][other] / met if met else None


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


def compared(bots: int, games: Iterable[GameResult]) -> Pairs:
    """Return the sums of all comparisons; `bots` is the number of bots."""
    ahead = [[0.0] * bots for _ in range(bots)]
    met = [[0] * bots for _ in range(bots)]
    for game in games:
        for bot, other, got in comparisons(game):
            ahead[bot][other] += got
            ahead[other][bot] += 1 - got
            met[bot][other] += 1
            met[other][bot] += 1
    return Pairs(tuple(map(tuple, ahead)), tuple(map(tuple, met)))


@dataclass(frozen=True, slots=True)
class Standing:
    """The results of one bot in all its games; means are None where there is no game to count.

    Points are of games that the bot finished: where it forfeited, a stand-in made them. Wins are of all games.
    """

    bot: int  # its number in the tournament
    name: str
    rating: Rating
    games: int
    points: Estimate | None
    win: Estimate | None  # share of first places, 0 to 1; a shared win counts in shares
    forfeits: tuple[tuple[str, int], ...]  # reason and count, sorted by reason
    moves: int
    seconds: float
    scores: tuple[int, ...]  # the points of all games that it finished, rising

    @property
    def seconds_a_move(self) -> float | None:
        """The mean thinking time of a move; None if the bot never moved."""
        return self.seconds / self.moves if self.moves else None

    @property
    def moves_a_second(self) -> float | None:
        """Moves in a second of its own thinking time; None if the measured time is 0."""
        return self.moves / self.seconds if self.seconds > 0 else None


@dataclass(frozen=True, slots=True)
class Standings:
    """The lines of all bots by falling rating, and the comparisons of each two bots."""

    lines: tuple[Standing, ...]
    pairs: Pairs
    games: int
    deals: int
    anchor: str | None

    def share(self, one: Standing, other: Standing) -> float | None:
        """Return the share of meetings in which one came in ahead of the other; None if they never met."""
        return self.pairs.share(one.bot, other.bot)

    def met(self, one: Standing, other: Standing) -> int:
        """Return the number of comparisons of two bots."""
        return self.pairs.met[one.bot][other.bot]


def standings(
    names: Sequence[str],
    games: Iterable[GameResult],
    anchor: str | None = None,
    at: float = ORIGIN,
    resamples: int = RESAMPLES,
) -> Standings:
    """Return the standings of bots with these names; the order of the games does not matter.

    The anchor is the bot with the rating `at`; without an anchor the mean rating is `at`. With 0 resamples the
    ratings have no intervals and the result comes at once. Raise `ValueError` if no bot has the anchor's name.
    """
    if anchor is not None and anchor not in names:
        raise ValueError(f"anchor '{anchor}': no such bot; {suggestion(anchor, names)}")
    # A fixed order makes sums of seconds and shares equal to the last bit.
    played = sorted(games, key=lambda game: game.id)
    ratings = rate(len(names), played, None if anchor is None else names.index(anchor), at, resamples)
    lines = [_standing(bot, name, ratings[bot], played) for bot, name in enumerate(names)]
    lines.sort(key=lambda found: (-found.rating.value, found.bot))
    deals = len({game.deal for game in played})
    return Standings(tuple(lines), compared(len(names), played), len(played), deals, anchor)


def _standing(bot: int, name: str, rating: Rating, games: Sequence[GameResult]) -> Standing:
    """Return the line of a bot; if it has several seats at a table, each of them counts."""
    mine = [(game, seat) for game in games for seat, sitting in enumerate(game.bots) if sitting == bot]
    forfeits = Counter(why for game, seat in mine for who, why in game.forfeits if who == seat)
    outcomes = [Outcome(game.deal, game.finished(seat), win_shares(game.ranks)[seat]) for game, seat in mine]
    found = line(outcomes) if outcomes else None
    return Standing(
        bot=bot,
        name=name,
        rating=rating,
        games=len({game.id for game, _ in mine}),
        points=None if found is None else found.points,
        win=None if found is None else found.win,
        forfeits=tuple(sorted(forfeits.items())),
        moves=sum(game.moves[seat] for game, seat in mine),
        seconds=sum(game.seconds[seat] for game, seat in mine),
        scores=tuple(sorted(made for game, seat in mine if (made := game.finished(seat)) is not None)),
    )
