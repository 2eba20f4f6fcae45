"""The map in colour: the drawn board as pixels with room for labels, what stands on it, and the legend."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import product
from math import dist, hypot
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.table.kit.colour import BLACK, COUNTED, HINT, ILLEGAL, LEGAL, WHITE, Colour, paler
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.colour import SEAT_MARK as MARK
from urbanist.bots.table.kit.plane import Point, Ring, strip
from urbanist.bots.table.kit.terminal.canvas import Canvas, Pixels
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model import colours
from urbanist.bots.table.metropolys.model.auction import MEDIUM, NOTATION, TALL, Bid
from urbanist.bots.table.metropolys.model.geometry import Map, Neighbourhood
from urbanist.bots.table.metropolys.model.maps import load_map
from urbanist.bots.table.metropolys.text import facts
from urbanist.engine.metropolys.edition import Points
from urbanist.engine.metropolys.notation import district_letters, mask_names
from urbanist.engine.metropolys.pieces import DISTRICTS, TOKEN_KINDS

INK: Colour = (33, 37, 48)
PAPER: Colour = (250, 248, 240)
WAVE: Colour = (206, 234, 248)
BRONZE: Colour = (105, 62, 20)
#: The names of places where a rival may bid.
RIVAL: Colour = (255, 160, 40)

#: The part of the drawn board that is shown: left, right, top, bottom.
LEFT, RIGHT, TOP, BOTTOM = -3.2, 143.2, -3.6, 103.6
#: Each pixel is the mean of a square of samples with this many on a side, which makes shores smooth. It is odd: the
#: sample in the middle tells what the pixel shows.
SAMPLES = 3
MIDDLE = slice(SAMPLES // 2, None, SAMPLES)
#: A bridge, from its middle line to its side, and how far it lies on the land.
BRIDGE_WIDTH, BRIDGE_END = 1.35, 0.4
#: A road between neighbours that do not touch, from its middle line to its side.
ROAD_WIDTH = 0.45
#: A label has two rows on a map of at least this size, and one row on a smaller one.
LABEL_WIDTH, LABEL_ROWS = 5, 2
LEAST_COLUMNS, LEAST_ROWS = 78, 29
#: What it costs a label to share a cell with another one.
TAKEN = 100

Mask = NDArray[np.bool_]
#: The places of columns or of rows on the board.
Line = NDArray[np.float64]
Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class BoardRaster:
    """The empty board at one size; places are (column, row), those of labels their upper left corner."""

    pixels: Pixels
    blank: Mask
    label_rows: int
    labels: dict[str, Cell]
    statues: tuple[Cell, ...]
    waves: tuple[Cell, ...]
    #: The number of the neighbourhood under each pixel, counted as in `labels`, and of the lake; -1 for none.
    land: NDArray[np.int8]
    lake: NDArray[np.int8]

    def label_at(self, column: int, row: int) -> str | None:
        """Return the neighbourhood whose label is in a character cell; None if there is none."""
        for name, (left, top) in self.labels.items():
            if 0 <= column - left < LABEL_WIDTH and 0 <= row - top < self.label_rows:
                return name
        return None

    def place_at(self, column: int, row: int) -> str | None:
        """Return the neighbourhood whose label or land is in a character cell; None if there is none."""
        label = self.label_at(column, row)
        if label is not None:
            return label
        pair = [int(self.land[y, column]) for y in (2 * row, 2 * row + 1)]
        return next((tuple(self.labels)[number] for number in pair if number >= 0), None)


@cache
def raster(columns: int, rows: int, districts: str, slot: int) -> BoardRaster:
    """Return the board of an edition at a size in columns and rows; districts out of play are grey."""
    board = load_map(slot)
    across, down = grid_of(columns * SAMPLES, 2 * rows * SAMPLES)
    spaces = {space.name: inside(space.outline, across, down) for space in board.neighbourhoods.values()}
    lakes = [inside(lake.outline, across, down) for lake in board.lakes]
    lands = {name: space[MIDDLE, MIDDLE] for name, space in spaces.items()}
    height = LABEL_ROWS if columns >= LEAST_COLUMNS and rows >= LEAST_ROWS else 1
    waters = [lake[MIDDLE, MIDDLE] for lake in lakes]
    return BoardRaster(
        pixels=_paint(board, across, down, districts, spaces, lakes),
        blank=~inside(board.frame, across[MIDDLE], down[MIDDLE]),
        label_rows=height,
        labels=_labels(board, lands, height),
        statues=tuple(cell_of(place.at, columns, rows) for place in board.statues),
        waves=tuple(_waves(waters)),
        land=_numbered([*lands.values()]),
        lake=_numbered([*waters, np.zeros((2 * rows, columns), np.bool_)]),
    )


def _numbered(masks: Sequence[Mask]) -> NDArray[np.int8]:
    """Return the number of the mask that holds each pixel; -1 for none."""
    numbers = np.full(masks[0].shape, -1, np.int8)
    for number, mask in enumerate(masks):
        numbers[mask] = number
    return numbers


def grid_of(columns: int, rows: int) -> tuple[Line, Line]:
    """Return where on the board the middle of each column and row is, if the board has so many of them."""
    across = LEFT + (np.arange(columns) + 0.5) * (RIGHT - LEFT) / columns
    down = TOP + (np.arange(rows) + 0.5) * (BOTTOM - TOP) / rows
    return across, down


def _paint(
    board: Map, across: Line, down: Line, districts: str, spaces: Mapping[str, Mask], lakes: Sequence[Mask]
) -> Pixels:
    """Return the colour of each pixel; later ground covers earlier: countryside, land, water, bridges."""
    palette = [colours.COUNTRYSIDE]
    image = np.zeros((len(down), len(across)), np.uint8)
    for where, colour in _grounds(board, across, down, districts, spaces, lakes):
        image[where] = len(palette)
        palette.append(colour)
    colour_of = np.array(palette, np.uint16)
    corners = product(range(SAMPLES), repeat=2)
    first, *others = (colour_of[image[y::SAMPLES, x::SAMPLES]] for y, x in corners)
    return (sum(others, start=first) / SAMPLES**2).round().astype(np.uint8)


def _grounds(
    board: Map, across: Line, down: Line, districts: str, spaces: Mapping[str, Mask], lakes: Sequence[Mask]
) -> Iterator[tuple[Mask, Colour]]:
    """Yield the samples of each ground and its colour."""
    for district, rings in board.districts.items():
        yield _within(rings, across, down), colours.district_colours(district, districts)[0]
    yield _within(board.river, across, down), colours.RIVER
    for space in board.neighbourhoods.values():
        in_play = space.district in districts
        yield spaces[space.name], colours.land_colours(space.type, in_play=in_play)[0]
    for lake in lakes:
        yield lake, colours.LAKE
    for road in board.roads:
        yield inside(strip(*road, ROAD_WIDTH, BRIDGE_END), across, down), colours.STONE
    for bridge in board.bridges:
        yield inside(strip(*bridge.span, BRIDGE_WIDTH, BRIDGE_END), across, down), colours.STONE


def _within(rings: tuple[Ring, ...], across: Line, down: Line) -> Mask:
    """Return the mask of the samples inside some rings, by the even-odd rule."""
    mask = np.zeros((len(down), len(across)), np.bool_)
    for ring in rings:
        mask ^= inside(ring, across, down)
    return mask


def inside(ring: Ring, across: Line, down: Line) -> Mask:
    """Return the mask of the samples inside a ring, by the even-odd rule."""
    # Methods of arrays and not functions of numpy: of a ring, the calls take longer than the work.
    corners = np.array((*ring, ring[0]))
    (ax, ay), (bx, by) = corners[:-1].T, corners[1:].T
    # Only rays between the heights of both ends can cross a side.
    first, last = down.searchsorted(np.minimum(ay, by)), down.searchsorted(np.maximum(ay, by))
    met = last - first
    side = np.arange(len(ring)).repeat(met)
    row = np.arange(len(side)) - (met.cumsum() - met - first).repeat(met)
    slope = (bx - ax)[side] * (down[row] - ay[side]) / (by - ay)[side]
    # A side is crossed from all columns before this one.
    column = across.searchsorted(slope + ax[side])
    mask = np.zeros((len(down), len(across)), np.bool_)
    if len(side):
        top, bottom, right = first.min(), last.max(), column.max()
        crossed = np.zeros((bottom - top, right + 1), np.bool_)
        np.logical_xor.at(crossed, (row - top, right - column), True)
        mask[top:bottom, :right] = np.logical_xor.accumulate(crossed, axis=1)[:, right - 1 :: -1]
    return mask


def _labels(board: Map, lands: Mapping[str, Mask], height: int) -> dict[str, Cell]:
    """Return the upper left corners of the boxes for labels, which never share a cell."""
    cells: dict[str, Cell] = {}
    taken = np.zeros(next(iter(lands.values())).shape, np.bool_)
    for name, land in lands.items():
        column, row = _label(land, board.neighbourhoods[name].centre, taken, height)
        taken[2 * row : 2 * (row + height), column : column + LABEL_WIDTH] = True
        cells[name] = column, row
    return cells


def _label(land: Mask, centre: Point, taken: Mask, height: int) -> Cell:
    """Return the corner of the free box that fits best into a land, near its centre."""
    rows, columns = land.shape[0] // 2, land.shape[1]
    across, down = cell_of(centre, columns, rows)
    spots = product(
        range(max(0, down - 3), min(rows - height, down + 2) + 1),
        range(max(0, across - 6), min(columns - LABEL_WIDTH, across + 2) + 1),
    )

    def worth(spot: Cell) -> float:
        row, column = spot
        box = slice(2 * row, 2 * (row + height)), slice(column, column + LABEL_WIDTH)
        roof = land[max(0, 2 * row - 2) : 2 * row, column + 1 : column + LABEL_WIDTH - 1]
        off = abs(column + 2 - across) + 2 * abs(row + 0.5 * (height - 1) - down)
        room = np.count_nonzero(land[box]) + 0.4 * np.count_nonzero(roof)
        return room - 0.45 * off - TAKEN * bool(taken[box].any())

    row, column = max(spots, key=worth)
    return column, row


def _waves(lakes: Sequence[Mask]) -> Iterator[tuple[int, int]]:
    """Yield the cells, every other one of each row, that are all water of a lake."""
    water = np.logical_or.reduce(lakes)
    whole = water[::2] & water[1::2]
    for row, column in zip(*np.nonzero(whole), strict=True):
        if (row + column) % 2:
            yield int(column), int(row)


def cell_of(at: Point, columns: int, rows: int) -> tuple[int, int]:
    """Return the character cell of a point of the board."""
    column = int((at[0] - LEFT) * columns / (RIGHT - LEFT))
    row = int((at[1] - TOP) * rows / (BOTTOM - TOP))
    return min(max(column, 0), columns - 1), min(max(row, 0), rows - 1)


#: The place of the Centre's name on the board: in the river bend above it.
CENTRE_NAME = (78.0, 30.4)


@dataclass(frozen=True, slots=True)
class MapMarks:
    """What is marked on a map."""

    #: The places for the next bid, and those where the bid in mind could be outbid.
    targets: Collection[str] = ()
    rivals: Collection[str] = ()
    bid: Bid | None = None
    #: The numbers of hints by their places.
    hints: Mapping[str, str] = field(default_factory=dict)
    #: What counts in a row of a score, by place.
    counted: Mapping[str, str] = field(default_factory=dict)


def paint_map(record: Any, columns: int, rows: int, marks: MapMarks) -> Canvas:
    """Return the map of a position with marks; a small map has labels of one row."""
    districts = district_letters(record["districts"])
    slot = int(record["slot"])
    base, board = raster(columns, rows, districts, slot), load_map(slot)
    canvas = Canvas(base.pixels, base.blank)
    if base.label_rows == LABEL_ROWS and board.drawn:
        _district_names(canvas, districts)
    for column, row in base.waves:
        canvas.write(column, row, "~", WAVE, bold=False)
    for column, row in base.statues:
        canvas.write(column, row, "♦", BRONZE)
    for space in board.neighbourhoods.values():
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
    names = {district: facts.district_sign(district) for district in DISTRICTS}
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
    ink = colours.district_colours(district, districts)[1]
    return PAPER if district == "C" and ink != colours.ABSENT_INK else ink


def _name(canvas: Canvas, base: BoardRaster, space: Neighbourhood, marks: MapMarks, *, in_play: bool) -> None:
    """Write name and type: a name for the next bid is light on dark, one where a rival may bid dark on amber."""
    column, row = base.labels[space.name]
    land, letters = colours.land_colours(space.type, in_play=in_play)
    ink = INK if in_play else colours.ABSENT_INK
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
    if space.name in marks.targets:
        ink = letters = land
        canvas.fill(column, line, LABEL_WIDTH, INK)
    elif space.name in marks.rivals:
        canvas.fill(column, line, LABEL_WIDTH, RIVAL)
    canvas.write(left, line, space.name, ink)
    sign = facts.letter(space.type)
    canvas.write(left + len(space.name) + gap, line, sign if gap else sign.lower(), letters)


def _pieces(canvas: Canvas, base: BoardRaster, record: Any) -> None:
    """Write tokens, on a small map behind the name, then buildings and bids; a roof may cover the land behind it."""
    small = base.label_rows < LABEL_ROWS
    for kind, mask in zip(TOKEN_KINDS, record["tokens"], strict=True):
        for name in mask_names(mask):
            column, row = base.labels[name]
            sign, (ground, ink) = facts.token_sign(kind), colours.TOKEN[kind]
            if small:
                canvas.write(column + len(name) + 1, row, sign, ink, ground)
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
    canvas.write(column, row, f"{MARK[seat]}{value}".center(LABEL_WIDTH), WHITE, colour)
    if value >= TALL and row and roof:
        canvas.write(column + 1, row - 1, "▪▪▪", paler(colour, 0.45), colour)
    elif value >= MEDIUM and row and roof:
        canvas.fill(column + 1, row - 1, 3, colour, halves=(1,))


def _bid(canvas: Canvas, corner: Cell, seat: int, value: int, *, last: bool) -> None:
    """Write a bid in brackets: the highest in its owner's colour on white, the others faint."""
    column, row = corner
    colour = COLOUR[seat]
    text = f"({MARK[seat]}{value})".center(LABEL_WIDTH)
    canvas.write(column, row, text, colour, WHITE if last else paler(colour, 0.25))


