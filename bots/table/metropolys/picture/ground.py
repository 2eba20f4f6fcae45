"""The board of a picture: colours, signs and towers as symbols, the empty board, and the legend below it.

A tower has its foot at 0 and shows the seat by its colour, the class by its height, the value by its number. Its symbol
is named such as `tower-1-tall-100`: its seat, its class, and the strength of its colours in per cent, which is less for
a bid. `any` stands for no seat. Signs without a parameter are drawn in `symbols.svg`.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from math import hypot
from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.colour import BLACK, Colour, blend, hexadecimal, paler
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.language import kept_by_language
from urbanist.bots.table.kit.picture.brush import (
    INK,
    WHITE,
    Parts,
    box,
    disc,
    ellipse,
    fill,
    group,
    lines,
    number,
    use,
)
from urbanist.bots.table.kit.picture.lettering import width, write
from urbanist.bots.table.kit.picture.seat_card import plate, plate_text
from urbanist.bots.table.kit.plane import Point, Ring, block, placed, star, thinned
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.auction import MEDIUM, TALL, height_of
from urbanist.bots.table.metropolys.model.geometry import Map, Neighbourhood, Place, load_map
from urbanist.bots.table.metropolys.text.facts import (
    bridge_tip,
    district_sign,
    ground_tip,
    lake_tip,
    letter,
    short_type,
    statue_tip,
)

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


#: The class of a building: its name, its least and greatest value, and its drawn height.
CLASSES = (("small", 1, MEDIUM - 1, 3.3), ("medium", MEDIUM, TALL - 1, 5.4), ("tall", TALL, 13, 7.4))
HEIGHT = {name: height for name, _, _, height in CLASSES}

FRONT = 3.5
#: The part of a tall tower that steps back, as a share.
CROWN = 0.2
DEPTH = (1.15, -0.85)
FLOOR = 0.95
#: The size of the plate with the number.
PLATE = 2.64
SIDES = ("front", "side", "roof")
#: The place of the front's left edge, if the foot is at 0.
LEFT = -(FRONT + DEPTH[0]) / 2
WHOLE = 100

Colours = tuple[Colour, Colour, Colour]


def draw_building(foot: Point, seat: int, value: int, strength: int = WHOLE, **style: Any) -> Element:
    """Return a building with its value; with a strength below 100 it is paler and its outline broken."""
    kind = height_of(value)
    tower = use(f"tower-{seat}-{kind}-{strength}", foot)
    right, down = _spot(kind)
    return group(tower, plate_text((foot[0] + right, foot[1] + down), PLATE, seat, str(value)), **style)


def _spot(kind: str) -> Point:
    """Return the middle of the number on a tower."""
    return LEFT + FRONT / 2, _crown(kind) - HEIGHT[kind] + 1.62


def _crown(kind: str) -> float:
    """Return the height of the part that steps back."""
    return CROWN * HEIGHT[kind] if kind == "tall" else 0.0


def tower_symbol(name: str) -> Parts:
    """Return a tower without its number; that of a seat has a shadow and a plate for the number."""
    seat, kind, strength = name.split("-")
    colours = NEUTRAL if seat == "any" else _colours(COLOUR[int(seat)])
    faces = [hexadecimal(paler(colour, int(strength) / WHOLE)) for colour in colours]
    parts = (kind, "crown") if kind == "tall" else (kind,)
    walls = (
        use(f"{side}-{part}", fill=face) for part in parts for side, face in zip(SIDES, faces, strict=True)
    )
    edge: dict[str, Any] = {"stroke": hexadecimal(colours[1]), "stroke_width": 0.13}
    if int(strength) < WHOLE:
        # The tower of no seat is drawn small, so its lines are wide.
        wide = 0.34 if seat == "any" else 0.178
        dashes = f"{number(3 * wide)} {number(1.6 * wide)}"
        edge = {"stroke": INK, "stroke_width": wide, "stroke_dasharray": dashes, "stroke_linecap": "butt"}
    house = group(*walls, **edge), use(f"panes-{kind}")
    if seat == "any":
        return [*house]
    return [use("shade"), *house, plate(_spot(kind), PLATE, int(seat))]


def _colours(front: Colour) -> Colours:
    return front, blend(front, BLACK, 0.32), paler(front, 0.6)


def _face_symbol(face: int, kind: str) -> Parts:
    """Return a front, side or roof of a tower, such as `roof-small`; `roof-crown` belongs to the top of a tall one."""
    if kind == "crown":
        crown = _crown("tall")
        corner = (LEFT + 0.2 * (FRONT + DEPTH[0]), crown - HEIGHT["tall"] - 0.2)
        faces = _block(corner, (0.6 * FRONT, 0.8 * crown))
    else:
        faces = _block((LEFT, 0.0), (FRONT, HEIGHT[kind] - _crown(kind)))
    return [fill([faces[face]])]


front_symbol, side_symbol, roof_symbol = (partial(_face_symbol, face) for face in range(len(SIDES)))


def _block(corner: Point, size: Point) -> tuple[Ring, Ring, Ring]:
    """Return one box of a tower from its lower left corner: front, side and roof."""
    (x, y), (wide, high) = corner, size
    dx, dy = (part * wide / FRONT for part in DEPTH)
    front = ((x, y), (x + wide, y), (x + wide, y - high), (x, y - high))
    side = ((x + wide, y), (x + wide + dx, y + dy), (x + wide + dx, y + dy - high), (x + wide, y - high))
    roof = ((x, y - high), (x + wide, y - high), (x + wide + dx, y - high + dy), (x + dx, y - high + dy))
    return front, side, roof


def panes_symbol(kind: str) -> Parts:
    """Return the windows of a front in rows below the number."""
    rows = int((HEIGHT[kind] - _crown(kind) - 3.0) / FLOOR)
    return [fill(_panes(rows), fill=WHITE, fill_opacity=0.75)]


def _panes(rows: int) -> Iterator[Ring]:
    for row in range(rows):
        for column in range(3):
            x, y = LEFT + FRONT * (0.16 + 0.26 * column), -0.35 - row * FLOOR
            yield block(x, y - 0.55 * FLOOR, x + 0.16 * FRONT, y)


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
#: How far an outline may lie from that of the map: less than half a pixel.
CLOSE = 0.05
#: Areas are drawn in so many parts of a unit, as whole numbers make a shorter file.
FINE = 100


@kept_by_language
def draw_ground(districts: str) -> Element:
    """Return the board with the districts in play in colour and the others in grey."""
    board = load_map()
    areas = (
        _area([board.frame], fill=COUNTRYSIDE),
        *_districts(board, districts),
        *_lands(board, districts),
        *_water(board, districts),
    )
    return group(
        group(*areas, transform=f"scale({1 / FINE})"),
        _bridges(board),
        *_gates(board, districts),
        *(_name(district, district in districts) for district in NAMES),
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


def _lands(board: Map, districts: str) -> Iterator[Element]:
    """Yield the neighbourhoods of each type, and those that are not in play."""
    edge = {"stroke_opacity": 0.55, "stroke_width": 0.145 * FINE}
    everywhere = board.neighbourhoods.values()
    for kind, (land, shade) in LAND.items():
        spaces = [space for space in everywhere if space.type == kind and space.district in districts]
        yield group(*(_land(space, districts) for space in spaces), fill=land, stroke=shade, **edge)
    absent = [space for space in everywhere if space.district not in districts]
    yield group(*(_land(space, districts) for space in absent), fill=ABSENT_LAND, stroke=ABSENT_INK, **edge)


def _land(space: Neighbourhood, districts: str) -> Element:
    look = f"neighbourhood {space.type}" if space.district in districts else "absent"
    return _area([space.outline], id=space.name, class_=look, title=ground_tip(space.name, districts))


def _gates(board: Map, districts: str) -> Iterator[Element]:
    """Yield the sign of each dead end in play, on the street that leads into it."""
    for space in board.neighbourhoods.values():
        if space.gate and space.district in districts:
            yield group(use("gate", space.gate), title=ground_tip(space.name, districts), class_="gate")


def _place(kind: str, place: Place, districts: str) -> Element:
    """Return a statue or a tree where streets meet, in grey outside the districts in play."""
    name = kind if _in_play(place.around, districts) else f"{kind}-absent"
    sign = use(name, place.at, place.radius / PLACE)
    title = (
        statue_tip(place.around) if kind == "statue" else tr("square {places}", places=listed(place.around))
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
        yield _area([lake.outline], title=lake_tip(lake.around), **style)


def _bridges(board: Map) -> Element:
    bridges = (
        group(*bridge_parts(bridge.span), title=bridge_tip(bridge.joins), class_="bridge")
        for bridge in board.bridges
    )
    return group(*bridges, **BRIDGE)


def bridge_parts(span: tuple[Point, Point]) -> tuple[Element, Element]:
    """Return the deck of a stone bridge and its parapets, for a group in the style `BRIDGE`."""
    (x, y), (far_x, far_y) = span
    length = hypot(far_x - x, far_y - y)
    side = ((y - far_y) / length, (far_x - x) / length)

    def beside(at: Point, wide: float) -> Point:
        return (at[0] + side[0] * wide, at[1] + side[1] * wide)

    start, end = span
    left, right = ((beside(start, wide), beside(end, wide)) for wide in (1.0, -1.0))
    return fill([(*left, *reversed(right))], stroke="none"), lines([left, right])


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
    for column, (name, least, most, _) in enumerate(CLASSES, len(LAND)):
        x, foot = _at(column, y + 1.6)
        yield (
            f"{upper(tr(name))} {least}–{most}",
            use(f"tower-any-{name}-100", (x + 0.6, foot), 0.42),
        )


def _others(y: float) -> Iterator[tuple[str, Element]]:
    for column, kind in enumerate(TOKEN):
        yield upper(tr(kind)), use(f"token-{kind}", _at(column, y), 0.85)
    statue, lake, bridge, gate, bid = (_at(len(TOKEN) + place, y) for place in range(5))
    yield upper(tr("statue")), use("statue", statue)
    yield upper(tr("lake")), ellipse(lake, (4.0, 2.4), fill=LAKE, stroke=LAKE_BANK, stroke_width=BANK)
    x, _ = bridge
    water = fill(
        [block(x - 1.2, y - 1.6, x + 1.2, y + 1.6)], fill=RIVER, stroke=RIVER_BANK, stroke_width=0.16
    )
    yield upper(tr("bridge")), group(water, group(*bridge_parts(((x - 2.1, y), (x + 2.1, y))), **BRIDGE))
    yield tr("Dead end"), use("gate", gate)
    yield tr.in_context("offer", "Bid"), use("tower-any-medium-45", (bid[0] + 0.6, bid[1] + 1.4), 0.5)
