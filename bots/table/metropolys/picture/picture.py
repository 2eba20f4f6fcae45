"""The picture of a game of Metropolys: the board, and the cards of the players with the running auction beside it."""

from collections.abc import Iterator
from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.language import marked, translated
from urbanist.bots.table.kit.picture.brush import BOLD, INK, WHITE, box, group
from urbanist.bots.table.kit.picture.lettering import bare, fitted, write
from urbanist.bots.table.kit.picture.seat_card import SEAT, Card, draw_card, plate, plate_text
from urbanist.bots.table.kit.picture.viewport import Viewport, catalogue
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.picture import tower
from urbanist.bots.table.metropolys.picture.ground import draw_ground, draw_legend
from urbanist.bots.table.metropolys.picture.pieces import draw_pieces
from urbanist.bots.table.metropolys.picture.tower import CLASSES
from urbanist.engine.metropolys.notation import MetropolysNotation, district_letters, lane_values
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES

SYMBOLS = catalogue(tower)
SHEET = Viewport(1600, 1100, 8.6, left=-7.0, top=-12.5)
PANEL = (147.6, SHEET.right - 2.6)
LEGEND_TOP = 106.6


def draw_picture(pov: PlayerView) -> Element:
    """Return the board and the players as SVG; the same position gives the same drawing."""
    variant = MetropolysNotation.variants[int(pov.state.array["variant"])]
    title = tr("Metropolys {variant}, {moment}", variant=tr(variant), moment=pov.moment())
    return SHEET.drawing(title, _parts(pov, title), SYMBOLS)


def _parts(pov: PlayerView, title: str) -> Iterator[Element]:
    districts = district_letters(pov.state.array["districts"])
    yield draw_ground(districts)
    yield from draw_pieces(pov)
    yield write((-4.3, -8.3), title, 3.3, "start", bold=True)
    names = ", ".join(translated(DISTRICT_NAMES[letter]) for letter in districts)
    setting = tr("{number} players: {districts}", number=pov.state.seats, districts=names)
    yield write((PANEL[1], -8.0), setting, 1.7, "end", class_="faint")
    yield from draw_panel(pov, *PANEL)
    yield draw_legend(LEGEND_TOP)


NOTATION = MetropolysNotation()
TOP, CARD, GAP, ROW = -4.5, 12.6, 1.5, 3.6
#: The line below the name, from the top of a card.
SECOND = 5.6
#: The parts of a stock: on the board, in hand, and bid.
LOOKS = {
    "spent": marked("spent: {values}"),
    "left": marked("left: {values}"),
    "bid": marked("bid: {values}"),
}
#: The size of a number in a stock.
NUMBER = 1.2


def draw_panel(pov: PlayerView, left: float, right: float) -> Iterator[Element]:
    """Yield a card for each player and the bids in order below."""
    wide = right - left
    top = TOP
    for seat in range(pov.state.seats):
        card = Card((left, top), (wide, CARD), 2.0, 2.9, (left + 13.0, top + SECOND))
        yield draw_card(pov, seat, card, *_stock(pov.state.array, seat, card))
        top += CARD + GAP
    if bids := NOTATION.bids(pov.state.array):
        yield write((left + 0.4, top + 2.2), tr("Auction"), 2.1, "start", bold=True)
        for place, bid in enumerate(bids):
            at = (left, top + 5.8 + place * ROW)
            yield _bid(at, wide, bid, pov.player(bid[0]), last=place == len(bids) - 1)


def _stock(record: Any, seat: int, card: Card) -> Iterator[Element]:
    """Yield the thirteen values: in hand in colour, bids outlined, buildings on the board faint and counted."""
    left, bid = lane_values(record["hands"][seat]), lane_values(record["bids"][seat])
    x, top = card.corner[0] + 1.2, card.corner[1] + 7.3
    said = tr("{number} built", number=len(NOTATION.buildings(record, seat)))
    yield write((x + 4.3, card.corner[1] + SECOND), said, 1.5, "start", class_="faint")
    wide = (card.size[0] - 2.4 - 2 * 0.7) / 13
    boxes: dict[str, list[Element]] = {look: [] for look in LOOKS}
    texts: dict[str, list[Element]] = {look: [] for look in LOOKS}
    for rank, (_, least, most, _) in enumerate(CLASSES):
        size = (wide - 0.22, 2.6 + 0.6 * rank)
        for value in range(least, most + 1):
            look = "bid" if value in bid else "left" if value in left else "spent"
            boxes[look].append(box((x, top + 3.8 - size[1]), size, 0.3))
            texts[look].append(bare((x + size[0] / 2, top + 2.55), str(value), NUMBER))
            x += wide
        x += 0.7
    for look, (frame, ink) in _looks(SEAT[seat]).items():
        if boxes[look]:
            title = tr(LOOKS[look], values=listed(item.text for item in texts[look]))
            numbers = group(*texts[look], font_size=NUMBER, **ink)
            yield group(group(*boxes[look], **frame), numbers, title=title, class_=look)


def _looks(colour: str) -> dict[str, tuple[dict[str, Any], dict[str, Any]]]:
    """Return the style of the boxes and of the numbers of each part of a stock."""
    dashes = {"stroke_dasharray": "0.42 0.21", "stroke_linecap": "butt"}
    return {
        "spent": ({"class_": "card inset", "stroke_width": 0.1}, {"class_": "gone"}),
        "left": ({"fill": colour}, {"fill": WHITE, "class_": BOLD}),
        "bid": (
            {"fill": WHITE, "stroke": colour, "stroke_width": 0.21, **dashes},
            {"fill": INK, "class_": BOLD},
        ),
    }


def _bid(at: Point, wide: float, bid: tuple[int, int, str], bidder: str, *, last: bool) -> Element:
    """Return a bid and its player; the last bid has a frame."""
    (left, y), (seat, value, name) = at, bid
    frame = box(
        (left, y - ROW / 2), (wide, ROW), 0.6, class_="card", style=f"stroke:{SEAT[seat]}", stroke_width=0.23
    )
    shown, size = fitted(bidder, 1.6, wide - 10.2)
    return group(
        *([frame] if last else []),
        plate((left + 2.2, y), 2.4, seat),
        group(plate_text((left + 2.2, y), 2.4, seat, str(value)), fill=INK, class_=BOLD),
        write((left + 5.0, y), name, 1.7, "start", bold=True),
        write((left + 9.6, y), shown, size, "start", class_="" if last else "faint"),
        title=tr("seat {seat} bids {value} on {place}", seat=seat, value=value, place=name),
        class_="bid",
    )
