"""Cities in a terminal: their contents and size."""

import re
from itertools import product

import pytest

from tests.bots.table.playing import PLAYERS, city_game, lines_of
from urbanist.bots.table import PlayerView, draw_board, table_of
from urbanist.bots.table.akropolis.model.city import city_of
from urbanist.bots.table.akropolis.terminal.board import AkropolisBoard
from urbanist.bots.table.akropolis.terminal.city_board import FRAMED, looks_of, more
from urbanist.bots.table.akropolis.terminal.city_board import hex_letter as letter
from urbanist.bots.table.kit.colour import SEAT_MARK as MARK
from urbanist.bots.table.kit.terminal.hex_grid import MESHES, HexWindow, corner
from urbanist.engine import GAMES
from urbanist.engine.akropolis.city_record import Hex
from urbanist.engine.akropolis.editions import EDITIONS
from urbanist.engine.akropolis.notation import AkropolisMove
from urbanist.engine.akropolis.score_rows import district_rows
from urbanist.engine.history import History

TABLE = table_of("akropolis")
#: A hex; not the count of a kind, as in h3×2.
MARKED = re.compile(r"[hmbtgqHMBTGQ][1-7](?![0-9×])")


def pov(history: History, seat: int | None = 0) -> PlayerView:
    return PlayerView.of(history, seat, PLAYERS[: history.state.seats])


def marks(history: History, seat: int) -> list[str]:
    return sorted(f"{letter(top)}{top.height}" for top in city_of(history.state, seat).values())


def chain() -> History:
    """Return the longest game, in which seat 0 always builds as far east as it can."""
    history = History.start(GAMES["akropolis"].deal(seats=2, options=("long", "first=0"), seed=1))
    while not history.state.over:
        legal = history.state.legal()
        far = max(legal, key=lambda move: max((q, -abs(r)) for q, r in AkropolisMove(move).spaces))
        history = history.play(legal[0] if history.state.to_move else far)
    return history


@pytest.mark.parametrize(
    ("seats", "size"), list(product([2, 3, 4], [(60, 20), (80, 24), (100, 36), (180, 56)]))
)
def test_every_table_fits_its_terminal(seats, size):
    for plies in range(0, 90, 17):
        lines = lines_of(draw_board(pov(city_game(plies, seats=seats)), *size), size[0])
        assert len(lines) <= size[1]
        assert max(map(len, lines)) <= size[0]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_hex_of_every_city_is_shown_if_there_is_room(seats):
    for plies in (0, 20, 80):
        history = city_game(plies, seats=seats)
        text = "\n".join(lines_of(draw_board(pov(history), 160, 60), 160))
        assert sorted(MARKED.findall(text)) == sorted(
            mark for seat in range(seats) for mark in marks(history, seat)
        )


def test_the_viewers_city_is_shown_and_to_bystanders_that_of_the_seat_to_move():
    history = city_game(9, seats=3)
    for seat, focus in ((1, 1), (2, 2), (None, history.state.to_move)):
        text = "\n".join(line[:44] for line in lines_of(draw_board(pov(history, seat), 80, 24), 80))
        assert sorted(MARKED.findall(text)) == marks(history, focus)


def test_a_larger_terminal_gets_larger_cities():
    history = city_game(12)
    few, many = (lines_of(draw_board(pov(history), *size), size[0]) for size in ((80, 20), (180, 60)))
    assert len(many) > len(few)
    assert max(map(len, many)) > max(map(len, few))


def test_a_city_that_is_too_long_is_cut_around_its_last_tile():
    history = chain()
    lines = lines_of(draw_board(pov(history), 80, 24), 80)
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert re.search(r"more: .*← \d+", "\n".join(lines))


def test_the_last_tile_of_a_seat_stands_out():
    history = city_game(1)
    seat = history.states[0].to_move
    own = city_of(history.state, seat)
    for mesh in MESHES:
        framed = [space for space, face in looks_of(own, pov(history), seat, mesh).items() if face.outline]
        fresh = AkropolisMove(history.move(0)).spaces if mesh.wide >= FRAMED else ()
        assert sorted(framed) == sorted(fresh)


def test_the_market_shows_every_tile_with_its_price():
    history = city_game(0)
    head = [line[:64] for line in lines_of(draw_board(pov(history), 100, 36), 100)[1:7]]
    tiles = [int(tile) for tile in history.state.array["market"] if tile]
    assert head[0].split() == [
        word for cost, tile in enumerate(tiles) for word in (str(tile), f"{cost}◆" if cost else "free")
    ]
    printed = sorted(
        text[0].upper() if text.endswith("*") else text[0]
        for tile in tiles
        for text in EDITIONS.at(0).hexes(tile)
    )
    assert sorted(re.findall("[a-zA-Z]", "".join(head[1:]))) == printed


