"""The drawn board as pixels of a terminal: what each pixel shows, and where labels fit."""

from collections.abc import Iterator, Mapping
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
#: A label has two rows on a map of at least this size, and one row on a smaller one.
LABEL_WIDTH, LABEL_ROWS = 5, 2
LEAST_COLUMNS, LEAST_ROWS = 78, 29
#: What it costs a label to share a cell with another one.
TAKEN = 100

Mask = NDArray[np.bool_]
Grid = NDArray[np.float64]
Cell = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Raster:
    """The empty board at one size; places are (column, row), those of labels their upper left corner."""

    pixels: Pixels
    blank: Mask
    label_rows: int
    labels: dict[str, Cell]
    statues: tuple[Cell, ...]
    waves: tuple[Cell, ...]
    #: The number of the neighbourhood under each pixel, counted as in `labels`; -1 for none.
    land: NDArray[np.int8]

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
        found = [int(self.land[y, column]) for y in (2 * row, 2 * row + 1)]
        return next((tuple(self.labels)[number] for number in found if number >= 0), None)


@cache
def raster(columns: int, rows: int, districts: str) -> Raster:
    """Return the board at a size in columns and rows; districts out of play are grey."""
    board = load_map()
    fine_x, fine_y = grid_of(columns * SAMPLES, 2 * rows * SAMPLES)
    fine = _paint(board, fine_x, fine_y, districts)
    shape = (2 * rows, SAMPLES, columns, SAMPLES, 3)
    pixels = fine.reshape(shape).mean(axis=(1, 3)).round().astype(np.uint8)
    x, y = grid_of(columns, 2 * rows)
    lands = {space.name: inside(space.outline, x, y) for space in board.neighbourhoods.values()}
    height = LABEL_ROWS if columns >= LEAST_COLUMNS and rows >= LEAST_ROWS else 1
    under = np.full(x.shape, -1, np.int8)
    for number, land in enumerate(lands.values()):
        under[land] = number
    return Raster(
        pixels=pixels,
        blank=~inside(board.frame, x, y),
        label_rows=height,
        labels=_labels(board, lands, height),
        statues=tuple(cell_of(place.at, columns, rows) for place in board.statues),
        waves=tuple(_waves(board, x, y)),
        land=under,
    )


def grid_of(columns: int, rows: int) -> tuple[Grid, Grid]:
    """Return the point of the board in the middle of each part, if the board has so many columns and rows of them."""
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
        image[inside(space.outline, x, y)] = colours.LAND[space.type] if in_play else colours.ABSENT_LAND
    for lake in board.lakes:
        image[inside(lake.outline, x, y)] = colours.LAKE
    for bridge in board.bridges:
        image[_beside(bridge.span, x, y)] = colours.STONE
    return image


def _within(rings: tuple[Ring, ...], x: Grid, y: Grid) -> Mask:
    """Return the samples inside an odd number of rings."""
    found = np.zeros(x.shape, np.bool_)
    for ring in rings:
        found ^= inside(ring, x, y)
    return found


def inside(ring: Ring, x: Grid, y: Grid) -> Mask:
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


def _labels(board: Map, lands: Mapping[str, Mask], height: int) -> dict[str, Cell]:
    """Return the upper left corners of the boxes for labels, which never share a cell."""
    found: dict[str, Cell] = {}
    taken = np.zeros(next(iter(lands.values())).shape, np.bool_)
    for name, land in lands.items():
        column, row = _label(land, board.neighbourhoods[name].centre, taken, height)
        taken[2 * row : 2 * (row + height), column : column + LABEL_WIDTH] = True
        found[name] = column, row
    return found


def _label(land: Mask, centre: Point, taken: Mask, height: int) -> Cell:
    """Return the corner of the free box that fits best into a land, near its centre."""
    rows, columns = land.shape[0] // 2, land.shape[1]
    best, place = -np.inf, (0, 0)
    middle = cell_of(centre, columns, rows)
    for row in range(max(0, middle[1] - 3), min(rows - height, middle[1] + 2) + 1):
        for column in range(max(0, middle[0] - 6), min(columns - LABEL_WIDTH, middle[0] + 2) + 1):
            box = slice(2 * row, 2 * (row + height)), slice(column, column + LABEL_WIDTH)
            room = land[box].sum()
            roof = land[max(0, 2 * row - 2) : 2 * row, column + 1 : column + LABEL_WIDTH - 1].sum()
            off = abs(column + 2 - middle[0]) + 2 * abs(row + 0.5 * (height - 1) - middle[1])
            worth = float(room) + 0.4 * float(roof) - 0.45 * off - TAKEN * float(taken[box].any())
            if worth > best:
                best, place = worth, (column, row)
    return place


def _waves(board: Map, x: Grid, y: Grid) -> Iterator[tuple[int, int]]:
    """Yield the cells, every other one of each row, that are all water of a lake."""
    water = np.zeros(x.shape, np.bool_)
    for lake in board.lakes:
        water |= inside(lake.outline, x, y)
    whole = water[::2] & water[1::2]
    for row, column in zip(*np.nonzero(whole), strict=True):
        if (row + column) % 2:
            yield int(column), int(row)


def cell_of(at: Point, columns: int, rows: int) -> tuple[int, int]:
    """Return the character cell of a point of the board."""
    column = int((at[0] - LEFT) * columns / (RIGHT - LEFT))
    row = int((at[1] - TOP) * rows / (BOTTOM - TOP))
    return min(max(column, 0), columns - 1), min(max(row, 0), rows - 1)
