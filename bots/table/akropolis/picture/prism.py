"""Hexes seen from above at a slant: prisms as high as they lie, the southern before the northern."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sin, sqrt

from matplotlib.axes import Axes

from urbanist.bots.table.akropolis.model.city import City, lakes
from urbanist.bots.table.akropolis.picture import glyph
from urbanist.bots.table.akropolis.picture.colours import KIND, SHADOW, WATER, WATER_EDGE, face, ink, wall
from urbanist.bots.table.kit.picture.brush import INK, fill, write
from urbanist.bots.table.kit.plane import Point, Ring
from urbanist.engine.akropolis.city_record import Hex, Space, around
from urbanist.engine.akropolis.pieces import QUARRY, STARS

#: What a unit of depth measures on paper, and a level of height.
SLANT, LEVEL = 0.86, 0.22
#: Corners from the east one of the northern pair on, clockwise; side k, between corners
#: k and k + 1, faces the neighbour in direction k.
CORNERS = tuple((cos(pi / 3 * k - pi / 6), SLANT * sin(pi / 3 * k - pi / 6)) for k in range(6))
GROUND_LAYER, CITY_LAYER = 2.0, 3.0


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a city stands: the middle of place 0,0 on the ground, and the radius of a hex."""

    at: Point
    radius: float

    def point(self, space: Space, height: float) -> Point:
        """Return where the middle of a place is drawn."""
        q, r = space
        x, y = sqrt(3) * (q + r / 2), 1.5 * SLANT * r - LEVEL * height
        return self.at[0] + self.radius * x, self.at[1] + self.radius * y

    def ring(self, space: Space, height: float, share: float = 1.0) -> Ring:
        """Return the outline of a place at a height, or a smaller one within."""
        x, y = self.point(space, height)
        return tuple((x + share * self.radius * dx, y + share * self.radius * dy) for dx, dy in CORNERS)


def fitted(city: City, corner: Point, size: Point, largest: float) -> Frame:
    """Return the frame in which a city fills a box as large as it can be, in its middle."""
    bare = Frame((0.0, 0.0), 1.0)
    points = [
        point
        for space, top in city.items()
        for point in (*bare.ring(space, 0), *bare.ring(space, top.height))
    ]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    radius = min(size[0] / (right - left), size[1] / (bottom - top), largest)
    x = corner[0] + size[0] / 2 - radius * (left + right) / 2
    y = corner[1] + size[1] / 2 - radius * (top + bottom) / 2
    return Frame((x, y), radius)


def draw_city(
    axes: Axes, city: City, frame: Frame, pieces: Mapping[Space, int], fresh: Collection[Space] = ()
) -> None:
    """Draw a city; hexes of one piece are parted by a faint line, and those that are `fresh` have a bold outline."""
    for space in city:
        shade = [(x + 0.16 * frame.radius, y + 0.2 * frame.radius) for x, y in frame.ring(space, 0, 1.04)]
        fill(axes, [shade], facecolor=(SHADOW, 0.13), zorder=GROUND_LAYER)
    for space in set().union(*lakes(city)):
        fill(axes, [frame.ring(space, 0)], facecolor=WATER, edgecolor=WATER_EDGE, zorder=GROUND_LAYER + 0.5)
    rows = sorted({r for _, r in city})
    for space, top in city.items():
        layer = CITY_LAYER + (space[1] - rows[0]) / 100
        _prism(axes, space, top, frame, layer)
        _edges(axes, space, city, frame, pieces, layer + 0.002)
        draw_face(axes, top, frame.point(space, top.height), frame.radius, layer + 0.003)
    for space in fresh:
        _outline(axes, space, city, frame, fresh, CITY_LAYER + (space[1] - rows[0]) / 100 + 0.004)


