"""Reads a city from the record of a state: the kinds and heights of its hexes."""

from functools import cache
from typing import Any, NamedTuple

from urbanist.engine.akropolis import pieces

Space = tuple[int, int]

#: Steps to the six neighbours, clockwise from east.
DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))

#: The hexes of a triangle clockwise from its anchor: first for triangles that point down, then up.
TRIANGLES = (((0, 0), (1, 0), (0, 1)), ((0, 0), (0, 1), (-1, 1)))

#: The numbers of hexes and the bits of what lies there (`City` in position.pxd).
LINE, FAR = 128, 64
CODE, HIGH = 15, 4
QUARRY, PLAZA = 7, 8


class Hex(NamedTuple):
    """The visible hex of a place: a kind or `quarry`, whether it is a plaza, and its height."""

    kind: str
    plaza: bool
    height: int


def named(top: int) -> Hex:
    """Return what lies on a hex, from its number in the record."""
    code = top & CODE
    kind = pieces.QUARRY if code == QUARRY else pieces.KINDS[(code & ~PLAZA) - 1]
    return Hex(kind, code & PLAZA != 0, top >> HIGH)


def place(number: int) -> Space:
    """Return the place of a hex from its number in the record."""
    r, q = divmod(number, LINE)
    return q - FAR, r - FAR


def space_text(space: Space) -> str:
    """Return a place in notation."""
    return f"{space[0]},{space[1]}"


def bounds(city: Any) -> tuple[range, range]:
    """Return the ranges of the coordinates q and r of a city."""
    return range(int(city["west"]), int(city["east"]) + 1), range(int(city["north"]), int(city["south"]) + 1)


def hexes(city: Any) -> dict[Space, Hex]:
    """Return the visible hexes of a city by place, row by row."""
    built = int(city["hexes"])
    # A hex that was built on again comes again later.
    tops = dict(zip(city["hex"][:built].tolist(), city["top"][:built].tolist(), strict=True))
    return {place(number): named(top) for number, top in sorted(tops.items())}


@cache
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
