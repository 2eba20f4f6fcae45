"""The texts beside the cities, and the layout of a terminal: market, a large city with its score, the others."""

from collections.abc import Collection, Mapping
from functools import cache, partial

from rich.style import Style
from rich.text import Text

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import (
    City,
    city_of,
    options_of,
    pieces_of,
    placements,
    stones_of,
    tile_city,
)
from urbanist.bots.table.akropolis.model.colours import KIND
from urbanist.bots.table.akropolis.terminal.honeycomb import (
    MESHES,
    SMALL,
    Mesh,
    Window,
    honeycomb,
    margin,
    more,
    ruler,
)
from urbanist.bots.table.akropolis.text import facts
from urbanist.bots.table.akropolis.text.facts import STONE
from urbanist.bots.table.akropolis.text.facts import fact as fact_of
from urbanist.bots.table.kit.colour import WHITE
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.terminal.block import Block, beside, name, shelves, tipped, width
from urbanist.bots.table.kit.terminal.canvas import style
from urbanist.engine import State
from urbanist.engine.akropolis.city_record import Space
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import KINDS, TILES
from urbanist.engine.akropolis.score_rows import district_rows

#: The width of the scores.
WIDTH = 31
NAME = 16


def _chip(kind: str) -> Text:
    return Text(f" {facts.letter(kind)} ", style(WHITE, KIND[kind], True))


def score(sight: Sight, seat: int) -> Block:
    """Return a seat's score by kind: the value, the stars, the points, and the value that counts for nothing."""
    state = sight.state
    options = options_of(state)
    head = name(sight, seat, NAME)
    points = tr.counted("{n} points", "{n} points", state.scores()[seat])
    head.append(points.rjust(WIDTH - head.cell_len), "bold")
    value, stars, idle = tr("value"), tr("stars"), tr("idle")
    lines = [head, Text(f"{value:>16}{stars:>6}{idle:>9}", "dim")]
    to_mark = tr("A click marks what counts.")
    for row in district_rows(state, seat):
        fact = fact_of(row)
        line = Text.assemble(_chip(row.kind), f" {fact.label:<9}{row.count:>3} × {row.each:<2}★")
        line.append(f"{row.points:>4}", "bold")
        missing = f"-{row.idle}" if row.idle else tr("no ★") if row.count and not row.each else ""
        lines.append(line.append(f"{missing:>5}", "dim"))
        if row.kind in options:
            line.stylize("bold", 4, 4 + len(fact.label))
        tipped(line, f"{fact.tip} {to_mark}")
        line.stylize(Style(meta={"@click": f"app.count_row({seat}, {str(row.kind)!r})"}))
    held = tr("stones").ljust(9) + str(stones_of(state, seat)).rjust(13)
    lines.append(tipped(Text(f"    {held}"), tr(STONE)))
    return lines


def short_score(sight: Sight, seat: int) -> Block:
    """Return a seat's score in two lines."""
    state = sight.state
    stones = stones_of(state, seat)
    said = tr.counted("{n} points, {stones} ◆", "{n} points, {stones} ◆", state.scores()[seat], stones=stones)
    head = name(sight, seat, NAME).append(f"  {said}", "bold")
    line = Text(" ")
    for row in district_rows(state, seat):
        line.append(facts.letter(row.kind), style(WHITE, KIND[row.kind], True))
        line.append(f"{row.count}×{row.each} ")
    return [head, line]


def change(before: State, after: State, seat: int) -> Block:
    """Return the change of a seat's score by kind."""
    was, now = (district_rows(state, seat) for state in (before, after))
    lines = [Text(tr("now").rjust(18) + tr("then").rjust(8), "dim")]
    for old, new in zip(was, now, strict=True):
        fact = fact_of(old)
        line = Text.assemble(_chip(old.kind), f" {fact.label:<9}")
        line.append(f"{old.count:>2}×{old.each:<2} → {new.count:>2}×{new.each:<2}")
        lines.append(tipped(line.append_text(_gain(new.points - old.points)), fact.tip))
    stones = (stones_of(before, seat), stones_of(after, seat))
    points = (before.scores()[seat], after.scores()[seat])
    return [*lines, _sum(tr("stones"), *stones), _sum(tr("together"), *points, style="bold")]


