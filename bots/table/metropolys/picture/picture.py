"""The picture of a game of Metropolys: the board with its pieces and a legend, the cards of the players, the auction.

A tower has its foot at 0; whoever uses it gives its colours. Signs without a parameter are drawn in `symbols.svg`.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from math import hypot
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
from urbanist.bots.table.kit.picture.lettering import Sign, bare, fitted, legend_row, width, write
from urbanist.bots.table.kit.picture.seat_card import (
    SeatCard,
    draw_card,
    draw_thing,
    plate,
    plate_text,
)
from urbanist.bots.table.kit.picture.viewport import NO_SPOTS, Spots, Viewport, catalogue, over
from urbanist.bots.table.kit.plane import Point, Ring, placed, star, strip
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model import colours
from urbanist.bots.table.metropolys.model.auction import MEDIUM, NOTATION, TALL, height_of, token_on
from urbanist.bots.table.metropolys.model.geometry import Map, MapPoint, Neighbourhood
from urbanist.bots.table.metropolys.model.maps import load_map
from urbanist.bots.table.metropolys.text import facts
from urbanist.engine.metropolys.editions import EDITIONS
from urbanist.engine.metropolys.notation import district_letters, lane_values
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES


def edge_of(colour: Colour) -> Colour:
    """Return the colour of an edge around a ground."""
    return blend(colour, BLACK, 0.32)


BRIDGE = {"fill": "#D8C6A4", "stroke": colours.STONE, "stroke_width": 0.355}
#: The colour of a building without an owner, for the legend.
NEUTRAL: Colour = (139, 145, 156)
#: A lake in a district that is not in play.
ABSENT_LAKE = paler(colours.LAKE, 0.35)

#: The radius of the ground of a statue or tree as a symbol.
PLACE = 1.45
#: The radius of a token.
RADIUS = 1.6


def token_symbol(kind: str) -> Parts:
    """Return a token: a star for trendy, M for metro, R for ruins."""
    ground, ink = colours.TOKEN[kind]
    sign = (
        fill([star((0.0, 0.08), 1.15)], fill=ink)
        if kind == "trendy"
        else write((0.0, 0.0), facts.letter(kind), 1.75, bold=True, fill=ink)
    )
    shade = disc((0.14, 0.2), 1.62, fill="#000", fill_opacity=0.18)
    return [shade, disc((0.0, 0.0), RADIUS, fill=ground, stroke=edge_of(ground), stroke_width=0.18), sign]


def type_symbol(name: str) -> Parts:
    """Return the letter of a type on a disc in the darker shade of the type, in grey if it is `absent`."""
    kind, *absent = name.split("-")
    ground = disc((0.0, 0.0), 1.02, fill=colours.land_colours(kind, in_play=not absent)[1])
    return [ground, write((0.0, 0.0), facts.letter(kind), 1.35, bold=True, fill=WHITE)]


def land_symbol(kind: str) -> Parts:
    """Return a piece of land of a type, for the legend."""
    ground, shade = colours.LAND[kind]
    edge = {"stroke": shade, "stroke_opacity": 0.55, "stroke_width": 0.145}
    return [box((-2.0, -1.5), (4.0, 3.0), 0.7, fill=ground, **edge), use(f"type-{kind}")]


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
#: The strength of the colours of a bid, and of the last bid.
BID, LAST = 0.55, 0.85


def draw_building(foot: Point, seat: int, value: int, strength: float = 1.0, **style: Any) -> Element:
    """Return a building with its value; with a strength below 1 it is paler and its outline broken."""
    kind = height_of(value)
    right, down = NUMBERED[kind]
    at = (foot[0] + right, foot[1] + down)
    return group(
        use("shade", foot),
        use(f"tower-{kind}", foot, **_tower(COLOUR[seat], strength, 0.178)),
        plate(at, PLATE, seat),
        plate_text(at, PLATE, seat, str(value)),
        **style,
    )


def _tower(colour: Colour, strength: float = 1.0, wide: float = 0.0) -> dict[str, Any]:
    """Return the style of a tower; `wide` is the width of a broken line."""
    if strength == 1:
        return {"fill": colour, "stroke": edge_of(colour), "stroke_width": 0.13}
    dashes = f"{number(3 * wide)} {number(1.6 * wide)}"
    broken = {"stroke_width": wide, "stroke_dasharray": dashes, "stroke_linecap": "butt"}
    return {"fill": paler(colour, strength), "stroke": INK, **broken}


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
#: The width of a road between neighbours that do not touch.
ROAD = 0.5
#: Areas are drawn in so many parts of a unit, as whole numbers make a shorter file.
FINE = 100


@kept_by_language
def draw_ground(districts: str, slot: int) -> Element:
    """Return the board of an edition with the districts in play in colour and the others in grey."""
    board, edition = load_map(slot), EDITIONS.at(slot)
    tips = {name: facts.ground_tip(name, districts, edition.board) for name in board.neighbourhoods}
    areas = (
        _area([board.frame], fill=colours.COUNTRYSIDE),
        *_districts(board, districts),
        *_lands(board, districts, tips),
        *_water(board, districts),
    )
    return group(
        group(*areas, transform=f"scale({1 / FINE})"),
        _bridges(board),
        *([stroke(board.roads, ROAD, stroke=colours.STONE)] if board.roads else []),
        *_gates(board, districts, tips),
        *(_name(district, districts) for district in NAMES if board.drawn),
        *(_place("square", place, districts) for place in board.squares),
        *(_place("statue", place, districts) for place in board.statues),
        class_="board",
    )


def _area(rings: Iterable[Ring], **style: Any) -> Element:
    """Return an area of the map, in small units."""
    return fill((placed(ring, (0.0, 0.0), FINE) for ring in rings), 0, **style)


def _districts(board: Map, districts: str) -> Iterator[Element]:
    for district, rings in board.districts.items():
        ground, shore = colours.district_colours(district, districts)
        yield _area(
            rings, fill=ground, stroke=shore, stroke_width=0.39 * FINE, class_="district", id=district
        )


def _lands(board: Map, districts: str, tips: Mapping[str, str]) -> Iterator[Element]:
    """Yield the neighbourhoods by their types."""
    edge = {"stroke_opacity": 0.55, "stroke_width": 0.145 * FINE}
    everywhere = board.neighbourhoods.values()
    for kind, in_play in product(colours.LAND, (True, False)):
        land, shade = colours.land_colours(kind, in_play=in_play)
        spaces = [
            space for space in everywhere if space.type == kind and (space.district in districts) == in_play
        ]
        if spaces:
            look = f"neighbourhood {kind}" if in_play else "absent"
            areas = (
                _area([space.outline], id=space.name, class_=look, title=tips[space.name]) for space in spaces
            )
            yield group(*areas, fill=land, stroke=shade, **edge)


def _gates(board: Map, districts: str, tips: Mapping[str, str]) -> Iterator[Element]:
    """Yield the sign of each dead end in play, on the street that leads into it."""
    for space in board.neighbourhoods.values():
        if space.gate and space.district in districts:
            yield group(use("gate", space.gate), title=tips[space.name], class_="gate")


def _place(kind: str, place: MapPoint, districts: str) -> Element:
    """Return a statue or a tree where streets meet, in grey outside the districts in play."""
    name = kind if _in_play(place.around, districts) else f"{kind}-absent"
    sign = use(name, place.at, place.radius / PLACE)
    title = (
        facts.landmark_tip("statue", place.around)
        if kind == "statue"
        else tr("square {places}", places=listed(place.around))
    )
    return group(sign, title=title, class_=kind)


def _in_play(names: tuple[str, ...], districts: str) -> bool:
    return any(name[0] in districts for name in names)


def _water(board: Map, districts: str) -> Iterator[Element]:
    bank = {"stroke": edge_of(colours.RIVER), "stroke_width": BANK * FINE}
    yield _area(board.river, fill=colours.RIVER, class_="river", title=tr("river"), **bank)
    for lake in board.lakes:
        colour = colours.LAKE if _in_play(lake.around, districts) else ABSENT_LAKE
        bank["stroke"] = edge_of(colour)
        yield _area(
            [lake.outline], fill=colour, class_="lake", title=facts.landmark_tip("lake", lake.around), **bank
        )


def _bridges(board: Map) -> Element:
    """Return the stone bridges with their parapets."""
    bridges = []
    for bridge in board.bridges:
        deck = strip(*bridge.span, -1.0)
        parts = fill([deck], stroke="none"), lines([deck[:2], (deck[3], deck[2])])
        bridges.append(group(*parts, title=facts.landmark_tip("bridge", bridge.joins), class_="bridge"))
    return group(*bridges, **BRIDGE)


def _name(district: str, districts: str) -> Element:
    """Return the name of a district on a plate."""
    at, turn = NAMES[district]
    ground, colour = colours.district_colours(district, districts)
    text = facts.district_sign(district)
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
    lands: list[tuple[str, Sign]] = [
        (upper(facts.short_type(kind)), partial(use, f"land-{kind}")) for kind in colours.LAND
    ]
    towers: list[tuple[str, Sign]] = [
        (f"{upper(tr(name))} {least}–{most}", _sign(f"tower-{name}", 0.42, 1.6, **_tower(NEUTRAL)))
        for name, least, most, *_ in CLASSES
    ]
    others: list[tuple[str, Sign]] = [
        *((upper(tr(kind)), partial(use, f"token-{kind}", size=0.85)) for kind in colours.TOKEN),
        (upper(tr("statue")), partial(use, "statue")),
        (upper(tr("lake")), partial(use, "legend-lake")),
        (upper(tr("bridge")), partial(use, "legend-bridge")),
        (tr("Dead end"), partial(use, "gate")),
        (tr.in_context("offer", "Bid"), _sign("tower-medium", 0.5, 1.4, **_tower(NEUTRAL, 0.45, 0.34))),
    ]
    rows = ((top + 1.4, [*lands, *towers]), (top + 1.4 + HIGH, others))
    signs = (sign for y, row in rows for sign in legend_row((-2.0, y), STEP, 1.55, row, 3.0))
    return group(*signs, class_="legend")


def _sign(name: str, size: float, down: float, **style: Any) -> Sign:
    """Return what draws a sign whose foot is so far below the middle."""
    return lambda at: use(name, (at[0] + 0.6, at[1] + down), size, **style)


SYMBOLS = catalogue(__name__)
SHEET = Viewport(1600, 1100, 8.6, left=-7.0, top=-12.5)
PANEL = (147.6, SHEET.right - 2.6)
LEGEND_TOP = 106.6


def draw_picture(pov: PlayerView) -> Element:
    """Return the board and the players as SVG; the same position gives the same drawing."""
    variant = NOTATION.variants[int(pov.state.array["variant"])]
    title = tr("Metropolys {variant}, {moment}", variant=tr(variant), moment=pov.moment())
    names = ", ".join(
        translated(DISTRICT_NAMES[letter]) for letter in district_letters(pov.state.array["districts"])
    )
    setting = tr("{number} players: {districts}", number=pov.state.seats, districts=names)
    return SHEET.drawing(title, setting, _parts(pov), SYMBOLS)


def _parts(pov: PlayerView) -> Iterator[Element]:
    yield draw_ground(district_letters(pov.state.array["districts"]), int(pov.state.array["slot"]))
    yield from draw_pieces(pov)
    yield from draw_panel(pov, *PANEL)
    yield draw_legend(LEGEND_TOP)


#: The board without what stands beside it.
CLOSEUP = Viewport(1304, 948, 8.6, left=-5.8, top=-5.1)


def draw_closeup(
    pov: PlayerView, targets: Collection[str], spots: Spots = NO_SPOTS, held: Sequence[str] = ()
) -> Element:
    """Return the board with its pieces; targets and spots are neighbourhoods, and a building is held."""
    record = pov.state.array
    spaces = load_map(int(record["slot"])).neighbourhoods
    outlines = {name: space.outline for name, space in spaces.items()}
    ground = draw_ground(district_letters(record["districts"]), int(record["slot"]))
    shapes = over(outlines, targets, spots, 1)
    values = (name.removeprefix("value-") for name in held if name.startswith("value-"))
    buildings = (
        draw_building((0.0, FOOT), pov.state.to_move, int(value), fill=INK, class_=f"held {BOLD}")
        for value in values
    )
    return CLOSEUP.closeup(pov.moment(), [ground, *draw_pieces(pov), *shapes, *buildings], SYMBOLS)


#: A building of the hand.
IN_HAND = Viewport(46, 90, 10, left=-2.45, top=-8.2)


def draw_part(pov: PlayerView, name: str) -> Element | None:
    """Return a building of the seat to move that can be bid; None for another part of a move."""
    kind, _, value = name.partition("-")
    if kind != "value":
        return None
    return IN_HAND.closeup(
        value, [draw_building((0.0, 0.0), pov.state.to_move, int(value), fill=INK, class_=BOLD)], SYMBOLS
    )


#: The stock of a seat with its tokens.
HOLDINGS = Viewport(660, 96, 15)


def draw_holdings(pov: PlayerView, seat: int, _: Spots = NO_SPOTS) -> Element:
    """Return what a seat has: its buildings, left, bid and spent, and its tokens."""
    record = pov.state.array
    tokens = (
        draw_thing(token, (30.4 + 4.8 * place, 3.4), 0.8)
        for place, token in enumerate(facts.tokens(record, seat))
    )
    return HOLDINGS.closeup(pov.name(seat), [*_stock(record, seat, (0.0, 1.2), 26.5), *tokens], SYMBOLS)


TOP, CARD, GAP, ROW = -4.5, 12.6, 1.5, 3.6
#: The line below the name, from the top of a card.
SECOND = 5.6
#: The size of a number in a stock.
NUMBER = 1.2


def draw_panel(pov: PlayerView, left: float, right: float) -> Iterator[Element]:
    """Yield a card for each player and the bids in order below."""
    wide = right - left
    top = TOP
    for seat in range(pov.state.seats):
        card = SeatCard((left, top), (wide, CARD), 2.0, 2.9, (left + 13.0, top + SECOND))
        said = tr("{number} built", number=len(NOTATION.buildings(pov.state.array, seat)))
        built = write((left + 5.5, top + SECOND), said, 1.5, "start", class_="faint")
        stock = _stock(pov.state.array, seat, (left + 1.2, top + 7.3), wide - 2.4)
        yield draw_card(pov, seat, card, built, *stock)
        top += CARD + GAP
    if bids := NOTATION.bids(pov.state.array):
        yield write((left + 0.4, top + 2.2), tr("Auction"), 2.1, "start", bold=True)
        for place, bid in enumerate(bids):
            at = (left, top + 5.8 + place * ROW)
            yield _bid(at, wide, bid, pov.player(bid[0]), last=place == len(bids) - 1)


def _stock(record: Any, seat: int, corner: Point, long: float) -> Iterator[Element]:
    """Yield the thirteen values: in hand in colour, bids outlined, buildings on the board faint."""
    left, bid = lane_values(record["hands"][seat]), lane_values(record["bids"][seat])
    x, top = corner
    wide = (long - 2 * 0.7) / 13
    parts: dict[str, list[tuple[Element, Element]]] = {}
    for rank, (_, least, most, *_) in enumerate(CLASSES):
        size = (wide - 0.22, 2.6 + 0.6 * rank)
        for value in range(least, most + 1):
            look = "bid" if value in bid else "left" if value in left else "spent"
            frame = box((x, top + 3.8 - size[1]), size, 0.3)
            number = bare((x + size[0] / 2, top + 2.55), str(value), NUMBER)
            parts.setdefault(look, []).append((frame, number))
            x += wide
        x += 0.7
    for look, (said, edge, ink) in _looks(COLOUR[seat]).items():
        if look in parts:
            boxes, numbers = zip(*parts[look], strict=True)
            title = tr(said, values=listed(item.text for item in numbers))
            values = group(*numbers, font_size=NUMBER, **ink)
            yield group(group(*boxes, **edge), values, title=title, class_=look)


def _looks(colour: Colour) -> dict[str, tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return the title of each part of a stock (on the board, in hand, bid), and the style of its boxes and numbers."""
    dashed = {
        "stroke": colour,
        "stroke_width": 0.21,
        "stroke_dasharray": "0.42 0.21",
        "stroke_linecap": "butt",
    }
    return {
        "spent": (
            marked("spent: {values}"),
            {"class_": "card inset", "stroke_width": 0.1},
            {"class_": "gone"},
        ),
        "left": (marked("left: {values}"), {"fill": colour}, {"fill": WHITE, "class_": BOLD}),
        "bid": (marked("bid: {values}"), {"fill": WHITE, **dashed}, {"fill": INK, "class_": BOLD}),
    }


