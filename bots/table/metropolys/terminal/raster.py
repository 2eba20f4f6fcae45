"""The drawn board as pixels of a terminal: what each pixel shows, and where labels fit."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import hypot

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.table.kit.plane import Point, Ring
from urbanist.bots.table.kit.terminal.canvas import Pixels
from urbanist.bots.table.metropolys.model.geometry import Map, load_map
from urbanist.bots.table.metropolys.terminal import colours

#: The part of the drawn board that is shown: left, right, top, bottom.
LEFT, RIGHT, TOP, BOTTOM = -3.2, 143.2, -3.6, 103.6
#: Each pixel is the mean of a square of samples with this many on a side, which makes shores smooth.
SAMPLES = 3
BRIDGE_WIDTH = 1.35
LABEL_WIDTH, LABEL_ROWS = 5, 2

Mask = NDArray[np.bool_]
Grid = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Raster:
    """The empty board at one size; places are (column, row), those of labels their upper left corner."""

    pixels: Pixels
    blank: Mask
    labels: dict[str, tuple[int, int]]
    statues: tuple[tuple[int, int], ...]
    waves: tuple[tuple[int, int], ...]


@cache
def raster(columns: int, rows: int, districts: str) -> Raster:
    """Return the board at a size in columns and rows; districts out of play are grey."""
    board = load_map()
    fine_x, fine_y = _grid(columns * SAMPLES, 2 * rows * SAMPLES)
    fine = _paint(board, fine_x, fine_y, districts)
    shape = (2 * rows, SAMPLES, columns, SAMPLES, 3)
    pixels = fine.reshape(shape).mean(axis=(1, 3)).round().astype(np.uint8)
    x, y = _grid(columns, 2 * rows)
    spaces = board.neighbourhoods.values()
    labels = {space.name: _label(space.outline, space.centre, x, y) for space in spaces}
    return Raster(
        pixels=pixels,
        blank=~_inside(board.frame, x, y),
        labels=labels,
        statues=tuple(cell_of(place.at, columns, rows) for place in board.statues),
        waves=tuple(_waves(board, x, y)),
    )


def _grid(columns: int, rows: int) -> tuple[Grid, Grid]:
    """Return the point of the board in the middle of each pixel."""
    across = LEFT + (np.arange(columns) + 0.5) * (RIGHT - LEFT) / columns
    down = TOP + (np.arange(rows) + 0.5) * (BOTTOM - TOP) / rows
    x, y = np.meshgrid(across, down)
    return x, y


def _paint(board: Map, x: Grid, y: Grid, districts: str) -> Grid:
    """Return the colour of each sample; later ground covers earlier: countryside, land, water, bridges."""
    image = np.empty((*x.shape, 3))
    image[:] = colours.COUNTRYSIDE
    for letter, rings in board.districts.items():
        image[_within(rings, x, y)] = (
            colours.DISTRICT[letter][0] if letter in districts else colours.ABSENT_STREET
        )
    image[_within(board.river, x, y)] = colours.RIVER
    for space in board.neighbourhoods.values():
        in_play = space.district in districts
        image[_inside(space.outline, x, y)] = colours.LAND[space.type] if in_play else colours.ABSENT_LAND
    for lake in board.lakes:
        image[_inside(lake.outline, x, y)] = colours.LAKE
    for bridge in board.bridges:
        image[_beside(bridge.span, x, y)] = colours.STONE
    return image


def _within(rings: tuple[Ring, ...], x: Grid, y: Grid) -> Mask:
    """Return the samples inside an odd number of rings."""
    found = np.zeros(x.shape, np.bool_)
    for ring in rings:
        found ^= _inside(ring, x, y)
    return found


def _inside(ring: Ring, x: Grid, y: Grid) -> Mask:
    """Return the samples from which a ray to the right crosses the ring an odd number of times."""
    found = np.zeros(x.shape, np.bool_)
    across, down = x[0], y[:, :1]
    for (ax, ay), (bx, by) in zip(ring, ring[1:] + ring[:1], strict=True):
        if ay != by:
            # Only rays between the heights of both ends can cross a side.
            rows = slice(*np.searchsorted(down[:, 0], (min(ay, by), max(ay, by))))
            found[rows] ^= across < (bx - ax) * (down[rows] - ay) / (by - ay) + ax
    return found


def _beside(span: tuple[Point, Point], x: Grid, y: Grid) -> Mask:
    """Return the samples on a bridge."""
    (ax, ay), (bx, by) = span
    length = hypot(bx - ax, by - ay)
    along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / length
    aside = ((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
    return (abs(aside) < BRIDGE_WIDTH) & (along > -0.4) & (along < length + 0.4)


def _label(outline: Ring, centre: Point, x: Grid, y: Grid) -> tuple[int, int]:
    """Return the corner of the box for a label that fits best into the outline, near its centre."""
    land = _inside(outline, x, y)
    rows, columns = land.shape[0] // 2, land.shape[1]
    best, place = -1.0, (0, 0)
    middle = cell_of(centre, columns, rows)
    for row in range(max(0, middle[1] - 3), min(rows - LABEL_ROWS, middle[1] + 2) + 1):
        for column in range(max(0, middle[0] - 6), min(columns - LABEL_WIDTH, middle[0] + 2) + 1):
            room = land[2 * row : 2 * (row + LABEL_ROWS), column : column + LABEL_WIDTH].sum()
            roof = land[max(0, 2 * row - 2) : 2 * row, column + 1 : column + LABEL_WIDTH - 1].sum()
            off = abs(column + 2 - middle[0]) + 2 * abs(row + 0.5 - middle[1])
            worth = float(room) + 0.4 * float(roof) - 0.45 * off
            if worth > best:
                best, place = worth, (column, row)
    return place


def _waves(board: Map, x: Grid, y: Grid) -> Iterator[tuple[int, int]]:
    """Yield the cells, every other one of each row, that are all water of a lake."""
    water = np.zeros(x.shape, np.bool_)
    for lake in board.lakes:
        water |= _inside(lake.outline, x, y)
    whole = water[::2] & water[1::2]
    for row, column in zip(*np.nonzero(whole), strict=True):
        if (row + column) % 2:
            yield int(column), int(row)


def cell_of(at: Point, columns: int, rows: int) -> tuple[int, int]:
    """Return the character cell of a point of the board."""
    column = int((at[0] - LEFT) * columns / (RIGHT - LEFT))
    row = int((at[1] - TOP) * rows / (BOTTOM - TOP))
    return min(max(column, 0), columns - 1), min(max(row, 0), rows - 1)
