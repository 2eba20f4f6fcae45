"""The map in colour: the board with tokens, buildings and the running auction."""

from collections.abc import Collection
from typing import Any

from rich.text import Text

from urbanist.bots.table.kit.colour import Colour, paler
from urbanist.bots.table.kit.seat import COLOUR, MARK
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.bots.table.metropolys.model.geometry import Neighbourhood, load_map
from urbanist.bots.table.metropolys.terminal import colours
from urbanist.bots.table.metropolys.terminal.raster import LABEL_WIDTH, Raster, cell_of, raster
from urbanist.engine.metropolys.notation import TOKEN_KINDS, MetropolysNotation, district_letters, mask_names

NOTATION = MetropolysNotation()
#: The least value of a medium and of a tall building.
MEDIUM, TALL = 6, 10
#: The smallest map on which all names and buildings fit.
LEAST_COLUMNS, LEAST_ROWS = 78, 29
#: The place of the Centre's name on the board: in the river bend above it.
CENTRE_NAME = (78.0, 30.4)


def draw_map(
    record: Any, columns: int = LEAST_COLUMNS, rows: int = LEAST_ROWS, targets: Collection[str] = ()
) -> Text:
    """Return the map of a position, `columns` wide and `rows` high; the names of `targets` are highlighted."""
    districts = district_letters(record["districts"])
    base = raster(columns, rows, districts)
    canvas = Canvas(base.pixels, base.blank)
    _district_names(canvas, districts)
    for column, row in base.waves:
        canvas.write(column, row, "~", colours.WAVE, bold=False)
    for column, row in base.statues:
        canvas.write(column, row, "♦", colours.BRONZE)
    for space in load_map().neighbourhoods.values():
        _name(canvas, space, base.labels[space.name], space.district in districts, space.name in targets)
    _pieces(canvas, base, record)
    return canvas.text()


def _district_names(canvas: Canvas, districts: str) -> None:
    """Write the names of the districts at the edges of the map, and that of the Centre on its river."""
    across, down = canvas.columns, canvas.rows
    flat = {
        "N": ((across - 9) // 2, 0, "N O R T H"),
        "S": ((across - 9) // 2, down - 1, "S O U T H"),
        "C": (*cell_of(CENTRE_NAME, across, down), "CENTRE"),
    }
    for letter, (column, row, name) in flat.items():
        canvas.write(column, row, name, _district_ink(letter, districts))
    for letter, column, name in (("W", 0, "WEST"), ("E", across - 1, "EAST")):
        for step, sign in enumerate(name):
            canvas.write(column, down // 2 - 4 + 2 * step, sign, _district_ink(letter, districts))


def _district_ink(letter: str, districts: str) -> Colour:
    if letter not in districts:
        return colours.ABSENT_INK
    return colours.PAPER if letter == "C" else colours.DISTRICT[letter][1]


def _name(canvas: Canvas, space: Neighbourhood, corner: tuple[int, int], in_play: bool, target: bool) -> None:
    """Write name and type; the name of a target is light on dark."""
    column, row = corner
    ground = colours.LAND[space.type] if in_play else colours.ABSENT_LAND
    ink = colours.INK if in_play else colours.ABSENT_INK
    left = column + (LABEL_WIDTH - len(space.name) - 1) // 2
    for line in (row, row + 1):
        canvas.fill(column, line, LABEL_WIDTH, ground)
    canvas.write(left, row + 1, space.name, ground if target else ink, colours.INK if target else None)
    canvas.write(
        left + len(space.name) + 1,
        row + 1,
        space.type[0].upper(),
        colours.TYPE_INK[space.type] if in_play else ink,
    )


def _pieces(canvas: Canvas, base: Raster, record: Any) -> None:
    """Write tokens, then buildings and bids; a roof may cover the land behind it."""
    for kind, mask in zip(TOKEN_KINDS, record["tokens"], strict=True):
        for name in mask_names(mask):
            column, row = base.labels[name]
            sign, ground, ink = colours.TOKEN[kind]
            canvas.write(column + 1, row, f" {sign} ", ink, ground)
    for seat in range(int(record["seats"])):
        for value, name in NOTATION.buildings(record, seat):
            _tower(canvas, base.labels[name], seat, value)
    bids = NOTATION.bids(record)
    for bid in bids:
        seat, value, name = bid
        _bid(canvas, base.labels[name], seat, value, last=bid == bids[-1])


def _tower(canvas: Canvas, corner: tuple[int, int], seat: int, value: int) -> None:
    """Write a building: the owner's mark and the value; the roof above shows its height."""
    column, row = corner
    colour = COLOUR[seat]
    canvas.write(column, row, f"{MARK[seat]}{value}".center(LABEL_WIDTH), colours.WHITE, colour)
    if value >= TALL and row:
        canvas.write(column + 1, row - 1, "▪▪▪", paler(colour, 0.45), colour)
    elif value >= MEDIUM and row:
        canvas.fill(column + 1, row - 1, 3, colour, halves=(1,))


def _bid(canvas: Canvas, corner: tuple[int, int], seat: int, value: int, *, last: bool) -> None:
    """Write a bid in brackets: the highest in its owner's colour on white, the others faint."""
    column, row = corner
    colour = COLOUR[seat]
    text = f"({MARK[seat]}{value})".center(LABEL_WIDTH)
    canvas.write(column, row, text, colour, colours.WHITE if last else paler(colour, 0.25))