def _bid(at: Point, wide: float, bid: tuple[int, int, str], bidder: str, *, last: bool) -> Element:
    """Return a bid and its player; the last bid has a frame."""
    (left, y), (seat, value, name) = at, bid
    place = (left, y - ROW / 2), (wide, ROW), 0.6
    frame = (
        box(*place, class_="card"),
        box(*place, fill="none", stroke=hexadecimal(COLOUR[seat]), stroke_width=0.23),
    )
    shown, size = fitted(bidder, 1.6, wide - 10.2)
    return group(
        *(frame if last else ()),
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
#: The room that an arrow leaves: half the width of a name, and the name below a tower.
BESIDE, BELOW = 4.2, 2.8
#: The length of an arrow between buildings that are very near to each other.
SHORTEST_ARROW = 3.0
#: The size of a name, the distance of its first letter from the middle of the type's letter, and the size of a token
#: behind it as a share.
NAME, BEHIND, SMALL = 1.75, 1.4, 0.72

Bid = tuple[int, int, str]


def draw_pieces(pov: PlayerView) -> Iterator[Element]:
    """Yield everything on the neighbourhoods in play, and the names of all."""
    record = pov.state.array
    board = load_map(int(record["slot"]))
    bids: Sequence[Bid] = NOTATION.bids(record)
    districts = district_letters(record["districts"])
    buildings = {
        name: (seat, value, 1.0)
        for seat in range(int(record["seats"]))
        for value, name in NOTATION.buildings(record, seat)
    }
    taken = {*buildings, *(name for _, _, name in bids)}
    if bids:
        x, y = _foot(board.neighbourhoods[bids[-1][2]])
        bright = {"fill": WHITE, "fill_opacity": 0.75, "stroke": COLOUR[bids[-1][0]], "stroke_width": 0.32}
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
        what = "building" if strength == 1 else "bid"
        style = {"id": f"{what}-{name}", "class_": f"{what} {height_of(value)}"}
        foot = _foot(board.neighbourhoods[name])
        towers.append(draw_building(foot, seat, value, strength, title=facts.place_tip(pov, name), **style))
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
        sign, ink = f"{sign}-absent", {"fill": colours.ABSENT_INK}
    name = bare((left + BEHIND + long / 2, y), space.name, NAME, **ink)
    return (use(sign, (left, y)), name), (left + BEHIND + long + 0.35 + SMALL * RADIUS, y)


def _token(pov: PlayerView, space: Neighbourhood, kind: str, behind: Point | None) -> Element:
    """Return a token: behind the name if a bid stands there, else in the middle."""
    at = behind or (space.centre[0], space.centre[1] - 1.2)
    sign = use(f"token-{kind}", at, SMALL if behind else 1.0)
    return group(sign, title=facts.place_tip(pov, space.name), id=f"token-{space.name}", class_="token")


def _arrows(board: Map, bids: Sequence[Bid]) -> Iterator[Element]:
    """Yield an arrow from bid to bid."""
    towers = []
    for _, value, name in bids:
        (x, foot), height = _foot(board.neighbourhoods[name]), HEIGHT[height_of(value)]
        towers.append((complex(x, foot - height / 2 + 0.6), height))
    for (start, low), (end, high) in pairwise(towers):
        way = (end - start) / abs(end - start)
        tail, tip = start + way * _exit(way, low), end - way * _exit(-way, high)
        lacking = max(0.0, SHORTEST_ARROW - ((tip - tail) / way).real) / 2
        yield _arrow(tail - way * lacking, tip + way * lacking)


def _exit(way: complex, height: float) -> float:
    """Return the length of a ray from the middle of a tower to the ellipse around tower and name."""
    return 1 / hypot(way.real / BESIDE, way.imag / (height / 2 + BELOW - 0.6))


def _arrow(tail: complex, tip: complex) -> Element:
    """Return a bent arrow with a white border."""
    bend = (tail + tip) / 2 + 0.1j * (tip - tail)
    along = (tip - bend) / abs(tip - bend)
    base, wing = tip - 1.05 * along, 0.55j * along
    start, turn, end, *head = ((z.real, z.imag) for z in (tail, bend, base, tip, base + wing, base - wing))
    parts = []
    for colour, border in ((WHITE, 0.4), (INK, 0.0)):
        parts.append(curve(start, turn, end, 0.355 + border, stroke=colour))
        parts.append(fill([head], fill=colour, stroke=colour, stroke_width=0.22 + border))
    return group(*parts, class_="arrow")
