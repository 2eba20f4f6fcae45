"""The Swiss tournament: bots with similar results meet."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from urbanist.bots.match.pairing import Pairing
from urbanist.bots.tournament.format import Format, Rounds, of_table, played_at, register
from urbanist.bots.tournament.results import GameResult, means
from urbanist.bots.tournament.standings import Conclusion


@register
class Swiss(Format):
    """A Swiss tournament: in each round bots with similar results meet, if possible for the first time."""

    name = "swiss"
    meets = "in each round, bots with similar results that have met least often"
    purpose = "rank many bots with few games"
    grows = ("rounds",)
    settings = Rounds
    position = 3

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games of a round: the first deal of all tables, then the second deal."""
        if number <= self._own.rounds:
            tables = self.tables(before)
            yield from played_at(self._plan, number, tables)

    def games(self) -> int:
        """Return the number of games."""
        seats = self._plan.rules.seats
        tables = len(self._plan.entrants) // seats
        one = of_table(self._plan, 1, 1, range(seats), 0)
        return int(self._own.rounds) * tables * self._plan.deals * sum(1 for _ in one)

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
