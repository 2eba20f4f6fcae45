"""The round robin and the gauntlet: one round with a table for every combination of bots."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, count
from typing import ClassVar

from msgspec import Struct

from urbanist.bots.contest.format import Format, FormatSettings, Plan, of_table, register
from urbanist.bots.contest.plan import known
from urbanist.bots.contest.plan_schema import Count, PlanError
from urbanist.bots.contest.results import GameResult
from urbanist.bots.match.pairing import Pairing


class SharedDealSettings(FormatSettings, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a format whose tables share their deals: after how many games of a bot it gets another deal."""

    fresh_after: Count | None = None


@register
class RoundRobin(Format):
    """A round robin: one round with a table for every combination of bots."""

    name = "round robin"
    grows = ("deals", "bot")
    settings: ClassVar[type[Struct]] = SharedDealSettings
    position = 1

    def __init__(self, plan: Plan) -> None:
        super().__init__(plan)
        every = tables_of(plan.grown or (len(plan.entrants),), plan.rules.seats)
        self._tables = [table for table in every if self.has(table)]
        self._anew = self._dealt_anew()

    @classmethod
    def check(cls, plan: Plan) -> None:
        """Raise `PlanError` if deals of a file should be dealt anew."""
        if plan.own.fresh_after and plan.book:
            raise PlanError("fresh_after: the deals of a file are not dealt anew; leave it out")

    def _dealt_anew(self) -> list[int]:
        """Return for each table which of the deals that stand in the place of one deal it plays.

        The games of a table on a deal stay together, so that each of its bots has each seat equally often.
        """
        if not self._own.fresh_after:
            return [0] * len(self._tables)
        tables = max(self._own.fresh_after // self.games_a_deal, 1)
        played = Counter[tuple[int, int]]()
        dealt = []
        for table in self._tables:
            anew = next(number for number in count() if all(played[number, bot] < tables for bot in table))
            played.update((anew, bot) for bot in table)
            dealt.append(anew)
        return dealt

    def has(self, table: tuple[int, ...]) -> bool:
        """Return whether bots meet at a table."""
        return True

    def round(self, number: int, before: Sequence[GameResult]) -> Iterator[Pairing]:
        """Yield the games deal by deal over all tables, so that all tables make equal progress."""
        if number == 1:
            for deal in range(self._plan.deals):
                for table, (members, anew) in enumerate(zip(self._tables, self._anew, strict=True), 1):
                    yield from of_table(self._plan, number, table, members, deal, anew)

    def games(self) -> int:
        """Return the number of games."""
        return self._plan.deals * len(self._tables) * self.games_a_deal


class GauntletSettings(SharedDealSettings, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The settings of a gauntlet: the name of the bot that all others meet."""

    challenger: str | None = None


@register
class Gauntlet(RoundRobin):
    """A gauntlet: the tables of a round robin that have the challenger."""

    name = "gauntlet"
    settings = GauntletSettings
    position = 2

    def has(self, table: tuple[int, ...]) -> bool:
        """Return whether the challenger, by default the first bot, sits at a table."""
        named = self._own.challenger
        return (self._plan.names.index(named) if named else 0) in table

    @classmethod
    def check(cls, plan: Plan) -> None:
        """Raise `PlanError` if no bot has the name of the challenger, or as in a round robin."""
        super().check(plan)
        if plan.own.challenger:
            known("challenger", plan.own.challenger, plan.names)


def tables_of(grown: Sequence[int], seats: int) -> Iterator[tuple[int, ...]]:
    """Yield all tables of bots, those with bots that came later last, so that no table changes its number."""
    before = 0
    for entrants in grown:
        yield from (table for table in combinations(range(entrants), seats) if table[-1] >= before)
        before = entrants