def test_the_score_shows_value_stars_and_points_of_each_kind():
    history = city_game(30, greed=1.0)
    text = "\n".join(lines_of(draw_board(pov(history), 100, 36), 100))
    for row in district_rows(history.state, 0):
        idle = f"-{row.idle} +" if row.idle else ""
        assert re.search(rf"{row.kind} +{row.count} × {row.each} *★ +{idle}{row.points}\b", text), row
    stones, points = int(history.state.array["city"][0]["stones"]), history.state.scores()[0]
    assert re.search(rf"{MARK[0]}0 .* {stones}◆ +{points}\b", text)


def test_options_stacks_and_the_next_refill_stand_above():
    head = lines_of(draw_board(pov(city_game(1, options=("temples", "long"))), 100, 36), 100)[0]
    assert head == "Akropolis  double: temples  the long game  19 stacks left, the next after 2 tiles"
    assert "the game is over" in lines_of(draw_board(pov(city_game(10_000)), 100, 36), 100)[0]


@pytest.mark.parametrize("mesh", MESHES, ids=lambda mesh: str(mesh.wide))
def test_hexes_of_a_mesh_touch_and_never_overlap(mesh):
    whole = {(q, r): Hex("quarry", False, 1) for q in range(-4, 5) for r in range(-4, 5)}
    window = HexWindow.of(whole.keys())
    taken: dict[tuple[int, int], tuple[int, int]] = {}
    widths = [*mesh.tips, *[mesh.wide] * mesh.full, *reversed(mesh.tips)]
    for space in whole:
        x, y = corner(mesh, window, space)
        for step, wide in enumerate(widths):
            for column in range(x + (mesh.wide - wide) // 2, x + (mesh.wide + wide) // 2):
                assert taken.setdefault((column, y + step), space) == space
    x, y = corner(mesh, window, (0, 0))
    assert all(
        (x + dx, y + dy) in taken
        for dx in range(-mesh.wide, 2 * mesh.wide)
        for dy in range(-mesh.pitch, mesh.pitch)
    )


@pytest.mark.parametrize("size", [(60, 24), (80, 36), (130, 50)])
def test_coordinates_stand_where_the_hexes_are(size):
    board = AkropolisBoard()
    board.ruled = True
    board.show(pov(city_game(30, seats=2)), free=False)
    lines = board.paint(*size).text().plain.split("\n")
    area, camera = board._area(*size), board._camera
    beside = ((re.fullmatch(r" *(-?\d+) ", text[:4]), line) for line, text in enumerate(lines))
    rows = {int(match[1]): line for match, line in beside if match}
    whole, window = HexWindow.of(city_of(board.pov.state, 0)), camera.window(area)
    north, south = max(whole.north, window.north), min(whole.south, window.south)
    assert [*rows] == [*range(north, south + 1)]
    for r, line in rows.items():
        space = camera.space(area, area.left + area.columns // 2, line)
        assert space is not None
        assert space[1] == r
    above = lines[rows[north] - camera.mesh.line(0) - 1][: area.left + area.columns]
    numbers = list(re.finditer(r"-?\d+", above))
    assert len(numbers) > 1
    for number in numbers:
        middle = (number.start() + number.end() - 1) // 2
        assert camera.space(area, middle, rows[north]) == (int(number[0]), north)


def test_a_window_counts_the_hexes_outside_on_each_side():
    own = {(q, 0): Hex("quarry", False, 1) for q in range(-9, 10)}
    part = HexWindow(0, 0, -4, 5)
    said = more(own, part)
    shown = sum(part.sees(space) for space in own)
    assert shown + sum(map(int, re.findall(r"\d+", said))) == len(own)
    assert re.sub(r"[^↑↓←→]", "", said) == "←→"
    assert part.sees((0, 0))


def test_the_description_names_every_hex_tile_price_and_score():
    history = city_game(31, seats=3, options=("gardens",))
    read = TABLE.describe(pov(history))
    for seat in range(3):
        for (q, r), top in city_of(history.state, seat).items():
            level = f" on level {top.height}" if top.height > 1 else ""
            plaza = " plaza" if top.plaza else ""
            row = next(line for line in block(read, seat) if line.startswith(f"  Row {r}: "))
            assert re.search(rf"(?<![a-z]){top.kind.removesuffix('s')}s?{plaza}{level} at {q}[,.]", row)
        assert f"{history.state.scores()[seat]} points so far" in read
    for place, tile in enumerate(tile for tile in history.state.array["market"] if tile):
        price = ["free", "1 stone", f"{place} stones"][min(place, 2)]
        assert re.search(rf"Tile {tile} \([a-z, ]+\): {price}[.,]", read)
    assert "Options: gardens (beside a lake counts double)." in read
    assert all(line.endswith(".") and line.isascii() for line in read.split("\n"))
    own, turn = TABLE.describe_turn(pov(history)).split("\n", 1)
    assert own.startswith("Seat 0 (human), you: ")
    assert own in read
    assert turn in read


def block(read: str, seat: int) -> list[str]:
    """Return the lines of a seat."""
    lines = read.split("\n")
    start = next(number for number, line in enumerate(lines) if line.startswith(f"Seat {seat} "))
    ends = (number for number, line in enumerate(lines) if number > start and not line.startswith("  "))
    return lines[start + 1 : next(ends)]
