"""Small signs of a Warszawa picture: types of buildings, cubes, engineers, markers and seats."""

from typing import Any

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import CARD_EDGE, INK, WHITE, box, disc, fill, write
from urbanist.bots.table.kit.picture.seat_shape import SEAT
from urbanist.bots.table.kit.plane import Point, Ring, block, placed, polygon, regular, star
from urbanist.bots.table.warszawa.picture.colours import (
    BROKEN,
    CONCRETE,
    FUND,
    FUND_EDGE,
    TYPE,
)

#: A shape of one or more rings; all but the first are holes.
Shape = tuple[Ring, ...]


def _hole(left: float, top: float, right: float, bottom: float) -> Ring:
    """Return a block with its corners in reverse order, as a hole needs."""
    return block(left, top, right, bottom)[::-1]


def _round(x: float, y: float, radius: float) -> Ring:
    return regular((x, y), radius, 20)


SIGNS: dict[str, tuple[Shape, ...]] = {
    "industrial": (
        (
            polygon(
                "-0.5,0.42 -0.5,-0.04 -0.24,-0.22 -0.24,-0.04 0.02,-0.22 0.02,-0.04 0.2,-0.04 "
                "0.24,-0.5 0.4,-0.5 0.46,0.42"
            ),
            *(_hole(x, 0.12, x + 0.14, 0.28) for x in (-0.36, -0.1, 0.16)),
        ),
    ),
    "service": (
        (polygon("-0.38,-0.44 0.38,-0.44 0.5,-0.1 -0.5,-0.1"),),
        (block(-0.42, -0.04, 0.42, 0.42), _hole(-0.3, 0.06, 0.0, 0.26), _hole(0.12, 0.06, 0.3, 0.42)),
    ),
    "residential": (
        (
            block(-0.34, -0.48, 0.34, 0.44),
            *(_hole(x, y, x + 0.14, y + 0.14) for y in (-0.36, -0.12) for x in (-0.22, 0.08)),
            _hole(-0.08, 0.18, 0.08, 0.44),
        ),
    ),
    "representative": (
        (polygon("0,-0.5 0.52,-0.2 -0.52,-0.2"),),
        *((block(x, -0.14, x + 0.13, 0.28),) for x in (-0.44, -0.19, 0.06, 0.31)),
        (block(-0.52, 0.32, 0.52, 0.44),),
    ),
    "cultural": (
        (polygon("-0.24,-0.34 0.4,-0.5 0.4,-0.28 -0.24,-0.12"),),
        (block(-0.24, -0.3, -0.16, 0.3),),
        (block(0.32, -0.44, 0.4, 0.18),),
        (_round(-0.3, 0.3, 0.15),),
        (_round(0.26, 0.18, 0.15),),
    ),
    "transport": (
        (
            polygon("-0.26,-0.42 0.26,-0.42 0.34,0.26 -0.34,0.26"),
            _hole(-0.19, -0.3, 0.19, -0.04),
            _hole(-0.24, 0.08, -0.12, 0.18),
            _hole(0.12, 0.08, 0.24, 0.18),
        ),
        (polygon("-0.26,0.3 -0.16,0.3 -0.28,0.48 -0.4,0.48"),),
        (polygon("0.16,0.3 0.26,0.3 0.4,0.48 0.28,0.48"),),
    ),
    "metro": (
        (
            polygon(
                "-0.46,0.4 -0.2,-0.4 0,0.12 0.2,-0.4 0.46,0.4 0.24,0.4 0.15,0.06 0,0.44 -0.15,0.06 -0.24,0.4"
            ),
        ),
    ),
    "bridge": (
        (block(-0.52, -0.12, 0.52, 0.02),),
        *((block(x, 0.02, x + 0.1, 0.34),) for x in (-0.38, -0.05, 0.28)),
        (polygon("-0.52,-0.12 -0.33,-0.36 -0.05,-0.18 0,-0.12"),),
        (polygon("0,-0.12 0.05,-0.18 0.33,-0.36 0.52,-0.12"),),
    ),
}


def sign(axes: Axes, kind: str, at: Point, size: float, **style: Any) -> None:
    """Draw the sign of an object, about `size` wide and high around a point."""
    for shape in SIGNS[kind]:
        fill(axes, [placed(ring, at, size) for ring in shape], **style)


def chip(axes: Axes, kind: str, at: Point, size: float, layer: float) -> None:
    """Draw the sign of an object on its ground."""
    ground, ink, wall = TYPE[kind]
    corner = (at[0] - size / 2, at[1] - size / 2)
    box(axes, corner, (size, size), 0.2 * size, facecolor=ground, edgecolor=wall, linewidth=0.7, zorder=layer)
    sign(axes, kind, at, 0.7 * size, facecolor=ink, zorder=layer + 0.001)


