"""Colours as red, green and blue from 0 to 255; and how people tell seats apart: by colour, and by shape."""

from dataclasses import dataclass

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
BLACK: Colour = (0, 0, 0)
#: The ground in a terminal of what was put on a board last.
FRESH: Colour = (132, 238, 222)
#: What a person chooses, where it is legal and where it is not.
LEGAL: Colour = (92, 224, 108)
ILLEGAL: Colour = (255, 86, 86)
#: The numbers of hints.
HINT: Colour = (255, 226, 80)
#: What counts in a row of a score.
COUNTED: Colour = (255, 150, 235)
#: What is faint on a dark ground and on a light one.
GREY: Colour = (128, 128, 128)


def blend(colour: Colour, other: Colour, share: float) -> Colour:
    """Return the linear interpolation of two colours: `colour` at share 0, `other` at share 1."""
    red, green, blue = (round(a + share * (b - a)) for a, b in zip(colour, other, strict=True))
    return red, green, blue


def paler(colour: Colour, strength: float) -> Colour:
    """Return a colour mixed with white: unchanged at strength 1, white at strength 0."""
    return blend(WHITE, colour, strength)


def hexadecimal(colour: Colour) -> str:
    """Return a colour in the form of SVG, such as #2E3440."""
    return "#{:02X}{:02X}{:02X}".format(*colour)


#: Colour-blind-safe colours of Okabe and Ito, darkened for white text on them; the fifth is slate.
SEAT_COLOUR: tuple[Colour, ...] = ((0, 90, 160), (213, 94, 0), (0, 112, 82), (134, 52, 120), (72, 78, 90))
#: The shapes in terminals.
SEAT_MARK = "●■▲◆▼"


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a seat: a regular polygon around a middle, or a disc if it has no corners.

    `radius` holds for a shape of size 1; `turn` is a share of a full circle. The text stands `lower` below the
    middle and is `text` high.
    """

    corners: int
    turn: float
    radius: float
    lower: float = 0.0
    text: float = 0.62


#: The same shapes as `SEAT_MARK`: disc, square, triangle, diamond, triangle upside down.
SEAT_SHAPE = (
    Shape(0, 0.0, 0.5),
    Shape(4, 0.125, 0.62),
    Shape(3, 0.0, 0.66, 0.07, 0.5),
    Shape(4, 0.0, 0.62),
    Shape(3, 0.5, 0.66, -0.07, 0.5),
)
