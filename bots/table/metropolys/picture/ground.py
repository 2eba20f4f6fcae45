"""The empty board of a picture: countryside, districts, land, water, bridges and statues; and the legend below it."""

from collections.abc import Iterable, Iterator
from math import hypot
from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.language import kept_by_language, marked
from urbanist.bots.table.kit.picture.brush import box, ellipse, fill, group, lines, number, use
from urbanist.bots.table.kit.picture.lettering import width, write
from urbanist.bots.table.kit.plane import Point, Ring, block, placed, thinned
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.geometry import Map, Neighbourhood, Place, load_map
from urbanist.bots.table.metropolys.picture.tower import (
    ABSENT_GROUND,
    ABSENT_INK,
    ABSENT_LAKE,
    ABSENT_LAND,
    CLASSES,
    COUNTRYSIDE,
    DISTRICT,
    LAKE,
    LAKE_BANK,
    LAND,
    PLACE,
    RIVER,
    RIVER_BANK,
    STONE,
    STONE_EDGE,
    TOKEN,
)
from urbanist.bots.table.metropolys.text.facts import district_sign, short_type

#: The place and the turn of each district's name, in degrees.
NAMES = {
    "C": ((85.7, 32.15), 17.5),
    "N": ((75.0, -2.2), 0),
    "E": ((142.2, 44.0), 90),
    "S": ((75.0, 102.3), 0),
    "W": ((-2.2, 44.0), -90),
}
#: The titles of statues and squares.
PLACES = {"statue": marked("statue {places}"), "square": marked("square {places}")}
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
        *(_name(letter, letter in districts) for letter in NAMES),
        *(_place("square", place, districts) for place in board.squares),
        *(_place("statue", place, districts) for place in board.statues),
        class_="board",
    )


def _area(rings: Iterable[Ring], **style: Any) -> Element:
    """Return an area of the map, in small units."""
    return fill((placed(thinned(ring, CLOSE), (0.0, 0.0), FINE) for ring in rings), 0, **style)


def _districts(board: Map, districts: str) -> Iterator[Element]:
    for letter, rings in board.districts.items():
        ground, shore = DISTRICT[letter] if letter in districts else (ABSENT_GROUND, ABSENT_INK)
        yield _area(rings, fill=ground, stroke=shore, stroke_width=0.39 * FINE, class_="district", id=letter)


def _lands(board: Map, districts: str) -> Iterator[Element]:
    """Yield the neighbourhoods of each type, and those that are not in play."""
    edge = {"stroke_opacity": 0.55, "stroke_width": 0.145 * FINE}
    everywhere = board.neighbourhoods.values()
    for kind, (land, shade) in LAND.items():
        spaces = [space for space in everywhere if space.type == kind and space.district in districts]
        yield group(*map(_land, spaces), fill=land, stroke=shade, **edge)
    absent = [space for space in everywhere if space.district not in districts]
    yield group(*map(_absent, absent), fill=ABSENT_LAND, stroke=ABSENT_INK, **edge)


def _land(space: Neighbourhood) -> Element:
    facts = [tr(space.type)]
    if space.border:
        facts.append(tr("on the border"))
    if space.gate:
        facts.append(tr("a dead end"))
    return _area(
        [space.outline],
        id=space.name,
        class_=f"neighbourhood {space.type}",
        title=f"{space.name}: {', '.join(facts)}",
    )


def _absent(space: Neighbourhood) -> Element:
    return _area(
        [space.outline], id=space.name, class_="absent", title=tr("{place}: not in play", place=space.name)
    )


def _gates(board: Map, districts: str) -> Iterator[Element]:
    """Yield the sign of each dead end in play, on the street that leads into it."""
    for space in board.neighbourhoods.values():
        if space.gate and space.district in districts:
            yield group(
                use("gate", space.gate), title=tr("{place} is a dead end", place=space.name), class_="gate"
            )


def _place(kind: str, place: Place, districts: str) -> Element:
    """Return a statue or a tree where streets meet, in grey outside the districts in play."""
    name = kind if _in_play(place.around, districts) else f"{kind}-absent"
    sign = use(name, place.at, place.radius / PLACE)
    return group(sign, title=tr(PLACES[kind], places=" ".join(place.around)), class_=kind)


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
        yield _area([lake.outline], title=tr("lake {places}", places=" ".join(lake.around)), **style)


def _bridges(board: Map) -> Element:
    bridges = (
        group(
            *bridge_parts(bridge.span),
            title=tr("bridge {places}", places=" – ".join(bridge.joins)),
            class_="bridge",
        )
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


def _name(letter: str, in_play: bool) -> Element:
    """Return the name of a district on a plate."""
    at, turn = NAMES[letter]
    ground, colour = DISTRICT[letter] if in_play else (ABSENT_GROUND, ABSENT_INK)
    text = district_sign(letter)
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
