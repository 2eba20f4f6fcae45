"""What the signs of the picture mean, in two rows below the board."""

from collections.abc import Callable
from functools import partial

from matplotlib.axes import Axes
from matplotlib.patches import Ellipse

from urbanist.bots.table.kit.picture.brush import box, fill, write
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.metropolys.picture import page
from urbanist.bots.table.metropolys.picture.colours import (
    LAKE,
    LAKE_BANK,
    LAND,
    NEUTRAL,
    RIVER,
    RIVER_BANK,
    TOKEN,
)
from urbanist.bots.table.metropolys.picture.glyph import badge, dead_end, statue, token
from urbanist.bots.table.metropolys.picture.ground import draw_bridge
from urbanist.bots.table.metropolys.picture.tower import CLASSES, Tower, draw_tower

Sign = Callable[[Axes, Point], None]

STEP = 18.4
HIGH = 4.4


def draw_legend(axes: Axes) -> None:
    """Draw the legend."""
    for row, signs in enumerate(_rows()):
        for column, (text, sign) in enumerate(signs):
            at = (-2.0 + column * STEP, page.LEGEND_TOP + 1.4 + row * HIGH)
            sign(axes, at)
            write(axes, (at[0] + 3.0, at[1]), text, 1.55, ha="left", zorder=page.SIGN)


def _rows() -> tuple[list[tuple[str, Sign]], list[tuple[str, Sign]]]:
    lands: list[tuple[str, Sign]] = [(kind.capitalize(), partial(_land, kind)) for kind in LAND]
    towers: list[tuple[str, Sign]] = [
        (f"{name.capitalize()} {least}–{most}", partial(_tower, height))
        for name, least, most, height in CLASSES
    ]
    tokens: list[tuple[str, Sign]] = [(kind.capitalize(), partial(_token, kind)) for kind in TOKEN]
    others: list[tuple[str, Sign]] = [
        ("Statue", _statue),
        ("Lake", _lake),
        ("Bridge", _bridge),
        ("Dead end", _dead_end),
        ("Bid", _bid),
    ]
    return lands + towers, tokens + others


def _land(kind: str, axes: Axes, at: Point) -> None:
    ground, shade = LAND[kind]
    box(
        axes,
        (at[0] - 2.0, at[1] - 1.5),
        (4.0, 3.0),
        0.7,
        facecolor=ground,
        edgecolor=(shade, 0.55),
        linewidth=0.9,
        zorder=page.LAND,
    )
    badge(axes, at, kind, page.SIGN)


def _tower(height: float, axes: Axes, at: Point) -> None:
    draw_tower(axes, Tower((at[0] + 0.6, at[1] + 1.6), height, NEUTRAL, 0.42))


def _token(kind: str, axes: Axes, at: Point) -> None:
    token(axes, at, kind, page.SIGN, 0.85)


def _statue(axes: Axes, at: Point) -> None:
    statue(axes, at, 1.45, page.SIGN)


def _lake(axes: Axes, at: Point) -> None:
    axes.add_patch(
        Ellipse(at, 4.0, 2.4, facecolor=LAKE, edgecolor=LAKE_BANK, linewidth=1.3, zorder=page.WATER)
    )


def _bridge(axes: Axes, at: Point) -> None:
    x, y = at
    fill(
        axes,
        [((x - 1.2, y - 1.6), (x + 1.2, y - 1.6), (x + 1.2, y + 1.6), (x - 1.2, y + 1.6))],
        facecolor=RIVER,
        edgecolor=RIVER_BANK,
        linewidth=1.0,
        zorder=page.WATER,
    )
    draw_bridge(axes, ((x - 2.1, y), (x + 2.1, y)))


def _dead_end(axes: Axes, at: Point) -> None:
    dead_end(axes, at, page.SIGN)


def _bid(axes: Axes, at: Point) -> None:
    draw_tower(axes, Tower((at[0] + 0.6, at[1] + 1.4), CLASSES[1][3], NEUTRAL, 0.5, 0.45))
