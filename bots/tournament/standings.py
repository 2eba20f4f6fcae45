"""How a tournament stands after the games that have ended: a line a bot, best first, and who came in ahead of whom."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from urbanist.bots.match.intervals import Estimate, Outcome, line
from urbanist.bots.tournament.game_result import GameResult
from urbanist.bots.tournament.pairs import Pairs, compared
from urbanist.bots.tournament.ratings import ORIGIN, RESAMPLES, Rating, rate
from urbanist.engine.ranks import win_shares


@dataclass(frozen=True, slots=True)
class Standing:
    """What its games came to for one bot; means are None before its first game."""

    bot: int  # as the games number it
    name: str
    rating: Rating
    games: int
    points: Estimate | None
    win: Estimate | None  # share of first places, 0 to 1; a shared win counts in shares
    forfeits: tuple[tuple[str, int], ...]  # reason, how many; by reason
    moves: int
    seconds: float
    scores: tuple[int, ...]  # the points of all its games, rising

    @property
    def seconds_a_move(self) -> float | None:
        """Its mean thinking time; None if it never moved."""
        return self.seconds / self.moves if self.moves else None

    @property
    def moves_a_second(self) -> float | None:
        """Its moves in a second of its own thinking; None where no time was seen to pass."""
        return self.moves / self.seconds if self.seconds > 0 else None


@dataclass(frozen=True, slots=True)
class Standings:
    """A tournament's lines by falling rating, and its comparisons by bot."""

    lines: tuple[Standing, ...]
    pairs: Pairs
    games: int
    deals: int
    anchor: str | None

    def share(self, one: Standing, other: Standing) -> float | None:
        """Return in what share of their meetings one came in ahead of another; None if they never met."""
        return self.pairs.share(one.bot, other.bot)

    def met(self, one: Standing, other: Standing) -> int:
        """Return how often both were compared."""
        return self.pairs.met[one.bot][other.bot]


def standings(
    names: Sequence[str],
    games: Iterable[GameResult],
    anchor: str | None = None,
    at: float = ORIGIN,
    resamples: int = RESAMPLES,
) -> Standings:
    """Return how bots of these names stand after these games, in whatever order they ended.

    The anchor is the bot that is rated `at`; without one, that is the mean. With no resamples, ratings have no
    intervals and come at once. `ValueError` if no bot has the anchor's name.
    """
    if anchor is not None and anchor not in names:
        raise ValueError(f"anchor '{anchor}': no such bot; there are {', '.join(names)}")
    # Sums of seconds and shares come out the same to the last bit.
    played = sorted(games, key=lambda game: game.id)
    ratings = rate(len(names), played, None if anchor is None else names.index(anchor), at, resamples)
    lines = [_standing(bot, name, ratings[bot], played) for bot, name in enumerate(names)]
    lines.sort(key=lambda found: (-found.rating.value, found.bot))
    deals = len({game.deal for game in played})
    return Standings(tuple(lines), compared(len(names), played), len(played), deals, anchor)


def _standing(bot: int, name: str, rating: Rating, games: Sequence[GameResult]) -> Standing:
    """Return a bot's line; each of its seats counts, where it has several at a table."""
    mine = [(game, seat) for game in games for seat, sitting in enumerate(game.bots) if sitting == bot]
    outcomes = [Outcome(game.deal, game.points[seat], win_shares(game.ranks)[seat]) for game, seat in mine]
    found = line(outcomes) if outcomes else None
    forfeits = Counter(why for game, seat in mine for who, why in game.forfeits if who == seat)
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
        scores=tuple(sorted(game.points[seat] for game, seat in mine)),
    )
