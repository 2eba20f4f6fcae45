"""Seats in a picture: their colours and shapes, with a text inside."""

from typing import Any

from matplotlib.axes import Axes

from urbanist.bots.table.kit.colour import hexadecimal
from urbanist.bots.table.kit.picture.brush import INK, WHITE, disc, fill, write
from urbanist.bots.table.kit.plane import Point, regular
from urbanist.bots.table.kit.seat import COLOUR, SHAPE

SEAT = tuple(map(hexadecimal, COLOUR))


def badge(axes: Axes, at: Point, size: float, seat: int, layer: float) -> None:
    """Draw a seat's number on its shape in its colour."""
    _shape(axes, at, size, seat, facecolor=SEAT[seat], edgecolor=WHITE, linewidth=1.0, zorder=layer)
    _text(axes, at, size, seat, str(seat), color=WHITE, zorder=layer + 0.001)


def plate(axes: Axes, at: Point, size: float, seat: int, text: str, layer: float) -> None:
    """Draw a short text on a seat's white shape with an edge in its colour."""
    size *= 1.25 if SHAPE[seat].corners == 3 else 1.0  # a triangle has less room for a text
    style = {"edgecolor": SEAT[seat], "linewidth": 0.38 * size, "zorder": layer}
    _shape(axes, at, size, seat, facecolor=WHITE, **style)
    _text(axes, at, size, seat, text, color=INK, zorder=layer + 0.0001)


def _shape(axes: Axes, at: Point, size: float, seat: int, **style: Any) -> None:
    shape = SHAPE[seat]
    if shape.corners:
        fill(axes, [regular(at, shape.radius * size, shape.corners, shape.turn)], **style)
    else:
        disc(axes, at, shape.radius * size, **style)


def _text(axes: Axes, at: Point, size: float, seat: int, text: str, **style: Any) -> None:
    shape = SHAPE[seat]
    high = (shape.text if len(text) == 1 else 0.9 * shape.text) * size
    write(axes, (at[0], at[1] + shape.lower * size), text, high, weight="bold", **style)
