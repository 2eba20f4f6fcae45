"""Small signs of a Warszawa picture as symbols of size 1, and hexes of the map as symbols of radius 1."""

from urbanist.bots.table.kit.picture.brush import (
    CARD_EDGE,
    GOLD,
    INK,
    WHITE,
    Parts,
    box,
    disc,
    fill,
    group,
    use,
)
from urbanist.bots.table.kit.picture.lettering import write
from urbanist.bots.table.kit.picture.seat_card import SEAT
from urbanist.bots.table.kit.plane import HexPlan, Point, Ring, block, polygon, regular, star
from urbanist.bots.table.warszawa.picture import colours
from urbanist.bots.table.warszawa.picture.colours import BROKEN, CONCRETE, FUND, FUND_EDGE, TYPE

HERE: Point = (0.0, 0.0)
#: Decimal places of points in a symbol.
PLACES = 3

#: A shape of one or more rings; all but the first are holes.
Shape = tuple[Ring, ...]


def _hole(left: float, top: float, right: float, bottom: float) -> Ring:
    """Return a block with its corners in reverse order, as a hole needs."""
    return block(left, top, right, bottom)[::-1]


def _round(x: float, y: float, radius: float) -> Ring:
    return regular((x, y), radius, 20)


SIGNS: dict[str, tuple[Shape, ...]] = {
    "industrial": (
        (
            polygon(
                "-0.5,0.42 -0.5,-0.04 -0.24,-0.22 -0.24,-0.04 0.02,-0.22 0.02,-0.04 0.2,-0.04 "
                "0.24,-0.5 0.4,-0.5 0.46,0.42"
            ),
            *(_hole(x, 0.12, x + 0.14, 0.28) for x in (-0.36, -0.1, 0.16)),
        ),
    ),
    "service": (
        (polygon("-0.38,-0.44 0.38,-0.44 0.5,-0.1 -0.5,-0.1"),),
        (block(-0.42, -0.04, 0.42, 0.42), _hole(-0.3, 0.06, 0.0, 0.26), _hole(0.12, 0.06, 0.3, 0.42)),
    ),
    "residential": (
        (
            block(-0.34, -0.48, 0.34, 0.44),
            *(_hole(x, y, x + 0.14, y + 0.14) for y in (-0.36, -0.12) for x in (-0.22, 0.08)),
            _hole(-0.08, 0.18, 0.08, 0.44),
        ),
    ),
    "representative": (
        (polygon("0,-0.5 0.52,-0.2 -0.52,-0.2"),),
        *((block(x, -0.14, x + 0.13, 0.28),) for x in (-0.44, -0.19, 0.06, 0.31)),
        (block(-0.52, 0.32, 0.52, 0.44),),
    ),
    "cultural": (
        (polygon("-0.24,-0.34 0.4,-0.5 0.4,-0.28 -0.24,-0.12"),),
        (block(-0.24, -0.3, -0.16, 0.3),),
        (block(0.32, -0.44, 0.4, 0.18),),
        (_round(-0.3, 0.3, 0.15),),
        (_round(0.26, 0.18, 0.15),),
    ),
    "transport": (
        (
            polygon("-0.26,-0.42 0.26,-0.42 0.34,0.26 -0.34,0.26"),
            _hole(-0.19, -0.3, 0.19, -0.04),
            _hole(-0.24, 0.08, -0.12, 0.18),
            _hole(0.12, 0.08, 0.24, 0.18),
        ),
        (polygon("-0.26,0.3 -0.16,0.3 -0.28,0.48 -0.4,0.48"),),
        (polygon("0.16,0.3 0.26,0.3 0.4,0.48 0.28,0.48"),),
    ),
    "metro": (
        (
            polygon(
                "-0.46,0.4 -0.2,-0.4 0,0.12 0.2,-0.4 0.46,0.4 0.24,0.4 0.15,0.06 0,0.44 -0.15,0.06 -0.24,0.4"
            ),
        ),
    ),
    "bridge": (
        (block(-0.52, -0.12, 0.52, 0.02),),
        *((block(x, 0.02, x + 0.1, 0.34),) for x in (-0.38, -0.05, 0.28)),
        (polygon("-0.52,-0.12 -0.33,-0.36 -0.05,-0.18 0,-0.12"),),
        (polygon("0,-0.12 0.05,-0.18 0.33,-0.36 0.52,-0.12"),),
    ),
}


