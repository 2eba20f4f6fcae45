"""The Swiss tournament: bots with similar results meet.

The tables of a round have the least cost. A rematch costs more than all new pairs of a round. A new pair costs the
square of its distance in the order of results.

With two seats a minimum-weight perfect matching finds these tables. With more seats no fast algorithm is known. So a
local search exchanges bots between two tables, each time in the best way, until no exchange lowers the cost; and if
there are still rematches, a backtracking search looks for a round with fewer of them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice
from random import Random

from urbanist.bots.contest.format import Format, GamePlace, RoundSettings, played_at, register
from urbanist.bots.contest.results import GameResult, forfeited, mean_win_shares, told_forfeits
from urbanist.bots.contest.standings import Conclusion
from urbanist.bots.match.pairing import Pairing

#: How far on in the order a bot may find its rival, at first. Of many bots nobody has to go so far for a new one.
REACH = 32
#: The bits of a random part of each weight, so that one matching has the least, which any version of a library finds.
TIE = 32
#: The most choices of byes that are tried.
CHOICES = 20
#: The most bots of a search through all tables, its orders of the bots, and the steps in each.
MOST, ORDERS, STEPS = 200, 20, 2_000
#: About how many bots are paired at once.
PART = 480

#: The bots that sit at a table, or their places in the order of results.
Table = tuple[int, ...]
#: How often two of them, the lower one first, have met; those that have not are not there.
Met = Mapping[tuple[int, int], int]


@register
class Swiss(Format):
    """A Swiss tournament: in each round bots with similar results meet, if possible for the first time."""

    name = "swiss"
    grows = ("rounds",)
    settings = RoundSettings
    position = 3

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a round: the first deal of all tables, then the second deal."""
        if number <= self._own.rounds:
            tables = self.tables(before)
            yield from played_at(self._plan, number, tables)

    def games(self) -> int:
        """Return the number of games."""
        tables = len(self._plan.entrants) // self._plan.rules.seats
        return int(self._own.rounds) * tables * self._plan.deals * self.games_a_deal

    def conclusion(self, games: Sequence[GameResult]) -> Conclusion:
        """Return the bots by share of wins, the best first."""
        results, names = mean_win_shares(games), self._plan.names
        best = sorted(results, key=lambda bot: (-results[bot], bot))
        shares = {names[bot]: f"{100 * results[bot]:.1f} %" for bot in best}
        if not best:
            return Conclusion()
        said = ", ".join(f"{name} {share}" for name, share in shares.items())
        values = [{"name": names[bot], "win_share": results[bot]} for bot in best]
        lost = told_forfeits(forfeited(games), len(games))
        return Conclusion(
            f"swiss: share of wins {said}{lost and f'; {lost}'}",
            tuple(shares.items()),
            {"win_shares": values},
        )

    def tables(self, before: Sequence[GameResult]) -> list[Table]:
        """Return the tables of the next round; bots in excess have a bye, first those that have played most."""
        seats, results = self._plan.rules.seats, mean_win_shares(before)
        order = sorted(range(len(self._plan.entrants)), key=lambda bot: (-results.get(bot, 1 / seats), bot))
        tables = {(GamePlace.of(game.id).round, *sorted(game.bots)) for game in before}
        met = Counter(pair for _, *table in tables for pair in combinations(table, 2))
        played = Counter(bot for _, *table in tables for bot in table)
        best: list[Table] = []
        fewest = -1
        for out in islice(byes(order, played, len(order) % seats), CHOICES):
            playing = [bot for bot in order if bot not in out]
            tried = tables_of(playing, seats, met)
            rematches = rematches_of(tried, met)
            if fewest < 0 or rematches < fewest:
                best, fewest = tried, rematches
            if not rematches:
                break
        return best


def byes(order: Sequence[int], played: Mapping[int, int], number: int) -> Iterator[frozenset[int]]:
    """Yield the choices of `number` bots for a bye: those that have played most, and of equal ones first the last."""
    if not number:
        yield frozenset()
        return
    last = list(reversed(order))
    last.sort(key=lambda bot: -played.get(bot, 0))
    least = played.get(last[number - 1], 0)
    surely = [bot for bot in last if played.get(bot, 0) > least]
    equal = [bot for bot in last if played.get(bot, 0) == least]
    for chosen in combinations(equal, number - len(surely)):
        yield frozenset((*surely, *chosen))


def tables_of(order: Sequence[int], seats: int, met: Met) -> list[Table]:
    """Return the tables of bots in the order of their results; `met` counts how often two have met.

    Of very many bots, parts of the order are paired one by one: to look at all of them at once would take hours.
    """
    part = PART // seats * seats
    parts = [order[first : first + part] for first in range(0, len(order), part)]
    tables = [table for bots in parts for table in best_of(bots, seats, met)]
    return best_of(order, seats, met) if len(parts) > 1 and rematches_of(tables, met) else tables


def best_of(order: Sequence[int], seats: int, met: Met) -> list[Table]:
    """Return the tables of bots, as many as fill tables, in the order of their results."""
    place = {bot: number for number, bot in enumerate(order)}
    again = {
        (min(pair), max(pair)): times
        for (one, other), times in met.items()
        if one in place and other in place and (pair := (place[one], place[other]))
    }
    tables = matched(len(order), again) if seats == 2 else exchanged(len(order), seats, again)
    return [tuple(order[number] for number in table) for table in tables]


def rematches_of(tables: Sequence[Table], met: Met) -> int:
    """Return how many pairs at the tables have met before."""
    return sum(pair in met for table in tables for pair in combinations(sorted(table), 2))


