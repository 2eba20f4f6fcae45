"""The card of a seat: who plays, the city, and below it the score kind by kind."""

from dataclasses import dataclass

from matplotlib.axes import Axes

from urbanist.bots.table.akropolis.model import score_rows
from urbanist.bots.table.akropolis.model.city import city_of, pieces_of, placements
from urbanist.bots.table.akropolis.picture import glyph
from urbanist.bots.table.akropolis.picture.colours import CARD, CARD_EDGE, FIELD, KIND, SEAT
from urbanist.bots.table.akropolis.picture.prism import chip, draw_city, fitted
from urbanist.bots.table.kit.picture.brush import FAINT_INK, INK, box, disc, write
from urbanist.bots.table.kit.picture.brush import fitted as fitted_text
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.sight import Sight
from urbanist.engine.akropolis.score_rows import kind_counts

LAYER = 1.0
HEAD, FOOT, EDGE = 6.4, 7.4, 1.6
#: No hex is drawn larger.
LARGEST = 5.6
#: How many counts would fill the width; the stones, after five, take less.
COLUMNS = 5.6


@dataclass(frozen=True, slots=True)
class Card:
    """Where a card lies on the sheet."""

    corner: Point
    size: Point


def draw_card(axes: Axes, sight: Sight, seat: int, card: Card) -> None:
    """Draw a seat's card."""
    (left, top), (wide, high) = card.corner, card.size
    moving = not sight.state.over and seat == sight.state.to_move
    box(
        axes,
        card.corner,
        card.size,
        1.2,
        facecolor=CARD,
        edgecolor=INK if moving else CARD_EDGE,
        linewidth=2.0 if moving else 1.0,
        zorder=LAYER,
    )
    field = (wide - 2 * EDGE, high - HEAD - FOOT)
    box(axes, (left + EDGE, top + HEAD), field, 0.8, facecolor=FIELD, zorder=LAYER + 0.1)
    _head(axes, sight, seat, card, moving=moving)
    city = city_of(sight.state, seat)
    frame = fitted(city, (left + EDGE + 1.5, top + HEAD + 1.5), (field[0] - 3, field[1] - 3), LARGEST)
    laid = placements(sight, seat)
    draw_city(axes, city, frame, pieces_of(sight, seat), laid[-1].spaces if laid else ())
    _foot(axes, sight, seat, card)


def _head(axes: Axes, sight: Sight, seat: int, card: Card, *, moving: bool) -> None:
    left, top = card.corner
    y = top + HEAD / 2
    disc(axes, (left + 3.6, y), 1.9, facecolor=SEAT[seat], zorder=LAYER + 0.2)
    write(axes, (left + 3.6, y), str(seat), 2.1, color="#FFFFFF", weight="bold", zorder=LAYER + 0.3)
    name, size = fitted_text(sight.players[seat] or f"seat {seat}", 2.4, card.size[0] - 32, "bold")
    drawn = write(axes, (left + 6.6, y), name, size, ha="left", weight="bold", zorder=LAYER + 0.3)
    if moving:
        after = drawn.get_window_extent().transformed(axes.transData.inverted()).x1
        write(axes, (after + 1.6, y + 0.15), "to move", 1.6, ha="left", zorder=LAYER + 0.3)
    won = sight.state.over and sight.state.ranks()[seat] == 1
    points = f"{sight.state.scores()[seat]}"
    right = left + card.size[0] - 2.6
    write(axes, (right, y), points, 3.6, ha="right", weight="bold", zorder=LAYER + 0.3)
    if won:
        glyph.stars(
            axes, 1, (right - 2.6 * len(points) - 1.6, y), 3.0, facecolor="#E8A90C", zorder=LAYER + 0.3
        )


def _foot(axes: Axes, sight: Sight, seat: int, card: Card) -> None:
    """Write each kind's value, stars and points, what is missing below it, and the stones."""
    (left, top), (wide, high) = card.corner, card.size
    step = (wide - 2 * EDGE) / COLUMNS
    y = top + high - FOOT / 2
    for place, count in enumerate(kind_counts(sight.state, seat)):
        x = left + EDGE + place * step
        faint = not count.points
        chip(axes, count.kind, (x + 1.9, y), 1.7, LAYER + 0.2)
        write(
            axes,
            (x + 4.4, y - 1.0),
            str(count.points),
            2.3,
            ha="left",
            weight="bold",
            color=FAINT_INK if faint else INK,
            zorder=LAYER + 0.3,
        )
        write(
            axes, (x + 4.4, y + 1.3), str(count.value), 1.45, ha="left", color=FAINT_INK, zorder=LAYER + 0.3
        )
        at = x + 4.4 + 0.95 * len(str(count.value))
        write(
            axes,
            (at + 0.3, y + 1.3),
            f"× {count.stars}",
            1.45,
            ha="left",
            color=FAINT_INK,
            zorder=LAYER + 0.3,
        )
        glyph.stars(
            axes,
            1,
            (at + 2.7 + 0.95 * len(str(count.stars)), y + 1.25),
            1.3,
            facecolor=KIND[count.kind],
            zorder=LAYER + 0.3,
        )
    x = left + EDGE + 5 * step
    glyph.stone(axes, (x + 1.9, y), 3.2, LAYER + 0.2)
    write(
        axes,
        (x + 4.4, y),
        str(score_rows.stones_of(sight.state, seat)),
        2.3,
        ha="left",
        weight="bold",
        zorder=LAYER + 0.3,
    )
