"""The picture of a game of Metropolys: the board with its pieces, the cards of the players, and the running auction."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import hypot, inf
from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.language import marked, translated
from urbanist.bots.table.kit.picture.brush import BOLD, INK, WHITE, box, curve, ellipse, fill, group, use
from urbanist.bots.table.kit.picture.lettering import bare, fitted, width, write
from urbanist.bots.table.kit.picture.seat_card import SEAT, Card, draw_card, plate, plate_text
from urbanist.bots.table.kit.picture.viewport import Viewport, catalogue
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import height_of, token_on
from urbanist.bots.table.metropolys.model.geometry import Map, Neighbourhood, load_map
from urbanist.bots.table.metropolys.picture import ground
from urbanist.bots.table.metropolys.picture.ground import (
    ABSENT_INK,
    CLASSES,
    HEIGHT,
    RADIUS,
    WHOLE,
    draw_building,
    draw_ground,
    draw_legend,
)
from urbanist.bots.table.metropolys.text.facts import place_tip
from urbanist.engine.metropolys.notation import MetropolysNotation, district_letters, lane_values
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES

SYMBOLS = catalogue(ground)
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


#: The distance of a name below the centre: with nothing above it, or below a token.
BARE, BELOW_TOKEN = 0.0, 2.1
#: The distances below the centre of a tower's foot and of its name.
FOOT, BELOW_TOWER = 2.2, 3.75
#: The room that an arrow leaves: half the width of a name, the roof above a tower, the name below its foot.
BESIDE, ABOVE, BELOW = 4.2, 1.4, 2.8
#: The length of an arrow between buildings that are very near to each other.
SHORTEST_ARROW = 3.0
#: The size of a name, the distance of its first letter from the middle of the type's letter, and the size of a token
#: behind it as a share.
NAME, BEHIND, SMALL = 1.75, 1.4, 0.72
#: The strength of the colours of a bid, and of the last bid.
BID, LAST = 55, 85

Bid = tuple[int, int, str]


def draw_pieces(pov: PlayerView) -> Iterator[Element]:
    """Yield everything on the neighbourhoods in play, and the names of all."""
    board, record = load_map(), pov.state.array
    bids: Sequence[Bid] = NOTATION.bids(record)
    districts = district_letters(record["districts"])
    buildings = {
        name: (seat, value, WHOLE)
        for seat in range(int(record["seats"]))
        for value, name in NOTATION.buildings(record, seat)
    }
    taken = {*buildings, *(name for _, _, name in bids)}
    if bids:
        yield _ring(_foot(board.neighbourhoods[bids[-1][2]]), bids[-1][0])
    labels: list[Element] = []
    tokens: list[Element] = []
    for space in board.neighbourhoods.values():
        kind, raised = token_on(record, space.name), space.name in taken
        label, after = _label(space, kind, raised=raised, in_play=space.district in districts)
        labels += label
        if kind:
            tokens.append(_token(pov, space, kind, after if raised else None))
    style = {"fill": INK, "font_size": NAME, "class_": BOLD}
    yield group(*labels, pointer_events="none", **style)
    yield from tokens
    yield from _arrows(board, bids)
    for seat, value, name in bids:
        buildings[name] = (seat, value, LAST if name == bids[-1][2] else BID)
    towers = []
    for name in sorted(buildings, key=lambda name: board.neighbourhoods[name].centre[1]):
        seat, value, strength = buildings[name]
        what = "building" if strength == WHOLE else "bid"
        style = {"id": f"{what}-{name}", "class_": f"{what} {height_of(value)}"}
        foot = _foot(board.neighbourhoods[name])
        towers.append(draw_building(foot, seat, value, strength, title=place_tip(pov, name), **style))
    yield group(*towers, fill=INK, class_=BOLD)


def _foot(space: Neighbourhood) -> Point:
    """Return the place of a building's foot."""
    return (space.centre[0], space.centre[1] + FOOT)


