"""Signs and towers on the board of a picture, as symbols, and its colours.

A tower has its foot at 0 and shows the seat by its colour, the class by its height, the value by its number. Its symbol
is named such as `tower-1-tall-100`: its seat, its class, and the strength of its colours in per cent, which is less for
a bid. `any` stands for no seat.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.colour import BLACK, Colour, blend, hexadecimal, paler
from urbanist.bots.table.kit.colour import SEAT_COLOUR as COLOUR
from urbanist.bots.table.kit.picture.brush import (
    INK,
    WHITE,
    Parts,
    disc,
    fill,
    group,
    number,
    use,
)
from urbanist.bots.table.kit.picture.lettering import write
from urbanist.bots.table.kit.picture.seat_card import plate, plate_text
from urbanist.bots.table.kit.plane import Point, Ring, block, star
from urbanist.bots.table.metropolys.text.facts import letter

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
CLASSES = (("small", 1, 5, 3.3), ("medium", 6, 9, 5.4), ("tall", 10, 13, 7.4))
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


def class_of(value: int) -> str:
    """Return the class of a building of this value."""
    return next(name for name, least, most, _ in CLASSES if least <= value <= most)


def draw_building(foot: Point, seat: int, value: int, strength: int = WHOLE, **style: Any) -> Element:
    """Return a building with its value; with a strength below 100 it is paler and its outline broken."""
    kind = class_of(value)
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
