"""The map of Warszawa as pixels of a terminal: the hex of each pixel, and the distance to the nearest side."""

from dataclasses import dataclass
from functools import cache
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.table.kit.hexagon import middle
from urbanist.engine.warszawa.geography import CELLS, DIRECTIONS, RADIUS

ROWS = 2 * RADIUS + 1
#: How near to a side, in radii, a pointer means the side and not the hex.
NEAR = 0.34

Grid = NDArray[np.float64]
Cells = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Mesh:
    """The size of hexes: columns across (even, so that all look alike), and pixels from row to row."""

    wide: int
    pitch: int

    @property
    def columns(self) -> int:
        """The width of the map in character columns."""
        return ROWS * self.wide

    @property
    def rows(self) -> int:
        """The height of the map in character rows; a tip is a third of the pitch of hex rows."""
        return ceil((ROWS + 1 / 3) * self.pitch / 2)

    def at(self, x: float, y: float) -> tuple[float, float]:
        """Return the column and character row of a point, which is given in radii from the middle of the map."""
        return self.columns / 2 + x * self.wide / sqrt(3), (self.rows + y * self.pitch / 1.5) / 2


#: The meshes from the largest to the smallest, with hexes as regular as characters allow.
MESHES = (Mesh(16, 14), Mesh(14, 12), Mesh(12, 10), Mesh(10, 9), Mesh(8, 7), Mesh(6, 5))


@dataclass(frozen=True, slots=True)
class Raster:
    """The map at one size, as arrays with an entry for each pixel; -1 means outside the map.

    They hold the hex, the nearest neighbour, and the distances to the side between them and to its middle, in radii.
    """

    cell: Cells
    other: Cells
    gap: Grid
    along: Grid


@cache
def raster(mesh: Mesh) -> Raster:
    """Return the map in a mesh."""
    across = (np.arange(mesh.columns) + 0.5 - mesh.columns / 2) * sqrt(3) / mesh.wide
    down = (np.arange(2 * mesh.rows) + 0.5 - mesh.rows) * 1.5 / mesh.pitch
    x, y = np.meshgrid(across, down)
    q, r = _hex_around(x, y)
    x, y = x - sqrt(3) * (q + r / 2), y - 1.5 * r
    steps = np.array([middle(step) for step in DIRECTIONS]) / sqrt(3)
    # Row k is the distance towards neighbour k; the side is half-way to it.
    towards = np.stack([x * dx + y * dy for dx, dy in steps])
    nearest = towards.argmax(axis=0)
    along = abs(y * steps[nearest, 0] - x * steps[nearest, 1])
    dq, dr = np.array(DIRECTIONS).T
    other = _cells(q + dq[nearest], r + dr[nearest])
    return Raster(_cells(q, r), other, sqrt(3) / 2 - towards.max(axis=0), along)


def under(mesh: Mesh, column: int, row: int) -> tuple[int, int] | None:
    """Return the hex under a character, and the neighbour towards which the side is near, or -1; None outside."""
    ground = raster(mesh)
    if not (0 <= column < mesh.columns and 0 <= row < mesh.rows):
        return None
    pixels = [
        (float(ground.gap[y, column]), y) for y in (2 * row, 2 * row + 1) if ground.cell[y, column] >= 0
    ]
    if not pixels:
        return None
    gap, y = min(pixels)
    return int(ground.cell[y, column]), int(ground.other[y, column]) if gap < NEAR else -1


def _hex_around(x: Grid, y: Grid) -> tuple[Cells, Cells]:
    """Return the hex around each point: round the three coordinates and correct the one with the largest error."""
    r = y / 1.5
    q = x / sqrt(3) - r / 2
    exact = np.stack([q, r, -q - r])
    near = np.round(exact)
    worst = abs(near - exact).argmax(axis=0)
    q = np.where(worst == 0, -near[1] - near[2], near[0])
    r = np.where(worst == 1, -near[0] - near[2], near[1])
    return q.astype(np.int64), r.astype(np.int64)


def _cells(q: Cells, r: Cells) -> Cells:
    found = np.full(q.shape, -1, np.int64)
    for (hex_q, hex_r), cell in CELLS.items():
        found[(q == hex_q) & (r == hex_r)] = cell
    return found
