"""Hexes in a slanted view from above: prisms as high as their level, drawn from north to south."""

from collections.abc import Collection, Mapping

from matplotlib.axes import Axes

from urbanist.bots.table.akropolis.model.city import City, lakes
from urbanist.bots.table.akropolis.picture import glyph
from urbanist.bots.table.akropolis.picture.colours import KIND, SHADOW, WATER, WATER_EDGE, face, ink, wall
from urbanist.bots.table.kit.hexagon import HexPlan, sides
from urbanist.bots.table.kit.picture.brush import INK, fill, stroke, write
from urbanist.bots.table.kit.plane import Point, Ring, regular
from urbanist.engine.akropolis.city_record import Hex, Space, around
from urbanist.engine.akropolis.pieces import QUARRY, STARS

#: The size on paper of a unit of depth and of a level of height.
SLANT, LEVEL = 0.86, 0.22
GROUND_LAYER, CITY_LAYER = 2.0, 3.0


def top_of(plan: HexPlan, space: Space, level: int) -> Ring:
    """Return the outline of the top of a prism."""
    return plan.ring(space, lift=LEVEL * level)


def fitted(city: City, corner: Point, size: Point, largest: float) -> HexPlan:
    """Return the plan in which a city fills a box as far as `largest` allows, in the middle of the box."""
    bare = HexPlan((0.0, 0.0), 1.0, SLANT)
    rings = [top_of(bare, space, level) for space, top in city.items() for level in (0, top.height)]
    points = [point for ring in rings for point in ring]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    top, bottom = min(y for _, y in points), max(y for _, y in points)
    radius = min(size[0] / (right - left), size[1] / (bottom - top), largest)
    x = corner[0] + size[0] / 2 - radius * (left + right) / 2
    y = corner[1] + size[1] / 2 - radius * (top + bottom) / 2
    return HexPlan((x, y), radius, SLANT)


def draw_city(
    axes: Axes, city: City, plan: HexPlan, pieces: Mapping[Space, int], fresh: Collection[Space] = ()
) -> None:
    """Draw a city; a faint line divides the hexes of a piece, and `fresh` hexes have a bold outline."""
    for space in city:
        shade = [(x + 0.16 * plan.radius, y + 0.2 * plan.radius) for x, y in plan.ring(space, 1.04)]
        fill(axes, [shade], facecolor=(SHADOW, 0.13), zorder=GROUND_LAYER)
    for space in set().union(*lakes(city)):
        fill(axes, [plan.ring(space)], facecolor=WATER, edgecolor=WATER_EDGE, zorder=GROUND_LAYER + 0.5)
    rows = sorted({r for _, r in city})
    for space, top in city.items():
        layer = CITY_LAYER + (space[1] - rows[0]) / 100
        _prism(axes, space, top, plan, layer)
        _edges(axes, space, city, plan, pieces, layer + 0.002)
        draw_face(axes, top, plan.point(space, down=-LEVEL * top.height), plan.radius, layer + 0.003)
    for space in fresh:
        _outline(axes, space, city, plan, fresh, CITY_LAYER + (space[1] - rows[0]) / 100 + 0.004)


def _prism(axes: Axes, space: Space, top: Hex, plan: HexPlan, layer: float) -> None:
    upper = top_of(plan, space, top.height)
    for level in range(top.height):
        below, above = (sides(top_of(plan, space, height)) for height in (level, level + 1))
        for side, east in ((1, True), (2, False)):
            ring = (*above[side], *reversed(below[side]))
            colour = wall(top, east=east)
            fill(axes, [ring], facecolor=colour, edgecolor=(INK, 0.35), linewidth=0.4, zorder=layer)
    fill(axes, [upper], facecolor=face(top), edgecolor=face(top), linewidth=0.3, zorder=layer + 0.001)


def _edges(
    axes: Axes, space: Space, city: City, plan: HexPlan, pieces: Mapping[Space, int], layer: float
) -> None:
    """Draw the sides of a top face: bold at the border of its piece."""
    for side, ends in enumerate(sides(top_of(plan, space, city[space].height))):
        near = around(space)[side]
        one_piece = near in city and pieces.get(near) == pieces.get(space) is not None
        width, strength = (0.4, 0.22) if one_piece else (1.0, 0.75)
        stroke(axes, ends, width * min(1.0, plan.radius / 3), color=(INK, strength), zorder=layer)


def _outline(
    axes: Axes, space: Space, city: City, plan: HexPlan, fresh: Collection[Space], layer: float
) -> None:
    for side, ends in enumerate(sides(top_of(plan, space, city[space].height))):
        if around(space)[side] not in fresh:
            stroke(axes, ends, max(1.6, 0.7 * plan.radius), color=INK, zorder=layer)


def draw_face(axes: Axes, top: Hex, at: Point, radius: float, layer: float) -> None:
    """Draw what is printed on a hex, and its height beside it if it lies above the ground.

    All of it stays in the northern half and the middle, because a taller neighbour may hide the rest.
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


def draw_tile(axes: Axes, city: City, plan: HexPlan) -> None:
    """Draw a tile as it lies in the market."""
    for space, top in city.items():
        ring = plan.ring(space)
        shade = [(x + 0.1 * plan.radius, y + 0.14 * plan.radius) for x, y in ring]
        fill(axes, [shade], facecolor=(SHADOW, 0.13), zorder=GROUND_LAYER)
        fill(axes, [ring], facecolor=face(top), edgecolor=(INK, 0.6), linewidth=0.7, zorder=CITY_LAYER)
        draw_face(axes, top, plan.point(space), plan.radius, CITY_LAYER + 0.1)


def chip(axes: Axes, kind: str, at: Point, radius: float, layer: float) -> None:
    """Draw the sign of a kind in white on a hex in its colour."""
    fill(axes, [regular(at, radius, 6)], facecolor=KIND[kind], zorder=layer)
    glyph.sign(axes, kind, at, 1.05 * radius, facecolor="#FFFFFF", zorder=layer + 0.001)
