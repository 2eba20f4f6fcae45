"""Who meets whom: each format says for each round, from the games of the rounds before, what is played in it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Protocol

from urbanist.bots.match.pairing import Pairing
from urbanist.bots.tournament.game_result import GameResult
from urbanist.bots.tournament.plan import Plan
from urbanist.bots.tournament.seating import Place, of_table, of_two
from urbanist.bots.tournament.sprt import Judgement, Verdict, group_scores
from urbanist.engine.ranks import win_shares


class Format(Protocol):
    """A way to hold a tournament."""

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a round, counted from 1; none after the last."""

    def games(self) -> int:
        """Return how many games there will be, at most."""

    def conclusion(self, games: Sequence[GameResult]) -> str:
        """Return what these games decide beyond the standings, in a line; empty if nothing."""


class Tables:
    """Every choice of bots that a table holds, in one round; in a gauntlet those with the challenger among them."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        every = combinations(range(len(plan.entrants)), plan.rules.seats)
        self._tables = [table for table in every if plan.challenger is None or plan.challenger in table]

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield deal after deal of all tables, so that all have played as much at any time."""
        if number == 1:
            for deal in range(self._plan.deals):
                for table, members in enumerate(self._tables, 1):
                    yield from of_table(self._plan, number, table, members, deal)

    def games(self) -> int:
        """Return the number of games."""
        one = of_table(self._plan, 1, 1, self._tables[0], 0)
        return self._plan.deals * len(self._tables) * sum(1 for _ in one)

    def conclusion(self, games: Sequence[GameResult]) -> str:
        """Return nothing: the standings are the result."""
        return ""


class Swiss:
    """Round after round, whoever has fared alike meets, and not those again who have met most often."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a round: everybody's first deal, then everybody's second."""
        if number <= self._plan.form.rounds:
            tables = self.tables(before)
            yield from played_at(self._plan, number, tables)

    def games(self) -> int:
        """Return the number of games."""
        form, seats = self._plan.form, self._plan.rules.seats
        tables = len(self._plan.entrants) // seats
        one = of_table(self._plan, 1, 1, range(seats), 0)
        return form.rounds * tables * self._plan.deals * sum(1 for _ in one)

    def conclusion(self, games: Sequence[GameResult]) -> str:
        """Return who has fared best, as a swiss tournament counts it: by the share of wins."""
        fared = means(games)
        best = sorted(fared, key=lambda bot: (-fared[bot][0], bot))
        shares = [f"{self._plan.names[bot]} {100 * fared[bot][0]:.1f} %" for bot in best]
        return f"swiss: share of wins {', '.join(shares)}" if shares else ""

    def tables(self, before: Sequence[GameResult]) -> list[list[int]]:
        """Return who meets; whom no table is left for sits out, those first who have done so least."""
        entrants, seats = range(len(self._plan.entrants)), self._plan.rules.seats
        fared = means(before)
        played = Counter(bot for game in before for bot in game.bots)
        order = sorted(entrants, key=lambda bot: (-fared.get(bot, (1 / seats, 0.0))[0], bot))
        last = {bot: -place for place, bot in enumerate(order)}
        out = sorted(order, key=lambda bot: (-played[bot], last[bot]))[: len(order) % seats]
        waiting = [bot for bot in order if bot not in out]
        met = Counter(pair for game in before for pair in combinations(sorted(game.bots), 2))
        tables = []
        while waiting:
            table = [waiting.pop(0)]
            while len(table) < seats:
                table.append(waiting.pop(self._nearest(table, waiting, met)))
            tables.append(table)
        return tables

    def _nearest(self, table: Sequence[int], waiting: Sequence[int], met: Counter[tuple[int, int]]) -> int:
        """Return who joins a table: whoever has met those there least, and of those who fared best."""

        def meetings(place: int) -> tuple[int, int]:
            bot = waiting[place]
            return sum(met[min(bot, other), max(bot, other)] for other in table), place

        return min(range(len(waiting)), key=meetings)


