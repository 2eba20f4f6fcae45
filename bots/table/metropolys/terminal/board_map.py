"""The map in colour: the board with tokens, buildings and the running auction; its landmarks and its legend."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import hypot
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.table.kit.colour import BLACK, COUNTED, HINT, ILLEGAL, LEGAL, WHITE, Colour, paler
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.colour import SEAT_MARK as MARK
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import MEDIUM, TALL, Bid
from urbanist.bots.table.metropolys.model.geometry import Neighbourhood, load_map
from urbanist.bots.table.metropolys.terminal import colours
from urbanist.bots.table.metropolys.terminal.raster import (
    BOTTOM,
    LABEL_ROWS,
    LABEL_WIDTH,
    LEFT,
    RIGHT,
    TOP,
    Cell,
    Raster,
    cell_of,
    grid_of,
    inside,
    raster,
)
from urbanist.bots.table.metropolys.text import facts
from urbanist.bots.table.metropolys.text.facts import district_sign, letter, short_type, token_sign
from urbanist.engine.metropolys.edition import Points
from urbanist.engine.metropolys.notation import MetropolysNotation, district_letters, mask_names
from urbanist.engine.metropolys.pieces import DISTRICTS, TOKEN_KINDS

NOTATION = MetropolysNotation()
#: The place of the Centre's name on the board: in the river bend above it.
CENTRE_NAME = (78.0, 30.4)


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked on a map."""

    #: The places for the next bid, and those where the bid in mind could be outbid.
    targets: Collection[str] = ()
    rivals: Collection[str] = ()
    bid: Bid | None = None
    #: The numbers of hints by their places.
    hints: Mapping[str, str] = field(default_factory=dict)
    #: What counts in a row of a score, by place.
    counted: Mapping[str, str] = field(default_factory=dict)


def paint_map(record: Any, columns: int, rows: int, marks: Marks) -> Canvas:
    """Return the map of a position with marks; a small map has labels of one row."""
    districts = district_letters(record["districts"])
    base = raster(columns, rows, districts)
    canvas = Canvas(base.pixels, base.blank)
    if base.label_rows == LABEL_ROWS:
        _district_names(canvas, districts)
    for column, row in base.waves:
        canvas.write(column, row, "~", colours.WAVE, bold=False)
    for column, row in base.statues:
        canvas.write(column, row, "♦", colours.BRONZE)
    for space in load_map().neighbourhoods.values():
        _name(canvas, base, space, marks, in_play=space.district in districts)
    _pieces(canvas, base, record)
    for name, number in marks.hints.items():
        column, row = base.labels[name]
        aside = 0 if base.label_rows == LABEL_ROWS else LABEL_WIDTH - 1
        canvas.write(column + aside, row, number, BLACK, HINT)
    for name, label in marks.counted.items():
        _count(canvas, base, name, label)
    if marks.bid is not None:
        _think(canvas, base, marks.bid, int(record["to_move"]))
    return canvas