def _prism(axes: Axes, space: Space, top: Hex, frame: Frame, layer: float) -> None:
    upper = frame.ring(space, top.height)
    for level in range(top.height):
        below, above = frame.ring(space, level), frame.ring(space, level + 1)
        for side, east in ((1, True), (2, False)):
            ring = (above[side], above[side + 1], below[side + 1], below[side])
            colour = wall(top, east=east)
            fill(axes, [ring], facecolor=colour, edgecolor=(INK, 0.35), linewidth=0.4, zorder=layer)
    fill(axes, [upper], facecolor=face(top), edgecolor=face(top), linewidth=0.3, zorder=layer + 0.001)


def _edges(
    axes: Axes, space: Space, city: City, frame: Frame, pieces: Mapping[Space, int], layer: float
) -> None:
    """Draw the sides of a top face: bold where its piece ends."""
    ring = frame.ring(space, city[space].height)
    for side, (start, end) in enumerate(pairwise((*ring, ring[0]))):
        near = around(space)[side]
        one_piece = near in city and pieces.get(near) == pieces.get(space) is not None
        axes.plot(
            *zip(start, end, strict=True),
            color=(INK, 0.22 if one_piece else 0.75),
            linewidth=(0.4 if one_piece else 1.0) * min(1.0, frame.radius / 3),
            solid_capstyle="round",
            zorder=layer,
        )


def _outline(
    axes: Axes, space: Space, city: City, frame: Frame, fresh: Collection[Space], layer: float
) -> None:
    ring = frame.ring(space, city[space].height)
    for side, (start, end) in enumerate(pairwise((*ring, ring[0]))):
        if around(space)[side] not in fresh:
            axes.plot(
                *zip(start, end, strict=True),
                color=INK,
                linewidth=max(1.6, 0.7 * frame.radius),
                solid_capstyle="round",
                zorder=layer,
            )


def draw_face(axes: Axes, top: Hex, at: Point, radius: float, layer: float) -> None:
    """Draw what is printed on a hex, and its height beside it where it lies on anything.

    All of it stays in the northern half and the middle, where no taller neighbour hides it.
    """
    x, y = at[0], at[1] - (0.26 if top.plaza else 0.08) * radius
    colour = ink(top)
    apart = 0.3 * radius if top.height else 0.0
    size = (0.52 if top.plaza else 0.62) * radius
    glyph.sign(axes, top.kind, (x - apart, y), size, facecolor=colour, zorder=layer)
    if top.plaza:
        at = (at[0], at[1] + 0.18 * radius)
        glyph.stars(axes, STARS[top.kind], at, 0.38 * radius, facecolor=colour, zorder=layer)
    if top.height:
        weight = "normal" if top.kind == QUARRY or top.plaza else "bold"
        size = (0.5 if top.kind == QUARRY or top.plaza else 0.6) * radius
        write(axes, (x + 0.36 * radius, y), str(top.height), size, color=colour, weight=weight, zorder=layer)


def draw_tile(axes: Axes, city: City, frame: Frame) -> None:
    """Draw a tile as it lies in the market."""
    for space, top in city.items():
        ring = frame.ring(space, 0)
        shade = [(x + 0.1 * frame.radius, y + 0.14 * frame.radius) for x, y in ring]
        fill(axes, [shade], facecolor=(SHADOW, 0.13), zorder=GROUND_LAYER)
        fill(axes, [ring], facecolor=face(top), edgecolor=(INK, 0.6), linewidth=0.7, zorder=CITY_LAYER)
        draw_face(axes, top, frame.point(space, 0), frame.radius, CITY_LAYER + 0.1)


def chip(axes: Axes, kind: str, at: Point, radius: float, layer: float) -> None:
    """Draw the sign of a kind in white on a hex in its colour."""
    ring = [(at[0] + radius * dx, at[1] + radius * dy / SLANT) for dx, dy in CORNERS]
    fill(axes, [ring], facecolor=KIND[kind], zorder=layer)
    glyph.sign(axes, kind, at, 1.05 * radius, facecolor="#FFFFFF", zorder=layer + 0.001)
