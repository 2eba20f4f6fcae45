"""The legend of a picture: the meaning of its signs, below the map."""

from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import FAINT_INK, GOLD, INK, WHITE, box, fill, write
from urbanist.bots.table.kit.plane import Point, regular
from urbanist.bots.table.warszawa.model.score_rows import LIKES
from urbanist.bots.table.warszawa.picture import colours, glyph
from urbanist.engine.warszawa.edition import TYPES

LAYER = colours.PAPER

Drawer = Callable[[Axes, Point], None]


def draw_legend(axes: Axes, corner: Point, wide: float) -> None:
    """Draw each type with what it counts, and the meaning of the other signs below."""
    left, top = corner
    step = wide / len(TYPES)
    for place, kind in enumerate(TYPES):
        x = left + place * step
        glyph.chip(axes, kind, (x + 1.4, top + 1.6), 2.6, LAYER)
        write(axes, (x + 3.2, top + 0.9), kind, 1.35, ha="left", weight="bold", zorder=LAYER)
        write(axes, (x + 3.2, top + 2.7), _counts(kind), 1.1, ha="left", color=FAINT_INK, zorder=LAYER)
    signs = _signs()
    step = wide / len(signs)
    for place, (text, drawer) in enumerate(signs):
        x = left + place * step
        drawer(axes, (x + 1.4, top + 6.2))
        write(axes, (x + 3.7, top + 6.2), text, 1.25, ha="left", zorder=LAYER)
    said = "on a building: s socrealism, m modernism, 4 store of four, t thrift, ! a function left to use"
    write(axes, (left + 0.2, top + 9.6), said, 1.25, ha="left", color=INK, zorder=LAYER)


def _counts(kind: str) -> str:
    """Return in short what a building of a type counts in adjacent hexes."""
    if kind == "industrial":
        return "+1 a hex unbuilt"
    liked = ["represent." if name == "representative" else name for name in LIKES[kind]]
    return f"+1 {', '.join(liked)}" if liked else "counts nothing"


def _signs() -> list[tuple[str, Drawer]]:
    return [
        ("rubble", lambda axes, at: glyph.stones(axes, at, 2.4, LAYER)),
        ("historic site", lambda axes, at: glyph.gold_star(axes, at, 1.2, LAYER, GOLD)),
        ("foundation", _foundation),
        ("metro", lambda axes, at: _line(axes, at, "solid")),
        ("tunnel", lambda axes, at: _line(axes, at, "dashed")),
        ("bridge", _bridge),
        ("first player", lambda axes, at: glyph.flag(axes, at, 2.2, LAYER)),
    ]


def _foundation(axes: Axes, at: Point) -> None:
    style = {"edgecolor": INK, "linewidth": 1.2, "linestyle": (0, (3, 1.5)), "zorder": LAYER}
    fill(axes, [regular(at, 1.5, 6)], facecolor=WHITE, **style)
    glyph.engineer(axes, at, 2.0, None, LAYER + 0.1)


def _line(axes: Axes, at: Point, kind: str) -> None:
    if kind == "dashed":
        box(axes, (at[0] - 1.7, at[1] - 0.8), (3.4, 1.6), 0.1, facecolor=colours.RIVER, zorder=LAYER)
    style: dict[str, Any] = {"linestyle": "solid" if kind == "solid" else (0, (0.9, 0.9)), "linewidth": 4.0}
    axes.plot([at[0] - 1.4, at[0] + 1.4], [at[1], at[1]], color=INK, zorder=LAYER + 0.1, **style)


def _bridge(axes: Axes, at: Point) -> None:
    for wide, high, style in (
        (0.9, 2.6, {"facecolor": colours.RIVER}),
        (3.2, 1.4, {"facecolor": colours.STONE, "edgecolor": colours.STONE_EDGE, "linewidth": 1.0}),
        (3.2, 0.5, {"facecolor": INK}),
    ):
        corner = (at[0] - wide / 2, at[1] - high / 2)
        box(axes, corner, (wide, high), 0.1, zorder=LAYER, **style)
