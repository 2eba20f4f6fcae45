"""The legend of the picture: the meaning of its signs, in two rows below the board."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import box, ellipse, fill, write
from urbanist.bots.table.kit.plane import Point, block
from urbanist.bots.table.metropolys.picture import layers
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


def draw_legend(axes: Axes, top: float) -> None:
    """Draw the legend below `top`."""
    for row, signs in enumerate(_rows()):
        for column, (text, sign) in enumerate(signs):
            at = (-2.0 + column * STEP, top + 1.4 + row * HIGH)
            sign(axes, at)
            write(axes, (at[0] + 3.0, at[1]), text, 1.55, ha="left", zorder=layers.SIGN)


def _rows() -> tuple[list[tuple[str, Sign]], list[tuple[str, Sign]]]:
    lands: list[tuple[str, Sign]] = [(kind.capitalize(), partial(_land, kind)) for kind in LAND]
    towers: list[tuple[str, Sign]] = [
        (f"{name.capitalize()} {least}–{most}", partial(_tower, Tower((0.6, 1.6), height, NEUTRAL, 0.42)))
        for name, least, most, height in CLASSES
    ]
    tokens: list[tuple[str, Sign]] = [(kind.capitalize(), partial(_token, kind)) for kind in TOKEN]
    others: list[tuple[str, Sign]] = [
        ("Statue", lambda axes, at: statue(axes, at, 1.45, layers.SIGN)),
        ("Lake", _lake),
        ("Bridge", _bridge),
        ("Dead end", lambda axes, at: dead_end(axes, at, layers.SIGN)),
        ("Bid", partial(_tower, Tower((0.6, 1.4), CLASSES[1][3], NEUTRAL, 0.5, 0.45))),
    ]
    return lands + towers, tokens + others


def _land(kind: str, axes: Axes, at: Point) -> None:
    ground, shade = LAND[kind]
    style = {"facecolor": ground, "edgecolor": (shade, 0.55), "linewidth": 0.9, "zorder": layers.LAND}
    box(axes, (at[0] - 2.0, at[1] - 1.5), (4.0, 3.0), 0.7, **style)
    badge(axes, at, kind, layers.SIGN)


def _tower(tower: Tower, axes: Axes, at: Point) -> None:
    draw_tower(axes, replace(tower, foot=(at[0] + tower.foot[0], at[1] + tower.foot[1])))


def _token(kind: str, axes: Axes, at: Point) -> None:
    token(axes, at, kind, layers.SIGN, 0.85)


def _lake(axes: Axes, at: Point) -> None:
    style = {"facecolor": LAKE, "edgecolor": LAKE_BANK, "linewidth": 1.3, "zorder": layers.WATER}
    ellipse(axes, at, (4.0, 2.4), **style)


def _bridge(axes: Axes, at: Point) -> None:
    x, y = at
    water = block(x - 1.2, y - 1.6, x + 1.2, y + 1.6)
    fill(axes, [water], facecolor=RIVER, edgecolor=RIVER_BANK, linewidth=1.0, zorder=layers.WATER)
    draw_bridge(axes, ((x - 2.1, y), (x + 2.1, y)))
