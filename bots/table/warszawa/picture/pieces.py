"""Buildings, foundations and engineers on the map of a picture."""

from collections.abc import Collection

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import WHITE, fill, fitted, write
from urbanist.bots.table.kit.picture.seat_shape import SEAT, badge
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.warszawa.model import signs
from urbanist.bots.table.warszawa.model.city import Plot, plots
from urbanist.bots.table.warszawa.model.supply import supply_of
from urbanist.bots.table.warszawa.picture import colours, glyph
from urbanist.bots.table.warszawa.picture.ground import Chart

#: The size of a building in its hex, and its height, in radii.
SHARE, RISE = 0.74, 0.1


def draw_pieces(axes: Axes, chart: Chart, sight: Sight) -> None:
    """Draw everything on the hexes, from north to south."""
    ready = {card.id for seat in range(sight.state.seats) for card in supply_of(sight.state, seat).ready}
    for plot in plots(sight.state):
        layer = colours.PIECES + (plot.hexagon[1] + 3) / 10
        if plot.built:
            _building(axes, chart, plot, layer, ready)
        elif plot.founded:
            _foundation(axes, chart, plot, layer)


def _building(axes: Axes, chart: Chart, plot: Plot, layer: float, ready: Collection[str]) -> None:
    """Draw a building in the colour of its type, with its sign, card, owner and function."""
    face, ink, wall = colours.TYPE[plot.type]
    shade = [(x + 0.07 * chart.radius, y + 0.06 * chart.radius) for x, y in chart.ring(plot.hexagon, SHARE)]
    fill(axes, [shade], facecolor=(colours.SHADOW, 0.2), zorder=layer)
    low, high = chart.ring(plot.hexagon, SHARE), chart.ring(plot.hexagon, SHARE, RISE)
    fill(
        axes,
        [(high[1], high[5], low[5], low[4], low[3], low[2], low[1])],
        facecolor=wall,
        zorder=layer + 0.01,
    )
    fill(axes, [high], facecolor=face, edgecolor=wall, linewidth=1.0, zorder=layer + 0.02)
    middle = chart.point(plot.hexagon, 0.0, -0.12)
    glyph.sign(axes, plot.type, middle, 0.58 * chart.radius, facecolor=ink, zorder=layer + 0.03)
    if plot.card is None or plot.seat is None:
        return
    _name(axes, chart, plot, ink, layer + 0.03)
    badge(axes, chart.point(plot.hexagon, -0.54, -0.36), 0.36 * chart.radius, plot.seat, layer + 0.04)
    sign = signs.READY if plot.card.id in ready else signs.LASTING.get(plot.card.function, "")
    if sign:
        glyph.letter(axes, chart.point(plot.hexagon, 0.56, -0.36), sign, 0.26 * chart.radius, layer + 0.04)


def _foundation(axes: Axes, chart: Chart, plot: Plot, layer: float) -> None:
    """Draw the outline of a foundation with its engineer, sign, card and owner."""
    if plot.seat is None:
        return
    ink = colours.TYPE[plot.type][1]
    ring = chart.ring(plot.hexagon, SHARE)
    style = {"edgecolor": SEAT[plot.seat], "linewidth": 1.8, "linestyle": (0, (4, 2))}
    fill(axes, [ring], facecolor=(WHITE, 0.75), zorder=layer, **style)
    glyph.engineer(axes, chart.point(plot.hexagon, -0.2, -0.1), 0.66 * chart.radius, plot.seat, layer + 0.02)
    glyph.chip(axes, plot.type, chart.point(plot.hexagon, 0.28, -0.04), 0.42 * chart.radius, layer + 0.01)
    _name(axes, chart, plot, ink, layer + 0.03)
    badge(axes, chart.point(plot.hexagon, -0.56, -0.36), 0.32 * chart.radius, plot.seat, layer + 0.04)


def _name(axes: Axes, chart: Chart, plot: Plot, ink: str, layer: float) -> None:
    assert plot.card is not None
    name, size = fitted(plot.card.id, 0.19 * chart.radius, 1.12 * chart.radius, "bold")
    write(axes, chart.point(plot.hexagon, 0, 0.33), name, size, color=ink, weight="bold", zorder=layer)
