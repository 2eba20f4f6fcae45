"""The ladder: bots stand in an order, neighbours play, and the winners move up."""

from collections.abc import Iterator, Mapping, Sequence

from urbanist.bots.match.pairing import Pairing
from urbanist.bots.tournament.format import Format, Place, Rounds, played_at, register
from urbanist.bots.tournament.results import GameResult, means, ranked
from urbanist.bots.tournament.standings import Conclusion


@register
class Ladder(Format):
    """A ladder: in each round neighbours meet at tables, and stand afterwards in the order of their results.

    The order of the file is the first one. With two seats the first and the second meet, the third and the fourth, and
    so on; in the next round the second and the third, so that a bot can climb from the last rung to the first.
    """

    name = "ladder"
    meets = "neighbours in an order, at first that of the file; the winners of a table move up in it"
    purpose = "keep an order that new bots climb from the end of the file"
    grows = ("rounds",)
    settings = Rounds

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a round: the first deal of all tables, then the second deal."""
        if number <= self._own.rounds:
            order = self.order(number - 1, by_round(before))
            yield from played_at(self._plan, number, self.tables(number, order))

    def games(self) -> int:
        """Return the number of games."""
        # The tables of a round begin where those of the round `seats` rounds earlier did.
        cycle = [self._games_of(number) for number in range(1, self._plan.rules.seats + 1)]
        cycles, rest = divmod(int(self._own.rounds), len(cycle))
        return cycles * sum(cycle) + sum(cycle[:rest])

    def conclusion(self, games: Sequence[GameResult]) -> Conclusion:
        """Return the order after the last round of which all games are finished; empty if there is none."""
        rounds = by_round(games)
        finished = 0
        while len(rounds.get(finished + 1, ())) == self._games_of(finished + 1):
            finished += 1
        if not finished:
            return Conclusion()
        names = [self._plan.names[bot] for bot in self.order(finished, rounds)]
        return Conclusion(
            f"ladder: after {finished} of {self._own.rounds} rounds {', '.join(names)}",
            tuple((str(rung), name) for rung, name in enumerate(names, 1)),
            {"rounds": finished, "order": names},
        )

    def order(self, finished: int, rounds: Mapping[int, Sequence[GameResult]]) -> list[int]:
        """Return the order of the bots after the first rounds, from the games of each round."""
        order = list(range(len(self._plan.entrants)))
        for number in range(1, finished + 1):
            results, first = means(rounds[number]), self._first(number)
            for place, table in enumerate(self.tables(number, order)):
                rung = first + place * len(table)
                order[rung : rung + len(table)] = ranked(table, results)
        return order

    def tables(self, number: int, order: Sequence[int]) -> list[Sequence[int]]:
        """Return the tables of a round; bots above the first and below the last table have a bye."""
        seats = self._plan.rules.seats
        starts = range(self._first(number), len(order) - seats + 1, seats)
        return [order[start : start + seats] for start in starts]

    def _first(self, number: int) -> int:
        """Return how many bots are above the first table of a round.

        Tables begin half a table lower in each round, so that winners of one table meet the losers of the one above.
        """
        seats = self._plan.rules.seats
        return min((number - 1) * (seats // 2) % seats, len(self._plan.entrants) - seats)

    def _games_of(self, number: int) -> int:
        """Return the number of games of a round."""
        return (
            len(self.tables(number, range(len(self._plan.entrants)))) * self._plan.deals * self.games_a_deal
        )


def by_round(games: Sequence[GameResult]) -> dict[int, list[GameResult]]:
    """Return the games of each round."""
    found: dict[int, list[GameResult]] = {}
    for game in games:
        found.setdefault(Place.of(game.id).round, []).append(game)
    return found
