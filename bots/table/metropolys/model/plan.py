"""A plan of a board that nobody has drawn: each place has the ground that is nearest to it.

Places lie where the file says, moved a little apart. Between two grounds that touch there is a street if the places are
adjacent by land, else water. Places that are adjacent without touching are joined by a road, or by a long bridge.
"""

from collections.abc import Iterator, Mapping
from functools import partial
from math import dist

from urbanist.bots.table.kit.plane import Point, Ring, block, regular
from urbanist.bots.table.metropolys.model.geometry import Bridge, Lake, Map, Neighbourhood
from urbanist.bots.table.metropolys.model.geometry import MapPoint as Statue
from urbanist.engine.metropolys.edition import Board

SIZE = (140.0, 100.0)
CITY = block(0.0, 0.0, *SIZE)
FRAME = block(-4.5, -4.5, SIZE[0] + 4.5, SIZE[1] + 4.5)
#: How far a ground is from the middle of a street, and from the middle of water.
STREET, WATER = 0.4, 1.5
#: The radius of a lake, how far a bridge lies on the land, and how far a long one begins from the middle of a place.
LAKE, LANDING, LONG = 2.0, 0.6, 3.5
#: Corners that are nearer to each other are the same one.
SAME = 1e-6


def planned(board: Board) -> Map:
    """Return the plan of a board."""
    centres = _spread(
        {name: (place.x * SIZE[0] / 100, place.y * SIZE[1] / 100) for name, place in board.by_name.items()}
    )
    by_bridge = {frozenset(ends) for ends in board.bridges}
    by_land = {
        frozenset((name, other)) for name, place in board.by_name.items() for other in place.adjacent
    } - by_bridge
    cells = {name: _ground(name, centres, {}) for name in centres}
    waters = {
        name: {other: 0.0 if frozenset((name, other)) in by_land else WATER for other in centres}
        for name in centres
    }
    lands = {name: _ground(name, centres, waters[name]) for name in centres}
    streets = {name: {other: max(wide, STREET) for other, wide in waters[name].items()} for name in centres}
    return Map(
        size=SIZE,
        frame=FRAME,
        city=CITY,
        districts={
            letter: tuple(land for name, land in lands.items() if name[0] == letter)
            for letter in sorted({name[0] for name in lands})
        },
        river=(CITY, *(tuple(reversed(land)) for land in lands.values())),
        lakes=tuple(_lakes(board, centres, cells)),
        neighbourhoods={
            name: Neighbourhood(
                name,
                place.type,
                centres[name],
                _ground(name, centres, streets[name]),
                place.border,
                _gate(cells, centres, name, place.adjacent[0]) if place.dead_end else None,
            )
            for name, place in board.by_name.items()
        },
        bridges=tuple(Bridge(ends, _span(cells, centres, *ends)) for ends in board.bridges),
        statues=tuple(Statue(around, _meeting(cells, centres, around)) for around in board.statues),
        squares=(),
        roads=tuple(
            (centres[one], centres[other])
            for one, other in (sorted(pair) for pair in by_land)
            # At a side that is shorter than this, water at both of its ends leaves no street.
            if not (side := _shared(cells, one, other)) or dist(*side) <= 3 * WATER
        ),
        drawn=False,
    )


def _spread(centres: Mapping[str, Point]) -> dict[str, Point]:
    """Return the places moved to the middles of their grounds, which makes the grounds alike in size."""
    return {name: _middle(_ground(name, centres, {})) for name in centres}


def _middle(ring: Ring) -> Point:
    """Return the centre of mass of a polygon."""
    area = across = down = 0.0
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        part = ax * by - bx * ay
        area, across, down = area + part, across + part * (ax + bx), down + part * (ay + by)
    return across / (3 * area), down / (3 * area)


