"""Seats in a picture: their colours and shapes, with a text inside."""

from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.colour import hexadecimal
from urbanist.bots.table.kit.picture.brush import Parts, disc, fill, number, use
from urbanist.bots.table.kit.picture.lettering import write
from urbanist.bots.table.kit.picture.theme import WHITE
from urbanist.bots.table.kit.plane import Point, regular
from urbanist.bots.table.kit.seat import COLOUR, SHAPE

SEAT = tuple(map(hexadecimal, COLOUR))
#: The size of a badge as a symbol.
BADGE = 3.0


def badge(at: Point, size: float, seat: int) -> Element:
    """Return a seat's number on its shape in its colour."""
    return use(f"seat-{seat}", at, size / BADGE)


def seat_symbol(name: str) -> Parts:
    """Return the badge of a seat as a symbol, by its name: `seat-0` and so on."""
    seat = int(name)
    shape = _shape((0.0, 0.0), BADGE, seat, fill=SEAT[seat], stroke=WHITE, stroke_width=0.12)
    return [shape, _text((0.0, 0.0), BADGE, seat, str(seat), fill=WHITE)]


def plate(at: Point, size: float, seat: int) -> Element:
    """Return a seat's white shape with an edge in its colour, for a short text."""
    return use(f"plate-{seat}", at, _wider(seat) * size / BADGE)


def plate_text(at: Point, size: float, seat: int, text: str) -> Element:
    """Return the text on a plate, in the style of its group: it should be bold and in ink."""
    return _text(at, _wider(seat) * size, seat, text, bold=False)


def _wider(seat: int) -> float:
    """Return how much larger the plate of a seat is: a triangle has less room for a text."""
    return 1.25 if SHAPE[seat].corners == 3 else 1.0


def plate_symbol(name: str) -> Parts:
    """Return the plate of a seat as a symbol, by its name: `plate-0` and so on."""
    seat = int(name)
    edge = {"stroke": SEAT[seat], "stroke_width": number(0.058 * BADGE)}
    return [_shape((0.0, 0.0), BADGE, seat, fill=WHITE, **edge)]


def _shape(at: Point, size: float, seat: int, **style: Any) -> Element:
    shape = SHAPE[seat]
    if shape.corners:
        ring = regular(at, shape.radius * size, shape.corners, shape.turn)
        return fill([ring], **style)
    return disc(at, shape.radius * size, **style)


def _text(at: Point, size: float, seat: int, text: str, *, bold: bool = True, **style: Any) -> Element:
    shape = SHAPE[seat]
    high = (shape.text if len(text) == 1 else 0.9 * shape.text) * size
    return write((at[0], at[1] + shape.lower * size), text, high, bold=bold, **style)
