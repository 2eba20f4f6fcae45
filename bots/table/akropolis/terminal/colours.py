"""The colours of a city in a terminal, as red, green and blue."""

from urbanist.bots.table.akropolis.model.colours import KIND
from urbanist.bots.table.kit.colour import BLACK, FRESH, WHITE, Colour, blend, paler
from urbanist.engine.akropolis.city_record import Hex, Space

#: How much darker a hex is than its neighbours, which by turns stand out from each other.
SHADES = (0.0, 0.06, 0.12)


def letter(top: Hex) -> str:
    """Return the letter of a hex: the first of its kind, a capital for a plaza."""
    return top.kind[0].upper() if top.plaza else top.kind[0]


def ground(top: Hex, space: Space) -> Colour:
    """Return the colour of a hex at its place: stronger the higher it lies, a plaza's full and deep."""
    shade = SHADES[(space[0] - space[1]) % 3]
    if top.plaza:
        return blend(KIND[top.kind], BLACK, shade)
    strength = min(0.86, 0.34 + 0.15 * (max(top.height, 1) - 1))
    if top.kind == "quarry":
        strength = min(0.8, 0.42 + 0.1 * (max(top.height, 1) - 1))
    return blend(paler(KIND[top.kind], strength), BLACK, shade)


def fresh_ground(space: Space) -> Colour:
    """Return the colour of a hex that was laid last."""
    return blend(FRESH, BLACK, SHADES[(space[0] - space[1]) % 3])


def ink(top: Hex) -> Colour:
    """Return the colour of what is written on a hex."""
    return WHITE if top.plaza else blend(KIND[top.kind], BLACK, 0.72)


def fresh_ink(top: Hex) -> Colour:
    """Return the colour of what is written on a hex that was laid last."""
    return blend(KIND[top.kind], BLACK, 0.6)
