"""The map of a picture: zones, rubble, the river, and everything along the sides."""

from collections.abc import Iterable, Sequence
from math import hypot
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patheffects import Normal, Stroke

from urbanist.bots.table.kit.hexagon import HexPlan
from urbanist.bots.table.kit.picture.brush import GOLD, WHITE, disc, fill, points, stroke, write
from urbanist.bots.table.kit.picture.seat_shape import SEAT
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.warszawa.model.city import Plot, bridges, builders, segments, tunnel, tunnel_builder
from urbanist.bots.table.warszawa.picture import colours, glyph
from urbanist.bots.table.warszawa.text.phrases import PARTED
from urbanist.engine.warszawa.geography import (
    HEXES,
    METRO_SIDES,
    RIVER_SIDES,
    Corner,
    hex_text,
    side_text,
)

ENDS = {side_text(border): border.corners for border in (*METRO_SIDES, *RIVER_SIDES)}
#: The length of the river beyond the map, in radii.
OUTFLOW = 0.36
PLACE_INK = "#6F737A"


class Chart(HexPlan):
    """The map on the sheet."""

    def corner(self, corner: Corner) -> Point:
        """Return the point where three hexes meet."""
        found = [self.point(hexagon) for hexagon in corner]
        return sum(x for x, _ in found) / 3, sum(y for _, y in found) / 3

    def side(self, name: str) -> tuple[Point, Point]:
        """Return the two ends of a side."""
        first, second = ENDS[name]
        return self.corner(first), self.corner(second)

    def halfway(self, name: str) -> Point:
        """Return the middle of a side."""
        (ax, ay), (bx, by) = self.side(name)
        return (ax + bx) / 2, (ay + by) / 2


def draw_ground(axes: Axes, chart: Chart, everywhere: Iterable[Plot]) -> None:
    """Draw the empty map."""
    hexes = list(everywhere)
    for plot in hexes:
        fill(axes, [chart.ring(plot.hexagon, 1.22)], facecolor=colours.COUNTRYSIDE, zorder=colours.LAND)
    for plot in hexes:
        fill(axes, [chart.ring(plot.hexagon, 1.03)], facecolor=colours.STREET, zorder=colours.LAND + 0.1)
    for plot in hexes:
        _hex(axes, chart, plot)
    _river(axes, chart)


def _hex(axes: Axes, chart: Chart, plot: Plot) -> None:
    colour = colours.URBAN if plot.urban else colours.SUBURBAN
    if plot.rubble:
        colour = colours.RUBBLE
    fill(axes, [chart.ring(plot.hexagon, 0.93)], facecolor=colour, zorder=colours.HEXES)
    if plot.rubble:
        for right, down, size in ((-0.34, -0.3, 0.62), (0.34, -0.26, 0.7), (-0.02, 0.2, 0.8)):
            glyph.stones(
                axes, chart.point(plot.hexagon, right, down), size * chart.radius, colours.HEXES + 0.1
            )
    elif not plot.urban and not plot.type:
        for right, down in ((-0.38, -0.22), (-0.12, -0.36), (0.4, -0.12)):
            _tree(axes, chart.point(plot.hexagon, right, down), 0.15 * chart.radius)
    if plot.site:
        _site(axes, chart, plot, plot.site.id)
    place = chart.point(plot.hexagon, 0.0, 0.79)
    ink = "#5B4E42" if plot.rubble else PLACE_INK
    write(axes, place, hex_text(plot.cell), 0.15 * chart.radius, color=ink, zorder=colours.TRACK + 0.15)


def _tree(axes: Axes, at: Point, size: float) -> None:
    for dx, dy in ((-0.5, 0.3), (0.5, 0.3), (0.0, -0.4)):
        crown = (at[0] + dx * size, at[1] + dy * size)
        disc(axes, crown, 0.62 * size, facecolor=colours.TREE, zorder=colours.HEXES + 0.1)


def _site(axes: Axes, chart: Chart, plot: Plot, card: str) -> None:
    """Draw the star of a historic site and the id of its card."""
    ring = chart.ring(plot.hexagon, 0.84)
    style = {
        "edgecolor": GOLD,
        "linewidth": 1.6,
        "linestyle": (0, (3, 1.5)),
        "zorder": colours.HEXES + 0.2,
    }
    fill(axes, [ring], facecolor="none", **style)
    glyph.gold_star(axes, chart.point(plot.hexagon, 0, -0.12), 0.3 * chart.radius, colours.HEXES + 0.3, GOLD)
    text = write(
        axes, chart.point(plot.hexagon, 0, 0.36), card, 0.19 * chart.radius, zorder=colours.HEXES + 0.3
    )
    text.set_path_effects([Stroke(linewidth=2.0, foreground="#FFFFFFC0"), Normal()])