def _district_names(canvas: Canvas, districts: str) -> None:
    """Write the names of the districts at the edges of the map, and that of the Centre on its river."""
    across, down = canvas.columns, canvas.rows
    names = {district: district_sign(district) for district in DISTRICTS}
    column, row = cell_of(CENTRE_NAME, across, down)
    canvas.write(column, row, names["C"], _district_ink("C", districts))
    for district, row in (("N", 0), ("S", down - 1)):
        name = " ".join(names[district])
        canvas.write((across - len(name)) // 2, row, name, _district_ink(district, districts))
    for district, column in (("W", 0), ("E", across - 1)):
        for step, sign in enumerate(names[district]):
            row = down // 2 - len(names[district]) + 2 * step
            canvas.write(column, row, sign, _district_ink(district, districts))


def _district_ink(district: str, districts: str) -> Colour:
    if district not in districts:
        return colours.ABSENT_INK
    return colours.PAPER if district == "C" else colours.DISTRICT[district][1]


def _name(canvas: Canvas, base: Raster, space: Neighbourhood, marks: Marks, *, in_play: bool) -> None:
    """Write name and type: a name for the next bid is light on dark, one where a rival may bid dark on amber."""
    column, row = base.labels[space.name]
    land = colours.LAND[space.type] if in_play else colours.ABSENT_LAND
    ink = colours.INK if in_play else colours.ABSENT_INK
    width = len(space.name) + 1
    if base.label_rows == LABEL_ROWS:
        left, line = column + (LABEL_WIDTH - width) // 2, row + 1
        for each in (row, line):
            canvas.fill(column, each, LABEL_WIDTH, land)
        gap = 1
    elif in_play:
        left, line, gap = column, row, 0
        canvas.fill(column, row, LABEL_WIDTH, land)
    else:
        return
    kind = colours.TYPE_INK[space.type] if in_play else ink
    if space.name in marks.targets:
        ink = kind = land
        canvas.fill(column, line, LABEL_WIDTH, colours.INK)
    elif space.name in marks.rivals:
        canvas.fill(column, line, LABEL_WIDTH, colours.RIVAL)
    canvas.write(left, line, space.name, ink)
    sign = letter(space.type)
    canvas.write(left + len(space.name) + gap, line, sign if gap else sign.lower(), kind)


def _pieces(canvas: Canvas, base: Raster, record: Any) -> None:
    """Write tokens, then buildings and bids; a roof may cover the land behind it."""
    small = base.label_rows < LABEL_ROWS
    for kind, mask in zip(TOKEN_KINDS, record["tokens"], strict=True):
        for name in mask_names(mask):
            column, row = base.labels[name]
            sign, (ground, ink) = token_sign(kind), colours.TOKEN[kind]
            if small:
                canvas.write(column + LABEL_WIDTH - 1, row, sign, ink, ground)
            else:
                canvas.write(column + 1, row, f" {sign} ", ink, ground)
    for seat in range(int(record["seats"])):
        for value, name in NOTATION.buildings(record, seat):
            _tower(canvas, base.labels[name], seat, value, roof=not small)
    bids = NOTATION.bids(record)
    for bid in bids:
        seat, value, name = bid
        _bid(canvas, base.labels[name], seat, value, last=bid == bids[-1])


def _tower(canvas: Canvas, corner: Cell, seat: int, value: int, *, roof: bool) -> None:
    """Write a building: the owner's mark and the value; the roof above shows its height."""
    column, row = corner
    colour = COLOUR[seat]
    canvas.write(column, row, f"{MARK[seat]}{value}".center(LABEL_WIDTH), colours.WHITE, colour)
    if value >= TALL and row and roof:
        canvas.write(column + 1, row - 1, "▪▪▪", paler(colour, 0.45), colour)
    elif value >= MEDIUM and row and roof:
        canvas.fill(column + 1, row - 1, 3, colour, halves=(1,))


def _bid(canvas: Canvas, corner: Cell, seat: int, value: int, *, last: bool) -> None:
    """Write a bid in brackets: the highest in its owner's colour on white, the others faint."""
    column, row = corner
    colour = COLOUR[seat]
    text = f"({MARK[seat]}{value})".center(LABEL_WIDTH)
    canvas.write(column, row, text, colour, colours.WHITE if last else paler(colour, 0.25))


def _count(canvas: Canvas, base: Raster, name: str, label: str) -> None:
    """Write what a place is worth: below a building behind its name, on a small map in place of the building."""
    column, row = base.labels[name]
    small = base.label_rows < LABEL_ROWS
    text = label.center(LABEL_WIDTH) if small else f"{name}{label}".center(LABEL_WIDTH)
    canvas.write(column - (len(text) - LABEL_WIDTH) // 2, row if small else row + 1, text, BLACK, COUNTED)


def _think(canvas: Canvas, base: Raster, bid: Bid, seat: int) -> None:
    """Write the bid in mind between arrows, on green if it is legal, else on red."""
    column, row = base.labels[bid.place]
    ground = LEGAL if bid.legal else ILLEGAL
    value = f"{MARK[seat]}{bid.value}" if bid.value else "?"
    if base.label_rows == LABEL_ROWS:
        canvas.write(column - 1, row + 1, f"▸{bid.place.center(LABEL_WIDTH)}◂", BLACK, ground)
        canvas.write(column - 1, row, f" ({value}) ".center(LABEL_WIDTH + 2), BLACK, ground)
    else:
        canvas.write(column, row, f"({value})".center(LABEL_WIDTH), BLACK, ground)


#: How near to a statue, and to the line of a bridge, a character shows it, in units of the map.
NEAR_STATUE, NEAR_BRIDGE = 2.0, 1.5


def landmark_tip(column: int, row: int, columns: int, rows: int) -> str:
    """Return what a landmark under a character of a map of some size is for; empty if there is none."""
    at = LEFT + (column + 0.5) * (RIGHT - LEFT) / columns, TOP + (row + 0.5) * (BOTTOM - TOP) / rows
    board = load_map()
    for statue in board.statues:
        if hypot(statue.at[0] - at[0], statue.at[1] - at[1]) < NEAR_STATUE:
            return facts.statue_tip(statue.around)
    for bridge in board.bridges:
        if _from_span(bridge.span, at) < NEAR_BRIDGE:
            return facts.bridge_tip(bridge.joins)
    lake = int(_lakes(columns, rows)[row, column])
    return facts.lake_tip(board.lakes[lake].around) if lake >= 0 else ""


@cache
def _lakes(columns: int, rows: int) -> NDArray[np.int8]:
    """Return the number of the lake under each character of a map of some size; -1 for none."""
    grid = grid_of(columns, rows)
    found = np.full((rows, columns), -1, np.int8)
    for number, lake in enumerate(load_map().lakes):
        found[inside(lake.outline, *grid)] = number
    return found


def _from_span(span: tuple[Point, Point], at: Point) -> float:
    """Return the distance of a point from a line between two points."""
    (ax, ay), (bx, by) = span
    along = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    share = min(max(along, 0.0), 1.0)
    return hypot(ax + share * (bx - ax) - at[0], ay + share * (by - ay) - at[1])


#: The gap between entries.
GAP = 2


class Entry(NamedTuple):
    """A sign on the map, and what it means."""

    sign: str
    ink: Colour
    ground: Colour
    meaning: str


def entries(seat: int, points: Points, *, running: bool, hinted: bool) -> Iterator[Entry]:
    """Yield the entries, the most important first; those of the first ones depend on the auction."""
    land = colours.LAND["park"]
    if running:
        yield Entry("N3", land, colours.INK, tr("the next bid"))
    yield Entry(f"({MARK[seat]}7)", BLACK, LEGAL, tr("your bid"))
    yield Entry(f"({MARK[seat]}7)", BLACK, ILLEGAL, tr("not here"))
    yield Entry("N3", colours.INK, colours.RIVAL, tr("could outbid it"))
    if hinted:
        yield Entry("1", BLACK, HINT, tr("a hint"))
    for name in TOKEN_KINDS:
        ground, ink = colours.TOKEN[name]
        yield Entry(f" {token_sign(name)} ", ink, ground, f"{tr(name)} {getattr(points, name):+}")
    for kind, ground in colours.LAND.items():
        yield Entry(f" {letter(kind)} ", colours.TYPE_INK[kind], ground, short_type(kind))
    yield Entry(f"{MARK[seat]}7", WHITE, COLOUR[seat], tr("a building"))
    yield Entry(f"({MARK[seat]}7)", COLOUR[seat], WHITE, tr("the last bid"))
    for name, meaning in (
        ("metro", tr("with the metro card {points:+}", points=points.metro_card)),
        ("ruins", tr("with the ruins card {points:+}", points=points.ruins + points.ruins_card)),
    ):
        ground, ink = colours.TOKEN[name]
        yield Entry(f"{token_sign(name)}1*", ink, ground, meaning)
    yield Entry("♦", colours.BRONZE, colours.DISTRICT["C"][0], tr("statue"))
    yield Entry("▀", colours.STONE, colours.STONE, tr("bridge"))
    yield Entry("~", colours.WAVE, colours.LAKE, tr("lake"))


def write_below(canvas: Canvas, rows: range, shown: Iterator[Entry]) -> None:
    """Write entries one after the other into rows of a canvas; those without room are left out."""
    column, row = 0, rows.start
    for entry in shown:
        wide = len(entry.sign) + 1 + len(entry.meaning)
        if column + wide > canvas.columns:
            column, row = 0, row + 1
        if row in rows and wide <= canvas.columns:
            _write(canvas, column, row, entry)
            column += wide + GAP


def write_beside(canvas: Canvas, left: int, shown: Iterator[Entry]) -> None:
    """Write entries one below the other."""
    for row, entry in enumerate(shown):
        if row < canvas.rows:
            _write(canvas, left, row, entry)


def _write(canvas: Canvas, column: int, row: int, entry: Entry) -> None:
    canvas.write(column, row, entry.sign, entry.ink, entry.ground)
    canvas.write(column + len(entry.sign) + 1, row, entry.meaning, None, bold=False)
