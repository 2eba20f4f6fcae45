"""Who sits where on the deals of one table: every deal is played in several seatings, so that luck cancels."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from urbanist.bots.match.clock import TimeControl
from urbanist.bots.match.pairing import Pairing, rotations, seatings
from urbanist.bots.tournament.plan import Plan

#: Where some have a clock, the others have all the time they like.
UNTIMED = TimeControl()


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """Where in a tournament a game stands: round, table, deal and game of that deal, counted from 1."""

    round: int
    table: int
    deal: int
    game: int

    def __str__(self) -> str:
        """Return the game's id."""
        return f"{self.round}.{self.table}.{self.deal}.{self.game}"

    @classmethod
    def of(cls, game_id: str) -> "Place":
        """Return the place that an id names."""
        return cls(*map(int, game_id.split(".")))


def dealt(plan: Plan, place: Place, seated: Sequence[int]) -> Pairing:
    """Return one game of a tournament, with who sits where."""
    entrants = [plan.entrants[entrant] for entrant in seated]
    timed = any(entrant.control is not None for entrant in plan.entrants)
    return Pairing(
        str(place),
        plan.rules,
        place.deal - 1,
        tuple(seated),
        tuple(entrant.bot for entrant in entrants),
        tuple(entrant.name for entrant in entrants),
        tuple(entrant.control or UNTIMED for entrant in entrants) if timed else None,
    )


def of_table(plan: Plan, number: int, table: int, members: Sequence[int], deal: int) -> Iterator[Pairing]:
    """Yield the games of a table on one deal: everybody has every seat equally often."""
    every = plan.form.seatings == "all"
    for game, order in enumerate(seatings(len(members), deal, every=every), 1):
        yield dealt(plan, Place(number, table, deal + 1, game), [members[place] for place in order])


def of_two(plan: Plan, number: int, deal: int) -> Iterator[Pairing]:
    """Yield the games of two bots on one deal: at more than two seats one alone against the other in all others.

    Each is alone in every seat once, so both have sat everywhere equally often, and each expects half of the wins.
    """
    seats = plan.rules.seats
    orders = rotations((0,) + (1,) * (seats - 1))
    if seats > 2:
        orders += rotations((1,) + (0,) * (seats - 1))
    for game, order in enumerate(orders, 1):
        yield dealt(plan, Place(number, 1, deal + 1, game), order)
