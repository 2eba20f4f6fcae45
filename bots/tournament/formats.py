"""The formats of a tournament: each one makes the pairings of a round from the games of the earlier rounds."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Protocol

from urbanist.bots.match.pairing import Pairing
from urbanist.bots.tournament.plan import Plan
from urbanist.bots.tournament.results import GameResult
from urbanist.bots.tournament.seating import Place, of_table, of_two
from urbanist.bots.tournament.sprt import Judgement, Verdict, concluded, group_scores
from urbanist.bots.tournament.standings import Conclusion
from urbanist.engine.record import win_shares


class Format(Protocol):
    """A format of tournaments."""

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a round, counted from 1; nothing after the last round."""

    def games(self) -> int:
        """Return the largest possible number of games."""

    def conclusion(self, games: Sequence[GameResult]) -> Conclusion:
        """Return the result of the format, in addition to the standings; empty if there is none."""


class Tables:
    """One round with a table for every combination of bots; a gauntlet has only the tables of the challenger."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        every = tables_of(plan.grown or (len(plan.entrants),), plan.rules.seats)
        self._tables = [table for table in every if plan.challenger is None or plan.challenger in table]

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games deal by deal over all tables, so that all tables make equal progress."""
        if number == 1:
            for deal in range(self._plan.deals):
                for table, members in enumerate(self._tables, 1):
                    yield from of_table(self._plan, number, table, members, deal)

    def games(self) -> int:
        """Return the number of games."""
        one = of_table(self._plan, 1, 1, self._tables[0], 0)
        return self._plan.deals * len(self._tables) * sum(1 for _ in one)

    def conclusion(self, games: Sequence[GameResult]) -> Conclusion:
        """Return an empty conclusion: the standings are the result."""
        return Conclusion()


class Swiss:
    """A Swiss tournament: in each round bots with similar results meet, if possible for the first time."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a round: the first deal of all tables, then the second deal."""
        if number <= self._plan.form.rounds:
            tables = self.tables(before)
            yield from played_at(self._plan, number, tables)

    def games(self) -> int:
        """Return the number of games."""
        form, seats = self._plan.form, self._plan.rules.seats
        tables = len(self._plan.entrants) // seats
        one = of_table(self._plan, 1, 1, range(seats), 0)
        return form.rounds * tables * self._plan.deals * sum(1 for _ in one)

    def conclusion(self, games: Sequence[GameResult]) -> Conclusion:
        """Return the bots by share of wins, the best first."""
        results, names = means(games), self._plan.names
        best = sorted(results, key=lambda bot: (-results[bot][0], bot))
        shares = {names[bot]: f"{100 * results[bot][0]:.1f} %" for bot in best}
        if not best:
            return Conclusion()
        said = ", ".join(f"{name} {share}" for name, share in shares.items())
        values = [{"name": names[bot], "win_share": results[bot][0]} for bot in best]
        return Conclusion(f"swiss: share of wins {said}", tuple(shares.items()), {"win_shares": values})

    def tables(self, before: Sequence[GameResult]) -> list[list[int]]:
        """Return the tables of the next round; bots in excess sit out, first those that have played most."""
        entrants, seats = range(len(self._plan.entrants)), self._plan.rules.seats
        results = means(before)
        played = Counter(bot for game in before for bot in game.bots)
        order = sorted(entrants, key=lambda bot: (-results.get(bot, (1 / seats, 0.0))[0], bot))
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
        """Return the index of the next bot of a table: fewest meetings with its bots, then the best results."""

        def meetings(place: int) -> tuple[int, int]:
            bot = waiting[place]
            return sum(met[min(bot, other), max(bot, other)] for other in table), place

        return min(range(len(waiting)), key=meetings)


