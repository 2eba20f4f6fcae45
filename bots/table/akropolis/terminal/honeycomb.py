"""Hexes as coloured cells of a terminal in four sizes; a character cell has an upper and a lower pixel."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import numpy as np
from rich.text import Text

from urbanist.bots.table.akropolis.model.city import City
from urbanist.bots.table.akropolis.terminal import colours
from urbanist.bots.table.kit.terminal.canvas import Canvas
from urbanist.engine.akropolis.city_record import Hex, Space


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

    def rows(self, hexes: int) -> int:
        """Return the number of lines for `hexes` rows of hexes."""
        return -(-(self.pitch * hexes + len(self.tips)) // 2)


#: The sizes from the largest to the smallest.
MESHES = (Mesh(8, (2, 4, 6), 4), Mesh(6, (2, 4), 3), Mesh(4, (2,), 3), Mesh(2, (), 2))
SMALL = MESHES[-1]


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


def honeycomb(city: City, mesh: Mesh, window: Window, fresh: Collection[Space] = ()) -> Text:
    """Return the hexes of a window; those in `fresh` are turquoise."""
    columns, rows = window.columns(mesh), window.rows(mesh)
    canvas = Canvas(np.zeros((2 * rows, columns, 3), np.uint8), np.ones((2 * rows, columns), np.bool_))
    shown = {space: top for space, top in city.items() if window.sees(space)}
    for space, top in shown.items():
        _paint(canvas, mesh, corner(mesh, window, space), space, top, fresh=space in fresh)
    for space, top in shown.items():
        _write(canvas, mesh, corner(mesh, window, space), top, fresh=space in fresh)
    return canvas.text()


def corner(mesh: Mesh, window: Window, space: Space) -> tuple[int, int]:
    """Return the upper left pixel of the box around a hex."""
    q, r = space
    return (2 * q + r - window.west) * mesh.wide // 2, (r - window.north) * mesh.pitch


def _paint(canvas: Canvas, mesh: Mesh, at: tuple[int, int], space: Space, top: Hex, *, fresh: bool) -> None:
    colour = colours.fresh_ground(space) if fresh else colours.ground(top, space)
    widths = [*mesh.tips, *[mesh.wide] * mesh.full, *reversed(mesh.tips)]
    for step, width in enumerate(widths):
        y = at[1] + step
        column = at[0] + (mesh.wide - width) // 2
        canvas.fill(column, y // 2, width, colour, halves=(y % 2,))


def _write(canvas: Canvas, mesh: Mesh, at: tuple[int, int], top: Hex, *, fresh: bool) -> None:
    """Write kind and height on the first free line of a hex, and a star if there is room."""
    line = -(-(at[1] + len(mesh.tips)) // 2)
    mark = f"{colours.letter(top)}{top.height or ''}"
    if mesh.wide > 2 and top.plaza:
        mark = f"★{mark}"
    ink = colours.fresh_ink(top) if fresh else colours.ink(top)
    canvas.write(at[0] + (mesh.wide - len(mark)) // 2, line, mark, ink)


def ruler(mesh: Mesh, window: Window, r: int) -> Text:
    """Return the coordinates q above or below a row of the window."""
    signs = [" "] * window.columns(mesh)
    step = max(1, 4 // mesh.wide)
    for q in range((window.west - r + 1) // 2, (window.east - r) // 2 + 1):
        text = str(q)
        column = corner(mesh, window, (q, r))[0] + (mesh.wide - len(text)) // 2
        if q % step == 0 and column >= 0 and column + len(text) <= len(signs):
            signs[column : column + len(text)] = text
    return Text("".join(signs), "dim")


def margin(mesh: Mesh, window: Window) -> list[str]:
    """Return for each line of a window the coordinate r of the hexes with text on that line."""
    lines = [""] * window.rows(mesh)
    for r in range(window.north, window.south + 1):
        lines[-(-(corner(mesh, window, (0, r))[1] + len(mesh.tips)) // 2)] = str(r)
    return lines


def hidden(city: City, window: Window) -> Mapping[str, int]:
    """Return the number of hexes beyond each side of a window."""
    beyond = {"north": 0, "south": 0, "west": 0, "east": 0}
    for q, r in city:
        half = 2 * q + r
        if r < window.north or r > window.south:
            beyond["north" if r < window.north else "south"] += 1
        elif not window.sees((q, r)):
            beyond["west" if half < window.west else "east"] += 1
    return {side: number for side, number in beyond.items() if number}
