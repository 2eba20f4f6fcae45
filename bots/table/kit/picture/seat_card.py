"""The card of a seat: a frame, and a line with the player, the points and a sign for a winner."""

from collections.abc import Callable
from dataclasses import dataclass

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import (
    CARD_EDGE,
    GOLD,
    INK,
    WHITE,
    box,
    fill,
    fitted,
    right_end,
    write,
)
from urbanist.bots.table.kit.picture.seat_shape import badge
from urbanist.bots.table.kit.plane import Point, star
from urbanist.bots.table.kit.sight import Sight

Sign = Callable[[Axes, Point], None]


@dataclass(frozen=True, slots=True)
class Card:
    """The place of a card on the sheet; its letters are `letters` high, its first line is `head` below its top."""

    corner: Point
    size: Point
    letters: float
    head: float
    layer: float
    #: Where "to move" begins; None: behind the name, which then has less room.
    turn: Point | None = None

    @property
    def right(self) -> float:
        """Its right end."""
        return self.corner[0] + self.size[0]


def draw_card(axes: Axes, sight: Sight, seat: int, card: Card, sign: Sign | None = None) -> None:
    """Draw a seat's card with its first line; a `sign` stands behind the name."""
    moving = sight.is_moving(seat) and not sight.state.due
    edge = {"edgecolor": INK if moving else CARD_EDGE, "linewidth": 2.0 if moving else 1.0}
    box(axes, card.corner, card.size, 1.0, facecolor=WHITE, zorder=card.layer, **edge)
    unit, layer = card.letters, card.layer + 0.1
    left, y = card.corner[0], card.corner[1] + card.head
    badge(axes, (left + 1.37 * unit, y), 1.79 * unit, seat, layer)
    points = str(sight.state.scores()[seat])
    right = card.right - 0.95 * unit
    write(axes, (right, y), points, 1.47 * unit, ha="right", weight="bold", zorder=layer)
    right -= 1.05 * unit * len(points) + 0.84 * unit
    if sight.state.over and sight.state.ranks()[seat] == 1:
        ring = star((right, y), 0.79 * unit)
        fill(axes, [ring], facecolor=GOLD, edgecolor=WHITE, linewidth=0.8, zorder=layer)
    start = left + 2.74 * unit
    beside = moving and card.turn is None
    room = right - 0.8 * unit - start - (3.6 * unit if beside else 0.0) - (1.6 * unit if sign else 0.0)
    name, size = fitted(sight.player(seat), unit, room, "bold")
    drawn = write(axes, (start, y), name, size, ha="left", weight="bold", zorder=layer)
    after = right_end(axes, drawn) + 0.84 * unit
    if sign:
        sign(axes, (after + 0.32 * unit, y))
        after += 1.58 * unit
    if moving:
        write(axes, card.turn or (after, y + 0.05 * unit), "to move", 0.74 * unit, ha="left", zorder=layer)
