"""Hexes in a terminal: their sizes, the part of the plane that is shown, and the pixels of each hex."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.table.kit.plane import Space


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
    Mesh(14, (2, 6, 8, 12), 8),
    Mesh(12, (2, 6, 10), 7),
    Mesh(10, (2, 8), 7),
    Mesh(8, (2, 4, 6), 4),
    Mesh(6, (2, 4), 3),
    Mesh(4, (2,), 3),
    Mesh(2, (), 2),
)


@dataclass(frozen=True, slots=True)
class HexWindow:
    """The part of the plane that is shown: its rows, and its western and eastern end in half hexes (`2q + r`)."""

    north: int
    south: int
    west: int
    east: int

    @classmethod
    def of(cls, spaces: Collection[Space]) -> "HexWindow":
        """Return the window that shows all places."""
        rows, halves = [r for _, r in spaces], [2 * q + r for q, r in spaces]
        return cls(min(rows), max(rows), min(halves), max(halves) + 1)

    def grown(self, rim: int) -> "HexWindow":
        """Return the window with so many more hexes on each side."""
        return HexWindow(self.north - rim, self.south + rim, self.west - 2 * rim, self.east + 2 * rim)

    def columns(self, mesh: Mesh) -> int:
        """Return its number of columns."""
        return (self.east - self.west + 1) * mesh.wide // 2

    def rows(self, mesh: Mesh) -> int:
        """Return its number of lines."""
        return mesh.rows(self.south - self.north + 1)

    def fits(self, mesh: Mesh, columns: int, lines: int) -> bool:
        """Return whether there is room for it."""
        return self.columns(mesh) <= columns and self.rows(mesh) <= lines

    def sees(self, space: Space) -> bool:
        """Return whether the whole hex at a place is shown."""
        half = 2 * space[0] + space[1]
        return self.north <= space[1] <= self.south and self.west <= half < self.east

    def beyond(self, space: Space) -> str:
        """Return an arrow to the side on which a hex lies outside; empty if it is shown."""
        if self.sees(space):
            return ""
        if self.north <= space[1] <= self.south:
            return "←" if 2 * space[0] + space[1] < self.west else "→"
        return "↑" if space[1] < self.north else "↓"


def corner(mesh: Mesh, window: HexWindow, space: Space) -> tuple[int, int]:
    """Return the upper left pixel of the box around a hex."""
    q, r = space
    return (2 * q + r - window.west) * mesh.wide // 2, (r - window.north) * mesh.pitch


def owners(spaces: Iterable[Space], mesh: Mesh, window: HexWindow) -> NDArray[np.int32]:
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