def _sum(what: str, was: int, now: int, style: str = "") -> Text:
    line = Text(f"    {what:<9}{was:>3}   →{now:>4}  ", style)
    return line.append_text(_gain(now - was))


def _gain(change: int) -> Text:
    return Text(f"{change:>+5}" if change else " " * 5, "bold green" if change > 0 else "bold red")


def market(sight: Sight, mesh: Mesh) -> Block:
    """Return the open tiles with their numbers and prices; tiles that the seat to move cannot pay are faint."""
    state = sight.state
    stones = 0 if state.over else stones_of(state, state.to_move)
    tiles = market_of(state.array)
    return beside([_tile(tile, place, mesh, dear=place > stones) for place, tile in enumerate(tiles)], 3)


def _tile(tile: int, cost: int, mesh: Mesh, *, dear: bool) -> Block:
    text = f"{tile} {cost}◆" if cost else tr("{tile} free", tile=tile)
    label = Text(text, "dim" if dear else "")
    label.stylize("dim" if dear else "bold", 0, len(str(tile)))
    city = tile_city(TILES[tile].hexes)
    drawn = honeycomb(city, mesh, Window.of(city)).split("\n")
    return [label, *drawn]


def title(sight: Sight) -> Text:
    """Return the state of the game in a line: options, stacks, and when the next stack is opened."""
    state = sight.state
    options = options_of(state)
    stacks = int(state.array["stacks"])
    doubled = ", ".join(facts.kind_name(option) for option in options if option in KINDS)
    line = Text.assemble((tr("Akropolis"), "bold"), "  ")
    if doubled:
        line.append(tr("double: "), "dim").append(doubled, "bold")
    if "long" in options:
        line.append("  ").append(tr("the long game"))
    if state.over:
        return line.append("  ").append(tr("the game is over"), "bold")
    left = len(market_of(state.array)) - 1
    line.append("  ").append(tr.counted("{n} stack left", "{n} stacks left", stacks), "dim")
    if stacks:
        then = tr.counted("the next after {n} tile", "the next after {n} tiles", left)
    else:
        then = tr.counted("the end after {n} tile", "the end after {n} tiles", left)
    return line.append(f", {then}", "dim")


def standings(sight: Sight, viewed: int, after: State | None, columns: int) -> Block:
    """Return the seats with keys, points and stones, the viewed one marked; and what the seat to move has `after`."""
    state = sight.state
    lines = []
    for seat, points in enumerate(state.scores()):
        line = Text.assemble((f"{seat + 1}", "reverse bold" if seat == viewed else "dim"), " ")
        line.append_text(name(sight, seat, NAME - 3))
        then = f" → {after.scores()[seat]}" if after is not None and seat == state.to_move else ""
        held = f"{points}{then} {stones_of(state, seat):>2}◆"
        line.append(held.rjust(columns - line.cell_len), "bold")
        line.stylize(Style(meta={"@click": f"app.look({seat})"}))
        tipped(line, facts.seat_tip(sight, seat))
        lines.append(line)
    return lines


LEAST_COLUMNS, LEAST_ROWS = 76, 18
#: With fewer lines the market is drawn in the smallest size.
ROOMY = 30
#: The columns of the coordinates beside a city.
MARGIN = 4
#: With fewer lines a city is not drawn.
LEAST_SMALL = 3
#: The sizes of the viewer's city and of the others, the best first.
SIZES = tuple((MESHES[own], MESHES[other]) for own, other in ((2, 4), (3, 4), (3, 5), (4, 4), (4, 5), (5, 5)))


def draw(sight: Sight, columns: int, lines: int) -> Block:
    """Return the whole table in at most `columns` and `lines`."""
    top = [title(sight), *market(sight, MESHES[4] if lines >= ROOMY else SMALL), Text()]
    focus = sight.state.to_move if sight.seat is None else sight.seat
    others = [seat for seat in range(sight.state.seats) if seat != focus]
    own_score = score(sight, focus)
    room = lines - len(top)
    city_of_size = cache(partial(_whole, sight, focus))
    rest_of_size = cache(lambda mesh: [_small(sight, seat, mesh) for seat in others])
    for own, other in SIZES:
        city, rest = city_of_size(own), rest_of_size(other)
        for whole in (
            beside([city, shelves([own_score, *rest], columns - width(city) - 2)]),
            [*beside([city, own_score]), Text(), *shelves(rest, columns)],
        ):
            if len(whole) <= room and width(whole) <= columns:
                return [*top, *whole]
    return [*top, *_crowded(sight, focus, columns, room)][:lines]


