"""The card of a seat: its player, its city, and below it the score by kind."""

from matplotlib.axes import Axes

from urbanist.bots.table.akropolis.model import score_rows
from urbanist.bots.table.akropolis.model.city import city_of, pieces_of, placements
from urbanist.bots.table.akropolis.picture import glyph
from urbanist.bots.table.akropolis.picture.colours import FIELD, KIND
from urbanist.bots.table.akropolis.picture.prism import chip, draw_city, fitted
from urbanist.bots.table.kit.picture.brush import FAINT_INK, INK, box, write
from urbanist.bots.table.kit.picture.seat_card import Card, draw_card
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.sight import Sight
from urbanist.engine.akropolis.score_rows import kind_counts

LAYER = 1.0
HEAD, FOOT, EDGE = 6.4, 7.4, 1.6
#: The largest radius of a hex.
LARGEST = 5.6
#: The number of columns in the width; the stones stand after five of them and are narrower.
COLUMNS = 5.6


def draw_seat(axes: Axes, sight: Sight, seat: int, corner: Point, size: Point) -> None:
    """Draw a seat's card."""
    draw_card(axes, sight, seat, Card(corner, size, 2.4, HEAD / 2, LAYER))
    (left, top), (wide, high) = corner, size
    field = (wide - 2 * EDGE, high - HEAD - FOOT)
    box(axes, (left + EDGE, top + HEAD), field, 0.8, facecolor=FIELD, zorder=LAYER + 0.1)
    city = city_of(sight.state, seat)
    frame = fitted(city, (left + EDGE + 1.5, top + HEAD + 1.5), (field[0] - 3, field[1] - 3), LARGEST)
    laid = placements(sight, seat)
    draw_city(axes, city, frame, pieces_of(sight, seat), laid[-1].spaces if laid else ())
    _foot(axes, sight, seat, (left + EDGE, top + high - FOOT / 2), (wide - 2 * EDGE) / COLUMNS)


def _foot(axes: Axes, sight: Sight, seat: int, at: Point, step: float) -> None:
    """Write the value, stars and points of each kind, and the stones."""
    (left, y), layer = at, LAYER + 0.3
    for place, count in enumerate(kind_counts(sight.state, seat)):
        x = left + place * step
        chip(axes, count.kind, (x + 1.9, y), 1.7, LAYER + 0.2)
        _number(axes, (x + 4.4, y - 1.0), count.points, INK if count.points else FAINT_INK)
        faint = {"ha": "left", "color": FAINT_INK, "zorder": layer}
        write(axes, (x + 4.4, y + 1.3), str(count.value), 1.45, **faint)
        after = x + 4.4 + 0.95 * len(str(count.value))
        write(axes, (after + 0.3, y + 1.3), f"× {count.stars}", 1.45, **faint)
        spot = (after + 2.7 + 0.95 * len(str(count.stars)), y + 1.25)
        glyph.stars(axes, 1, spot, 1.3, facecolor=KIND[count.kind], zorder=layer)
    x = left + 5 * step
    glyph.stone(axes, (x + 1.9, y), 3.2, LAYER + 0.2)
    _number(axes, (x + 4.4, y), score_rows.stones_of(sight.state, seat), INK)


def _number(axes: Axes, at: Point, number: int, ink: str) -> None:
    write(axes, at, str(number), 2.3, ha="left", weight="bold", color=ink, zorder=LAYER + 0.3)
