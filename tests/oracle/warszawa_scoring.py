"""The final scoring of Warszawa by the rule text, without the points won during the game."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tests.oracle.warszawa_map import Hex, Side, banks_of, neighbours


class Building(NamedTuple):
    """A building: its owner (None: neutral), type, style (or an empty text) and card."""

    owner: int | None
    type: str
    style: str = ""
    card: str = ""


City = Mapping[Hex, Building]

#: For each type, the neighbours that give a building one point each.
LIKES = {
    "service": {"residential"},
    "residential": {"service", "transport"},
    "representative": {"cultural"},
    "cultural": {"representative"},
    "transport": set(),
}
STYLES = ("socrealism", "modernism")


def unbuilt_around(space: Hex, city: City, bridges: list[Side]) -> int:
    """Return how many adjacent hexes have no building."""
    return sum(other not in city for other in neighbours(space, bridges))


def neighbour_points(space: Hex, city: City, bridges: list[Side]) -> int:
    """Return the points of a building for its adjacent hexes."""
    if city[space].type == "industrial":
        return unbuilt_around(space, city, bridges)
    likes = LIKES[city[space].type]
    return sum(other in city and city[other].type in likes for other in neighbours(space, bridges))


def at_metro(space: Hex, segments: Iterable[Side]) -> bool:
    """Return whether a segment is on a side of the hex."""
    return any(space in banks_of(side) for side in segments)


def norm_points(objects: Sequence[str], owned: Counter[str]) -> int:
    """Return 3 points for each complete set of the objects; -3 if there is none."""
    sets = 0
    left = Counter(owned)
    while not Counter(objects) - left:
        left -= Counter(objects)
        sets += 1
    return 3 * sets if sets else -3


def style_points(city: City, seats: int) -> list[int]:
    """Return for each seat 5 points for each style with most buildings, or 3 if tied."""
    points = [0] * seats
    for style in STYLES:
        built = [sum(b.owner == seat and b.style == style for b in city.values()) for seat in range(seats)]
        if max(built) == 0:
            continue
        leaders = [seat for seat in range(seats) if built[seat] == max(built)]
        for seat in leaders:
            points[seat] += 5 if len(leaders) == 1 else 3
    return points
