"""A small sign for each kind of hex and for a stone, drawn in one colour."""

from typing import Any

from matplotlib.axes import Axes

from urbanist.bots.table.akropolis.picture.colours import STONE, STONE_EDGE
from urbanist.bots.table.kit.picture.brush import disc, fill
from urbanist.bots.table.kit.plane import Point, Ring, block, placed, polygon, regular, star


def _rounds(*discs: tuple[float, float, float]) -> tuple[Ring, ...]:
    return tuple(regular((x, y), radius, 24) for x, y, radius in discs)


def _lower_half(x: float, y: float, radius: float) -> Ring:
    return tuple(point for point in regular((x, y), radius, 24) if point[1] >= y - 1e-9)


#: The shapes of each sign in a square of side 1 around 0.
SIGNS: dict[str, tuple[Ring, ...]] = {
    "houses": (
        polygon("0,-0.5 0.5,-0.05 -0.5,-0.05"),
        block(-0.36, 0.0, -0.1, 0.45),
        block(0.1, 0.0, 0.36, 0.45),
        block(-0.36, 0.0, 0.36, 0.17),
    ),
    "markets": (
        polygon("-0.42,-0.45 0.42,-0.45 0.52,-0.1 -0.52,-0.1"),
        *(_lower_half(-0.39 + 0.26 * place, -0.1, 0.13) for place in range(4)),
        *(block(x - 0.04, 0.0, x + 0.04, 0.45) for x in (-0.4, 0.4)),
        block(-0.44, 0.2, 0.44, 0.33),
    ),
    "barracks": (
        *(block(x - 0.1, -0.48, x + 0.1, -0.25) for x in (-0.36, 0.0, 0.36)),
        polygon(
            "-0.46,-0.26 0.46,-0.26 0.46,0.45 0.14,0.45 0.14,0.18 0,0.04 -0.14,0.18 -0.14,0.45 -0.46,0.45"
        ),
    ),
    "temples": (
        polygon("0,-0.52 0.54,-0.2 -0.54,-0.2"),
        *(block(x - 0.065, -0.14, x + 0.065, 0.32) for x in (-0.36, -0.12, 0.12, 0.36)),
        block(-0.52, 0.34, 0.52, 0.46),
    ),
    "gardens": (
        *_rounds((0.0, -0.27, 0.24), (-0.22, -0.06, 0.22), (0.22, -0.06, 0.22)),
        polygon("-0.07,0 0.07,0 0.1,0.47 -0.1,0.47"),
    ),
    "quarry": (
        polygon("-0.5,0.38 -0.38,-0.02 -0.12,-0.14 0.06,0.1 0.02,0.38"),
        polygon("0.08,0.38 0.12,0.1 0.32,0.02 0.5,0.2 0.48,0.38"),
        polygon("-0.12,-0.2 0.04,-0.42 0.26,-0.36 0.3,-0.06 0.1,0.04"),
    ),
}


def sign(axes: Axes, kind: str, at: Point, size: float, **style: Any) -> None:
    """Draw the sign of a kind, about `size` wide and high, around a point."""
    for ring in SIGNS[kind]:
        fill(axes, [placed(ring, at, size)], **style)


def stars(axes: Axes, number: int, at: Point, size: float, **style: Any) -> None:
    """Draw `number` stars side by side."""
    step = 1.05 * size
    for place in range(number):
        x = at[0] + (place - (number - 1) / 2) * step
        fill(axes, [star((x, at[1] + 0.04 * size), 0.55 * size)], **style)


def stone(axes: Axes, at: Point, size: float, layer: float) -> None:
    """Draw a stone, the money of the game."""
    ring = regular(at, 0.5 * size, 6, 1 / 12)
    fill(axes, [ring], facecolor=STONE, edgecolor=STONE_EDGE, linewidth=0.8, zorder=layer)
    disc(
        axes,
        (at[0] - 0.12 * size, at[1] - 0.14 * size),
        0.12 * size,
        facecolor=("#FFFFFF", 0.55),
        zorder=layer,
    )
