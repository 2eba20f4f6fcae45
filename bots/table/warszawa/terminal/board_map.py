"""The map in colour: zones, rubble, buildings and engineers; river, metro and bridges on the sides."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.table.kit.colour import BLACK, COUNTED, FRESH, HINT, ILLEGAL, LEGAL, WHITE, Colour, blend
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.colour import SEAT_MARK as MARK
from urbanist.bots.table.kit.plane import Point, middle
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.terminal.canvas import Canvas, Pixels
from urbanist.bots.table.kit.terminal.hex_grid import MESHES, HexWindow, Mesh, corner, owners
from urbanist.bots.table.kit.wording import cut
from urbanist.bots.table.warszawa.model import city, signs
from urbanist.bots.table.warszawa.model.partial_move import point_of
from urbanist.bots.table.warszawa.text.phrases import letter, title_on_hex
from urbanist.engine.warszawa.geography import (
    CELLS,
    DIRECTIONS,
    HEXES,
    hex_text,
)
from urbanist.engine.warszawa.map_record import bridges, segments, tunnel

INK: Colour = (38, 36, 44)
FAINT: Colour = (104, 98, 80)
URBAN: Colour = (252, 248, 226)
SUBURBAN: Colour = (194, 222, 166)
RUBBLE: Colour = (206, 176, 142)
RUBBLE_INK: Colour = (66, 48, 36)
RIVER: Colour = (92, 158, 208)
#: What was built by a seat that is not known.
UNKNOWN: Colour = (96, 92, 104)
TUNNEL: Colour = (40, 40, 48)
SITE: Colour = (142, 40, 0)


#: The sizes that leave room for coordinates, and the window that shows the whole map.
SIZES, WHOLE = [mesh for mesh in MESHES if mesh.wide >= 6], HexWindow.of(HEXES)
#: The neighbours of each hex by direction; -1 means outside the map.
NEIGHBOURS = np.array([[CELLS.get((q + dq, r + dr), -1) for dq, dr in DIRECTIONS] for q, r in HEXES])
#: How near to a side, in radii, a pointer means the side and not the hex.
NEAR = 0.34

Grid = NDArray[np.float64]
Cells = NDArray[np.int64]


def at(mesh: Mesh, point: Point) -> tuple[float, float]:
    """Return the column and character row of a point, which is given in radii from the middle of the map."""
    x, y = corner(mesh, WHOLE, (0, 0))
    column = x + (0.5 + point[0] / sqrt(3)) * mesh.wide
    return column, (y + len(mesh.tips) + mesh.full / 2 + point[1] * mesh.pitch / 1.5) / 2


class MapRaster(NamedTuple):
    """The map at one size, as arrays with an entry for each pixel; -1 means outside the map.

    They hold the hex, the nearest neighbour, and the distances to the side between them and to its middle, in radii.
    """

    cell: Cells
    other: Cells
    gap: Grid
    along: Grid


@cache
def raster(mesh: Mesh) -> MapRaster:
    """Return the map in a mesh."""
    cell = owners(HEXES, mesh, WHOLE).astype(np.int64)
    down, across = np.indices(cell.shape) + 0.5
    # The places of the pixels around the middles of their hexes.
    middles = np.array([at(mesh, middle(space)) for space in HEXES])[cell]
    x = (across - middles[..., 0]) * sqrt(3) / mesh.wide
    y = (down - 2 * middles[..., 1]) * 1.5 / mesh.pitch
    steps = np.array([middle(step) for step in DIRECTIONS]) / sqrt(3)
    # Row k is the distance towards neighbour k; the side is half-way to it.
    towards = np.stack([x * dx + y * dy for dx, dy in steps])
    nearest = towards.argmax(axis=0)
    along = abs(y * steps[nearest, 0] - x * steps[nearest, 1])
    return MapRaster(cell, NEIGHBOURS[cell, nearest], sqrt(3) / 2 - towards.max(axis=0), along)


def under(mesh: Mesh, column: int, row: int) -> tuple[int, int] | None:
    """Return the hex under a character, and the neighbour towards which the side is near, or -1; None outside."""
    ground = raster(mesh)
    if not (0 <= column < WHOLE.columns(mesh) and 0 <= row < WHOLE.rows(mesh)):
        return None
    pixels = [
        (float(ground.gap[y, column]), y) for y in (2 * row, 2 * row + 1) if ground.cell[y, column] >= 0
    ]
    if not pixels:
        return None
    gap, y = min(pixels)
    return int(ground.cell[y, column]), int(ground.other[y, column]) if gap < NEAR else -1


#: In radii: half the breadth of a line along a side or across it, and half the length of a bridge's deck.
STREET, METRO, STREAM, BRIDGE, DECK = 0.09, 0.17, 0.2, 0.3, 0.24
#: The three shades that make neighbours differ.
SHADES = (0.0, 0.02, 0.04)
#: The least row pitch for three lines in a hex; the least widths for gaps within the lines and for streets.
THREE_LINES, GAPS, STREETS = 7, 8, 10
#: The ways on which text is in ink, not in white.
BRIGHT = (RIVER, FRESH)


class SideStroke(NamedTuple):
    """A line along or across a side: its colour, half its breadth and half its length."""

    colour: Colour
    breadth: float
    length: float = 1.0


class HexLine(NamedTuple):
    """A line of text on a hex; in the first line of a building, the last two signs are its owner's."""

    text: str
    ink: Colour


