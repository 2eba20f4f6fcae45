"""Hexes of the map as symbols of radius 1: grounds, buildings and foundations."""

from urbanist.bots.table.kit.hexagon import HexPlan
from urbanist.bots.table.kit.picture.brush import Parts, disc, fill, group, use
from urbanist.bots.table.kit.picture.seat_shape import SEAT
from urbanist.bots.table.kit.picture.theme import CARD_EDGE, GOLD, WHITE
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.warszawa.picture import colours
from urbanist.bots.table.warszawa.picture.glyph import HERE, PLACES

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
