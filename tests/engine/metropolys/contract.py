"""The contract of Metropolys for the tests of all games: each seat hides its objective cards."""

from functools import cache
from itertools import permutations, product
from typing import Any

from tests.engine.contract import DealtCards, World
from urbanist.engine import Game

FAMILY_AREAS = ("bridges", "statues", "lakes", "border")
AREAS = ("bridges", "statues", "lakes", "districts", "chains")
TYPES = ("industry", "park", "housing", "shopping", "administration")


class MetropolysContract(DealtCards):
    """Objective cards, dealt at the start."""

    options = {2: ("districts=CSW", "first=1"), 3: ("districts=drawn",), 4: ("first=3",)}
    hidden = ("area", "kind")

    def worlds(self, game: Game, record: Any, keep: int | None) -> list[World]:
        """Return every distribution of objective cards in which `keep` has its own cards."""
        dealt = distributions(game.notation.variants[record["variant"]], int(record["seats"]))
        known = None if keep is None else game.notation.card(record, keep)
        return [cards for cards in dealt if keep is None or cards[keep] == known]


@cache
def distributions(variant: str, seats: int) -> list[World]:
    """Return every distribution of objective cards."""
    if variant == "family":
        return list(permutations(FAMILY_AREAS[: 3 if seats == 2 else 4], seats))
    return [
        tuple(f"{area}+{kind}" for area, kind in zip(areas, types, strict=True))
        for areas, types in product(permutations(AREAS, seats), permutations(TYPES, seats))
    ]


CONTRACT = MetropolysContract()
