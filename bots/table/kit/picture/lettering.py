"""Lines of text in a picture, and their widths.

Readers see DejaVu Sans or Verdana, whose letters have the same widths, or else a font of their system, which is
narrower. `letters.json` has the widths of DejaVu Sans in thousandths of the size; `python -m tests.measure_letters`
writes it.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import accumulate, takewhile
from typing import Any

from urbanist.bots.markup import Element, element
from urbanist.bots.table.kit.picture.brush import BOLD, attributes, number
from urbanist.bots.table.kit.plane import Point

FONTS = "DejaVu Sans,Verdana,Geneva,sans-serif"
#: The distance from the middle of capitals and digits down to their foot, as a share of the size.
FOOT = 0.365
#: The least share of its size to which a name shrinks before it is cut.
LEAST = 0.75
#: The width of a letter that the table lacks.
WIDEST = 1.0


def write(
    at: Point,
    text: str,
    size: float,
    anchor: str = "middle",
    *,
    bold: bool = False,
    length: float | None = None,
    **style: Any,
) -> Element:
    """Return one line of letters `size` units high around the height of a point, by default centred on it.

    If there is a `length`, letters of any font are set so that the line has this length.
    """
    place: dict[str, Any] = {"font_size": number(size)}
    if anchor != "middle":
        place["text_anchor"] = anchor
    if bold:
        place["class_"] = f"{style.pop('class_', '')} {BOLD}".strip()
    if length:
        place |= {"textLength": number(length), "lengthAdjust": "spacingAndGlyphs"}
    return bare(at, text, size, **place, **style)


def bare(at: Point, text: str, size: float, **style: Any) -> Element:
    """Return one line of letters that are `size` units high because the group around them says so."""
    return element("text", text, x=number(at[0]), y=number(at[1] + FOOT * size), **attributes(style))


def width(text: str, size: float, *, bold: bool = False) -> float:
    """Return the width of a written line of this size."""
    widths = _widths(bold)
    return size * sum(widths.get(letter, WIDEST) for letter in text)


@cache
def _widths(bold: bool) -> dict[str, float]:
    """Return the width of each letter of size 1."""
    from importlib.resources import files

    widths = json.loads(files(__package__).joinpath("letters.json").read_text(encoding="utf-8"))
    rows = widths["bold" if bold else "normal"].items()
    return {letter: int(wide) / 1000 for wide, letters in rows for letter in letters}


def fitted(name: str, size: float, room: float, *, bold: bool = False) -> tuple[str, float]:
    """Return a name and its size so that it fits: up to a quarter smaller, and then cut."""
    full = width(name, size, bold=bold)
    if full <= room:
        return name, size
    if LEAST * full <= room:
        return name, size * room / full
    size *= LEAST
    ends = accumulate(
        (width(letter, size, bold=bold) for letter in name), initial=width("…", size, bold=bold)
    )
    next(ends)
    kept = sum(1 for _ in takewhile(lambda end: end <= room, ends))
    return name[:kept].rstrip() + "…", size


#: What draws a sign around a point.
Sign = Callable[[Point], Element]


def legend_row(
    at: Point, step: float, size: float, signs: Iterable[tuple[str, Sign]], text: float = 2.6
) -> Iterator[Element]:
    """Yield signs side by side, each `step` from the one before; behind a sign its meaning begins `text` from it."""
    for place, (meaning, sign) in enumerate(signs):
        x, y = at[0] + place * step, at[1]
        yield sign((x, y))
        said, high = fitted(meaning, size, step - text - 1.8)
        yield write((x + text, y), said, high, "start")
