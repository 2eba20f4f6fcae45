"""A moment of a game of Metropolys as plain facts: all a picture needs, and nothing hidden."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

Building = tuple[int, int]
Bid = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Scene:
    """What lies on the board: tokens, buildings by neighbourhood, and the bids of the running auction.

    A building is a seat and a value, a bid a seat, a value and a neighbourhood; the last bid is the highest.
    """

    players: int
    names: tuple[str, ...]
    districts: str = "CNESW"
    trendy: frozenset[str] = frozenset()
    metro: frozenset[str] = frozenset()
    ruins: frozenset[str] = frozenset()
    buildings: Mapping[str, Building] = field(default_factory=lambda: MappingProxyType({}))
    bids: tuple[Bid, ...] = ()
    to_move: int | None = None
    scores: tuple[int, ...] | None = None
    title: str = ""

    def left(self, seat: int) -> tuple[int, ...]:
        """Return the values that `seat` has neither built nor bid, rising."""
        used = {value for owner, value in self.buildings.values() if owner == seat}
        used |= {value for owner, value, _ in self.bids if owner == seat}
        return tuple(value for value in range(1, 14) if value not in used)
