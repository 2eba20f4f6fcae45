"""The map in colour: the board with tokens, buildings and the running auction."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.text import Text

from urbanist.bots.table.kit.colour import BLACK, COUNTED, HINT, ILLEGAL, LEGAL, Colour, paler
from urbanist.bots.table.kit.seat import COLOUR, MARK
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.bots.table.metropolys.model.auction import Bid
from urbanist.bots.table.metropolys.model.geometry import Neighbourhood, load_map
from urbanist.bots.table.metropolys.model.score_breakdown import MEDIUM, TALL
from urbanist.bots.table.metropolys.terminal import colours
from urbanist.bots.table.metropolys.terminal.raster import (
    LABEL_ROWS,
    LABEL_WIDTH,
    LEAST_COLUMNS,
    LEAST_ROWS,
    Cell,
    Raster,
    cell_of,
    raster,
)
from urbanist.bots.table.metropolys.text.names import district_sign, letter, token_sign
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


def draw_map(
    record: Any, columns: int = LEAST_COLUMNS, rows: int = LEAST_ROWS, targets: Collection[str] = ()
) -> Text:
    """Return the map of a position, `columns` wide and `rows` high; the names of `targets` are highlighted."""
    return paint_map(record, columns, rows, Marks(targets)).text()


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
