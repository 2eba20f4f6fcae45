"""Seats in a picture: their shapes with a text inside, and their cards.

A card is a frame, and a line with the player, the points and a sign for a winner.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.colour import SEAT_SHAPE as SHAPE
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.picture.brush import GOLD, WHITE, Parts, box, disc, fill, group, number, use
from urbanist.bots.table.kit.picture.lettering import Sign, fitted, width, write
from urbanist.bots.table.kit.plane import Point, regular, star
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import Stock
from urbanist.bots.table.kit.wording import points_text

#: The size of a badge as a symbol.
BADGE = 3.0


def badge(at: Point, size: float, seat: int) -> Element:
    """Return a seat's number on its shape in its colour."""
    return use(f"seat-{seat}", at, size / BADGE)


def seat_symbol(name: str) -> Parts:
    """Return the badge of a seat as a symbol, by its name: `seat-0` and so on."""
    seat = int(name)
    shape = _shape((0.0, 0.0), BADGE, seat, fill=COLOUR[seat], stroke=WHITE, stroke_width=0.12)
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
    edge = {"stroke": COLOUR[seat], "stroke_width": number(0.058 * BADGE)}
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


@dataclass(frozen=True, slots=True)
class SeatCard:
    """The place of a card on the viewport; its letters are `letters` high, its first line is `head` below its top."""

    corner: Point
    size: Point
    letters: float
    head: float
    #: Where "to move" begins; None: behind the name, which then has less room.
    turn: Point | None = None

    @property
    def right(self) -> float:
        """Its right end."""
        return self.corner[0] + self.size[0]


def draw_card(
    pov: PlayerView, seat: int, card: SeatCard, *inside: Element, sign: Sign | None = None
) -> Element:
    """Return a seat's card with its first line and what is `inside`; a `sign` stands behind the name."""
    moving = _moving(pov, seat)
    edge = {"class_": "moving", "stroke_width": 0.28} if moving else {"class_": "card", "stroke_width": 0.14}
    who, points = pov.name(seat), pov.state.scores()[seat]
    title = ", ".join([f"{who}: {points_text(points)}", *([tr("to move")] if moving else [])])
    frame = box(card.corner, card.size, 1.0, **edge)
    head = _head(pov, seat, card, sign)
    return group(frame, *head, *inside, title=title, id=f"card-{seat}", class_=f"seat seat-{seat}")


def draw_thing(thing: Stock, at: Point, size: float, **style: Any) -> Element:
    """Return the symbol of a thing with its number behind it; none of it is faint."""
    look = {"bold": True} if thing.number else {"class_": "faint"}
    number = write((at[0] + 1.9, at[1]), str(thing.number), 1.7, "start", **look)
    return group(use(thing.symbol, at, size, **style), number, title=thing.said)


def _moving(pov: PlayerView, seat: int) -> bool:
    return pov.is_moving(seat) and not pov.state.due


def _head(pov: PlayerView, seat: int, card: SeatCard, sign: Sign | None) -> Iterator[Element]:
    """Yield the first line of a card."""
    moving = _moving(pov, seat)
    unit = card.letters
    left, y = card.corner[0], card.corner[1] + card.head
    yield badge((left + 1.37 * unit, y), 1.79 * unit, seat)
    points = str(pov.state.scores()[seat])
    right = card.right - 0.95 * unit
    yield write((right, y), points, 1.47 * unit, "end", bold=True)
    right -= width(points, 1.47 * unit, bold=True) + 1.15 * unit
    if pov.state.over and pov.state.ranks()[seat] == 1:
        yield group(fill([star((right, y), 0.79 * unit)], fill=GOLD), title=tr("winner"))
    start = left + 2.74 * unit
    beside = moving and card.turn is None
    room = right - 0.8 * unit - start - (3.6 * unit if beside else 0.0) - (1.6 * unit if sign else 0.0)
    name, size = fitted(pov.player(seat), unit, room, bold=True)
    long = width(name, size, bold=True)
    yield write((start, y), name, size, "start", bold=True, length=long)
    after = start + long + 0.84 * unit
    if sign:
        yield sign((after + 0.32 * unit, y))
        after += 1.58 * unit
    if moving:
        yield write(card.turn or (after, y + 0.05 * unit), tr("to move"), 0.74 * unit, "start")
