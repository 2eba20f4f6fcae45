"""The picture of a game of Metropolys: the board with its pieces and a legend, the cards of the players, the auction.

A tower has its foot at 0 and shows the seat by its colour, the class by its height, the value by its number. Its symbol
is named such as `tower-1-tall-100`: its seat, its class, and the strength of its colours in per cent, which is less for
a bid. `any` stands for no seat. Signs without a parameter are drawn in `symbols.svg`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import hypot, inf
from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.colour import BLACK, Colour, blend, hexadecimal, paler
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.language import kept_by_language, marked, translated
from urbanist.bots.table.kit.picture.brush import (
    BOLD,
    INK,
    WHITE,
    Parts,
    box,
    curve,
    disc,
    ellipse,
    fill,
    group,
    lines,
    number,
    stroke,
    use,
)
from urbanist.bots.table.kit.picture.lettering import bare, fitted, width, write
from urbanist.bots.table.kit.picture.seat_card import SEAT, Card, draw_card, plate, plate_text
from urbanist.bots.table.kit.picture.viewport import Viewport, catalogue
from urbanist.bots.table.kit.plane import Point, Ring, placed, star, strip, thinned
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import MEDIUM, NOTATION, TALL, height_of, token_on
from urbanist.bots.table.metropolys.model.geometry import Map, Neighbourhood, Place, load_map
from urbanist.bots.table.metropolys.text.facts import (
    district_sign,
    ground_tip,
    landmark_tip,
    letter,
    place_tip,
    short_type,
)
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.metropolys.notation import district_letters, lane_values
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES

COUNTRYSIDE = "#E7EBDD"
RIVER = "#6FA9CF"
RIVER_BANK = "#4F86AB"
LAKE = "#93CBDD"
LAKE_BANK = "#5A9FB8"
STONE = "#D8C6A4"
STONE_EDGE = "#7A6245"
ABSENT_LAND = "#E4E3DF"
ABSENT_GROUND = "#F1F0EC"
ABSENT_INK = "#B4B4B0"
ABSENT_LAKE = "#D3DFE3"

#: Land by type: the ground, and the darker shade of its letter.
LAND = {
    "industry": ("#DDB59E", "#9A5B3C"),
    "park": ("#B5D19B", "#4F7D38"),
    "housing": ("#EEDB9C", "#94751B"),
    "shopping": ("#DDB6CC", "#8E4A72"),
    "administration": ("#BFC6D4", "#56617A"),
}

#: District by letter: its streets, and its shore and name.
DISTRICT = {
    "C": ("#F8E5AE", "#A87D1E"),
    "N": ("#D3E2EE", "#557A96"),
    "E": ("#F4D6C8", "#B06A4B"),
    "S": ("#D4E6CA", "#5C8547"),
    "W": ("#E0D5EE", "#7A639E"),
}

#: Tokens: disc, rim and mark.
TOKEN = {
    "trendy": ("#F5C542", "#9C7413", "#FFFFFF"),
    "metro": ("#2F6FB5", "#1B4677", "#FFFFFF"),
    "ruins": ("#4A4541", "#26221F", "#E9E2D6"),
}

#: A building without an owner, for the legend.
NEUTRAL: tuple[Colour, Colour, Colour] = ((139, 145, 156), (100, 106, 117), (185, 190, 199))


#: The radius of the ground of a statue or tree as a symbol.
PLACE = 1.45
#: The radius of a token.
RADIUS = 1.6


def token_symbol(kind: str) -> Parts:
    """Return a token: a star for trendy, M for metro, R for ruins."""
    face, rim, mark = TOKEN[kind]
    sign = (
        fill([star((0.0, 0.08), 1.15)], fill=mark)
        if kind == "trendy"
        else write((0.0, 0.0), letter(kind), 1.75, bold=True, fill=mark)
    )
    shade = disc((0.14, 0.2), 1.62, fill="#000", fill_opacity=0.18)
    return [shade, disc((0.0, 0.0), RADIUS, fill=face, stroke=rim, stroke_width=0.18), sign]


def type_symbol(name: str) -> Parts:
    """Return the letter of a type on a disc in the darker shade of the type, in grey if it is `absent`."""
    kind, *absent = name.split("-")
    ground = disc((0.0, 0.0), 1.02, fill=ABSENT_INK if absent else LAND[kind][1])
    return [ground, write((0.0, 0.0), letter(kind), 1.35, bold=True, fill=WHITE)]


#: The class of a building: its name, its least and greatest value, its drawn height, and where its number is.
CLASSES = (
    ("small", 1, MEDIUM - 1, 3.3, (-0.575, -1.68)),
    ("medium", MEDIUM, TALL - 1, 5.4, (-0.575, -3.78)),
    ("tall", TALL, 13, 7.4, (-0.575, -4.3)),
)
HEIGHT = {name: height for name, *_, height, _ in CLASSES}
NUMBERED = {name: number for name, *_, number in CLASSES}
#: The size of the plate with the number.
PLATE = 2.64
#: The faces of a tower; the upper part of a tall one steps back.
FACES = ("front", "side", "roof")
WHOLE = 100

Colours = tuple[Colour, Colour, Colour]


def draw_building(foot: Point, seat: int, value: int, strength: int = WHOLE, **style: Any) -> Element:
    """Return a building with its value; with a strength below 100 it is paler and its outline broken."""
    kind = height_of(value)
    tower = use(f"tower-{seat}-{kind}-{strength}", foot)
    right, down = NUMBERED[kind]
    return group(tower, plate_text((foot[0] + right, foot[1] + down), PLATE, seat, str(value)), **style)


def tower_symbol(name: str) -> Parts:
    """Return a tower without its number; that of a seat has a shadow and a plate for the number."""
    seat, kind, strength = name.split("-")
    front = NEUTRAL[0] if seat == "any" else COLOUR[int(seat)]
    colours = NEUTRAL if seat == "any" else (front, blend(front, BLACK, 0.32), paler(front, 0.6))
    faces = [hexadecimal(paler(colour, int(strength) / WHOLE)) for colour in colours]
    parts = (kind, "crown") if kind == "tall" else (kind,)
    walls = (
        use(f"{side}-{part}", fill=face) for part in parts for side, face in zip(FACES, faces, strict=True)
    )
    edge: dict[str, Any] = {"stroke": hexadecimal(colours[1]), "stroke_width": 0.13}
    if int(strength) < WHOLE:
        # The tower of no seat is drawn small, so its lines are wide.
        wide = 0.34 if seat == "any" else 0.178
        dashes = f"{number(3 * wide)} {number(1.6 * wide)}"
        edge = {"stroke": INK, "stroke_width": wide, "stroke_dasharray": dashes, "stroke_linecap": "butt"}
    panes = [use(f"panes-{kind}")] if kind != "small" else []
    house = group(*walls, **edge), *panes
    if seat == "any":
        return [*house]
    return [use("shade"), *house, plate(NUMBERED[kind], PLATE, int(seat))]


#: The place and the turn of each district's name, in degrees.
NAMES = {
    "C": ((85.7, 32.15), 17.5),
    "N": ((75.0, -2.2), 0),
    "E": ((142.2, 44.0), 90),
    "S": ((75.0, 102.3), 0),
    "W": ((-2.2, 44.0), -90),
}
#: The size of a district's name, and the distance of its letters.
LETTERS, APART = 1.5, 0.55
#: The width of the line at water.
BANK = 0.21
BRIDGE = {"fill": STONE, "stroke": STONE_EDGE, "stroke_width": 0.355}
#: The width of a road between neighbours that do not touch.
ROAD = 0.5
#: How far an outline may lie from that of the map: less than half a pixel.
CLOSE = 0.05
#: Areas are drawn in so many parts of a unit, as whole numbers make a shorter file.
FINE = 100


@kept_by_language
def draw_ground(districts: str, slot: int) -> Element:
    """Return the board of an edition with the districts in play in colour and the others in grey."""
    board, edition = load_map(slot), EDITIONS.at(slot)
    tips = {name: ground_tip(name, districts, edition.board) for name in board.neighbourhoods}
    areas = (
        _area([board.frame], fill=COUNTRYSIDE),
        *_districts(board, districts),
        *_lands(board, districts, tips),
        *_water(board, districts),
    )
    return group(
        group(*areas, transform=f"scale({1 / FINE})"),
        _bridges(board),
        *([stroke(board.roads, ROAD, stroke=STONE_EDGE)] if board.roads else []),
        *_gates(board, districts, tips),
        *(_name(district, district in districts) for district in NAMES if board.drawn),
        *(_place("square", place, districts) for place in board.squares),
        *(_place("statue", place, districts) for place in board.statues),
        class_="board",
    )


def _area(rings: Iterable[Ring], **style: Any) -> Element:
    """Return an area of the map, in small units."""
    return fill((placed(thinned(ring, CLOSE), (0.0, 0.0), FINE) for ring in rings), 0, **style)


def _districts(board: Map, districts: str) -> Iterator[Element]:
    for district, rings in board.districts.items():
        ground, shore = DISTRICT[district] if district in districts else (ABSENT_GROUND, ABSENT_INK)
        yield _area(
            rings, fill=ground, stroke=shore, stroke_width=0.39 * FINE, class_="district", id=district
        )


def _lands(board: Map, districts: str, tips: Mapping[str, str]) -> Iterator[Element]:
    """Yield the neighbourhoods of each type, and those that are not in play."""
    edge = {"stroke_opacity": 0.55, "stroke_width": 0.145 * FINE}
    everywhere = board.neighbourhoods.values()
    for kind, (land, shade) in LAND.items():
        spaces = [space for space in everywhere if space.type == kind and space.district in districts]
        yield group(*(_land(space, districts, tips) for space in spaces), fill=land, stroke=shade, **edge)
    absent = [space for space in everywhere if space.district not in districts]
    yield group(
        *(_land(space, districts, tips) for space in absent), fill=ABSENT_LAND, stroke=ABSENT_INK, **edge
    )


def _land(space: Neighbourhood, districts: str, tips: Mapping[str, str]) -> Element:
    look = f"neighbourhood {space.type}" if space.district in districts else "absent"
    return _area([space.outline], id=space.name, class_=look, title=tips[space.name])


def _gates(board: Map, districts: str, tips: Mapping[str, str]) -> Iterator[Element]:
    """Yield the sign of each dead end in play, on the street that leads into it."""
    for space in board.neighbourhoods.values():
        if space.gate and space.district in districts:
            yield group(use("gate", space.gate), title=tips[space.name], class_="gate")


def _place(kind: str, place: Place, districts: str) -> Element:
    """Return a statue or a tree where streets meet, in grey outside the districts in play."""
    name = kind if _in_play(place.around, districts) else f"{kind}-absent"
    sign = use(name, place.at, place.radius / PLACE)
    title = (
        landmark_tip("statue", place.around)
        if kind == "statue"
        else tr("square {places}", places=listed(place.around))
    )
    return group(sign, title=title, class_=kind)


def _in_play(names: tuple[str, ...], districts: str) -> bool:
    return any(name[0] in districts for name in names)


def _water(board: Map, districts: str) -> Iterator[Element]:
    yield _area(
        board.river,
        fill=RIVER,
        stroke=RIVER_BANK,
        stroke_width=BANK * FINE,
        class_="river",
        title=tr("river"),
    )
    for lake in board.lakes:
        colour, bank = (LAKE, LAKE_BANK) if _in_play(lake.around, districts) else (ABSENT_LAKE, ABSENT_INK)
        style = {"fill": colour, "stroke": bank, "stroke_width": BANK * FINE, "class_": "lake"}
        yield _area([lake.outline], title=landmark_tip("lake", lake.around), **style)


def _bridges(board: Map) -> Element:
    bridges = (
        group(*_bridge(bridge.span), title=landmark_tip("bridge", bridge.joins), class_="bridge")
        for bridge in board.bridges
    )
    return group(*bridges, **BRIDGE)


def _bridge(span: tuple[Point, Point]) -> tuple[Element, Element]:
    """Return the deck of a stone bridge and its parapets, for a group in the style `BRIDGE`."""
    deck = strip(*span, -1.0)
    return fill([deck], stroke="none"), lines([deck[:2], (deck[3], deck[2])])


def _name(district: str, in_play: bool) -> Element:
    """Return the name of a district on a plate."""
    at, turn = NAMES[district]
    ground, colour = DISTRICT[district] if in_play else (ABSENT_GROUND, ABSENT_INK)
    text = district_sign(district)
    wide, high = width(text, LETTERS, bold=True) + APART * (len(text) - 1) + 1.4, 2.3
    plate = box((-wide / 2, -high / 2), (wide, high), 1.05, fill=ground, stroke=colour, stroke_width=0.16)
    # The last letter has its distance too, behind it.
    said = write((APART / 2, 0.0), text, LETTERS, bold=True, fill=colour, letter_spacing=APART)
    place = f"translate({number(at[0])} {number(at[1])})" + (f"rotate({turn})" if turn else "")
    return group(plate, said, transform=place)


STEP = 18.4
HIGH = 4.4


@kept_by_language
def draw_legend(top: float) -> Element:
    """Return the legend below `top`."""
    return group(*_signs(top), class_="legend")


def _signs(top: float) -> Iterator[Element]:
    for row, signs in enumerate((_lands_and_towers, _others)):
        y = top + 1.4 + row * HIGH
        for column, (text, sign) in enumerate(signs(y)):
            yield sign
            yield write((1.0 + column * STEP, y), text, 1.55, "start")


def _at(column: int, y: float) -> Point:
    return (-2.0 + column * STEP, y)


def _lands_and_towers(y: float) -> Iterator[tuple[str, Element]]:
    for column, (kind, (ground, shade)) in enumerate(LAND.items()):
        at = _at(column, y)
        edge = {"stroke": shade, "stroke_opacity": 0.55, "stroke_width": 0.145}
        land = box((at[0] - 2.0, at[1] - 1.5), (4.0, 3.0), 0.7, fill=ground, **edge)
        yield upper(short_type(kind)), group(land, use(f"type-{kind}", at))
    for column, (name, least, most, *_) in enumerate(CLASSES, len(LAND)):
        x, foot = _at(column, y + 1.6)
        yield (f"{upper(tr(name))} {least}–{most}", use(f"tower-any-{name}-100", (x + 0.6, foot), 0.42))


def _others(y: float) -> Iterator[tuple[str, Element]]:
    for column, kind in enumerate(TOKEN):
        yield upper(tr(kind)), use(f"token-{kind}", _at(column, y), 0.85)
    statue, lake, bridge, gate, bid = (_at(len(TOKEN) + place, y) for place in range(5))
    yield upper(tr("statue")), use("statue", statue)
    yield upper(tr("lake")), use("legend-lake", lake)
    yield upper(tr("bridge")), use("legend-bridge", bridge)
    yield tr("Dead end"), use("gate", gate)
    yield tr.in_context("offer", "Bid"), use("tower-any-medium-45", (bid[0] + 0.6, bid[1] + 1.4), 0.5)


SYMBOLS = catalogue(__name__)
SHEET = Viewport(1600, 1100, 8.6, left=-7.0, top=-12.5)
PANEL = (147.6, SHEET.right - 2.6)
LEGEND_TOP = 106.6


def draw_picture(pov: PlayerView) -> Element:
    """Return the board and the players as SVG; the same position gives the same drawing."""
    variant = NOTATION.variants[int(pov.state.array["variant"])]
    title = tr("Metropolys {variant}, {moment}", variant=tr(variant), moment=pov.moment())
    return SHEET.drawing(title, _parts(pov, title), SYMBOLS)


def _parts(pov: PlayerView, title: str) -> Iterator[Element]:
    districts = district_letters(pov.state.array["districts"])
    yield draw_ground(districts, int(pov.state.array["slot"]))
    yield from draw_pieces(pov)
    yield write((-4.3, -8.3), title, 3.3, "start", bold=True)
    names = ", ".join(translated(DISTRICT_NAMES[letter]) for letter in districts)
    setting = tr("{number} players: {districts}", number=pov.state.seats, districts=names)
    yield write((PANEL[1], -8.0), setting, 1.7, "end", class_="faint")
    yield from draw_panel(pov, *PANEL)
    yield draw_legend(LEGEND_TOP)


TOP, CARD, GAP, ROW = -4.5, 12.6, 1.5, 3.6
#: The line below the name, from the top of a card.
SECOND = 5.6
#: The parts of a stock: on the board, in hand, and bid.
LOOKS = {"spent": marked("spent: {values}"), "left": marked("left: {values}"), "bid": marked("bid: {values}")}
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
    for rank, (_, least, most, *_) in enumerate(CLASSES):
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
    record = pov.state.array
    board = load_map(int(record["slot"]))
    bids: Sequence[Bid] = NOTATION.bids(record)
    districts = district_letters(record["districts"])
    buildings = {
        name: (seat, value, WHOLE)
        for seat in range(int(record["seats"]))
        for value, name in NOTATION.buildings(record, seat)
    }
    taken = {*buildings, *(name for _, _, name in bids)}
    if bids:
        x, y = _foot(board.neighbourhoods[bids[-1][2]])
        bright = {"fill": WHITE, "fill_opacity": 0.75, "stroke": SEAT[bids[-1][0]], "stroke_width": 0.32}
        yield ellipse((x, y - 0.35), (7.4, 2.5), **bright)
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
