"""Warszawa in a terminal: its contents and size; it shows no secrets."""

import re
from itertools import product

import numpy as np
import pytest

from tests.bots.table.playing import lines_of, rebuilt
from urbanist.bots.table import PlayerView, draw_board, table_of
from urbanist.bots.table.kit.colour import SEAT_MARK as MARK
from urbanist.bots.table.kit.plane import middle
from urbanist.bots.table.kit.wording import cut
from urbanist.bots.table.warszawa.model.city import (
    fields,
    open_tasks,
    plots,
    supply_of,
)
from urbanist.bots.table.warszawa.terminal.board_map import SIZES as MESHES
from urbanist.bots.table.warszawa.terminal.board_map import WHOLE, HexMarks, at, paint_map, raster
from urbanist.bots.table.warszawa.text.phrases import (
    card_title,
    functions,
    letter,
    objects_of,
    short_kind,
    title_on_hex,
)
from urbanist.engine import GAMES
from urbanist.engine.history import History
from urbanist.engine.warszawa.geography import CELLS, DIRECTIONS, HEXES, hex_text
from urbanist.engine.warszawa.map_record import bridges, segments, tunnel

TABLE = table_of("warszawa")
PLAYERS = ("human", "drawn", "a player with a very long name", "drawn", "drawn")
SIZES = [(80, 24), (100, 36), (132, 43), (180, 56), (240, 80)]
#: Half blocks, which are drawn as a space if both halves have one colour.
NO_LINES = str.maketrans("▀▄█", "   ")


def pov(history: History, seat: int | None = 0) -> PlayerView:
    return PlayerView.of(history, seat, PLAYERS[: history.state.seats])


def shown(history: History, columns: int, lines: int, seat: int | None = 0) -> str:
    return "\n".join(lines_of(draw_board(pov(history, seat), columns, lines), columns))


def drawn_map(history: History, mesh: int = 0) -> str:
    return paint_map(pov(history), MESHES[mesh], HexMarks()).text().plain


@pytest.mark.parametrize(
    ("seats", "size"),
    [pytest.param(*case, marks=[pytest.mark.nightly] * (case[0] != 5)) for case in product([3, 4, 5], SIZES)],
)
def test_every_table_fits_its_terminal(seats, size):
    for plies, seat in ((0, 0), (seats, 0), (81, None), (81, 0), (10_000, None)):
        lines = lines_of(draw_board(pov(rebuilt(plies, 2, seats), seat), *size), size[0])
        assert len(lines) <= size[1]
        assert max(map(len, lines)) <= size[0]


@pytest.mark.parametrize("mesh", range(len(MESHES)))
@pytest.mark.parametrize("plies", [0, 60, 10_000])
def test_every_hex_shows_its_coordinates_and_its_building(plies, mesh):
    history = rebuilt(plies, 3)
    text = drawn_map(history, mesh)
    everywhere = plots(history.state)
    for plot in everywhere:
        assert re.search(rf"(?<![-0-9]){hex_text(plot.cell)}(?![0-9])", text) or bridges(
            history.state.array
        ), plot
    for seat in range(4):
        own = [plot for plot in everywhere if plot.seat == seat]
        assert text.count(f"{MARK[seat]}{seat}") == len(own)
        founded = sorted(letter(plot.type) for plot in own if plot.founded)
        assert sorted(re.findall(rf"\(([A-Z]){MARK[seat]}{seat}\)", text)) == founded
    assert text.count("▒▒▒") == sum(plot.rubble for plot in everywhere)
    assert text.count("★") == sum(plot.site is not None for plot in everywhere)
    assert text.count("=") == len(bridges(history.state.array))


def test_cards_are_named_where_there_is_room():
    history = rebuilt(90, 3)
    text = drawn_map(history)
    assert all(cut(title_on_hex(plot.card), 14) in text for plot in plots(history.state) if plot.card)


