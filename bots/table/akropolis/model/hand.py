"""A tile in hand over a city: where it would lie, where it may lie, and how it is moved and turned."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from urbanist.bots.table.akropolis.model.city import City, city_of, height, printed_on, stones_of
from urbanist.bots.table.kit.plane import onward
from urbanist.bots.table.kit.player_view import best_first
from urbanist.engine import State
from urbanist.engine.akropolis.city_record import Space, triangle
from urbanist.engine.akropolis.illegal_move_reasons import misfit, unpaid
from urbanist.engine.akropolis.notation import AkropolisMove, market_of

#: How many hexes beyond its city a tile can be moved.
BEYOND = 2

#: The place of a tile's first hex, and the direction of its second hex.
Spot = tuple[int, int, int]


class Site:
    """The city of the seat to move, the market, and where tiles may lie."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.city: City = city_of(state, state.to_move)
        self.market = market_of(state.array)
        self.printed = {tile: printed_on(state, tile) for tile in self.market}
        self.payable = self.market[: stones_of(state, state.to_move) + 1]

    @cached_property
    def ranked(self) -> Mapping[int, tuple[Spot, ...]]:
        """The legal spots of each tile, the most promising first."""
        ordered: dict[int, list[Spot]] = {tile: [] for tile in self.payable}
        for move in best_first(self.state):
            placed = AkropolisMove(move)
            ordered[placed.tile].append(placed.spot)
        return {tile: tuple(spots) for tile, spots in ordered.items()}

    @cached_property
    def fits(self) -> frozenset[Spot]:
        """The spots where any tile may lie: they are the same for all tiles."""
        return frozenset(self.ranked[self.payable[0]])

    def holds(self, spot: Spot) -> bool:
        """Return whether a spot is near enough to the city to be shown."""
        columns, rows = [2 * q + r for q, r in self.city], [r for _, r in self.city]
        half, row = 2 * spot[0] + spot[1], spot[1]
        return (
            min(columns) - 2 * BEYOND <= half <= max(columns) + 2 * BEYOND
            and min(rows) - BEYOND <= row <= max(rows) + BEYOND
        )

    def open_spaces(self, k: int) -> frozenset[Space]:
        """Return all places that a tile of this orientation can cover."""
        return frozenset(space for q, r, turn in self.fits if turn == k for space in triangle(q, r, turn))


@dataclass(frozen=True, slots=True)
class Hand:
    """A tile over a city. `lane` is the column, in half hexes, that it keeps to when it goes up and down."""

    site: Site
    tile: int
    spot: Spot
    lane: int

    @classmethod
    def take(cls, site: Site, tile: int, near: Space = (0, 0)) -> "Hand":
        """Return a tile of the market on the legal spot that is nearest to a place."""
        spots = sorted(spot for spot in site.fits if spot[2] == 0) or sorted(site.fits)
        spot = min(spots, key=lambda spot: _distance(spot, near))
        return cls(site, tile, spot, 2 * spot[0] + spot[1])

    @property
    def placement(self) -> AkropolisMove:
        """The tile and its spot as a move."""
        return AkropolisMove.of(self.tile, *self.spot)

    @property
    def spaces(self) -> tuple[Space, ...]:
        """The places under the tile, in the order of its hexes."""
        return triangle(*self.spot)

    @property
    def level(self) -> int:
        """The height on which the tile would lie."""
        return 1 + max(height(self.site.city, space) for space in self.spaces)

    @property
    def legal(self) -> bool:
        """Whether the tile may be laid here and paid."""
        return self.spot in self.site.fits and self.tile in self.site.payable

    @property
    def illegal_reason(self) -> str:
        """The rule that forbids the move, without coordinates; empty if it is legal."""
        if self.legal:
            return ""
        state = self.site.state
        unfit = misfit(state.array["city"][state.to_move], *self.spot)
        return unpaid(self.tile, self.site.market, stones_of(state, state.to_move)) or unfit.brief

    def swapped(self, tile: int) -> "Hand":
        """Return another tile on the same spot."""
        return replace(self, tile=tile)

    def turned(self, step: int) -> "Hand":
        """Return the tile turned around its first hex, by sixths of a circle clockwise."""
        q, r, k = self.spot
        return replace(self, spot=(q, r, (k + step) % 6))

    def at(self, space: Space) -> "Hand":
        """Return the tile with its first hex on a place, if that is not too far from the city."""
        return self._on((*space, self.spot[2]))

    def on(self, spot: Spot) -> "Hand":
        """Return the tile on a spot."""
        return replace(self, spot=spot, lane=2 * spot[0] + spot[1])

    def moved(self, right: int, down: int) -> "Hand":
        """Return the tile one hex to the side, or one row up or down as straight as possible."""
        q, r, k = self.spot
        if right:
            return self._on((q + right, r, k))
        choices = [(q + step, r + down, k) for step in ((0, 1) if down < 0 else (-1, 0))]
        spot = min(choices, key=lambda spot: abs(2 * spot[0] + spot[1] - self.lane))
        return replace(self._on(spot), lane=self.lane)

    def jumped(self, right: int, down: int) -> "Hand":
        """Return the tile on the next legal spot in a direction, turned as it is; itself if there is none."""
        q, r, k = self.spot
        alike = (spot for spot in self.site.fits if spot[2] == k)
        steps = ((2 * (spot[0] - q) + spot[1] - r, 2 * (spot[1] - r), spot) for spot in alike)
        spot = onward(steps, right, down, 1)
        return self if spot is None else self.on(spot)

    def next_best(self, step: int) -> "Hand":
        """Return the tile on the next or the last one of its most promising spots."""
        spots = self.site.ranked.get(self.tile) or self.site.ranked[self.site.payable[0]]
        place = spots.index(self.spot) + step if self.spot in spots else 0
        return self.on(spots[place % len(spots)])

    def _on(self, spot: Spot) -> "Hand":
        return self.on(spot) if self.site.holds(spot) else self


def _distance(spot: Spot, near: Space) -> tuple[int, Spot]:
    q, r = spot[0] - near[0], spot[1] - near[1]
    return max(abs(q), abs(r), abs(q + r)), spot
