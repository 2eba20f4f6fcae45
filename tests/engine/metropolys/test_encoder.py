"""A position of Metropolys can be read back from what a seat sees."""

import numpy as np
import pytest

from tests.engine.tables import PLAIN_TABLES, Table, played
from urbanist.engine.metropolys import METROPOLYS, pieces
from urbanist.engine.metropolys.encoder import DETAILS

LAYOUT = METROPOLYS.layout
TABLES = [table for table in PLAIN_TABLES if table.game is METROPOLYS]


def bits(number: int) -> list[int]:
    return [number >> cell & 1 for cell in range(len(pieces.NAMES))]


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_planes_hold_the_whole_board(table: Table) -> None:
    for state in played(table, 0)[0]:
        record, seen = state.array, state.observe(1)
        planes = dict(zip(LAYOUT.common_planes, seen.common_planes, strict=True))
        assert planes["in play"].tolist() == bits(int(record["play"]))
        assert planes["empty"].tolist() == bits(int(record["empty"]))
        for kind, tokens in zip(("trendy", "metro", "ruins"), record["tokens"], strict=True):
            assert planes[kind].tolist() == bits(int(tokens))
        bid = planes["last building"]
        assert int(bid.max()) == record["last_value"]
        assert not record["last_value"] or bid.argmax() == record["last_cell"]
        sites = {int(move) & 63 for move in state.moves() if move}
        assert np.flatnonzero(planes["next sites"]).tolist() == sorted(sites) or not sites


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_planes_of_a_seat_hold_its_buildings_and_bids(table: Table) -> None:
    for state in played(table, 0)[0]:
        seen = state.observe(1)
        for place in range(table.seats):
            seat = (1 + place) % table.seats
            built, bid = seen.seat_planes[place]
            assert (built > 0).tolist() == [bool(bit) for bit in bits(int(state.array["built"][seat]))]
            for value in pieces.VALUES:
                holds = seen.seats[place, LAYOUT.seats.index(f"holds building {value}")]
                assert holds == state.array["hands"][seat] >> value & 1
                assert (value in built) + (value in bid) == (not holds)
            assert all(state.array["site"][seat][int(built[cell])] == cell for cell in np.flatnonzero(built))


def test_a_seat_sees_its_own_type_card_and_the_chances_of_others() -> None:
    state = METROPOLYS.deal(variant="expert", seats=4, seed=3)
    start = LAYOUT.seats.index(f"chance of {pieces.TYPES[0]}")
    assert DETAILS.seats[-5:] == LAYOUT.seats[start:]
    chances = state.observe(2).seats[:, start:]
    assert chances[0].tolist() == np.eye(5)[state.array["kind"][2]].tolist()
    assert set(chances[1:, state.array["kind"][2]]) == {0}
    assert np.allclose(chances.sum(axis=1), 1)
    assert np.allclose(state.observe(None).seats[:, start:], 0.2)


def test_family_has_no_types() -> None:
    state = METROPOLYS.deal(variant="family", seats=3, seed=3)
    assert not state.observe(0).seats[:, -5:].any()
