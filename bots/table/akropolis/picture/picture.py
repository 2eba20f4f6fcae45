"""The picture of a game of Akropolis: all cities, or the city of one seat; the market, and what counts."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from urbanist.bots.markup import Element
from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import (
    DOUBLED,
    city_of,
    options_of,
    pieces_of,
    placements,
    printed_on,
    stars_of,
    stones_of,
    tile_city,
)
from urbanist.bots.table.akropolis.picture import prism
from urbanist.bots.table.akropolis.picture.prism import KIND, draw_city, draw_tile, fitted
from urbanist.bots.table.akropolis.text.facts import fact, kind_name, tile_tip
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.picture.brush import box, group, use
from urbanist.bots.table.kit.picture.lettering import width, write
from urbanist.bots.table.kit.picture.seat_card import Card, draw_card
from urbanist.bots.table.kit.picture.viewport import Viewport, catalogue
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.engine import State
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import KINDS
from urbanist.engine.akropolis.score_kinds import DistrictRow
from urbanist.engine.akropolis.score_rows import district_rows

CARD_HEAD, FOOT, CARD_EDGE = 6.4, 7.4, 1.6
#: The largest radius of a hex.
LARGEST = 5.6
#: The number of columns in the width; the stones stand after five of them and are narrower.
COLUMNS = 5.6


def draw_seat(pov: PlayerView, seat: int, corner: Point, size: Point) -> Element:
    """Return a seat's card."""
    (left, top), (wide, high) = corner, size
    field = (wide - 2 * CARD_EDGE, high - CARD_HEAD - FOOT)
    city = city_of(pov.state, seat)
    plan = fitted(
        city, (left + CARD_EDGE + 1.5, top + CARD_HEAD + 1.5), (field[0] - 3, field[1] - 3), LARGEST
    )
    laid = placements(pov, seat)
    return draw_card(
        pov,
        seat,
        Card(corner, size, 2.4, CARD_HEAD / 2),
        box((left + CARD_EDGE, top + CARD_HEAD), field, 0.8, class_="inset"),
        draw_city(
            city,
            stars_of(pov.state),
            plan,
            pieces_of(pov, seat),
            laid[-1].spaces if laid else (),
            f"seat{seat}",
        ),
        *_foot(pov, seat, (left + CARD_EDGE, top + high - FOOT / 2), (wide - 2 * CARD_EDGE) / COLUMNS),
    )


def _foot(pov: PlayerView, seat: int, at: Point, step: float) -> Iterator[Element]:
    """Yield the value, stars and points of each kind, and the stones."""
    left, y = at
    for place, row in enumerate(district_rows(pov.state, seat)):
        yield _kind(row, (left + place * step, y))
    stones = stones_of(pov.state, seat)
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
        title=f"{fact(row)}. {fact(row).tip}",
        class_=f"count {row.kind}",
    )


def _number(at: Point, number: int) -> Element:
    return write(at, str(number), 2.3, "start", bold=True, class_="" if number else "faint")


WIDTH = 27.0
TILE = (8.6, 12.6)
TILES_A_ROW = 3
ROW = 6.6
LEGEND_HIGH = 5.0 + ROW * len(KINDS)
COUNTS = {
    "houses": marked("the largest group"),
    "markets": marked("no market beside"),
    "barracks": marked("on the edge"),
    "temples": marked("built round"),
    "gardens": marked("always"),
}


def draw_market(pov: PlayerView, corner: Point) -> Element:
    """Return the open tiles with their prices."""
    left, top = corner
    said = tr.counted("{n} stack left", "{n} stacks left", int(pov.state.array["stacks"]))
    tiles = []
    for place, tile in enumerate(market_of(pov.state.array)):
        down, across = divmod(place, TILES_A_ROW)
        at = (left + across * TILE[0], top + 5.0 + down * TILE[1])
        tiles.append(_tile(pov, tile, place, at))
    return group(
        write((left, top + 2.2), tr("Market"), 2.2, "start", bold=True),
        write((left + WIDTH, top + 2.3), said, 1.5, "end", class_="faint"),
        *tiles,
        class_="market",
    )


def _tile(pov: PlayerView, tile: int, cost: int, corner: Point) -> Element:
    state = pov.state
    city, over = tile_city(printed_on(state, tile)), state.over
    x, y = corner
    middle = x + (TILE[0] - 1.0) / 2
    parts = [
        draw_tile(city, stars_of(state), fitted(city, (x, y), (TILE[0] - 1.0, 7.0), 2.2)),
        write((middle - 0.2, y + 8.4), str(tile), 1.5, "end", bold=True),
    ]
    if not over and not cost:
        parts.append(write((middle + 0.5, y + 8.4), tr("free"), 1.4, "start", class_="faint"))
    elif not over:
        parts.append(write((middle + 0.5, y + 8.4), str(cost), 1.4, "start"))
        parts.append(use("stone", (middle + 2.4, y + 8.35), 1.5))
    return group(*parts, title=tile_tip(pov, tile), id=f"tile-{tile}", class_="tile")


