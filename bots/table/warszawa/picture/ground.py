"""The map of a picture: symbols in the colours of types and seats, zones, rubble, the river, and what stands on hexes.

`symbols.svg` has the other symbols. Signs have the size 1, hexes of the map the radius 1.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import hypot
from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.colour import BLACK, blend, hexadecimal
from urbanist.bots.table.kit.picture.brush import (
    INK,
    WHITE,
    Parts,
    box,
    disc,
    fill,
    group,
    number,
    stroke,
    use,
)
from urbanist.bots.table.kit.picture.lettering import bare, fitted, width, write
from urbanist.bots.table.kit.picture.seat_card import SEAT, badge
from urbanist.bots.table.kit.plane import HexPlan, Point, polygon
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model import signs
from urbanist.bots.table.warszawa.model.city import (
    PARTED,
    Plot,
    bridges,
    builders,
    plots,
    segments,
    supply_of,
    tunnel,
    tunnel_builder,
)
from urbanist.bots.table.warszawa.text.facts import hex_tip, side_tip
from urbanist.bots.table.warszawa.text.phrases import title_on_hex
from urbanist.engine.warszawa.edition import Card
from urbanist.engine.warszawa.geography import (
    HEXES,
    METRO_SIDES,
    RIVER_SIDES,
    Corner,
    Hex,
    hex_text,
    side_text,
)

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


ENDS = {side_text(border): border.corners for border in (*METRO_SIDES, *RIVER_SIDES)}
#: The length of the river beyond the map, in radii.
OUTFLOW = 0.36
#: The size of a hex's name, in radii.
NAME = 0.15


class Chart(HexPlan):
    """The map on the viewport."""

    def corner(self, corner: Corner) -> Point:
        """Return the point where three hexes meet."""
        found = [self.point(hexagon) for hexagon in corner]
        return sum(x for x, _ in found) / 3, sum(y for _, y in found) / 3

    def side(self, name: str) -> tuple[Point, Point]:
        """Return the two ends of a side."""
        first, second = ENDS[name]
        return self.corner(first), self.corner(second)

    def halfway(self, name: str) -> Point:
        """Return the middle of a side."""
        (ax, ay), (bx, by) = self.side(name)
        return (ax + bx) / 2, (ay + by) / 2

    def place(self, hexagon: Hex) -> str:
        """Return the transformation of a hex of radius 1 around 0 to a hex on the viewport."""
        x, y = map(number, self.point(hexagon))
        return f"translate({x} {y})scale({number(self.radius)})"


def draw_ground(chart: Chart, pov: PlayerView) -> Iterator[Element]:
    """Yield the empty map."""
    hexes = plots(pov.state)
    for share, colour in ((1.22, COUNTRYSIDE), (1.03, STREET)):
        yield fill((chart.ring(plot.hexagon, share) for plot in hexes), fill=colour)
    yield from (_hex(chart, pov, plot) for plot in hexes)
    yield from _river(chart)


def _hex(chart: Chart, pov: PlayerView, plot: Plot) -> Element:
    kind = "rubble" if plot.rubble else "urban" if plot.urban else "suburban"
    parts = [use(f"ground-{kind}")]
    if plot.rubble:
        parts.append(use("ruins"))
    elif not plot.urban and not plot.type:
        parts.append(use("trees"))
    if plot.site:
        halo: dict[str, Any] = {
            "stroke": WHITE,
            "stroke_opacity": 0.75,
            "stroke_width": 0.05,
            "paint_order": "stroke",
        }
        parts += [use("border"), write((0.0, 0.36), title_on_hex(plot.site), 0.19, fill=INK, **halo)]
    q, r = plot.hexagon
    look = {"id": f"q{q}r{r}", "class_": f"hex {kind}", "transform": chart.place(plot.hexagon)}
    return group(*parts, title=hex_tip(pov, plot.cell), **look)


def draw_names(chart: Chart, everywhere: Iterable[Plot]) -> Element:
    """Return the names of all hexes."""
    size = NAME * chart.radius
    names = (
        bare(
            chart.point(plot.hexagon, 0.0, 0.79),
            hex_text(plot.cell),
            size,
            **({"fill": RUBBLE_INK} if plot.rubble else {}),
        )
        for plot in everywhere
    )
    return group(*names, font_size=number(size), fill=PLACE_INK, pointer_events="none")


def _river(chart: Chart) -> Iterator[Element]:
    """Yield the river along its sides and beyond the map at both ends."""
    course = [chart.corner(corner) for corner in river_course()]
    course = [_beyond(chart, course[0]), *course, _beyond(chart, course[-1])]
    looks = ((BANK, 0.4), (RIVER, 0.34))
    streams = (_line(chart, course, wide, stroke=colour, stroke_linecap="butt") for colour, wide in looks)
    yield group(*streams, title=tr("river"), class_="river")


def river_course() -> list[Corner]:
    """Return the corners of the river from one end to the other."""
    left = [list(border.corners) for border in RIVER_SIDES]
    ends = [corner for pair in left for corner in pair]
    at = next(corner for corner in ends if ends.count(corner) == 1)
    found = [at]
    while left:
        pair = next(pair for pair in left if at in pair)
        left.remove(pair)
        at = next(corner for corner in pair if corner != at)
        found.append(at)
    return found


def _beyond(chart: Chart, end: Point) -> Point:
    """Return the end of the drawn river: beyond the map, away from its middle."""
    x, y = end[0] - chart.at[0], end[1] - chart.at[1]
    reach = OUTFLOW * chart.radius / hypot(x, y)
    return end[0] + reach * x, end[1] + reach * y


def _line(chart: Chart, course: Sequence[Point], wide: float, **style: Any) -> Element:
    """Return a line along points, so many radii wide."""
    return stroke([course], wide * chart.radius, **style)


def draw_tunnel(chart: Chart, pov: PlayerView) -> Iterator[Element]:
    """Yield the tunnel below the river."""
    under, digger = tunnel(pov.state), tunnel_builder(pov)
    if under and digger is not None:
        course = chart.side(under)
        dashes = number(0.1 * chart.radius)
        dashed = {"stroke": SEAT[digger], "stroke_dasharray": f"{dashes} {dashes}", "stroke_linecap": "butt"}
        lines = _line(chart, course, 0.2, stroke=BANK), _line(chart, course, 0.11, **dashed)
        yield group(*lines, title=side_tip(pov, under), class_="tunnel")


def _colour(builder: int | None) -> str:
    return UNKNOWN if builder is None else SEAT[builder]


def draw_metro(chart: Chart, pov: PlayerView) -> Iterator[Element]:
    """Yield the metro."""
    by, laid = builders(pov), segments(pov.state)
    for side in laid:
        yield _line(chart, chart.side(side), 0.24, stroke=WHITE)
    for side in laid:
        look = {"stroke": _colour(by.get(side)), "class_": "metro"}
        yield _line(chart, chart.side(side), 0.15, title=side_tip(pov, side), **look)
    under = tunnel(pov.state)
    reached = {corner for side in (*laid, *filter(None, [under])) for corner in ENDS[side]}
    stations = (disc(chart.corner(corner), 0.085 * chart.radius) for corner in sorted(reached))
    if reached:
        yield group(*stations, fill=WHITE, stroke="#33333B", stroke_width=0.19)


def draw_bridges(chart: Chart, pov: PlayerView) -> Iterator[Element]:
    """Yield the bridges across the river with their builders' colours on the decks."""
    by = builders(pov)
    for side in bridges(pov.state):
        deck = _deck(chart, side, 0.14)
        stone = fill([deck], fill=STONE, stroke=STONE_EDGE, stroke_width=0.17)
        street = fill([_deck(chart, side, 0.06)], fill=_colour(by.get(side)))
        yield group(stone, street, title=side_tip(pov, side), class_="bridge")


