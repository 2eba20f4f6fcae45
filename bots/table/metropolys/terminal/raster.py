"""The drawn board as pixels of a terminal: what each pixel shows, and where labels fit."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import hypot

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.table.kit.colour import Colour
from urbanist.bots.table.kit.plane import Point, Ring
from urbanist.bots.table.kit.terminal.canvas import Pixels
from urbanist.bots.table.metropolys.model.geometry import Map, load_map
from urbanist.bots.table.metropolys.terminal import colours

#: The part of the drawn board that is shown: left, right, top, bottom.
LEFT, RIGHT, TOP, BOTTOM = -3.2, 143.2, -3.6, 103.6
#: Each pixel is the mean of a square of samples with this many on a side, which makes shores smooth. It is odd: the
#: sample in the middle tells what the pixel shows.
SAMPLES = 3
MIDDLE = slice(SAMPLES // 2, None, SAMPLES)
#: A bridge, from its middle line to its side, and how far it lies on the land.
BRIDGE_WIDTH, BRIDGE_END = 1.35, 0.4
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
    across, down = grid_of(columns * SAMPLES, 2 * rows * SAMPLES)
    spaces = {space.name: inside(space.outline, across, down) for space in board.neighbourhoods.values()}
    lakes = [inside(lake.outline, across, down) for lake in board.lakes]
    lands = {name: space[MIDDLE, MIDDLE] for name, space in spaces.items()}
    height = LABEL_ROWS if columns >= LEAST_COLUMNS and rows >= LEAST_ROWS else 1
    under = np.full((2 * rows, columns), -1, np.int8)
    for number, land in enumerate(lands.values()):
        under[land] = number
    return Raster(
        pixels=_paint(board, across, down, districts, spaces, lakes),
        blank=~inside(board.frame, across[MIDDLE], down[MIDDLE]),
        label_rows=height,
        labels=_labels(board, lands, height),
        statues=tuple(cell_of(place.at, columns, rows) for place in board.statues),
        waves=tuple(_waves([lake[MIDDLE, MIDDLE] for lake in lakes])),
        land=under,
    )


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
    for letter, rings in board.districts.items():
        street = colours.DISTRICT[letter][0] if letter in districts else colours.ABSENT_STREET
        yield _within(rings, across, down), street
    yield _within(board.river, across, down), colours.RIVER
    for space in board.neighbourhoods.values():
        land = colours.LAND[space.type] if space.district in districts else colours.ABSENT_LAND
        yield spaces[space.name], land
    for lake in lakes:
        yield lake, colours.LAKE
    for bridge in board.bridges:
        yield inside(_deck(bridge.span), across, down), colours.STONE


def _within(rings: tuple[Ring, ...], across: Line, down: Line) -> Mask:
    """Return the samples inside an odd number of rings."""
    found = np.zeros((len(down), len(across)), np.bool_)
    for ring in rings:
        found ^= inside(ring, across, down)
    return found


def inside(ring: Ring, across: Line, down: Line) -> Mask:
    """Return the samples from which a ray to the right crosses the ring an odd number of times."""
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
    found = np.zeros((len(down), len(across)), np.bool_)
    if len(side):
        top, bottom, right = first.min(), last.max(), column.max()
        crossed = np.zeros((bottom - top, right + 1), np.bool_)
        np.logical_xor.at(crossed, (row - top, right - column), True)
        found[top:bottom, :right] = np.logical_xor.accumulate(crossed, axis=1)[:, right - 1 :: -1]
    return found


def _deck(span: tuple[Point, Point]) -> Ring:
    """Return the outline of a bridge."""
    (ax, ay), (bx, by) = span
    length = hypot(bx - ax, by - ay)
    along, aside = ((bx - ax) / length, (by - ay) / length), ((ay - by) / length, (bx - ax) / length)
    corners = ((-BRIDGE_END, -1), (length + BRIDGE_END, -1), (length + BRIDGE_END, 1), (-BRIDGE_END, 1))
    return tuple(
        (
            ax + far * along[0] + BRIDGE_WIDTH * way * aside[0],
            ay + far * along[1] + BRIDGE_WIDTH * way * aside[1],
        )
        for far, way in corners
    )


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
    middle = cell_of(centre, columns, rows)
    row = np.arange(max(0, middle[1] - 3), min(rows - height, middle[1] + 2) + 1)[:, None]
    column = np.arange(max(0, middle[0] - 6), min(columns - LABEL_WIDTH, middle[0] + 2) + 1)
    across = slice(column[0], column[-1] + LABEL_WIDTH)
    here = slice(2 * row[0, 0], 2 * (row[-1, 0] + height)), across
    # Above the map there is no land for a roof.
    above = np.vstack((np.zeros((2, columns), np.bool_), land))[2 * row[0, 0] : 2 * row[-1, 0] + 2, across]
    room, shared = (
        _in_boxes(land[here], 2 * height, LABEL_WIDTH),
        _in_boxes(taken[here], 2 * height, LABEL_WIDTH),
    )
    roof = _in_boxes(above[:, 1:-1], 2, LABEL_WIDTH - 2)
    off = abs(column + 2 - middle[0]) + 2 * abs(row + 0.5 * (height - 1) - middle[1])
    worth = room + 0.4 * roof - 0.45 * off - TAKEN * (shared > 0)
    best = np.unravel_index(worth.argmax(), worth.shape)
    return int(column[best[1]]), int(row[best[0], 0])


def _in_boxes(mask: Mask, height: int, width: int) -> NDArray[np.int64]:
    """Return how many samples of a mask are in each box of a size, for boxes that begin at a column and an even row."""
    sums = np.zeros((len(mask) + 1, mask.shape[1] + 1), np.int64)
    sums[1:, 1:] = mask.cumsum(axis=0).cumsum(axis=1)
    high = sums[height:] - sums[:-height]
    found: NDArray[np.int64] = (high[:, width:] - high[:, :-width])[::2]
    return found


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