class Cost:
    """The cost of a pair of places, the lower one first; one rematch costs more than all the rest of a round."""

    def __init__(self, places: int, seats: int, again: Met) -> None:
        self._again, pairs = again, places * seats  # no round has as many pairs at its tables
        self._worst = pairs * (max(again.values(), default=0) + 1)
        self._rematch = pairs * places**2

    def __call__(self, one: int, other: int) -> int:
        """Return the cost."""
        times = self._again.get((one, other), 0)
        return (other - one) ** 2 + (self._rematch * (self._worst + times) if times else 0)


def matched(places: int, again: Met) -> list[Table]:
    """Return the tables of two as a minimum-weight matching; of many places, without pairs that lie far apart."""
    from rustworkx import PyGraph, max_weight_matching  # late: other formats do not need it

    cost, reach = Cost(places, 2, again), REACH
    while True:
        random = Random(places)
        # It looks for the most, so costs are negative.
        edges = [
            (one, other, -(cost(one, other) * places << TIE) - random.getrandbits(TIE))
            for one in range(places)
            for other in range(one + 1, min(one + 1 + reach, places))
        ]
        graph: PyGraph[int, int] = PyGraph()
        graph.add_nodes_from(range(places))
        graph.add_edges_from(edges)
        pairs = max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        tables = sorted((min(pair), max(pair)) for pair in pairs)
        if reach >= places or (2 * len(tables) == places and not rematches_of(tables, again)):
            return [tuple(table) for table in tables]
        reach *= 2


def exchanged(places: int, seats: int, again: Met) -> list[Table]:
    """Return the tables of the places: a local minimum of the cost by exchanges, with few rematches."""
    tables = settled([tuple(range(first, first + seats)) for first in range(0, places, seats)], again)
    while (rematches := rematches_of(tables, again)) and places <= MOST:
        fewer = Search(places, seats, again).tables_within(rematches - 1)
        if fewer is None:
            break
        tables = settled(fewer, again)
    return sorted(tables)


def settled(tables: list[Table], again: Met) -> list[Table]:
    """Return tables after a local search: the best exchange between two tables, repeated while it lowers the cost."""
    if len(tables) < 2:
        return tables
    seats = len(tables[0])
    cost = Cost(seats * len(tables), seats, again)
    # Who sits with the first place of two tables, by the number in both.
    splits = [frozenset((0, *others)) for others in combinations(range(1, 2 * seats), seats - 1)]
    inner = [
        [pair for pair in combinations(range(2 * seats), 2) if (pair[0] in split) == (pair[1] in split)]
        for split in splits
    ]
    better = True
    while better:
        better = False
        tables.sort(key=sum)
        for one, other in combinations(range(len(tables)), 2):
            if other - one > REACH:
                continue
            both = sorted((*tables[one], *tables[other]))
            costs = {pair: cost(both[pair[0]], both[pair[1]]) for pair in combinations(range(2 * seats), 2)}
            sums = [sum(costs[pair] for pair in pairs) for pairs in inner]
            best = splits[sums.index(min(sums))]
            now = sum(cost(*pair) for at in (one, other) for pair in combinations(tables[at], 2))
            if min(sums) < now:
                better = True
                tables[one] = tuple(place for number, place in enumerate(both) if number in best)
                tables[other] = tuple(place for number, place in enumerate(both) if number not in best)
    return tables


class Search:
    """A backtracking search for a round with few rematches, with restarts.

    Where an early table was a mistake, a search may be lost in what follows from it. So it does not go on for long: it
    begins again with the bots in another order.
    """

    def __init__(self, places: int, seats: int, again: Met) -> None:
        self._all, self._seats = (1 << places) - 1, seats
        self._new = [
            self._all & ~(1 << place) for place in range(places)
        ]  # by place: the set of those it has not met
        for one, other in again:
            self._new[one] &= ~(1 << other)
            self._new[other] &= ~(1 << one)
        self._rank = list(range(places))
        self._steps = 0

    def tables_within(self, rematches: int) -> list[Table] | None:
        """Return tables with at most `rematches` rematches; None if none are found in time."""
        random = Random(len(self._rank))
        self._rank.sort()
        for _ in range(ORDERS):
            self._steps = 0
            tables = self._seated(self._all, rematches)
            if tables is not None or self._steps <= STEPS:
                return tables
            random.shuffle(self._rank)
        return None

    def _seated(self, left: int, rematches: int) -> list[Table] | None:
        """Return tables of the places that are left: first one of the place that has the fewest new rivals."""
        if not left:
            return []
        hardest = min(
            places_of(left), key=lambda place: ((self._new[place] & left).bit_count(), self._rank[place])
        )
        for table, used in self._tables((hardest,), left & ~(1 << hardest), rematches):
            self._steps += 1
            if self._steps > STEPS:
                return None
            rest = self._seated(left & ~sum(1 << place for place in table), rematches - used)
            if rest is not None:
                return [table, *rest]
        return None

    def _tables(self, table: Table, left: int, rematches: int) -> Iterator[tuple[Table, int]]:
        """Yield the tables that some of the places that are left fill up, near ones first, with their rematches."""
        if len(table) == self._seats:
            yield tuple(sorted(table)), 0
            return
        first, rank = self._rank[table[0]], self._rank
        for place in sorted(places_of(left), key=lambda place: (abs(rank[place] - first), rank[place])):
            left &= ~(1 << place)
            used = sum(not self._new[place] >> other & 1 for other in table)
            if used <= rematches:
                for filled, more in self._tables((*table, place), left, rematches - used):
                    yield filled, used + more


def places_of(places: int) -> list[int]:
    """Return the numbers of the bits of a set."""
    return [place for place in range(places.bit_length()) if places >> place & 1]
