"""The oracle of Akropolis: the rule book in plain Python, slow, obvious, and independent of the engine."""

import re
from functools import cache

from tests.oracle.akropolis_deal import parse_deal, require
from tests.oracle.akropolis_scoring import DIRECTIONS, City, Hex, Space, adjacent, points, rows
from tests.oracle.akropolis_tiles import DATA, PRINTED, Data

TOKEN = re.compile(r"(\d+)@(-?\d+),(-?\d+)/([0-5])")


class Oracle:
    """A game of Akropolis, played from its deal by tokens: moves and refills.

    `to_move` is the seat that moves next, after a refill if one is due; when the game is over, it is the seat that
    would be next.
    """

    def __init__(self, deal: str) -> None:
        self.deal = parse_deal(deal)
        self.data = DATA[self.deal.data]
        self.seats = range(self.deal.players)
        self.to_move = self.deal.first
        self.market = list(self.deal.market)
        self.stacks = self.deal.setup[1]
        self.hidden = self.deal.hidden_tiles()
        self.cities: list[City] = [
            {space: Hex(what, 1, 0) for space, what in self.data.start.items()} for _ in self.seats
        ]
        self.stones = [self.data.stones[(seat - self.deal.first) % len(self.seats)] for seat in self.seats]
        # What `legal` has found since the last event, and `scores` for each city as it is.
        self._legal: list[str] | None = None
        self._points: list[int | None] = [None for _ in self.seats]

    @property
    def due(self) -> bool:
        """Return whether the next event opens a stack."""
        return len(self.market) == 1 and self.stacks > 0

    @property
    def over(self) -> bool:
        """Return whether one tile and no stack is left."""
        return len(self.market) == 1 and self.stacks == 0

    def payable(self) -> list[int]:
        """Return the tiles that the seat to move can pay for: a tile costs a stone for each tile before it."""
        return self.market[: 1 + self.stones[self.to_move]]

    def legal(self) -> list[str]:
        """Return the legal moves sorted as text; none if a refill is due or the game is over."""
        if self.due or self.over:
            return []
        if self._legal is None:
            places = placements(self.cities[self.to_move])
            self._legal = sorted(f"{tile}@{q},{r}/{k}" for tile in self.payable() for q, r, k in places)
        return self._legal

    def play(self, token: str) -> None:
        """Play a move or a refill; raise `ValueError` if it is not legal."""
        if token.startswith("!"):
            self._refill(token)
            return
        require(token in self.legal(), f"{token!r} is not legal for seat {self.to_move}")
        match = TOKEN.fullmatch(token)
        assert match is not None
        tile, q, r, k = map(int, match.groups())
        place = self.market.index(tile)
        self.stones[self.to_move] += gain_of(self.cities[self.to_move], triangle(q, r, k)) - place
        del self.market[place]
        lay(self.cities[self.to_move], tile, triangle(q, r, k), self.data)
        self._points[self.to_move] = None
        self.to_move = (self.to_move + 1) % len(self.seats)
        self._legal = None

    def _refill(self, token: str) -> None:
        require(self.due, f"{token!r}: no refill is due")
        tiles = token[1:].split(",")
        require(all(tile in map(str, self.hidden) for tile in tiles), f"{token!r}: a tile that is not hidden")
        require(len(set(tiles)) == len(tiles) == self.deal.setup[2], f"{token!r}: not a stack of tiles")
        for tile in map(int, tiles):
            self.hidden.remove(tile)
            self.market.append(tile)
        self.stacks -= 1
        self._legal = None

    def scores(self) -> list[int]:
        """Return the current points of each seat, including stones."""
        return [self._city_points(seat) + self.stones[seat] for seat in self.seats]

    def _city_points(self, seat: int) -> int:
        known = self._points[seat]
        if known is None:
            known = self._points[seat] = points(self.cities[seat], self.deal.options, self.data)
        return known

    def rows(self, seat: int) -> dict[str, tuple[int, int]]:
        """Return the value and the stars of each kind in a seat's city."""
        return rows(self.cities[seat], self.deal.options, self.data)

    def ranks(self) -> list[int]:
        """Return each seat's rank by points, then stones; 1 is the winner, and tied seats share a rank."""
        standing = list(zip(self.scores(), self.stones, strict=True))
        return [1 + sum(other > mine for other in standing) for mine in standing]


@cache
def triangle(q: int, r: int, k: int) -> tuple[Space, ...]:
    """Return the three spaces of a tile at q, r in orientation k, in the order of its hexes."""
    return ((q, r), *((q + dq, r + dr) for dq, dr in (DIRECTIONS[k], DIRECTIONS[(k + 1) % 6])))


@cache
def beside(spaces: tuple[Space, ...]) -> frozenset[Space]:
    """Return all spaces adjacent to one of these."""
    return frozenset(other for space in spaces for other in adjacent(space))


def fits(city: City, spaces: tuple[Space, ...]) -> bool:
    """Return whether a tile may lie on three spaces."""
    under = [city[space] for space in spaces if space in city]
    if not under:
        return not city.keys().isdisjoint(beside(spaces))
    if len(under) < 3:
        return False
    a, b, c = under
    return a.height == b.height == c.height and not a.tile == b.tile == c.tile


def placements(city: City) -> list[tuple[int, int, int]]:
    """Return every place and orientation of a tile; its first hex is within two steps of the city."""
    near = set(city)
    for _ in range(2):
        near |= {other for space in near for other in adjacent(space)}
    return [(q, r, k) for q, r in sorted(near) for k in range(6) if fits(city, triangle(q, r, k))]


def gain_of(city: City, spaces: tuple[Space, ...]) -> int:
    """Return how many quarries a tile would cover."""
    return sum(space in city and city[space].what == "quarry" for space in spaces)


def lay(city: City, tile: int, spaces: tuple[Space, ...], data: Data = PRINTED) -> None:
    """Lay a tile on three spaces."""
    level = 1 + (city[spaces[0]].height if spaces[0] in city else 0)
    for space, what in zip(spaces, data.hexes(tile), strict=True):
        city[space] = Hex(what, level, tile)
