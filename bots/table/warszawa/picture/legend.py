"""The legend of a picture: the meaning of its signs, below the map."""

from collections.abc import Iterator
from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.language import kept_by_language, marked
from urbanist.bots.table.kit.picture.brush import box, fill, group, stroke, use
from urbanist.bots.table.kit.picture.lettering import fitted, write
from urbanist.bots.table.kit.picture.theme import INK, WHITE
from urbanist.bots.table.kit.plane import Point, regular
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.picture import colours
from urbanist.bots.table.warszawa.text.names import kind_name
from urbanist.engine.warszawa.edition import TYPES

#: In short what a building of each type counts in adjacent hexes.
COUNTS = {
    "industrial": marked("+1 a hex unbuilt"),
    "service": marked("+1 residential"),
    "residential": marked("+1 service, transport"),
    "representative": marked("+1 cultural"),
    "cultural": marked("+1 represent."),
    "transport": marked("counts nothing"),
}
SIGNS = {
    "rubble": marked("rubble"),
    "site": marked("historic site"),
    "foundation": marked("foundation"),
    "metro": marked("metro"),
    "tunnel": marked("tunnel"),
    "bridge": marked("bridge"),
    "flag": marked("first player"),
}


@kept_by_language
def draw_legend(corner: Point, wide: float) -> Element:
    """Return each type with what it counts, and the meaning of the other signs below."""
    return group(*_parts(corner, wide), class_="legend")


def _parts(corner: Point, wide: float) -> Iterator[Element]:
    left, top = corner
    step = wide / len(TYPES)
    for place, kind in enumerate(TYPES):
        x = left + place * step
        yield use(f"chip-{kind}", (x + 1.4, top + 1.6), 2.6)
        name, size = fitted(kind_name(kind), 1.35, step - 3.4, bold=True)
        yield write((x + 3.2, top + 0.9), name, size, "start", bold=True)
        counts, size = fitted(tr(COUNTS[kind]), 1.1, step - 3.7)
        yield write((x + 3.2, top + 2.7), counts, size, "start", class_="faint")
    step = wide / len(SIGNS)
    for place, (sign, meaning) in enumerate(SIGNS.items()):
        x = left + place * step
        yield _sign(sign, (x + 1.4, top + 6.2))
        text, size = fitted(tr(meaning), 1.25, step - 4.4)
        yield write((x + 3.7, top + 6.2), text, size, "start")
    functions = tr(
        "on a building: s socrealism, m modernism, 4 store of four, t thrift, ! a function left to use"
    )
    yield write((left + 0.2, top + 9.6), functions, 1.25, "start")


def _sign(sign: str, at: Point) -> Element:
    if sign == "rubble":
        return use("rubble", at, 2.4)
    if sign == "site":
        return use("site", at, 1.2)
    if sign == "flag":
        return use("flag", at, 2.2)
    if sign == "foundation":
        style: dict[str, Any] = {
            "fill": WHITE,
            "stroke": INK,
            "stroke_width": 0.17,
            "stroke_dasharray": "0.5 0.25",
        }
        ring = fill([regular(at, 1.5, 6)], stroke_linecap="butt", **style)
        return group(ring, use("engineer-any", at, 2.0))
    return _bridge(at) if sign == "bridge" else _line(at, sign)


def _line(at: Point, kind: str) -> Element:
    x, y = at
    course = [((x - 1.4, y), (x + 1.4, y))]
    if kind == "metro":
        return stroke(course, 0.55, class_="line", stroke_linecap="butt")
    water = box((x - 1.7, y - 0.8), (3.4, 1.6), 0.1, fill=colours.RIVER)
    dashes: dict[str, Any] = {"stroke_dasharray": "0.5 0.5", "stroke_linecap": "butt"}
    return group(water, stroke(course, 0.55, stroke=INK, **dashes))


def _bridge(at: Point) -> Element:
    x, y = at
    return group(
        *(
            box((x - wide / 2, y - high / 2), (wide, high), 0.1, **style)
            for wide, high, style in (
                (0.9, 2.6, {"fill": colours.RIVER}),
                (3.2, 1.4, {"fill": colours.STONE, "stroke": colours.STONE_EDGE, "stroke_width": 0.14}),
                (3.2, 0.5, {"fill": INK}),
            )
        )
    )