def test_neutral_buildings_show_only_their_type():
    history = rebuilt(0, seats=3)
    letters = sorted(letter(plot.type) for plot in plots(history.state) if plot.built)
    assert sorted(re.findall(r"[A-Z]", drawn_map(history))) == letters
    assert len(letters) == 7


@pytest.mark.parametrize("mesh", MESHES, ids=lambda mesh: str(mesh.wide))
def test_the_pixels_of_a_hex_are_around_its_middle_and_their_neighbours_adjacent(mesh):
    ground = raster(mesh)
    assert ground.cell.shape == (2 * WHOLE.rows(mesh), WHOLE.columns(mesh))
    counts = np.bincount(ground.cell[ground.cell >= 0], minlength=37)
    assert counts.min() > 0.8 * counts.max()
    for cell, (q, r) in enumerate(HEXES):
        column, row = at(mesh, middle((q, r)))
        assert ground.cell[int(2 * row), int(column)] == cell
        near = {CELLS[q + dq, r + dr] for dq, dr in DIRECTIONS if (q + dq, r + dr) in CELLS}
        assert set(ground.other[ground.cell == cell].tolist()) - {-1} == near


@pytest.mark.parametrize("mesh", MESHES, ids=lambda mesh: str(mesh.wide))
def test_what_is_built_on_sides_changes_the_picture_there_and_nowhere_else(mesh):
    history = rebuilt(10_000, 4)
    for ply, event in enumerate(history.texts):
        verb, _, rest = event.partition("@")
        if verb not in ("metro", "bridge"):
            continue
        place = rest.partition(":")[0] if verb == "metro" else rest.rpartition("/")[0]
        part = pov(history.until(ply + 1))
        before, after = (paint_map(part, mesh, HexMarks(fresh)).text() for fresh in (None, place))
        # A line in the colour of its neighbour shows only when it is fresh.
        assert before.plain.translate(NO_LINES) == after.plain.translate(NO_LINES)
        assert before.spans != after.spans


def test_the_tunnel_is_drawn_with_its_sign():
    history = next(game for seed in range(9) if tunnel((game := rebuilt(10_000, seed)).state.array))
    ply = next(ply for ply, event in enumerate(history.texts) if event.startswith("metro@") and ":" in event)
    assert "∩" not in drawn_map(history.until(ply))
    assert "∩" in drawn_map(history.until(ply + 1))


@pytest.mark.parametrize("size", SIZES)
def test_the_panel_shows_everybodys_resources_the_board_and_the_lookers_own(size):
    history = rebuilt(62, 2)
    text = shown(history, *size)
    assert re.search(r"Stage I+, round \d of 4, \w+", text)
    for seat in range(4):
        have = supply_of(history.state, seat)
        numbers = " +".join(map(str, (*have.cubes, have.engineers, have.markers, have.held)))
        points = pov(history).state.scores()[seat]
        assert re.search(
            rf"{MARK[seat]}{seat} .*{numbers} +{points}{'' if seat == 0 else re.escape('+?')}", text
        ), seat
    for task in open_tasks(history.state):
        assert re.search(rf"{short_kind(task.build)} by .*{short_kind(task.beside)} \+{task.points}", text)
    for field in fields(history.state):
        assert re.search(rf"(?<!\d){field.id} ", text)
    own = supply_of(history.state, 0)
    assert "norm " in text
    assert all(card_title(card)[:10] in text for card in own.hand)


def test_functions_and_names_of_fields_stand_there_where_there_is_room():
    history = rebuilt(90, 3)
    text = shown(history, 180, 56)
    assert "Chief architect  1 card and the marker" in text
    assert all(", ".join(functions(history.state, seat)) in text for seat in range(4))
    assert "seat 1 (drawn) " in text
    assert "foundation with an engineer" in shown(history, 240, 80)


def test_a_larger_terminal_gets_a_larger_map():
    sizes = [max(map(len, lines_of(draw_board(pov(rebuilt(0)), *size), size[0]))) for size in SIZES[:4]]
    assert sizes == sorted(sizes)