class Knockout:
    """A knockout: the better half of each table advances, until one last table plays the final."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._seats = plan.rules.seats

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a round."""
        left = list(range(len(self._plan.entrants)))
        for earlier in range(1, number):
            if len(left) == self._seats:
                return
            left = self.advancing(left, [game for game in before if Place.of(game.id).round == earlier])
        yield from played_at(self._plan, number, self.tables(left))

    def games(self) -> int:
        """Return the number of games."""
        left, tables = len(self._plan.entrants), 0
        while left > self._seats:
            tables += left // self._seats
            left = self._number_after(left)
        one = of_table(self._plan, 1, 1, range(self._seats), 0)
        return (tables + 1) * self._plan.deals * sum(1 for _ in one)

    def conclusion(self, games: Sequence[GameResult]) -> Conclusion:
        """Return the winner of the final; empty if the final is not finished."""
        last = max((Place.of(game.id).round for game in games), default=0)
        final = [game for game in games if Place.of(game.id).round == last]
        if len({bot for game in final for bot in game.bots}) != self._seats or len(games) < self.games():
            return Conclusion()
        winner, *others = (self._plan.names[bot] for bot in self._ranked(list(final[0].bots), means(final)))
        return Conclusion(
            f"knockout: {winner} wins the final against {', '.join(others)}",
            (("winner", winner), ("in the final", ", ".join(others))),
            {"winner": winner, "finalists": others},
        )

    def tables(self, left: Sequence[int]) -> list[list[int]]:
        """Return the tables of a round; bots without a table advance, and the best bots meet as late as possible."""
        count = len(left) // self._seats
        meeting = left[len(left) % self._seats :]
        tables: list[list[int]] = [[] for _ in range(count)]
        for row in range(self._seats):
            members = meeting[row * count : (row + 1) * count]
            for table, bot in zip(tables, members if row % 2 == 0 else reversed(members), strict=True):
                table.append(bot)
        return tables

    def advancing(self, left: Sequence[int], games: Sequence[GameResult]) -> list[int]:
        """Return the bots that remain after a round, in the order of the file."""
        results = means(games)
        through = set(left[: len(left) % self._seats])
        beaten = []
        for table in self.tables(left):
            better = self._ranked(table, results)
            through.update(better[: max(self._seats // 2, 1)])
            beaten += better[max(self._seats // 2, 1) :]
        # If too few bots remain for the final, the best of the beaten bots fill its table.
        through.update(self._ranked(beaten, results)[: max(self._seats - len(through), 0)])
        return sorted(through)

    def _ranked(self, bots: Sequence[int], results: Mapping[int, tuple[float, float]]) -> list[int]:
        """Return bots by share of wins, then points, then the order of the file."""
        return sorted(bots, key=lambda bot: (-results[bot][0], -results[bot][1], bot))

    def _number_after(self, left: int) -> int:
        through = left % self._seats + left // self._seats * max(self._seats // 2, 1)
        return max(through, self._seats)


class Sequential:
    """A sequential test: batches of deals until the test is decided."""

    def __init__(self, plan: Plan) -> None:
        assert plan.test is not None
        assert plan.form.sprt is not None
        self._plan, self.test, self._batch = plan, plan.test, plan.form.sprt.batch
        self._size = sum(1 for _ in of_two(plan, 1, 0))

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a batch; nothing if the earlier games have decided the test."""
        first = (number - 1) * self._batch
        if self.judgement(before).verdict is Verdict.CONTINUE:
            for deal in range(first, min(first + self._batch, self._plan.deals)):
                yield from of_two(self._plan, number, deal)

    def games(self) -> int:
        """Return the number of games, if the test is never decided."""
        return self._plan.deals * self._size

    def conclusion(self, games: Sequence[GameResult]) -> Conclusion:
        """Return the verdict of the test with its log-likelihood ratio, an estimate of Elo, and its likelihood."""
        scores = self._scores(games)
        return concluded(self.test, self.test.judge(scores), scores, *self._plan.names)

    def judgement(self, games: Iterable[GameResult]) -> Judgement:
        """Return the state of the test after these games."""
        return self.test.judge(self._scores(games))

    def _scores(self, games: Iterable[GameResult]) -> list[float]:
        return list(group_scores(games, 0, 1, self._size).values())


def tables_of(grown: Sequence[int], seats: int) -> Iterator[tuple[int, ...]]:
    """Yield all tables of bots, those with bots that came later last, so that no table changes its number."""
    before = 0
    for entrants in grown:
        yield from (table for table in combinations(range(entrants), seats) if table[-1] >= before)
        before = entrants


def played_at(plan: Plan, number: int, tables: Sequence[Sequence[int]]) -> Iterator[Pairing]:
    """Yield the games of the tables of a round; each round has new deals, the same for all its tables."""
    for deal in range((number - 1) * plan.deals, number * plan.deals):
        for table, members in enumerate(tables, 1):
            yield from of_table(plan, number, table, members, deal)


def means(games: Sequence[GameResult]) -> dict[int, tuple[float, float]]:
    """Return for each bot its mean share of wins, and its mean points in the games that it finished."""
    wins: dict[int, list[float]] = {}
    points: dict[int, list[int]] = {}
    for game in games:
        for seat, (bot, win) in enumerate(zip(game.bots, win_shares(game.ranks), strict=True)):
            wins.setdefault(bot, []).append(win)
            if (made := game.finished(seat)) is not None:
                points.setdefault(bot, []).append(made)
    return {
        bot: (sum(each) / len(each), sum(points[bot]) / len(points[bot]) if bot in points else float("-inf"))
        for bot, each in wins.items()
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
