"""Hexes as coloured cells of a terminal in several sizes; a character cell has an upper and a lower pixel."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import City
from urbanist.bots.table.akropolis.model.colours import KIND
from urbanist.bots.table.akropolis.text import facts
from urbanist.bots.table.kit.colour import BLACK, WHITE, Colour, blend, paler
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.engine.akropolis.city_record import Hex, Space

#: How much darker a hex is; the shades alternate so that neighbours differ.
SHADES = (0.0, 0.06, 0.12)


def hex_letter(top: Hex) -> str:
    """Return the hex_letter of a hex: that of its kind, a capital for a plaza."""
    small = facts.letter(top.kind)
    return small.upper() if top.plaza else small


def hex_ground(top: Hex, space: Space) -> Colour:
    """Return the colour of a hex at its place: full and deep for a plaza, else stronger with the height."""
    shade = SHADES[(space[0] - space[1]) % 3]
    if top.plaza:
        return blend(KIND[top.kind], BLACK, shade)
    strength = min(0.86, 0.34 + 0.15 * (max(top.height, 1) - 1))
    if top.kind == "quarry":
        strength = min(0.8, 0.42 + 0.1 * (max(top.height, 1) - 1))
    return blend(paler(KIND[top.kind], strength), BLACK, shade)


def hex_ink(top: Hex) -> Colour:
    """Return the colour of text on a hex."""
    return WHITE if top.plaza else blend(KIND[top.kind], BLACK, 0.72)


@dataclass(frozen=True, slots=True)
class Mesh:
    """The size of hexes: columns across, the widths of the pixel rows of a tip, and the pixel rows between the tips."""

    wide: int
    tips: tuple[int, ...]
    full: int

    @property
    def pitch(self) -> int:
        """The number of pixels from one row of hexes to the next."""
        return len(self.tips) + self.full

    def line(self, y: int) -> int:
        """Return the line in the middle of a hex that begins at a pixel row."""
        return -(-(y + len(self.tips) + (self.full - 3) // 2) // 2) if self.full > 2 else -(-y // 2)

    def rows(self, hexes: int) -> int:
        """Return the number of lines for `hexes` rows of hexes."""
        return -(-(self.pitch * hexes + len(self.tips)) // 2)


#: The sizes from the largest to the smallest.
MESHES = (
    Mesh(16, (2, 6, 10, 14), 10),
    Mesh(12, (2, 6, 10), 7),
    Mesh(8, (2, 4, 6), 4),
    Mesh(6, (2, 4), 3),
    Mesh(4, (2,), 3),
    Mesh(2, (), 2),
)
SMALL = MESHES[-1]
#: What is said of hexes beyond each side of a window.
BEYOND = {
    "north": marked("{n} north"),
    "south": marked("{n} south"),
    "west": marked("{n} west"),
    "east": marked("{n} east"),
}
#: The narrowest mesh in which edges between tiles are drawn, and how much darker than its hex an edge is.
EDGED, EDGE = 4, 0.5


class Face(NamedTuple):
    """How a hex looks: its colour (None: the terminal's own), its text, and to which piece it belongs.

    Pieces have an edge between them, or their own `outline`.
    """

    ground: Colour | None
    ink: Colour
    mark: str
    piece: int = 0
    outline: Colour | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """The part of a city that is shown: its rows, and its western and eastern end in half hexes (`2q + r`)."""

    north: int
    south: int
    west: int
    east: int

    @classmethod
    def of(cls, spaces: Collection[Space]) -> "Window":
        """Return the window that shows all places."""
        rows, halves = [r for _, r in spaces], [2 * q + r for q, r in spaces]
        return cls(min(rows), max(rows), min(halves), max(halves) + 1)

    def columns(self, mesh: Mesh) -> int:
        """Return its number of columns."""
        return (self.east - self.west + 1) * mesh.wide // 2

    def rows(self, mesh: Mesh) -> int:
        """Return its number of lines."""
        return mesh.rows(self.south - self.north + 1)

    def sees(self, space: Space) -> bool:
        """Return whether the whole hex at a place is shown."""
        half = 2 * space[0] + space[1]
        return self.north <= space[1] <= self.south and self.west <= half < self.east

    def cut(self, mesh: Mesh, columns: int, lines: int, focus: Space) -> "Window":
        """Return the part of the window that fits into `columns` and `lines`, with `focus` in it."""
        halves = 2 * columns // mesh.wide
        rows = max(1, (2 * lines - len(mesh.tips)) // mesh.pitch)
        north, south = _span(self.north, self.south, rows, focus[1])
        west, east = _span(self.west, self.east, halves, 2 * focus[0] + focus[1])
        return Window(north, south, west, east)


def _span(least: int, most: int, room: int, focus: int) -> tuple[int, int]:
    """Return a span of at most `room`, with `focus` as near its middle as possible."""
    if most - least < room:
        return least, most
    start = min(max(least, focus - room // 2), most - room + 1)
    return start, start + room - 1


def faces(city: City, mesh: Mesh, pieces: Mapping[Space, int]) -> dict[Space, Face]:
    """Return the looks of the hexes of a city."""
    return {
        space: Face(hex_ground(top, space), hex_ink(top), mark(top, mesh), pieces.get(space, 0))
        for space, top in city.items()
    }


def mark(top: Hex, mesh: Mesh) -> str:
    """Return kind and height of a hex, with a star for a plaza if there is room."""
    star = "★" if mesh.wide > 2 and top.plaza else ""
    return f"{star}{hex_letter(top)}{top.height or ''}"


def paint(
    canvas: Canvas, looks: Mapping[Space, Face], mesh: Mesh, window: Window, left: int = 0, top: int = 0
) -> None:
    """Paint hexes with their upper left corner at a column and a row of a canvas."""
    shown = [(space, face) for space, face in looks.items() if window.sees(space)]
    owner = _owners([space for space, _ in shown], mesh, window)
    _colour(canvas, owner, [face for _, face in shown], mesh, left, top)
    for space, face in shown:
        x, y = corner(mesh, window, space)
        column = left + x + (mesh.wide - len(face.mark)) // 2
        canvas.write(column, top + mesh.line(y), face.mark, face.ink)


def _owners(spaces: Iterable[Space], mesh: Mesh, window: Window) -> NDArray[np.int32]:
    """Return for each pixel of a window the number of its hex, or -1."""
    owner = np.full((2 * window.rows(mesh), window.columns(mesh)), -1, np.int32)
    shape = _shape(mesh)
    for number, space in enumerate(spaces):
        x, y = corner(mesh, window, space)
        box = owner[y : y + shape.shape[0], x : x + shape.shape[1]]
        box[shape[: box.shape[0], : box.shape[1]]] = number
    return owner


@cache
def _shape(mesh: Mesh) -> NDArray[np.bool_]:
    """Return the pixels of a hex in its box."""
    widths = np.array([*mesh.tips, *[mesh.wide] * mesh.full, *reversed(mesh.tips)])
    start = (mesh.wide - widths) // 2
    columns = np.arange(mesh.wide)
    shape: NDArray[np.bool_] = (columns >= start[:, None]) & (columns < (start + widths)[:, None])
    return shape


def _colour(
    canvas: Canvas, owner: NDArray[np.int32], looks: Sequence[Face], mesh: Mesh, left: int, top: int
) -> None:
    """Paint the pixels of hexes, and the edges between pieces."""
    nowhere = Face(None, BLACK, "", -1)
    known = [*looks, nowhere]  # number -1 is the last one
    ground = np.array([face.ground or BLACK for face in known], np.uint8)[owner]
    bare = np.array([face.ground is None for face in known])[owner]
    if mesh.wide >= EDGED:
        piece = np.array([face.piece for face in known])[owner]
        edge = np.array(
            [face.outline or blend(face.ground or BLACK, BLACK, EDGE) for face in known], np.uint8
        )
        framed = np.array([face.outline is not None for face in known])[owner]
        here = _border(piece, ~bare) & ~framed | _border(piece, None) & framed
        ground[here] = edge[owner][here]
        bare &= ~(here & framed)
    inside = (slice(max(0, 2 * (canvas.rows - top))), slice(max(0, canvas.columns - left)))
    painted = ~bare[inside]
    box = (slice(2 * top, 2 * top + painted.shape[0]), slice(left, left + painted.shape[1]))
    canvas.pixels[box][painted] = ground[inside][painted]
    canvas.blank[box][painted] = False


def _border(piece: NDArray[np.int64], among: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
    """Return the pixels at the border of a piece: on all sides, or only to the east and south and `among` pixels."""
    border = np.zeros(piece.shape, np.bool_)
    across, down = piece[:, 1:] != piece[:, :-1], piece[1:] != piece[:-1]
    if among is None:
        border[:, 1:] |= across
        border[1:] |= down
    else:
        across &= among[:, 1:] & among[:, :-1]
        down &= among[1:] & among[:-1]
    border[:, :-1] |= across
    border[:-1] |= down
    return border


def corner(mesh: Mesh, window: Window, space: Space) -> tuple[int, int]:
    """Return the upper left pixel of the box around a hex."""
    q, r = space
    return (2 * q + r - window.west) * mesh.wide // 2, (r - window.north) * mesh.pitch


def more(city: City, window: Window) -> str:
    """Return how many hexes lie beyond each side of a window, in words; empty if all are shown."""
    beyond = hidden(city, window)
    return (
        tr("more: {hexes}", hexes=", ".join(tr(BEYOND[side], n=n) for side, n in beyond.items()))
        if beyond
        else ""
    )


def hidden(city: City, window: Window) -> Mapping[str, int]:
    """Return the number of hexes beyond each side of a window."""
    beyond = dict.fromkeys(BEYOND, 0)
    for q, r in city:
        half = 2 * q + r
        if r < window.north or r > window.south:
            beyond["north" if r < window.north else "south"] += 1
        elif not window.sees((q, r)):
            beyond["west" if half < window.west else "east"] += 1
    return {side: number for side, number in beyond.items() if number}
