"""The map in a terminal: its contents and size."""

import pytest
from rich.text import Text

from tests.bots.table.playing import PLAYERS, lines_of, played
from urbanist.bots.table import PlayerView, draw_board, table_of
from urbanist.bots.table.kit.colour import SEAT_MARK as MARK
from urbanist.bots.table.metropolys.terminal.board_map import (
    LABEL_WIDTH,
    LEAST_COLUMNS,
    LEAST_ROWS,
    MapMarks,
    paint_map,
    raster,
)
from urbanist.engine.history import History
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.metropolys.notation import MetropolysNotation, lane_values
from urbanist.engine.metropolys.pieces import NAMES

TABLE = table_of("metropolys")


def pov(history: History, seat: int | None = 0) -> PlayerView:
    return PlayerView.of(history, seat, PLAYERS[: history.state.seats])


def shown(history: History, width: int = 100, height: int = 35) -> list[str]:
    return lines_of(draw_board(pov(history), width, height), width)


def drawn_map(history: History, targets: tuple[str, ...] = ()) -> Text:
    return paint_map(history.state.array, LEAST_COLUMNS, LEAST_ROWS, MapMarks(targets)).text()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_name_stands_on_the_map_with_its_type(seats):
    drawn = drawn_map(played(0, seats=seats)).plain
    for place in EDITIONS.at(0).board.places:
        assert f"{place.name} {place.type[0].upper()}" in drawn


@pytest.mark.parametrize(("seats", "variant"), [(2, "family"), (4, "expert")])
def test_the_table_fits_100_columns_and_leaves_room_for_the_prompt(seats, variant):
    for plies in range(0, 160, 23):
        lines = shown(played(plies, seats=seats, variant=variant))
        assert len(lines) <= 35
        assert max(map(len, lines)) <= 100


def test_a_larger_terminal_gets_a_larger_map():
    lines = shown(played(10), 180, 60)
    assert len(lines) > 45
    assert max(map(len, lines)) <= 180


@pytest.mark.parametrize("size", [(41, 16), (52, 19), (78, 29), (90, 33), (120, 44), (160, 59)])
def test_no_two_labels_share_a_cell(size):
    taken: set[tuple[int, int]] = set()
    base = raster(*size, "CNESW", 0)
    for name in NAMES:
        column, row = base.labels[name]
        box = {(column + x, row + y) for x in range(LABEL_WIDTH) for y in range(base.label_rows)}
        assert not box & taken, name
        taken |= box


def test_bids_stand_in_brackets_with_their_seat():
    history = played(0).play("7@N3").play("9@N4")
    first, second = (state.to_move for state in history.states[:2])
    drawn = drawn_map(history).plain
    assert f"({MARK[first]}7)" in drawn
    assert f"({MARK[second]}9)" in drawn


def test_buildings_show_owner_value_and_height():
    history = played(0).play("13@N4")
    owner = history.states[0].to_move
    lines = drawn_map(history).plain.split("\n")
    row = next(number for number, line in enumerate(lines) if f"{MARK[owner]}13" in line)
    assert "▪▪▪" in lines[row - 1]
    assert "(" not in lines[row]


def test_the_places_for_the_next_bid_are_marked():
    history = played(0).play("7@N3")
    plain, marked = drawn_map(history), drawn_map(history, ("N4",))
    assert plain.plain == marked.plain
    assert plain.spans != marked.spans


def test_tokens_lie_where_the_deal_put_them():
    drawn = drawn_map(played(0)).plain
    for sign, number in (("★", 9), (" M ", 9), (" R ", 9)):
        assert drawn.count(sign) >= number


def test_the_other_seats_cards_do_not_change_what_is_shown():
    history = played(40)
    head, _, cards = history.deal.rpartition("=")
    own, *others = cards.split(",")
    swapped = History.read(history.game, f"{head}={','.join([own, *reversed(others)])}", history.events)
    assert swapped.deal != history.deal
    assert shown(swapped) == shown(history)
    assert TABLE.describe(pov(swapped)) == TABLE.describe(pov(history))


def test_cards_are_revealed_when_the_game_is_over():
    history = played(10_000)
    assert history.state.over
    seen = TABLE.describe(pov(history, None))
    for card in history.deal.rpartition("=")[2].split(","):
        assert card.replace("+", " and ") in seen


def test_the_description_names_every_bid_building_and_empty_place():
    history = played(37)
    read = TABLE.describe(pov(history))
    notation = MetropolysNotation()
    for seat in range(4):
        for value, place in notation.buildings(history.state.array, seat):
            assert f"{value} on {place}" in read
    for seat, value, place in notation.bids(history.state.array):
        assert f"seat {seat} {value} on {place}" in read
    assert all(line.endswith(".") and line.isascii() for line in read.split("\n"))
    # Each turn tells the viewer's own hand again, whoever is to move.
    turn = TABLE.describe_turn(pov(history))
    left = ", ".join(map(str, lane_values(history.state.array["hands"][0])))
    assert turn.startswith(f"Seat 0 (human), you: buildings left: {left}.\nYour cards: ")
    assert "you: buildings left" not in TABLE.describe_turn(pov(history, None))
