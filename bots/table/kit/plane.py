"""Points, shapes and hexes of a drawing, with y downwards.

Hexes have a corner at the top, in axial coordinates (q, r): q to the east, r to the south-east.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, dist, pi, sin, sqrt
from typing import TypeVar

T = TypeVar("T")

Point = tuple[float, float]
Ring = tuple[Point, ...]

#: Less than this is no distance.
CLOSE = 1e-9


def block(left: float, top: float, right: float, bottom: float) -> Ring:
    """Return a box."""
    return ((left, top), (right, top), (right, bottom), (left, bottom))


def placed(ring: Ring, at: Point, size: float) -> Ring:
    """Return a shape of size 1 around 0, scaled and translated."""
    return tuple((at[0] + size * x, at[1] + size * y) for x, y in ring)


def regular(at: Point, radius: float, corners: int, turn: float = 0.0) -> Ring:
    """Return a regular polygon with a corner at the top, turned by `turn` of a full circle."""
    angles = [2 * pi * (index / corners + turn) for index in range(corners)]
    return tuple((at[0] + radius * sin(angle), at[1] - radius * cos(angle)) for angle in angles)


def strip(start: Point, end: Point, half: float, beyond: float = 0.0) -> Ring:
    """Return the outline of a strip around a line: `half` wide to each side of it, and `beyond` longer at both ends."""
    long = dist(start, end)
    x, y = (end[0] - start[0]) / long, (end[1] - start[1]) / long
    corners = ((-beyond, -half), (long + beyond, -half), (long + beyond, half), (-beyond, half))
    return tuple(
        (start[0] + ahead * x - aside * y, start[1] + ahead * y + aside * x) for ahead, aside in corners
    )


def star(at: Point, radius: float) -> Ring:
    """Return a five-pointed star."""
    tips = regular(at, radius, 5)
    dents = regular(at, radius * 0.45, 5, 0.1)
    return tuple(point for pair in zip(tips, dents, strict=True) for point in pair)


def onward(steps: Iterable[tuple[float, float, T]], right: int, down: int, aside: float) -> T | None:
    """Return the nearest thing in a direction, by the offsets to the right and down of each thing; None for nothing.

    A thing at most `aside` steps to the side for each step ahead lies in the direction; a step aside counts as two.
    """
    distances = []
    for across, along, thing in steps:
        ahead, off = (across * right, abs(along)) if right else (along * down, abs(across))
        if ahead > CLOSE and off <= aside * ahead + CLOSE:
            distances.append((ahead + 2 * off, thing))
    return min(distances, default=(0.0, None))[1]


Space = tuple[int, int]

#: The six directions by number, clockwise.
#: The corners of a hex of radius 1, clockwise from the top.
CORNERS = tuple(
    (sqrt(3) / 2 * x, y) for x, y in ((0, -1.0), (1, -0.5), (1, 0.5), (0, 1.0), (-1, 0.5), (-1, -0.5))
)


def middle(space: Space) -> Point:
    """Return the middle of a hex, in radii from the middle of hex 0,0."""
    q, r = space
    return sqrt(3) * (q + r / 2), 1.5 * r


def sides(ring: Ring) -> list[tuple[Point, Point]]:
    """Return the sides of a hex's outline by direction; each is a pair of ends, clockwise."""
    return [(ring[(k + 1) % 6], ring[(k + 2) % 6]) for k in range(6)]


@dataclass(frozen=True, slots=True)
class HexPlan:
    """Where hexes are drawn: the middle of hex 0,0, the radius of a hex, and the size of a unit of depth."""

    at: Point
    radius: float
    slant: float = 1.0

    def point(self, space: Space, right: float = 0.0, down: float = 0.0) -> Point:
        """Return the middle of a hex, or the point `right` and `down` radii from it on paper."""
        x, y = middle(space)
        return self.at[0] + self.radius * (x + right), self.at[1] + self.radius * (self.slant * y + down)

    def ring(self, space: Space, share: float = 1.0, lift: float = 0.0) -> Ring:
        """Return the outline of a hex; `share` makes it smaller, `lift` moves it up by radii."""
        x, y = self.point(space, 0.0, -lift)
        size = share * self.radius
        return tuple((x + size * dx, y + size * self.slant * dy) for dx, dy in CORNERS)
