"""A position of Warszawa can be read back from what a seat sees."""

from typing import Any

import numpy as np
import pytest

from tests.engine.tables import TABLES, Table, choices, played
from urbanist.engine.warszawa import WARSZAWA, edition, editions
from urbanist.engine.warszawa.editions import EDITIONS

LAYOUT = WARSZAWA.layout
MAPS = [table for table in TABLES if table.game is WARSZAWA]


def cells(number: Any, count: int = 37) -> list[int]:
    return [int(number) >> cell & 1 for cell in range(count)]


@pytest.mark.parametrize("table", MAPS, ids=str)
def test_planes_hold_the_map(table: Table) -> None:
    for state in played(table, 0)[0][::4]:
        record, seen = state.array, state.observe(1)
        planes = dict(zip(LAYOUT.common_planes, seen.common_planes.tolist(), strict=True))
        assert planes["rubble"] == cells(record["rubble"])
        assert planes["built"] == cells(np.bitwise_or.reduce(record["of_type"]))
        cards = EDITIONS.of(record).cards
        by_name = {card.id: card for card in cards}
        for place in range(table.seats):
            seat = (1 + place) % table.seats
            built, founded, ready = seen.seat_planes[place].tolist()
            assert built == cells(record["built"][seat])
            assert founded == cells(record["founded"][seat])
            assert ready == cells(record["ready"][seat])
            for cell in np.flatnonzero(np.add(built, founded)):
                stage, index = divmod(int(record["card_at"][cell]), 64)
                card = by_name[editions.indexed(int(record["slot"]), stage + 1)[index]]
                assert planes["points"][cell] == card.points
                assert [kind for kind in edition.TYPES if planes[f"type {kind}"][cell]] == [card.type]
                functions = [what for what in edition.FUNCTIONS if planes[f"function {what}"][cell]]
                assert functions == [card.function]


@pytest.mark.parametrize("table", MAPS, ids=str)
def test_numbers_hold_the_metro_the_board_and_the_cards(table: Table) -> None:
    for state in played(table, 0)[0][::4]:
        record, seen = state.array, state.observe(1)

        def run(prefix: str, suffix: str = "", seen: Any = seen) -> list[int]:
            names = LAYOUT.common
            return [
                int(x)
                for name, x in zip(names, seen.common, strict=True)
                if name.startswith(prefix) and name.endswith(suffix)
            ]

        segments = int(record["segments"][0]) | int(record["segments"][1]) << 64
        assert run("segment ") == cells(segments, 80)
        assert run("bridge ") == cells(record["bridges"], 10)
        assert run("tunnel ") == [int(record["tunnel"] == 1 + side) for side in range(10)]
        assert run("field ") == cells(int(record["taken"]) >> 1, 15)
        assert run("card ", "laid") == cells(record["laid"], 64)
        assert sum(run("task ", "points")) >= 0
        points = [task for task in run("task ", "points") if task]
        assert len(points) <= int(record["tasks_open"]).bit_count()


@pytest.mark.parametrize("table", MAPS, ids=str)
def test_a_seat_sees_its_own_hand_and_norms_and_no_others(table: Table) -> None:
    hand = LAYOUT.seats.index("card 0 in hand")
    first = LAYOUT.seats.index("first norm needs industrial")
    for state in played(table, 0)[0][::6]:
        seen = state.observe(1)
        assert seen.seats[0, hand:].tolist() == cells(state.array["hand"][1], 64)
        assert not seen.seats[1:, first:].any()
        assert seen.seats[0, first : first + 16].sum() == (6 if table.seats == 5 else 8)
        kept = seen.seats[0, first + 16 : first + 18].tolist()
        chosen = int(state.array["chosen"]) >> 1 & 1
        assert kept == [float(chosen and state.array["kept"][1] == norm) for norm in state.array["norms"][1]]
        assert not state.observe(None).seats[:, first:].any()


def test_next_segments_are_those_that_can_be_dug() -> None:
    names = [name for name in LAYOUT.common if name.startswith("next segment ")]
    start = LAYOUT.common.index(names[0])
    segments = 0
    for table in MAPS:
        for state in choices(table, 1):
            sides = {int(move) >> 8 & 0xFFFF for move in state.moves() if int(move) >> 24 == 8}
            if sides:
                segments += 1
                assert {int(i) for i in np.flatnonzero(state.observe(0).common[start : start + 80])} == sides
    assert segments > 10