def _label(
    space: Neighbourhood, kind: str, *, raised: bool, in_play: bool
) -> tuple[tuple[Element, Element], Point]:
    """Return the letter of a type and the name beside it, and the place of a token behind them."""
    x, y = space.centre[0], space.centre[1] + (BELOW_TOWER if raised else BELOW_TOKEN if kind else BARE)
    long = width(space.name, NAME, bold=True)
    behind = 2 * SMALL * RADIUS + 0.35 if raised and kind else 0.0
    left = x - (long + BEHIND - 1.02 + behind) / 2
    sign, ink = f"type-{space.type}", {}
    if not in_play:
        sign, ink = f"{sign}-absent", {"fill": ABSENT_INK}
    name = bare((left + BEHIND + long / 2, y), space.name, NAME, **ink)
    return (use(sign, (left, y)), name), (left + BEHIND + long + 0.35 + SMALL * RADIUS, y)


def _token(pov: PlayerView, space: Neighbourhood, kind: str, behind: Point | None) -> Element:
    """Return a token: behind the name if a bid stands there, else in the middle."""
    at = behind or (space.centre[0], space.centre[1] - 1.2)
    sign = use(f"token-{kind}", at, SMALL if behind else 1.0)
    return group(sign, title=place_tip(pov, space.name), id=f"token-{space.name}", class_="token")


def _ring(foot: Point, seat: int) -> Element:
    """Return the bright ground of the last bid."""
    style = {"fill": WHITE, "fill_opacity": 0.75, "stroke": SEAT[seat], "stroke_width": 0.32}
    return ellipse((foot[0], foot[1] - 0.35), (7.4, 2.5), **style)


def _arrows(board: Map, bids: Sequence[Bid]) -> Iterator[Element]:
    """Yield an arrow from bid to bid."""
    spots = [_foot(board.neighbourhoods[name]) for _, _, name in bids]
    heights = [HEIGHT[height_of(value)] for _, value, _ in bids]
    for (start, low), (end, high) in pairwise(zip(spots, heights, strict=True)):
        yield _arrow(*_clear(start, low, end, high))


def _clear(start: Point, low: float, end: Point, high: float) -> tuple[Point, Point]:
    """Return the ends of an arrow between two feet, so that it does not touch the towers and their names."""
    tail, tip = (start[0], start[1] - low / 2 + 0.6), (end[0], end[1] - high / 2 + 0.6)
    across, down = tip[0] - tail[0], tip[1] - tail[1]
    length = hypot(across, down)
    leave = _exit(across / length, down / length, low)
    arrive = length - _exit(-across / length, -down / length, high)
    lacking = max(0.0, SHORTEST_ARROW - (arrive - leave)) / 2
    leave, arrive = (leave - lacking) / length, (arrive + lacking) / length
    return (
        (tail[0] + across * leave, tail[1] + down * leave),
        (tail[0] + across * arrive, tail[1] + down * arrive),
    )


def _exit(across: float, down: float, height: float) -> float:
    """Return the length of a ray from the middle of a tower to the border of tower and name."""
    reach = height / 2 + (BELOW - 0.6 if down > 0 else ABOVE + 0.6)
    return min(BESIDE / abs(across) if across else inf, reach / abs(down) if down else inf)


def _arrow(start: Point, end: Point) -> Element:
    """Return a bent arrow with a white border."""
    (x, y), (tip_x, tip_y) = start, end
    bend = ((x + tip_x) / 2 - 0.1 * (tip_y - y), (y + tip_y) / 2 + 0.1 * (tip_x - x))
    long = hypot(tip_x - bend[0], tip_y - bend[1])
    along = ((tip_x - bend[0]) / long, (tip_y - bend[1]) / long)
    base = (tip_x - 1.05 * along[0], tip_y - 1.05 * along[1])
    wing = (-0.55 * along[1], 0.55 * along[0])
    head = (end, (base[0] + wing[0], base[1] + wing[1]), (base[0] - wing[0], base[1] - wing[1]))
    return group(
        *(
            part
            for colour, border in ((WHITE, 0.4), (INK, 0.0))
            for part in (
                curve(start, bend, base, 0.355 + border, stroke=colour),
                fill([head], fill=colour, stroke=colour, stroke_width=0.22 + border),
            )
        ),
        class_="arrow",
    )
