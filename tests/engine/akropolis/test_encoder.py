"""A position of Akropolis can be read back from what a seat sees."""

from typing import Any

import numpy as np
import pytest

from tests.engine.tables import TABLES, Table, played
from urbanist.engine.akropolis import AKROPOLIS, pieces
from urbanist.engine.akropolis.city_record import HIGH, Hex, Space, hexes, place
from urbanist.engine.akropolis.edition import MAX_TILES
from urbanist.engine.akropolis.editions import EDITIONS

LAYOUT = AKROPOLIS.layout
PRINTED = EDITIONS.at(0)
MIDDLE = 32
CITIES = [table for table in TABLES if table.game is AKROPOLIS]


def whole_tiles(city: Any) -> dict[Space, str]:
    """Return where the anchors of tiles lie that nothing covers, and where these tiles point."""
    tops, tiles = hexes(city), {}
    built = list(zip(city["hex"].tolist(), city["top"].tolist(), strict=True))[: int(city["hexes"])]
    for (number, top), _, (third, _) in zip(built[4::3], built[5::3], built[6::3], strict=True):
        if tops[place(number)].height == top >> HIGH:
            tiles[place(number)] = "down" if third == number + 1 else "up"
    return tiles


@pytest.mark.parametrize("table", CITIES, ids=str)
def test_planes_hold_each_hex_of_each_city(table: Table) -> None:
    for state in played(table, 0)[0][::8]:
        seen = state.observe(1)
        for behind in range(table.seats):
            city = state.array["city"][(1 + behind) % table.seats]
            planes = dict(zip(LAYOUT.seat_planes, seen.seat_planes[behind], strict=True))
            tops, whole = {}, whole_tiles(city)
            for row, column in zip(*np.nonzero(planes["height"]), strict=True):
                [kind] = [name for name in (*pieces.KINDS, pieces.QUARRY) if planes[name][row, column]]
                space = (int(column) - MIDDLE, int(row) - MIDDLE)
                tops[space] = Hex(
                    kind, bool(planes["plaza"][row, column]), int(planes["height"][row, column])
                )
                for way in ("down", "up"):
                    assert planes[f"whole tile pointing {way}"][row, column] == (whole.get(space) == way)
            assert tops == hexes(city)


@pytest.mark.parametrize("table", CITIES, ids=str)
def test_numbers_hold_the_market_and_the_stacks(table: Table) -> None:
    for state in played(table, 0)[0][::3]:
        common = dict(zip(LAYOUT.common, state.observe(0).common, strict=True))
        stacked = [number for number in range(1, MAX_TILES + 1) if common[f"tile {number} in the stacks"]]
        assert stacked == [number for number in range(64) if int(state.array["unseen"]) >> number & 1]
        for slot in range(6):
            tile = int(state.array["market"][slot])
            for corner in range(3):
                shown = [
                    name
                    for name in (*pieces.KINDS, "quarry", "plaza")
                    if common[f"slot {slot} hex {corner} {name}"]
                ]
                hex_ = PRINTED.hexes(tile)[corner] if slot < state.array["market_size"] else ""
                assert shown == (
                    [hex_.rstrip("*"), "plaza"] if hex_.endswith("*") else [hex_] if hex_ else []
                )


def test_an_action_is_the_place_in_the_market_the_triangle_the_turn_and_the_anchor() -> None:
    state = AKROPOLIS.deal(seats=2, seed=5)
    shape = (6, 2, 3, 64, 64)
    assert AKROPOLIS.action_count == np.prod(shape)
    for move, action in zip(state.moves().tolist(), state.actions(), strict=True):
        slot, up, turn, row, column = np.unravel_index(action, shape)
        assert state.array["market"][slot] == move >> 17
        assert (up, turn) == (move >> 16 & 1, move & 3)
        assert (row - MIDDLE, column - MIDDLE) == ((move >> 9 & 127) - 64, (move >> 2 & 127) - 64)


def test_a_city_of_a_long_line_still_has_an_action_for_each_move() -> None:
    """The city goes around the edge of the plane."""
    state = AKROPOLIS.deal(seats=2, options=["long"], seed=2)
    while not state.over:
        if state.due:
            state = state.play(state.chance() or "")
            continue
        actions = state.actions()
        assert len(set(actions.tolist())) == len(actions)
        eastern = max(state.moves().tolist(), key=lambda move: move >> 2 & 127)
        state = state.play(eastern)
    assert state.array["city"]["east"].max() > MIDDLE
