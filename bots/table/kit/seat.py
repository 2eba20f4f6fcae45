"""How seats are told apart in every game: by number from 0 on, by colour, and by shape for colour-blind people."""

from dataclasses import dataclass

from urbanist.bots.table.kit.colour import Colour

#: From the colour-blind-safe set of Okabe and Ito, darkened so that white can be read on them; the fifth is slate.
COLOUR: tuple[Colour, ...] = ((0, 90, 160), (213, 94, 0), (0, 112, 82), (134, 52, 120), (72, 78, 90))
#: The shapes as terminals write them.
MARK = "●■▲◆▼"


@dataclass(frozen=True, slots=True)
class Shape:
    """A seat's shape as it is drawn: a regular polygon around a middle, or a disc if it has no corners.

    A shape of size 1 has this radius; `turn` is a part of a full circle. The text in it stands `lower` below the
    middle and is `text` high.
    """

    corners: int
    turn: float
    radius: float
    lower: float = 0.0
    text: float = 0.62


#: The shapes of `MARK`: disc, square, triangle, diamond, triangle upside down.
SHAPE = (
    Shape(0, 0.0, 0.5),
    Shape(4, 0.125, 0.62),
    Shape(3, 0.0, 0.66, 0.07, 0.5),
    Shape(4, 0.0, 0.62),
    Shape(3, 0.5, 0.66, -0.07, 0.5),
)
