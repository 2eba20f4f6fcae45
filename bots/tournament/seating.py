"""The seatings of a table: it plays every deal in several seatings, so that luck cancels out."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from urbanist.bots.match.clock import UNTIMED
from urbanist.bots.match.pairing import Pairing, rotations, seatings
from urbanist.bots.tournament.plan import Plan


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """The place of a game in a tournament: round, table, deal, and game of this deal, all counted from 1."""

    round: int
    table: int
    deal: int
    game: int

    def __str__(self) -> str:
        """Return the id of the game."""
        return f"{self.round}.{self.table}.{self.deal}.{self.game}"

    @classmethod
    def of(cls, game_id: str) -> "Place":
        """Return the place of a game by its id."""
        return cls(*map(int, game_id.split(".")))


def dealt(plan: Plan, place: Place, seated: Sequence[int]) -> Pairing:
    """Return one game of a tournament; `seated` has the number of the entrant of each seat."""
    entrants = [plan.entrants[entrant] for entrant in seated]
    timed = any(entrant.control is not None for entrant in plan.entrants)
    deal = place.deal - 1
    return Pairing(
        str(place),
        plan.rules,
        deal % len(plan.book) if plan.book else deal,
        tuple(seated),
        tuple(entrant.bot for entrant in entrants),
        tuple(entrant.name for entrant in entrants),
        tuple(entrant.control or UNTIMED for entrant in entrants) if timed else None,
        restart=plan.form.restart,
        noting=plan.form.notes,
        opening=plan.book[deal % len(plan.book)] if plan.book else "",
    )


def of_table(plan: Plan, number: int, table: int, members: Sequence[int], deal: int) -> Iterator[Pairing]:
    """Yield the games of a table on one deal; each bot has each seat equally often."""
    every = plan.form.seatings == "all"
    for game, order in enumerate(seatings(len(members), deal, every=every), 1):
        yield dealt(plan, Place(number, table, deal + 1, game), [members[place] for place in order])


def played_at(plan: Plan, number: int, tables: Sequence[Sequence[int]]) -> Iterator[Pairing]:
    """Yield the games of the tables of a round; each round has new deals, the same for all its tables."""
    for deal in range((number - 1) * plan.deals, number * plan.deals):
        for table, members in enumerate(tables, 1):
            yield from of_table(plan, number, table, members, deal)


def of_two(plan: Plan, number: int, deal: int) -> Iterator[Pairing]:
    """Yield the games of two bots on one deal; if there are more than two seats, one bot has all seats but one.

    Each bot is alone once in every seat. So both have each seat equally often, and equal bots win half of the games.
    """
    for game, order in enumerate(orders_of_two(plan.rules.seats), 1):
        yield dealt(plan, Place(number, 1, deal + 1, game), order)


def orders_of_two(seats: int) -> list[tuple[int, ...]]:
    """Return the seatings of two bots on one deal: by seat which of them, 0 or 1, sits there."""
    orders = rotations((0,) + (1,) * (seats - 1))
    return orders if seats == 2 else orders + rotations((1,) + (0,) * (seats - 1))
