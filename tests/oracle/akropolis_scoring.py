"""The scoring of a city of Akropolis by the rule text, space by space."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import NamedTuple

from tests.oracle.akropolis_tiles import PLAZAS, PRINTED, Data

Space = tuple[int, int]

#: Steps to the six adjacent spaces, clockwise from east.
DIRECTIONS = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
#: With the option, houses count double if the value of their group is at least this.
RICH_HOUSES = 10
#: With the option, barracks count double with this many empty spaces outside.
OPEN_SIDES = 3


class Hex(NamedTuple):
    """The top hex of a place: its print, its height, and the number of its tile (0: the start tile)."""

    what: str
    height: int
    tile: int


City = dict[Space, Hex]


@cache
def adjacent(space: Space) -> tuple[Space, ...]:
    """Return the six adjacent spaces, clockwise from east."""
    q, r = space
    return tuple((q + dq, r + dr) for dq, dr in DIRECTIONS)


def connected(spaces: Iterable[Space]) -> list[set[Space]]:
    """Return the connected parts of a set of spaces."""
    left = set(spaces)
    parts = []
    while left:
        part = {left.pop()}
        fresh = list(part)
        while fresh:
            near = {space for space in adjacent(fresh.pop()) if space in left}
            left -= near
            part |= near
            fresh += near
        parts.append(part)
    return parts


def empty_regions(city: City) -> tuple[set[Space], list[set[Space]]]:
    """Return the outside, up to one step from the city's bounds, and the lakes."""
    return regions_around(frozenset(city))


@lru_cache(8)  # two kinds of districts ask, for each seat; a move changes one city
def regions_around(city: frozenset[Space]) -> tuple[set[Space], list[set[Space]]]:
    """Return the outside and the lakes of a city that is built on these spaces."""
    rows, columns = [r for _, r in city], [q for q, _ in city]
    spaces = [
        (q, r)
        for q in range(min(columns) - 1, max(columns) + 2)
        for r in range(min(rows) - 1, max(rows) + 2)
        if (q, r) not in city
    ]
    corner = (min(columns) - 1, min(rows) - 1)
    regions = connected(spaces)
    outside = next(region for region in regions if corner in region)
    return outside, [region for region in regions if region is not outside]


def districts(city: City, kind: str) -> list[Space]:
    """Return the spaces with a district of a kind."""
    return [space for space, top in city.items() if top.what == kind]


def stars(city: City, kind: str, data: Data = PRINTED) -> int:
    """Return the stars of the visible plazas of a kind."""
    return sum(data.stars[kind] for top in city.values() if PLAZAS.get(top.what) == kind)


def value(city: City, spaces: Iterable[Space]) -> int:
    """Return the sum of the heights."""
    return sum(city[space].height for space in spaces)


def houses(city: City, *, option: bool) -> int:
    """Return the value of the largest group of houses; of equally large groups, the greatest value."""
    groups = connected(districts(city, "houses"))
    _, worth = max(((len(group), value(city, group)) for group in groups), default=(0, 0))
    return 2 * worth if option and worth >= RICH_HOUSES else worth


def markets(city: City, *, option: bool) -> int:
    """Return the value of the markets with no market beside them; those beside a market plaza may count double."""
    total = 0
    for space in districts(city, "markets"):
        beside = [city[near].what for near in adjacent(space) if near in city]
        if "markets" not in beside:
            total += city[space].height * (2 if option and "market_plaza" in beside else 1)
    return total


def barracks(city: City, *, option: bool) -> int:
    """Return the value of the barracks on the edge; those with three or four open sides may count double."""
    outside, _ = empty_regions(city)
    total = 0
    for space in districts(city, "barracks"):
        sides = sum(near in outside for near in adjacent(space))
        if sides:
            total += city[space].height * (2 if option and sides >= OPEN_SIDES else 1)
    return total


def temples(city: City, *, option: bool) -> int:
    """Return the value of the temples with six built neighbours; those above the ground may count double."""
    enclosed = [
        space for space in districts(city, "temples") if all(near in city for near in adjacent(space))
    ]
    return sum(city[space].height * (2 if option and city[space].height >= 2 else 1) for space in enclosed)


def gardens(city: City, *, option: bool) -> int:
    """Return the value of all gardens; those beside a lake may count double."""
    _, lakes = empty_regions(city)
    water = set().union(*lakes)
    total = 0
    for space in districts(city, "gardens"):
        at_lake = any(near in water for near in adjacent(space))
        total += city[space].height * (2 if option and at_lake else 1)
    return total


VALUES = {"houses": houses, "markets": markets, "barracks": barracks, "temples": temples, "gardens": gardens}


def rows(city: City, options: Iterable[str], data: Data = PRINTED) -> dict[str, tuple[int, int]]:
    """Return for each kind the value of the districts that count, and the stars."""
    options = set(options)
    return {
        kind: (count(city, option=kind in options), stars(city, kind, data)) for kind, count in VALUES.items()
    }


def points(city: City, options: Iterable[str], data: Data = PRINTED) -> int:
    """Return the points of a city without its stones."""
    return sum(value * stars for value, stars in rows(city, options, data).values())
