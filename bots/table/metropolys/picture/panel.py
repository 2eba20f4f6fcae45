"""The cards of the players beside the board, and the running auction in words."""

from typing import Any

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import CARD_EDGE, FAINT_INK, INK, WHITE, box, fitted, write
from urbanist.bots.table.kit.picture.seat_card import Card, draw_card
from urbanist.bots.table.kit.picture.seat_shape import SEAT, plate
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.metropolys.picture import layers
from urbanist.bots.table.metropolys.picture.tower import CLASSES
from urbanist.engine.metropolys.notation import MetropolysNotation, lane_values

NOTATION = MetropolysNotation()
TOP, CARD, GAP, ROW = -4.5, 12.6, 1.5, 3.6
#: The line below the name, from the top of a card.
SECOND = 5.6


def draw_panel(axes: Axes, sight: Sight, left: float, right: float) -> None:
    """Draw a card for each player and the bids in order below."""
    wide = right - left
    top = TOP
    for seat in range(sight.state.seats):
        card = Card((left, top), (wide, CARD), 2.0, 2.9, layers.SIGN, (left + 13.0, top + SECOND))
        draw_card(axes, sight, seat, card)
        _stock(axes, sight.state.array, seat, card)
        top += CARD + GAP
    if bids := NOTATION.bids(sight.state.array):
        write(axes, (left + 0.4, top + 2.2), "Auction", 2.1, ha="left", weight="bold", zorder=layers.SIGN)
        for place, (seat, value, name) in enumerate(bids):
            at = (left, top + 5.8 + place * ROW)
            _bid(axes, at, wide, (seat, value, name), sight.player(seat), last=place == len(bids) - 1)


def _stock(axes: Axes, record: Any, seat: int, card: Card) -> None:
    """Draw the thirteen values: in hand in colour, bids outlined, buildings on the board faint and counted."""
    left, bid = lane_values(record["hands"][seat]), lane_values(record["bids"][seat])
    x, top = card.corner[0] + 1.2, card.corner[1] + 7.3
    said = f"{len(NOTATION.buildings(record, seat))} built"
    write(
        axes,
        (x + 4.3, card.corner[1] + SECOND),
        said,
        1.5,
        ha="left",
        color=FAINT_INK,
        zorder=layers.SIGN + 0.1,
    )
    wide = (card.size[0] - 2.4 - 2 * 0.7) / 13
    for rank, (_, least, most, _) in enumerate(CLASSES):
        for value in range(least, most + 1):
            _value(axes, (x, top + 3.8), (wide - 0.22, 2.6 + 0.6 * rank), value, seat, left=left, bid=bid)
            x += wide
        x += 0.7


def _value(
    axes: Axes, foot: Point, size: Point, value: int, seat: int, *, left: list[int], bid: list[int]
) -> None:
    """Draw one value of a stock; `foot` is the lower left of its box."""
    if value in bid:
        style = {"facecolor": WHITE, "edgecolor": SEAT[seat], "linewidth": 1.3, "linestyle": (0, (2, 1))}
    elif value in left:
        style = {"facecolor": SEAT[seat], "edgecolor": SEAT[seat], "linewidth": 0.6}
    else:
        style = {"facecolor": "#F1EFEA", "edgecolor": CARD_EDGE, "linewidth": 0.6}
    box(axes, (foot[0], foot[1] - size[1]), size, 0.3, zorder=layers.SIGN + 0.1, **style)
    ink = WHITE if value in left else INK if value in bid else "#BDB9B0"
    bold = "bold" if value in (*left, *bid) else "normal"
    at, high = (foot[0] + size[0] / 2, foot[1] - 1.25), 1.3 if value < 10 else 1.1
    write(axes, at, str(value), high, weight=bold, color=ink, zorder=layers.SIGN + 0.2)


def _bid(axes: Axes, at: Point, wide: float, bid: tuple[int, int, str], bidder: str, *, last: bool) -> None:
    """Write a bid and its player; the last bid has a frame."""
    (left, y), (seat, value, name) = at, bid
    if last:
        style = {"facecolor": WHITE, "edgecolor": SEAT[seat], "linewidth": 1.4}
        box(axes, (left, y - ROW / 2), (wide, ROW), 0.6, zorder=layers.SIGN, **style)
    plate(axes, (left + 2.2, y), 2.4, seat, str(value), layers.SIGN + 0.1)
    write(axes, (left + 5.0, y), name, 1.7, ha="left", weight="bold", zorder=layers.SIGN)
    shown, size = fitted(bidder, 1.6, wide - 10.2)
    ink = INK if last else FAINT_INK
    write(axes, (left + 9.6, y), shown, size, ha="left", color=ink, zorder=layers.SIGN)