def draw_legend(pov: PlayerView, corner: Point) -> Element:
    """Return for each kind the stars of its plazas, what counts, and what doubles it if its option is on."""
    heading = write((corner[0], corner[1] + 2.2), tr("What counts"), 2.2, "start", bold=True)
    return group(heading, *_legend(pov, corner), class_="legend")


def _legend(pov: PlayerView, corner: Point) -> Iterator[Element]:
    options = options_of(pov.state)
    for place, kind in enumerate(KINDS):
        x, y = corner[0], corner[1] + 6.6 + place * ROW
        name, number = kind_name(kind).capitalize(), getattr(stars_of(pov.state), kind)
        yield use(f"chip-{kind}", (x + 1.7, y), 1.7)
        yield write((x + 4.4, y - 1.0), name, 1.6, "start", bold=True)
        at = (x + 4.4 + width(name, 1.6, bold=True) + 1.3 + 0.7 * (number - 1), y - 1.05)
        yield use(f"stars-{number}", at, 1.35, fill=KIND[kind])
        yield write((x + 4.4, y + 1.0), tr(COUNTS[kind]), 1.4, "start")
        if kind in options:
            said = tr("double: {condition}", condition=DOUBLED[kind])
            yield write((x + 4.4, y + 2.8), said, 1.3, "start", class_="faint")


SYMBOLS = catalogue(prism)
EDGE, GAP, HEAD = 3.2, 2.4, 8.0


@dataclass(frozen=True, slots=True)
class Plan:
    """The layout of the cities: the viewport, cities in a row, and whether the market stands in the last place."""

    viewport: Viewport
    across: int
    gap: bool = False


PLANS = {
    1: Plan(Viewport(1600, 1000, 10), 1),
    2: Plan(Viewport(1600, 900, 10), 2),
    3: Plan(Viewport(1600, 1100, 10), 2, gap=True),
    4: Plan(Viewport(1600, 1100, 10), 2),
}


def draw_picture(pov: PlayerView) -> Element:
    """Return the cities as SVG; the same position gives the same drawing."""
    seats = list(range(pov.state.seats)) if pov.seat is None else [pov.seat]
    plan = PLANS[len(seats)]
    title = _title(pov.state)
    return plan.viewport.drawing(title, _parts(pov, seats, plan, title), SYMBOLS)


def _parts(pov: PlayerView, seats: Sequence[int], plan: Plan, title: str) -> Iterator[Element]:
    viewport = plan.viewport
    yield write((EDGE + 0.4, 4.2), title, 3.0, "start", bold=True)
    yield write((viewport.right - EDGE, 4.3), _setting(pov.state), 1.6, "end", class_="faint")
    down = -(-len(seats) // plan.across)
    room = viewport.right - 2 * EDGE - (0.0 if plan.gap else WIDTH + GAP)
    size = (
        (room - (plan.across - 1) * GAP) / plan.across,
        (viewport.bottom - HEAD - EDGE - (down - 1) * GAP) / down,
    )
    corners = [
        (EDGE + column * (size[0] + GAP), HEAD + row * (size[1] + GAP))
        for row in range(down)
        for column in range(plan.across)
    ]
    for seat, corner in zip(seats, corners, strict=False):
        yield draw_seat(pov, seat, corner, size)
    if plan.gap:
        left, top = corners[-1]
        yield draw_market(pov, (left + EDGE, top + EDGE))
        yield draw_legend(pov, (left + size[0] - WIDTH, top + EDGE))
    else:
        left = viewport.right - EDGE - WIDTH
        yield draw_market(pov, (left, HEAD))
        yield draw_legend(pov, (left, viewport.bottom - EDGE - LEGEND_HIGH))


def _title(state: State) -> str:
    """Return the game and how far it has come."""
    if state.over:
        return tr("Akropolis, the end")
    if not state.ply:
        return tr("Akropolis, before the first tile")
    return tr.counted("Akropolis, after {n} tile", "Akropolis, after {n} tiles", state.ply)


def _setting(state: State) -> str:
    """Return the number of players and the options."""
    said = tr.counted("{n} players", "{n} players", state.seats)
    options = [kind_name(option) if option in KINDS else tr("long") for option in options_of(state)]
    return tr("{players}; options: {options}", players=said, options=", ".join(options)) if options else said
