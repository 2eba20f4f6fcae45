"""How people tell seats apart in every game: by number, by colour, and by shape for colour-blind people."""

from dataclasses import dataclass

from urbanist.bots.table.kit.colour import Colour

#: Colour-blind-safe colours of Okabe and Ito, darkened for white text on them; the fifth is slate.
COLOUR: tuple[Colour, ...] = ((0, 90, 160), (213, 94, 0), (0, 112, 82), (134, 52, 120), (72, 78, 90))
#: The shapes in terminals.
MARK = "●■▲◆▼"


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


#: The same shapes as `MARK`: disc, square, triangle, diamond, triangle upside down.
SHAPE = (
    Shape(0, 0.0, 0.5),
    Shape(4, 0.125, 0.62),
    Shape(3, 0.0, 0.66, 0.07, 0.5),
    Shape(4, 0.0, 0.62),
    Shape(3, 0.5, 0.66, -0.07, 0.5),
)
