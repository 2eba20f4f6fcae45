"""The drawn board against the printed one, and what a picture shows."""

import re
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from tests.bots.table.drawing import NAMES, drawn, part, texts, titled
from tests.bots.table.playing import played
from tests.oracle import metropolys_board as printed
from urbanist.bots.table.kit.plane import Point, Ring
from urbanist.bots.table.metropolys.model.geometry import Map, load_map
from urbanist.engine.metropolys.notation import (
    TOKEN_KINDS,
    MetropolysNotation,
    district_letters,
    lane_values,
    mask_names,
)

Points = np.ndarray[Any, np.dtype[np.float64]]

#: No street is wider, no water narrower.
STREET = 1.0
#: The shortest street that two neighbours share.
SHARED = 2.0

NOTATION = MetropolysNotation()
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
def test_a_picture_shows_every_neighbourhood_building_bid_and_token(plies, seats, looker) -> None:
    history = played(plies, seats=seats)
    drawing, record = drawn(history, looker), history.state.array
    letters = district_letters(record["districts"])
    said = texts(drawing)
    for name, space in load_map().neighbourhoods.items():
        title = part(drawing, name).findtext("title") or ""
        assert title.startswith(f"{name}: {space.type if name[0] in letters else 'not in play'}")
        assert name in said
    found = {
        (title, *texts(drawing, one))
        for one in drawing.iter("g")
        if re.match(r"\w+: (?:building|bid)", title := one.findtext("title") or "")
    }
    standing = {
        (f"{name}: building {value} of {who(seat)}", str(value))
        for seat in range(seats)
        for value, name in NOTATION.buildings(record, seat)
    }
    bids = {
        (f"{name}: bid {value} of {who(seat)}", str(value)) for seat, value, name in NOTATION.bids(record)
    }
    assert found == standing | bids
    tokens = zip(TOKEN_KINDS, record["tokens"], strict=True)
    assert sorted(titled(drawing, "token")) == sorted(
        f"{name}: {kind} token" for kind, mask in tokens for name in mask_names(mask)
    )


def test_a_card_counts_what_is_left_bid_and_built() -> None:
    history = played(30, seats=3)
    drawing, record = drawn(history), history.state.array
    for seat in range(3):
        card = part(drawing, f"card-{seat}")
        left, bid = lane_values(record["hands"][seat]), lane_values(record["bids"][seat])
        rest = [value for value in range(1, 14) if value not in (*left, *bid)]
        for kind, values in (("left", left), ("bid", bid), ("spent", rest)):
            shown = [text for one in card.iter() if one.get("class") == kind for text in texts(drawing, one)]
            assert shown == [str(value) for value in values]
        assert f"{len(NOTATION.buildings(record, seat))} built" in texts(drawing, card)


def test_the_auction_is_listed_in_its_order() -> None:
    history = played(30, seats=3)
    drawing = drawn(history)
    rows = [
        one
        for one in drawing.iter()
        if one.get("class") == "bid" and one.findtext("title", "").startswith("seat")
    ]
    assert [texts(drawing, row)[:2] for row in rows] == [
        [str(value), name] for _, value, name in NOTATION.bids(history.state.array)
    ]


def test_a_name_of_twelve_letters_fits_on_the_card_of_the_seat_to_move() -> None:
    names = ("Konstantynow", "Wladyslawowo", "Moszczenica1", "Zimnowodnica")
    for plies in range(4):
        drawing = drawn(played(plies), names=names)
        said = texts(drawing)
        assert "to move" in said
        assert {*names} <= {*said}
        assert not [text for text in said if text.endswith("…")]


def who(seat: int) -> str:
    return f"seat {seat} ({NAMES[seat]})" if NAMES[seat] else f"seat {seat}"


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
