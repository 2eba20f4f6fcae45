"""The standings of a tournament after its finished games: one line for each bot, and all comparisons of two bots."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from urbanist.bots.contest.ratings import ORIGIN, RESAMPLES, Rating, RatingFit, fit
from urbanist.bots.contest.results import GameResult, Pairs, compared, forfeited
from urbanist.bots.match.intervals import Estimate, grouped, mean_estimate, share_estimate
from urbanist.engine.message import UserError
from urbanist.engine.record import win_shares
from urbanist.engine.suggestion import suggestion

#: A table of the comparisons of more bots fills no screen and gigabytes of memory.
WIDEST = 100
#: The rating of a bot whose games are not rated.
UNRATED = Rating(ORIGIN, None, None)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """A conclusion in one line, as pairs of name and value for people, and as values of JSON for programs."""

    line: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.line)


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
    #: By how many seconds an answer that counted was late at most, where that is kept.
    late: float = 0.0

    @property
    def forfeited(self) -> int:
        """The number of its forfeits."""
        return sum(number for _, number in self.forfeits)

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
    #: Games that somebody forfeited.
    forfeited: int
    #: By bot and bot: the likelihood that the first is better; None where nobody has asked, or of very many bots.
    superiority: Mapping[tuple[int, int], float] | None = None

    def share(self, one: Standing, other: Standing) -> float | None:
        """Return the share of meetings in which one came in ahead of the other; None if they never met."""
        return self.pairs.share(one.bot, other.bot)

    def ahead(self, line: Standing) -> float | None:
        """Return the share of all meetings in which a bot came in ahead; None if it met nobody."""
        met = sum(number for (bot, _), number in self.pairs.met.items() if bot == line.bot)
        return (
            sum(won for (bot, _), won in self.pairs.ahead.items() if bot == line.bot) / met if met else None
        )

    def better(self, one: Standing, other: Standing) -> float | None:
        """Return the likelihood that one is better than the other; None where nobody knows."""
        return None if self.superiority is None else self.superiority.get((one.bot, other.bot))

    def met(self, one: Standing, other: Standing) -> int:
        """Return the number of comparisons of two bots."""
        return self.pairs.met.get((one.bot, other.bot), 0)


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
        raise UserError(f"anchor '{anchor}': no such bot; {suggestion(anchor, names)}")
    # A fixed order makes sums of seconds and shares equal to the last bit.
    played = sorted(games, key=lambda game: game.id)
    ratings = fit(len(names), played, {} if anchor is None else {names.index(anchor): at}, resamples)
    lines = lines_of(names, played, ratings.ratings)
    lines.sort(key=lambda standing: (-standing.rating.value, standing.bot))
    deals = len({game.deal for game in played})
    likely = likelihoods(ratings) if len(ratings.resampled) and len(names) <= WIDEST else None
    return Standings(tuple(lines), compared(played), len(played), deals, anchor, forfeited(played), likely)


def likelihoods(ratings: RatingFit) -> dict[tuple[int, int], float]:
    """Return the likelihood of superiority (LOS) of the first of each two bots."""
    return {
        (bot, other): float(share)
        for bot, row in enumerate(ratings.superiority())
        for other, share in enumerate(row)
        if bot != other
    }


def lines_of(
    names: Sequence[str], games: Iterable[GameResult], ratings: Sequence[Rating] = ()
) -> list[Standing]:
    """Return the line of each bot with its rating, if there are ratings, else with that of nobody's games.

    If a bot has several seats at a table, each of them counts.
    """
    seats: list[list[tuple[GameResult, int]]] = [[] for _ in names]
    for game in games:
        for seat, bot in enumerate(game.bots):
            seats[bot].append((game, seat))
    rated = ratings or [UNRATED] * len(names)
    return [_standing(bot, name, rated[bot], seats[bot]) for bot, name in enumerate(names)]


def _standing(bot: int, name: str, rating: Rating, mine: Sequence[tuple[GameResult, int]]) -> Standing:
    """Return the line of a bot from the games that it played, each with its seat."""
    forfeits = Counter(lost.reason for game, seat in mine for lost in game.lost if lost.seat == seat)
    ended = [(game.deal, made) for game, seat in mine if (made := game.finished(seat)) is not None]
    wins = [(game.deal, win_shares(game.ranks)[seat]) for game, seat in mine]
    return Standing(
        bot=bot,
        name=name,
        rating=rating,
        games=len({game.id for game, _ in mine}),
        points=mean_estimate(grouped(ended)) if ended else None,
        win=share_estimate(grouped(wins)) if wins else None,
        forfeits=tuple(sorted(forfeits.items())),
        moves=sum(game.moves[seat] for game, seat in mine),
        seconds=sum(game.seconds[seat] for game, seat in mine),
    )
