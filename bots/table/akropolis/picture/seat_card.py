"""The card of a seat: its player, its city, and below it the score by kind."""

from collections.abc import Iterator

from urbanist.bots.markup import Element
from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model import score_rows
from urbanist.bots.table.akropolis.model.city import city_of, pieces_of, placements
from urbanist.bots.table.akropolis.picture.colours import KIND
from urbanist.bots.table.akropolis.picture.prism import draw_city, fitted
from urbanist.bots.table.akropolis.text.facts import product
from urbanist.bots.table.akropolis.text.names import kind_name
from urbanist.bots.table.kit.picture.brush import box, group, use
from urbanist.bots.table.kit.picture.lettering import width, write
from urbanist.bots.table.kit.picture.seat_card import Card, draw_card
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.akropolis.score_rows import district_rows

HEAD, FOOT, EDGE = 6.4, 7.4, 1.6
#: The largest radius of a hex.
LARGEST = 5.6
#: The number of columns in the width; the stones stand after five of them and are narrower.
COLUMNS = 5.6


def draw_seat(pov: PlayerView, seat: int, corner: Point, size: Point) -> Element:
    """Return a seat's card."""
    (left, top), (wide, high) = corner, size
    field = (wide - 2 * EDGE, high - HEAD - FOOT)
    city = city_of(pov.state, seat)
    plan = fitted(city, (left + EDGE + 1.5, top + HEAD + 1.5), (field[0] - 3, field[1] - 3), LARGEST)
    laid = placements(pov, seat)
    return draw_card(
        pov,
        seat,
        Card(corner, size, 2.4, HEAD / 2),
        box((left + EDGE, top + HEAD), field, 0.8, class_="inset"),
        draw_city(city, plan, pieces_of(pov, seat), laid[-1].spaces if laid else (), f"seat{seat}"),
        *_foot(pov, seat, (left + EDGE, top + high - FOOT / 2), (wide - 2 * EDGE) / COLUMNS),
    )


def _foot(pov: PlayerView, seat: int, at: Point, step: float) -> Iterator[Element]:
    """Yield the value, stars and points of each kind, and the stones."""
    left, y = at
    for place, row in enumerate(district_rows(pov.state, seat)):
        yield _kind(row, (left + place * step, y))
    stones = score_rows.stones_of(pov.state, seat)
    x = left + 5 * step
    sign = use("stone", (x + 1.9, y), 3.2)
    yield group(
        sign,
        _number((x + 4.4, y), stones),
        title=tr.counted("{n} stone", "{n} stones", stones),
        class_="stones",
    )


def _kind(row: DistrictRow, at: Point) -> Element:
    x, y = at
    value, worth = str(row.count), f"× {row.each}"
    after = x + 4.4 + width(value, 1.45) + 0.35
    spot = (after + width(worth, 1.45) + 0.85, y + 1.25)
    return group(
        use(f"chip-{row.kind}", (x + 1.9, y), 1.7),
        _number((x + 4.4, y - 1.0), row.points),
        write((x + 4.4, y + 1.3), value, 1.45, "start", class_="faint"),
        write((after, y + 1.3), worth, 1.45, "start", class_="faint"),
        use("stars-1", spot, 1.3, fill=KIND[row.kind]),
        title=tr.counted(
            "{kind}: {n} point, {product}",
            "{kind}: {n} points, {product}",
            row.points,
            kind=kind_name(row.kind),
            product=product(row),
        ),
        class_=f"count {row.kind}",
    )


def _number(at: Point, number: int) -> Element:
    return write(at, str(number), 2.3, "start", bold=True, class_="" if number else "faint")