def _deck(chart: Chart, side: str, breadth: float) -> list[Point]:
    """Return the outline of a bridge, so many radii to each side of its middle line."""
    (ax, ay), (bx, by) = (chart.point(HEXES[cell]) for cell in PARTED[side])
    length = hypot(bx - ax, by - ay)
    x, y = (bx - ax) / length, (by - ay) / length
    middle = chart.halfway(side)
    along, across = 0.31 * chart.radius, breadth * chart.radius
    return [
        (middle[0] + a * along * x - b * across * y, middle[1] + a * along * y + b * across * x)
        for a, b in ((1, 1), (1, -1), (-1, -1), (-1, 1))
    ]


def draw_pieces(chart: Chart, pov: PlayerView) -> Iterator[Element]:
    """Yield everything on the hexes, from north to south."""
    ready = {card.id for seat in range(pov.state.seats) for card in supply_of(pov.state, seat).ready}
    for plot in sorted(plots(pov.state), key=lambda plot: plot.hexagon[1]):
        if plot.type:
            q, r = plot.hexagon
            what = "building" if plot.built else "foundation"
            yield group(
                *(_building(plot, ready) if plot.built else _foundation(plot)),
                title=hex_tip(pov, plot.cell),
                id=f"{what}-q{q}r{r}",
                class_=f"{what} {plot.type}",
                transform=chart.place(plot.hexagon),
            )


def _building(plot: Plot, ready: Collection[str]) -> Iterator[Element]:
    """Yield a building in the colour of its type, with its sign, card, owner and function."""
    yield use(f"building-{plot.type}")
    if plot.card is None or plot.seat is None:
        return
    yield _card_name(plot.card, TYPE[plot.type][1])
    yield badge((-0.54, -0.36), 0.36, plot.seat)
    sign = signs.READY if plot.card.id in ready else signs.LASTING.get(plot.card.function, "")
    if sign:
        yield use("spot", (0.56, -0.36))
        yield write((0.56, -0.36), sign, 0.16, bold=True, fill=INK)


def _foundation(plot: Plot) -> Iterator[Element]:
    """Yield the outline of a foundation with its engineer, sign, card and owner."""
    if plot.seat is None or plot.card is None:
        return
    yield use(f"foundation-{plot.seat}")
    yield use(f"chip-{plot.type}", (0.28, -0.04), 0.42)
    yield _card_name(plot.card, TYPE[plot.type][1])
    yield badge((-0.56, -0.36), 0.32, plot.seat)


def _card_name(card: Card, ink: str) -> Element:
    name, size = fitted(title_on_hex(card), 0.19, 1.12, bold=True)
    return write((0.0, 0.33), name, size, bold=True, length=width(name, size, bold=True), fill=ink)
