"""Shapes of a picture as elements of SVG, in units of the viewport with y downwards, and the colours of all pictures.

A style is given by attributes: `fill` and `stroke`, as colours or as texts, `stroke_width` and others, or `class_` for
a class of the theme. A `title` says what a thing is. Paper, cards and the texts on them follow the reader's choice of
light or dark; a board and its pieces never change.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from urbanist.bots.markup import Element, element
from urbanist.bots.table.kit.colour import hexadecimal
from urbanist.bots.table.kit.plane import Point

INK, WHITE = "#2E3440", "#FFFFFF"
#: The star of a winner or of a special place.
GOLD = "#C98A0A"
#: The edge of a card on light ground, and of other white things.
CARD_EDGE = "#DDD9CF"
#: The class of bold letters.
BOLD = "bold"

#: By class: texts, the paper, lines, faint texts, a card, the card of the seat to move, an area on a card, and numbers
#: of what is gone.
LIGHT: dict[str, dict[str, str]] = {
    "viewport": {"fill": INK},
    "paper": {"fill": "#FBF9F4"},
    "line": {"stroke": INK},
    "faint": {"fill": "#6F7580"},
    "card": {"fill": WHITE, "stroke": CARD_EDGE},
    "moving": {"fill": WHITE, "stroke": INK},
    "inset": {"fill": "#F4F1E8"},
    "gone": {"fill": "#A8A49B"},
}
DARK: dict[str, dict[str, str]] = {
    "viewport": {"fill": "#E9E6DE"},
    "paper": {"fill": "#17191E"},
    "line": {"stroke": "#E9E6DE"},
    "faint": {"fill": "#9BA1AC"},
    "card": {"fill": "#23262D", "stroke": "#3B3F48"},
    "moving": {"fill": "#23262D", "stroke": "#E9E6DE"},
    "inset": {"fill": "#2F333B"},
    "gone": {"fill": "#666B75"},
}


def style_sheet() -> str:
    """Return the style viewport of a picture."""
    dark = f"@media (prefers-color-scheme:dark){{{_rules(DARK)}}}"
    # Browsers that darken pages by themselves leave those alone that say they can be dark.
    own = f".viewport{{color-scheme:light dark}}symbol{{overflow:visible}}.{BOLD}{{font-weight:700}}"
    return f"{own}{_rules(LIGHT)}{dark}"


def _rules(theme: dict[str, dict[str, str]]) -> str:
    return "".join(
        f".{name}{{{';'.join(f'{key}:{value}' for key, value in style.items())}}}"
        for name, style in theme.items()
    )


#: What a symbol shows.
Parts = Sequence[Element]

#: Decimal places of points on a path: a hundredth of a unit is a tenth of a pixel.
PLACES = 2


@lru_cache(4096)
def number(value: float) -> str:
    """Return a number as text, to a thousandth."""
    return f"{round(value, 3) + 0.0:g}"


def fill(rings: Iterable[Sequence[Point]], places: int = PLACES, **style: Any) -> Element:
    """Return closed rings as one shape; a ring inside another is a hole."""
    return _shape("path", style, d="".join(_ring(tuple(ring), places, "z") for ring in rings))


def lines(courses: Iterable[Sequence[Point]], places: int = PLACES, **style: Any) -> Element:
    """Return lines through points; their ends are round as the viewport sets it."""
    return _shape("path", style, d="".join(_ring(tuple(course), places, "") for course in courses))


def stroke(courses: Iterable[Sequence[Point]], width: float, places: int = PLACES, **style: Any) -> Element:
    """Return lines through points that enclose nothing; their width is in units."""
    return lines(courses, places, fill="none", stroke_width=number(width), **style)


def curve(start: Point, bend: Point, end: Point, width: float, **style: Any) -> Element:
    """Return a line that bends towards a point; its width is in units."""
    points = " ".join(number(value) for point in (start, bend, end) for value in point)
    x, y, rest = points.split(" ", 2)
    return _shape("path", style, d=f"M{x} {y}Q{rest}", fill="none", stroke_width=number(width))


def _shape(tag: str, style: dict[str, Any], **geometry: str) -> Element:
    """Return a shape; its style may have a title that says what it is."""
    title = style.pop("title", "")
    return element(tag, *([element("title", str(title))] if title else []), **geometry, **attributes(style))


def attributes(style: dict[str, Any]) -> dict[str, Any]:
    """Return a style with its colours in the form of SVG."""
    return {name: hexadecimal(value) if isinstance(value, tuple) else value for name, value in style.items()}


@lru_cache(4096)
def _ring(ring: tuple[Point, ...], places: int, end: str) -> str:
    """Return points as a part of a path: an absolute point, then steps, which are shorter."""
    scale: int = 10**places
    spots = [(round(x * scale), round(y * scale)) for x, y in ring]
    (x, y), parts = spots[0], [f"M{number(spots[0][0] / scale)} {number(spots[0][1] / scale)}l"]
    for right, down in spots[1:]:
        if (right, down) != (x, y):
            parts += [_step(right - x, places), _step(down - y, places)]
            x, y = right, down
    # A sign or a second point within a number begins the next one, so many numbers need no space between them.
    text, before = parts[0], "."
    for part in parts[1:]:
        apart = "" if part[0] == "-" or (part[0] == "." and "." in before) or text[-1] == "l" else " "
        text, before = f"{text}{apart}{part}", part
    return text.removesuffix("l") + end


@lru_cache(4096)
def _step(step: int, places: int) -> str:
    """Return a whole number of the last decimal place as text, without a zero before the point."""
    text = f"{step / 10**places:g}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def disc(at: Point, radius: float, **style: Any) -> Element:
    """Return a disc."""
    return _shape("circle", style, cx=number(at[0]), cy=number(at[1]), r=number(radius))


def ellipse(at: Point, size: Point, **style: Any) -> Element:
    """Return an ellipse of a width and height around a point."""
    radii = {"rx": number(size[0] / 2), "ry": number(size[1] / 2)}
    return _shape("ellipse", style, cx=number(at[0]), cy=number(at[1]), **radii)


def box(corner: Point, size: Point, radius: float = 0.5, **style: Any) -> Element:
    """Return a box with rounded corners; `corner` is its upper left."""
    place = {"x": number(corner[0]), "y": number(corner[1])}
    if radius:
        place["rx"] = number(radius)
    return _shape("rect", style, **place, width=number(size[0]), height=number(size[1]))


def group(*inside: Element, **style: Any) -> Element:
    """Return elements as one, in one style and with one title."""
    drawing = _shape("g", style)
    drawing.extend(inside)
    return drawing


def use(name: str, at: Point = (0.0, 0.0), size: float = 1.0, **style: Any) -> Element:
    """Return a symbol in another place and size; symbols are defined around 0."""
    x, y = map(number, at)
    place: dict[str, Any] = {}
    if size != 1:
        place["transform"] = f"translate({x} {y})scale({number(size)})"
    elif at != (0.0, 0.0):
        place |= {"x": x, "y": y}
    return element("use", href=f"#{name}", **place, **attributes(style))