def swapped(history: History) -> History:
    """Return the same game with other cards and norms for the seats 1 to 3."""
    rest, norms, hands = re.split(" (?:norms|hands)=", history.deal)
    own, *others = norms.split(",")
    mine, *theirs = hands.split(",")
    deal = f"{rest} norms={','.join([own, *reversed(others)])} hands={','.join([mine, *reversed(theirs)])}"
    return History.read(GAMES["warszawa"], deal)


def test_hidden_things_of_others_do_not_change_what_a_seat_sees():
    first = rebuilt(0)
    second = swapped(first)
    assert first.deal != second.deal
    for size in SIZES:
        assert draw_board(pov(first), *size) == draw_board(pov(second), *size)
    for say in (TABLE.describe, TABLE.describe_turn, TABLE.describe_unknown):
        assert say(pov(first)) == say(pov(second))


@pytest.mark.parametrize("plies", [0, 30, 77])
def test_no_hand_or_norm_is_shown_to_another_seat(plies):
    history = rebuilt(plies, 6)
    for looker in range(4):
        seen = TABLE.describe(pov(history, looker)) + shown(history, 180, 56, looker)
        for seat in range(4):
            have = supply_of(history.state, seat)
            for norm in have.norms:
                own = f"Norm {1 + have.norms.index(norm)} to choose: " if plies == 0 else "Norm: "
                assert (f"{own}{objects_of(history.state, norm)}" in seen) == (seat == looker)
            for card in supply_of(history.state, seat).hand:
                assert (f"Card in hand: {card_title(card)}, " in seen) == (seat == looker)


def test_at_the_end_everything_is_revealed():
    read = TABLE.describe(pov(rebuilt(10_000), 0))
    assert read.count("Norm: ") == 4
    assert read.endswith("The game is over.")
    for size in SIZES:
        text = shown(rebuilt(10_000), *size)
        assert len(re.findall(r"norm(?= [A-Z] \d)", text)) == 4
        assert "the game is over" in text


def test_the_description_names_every_fact():
    history = rebuilt(70, 2)
    read = TABLE.describe(pov(history))
    everywhere = plots(history.state)
    for plot in everywhere:
        if plot.card:
            said = "" if plot.built else "Foundation with an engineer: "
            assert f"{said}{card_title(plot.card)} ({plot.type}) on {hex_text(plot.cell)}" in read
        else:
            assert re.search(rf"(Free|Under rubble).*(?<![-0-9]){hex_text(plot.cell)}(?![0-9])", read)
    for side in (*segments(history.state.array), *bridges(history.state.array)):
        assert re.search(rf"{side} between \S+ and \S+ by seat [0-3]", read)
    for field in fields(history.state):
        assert re.search(rf"^{field.name} \(field {field.id}\) gives .+\. .+\.$", read, re.MULTILINE)
    for seat in range(4):
        assert f"{pov(history).state.scores()[seat]} points so far." in read
    assert all(line.endswith(".") for line in read.split("\n"))
    assert TABLE.describe_turn(pov(history)) in read


def test_the_reading_names_neutral_buildings_and_historic_sites():
    read = TABLE.describe(pov(rebuilt(0, seats=3)))
    assert read.startswith("Warszawa for 3 players, with the house set of cards.\n")
    assert "Neutral buildings: " in read
    assert "Historic site 1,-1 is reserved for Archikatedra św. Jana, under rubble." in read


def test_the_last_line_names_the_seat_to_move_and_its_task():
    history = rebuilt(10_000, 2)
    ply = next(ply for ply, event in enumerate(history.texts) if event.startswith("clear@"))
    seat = history.states[ply].to_move
    said = TABLE.describe_turn(PlayerView.of(history.until(ply), None, PLAYERS[:4])).split("\n")[-1]
    assert re.fullmatch(rf"To move: seat {seat} \(.*\), to clear [12] hex(es)?\.", said)