@dataclass(frozen=True, slots=True)
class HexMarks:
    """What is marked on the map: the last or the chosen hex or side, possible places, a wrong one, hints by place."""

    fresh: str | None = None
    places: Collection[str] = ()
    wrong: str | None = None
    hints: Mapping[str, str] = field(default_factory=dict)
    #: What counts in a row of a score, by place.
    counted: Mapping[str, str] = field(default_factory=dict)

    def ground(self, place: str) -> Colour | None:
        """Return the ground of the name of a place; None if it is not marked."""
        if place in self.counted:
            return COUNTED
        return ILLEGAL if place == self.wrong else LEGAL if place in self.places else None


def paint_map(pov: PlayerView, mesh: Mesh, marks: HexMarks) -> Canvas:
    """Return the map in a mesh with marks."""
    everywhere = city.plots(pov.state)
    canvas = Canvas(_pixels(pov, mesh, everywhere, marks.fresh), raster(mesh).cell < 0)
    ready = {card.id for seat in range(pov.state.seats) for card in city.supply_of(pov.state, seat).ready}
    for plot in everywhere:
        _write(canvas, mesh, plot, _lines(plot, ready, mesh), marks)
    _signs(canvas, mesh, pov, marks)
    return canvas


def _pixels(pov: PlayerView, mesh: Mesh, everywhere: Collection[city.Plot], fresh: str | None) -> Pixels:
    ground = raster(mesh)
    pixels = np.zeros((*ground.cell.shape, 3), np.uint8)
    for plot in everywhere:
        pixels[ground.cell == plot.cell] = _ground(plot, fresh)
    if mesh.wide >= STREETS:
        pixels[(ground.cell >= 0) & (ground.other >= 0) & (ground.gap < STREET)] = signs.STREET
    for side, ways in _side_strokes(pov, fresh).items():
        here = np.isin(ground.cell, city.PARTED[side]) & np.isin(ground.other, city.PARTED[side])
        for way in ways:
            within = (ground.gap < _breadth(mesh, way.breadth)) & (ground.along < way.length)
            pixels[here & within] = way.colour
    return pixels


def _breadth(mesh: Mesh, breadth: float) -> float:
    """Return half a breadth, at least as much as a side of one pixel needs."""
    return max(breadth, 0.55 * sqrt(3) / mesh.wide)


def _ground(plot: city.Plot, fresh: str | None) -> Colour:
    if hex_text(plot.cell) == fresh:
        return FRESH
    if plot.built:
        return signs.TYPE[plot.type][0]
    shade = SHADES[(plot.hexagon[0] - plot.hexagon[1]) % 3]
    if plot.rubble:
        return blend(RUBBLE, BLACK, shade)
    return blend(URBAN if plot.urban else SUBURBAN, BLACK, shade)


def _colour(seat: int | None) -> Colour:
    """Return the colour of what a seat built; a position without its history does not tell which seat."""
    return UNKNOWN if seat is None else COLOUR[seat]


def _side_strokes(pov: PlayerView, fresh: str | None) -> Mapping[str, list[SideStroke]]:
    """Return the ways of each side, along it and across it, the lowest first."""
    state, by = pov.state, city.builders(pov)
    strokes = {side: [SideStroke(RIVER, STREAM)] for side in city.RIVERS}
    for side in segments(state.array):
        strokes.setdefault(side, []).append(SideStroke(_colour(by.get(side)), METRO))
    under = tunnel(state.array)
    if under:
        strokes[under].append(SideStroke(TUNNEL, STREET))
    for side in bridges(state.array):
        strokes[side].append(SideStroke(_colour(by.get(side)), BRIDGE, DECK))
    if fresh in strokes:
        strokes[fresh][-1] = strokes[fresh][-1]._replace(colour=FRESH)
    return strokes


