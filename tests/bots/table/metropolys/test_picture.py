"""The drawn board against the printed one, and pictures as files."""

import re
from itertools import combinations
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from tests.bots.table.playing import played
from tests.oracle import metropolys_board as printed
from urbanist.bots.table import Sight, write_picture
from urbanist.bots.table.kit.plane import Point, Ring
from urbanist.bots.table.metropolys.model.geometry import Map, load_map

Points = np.ndarray[Any, np.dtype[np.float64]]

#: No street is wider, no water narrower.
STREET = 1.0
#: The shortest street that two neighbours share.
SHARED = 2.0

NAMES = ("Ann", "$Bob_", "A name that is much longer than its card", "")
#: The first move, a running auction and the end, for a bystander and for a seat.
SIGHTS = {
    "first move": (0, 4, None),
    "auction": (30, 3, 1),
    "end": (10_000, 2, 0),
}


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
        assert inside(points([space.centre]), space.outline).all(), space.name


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
            assert inside(points([end]), board.neighbourhoods[name].outline).all(), bridge
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


@pytest.mark.parametrize(("plies", "seats", "looker"), SIGHTS.values(), ids=SIGHTS)
def test_a_picture_is_an_svg_or_a_png_of_the_page(plies, seats, looker, tmp_path: Path) -> None:
    root = ElementTree.fromstring(drawn(tmp_path / "board.svg", plies, seats, looker))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert root.attrib["viewBox"] == "0 0 1152 792"
    data = drawn(tmp_path / "board.PNG", plies, seats, looker)
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (1600, 1100)


@pytest.mark.parametrize("suffix", ["svg", "png"])
def test_the_same_position_gives_the_same_bytes(suffix: str, tmp_path: Path) -> None:
    first, second = (drawn(tmp_path / f"{name}.{suffix}") for name in "ab")
    assert first == second


def test_other_formats_are_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"\.svg or \.png file, not 'board\.gif'"):
        drawn(tmp_path / "board.gif")


def test_a_name_of_twelve_letters_fits_on_the_card_of_the_seat_to_move(tmp_path: Path) -> None:
    names = ("Konstantynow", "Wladyslawowo", "Moszczenica1", "Zimnowodnica")
    for plies in range(4):
        svg = drawn(tmp_path / "a.svg", plies, 4, names=names).decode()
        said = re.findall(r"<!-- (.*?) -->", svg)
        assert "to move" in said
        assert {*names} <= {*said}
        assert not [text for text in said if text.endswith("…")]


def drawn(
    path: Path, plies: int = 30, seats: int = 3, looker: int | None = None, names: tuple[str, ...] = NAMES
) -> bytes:
    """Return the bytes of a picture."""
    pytest.importorskip("matplotlib")
    write_picture(Sight.of(played(plies, seats=seats), looker, names[:seats]), path)
    return path.read_bytes()


def points(pairs: Ring | list[Point]) -> Points:
    """Return points as an array, one a row."""
    return np.array(pairs, dtype=float)


def grid(size: Point, step: float) -> Points:
    """Return points all over the city."""
    across, down = np.meshgrid(np.arange(0, size[0], step), np.arange(0, size[1], step))
    return np.stack([across.ravel(), down.ravel()], axis=1)


def inside(spots: Points, *rings: Ring) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return which spots the rings enclose: a ray from there crosses them an odd number of times."""
    odd = np.zeros(len(spots), dtype=bool)
    for ring in rings:
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


def walk(ring: Ring, step: float = 0.1) -> Points:
    """Return points along the outline of a ring, about `step` apart."""
    pieces = []
    for start, end in zip(points(ring), points((*ring[1:], ring[0])), strict=True):
        count = max(1, int(np.hypot(*(end - start)) / step))
        pieces.append(start + np.arange(count)[:, None] / count * (end - start))
    return np.concatenate(pieces)


def street(board: Map, name: str, other: str) -> float:
    """Return the length of the border of two neighbourhoods with only a dry street between them."""
    outline = board.neighbourhoods[name].outline
    facing = board.neighbourhoods[other].outline
    if not overlap(points(outline), points(facing), STREET):
        return 0.0
    spots = walk(outline)
    across = nearest(spots, facing)
    close = np.hypot(*(spots - across).T) < STREET
    return 0.1 * float((close & ~wet((spots + across) / 2, board)).sum())


def overlap(spots: Points, others: Points, reach: float) -> bool:
    """Return whether the boxes around two sets of spots come within reach of each other."""
    apart = np.maximum(spots.min(axis=0) - others.max(axis=0), others.min(axis=0) - spots.max(axis=0))
    return bool(apart.max() <= reach)


def beside(board: Map, ring: Ring, reach: float) -> set[str]:
    """Return the neighbourhoods that come within reach of a ring or a point."""
    spots = walk(ring) if len(ring) > 1 else points(ring)
    return {
        name
        for name, space in board.neighbourhoods.items()
        if (np.hypot(*(spots - nearest(spots, space.outline)).T) < reach).any()
    }
