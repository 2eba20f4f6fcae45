"""The card of a seat: a frame, and a line with the player, the points and a sign for a winner."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.language import tr
from urbanist.bots.table.kit.picture.brush import box, fill, group
from urbanist.bots.table.kit.picture.lettering import fitted, width, write
from urbanist.bots.table.kit.picture.seat_shape import badge
from urbanist.bots.table.kit.picture.theme import GOLD
from urbanist.bots.table.kit.plane import Point, star
from urbanist.bots.table.kit.player_view import PlayerView

Sign = Callable[[Point], Element]


@dataclass(frozen=True, slots=True)
class Card:
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


def draw_card(pov: PlayerView, seat: int, card: Card, *inside: Element, sign: Sign | None = None) -> Element:
    """Return a seat's card with its first line and what is `inside`; a `sign` stands behind the name."""
    moving = _moving(pov, seat)
    edge = {"class_": "moving", "stroke_width": 0.28} if moving else {"class_": "card", "stroke_width": 0.14}
    who, points = pov.name(seat), pov.state.scores()[seat]
    if moving:
        title = tr.counted("{who}: {n} points, to move", "{who}: {n} points, to move", points, who=who)
    else:
        title = tr.counted("{who}: {n} points", "{who}: {n} points", points, who=who)
    frame = box(card.corner, card.size, 1.0, **edge)
    head = _head(pov, seat, card, sign)
    return group(frame, *head, *inside, title=title, id=f"card-{seat}", class_=f"seat seat-{seat}")


def _moving(pov: PlayerView, seat: int) -> bool:
    return pov.is_moving(seat) and not pov.state.due


def _head(pov: PlayerView, seat: int, card: Card, sign: Sign | None) -> Iterator[Element]:
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
