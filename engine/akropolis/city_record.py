"""A city rebuilt from the record of a state: what lies where, and how high."""

from typing import Any, NamedTuple

from urbanist.engine.akropolis import pieces

Space = tuple[int, int]

#: Steps to the around clockwise from east.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

#: The hexes of a triangle clockwise from its anchor, by which triangle of the anchor it is.
TRIANGLES = (((0, 0), (1, 0), (0, 1)), ((0, 0), (0, 1), (-1, 1)))

#: How the bytes of a hex are numbered and what they say (hexgrid.pxd, position.pxd).
LINE, MIDDLE, WRAP = 64, 2080, 4095
HEIGHT = 7
QUARRY, PLAZA = 7, 8


class Hex(NamedTuple):
    """The top of a place: one of the kinds or `quarry`, whether it is a plaza, how high it lies."""

    kind: str
    plaza: bool
    height: int


def byte_at(grid: Any, space: Space) -> int:
    """Return the byte of a place."""
    q, r = space
    return int(grid[MIDDLE + LINE * r + q & WRAP])


def height_at(city: Any, space: Space) -> int:
    """Return the height of a place, 0 where nothing is built."""
    return byte_at(city["shape"], space) & HEIGHT


def hex_at(city: Any, space: Space) -> Hex:
    """Return the top of a place that is built on."""
    code = byte_at(city["kind"], space)
    kind = pieces.QUARRY if code == QUARRY else pieces.KINDS[(code & ~PLAZA) - 1]
    return Hex(kind, code & PLAZA != 0, height_at(city, space))


def bounds(city: Any) -> tuple[range, range]:
    """Return the coordinates q and r that a city's hexes have."""
    return range(int(city["west"]), int(city["east"]) + 1), range(int(city["north"]), int(city["south"]) + 1)


def hexes(city: Any) -> dict[Space, Hex]:
    """Return the tops of all places that are built on, row by row."""
    columns, rows = bounds(city)
    spaces = [(q, r) for r in rows for q in columns]
    return {space: hex_at(city, space) for space in spaces if height_at(city, space)}


def triangle(q: int, r: int, k: int) -> tuple[Space, ...]:
    """Return the places of a tile turned to k, in the order of its hexes."""
    steps = ((0, 0), DIRECTIONS[k], DIRECTIONS[(k + 1) % 6])
    return tuple((q + dq, r + dr) for dq, dr in steps)


def around(space: Space) -> list[Space]:
    """Return the six adjacent places, clockwise from east."""
    q, r = space
    return [(q + dq, r + dr) for dq, dr in DIRECTIONS]


def anchor(q: int, r: int, k: int) -> tuple[int, int, int, int]:
    """Return a tile's place as the engine has it: which triangle, its anchor q and r, the turn."""
    turn, up = divmod(k, 2)
    dq, dr = TRIANGLES[up][turn]
    return up, q - dq, r - dr, turn


def turned_place(up: int, q: int, r: int, turn: int) -> tuple[int, int, int]:
    """Return the place and turn of a tile as it is written."""
    dq, dr = TRIANGLES[up][turn]
    return q + dq, r + dr, 2 * turn + up
