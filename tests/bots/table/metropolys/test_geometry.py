"""The drawn board against the printed one."""

from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tests.oracle import metropolys_board as printed
from urbanist.bots.table.kit.plane import Point, Ring
from urbanist.bots.table.metropolys.model.geometry import Map
from urbanist.bots.table.metropolys.model.maps import load_map

Points = np.ndarray[Any, np.dtype[np.float64]]

#: No street is wider, no water narrower.
STREET = 1.0
#: The shortest street that two neighbours share.
SHARED = 2.0


@pytest.fixture(scope="module")
def board() -> Map:
    return load_map()


def test_the_map_shows_the_printed_neighbourhoods(board: Map) -> None:
    assert list(board.neighbourhoods) == printed.NAMES
    types = {name: kind for kind, names in printed.TYPES.items() for name in names}
    assert {name: space.type for name, space in board.neighbourhoods.items()} == types
    assert [name for name, space in board.neighbourhoods.items() if space.border] == printed.BORDER
    assert {name for name, space in board.neighbourhoods.items() if space.gate} == set(printed.DEAD_ENDS)


def test_the_map_shows_the_printed_bridges_lakes_and_statues(board: Map) -> None:
    assert [list(bridge.joins) for bridge in board.bridges] == printed.BRIDGES
    assert [list(lake.around) for lake in board.lakes] == printed.LAKES
    assert [list(statue.around) for statue in board.statues] == printed.STATUES


def test_every_neighbourhood_contains_its_centre(board: Map) -> None:
    for space in board.neighbourhoods.values():
        assert inside(points((space.centre,)), space.outline).all(), space.name


def test_no_spot_belongs_to_two_neighbourhoods_or_to_land_and_water(board: Map) -> None:
    spots = grid(board.size, 0.5)
    taken = wet(spots, board).astype(int)
    for space in board.neighbourhoods.values():
        taken += inside(spots, space.outline)
    assert taken.max() == 1


def test_neighbours_by_land_share_a_street_and_nobody_else_does(board: Map) -> None:
    bridges = {frozenset(names) for names in printed.BRIDGES}
    land = {
        frozenset((name, other)) for name in printed.ADJACENT for other in printed.ADJACENT[name]
    } - bridges
    drawn = {frozenset(pair) for pair in combinations(board.neighbourhoods, 2) if street(board, *pair) > 0}
    assert drawn == land
    assert min(street(board, *pair) for pair in map(sorted, land)) > SHARED


def test_bridges_cross_the_river_from_one_neighbourhood_to_the_other(board: Map) -> None:
    for bridge in board.bridges:
        for name, end in zip(bridge.joins, bridge.span, strict=True):
            assert inside(points((end,)), board.neighbourhoods[name].outline).all(), bridge
        assert wet(points(bridge.span).mean(axis=0, keepdims=True), board).all(), bridge


def test_statues_and_squares_stand_where_their_neighbourhoods_meet(board: Map) -> None:
    for place in (*board.statues, *board.squares):
        reached = beside(board, (place.at,), place.radius + 0.5)
        assert reached == set(place.around)


def test_lakes_wash_the_shores_of_the_neighbourhoods_around_them(board: Map) -> None:
    for lake in board.lakes:
        assert beside(board, lake.outline, STREET) == set(lake.around)


def test_the_border_touches_the_neighbourhoods_on_it(board: Map) -> None:
    assert beside(board, board.city, STREET) == set(printed.BORDER)


def test_a_dead_end_has_its_gate_on_the_street_to_its_one_neighbour(board: Map) -> None:
    for name in printed.DEAD_ENDS:
        gate = board.neighbourhoods[name].gate
        assert gate is not None
        assert beside(board, (gate,), STREET) == {name, *printed.ADJACENT[name]}


@cache
def points(pairs: Ring) -> Points:
    """Return points as an array, one a row."""
    return np.array(pairs, dtype=float)


def grid(size: Point, step: float) -> Points:
    """Return points all over the city."""
    across, down = np.meshgrid(np.arange(0, size[0], step), np.arange(0, size[1], step))
    return np.stack([across.ravel(), down.ravel()], axis=1)


def inside(spots: Points, *rings: Ring) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which spots the rings enclose: a ray from there crosses them an odd number of times."""
    close = near(spots, np.concatenate([points(ring) for ring in rings]), 0.0)
    inner = np.zeros(len(spots), dtype=bool)
    inner[close] = _enclosed(spots[close], rings)
    return inner


def _enclosed(spots: Points, rings: tuple[Ring, ...]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    odd = np.zeros(len(spots), dtype=bool)
    for ring in rings if len(spots) else ():
        for (x, y), (next_x, next_y) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if y != next_y:
                between = (y > spots[:, 1]) != (next_y > spots[:, 1])
                odd ^= between & (spots[:, 0] < x + (next_x - x) * (spots[:, 1] - y) / (next_y - y))
    return odd


def wet(spots: Points, board: Map) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which spots lie in the river or a lake."""
    result = inside(spots, *board.river)
    for lake in board.lakes:
        result |= inside(spots, lake.outline)
    return result


def nearest(spots: Points, ring: Ring) -> Points:
    """Return for each spot the nearest point of the ring's outline."""
    start = points(ring)
    along = np.roll(start, -1, axis=0) - start
    offset = spots[:, None] - start
    share = np.clip((offset * along).sum(axis=2) / (along**2).sum(axis=1), 0, 1)
    feet = start + share[:, :, None] * along
    best = ((spots[:, None] - feet) ** 2).sum(axis=2).argmin(axis=1)
    chosen: Points = feet[np.arange(len(spots)), best]
    return chosen


@cache
def walk(ring: Ring, step: float = 0.1) -> Points:
    """Return points along the outline of a ring, about `step` apart."""
    pieces = []
    for start, end in zip(points(ring), points((*ring[1:], ring[0])), strict=True):
        count = max(1, int(np.hypot(*(end - start)) / step))
        pieces.append(start + np.arange(count)[:, None] / count * (end - start))
    return np.concatenate(pieces)


def street(board: Map, name: str, other: str) -> float:
    """Return the length of the border of two neighbourhoods with only a dry street between them."""
    outline, facing = (board.neighbourhoods[each].outline for each in (name, other))
    spots = walk(outline)
    spots = spots[near(spots, points(facing), STREET)]
    if not len(spots):
        return 0.0
    across = nearest(spots, facing)
    close = np.hypot(*(spots - across).T) < STREET
    return 0.1 * float((~wet((spots + across)[close] / 2, board)).sum())


def near(spots: Points, others: Points, reach: float) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which spots come within reach of the box around others; no spot outside it is nearer to them."""
    inner: np.ndarray[Any, np.dtype[np.bool_]] = (
        (spots >= others.min(axis=0) - reach) & (spots <= others.max(axis=0) + reach)
    ).all(axis=1)
    return inner


def beside(board: Map, ring: Ring, reach: float) -> set[str]:
    """Return the neighbourhoods that come within reach of a ring or a point."""
    spots = walk(ring) if len(ring) > 1 else points(ring)
    return {name for name, space in board.neighbourhoods.items() if _reached(spots, space.outline, reach)}


def _reached(spots: Points, outline: Ring, reach: float) -> bool:
    spots = spots[near(spots, points(outline), reach)]
    return bool((np.hypot(*(spots - nearest(spots, outline)).T) < reach).any())