def _beyond(point: Point, one: Point, other: Point) -> float:
    """Return how far a point lies behind the line that is as far from one place as from another."""
    long, ways = dist(one, other), zip(point, one, other, strict=True)
    return sum((at - (here + there) / 2) * ((there - here) / long) for at, here, there in ways)


def _ground(name: str, centres: Mapping[str, Point], off: Mapping[str, float]) -> Ring:
    """Return what is nearest to a place, so far off the sides to others."""
    ring = CITY
    for other, at in centres.items():
        if other != name:
            ring = _cut(ring, centres[name], at, off.get(other, 0.0))
    return ring


def _cut(ring: Ring, one: Point, other: Point, off: float) -> Ring:
    """Return the part of a convex polygon on one side of the line between two places, so far off it.

    The algorithm is that of Sutherland and Hodgman (1974).
    """
    kept: list[Point] = []
    depths = [_beyond(point, one, other) + off for point in ring]
    for number, point in enumerate(ring):
        before, depth = depths[number - 1], depths[number]
        if (before > 0) != (depth > 0):
            last = ring[number - 1]
            share = before / (before - depth)
            kept.append((last[0] + share * (point[0] - last[0]), last[1] + share * (point[1] - last[1])))
        if depth <= 0:
            kept.append(point)
    return tuple(kept)


def _shared(cells: Mapping[str, Ring], one: str, other: str) -> tuple[Point, Point] | None:
    """Return the ends of the side that two grounds share; None if they do not touch."""
    ends = [point for point in cells[one] if any(dist(point, corner) < SAME for corner in cells[other])]
    return (ends[0], ends[-1]) if len(ends) > 1 and dist(ends[0], ends[-1]) > SAME else None


def _span(
    cells: Mapping[str, Ring], centres: Mapping[str, Point], one: str, other: str
) -> tuple[Point, Point]:
    """Return a bridge: across the side that two places share, or from one to the other."""
    start, end = centres[one], centres[other]
    if shared := _shared(cells, one, other):
        (ax, ay), (bx, by) = shared
        at, reach = ((ax + bx) / 2, (ay + by) / 2), WATER + LANDING
        return _moved(at, start, end, -reach), _moved(at, start, end, reach)
    return _moved(start, start, end, LONG), _moved(end, start, end, -LONG)


def _moved(at: Point, one: Point, other: Point, far: float) -> Point:
    """Return a point moved in the direction from one place to another."""
    share = far / dist(one, other)
    return at[0] + share * (other[0] - one[0]), at[1] + share * (other[1] - one[1])


def _gate(cells: Mapping[str, Ring], centres: Mapping[str, Point], name: str, other: str) -> Point:
    """Return the middle of the way out of a dead end."""
    (ax, ay), (bx, by) = _shared(cells, name, other) or (centres[name], centres[other])
    return (ax + bx) / 2, (ay + by) / 2


def _meeting(cells: Mapping[str, Ring], centres: Mapping[str, Point], around: tuple[str, ...]) -> Point:
    """Return where three grounds meet; the middle of the places if they do not."""
    first, *others = around
    for point in cells[first]:
        if all(any(dist(point, corner) < SAME for corner in cells[name]) for name in others):
            return point
    return _mean(centres, around)


def _mean(centres: Mapping[str, Point], names: tuple[str, ...]) -> Point:
    points = [centres[name] for name in names]
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def _lakes(board: Board, centres: Mapping[str, Point], cells: Mapping[str, Ring]) -> Iterator[Lake]:
    """Yield a pond for each lake, at the free corner that is nearest to the middle of its shore."""
    corners = {point for cell in cells.values() for point in cell}
    taken = [_meeting(cells, centres, around) for around in board.statues]
    for shore in board.lakes:
        middle = _mean(centres, shore)
        free = (point for point in sorted(corners) if all(dist(point, other) > 2 * LAKE for other in taken))
        at = min(free, key=partial(dist, middle), default=middle)
        taken.append(at)
        yield Lake(shore, regular(at, LAKE, 12))
