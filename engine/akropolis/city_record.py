"""Reads a city from the record of a state: the kinds and heights of its hexes."""

from typing import Any, NamedTuple

from urbanist.engine.akropolis import pieces

Space = tuple[int, int]

#: Steps to the six neighbours, clockwise from east.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

#: The hexes of a triangle clockwise from its anchor: first for triangles that point down, then up.
TRIANGLES = (((0, 0), (1, 0), (0, 1)), ((0, 0), (0, 1), (-1, 1)))

#: The numbering of hexes and the bits of their bytes (hexgrid.pxd, position.pxd).
LINE, MIDDLE, WRAP = 64, 2080, 4095
HEIGHT = 7
QUARRY, PLAZA = 7, 8


class Hex(NamedTuple):
    """The visible hex of a place: a kind or `quarry`, whether it is a plaza, and its height."""

    kind: str
    plaza: bool
    height: int


def byte_at(grid: Any, space: Space) -> int:
    """Return the byte of a place."""
    q, r = space
    return int(grid[MIDDLE + LINE * r + q & WRAP])


def height_at(city: Any, space: Space) -> int:
    """Return the height of a place; 0 if nothing is built there."""
    return byte_at(city["shape"], space) & HEIGHT


def hex_at(city: Any, space: Space) -> Hex:
    """Return the visible hex of a place that is built on."""
    code = byte_at(city["kind"], space)
    kind = pieces.QUARRY if code == QUARRY else pieces.KINDS[(code & ~PLAZA) - 1]
    return Hex(kind, code & PLAZA != 0, height_at(city, space))


def bounds(city: Any) -> tuple[range, range]:
    """Return the ranges of the coordinates q and r of a city."""
    return range(int(city["west"]), int(city["east"]) + 1), range(int(city["north"]), int(city["south"]) + 1)


def hexes(city: Any) -> dict[Space, Hex]:
    """Return the visible hexes of a city by place, row by row."""
    columns, rows = bounds(city)
    spaces = [(q, r) for r in rows for q in columns]
    return {space: hex_at(city, space) for space in spaces if height_at(city, space)}


def triangle(q: int, r: int, k: int) -> tuple[Space, ...]:
    """Return the places of a tile at q, r in orientation k, in the order of its hexes."""
    steps = ((0, 0), DIRECTIONS[k], DIRECTIONS[(k + 1) % 6])
    return tuple((q + dq, r + dr) for dq, dr in steps)


def around(space: Space) -> list[Space]:
    """Return the six adjacent places, clockwise from east."""
    q, r = space
    return [(q + dq, r + dr) for dq, dr in DIRECTIONS]


def anchor(q: int, r: int, k: int) -> tuple[int, int, int, int]:
    """Convert a tile's place from notation to the engine: triangle (1: up), anchor q and r, turn."""
    turn, up = divmod(k, 2)
    dq, dr = TRIANGLES[up][turn]
    return up, q - dq, r - dr, turn


def turned_place(up: int, q: int, r: int, turn: int) -> tuple[int, int, int]:
    """Convert a tile's place from the engine to notation: q, r and orientation."""
    dq, dr = TRIANGLES[up][turn]
    return q + dq, r + dr, 2 * turn + up
