"""Hexes with a corner at the top, in axial coordinates (q, r): q to the east, r to the south-east, y downwards."""

from dataclasses import dataclass
from math import sqrt

from urbanist.bots.table.kit.plane import Point, Ring

Space = tuple[int, int]

#: The six directions by number, clockwise.
COMPASS = ("e", "se", "sw", "w", "nw", "ne")
#: The corners of a hex of radius 1, clockwise from the top.
CORNERS = tuple(
    (sqrt(3) / 2 * x, y) for x, y in ((0, -1.0), (1, -0.5), (1, 0.5), (0, 1.0), (-1, 0.5), (-1, -0.5))
)


def direction_of(text: str) -> int:
    """Return a direction that was typed as a number or as a name; the number may be too large."""
    return COMPASS.index(text) if text in COMPASS else int(text[:6])


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
