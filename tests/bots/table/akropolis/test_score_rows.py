"""The score of a city kind by kind, compared with the engine and the oracle, and its notes on what is missing."""

from itertools import product

import pytest

from tests.bots.table.playing import city_game
from tests.engine.tables import unchecked
from tests.oracle import akropolis_scoring as oracle
from tests.oracle.akropolis_tiles import PLAZAS
from urbanist.bots.table.akropolis.model.city import (
    City,
    city_of,
    covered,
    groups,
    laid,
    lakes,
    printed_on,
)
from urbanist.bots.table.akropolis.text.facts import fact
from urbanist.engine import GAMES, State
from urbanist.engine.akropolis.city_record import FAR, HIGH, LINE, PLAZA, QUARRY, Hex, around
from urbanist.engine.akropolis.editions import EDITIONS
from urbanist.engine.akropolis.notation import AkropolisMove
from urbanist.engine.akropolis.pieces import KINDS, START
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.akropolis.score_rows import district_rows
from urbanist.engine.event import Move

OPTIONS = [(), KINDS, ("markets", "gardens"), ("houses", "barracks", "temples", "long")]


def city(text: str) -> City:
    """Return a city from rows of marks, each row half a hex to the right of the one above; capitals are plazas."""
    kinds = {kind[0]: kind for kind in (*KINDS, "quarry")}
    return {
        (q, r): Hex(kinds[mark[0].lower()], mark[0].isupper(), int(mark[1]))
        for r, line in enumerate(text.strip().split("\n"))
        for q, mark in enumerate(line.split())
        if mark != "."
    }


def state_of(own: City, options: tuple[str, ...]) -> State:
    """Return a position in which seat 0 has a city."""
    record = GAMES["akropolis"].deal(seats=2, options=options).array.copy()
    place = record["city"][0]
    place["hexes"] = len(own)
    for i, ((q, r), top) in enumerate(own.items()):
        kind = QUARRY if top.kind == "quarry" else 1 + KINDS.index(top.kind) + PLAZA * top.plaza
        place["hex"][i] = LINE * (r + FAR) + q + FAR
        place["top"][i] = kind | top.height << HIGH
    columns, rows = [q for q, _ in own], [r for _, r in own]
    place["west"], place["east"] = min(columns), max(columns)
    place["north"], place["south"] = min(rows), max(rows)
    return unchecked(GAMES["akropolis"], record)


def counted(own: City, kind: str, options: tuple[str, ...] = ()) -> DistrictRow:
    return next(row for row in district_rows(state_of(own, options), 0) if row.kind == kind)


def as_oracle(own: City) -> oracle.City:
    printed = {kind: plaza for plaza, kind in PLAZAS.items()}
    return {
        space: oracle.Hex(printed[top.kind] if top.plaza else top.kind, top.height, 0)
        for space, top in own.items()
    }


@pytest.mark.parametrize(("seats", "options"), list(product([2, 3], OPTIONS)))
def test_counts_are_those_of_the_oracle(seats, options):
    for seed in range(6):
        state = city_game(9 * (seed + 1), seed, seats, options).state
        for seat in range(seats):
            rows = {row.kind: (row.count, row.each) for row in district_rows(state, seat)}
            assert rows == oracle.rows(as_oracle(city_of(state, seat)), options)


def test_a_city_follows_from_its_moves():
    history = city_game(24)
    cities = {seat: city_of(history.states[0], seat) for seat in range(2)}
    for before, event in zip(history.states, history.events, strict=False):
        if isinstance(event, Move):
            placement = AkropolisMove(event)
            printed = printed_on(before, placement.tile)
            cities[before.to_move] = laid(cities[before.to_move], placement, printed)
    assert {seat: city_of(history.state, seat) for seat in range(2)} == cities


def test_a_city_begins_with_the_start_tile():
    own = city_of(city_game(0).state, 0)
    assert own == {
        space: Hex(text.rstrip("*"), text.endswith("*"), 1)
        for space, text in zip(START, EDITIONS.at(0).start, strict=True)
    }


MISSING = [
    ("houses", "h1 h2 . h3\nH1 . . .", "3 x 1 star", "3 outside the largest group"),
    ("houses", "h1 h1", "2 x 0 stars", "no plaza"),
    ("markets", "m2 m1 . m3\nM1 . . .", "3 x 2 stars", "3 beside another market"),
    ("markets", "M1 q1", "0 x 2 stars", "no district that counts"),
    ("barracks", ". q1 q1\nq1 b4 q1\nq1 q1 B1", "0 x 2 stars", "no district that counts, 4 not on the edge"),
    ("temples", "t3 T1", "0 x 2 stars", "no district that counts, 3 not built round"),
    ("gardens", "g2 G1", "2 x 3 stars", ""),
    ("gardens", "q1", "0 x 0 stars", ""),
]


@pytest.mark.parametrize(("kind", "text", "said", "missing"), MISSING)
def test_a_count_says_what_is_missing(kind, text, said, missing):
    row = counted(city(text), kind)
    assert fact(row).value == "; ".join(filter(None, (said, missing)))


def test_a_count_separates_doubled_values():
    row = counted(city("h5 h5\nH1 ."), "houses", options=("houses",))
    assert (row.count, row.doubled, row.points) == (20, 10, 20)


def test_a_row_reads_value_times_stars_and_what_is_missing():
    facts = {str(row.kind): fact(row) for row in city_game(0).state.score_rows(0)}
    assert list(facts) == [*KINDS, "stones"]
    assert str(facts["houses"]) == "houses: 0 (0 x 1 star; no district that counts)"
    assert str(facts["temples"]) == "temples: 0 (0 x 0 stars)"


def test_regions_are_connected_and_lakes_are_enclosed():
    ring = {space: Hex("quarry", False, 1) for space in around((0, 0))}
    assert lakes(ring) == [{(0, 0)}]
    assert lakes({**ring, (0, 0): Hex("quarry", False, 1)}) == []
    assert sorted(map(len, groups([(0, 0), (1, 0), (5, 5)]))) == [1, 2]


def test_covered_counts_the_quarries_below():
    own = city_of(city_game(0).state, 0)
    assert covered(own, AkropolisMove.of(16, 0, 0, 0)) == 1
    assert covered(own, AkropolisMove.of(16, 5, 5, 0)) == 0
