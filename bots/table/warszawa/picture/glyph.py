"""The colours of a Warszawa picture, and symbols in the colours of types and seats; `symbols.svg` has the others.

Signs have the size 1, hexes of the map the radius 1.
"""

from urbanist.bots.table.kit.colour import BLACK, blend, hexadecimal
from urbanist.bots.table.kit.picture.brush import INK, WHITE, Parts, box, disc, fill, group, use
from urbanist.bots.table.kit.picture.seat_card import SEAT
from urbanist.bots.table.kit.plane import HexPlan, Point, polygon
from urbanist.bots.table.warszawa.model import signs

SHADOW = "#3A3428"
COUNTRYSIDE = "#E3EAD6"
RIVER, BANK = "#7FB4DC", "#4F86AB"
STONE, STONE_EDGE = "#D8C6A4", "#7A6245"
#: What was built by a seat that is not known.
UNKNOWN = "#605C68"
PLACE_INK, RUBBLE_INK = "#6F737A", "#5B4E42"

STREET = hexadecimal(signs.STREET)
#: By object: its ground, the sign on it, and its wall.
TYPE = {
    kind: (hexadecimal(ground), hexadecimal(ink), hexadecimal(blend(ground, BLACK, 0.32)))
    for kind, (ground, ink) in signs.TYPE.items()
}

HERE: Point = (0.0, 0.0)
#: Decimal places of points in a symbol.
PLACES = 3


def chip_symbol(kind: str) -> Parts:
    """Return the sign of an object on its ground: `chip-metro` and so on."""
    ground, ink, wall = TYPE[kind]
    frame = box((-0.5, -0.5), (1.0, 1.0), 0.2, fill=ground, stroke=wall, stroke_width=0.042)
    return [frame, use(f"sign-{kind}", HERE, 0.7, fill=ink)]


BODY = polygon("-0.34,0.5 -0.26,0.06 -0.1,-0.06 0.1,-0.06 0.26,0.06 0.34,0.5")
HELMET = polygon("-0.28,-0.22 -0.21,-0.24 -0.18,-0.42 0,-0.5 0.18,-0.42 0.21,-0.24 0.28,-0.22")


def engineer_symbol(seat: str) -> Parts:
    """Return an engineer with a helmet in a seat's colour, or in ink: `engineer-0` and so on, or `engineer-any`."""
    colour = INK if seat == "any" else SEAT[int(seat)]
    head = disc((0.0, -0.2), 0.19, fill="#F1D3B3")
    body, helmet = (fill([ring], PLACES, fill=colour) for ring in (BODY, HELMET))
    return [group(body, head, helmet, stroke=WHITE, stroke_width=0.045)]


#: The plan of the symbols.
BARE = HexPlan((0.0, 0.0), 1.0)
#: The size of a building in its hex, and its height, in radii.
SHARE, RISE = 0.74, 0.1


def _ring(share: float, lift: float = 0.0) -> tuple[Point, ...]:
    return BARE.ring((0, 0), share, lift)


def building_symbol(kind: str) -> Parts:
    """Return a building in the colours of its type with its sign: `building-metro` and so on."""
    face, ink, wall = TYPE[kind]
    shade = [(x + 0.07, y + 0.06) for x, y in _ring(SHARE)]
    low, high = _ring(SHARE), _ring(SHARE, RISE)
    front = (high[1], high[5], low[5], low[4], low[3], low[2], low[1])
    return [
        fill([shade], PLACES, fill=SHADOW, fill_opacity=0.2),
        fill([front], PLACES, fill=wall),
        fill([high], PLACES, fill=face, stroke=wall, stroke_width=0.018),
        use(f"sign-{kind}", (0.0, -0.12), 0.58, fill=ink),
    ]


def foundation_symbol(name: str) -> Parts:
    """Return the outline of a foundation with the engineer of a seat: `foundation-0` and so on."""
    seat = int(name)
    dashes = {"stroke_dasharray": "0.129 0.065", "stroke_linecap": "butt"}
    style = {"fill": WHITE, "fill_opacity": 0.75, "stroke": SEAT[seat], "stroke_width": 0.032, **dashes}
    return [fill([_ring(SHARE)], PLACES, **style), use(f"engineer-{seat}", (-0.2, -0.1), 0.66)]