def sign_symbol(name: str) -> Parts:
    """Return the sign of an object in the colour of its place: `sign-metro` and so on."""
    rings = (ring for shape in SIGNS[name] for ring in shape)
    return [fill(rings, PLACES)]


def chip_symbol(kind: str) -> Parts:
    """Return the sign of an object on its ground: `chip-metro` and so on."""
    ground, ink, wall = TYPE[kind]
    frame = box((-0.5, -0.5), (1.0, 1.0), 0.2, fill=ground, stroke=wall, stroke_width=0.042)
    return [frame, use(f"sign-{kind}", HERE, 0.7, fill=ink)]


def fund_symbol(_: str) -> Parts:
    """Return a fund as a coin."""
    coin = disc(HERE, 0.48, fill=FUND, stroke=FUND_EDGE, stroke_width=0.05)
    return [coin, write(HERE, "zł", 0.42, bold=True, fill=FUND_EDGE)]


def concrete_symbol(_: str) -> Parts:
    """Return concrete as a block."""
    half, lift, floor = 0.42, 0.26, 0.36
    top = ((0.0, -half), (half, lift - half), (0.0, 2 * lift - half), (-half, lift - half))
    east, south, west = top[1:]
    sides = (
        (west, south, (0.0, south[1] + floor), (-half, west[1] + floor)),
        (south, east, (half, east[1] + floor), (0.0, south[1] + floor)),
    )
    faces = zip((top, *sides), CONCRETE, strict=True)
    edge = {"stroke": "#6D737C", "stroke_width": 0.03}
    return [group(*(fill([ring], PLACES, fill=colour) for ring, colour in faces), **edge)]


#: The stones of a heap: place and size in shares of the heap, turn, shade.
HEAP = (
    (-0.26, 0.16, 0.22, 0.1, 0),
    (0.24, 0.18, 0.22, 0.3, 1),
    (0.0, 0.06, 0.24, 0.0, 2),
    (0.02, -0.22, 0.2, 0.4, 1),
)


def stones_symbol(_: str) -> Parts:
    """Return a heap of broken bricks; their lines are as wide as the place says."""
    stones = (
        fill([regular((x, y), radius, 5, turn)], PLACES, fill=BROKEN[shade])
        for x, y, radius, turn, shade in HEAP
    )
    return [group(*stones, stroke="#5E4535")]


def rubble_symbol(_: str) -> Parts:
    """Return rubble as a heap of broken bricks."""
    return [use("stones", stroke_width=0.03)]


BODY = polygon("-0.34,0.5 -0.26,0.06 -0.1,-0.06 0.1,-0.06 0.26,0.06 0.34,0.5")
HELMET = polygon("-0.28,-0.22 -0.21,-0.24 -0.18,-0.42 0,-0.5 0.18,-0.42 0.21,-0.24 0.28,-0.22")


def engineer_symbol(seat: str) -> Parts:
    """Return an engineer with a helmet in a seat's colour, or in ink: `engineer-0` and so on, or `engineer-any`."""
    colour = INK if seat == "any" else SEAT[int(seat)]
    head = disc((0.0, -0.2), 0.19, fill="#F1D3B3")
    body, helmet = (fill([ring], PLACES, fill=colour) for ring in (BODY, HELMET))
    return [group(body, head, helmet, stroke=WHITE, stroke_width=0.045)]


def marker_symbol(_: str) -> Parts:
    """Return a metro marker."""
    ground = disc(HERE, 0.48, fill="#C8323A", stroke="#7F1A20", stroke_width=0.046)
    return [ground, use("sign-metro", HERE, 0.56, fill=WHITE)]


def paper_symbol(_: str) -> Parts:
    """Return the back of a project card."""
    back = box((-0.32, -0.45), (0.64, 0.9), 0.1, fill="#DCE7F1", stroke="#3B5A78", stroke_width=0.05)
    return [back, use("sign-residential", HERE, 0.42, fill="#3B5A78")]