def _crowded(sight: Sight, focus: int, columns: int, lines: int) -> Block:
    """Return what fits of cities that are too many or too large: parts of them, and the whole score."""
    side = score(sight, focus)
    for seat in range(sight.state.seats):
        if seat != focus:
            side += [Text(), *_part(sight, seat, WIDTH - 1, lines - len(side) - 1)]
    city = city_of(sight.state, focus)
    fresh, pieces = _last(sight, focus), pieces_of(sight, focus)
    return beside([_framed(city, fresh, pieces, columns - WIDTH - 2, lines), side])


def _last(sight: Sight, seat: int) -> Collection[Space]:
    """Return the places of a seat's last tile."""
    laid = placements(sight, seat)
    return laid[-1].spaces if laid else ()


def _whole(sight: Sight, seat: int, mesh: Mesh) -> Block:
    """Return a whole city with coordinates."""
    city = city_of(sight.state, seat)
    return _ruled(city, mesh, Window.of(city.keys()), _last(sight, seat), pieces_of(sight, seat))


def _framed(
    city: City, fresh: Collection[Space], pieces: Mapping[Space, int], columns: int, lines: int
) -> Block:
    """Return a city with coordinates as large as fits; of a city that is too large the part around `fresh`."""
    mesh, window = _fitting(city, fresh, columns - MARGIN, lines - 2)
    return [*_ruled(city, mesh, window, fresh, pieces), *_beyond(city, window)]


def _ruled(
    city: City, mesh: Mesh, window: Window, fresh: Collection[Space], pieces: Mapping[Space, int]
) -> Block:
    """Return a window of a city with its coordinates."""
    indent = Text(" " * MARGIN)
    north, south = (indent + ruler(mesh, window, r) for r in (window.north, window.south))
    drawn = honeycomb(city, mesh, window, fresh, pieces).split("\n")
    rows = zip(margin(mesh, window), drawn, strict=True)
    return [north, *(Text.assemble((f"{r:>{MARGIN - 1}} ", "dim"), line) for r, line in rows), south]


def _small(sight: Sight, seat: int, mesh: Mesh) -> Block:
    """Return a whole city with its score above."""
    city = city_of(sight.state, seat)
    drawn = honeycomb(city, mesh, Window.of(city.keys()), _last(sight, seat), pieces_of(sight, seat))
    return [*short_score(sight, seat), *_indented(drawn)]


def _part(sight: Sight, seat: int, columns: int, lines: int) -> Block:
    """Return the part of a city that fits, with its score above."""
    head = short_score(sight, seat)
    room = lines - len(head)
    if room < LEAST_SMALL:
        return head[: max(0, lines)]
    city, fresh = city_of(sight.state, seat), _last(sight, seat)
    mesh, window = _fitting(city, fresh, columns, room, (SMALL,))
    return [*head, *_indented(honeycomb(city, mesh, window, fresh)), *_beyond(city, window)]


def _indented(drawn: Text) -> Block:
    return [Text(" ") + line for line in drawn.split("\n")]


def _fitting(
    city: City, fresh: Collection[Space], columns: int, lines: int, meshes: Collection[Mesh] = MESHES[2:]
) -> tuple[Mesh, Window]:
    """Return the largest mesh that fits the whole city; else the smallest one and a window around `fresh`."""
    whole = Window.of(city.keys())
    for mesh in meshes:
        if whole.columns(mesh) <= columns and whole.rows(mesh) <= lines:
            return mesh, whole
    return SMALL, whole.cut(SMALL, columns, lines - 1, next(iter(fresh), (0, 0)))


def _beyond(city: City, window: Window) -> Block:
    """Return a line with the number of hexes outside a window, or nothing if there are none."""
    said = more(city, window)
    return [Text(said, "dim italic")] if said else []
