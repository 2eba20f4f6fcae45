"""The legend of a picture: the meaning of its signs, below the map."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.picture.brush import box, fill, group, stroke, use
from urbanist.bots.table.kit.picture.lettering import write
from urbanist.bots.table.kit.picture.theme import INK, WHITE
from urbanist.bots.table.kit.plane import Point, regular
from urbanist.bots.table.warszawa.model.score_rows import LIKES
from urbanist.bots.table.warszawa.picture import colours
from urbanist.engine.warszawa.edition import TYPES

SIGNS = ("rubble", "historic site", "foundation", "metro", "tunnel", "bridge", "first player")
FUNCTIONS = "on a building: s socrealism, m modernism, 4 store of four, t thrift, ! a function left to use"


@cache
def draw_legend(corner: Point, wide: float) -> Element:
    """Return each type with what it counts, and the meaning of the other signs below."""
    return group(*_parts(corner, wide), class_="legend")


def _parts(corner: Point, wide: float) -> Iterator[Element]:
    left, top = corner
    step = wide / len(TYPES)
    for place, kind in enumerate(TYPES):
        x = left + place * step
        yield use(f"chip-{kind}", (x + 1.4, top + 1.6), 2.6)
        yield write((x + 3.2, top + 0.9), kind, 1.35, "start", bold=True)
        yield write((x + 3.2, top + 2.7), _counts(kind), 1.1, "start", class_="faint")
    step = wide / len(SIGNS)
    for place, text in enumerate(SIGNS):
        x = left + place * step
        yield _sign(text, (x + 1.4, top + 6.2))
        yield write((x + 3.7, top + 6.2), text, 1.25, "start")
    yield write((left + 0.2, top + 9.6), FUNCTIONS, 1.25, "start")


def _counts(kind: str) -> str:
    """Return in short what a building of a type counts in adjacent hexes."""
    if kind == "industrial":
        return "+1 a hex unbuilt"
    liked = ["represent." if name == "representative" else name for name in LIKES[kind]]
    return f"+1 {', '.join(liked)}" if liked else "counts nothing"


def _sign(text: str, at: Point) -> Element:
    if text == "rubble":
        return use("rubble", at, 2.4)
    if text == "historic site":
        return use("site", at, 1.2)
    if text == "first player":
        return use("flag", at, 2.2)
    if text == "foundation":
        style: dict[str, Any] = {
            "fill": WHITE,
            "stroke": INK,
            "stroke_width": 0.17,
            "stroke_dasharray": "0.5 0.25",
        }
        ring = fill([regular(at, 1.5, 6)], stroke_linecap="butt", **style)
        return group(ring, use("engineer-any", at, 2.0))
    return _bridge(at) if text == "bridge" else _line(at, text)


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
