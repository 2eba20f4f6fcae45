"""The knockout: single elimination until one table is left."""

from collections.abc import Iterator, Sequence

from urbanist.bots.match.pairing import Pairing
from urbanist.bots.tournament.format import Format, Place, played_at, register
from urbanist.bots.tournament.plan import Plan
from urbanist.bots.tournament.results import GameResult, means, ranked
from urbanist.bots.tournament.standings import Conclusion


@register
class Knockout(Format):
    """A knockout: the better half of each table advances, until one last table plays the final."""

    name = "knockout"
    meets = "the better half of each table goes on; the bots that stand first in the file meet late"
    purpose = "have a final"
    position = 4

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
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
            through = left % self._seats + left // self._seats * max(self._seats // 2, 1)
            left = max(through, self._seats)
        return (tables + 1) * self._plan.deals * self.games_a_deal

    def conclusion(self, games: Sequence[GameResult]) -> Conclusion:
        """Return the winner of the final; empty if the final is not finished."""
        last = max((Place.of(game.id).round for game in games), default=0)
        final = [game for game in games if Place.of(game.id).round == last]
        if len({bot for game in final for bot in game.bots}) != self._seats or len(games) < self.games():
            return Conclusion()
        winner, *others = (self._plan.names[bot] for bot in ranked(sorted(final[0].bots), means(final)))
        return Conclusion(
            f"knockout: {winner} wins the final against {', '.join(others)}",
            (("winner", winner), ("in the final", ", ".join(others))),
            {"winner": winner, "finalists": others},
        )

    def tables(self, left: Sequence[int]) -> list[list[int]]:
        """Return the tables of a round, seeded by the order of the file; bots without a table advance by a bye."""
        count = len(left) // self._seats
        meeting = left[len(left) % self._seats :]
        tables: list[list[int]] = [[] for _ in range(count)]
        for row in range(self._seats):
            members = meeting[row * count : (row + 1) * count]
            for table, bot in zip(tables, members if row % 2 == 0 else reversed(members), strict=True):
                table.append(bot)
        return tables

    def advancing(self, left: Sequence[int], games: Sequence[GameResult]) -> list[int]:
        """Return the bots that advance to the next round, in the order of the file."""
        results = means(games)
        through = set(left[: len(left) % self._seats])
        beaten = []
        for table in self.tables(left):
            better = ranked(sorted(table), results)
            through.update(better[: max(self._seats // 2, 1)])
            beaten += better[max(self._seats // 2, 1) :]
        # If too few bots remain for the final, the best of the beaten bots fill its table.
        through.update(ranked(sorted(beaten), results)[: max(self._seats - len(through), 0)])
        return sorted(through)
