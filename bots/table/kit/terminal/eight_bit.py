"""The nearest of 256 colours, for terminals that have no more: hues stay apart.

The nearest by red, green and blue has another hue for each lightness of a colour. Here hue counts most.
"""

from functools import cache, lru_cache
from itertools import product
from math import atan2, hypot, pi

from rich.color import Color as Paint
from rich.style import Style

from urbanist.bots.table.kit.colour import Colour


@cache
def eight_bit(colour: Colour) -> Colour:
    """Return the nearest of 256 colours in OKLCH; a colour with a hue keeps one."""
    lightness, chroma, hue = lch(colour)
    if chroma < COLOURLESS:
        return min(SHADES, key=lambda grey: abs(lch(grey)[0] - lightness))

    def difference(other: Colour) -> float:
        light, strong, angle = lch(other)
        apart = (hue - angle + pi) % (2 * pi) - pi
        return (lightness - light) ** 2 + (chroma - strong) ** 2 + HUE * apart**2

    return min(HUES, key=difference)


@lru_cache(4096)
def eight_bit_style(style: Style) -> Style:
    """Return a style in 256 colours."""
    ink, paper = style.color, style.bgcolor
    return style + Style(
        color=None if ink is None else Paint.from_ansi(NUMBER[eight_bit(ink.get_truecolor())]),
        bgcolor=None if paper is None else Paint.from_ansi(NUMBER[eight_bit(paper.get_truecolor())]),
    )


def _linear(colour: Colour) -> tuple[float, float, float]:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (each / 255 for each in colour)
    )
    return red, green, blue


@cache
def lch(colour: Colour) -> tuple[float, float, float]:
    """Return lightness, chroma and hue in OKLCH (Ottosson 2020)."""
    red, green, blue = _linear(colour)
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    a = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    b = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        hypot(a, b),
        atan2(b, a) % (2 * pi),
    )


#: The number of each of 256 colours but the first sixteen, whose looks a terminal may change: a cube, then greys.
STEPS = (0, 95, 135, 175, 215, 255)
NUMBER: dict[Colour, int] = {
    **{(grey, grey, grey): 232 + place for place, grey in enumerate(range(8, 248, 10))},
    **{colour: 16 + place for place, colour in enumerate(product(STEPS, STEPS, STEPS))},
}
#: Below this chroma a colour of 256 is a grey. How much a difference of hue (in radians) counts, both squared.
COLOURLESS, HUE = 0.012, 0.06
SHADES = [colour for colour in NUMBER if lch(colour)[1] < COLOURLESS]
HUES = [colour for colour in NUMBER if lch(colour)[1] >= COLOURLESS]
