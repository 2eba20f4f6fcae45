"""Statues, bridges and lakes under a character of the map."""

from functools import cache
from math import hypot

import numpy as np
from numpy.typing import NDArray

from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.metropolys.model.geometry import load_map
from urbanist.bots.table.metropolys.terminal.raster import BOTTOM, LEFT, RIGHT, TOP, grid_of, inside
from urbanist.bots.table.metropolys.text import tips

#: How near to a statue, and to the line of a bridge, a character shows it, in units of the map.
STATUE, BRIDGE = 2.0, 1.5


def landmark_tip(column: int, row: int, columns: int, rows: int) -> str:
    """Return what a landmark under a character of a map of some size is for; empty if there is none."""
    at = LEFT + (column + 0.5) * (RIGHT - LEFT) / columns, TOP + (row + 0.5) * (BOTTOM - TOP) / rows
    board = load_map()
    for statue in board.statues:
        if hypot(statue.at[0] - at[0], statue.at[1] - at[1]) < STATUE:
            return tips.statue_tip(statue.around)
    for bridge in board.bridges:
        if _from_span(bridge.span, at) < BRIDGE:
            return tips.bridge_tip(bridge.joins)
    lake = int(_lakes(columns, rows)[row, column])
    return tips.lake_tip(board.lakes[lake].around) if lake >= 0 else ""


@cache
def _lakes(columns: int, rows: int) -> NDArray[np.int8]:
    """Return the number of the lake under each character of a map of some size; -1 for none."""
    grid = grid_of(columns, rows)
    found = np.full((rows, columns), -1, np.int8)
    for number, lake in enumerate(load_map().lakes):
        found[inside(lake.outline, *grid)] = number
    return found


def _from_span(span: tuple[Point, Point], at: Point) -> float:
    """Return the distance of a point from a line between two points."""
    (ax, ay), (bx, by) = span
    along = ((at[0] - ax) * (bx - ax) + (at[1] - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    share = min(max(along, 0.0), 1.0)
    return hypot(ax + share * (bx - ax) - at[0], ay + share * (by - ay) - at[1])