def _count(canvas: Canvas, base: BoardRaster, name: str, label: str) -> None:
    """Write what a place is worth: below a building behind its name, on a small map in place of the building."""
    column, row = base.labels[name]
    small = base.label_rows < LABEL_ROWS
    text = label.center(LABEL_WIDTH) if small else f"{name}{label}".center(LABEL_WIDTH)
    canvas.write(column - (len(text) - LABEL_WIDTH) // 2, row if small else row + 1, text, BLACK, COUNTED)


def _think(canvas: Canvas, base: BoardRaster, bid: Bid, seat: int) -> None:
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


def landmark_at(base: BoardRaster, slot: int, column: int, row: int) -> str:
    """Return what a landmark under a character of a map is for; empty if there is none."""
    rows, columns = base.land.shape[0] // 2, base.land.shape[1]
    at = LEFT + (column + 0.5) * (RIGHT - LEFT) / columns, TOP + (row + 0.5) * (BOTTOM - TOP) / rows
    board = load_map(slot)
    for statue in board.statues:
        if dist(statue.at, at) < NEAR_STATUE:
            return facts.landmark_tip("statue", statue.around)
    for bridge in board.bridges:
        if _from_span(bridge.span, at) < NEAR_BRIDGE:
            return facts.landmark_tip("bridge", bridge.joins)
    lake = int(base.lake[2 * row, column])
    return facts.landmark_tip("lake", board.lakes[lake].around) if lake >= 0 else ""


def _from_span(span: tuple[Point, Point], at: Point) -> float:
    """Return the distance of a point from a line segment."""
    (ax, ay), (bx, by) = span
    along = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    share = min(max(along, 0.0), 1.0)
    return hypot(ax + share * (bx - ax) - at[0], ay + share * (by - ay) - at[1])


#: The gap between entries.
GAP = 2


class LegendEntry(NamedTuple):
    """A sign on the map, and what it means."""

    sign: str
    ink: Colour
    ground: Colour
    meaning: str


def entries(seat: int, points: Points, *, running: bool, hinted: bool) -> Iterator[LegendEntry]:
    """Yield the entries, the most important first; those of the first ones depend on the auction."""
    land = colours.LAND["park"][0]
    if running:
        yield LegendEntry("N3", land, INK, tr("the next bid"))
    yield LegendEntry(f"({MARK[seat]}7)", BLACK, LEGAL, tr("your bid"))
    yield LegendEntry(f"({MARK[seat]}7)", BLACK, ILLEGAL, tr("not here"))
    yield LegendEntry("N3", INK, RIVAL, tr("could outbid it"))
    if hinted:
        yield LegendEntry("1", BLACK, HINT, tr("a hint"))
    for name in TOKEN_KINDS:
        ground, ink = colours.TOKEN[name]
        yield LegendEntry(f" {facts.token_sign(name)} ", ink, ground, f"{tr(name)} {getattr(points, name):+}")
    for kind, (ground, ink) in colours.LAND.items():
        yield LegendEntry(f" {facts.letter(kind)} ", ink, ground, facts.short_type(kind))
    yield LegendEntry(f"{MARK[seat]}7", WHITE, COLOUR[seat], tr("a building"))
    yield LegendEntry(f"({MARK[seat]}7)", COLOUR[seat], WHITE, tr("the last bid"))
    for name, meaning in (
        ("metro", tr("with the metro card {points:+}", points=points.metro_card)),
        ("ruins", tr("with the ruins card {points:+}", points=points.ruins + points.ruins_card)),
    ):
        ground, ink = colours.TOKEN[name]
        yield LegendEntry(f"{facts.token_sign(name)}1*", ink, ground, meaning)
    yield LegendEntry("♦", BRONZE, colours.DISTRICT["C"][0], tr("statue"))
    yield LegendEntry("▀", colours.STONE, colours.STONE, tr("bridge"))
    yield LegendEntry("~", WAVE, colours.LAKE, tr("lake"))


def write_legend(canvas: Canvas, left: int, rows: range, shown: Iterator[LegendEntry]) -> None:
    """Write entries into rows of a canvas: from its left edge on one after the other, else one below the other."""
    column, row = left, rows.start
    for entry in shown:
        wide = len(entry.sign) + 1 + len(entry.meaning)
        if column > left and (left or column + wide > canvas.columns):
            column, row = left, row + 1
        if row in rows:
            canvas.write(column, row, entry.sign, entry.ink, entry.ground)
            canvas.write(column + len(entry.sign) + 1, row, entry.meaning, None, bold=False)
        column += wide + GAP