def _lines(plot: city.Plot, ready: Collection[str], mesh: Mesh) -> list[HexLine]:
    """Return the texts of a hex: its building, its card if there is room, its coordinates."""
    place = hex_text(plot.cell)
    if not plot.type:
        ink = RUBBLE_INK if plot.rubble else FAINT
        head = HexLine(f"★{place}", SITE) if plot.site else HexLine(place, ink)
        return [head, HexLine("▒▒▒", RUBBLE_INK)] if plot.rubble else [head]
    ink = signs.TYPE[plot.type][1]
    initial = letter(plot.type)
    if plot.card is None or plot.seat is None:
        return [HexLine(initial, ink), HexLine(place, ink)]
    owner = f"{MARK[plot.seat]}{plot.seat}"
    wide = mesh.wide - 2
    card = [cut(title_on_hex(plot.card), wide)] if mesh.pitch >= THREE_LINES else []
    if plot.founded:
        return [
            HexLine(f"({initial}{owner})", COLOUR[plot.seat]),
            *(HexLine(text, INK) for text in (*card, place)),
        ]
    sign = signs.READY if plot.card.id in ready else signs.LASTING.get(plot.card.function, "")
    gap = " " if mesh.wide >= GAPS else ""
    return [HexLine(f"{initial}{sign}{gap}{owner}", ink), *(HexLine(text, ink) for text in (*card, place))]


def _write(canvas: Canvas, mesh: Mesh, plot: city.Plot, lines: list[HexLine], marks: HexMarks) -> None:
    """Write the lines in the middle of a hex, over any ways there; an owner has the seat's colour."""
    ground, place = _ground(plot, marks.fresh), hex_text(plot.cell)
    x, y = at(mesh, middle(HEXES[plot.cell]))
    top = round(y - len(lines) / 2)
    marked = marks.ground(place)
    for row, line in enumerate(lines, top):
        left = round(x - len(line.text) / 2 - 0.01)
        if marked is not None and line.text.endswith(place):
            text = f" {marks.counted[place]} " if place in marks.counted else line.text
            canvas.write(round(x - len(text) / 2 - 0.01), row, text, BLACK, marked)
            continue
        for column, sign in enumerate(line.text, left):
            below = _way_at(canvas, column, row, ground)
            ink = line.ink if below is None else INK if below in BRIGHT else WHITE
            canvas.write(column, row, sign, ink, below or ground, bold=row == top and bool(plot.type))
        if row == top and plot.built and plot.seat is not None:
            canvas.write(left + len(line.text) - 2, row, line.text[-2:], WHITE, COLOUR[plot.seat])
    if place in marks.hints:
        if mesh.pitch >= THREE_LINES:
            canvas.write(round(x) - 2, top - 1, f" {marks.hints[place]} ", BLACK, HINT)
        else:
            canvas.write(round(x - len(lines[0].text) / 2 - 0.01) - 1, top, marks.hints[place], BLACK, HINT)


def _way_at(canvas: Canvas, column: int, row: int, ground: Colour) -> Colour | None:
    """Return the colour of the way in a cell, or None if the whole cell is ground."""
    for half in (2 * row, 2 * row + 1):
        red, green, blue = map(int, canvas.pixels[half, column])
        if (red, green, blue) != ground and (red, green, blue) in (*BRIGHT, TUNNEL, *COLOUR):
            return red, green, blue
    return None


def _signs(canvas: Canvas, mesh: Mesh, pov: PlayerView, marks: HexMarks) -> None:
    """Write letters on bridges and the tunnel, for colour-blind people; and the marks of sides."""
    by, under, spanned = city.builders(pov), tunnel(pov.state.array), bridges(pov.state.array)
    for side in spanned:
        ink, ground = (INK, FRESH) if side == marks.fresh else (WHITE, _colour(by.get(side)))
        canvas.write(*_room(canvas, mesh, side), "=", ink, ground)
    if under:
        canvas.write(*_room(canvas, mesh, under), "∩", WHITE, TUNNEL)
    for side in city.PARTED:
        marked = HINT if side in marks.hints else marks.ground(side)
        if marked is not None:
            sign = marks.hints.get(side) or marks.counted.get(side, "+")
            canvas.write(*middle_of(mesh, side), sign, BLACK, marked)


def _room(canvas: Canvas, mesh: Mesh, side: str) -> tuple[int, int]:
    """Return the cell for the sign of a side: its middle, or a neighbour if there is text in the middle."""
    column, row = middle_of(mesh, side)
    return next((x for x in (column, column - 1, column + 1) if not canvas.is_written(x, row)), column), row


def middle_of(mesh: Mesh, side: str) -> tuple[int, int]:
    """Return the cell in the middle of a side."""
    column, row = at(mesh, point_of(side))
    return int(column), int(row)
