"""Small signs on the board: tokens, statues, trees and the sign of a dead end."""

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import WHITE, box, disc, fill, write
from urbanist.bots.table.kit.plane import Point, star
from urbanist.bots.table.metropolys.picture.colours import BRONZE, LAND, SQUARE, TOKEN


def token(axes: Axes, at: Point, kind: str, layer: float, scale: float = 1.0) -> None:
    """Draw a token: a star for trendy, M for metro, R for ruins."""
    face, rim, mark = TOKEN[kind]
    x, y = at
    disc(axes, (x + 0.14 * scale, y + 0.2 * scale), 1.62 * scale, facecolor=("#000000", 0.18), zorder=layer)
    disc(axes, at, 1.6 * scale, facecolor=face, edgecolor=rim, linewidth=1.1 * scale, zorder=layer)
    if kind == "trendy":
        fill(axes, [star((x, y + 0.08 * scale), 1.15 * scale)], facecolor=mark, zorder=layer + 0.001)
    else:
        write(axes, at, kind[0].upper(), 1.75 * scale, color=mark, weight="bold", zorder=layer + 0.001)


def statue(axes: Axes, at: Point, radius: float, layer: float, colour: str = BRONZE) -> None:
    """Draw a figure on a pedestal in a round square."""
    x, y = at
    disc(axes, at, radius, facecolor=SQUARE, edgecolor=colour, linewidth=0.8, zorder=layer)
    pedestal = ((x - 0.62, y + 0.95), (x + 0.62, y + 0.95), (x + 0.42, y + 0.4), (x - 0.42, y + 0.4))
    body = ((x - 0.3, y + 0.4), (x + 0.3, y + 0.4), (x + 0.48, y - 0.38), (x - 0.48, y - 0.38))
    arm = ((x + 0.3, y - 0.38), (x + 0.48, y - 0.1), (x + 0.95, y - 0.82), (x + 0.75, y - 0.92))
    for part in (pedestal, body, arm):
        fill(axes, [part], facecolor=colour, zorder=layer + 0.001)
    disc(axes, (x, y - 0.74), 0.33, facecolor=colour, zorder=layer + 0.001)


def square(axes: Axes, at: Point, radius: float, layer: float, colour: str = LAND["park"][1]) -> None:
    """Draw a square at a crossing of four streets: a tree on paving."""
    disc(axes, at, radius, facecolor=SQUARE, edgecolor=colour, linewidth=0.6, zorder=layer)
    for dx, dy in ((-0.3, 0.18), (0.3, 0.18), (0.0, -0.28)):
        disc(axes, (at[0] + dx, at[1] + dy), 0.42, facecolor=colour, zorder=layer + 0.001)


def dead_end(axes: Axes, at: Point, layer: float) -> None:
    """Draw the road sign of a dead end."""
    x, y = at
    style = {"facecolor": "#2C5FA5", "edgecolor": WHITE, "linewidth": 0.9, "zorder": layer}
    box(axes, (x - 0.95, y - 0.95), (1.9, 1.9), 0.3, **style)
    box(axes, (x - 0.19, y - 0.3), (0.38, 1.0), 0.05, facecolor=WHITE, zorder=layer + 0.001)
    box(axes, (x - 0.6, y - 0.62), (1.2, 0.42), 0.05, facecolor="#D84A3A", zorder=layer + 0.001)


def badge(axes: Axes, at: Point, kind: str, layer: float, colour: str | None = None) -> None:
    """Draw the letter of a type on a disc in the darker shade of the type."""
    disc(axes, at, 1.02, facecolor=colour or LAND[kind][1], zorder=layer)
    write(axes, at, kind[0].upper(), 1.35, color=WHITE, weight="bold", zorder=layer + 0.001)
