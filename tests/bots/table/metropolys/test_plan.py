"""The plan of a board that nobody has drawn."""

from itertools import combinations

import numpy as np
import pytest

from tests.bots.table.drawing import NAMES, drawn, part, texts
from tests.bots.table.metropolys.test_geometry import grid, inside, points, street, wet
from tests.engine.metropolys.sets import added, mine
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.metropolys.model.geometry import Map
from urbanist.bots.table.metropolys.model.maps import load_map
from urbanist.bots.table.metropolys.model.plan import planned
from urbanist.bots.table.metropolys.terminal.board_map import LEAST_COLUMNS, LEAST_ROWS, MapMarks, paint_map
from urbanist.bots.table.metropolys.text.facts import describe, place_tip
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.engine.metropolys.edition import Board
from urbanist.engine.metropolys.editions import EDITIONS

METROPOLYS = GAMES["metropolys"]


def slot() -> int:
    return EDITIONS.slot_of(added(mine()))


@pytest.fixture(scope="module")
def board() -> Board:
    return EDITIONS.at(slot()).board


@pytest.fixture(scope="module")
def plan() -> Map:
    return load_map(slot())


def game() -> History:
    state = METROPOLYS.deal(seats=4, options=[f"data={added(mine())}"], seed=1)
    history = History.start(state)
    for ply in range(40):
        legal = history.state.legal()
        history = history.play(legal[ply * 7 % len(legal)])
    return history


def test_the_plan_has_everything_of_the_board(plan: Map, board: Board) -> None:
    assert list(plan.neighbourhoods) == list(board.by_name)
    for name, space in plan.neighbourhoods.items():
        place = board.by_name[name]
        assert (space.type, space.border, bool(space.gate)) == (place.type, place.border, place.dead_end)
    assert [bridge.joins for bridge in plan.bridges] == list(board.bridges)
    assert [statue.around for statue in plan.statues] == list(board.statues)
    assert [lake.around for lake in plan.lakes] == list(board.lakes)


def test_every_place_contains_its_centre_and_shares_no_spot(plan: Map) -> None:
    spots = grid(plan.size, 1.0)
    taken = np.sum([inside(spots, space.outline) for space in plan.neighbourhoods.values()], axis=0)
    assert taken.max() == 1
    for space in plan.neighbourhoods.values():
        assert inside(points((space.centre,)), space.outline).all(), space.name


def test_neighbours_by_land_share_a_street_or_have_a_road_and_nobody_else_does(
    plan: Map, board: Board
) -> None:
    by_bridge = {frozenset(ends) for ends in board.bridges}
    by_land = {frozenset((name, other)) for name in board.by_name for other in board.by_name[name].adjacent}
    at = {space.centre: name for name, space in plan.neighbourhoods.items()}
    roads = {frozenset((at[one], at[other])) for one, other in plan.roads}
    streets = {frozenset(pair) for pair in combinations(plan.neighbourhoods, 2) if street(plan, *pair) > 0}
    assert min(len(streets), len(roads)) > 5
    assert streets | roads == by_land - by_bridge


def test_a_bridge_begins_and_ends_on_land(plan: Map) -> None:
    for bridge in plan.bridges:
        for end in bridge.span:
            assert not wet(points((end,)), plan).any(), bridge


def test_other_types_alone_are_shown_on_the_drawn_board() -> None:
    printed = EDITIONS.at(0).board
    assert load_map().drawn
    assert not load_map(slot()).drawn
    assert not planned(printed).drawn
    assert len(planned(printed).neighbourhoods) == len(printed.places)


def test_the_map_in_the_terminal_names_each_place_of_the_file(board: Board) -> None:
    text = paint_map(game().state.array, LEAST_COLUMNS, LEAST_ROWS, MapMarks()).text().plain
    for name in board.by_name:
        assert name in text


def test_pictures_descriptions_and_tips_tell_the_board_of_the_file(board: Board) -> None:
    history = game()
    seen = PlayerView.of(history, 0, NAMES[:4])
    picture = drawn(history, 0)
    said = texts(picture)
    for name, place in board.by_name.items():
        assert (part(picture, name).findtext("title") or "").startswith(
            f"{name}: a place of type {place.type} in "
        )
        assert name in said
        assert f"a place of type {place.type}" in place_tip(seen, name)
    free = [name for name in board.by_name if board.by_name[name].type == "park"]
    parks = next(line for line in describe(seen).splitlines() if line.startswith("Empty park"))
    assert set(parks.removeprefix("Empty park: ").rstrip(".").split(", ")) <= set(free)