class Knockout:
    """The better half of each table goes on, until a last table decides."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._seats = plan.rules.seats

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a round."""
        left = list(range(len(self._plan.entrants)))
        for earlier in range(1, number):
            if len(left) == self._seats:
                return
            left = self.going_on(left, [game for game in before if Place.of(game.id).round == earlier])
        yield from played_at(self._plan, number, self.tables(left))

    def games(self) -> int:
        """Return the number of games."""
        left, tables = len(self._plan.entrants), 0
        while left > self._seats:
            tables += left // self._seats
            left = self._number_after(left)
        one = of_table(self._plan, 1, 1, range(self._seats), 0)
        return (tables + 1) * self._plan.deals * sum(1 for _ in one)

    def conclusion(self, games: Sequence[GameResult]) -> str:
        """Return who has won the last table, if it has been played to its end."""
        last = max((Place.of(game.id).round for game in games), default=0)
        final = [game for game in games if Place.of(game.id).round == last]
        if len({bot for game in final for bot in game.bots}) != self._seats or len(games) < self.games():
            return ""
        best, *others = self._ranked(list(final[0].bots), means(final))
        names = self._plan.names
        return f"knockout: {names[best]} wins the final against {', '.join(names[bot] for bot in others)}"

    def tables(self, left: Sequence[int]) -> list[list[int]]:
        """Return who meets: those left over go on without a game, and the strongest meet as late as can be."""
        count = len(left) // self._seats
        meeting = left[len(left) % self._seats :]
        tables: list[list[int]] = [[] for _ in range(count)]
        for row in range(self._seats):
            members = meeting[row * count : (row + 1) * count]
            for table, bot in zip(tables, members if row % 2 == 0 else reversed(members), strict=True):
                table.append(bot)
        return tables

    def going_on(self, left: Sequence[int], games: Sequence[GameResult]) -> list[int]:
        """Return who is left after a round, in the order of the entries."""
        fared = means(games)
        through = set(left[: len(left) % self._seats])
        beaten = []
        for table in self.tables(left):
            better = self._ranked(table, fared)
            through.update(better[: max(self._seats // 2, 1)])
            beaten += better[max(self._seats // 2, 1) :]
        # A last table that would not be filled is filled with the best of those who were beaten.
        through.update(self._ranked(beaten, fared)[: max(self._seats - len(through), 0)])
        return sorted(through)

    def _ranked(self, bots: Sequence[int], fared: Mapping[int, tuple[float, float]]) -> list[int]:
        """Return bots by share of wins, then points, then the order of the entries."""
        return sorted(bots, key=lambda bot: (-fared[bot][0], -fared[bot][1], bot))

    def _number_after(self, left: int) -> int:
        through = left % self._seats + left // self._seats * max(self._seats // 2, 1)
        return max(through, self._seats)


class Sequential:
    """A sequential test: batches of deals until it is decided."""

    def __init__(self, plan: Plan) -> None:
        assert plan.test is not None
        assert plan.form.sprt is not None
        self._plan, self.test, self._batch = plan, plan.test, plan.form.sprt.batch
        self._size = sum(1 for _ in of_two(plan, 1, 0))

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a batch, unless those before have decided the test."""
        first = (number - 1) * self._batch
        if self.judgement(before).verdict is Verdict.CONTINUE:
            for deal in range(first, min(first + self._batch, self._plan.deals)):
                yield from of_two(self._plan, number, deal)

    def games(self) -> int:
        """Return the number of games, if the test is never decided."""
        return self._plan.deals * self._size

    def conclusion(self, games: Sequence[GameResult]) -> str:
        """Return what the test says."""
        found, test = self.judgement(games), self.test
        one, other = self._plan.names
        said = {
            Verdict.H0: f"{one} is not {test.elo1:g} Elo better than {other} (H0)",
            Verdict.H1: f"{one} is {test.elo1:g} Elo better than {other} (H1)",
            Verdict.CONTINUE: "not decided",
        }
        return (
            f"sprt: {said[found.verdict]}; log-likelihood ratio {found.llr:.2f} of "
            f"({test.lower:.2f}, {test.upper:.2f}) for {test.elo1:g} against {test.elo0:g} after {found.groups} groups"
        )

    def judgement(self, games: Iterable[GameResult]) -> Judgement:
        """Return how the test stands after these games."""
        return self.test.judge(group_scores(games, 0, 1, self._size).values())


def played_at(plan: Plan, number: int, tables: Sequence[Sequence[int]]) -> Iterator[Pairing]:
    """Yield the games of a round's tables, on deals of its own, the same for all tables."""
    for deal in range((number - 1) * plan.deals, number * plan.deals):
        for table, members in enumerate(tables, 1):
            yield from of_table(plan, number, table, members, deal)


def means(games: Sequence[GameResult]) -> dict[int, tuple[float, float]]:
    """Return each bot's mean share of wins and mean points in games that it played."""
    found: dict[int, list[tuple[float, int]]] = {}
    for game in games:
        for bot, win, points in zip(game.bots, win_shares(game.ranks), game.points, strict=True):
            found.setdefault(bot, []).append((win, points))
    return {
        bot: (sum(win for win, _ in each) / len(each), sum(points for _, points in each) / len(each))
        for bot, each in found.items()
    }


def format_of(plan: Plan) -> Format:
    """Return the format of a tournament."""
    formats: dict[str, type[Tables | Swiss | Knockout | Sequential]] = {
        "round robin": Tables,
        "gauntlet": Tables,
        "swiss": Swiss,
        "knockout": Knockout,
        "sprt": Sequential,
    }
    return formats[plan.form.format](plan)