def _river(axes: Axes, chart: Chart) -> None:
    """Draw the river along its sides and beyond the map at both ends."""
    course = [chart.corner(corner) for corner in river_course()]
    course = [_beyond(chart, course[0]), *course, _beyond(chart, course[-1])]
    for colour, breadth, layer in ((colours.BANK, 0.4, 0.0), (colours.RIVER, 0.34, 0.1)):
        style = {"solid_capstyle": "butt", "zorder": colours.WATER + layer}
        _stroke(axes, course, breadth * chart.radius, color=colour, **style)


def river_course() -> list[Corner]:
    """Return the corners of the river from one end to the other."""
    left = [list(border.corners) for border in RIVER_SIDES]
    ends = [corner for pair in left for corner in pair]
    at = next(corner for corner in ends if ends.count(corner) == 1)
    found = [at]
    while left:
        pair = next(pair for pair in left if at in pair)
        left.remove(pair)
        at = next(corner for corner in pair if corner != at)
        found.append(at)
    return found


def _beyond(chart: Chart, end: Point) -> Point:
    """Return the end of the drawn river: beyond the map, away from its middle."""
    x, y = end[0] - chart.at[0], end[1] - chart.at[1]
    reach = OUTFLOW * chart.radius / hypot(x, y)
    return end[0] + reach * x, end[1] + reach * y


def _stroke(axes: Axes, course: Sequence[Point], breadth: float, **style: Any) -> None:
    """Draw a line with round ends; `breadth` is in units."""
    stroke(axes, course, breadth * points(axes), solid_joinstyle="round", **style)


def draw_lines(axes: Axes, chart: Chart, sight: Sight) -> None:
    """Draw metro, tunnel and bridges."""
    by, under, digger = builders(sight), tunnel(sight.state), tunnel_builder(sight)
    laid = segments(sight.state)
    if under and digger is not None:
        course = chart.side(under)
        _stroke(axes, course, 0.2 * chart.radius, color=colours.BANK, zorder=colours.TRACK)
        style = {"linestyle": (0, (0.9, 0.9)), "dash_capstyle": "butt", "zorder": colours.TRACK + 0.1}
        _stroke(axes, course, 0.11 * chart.radius, color=SEAT[digger], **style)
    for side in laid:
        _stroke(axes, chart.side(side), 0.24 * chart.radius, color=WHITE, zorder=colours.TRACK + 0.2)
    for side in laid:
        _stroke(axes, chart.side(side), 0.15 * chart.radius, color=SEAT[by[side]], zorder=colours.TRACK + 0.3)
    reached = {corner for side in (*laid, *filter(None, [under])) for corner in ENDS[side]}
    for corner in reached:
        style = {"facecolor": WHITE, "edgecolor": "#33333B", "linewidth": 1.4}
        disc(axes, chart.corner(corner), 0.085 * chart.radius, zorder=colours.TRACK + 0.4, **style)
    for side in bridges(sight.state):
        _bridge(axes, chart, side, by[side])


def _bridge(axes: Axes, chart: Chart, side: str, seat: int) -> None:
    """Draw a bridge across the river with its builder's colour on the deck."""
    layer = colours.PIECES + 0.95
    (ax, ay), (bx, by) = (chart.point(HEXES[cell]) for cell in PARTED[side])
    length = hypot(bx - ax, by - ay)
    x, y = (bx - ax) / length, (by - ay) / length
    middle = chart.halfway(side)
    for half, breadth, style in (
        (0.31, 0.14, {"facecolor": colours.STONE, "edgecolor": colours.STONE_EDGE, "linewidth": 1.2}),
        (0.31, 0.06, {"facecolor": SEAT[seat]}),
    ):
        along, across = half * chart.radius, breadth * chart.radius
        corners = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
        ring = [
            (middle[0] + a * along * x - b * across * y, middle[1] + a * along * y + b * across * x)
            for a, b in corners
        ]
        fill(axes, [ring], zorder=layer, **style)