def cube(axes: Axes, name: str, at: Point, size: float, layer: float) -> None:
    """Draw a fund as a coin, concrete as a block, rubble as broken bricks."""
    x, y = at
    if name == "fund":
        disc(axes, at, 0.48 * size, facecolor=FUND, edgecolor=FUND_EDGE, linewidth=0.8, zorder=layer)
        write(axes, at, "zł", 0.42 * size, color=FUND_EDGE, weight="bold", zorder=layer + 0.001)
    elif name == "concrete":
        top, side, front = CONCRETE
        half, lift = 0.42 * size, 0.26 * size
        upper = (
            (x, y - half),
            (x + half, y + lift - half),
            (x, y + 2 * lift - half),
            (x - half, y + lift - half),
        )
        floor = 0.36 * size
        for ring, colour in (
            (upper, top),
            ((upper[3], upper[2], (x, upper[2][1] + floor), (x - half, upper[3][1] + floor)), side),
            ((upper[2], upper[1], (x + half, upper[1][1] + floor), (x, upper[2][1] + floor)), front),
        ):
            fill(axes, [ring], facecolor=colour, edgecolor="#6D737C", linewidth=0.5, zorder=layer)
    else:
        stones(axes, at, size, layer)


#: The stones of a heap: place and size in shares of the heap, turn, shade.
HEAP = (
    (-0.26, 0.16, 0.22, 0.1, 0),
    (0.24, 0.18, 0.22, 0.3, 1),
    (0.0, 0.06, 0.24, 0.0, 2),
    (0.02, -0.22, 0.2, 0.4, 1),
)


def stones(axes: Axes, at: Point, size: float, layer: float) -> None:
    """Draw a heap of rubble."""
    for x, y, radius, turn, shade in HEAP:
        ring = regular((at[0] + size * x, at[1] + size * y), size * radius, 5, turn)
        fill(axes, [ring], facecolor=BROKEN[shade], edgecolor="#5E4535", linewidth=0.5, zorder=layer)


BODY = polygon("-0.34,0.5 -0.26,0.06 -0.1,-0.06 0.1,-0.06 0.26,0.06 0.34,0.5")
HELMET = polygon("-0.28,-0.22 -0.21,-0.24 -0.18,-0.42 0,-0.5 0.18,-0.42 0.21,-0.24 0.28,-0.22")


def engineer(axes: Axes, at: Point, size: float, seat: int | None, layer: float) -> None:
    """Draw an engineer with a helmet in a seat's colour, or in ink if `seat` is None."""
    x, y = at
    colour = INK if seat is None else SEAT[seat]
    style = {"edgecolor": WHITE, "linewidth": 0.9, "zorder": layer}
    fill(axes, [placed(BODY, at, size)], facecolor=colour, **style)
    disc(axes, (x, y - 0.2 * size), 0.19 * size, facecolor="#F1D3B3", **style)
    fill(axes, [placed(HELMET, at, size)], facecolor=colour, **style)


def marker(axes: Axes, at: Point, size: float, layer: float) -> None:
    """Draw a metro marker."""
    disc(axes, at, 0.48 * size, facecolor="#C8323A", edgecolor="#7F1A20", linewidth=0.8, zorder=layer)
    sign(axes, "metro", at, 0.56 * size, facecolor=WHITE, zorder=layer + 0.001)


def paper(axes: Axes, at: Point, size: float, layer: float) -> None:
    """Draw the back of a project card."""
    corner = (at[0] - 0.32 * size, at[1] - 0.45 * size)
    style = {"edgecolor": "#3B5A78", "linewidth": 0.8, "zorder": layer}
    box(axes, corner, (0.64 * size, 0.9 * size), 0.1 * size, facecolor="#DCE7F1", **style)
    sign(axes, "residential", at, 0.42 * size, facecolor="#3B5A78", zorder=layer + 0.001)


def flag(axes: Axes, at: Point, size: float, layer: float) -> None:
    """Draw the flag of the seat that begins the round."""
    x, y = at
    box(axes, (x - 0.36 * size, y - 0.5 * size), (0.1 * size, size), 0.04 * size, facecolor=INK, zorder=layer)
    for top, colour in ((-0.46, WHITE), (-0.16, "#D23B4A")):
        ring = block(x - 0.26 * size, y + top * size, x + 0.5 * size, y + (top + 0.3) * size)
        fill(axes, [ring], facecolor=colour, edgecolor=INK, linewidth=0.6, zorder=layer)


HANDLE = polygon("-0.42,-0.46 -0.34,-0.5 0.06,0.04 -0.02,0.1")
BLADE = polygon("-0.12,0.08 0.1,-0.04 0.24,0.3 0.02,0.34")


def shovel(axes: Axes, at: Point, size: float, layer: float) -> None:
    """Draw the sign for clearing a hex: a shovel on rubble."""
    stones(axes, (at[0] + 0.1 * size, at[1] + 0.18 * size), 0.7 * size, layer)
    style = {"edgecolor": WHITE, "linewidth": 0.4, "zorder": layer + 0.002}
    fill(axes, [placed(HANDLE, at, size)], facecolor="#8A6A3C", **style)
    fill(axes, [placed(BLADE, at, size)], facecolor="#59626E", **style)


def letter(axes: Axes, at: Point, text: str, size: float, layer: float) -> None:
    """Draw a letter on a small white disc."""
    disc(axes, at, 0.5 * size, facecolor=WHITE, edgecolor=CARD_EDGE, linewidth=0.7, zorder=layer)
    write(axes, at, text, 0.62 * size, weight="bold", zorder=layer + 0.001)


def gold_star(axes: Axes, at: Point, radius: float, layer: float, colour: str) -> None:
    """Draw the star of a historic site, or of a winner."""
    fill(axes, [star(at, radius)], facecolor=colour, edgecolor=WHITE, linewidth=0.8, zorder=layer)