def flag_symbol(_: str) -> Parts:
    """Return the flag of the seat that begins the round."""
    edge = {"stroke": INK, "stroke_width": 0.04}
    pole = box((-0.36, -0.5), (0.1, 1.0), 0.04)
    bands = (
        fill([block(-0.26, top, 0.5, top + 0.3)], PLACES, fill=colour, **edge)
        for top, colour in ((-0.46, WHITE), (-0.16, "#D23B4A"))
    )
    return [pole, *bands]


HANDLE = polygon("-0.42,-0.46 -0.34,-0.5 0.06,0.04 -0.02,0.1")
BLADE = polygon("-0.12,0.08 0.1,-0.04 0.24,0.3 0.02,0.34")


def shovel_symbol(_: str) -> Parts:
    """Return the sign for clearing a hex: a shovel on rubble."""
    handle, blade = fill([HANDLE], PLACES, fill="#8A6A3C"), fill([BLADE], PLACES, fill="#59626E")
    shovel = group(handle, blade, stroke=WHITE, stroke_width=0.03)
    return [use("rubble", (0.1, 0.18), 0.7), shovel]


def site_symbol(_: str) -> Parts:
    """Return the star of a historic site."""
    return [fill([star(HERE, 1.0)], PLACES, fill=GOLD, stroke=WHITE, stroke_width=0.06)]


#: The plan of the symbols.
BARE = HexPlan((0.0, 0.0), 1.0)
#: The size of a building in its hex, and its height, in radii.
SHARE, RISE = 0.74, 0.1
GROUND = {"urban": colours.URBAN, "suburban": colours.SUBURBAN, "rubble": colours.RUBBLE}
#: The size of the symbol of a tree.
CROWN = 0.15


def ground_symbol(name: str) -> Parts:
    """Return the ground of a hex: `ground-urban`, `ground-suburban` or `ground-rubble`."""
    return [fill([_ring(0.93)], PLACES, fill=GROUND[name])]


def _ring(share: float, lift: float = 0.0) -> tuple[Point, ...]:
    return BARE.ring((0, 0), share, lift)


def ruins_symbol(_: str) -> Parts:
    """Return three heaps of rubble."""
    heaps = ((-0.34, -0.3, 0.62), (0.34, -0.26, 0.7), (-0.02, 0.2, 0.8))
    return [*(use("stones", (right, down), size, stroke_width=0.014) for right, down, size in heaps)]


def trees_symbol(_: str) -> Parts:
    """Return three groups of trees."""
    crowns = (
        disc((right + dx * CROWN, down + dy * CROWN), 0.62 * CROWN)
        for right, down in ((-0.38, -0.22), (-0.12, -0.36), (0.4, -0.12))
        for dx, dy in ((-0.5, 0.3), (0.5, 0.3), (0.0, -0.4))
    )
    return [group(*crowns, fill=colours.TREE)]


def border_symbol(_: str) -> Parts:
    """Return the border of a historic site and its star."""
    dashes = {"stroke_dasharray": "0.088 0.044", "stroke_linecap": "butt"}
    edge = fill([_ring(0.84)], PLACES, fill="none", stroke=GOLD, stroke_width=0.029, **dashes)
    return [edge, use("site", (0.0, -0.12), 0.3)]


def building_symbol(kind: str) -> Parts:
    """Return a building in the colours of its type with its sign: `building-metro` and so on."""
    face, ink, wall = colours.TYPE[kind]
    shade = [(x + 0.07, y + 0.06) for x, y in _ring(SHARE)]
    low, high = _ring(SHARE), _ring(SHARE, RISE)
    front = (high[1], high[5], low[5], low[4], low[3], low[2], low[1])
    return [
        fill([shade], PLACES, fill=colours.SHADOW, fill_opacity=0.2),
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


def spot_symbol(_: str) -> Parts:
    """Return the ground of a letter on a building."""
    return [disc(HERE, 0.13, fill=WHITE, stroke=CARD_EDGE, stroke_width=0.013)]
