"""The colours of a city in a terminal, as red, green and blue."""

from urbanist.bots.table.akropolis.model.colours import KIND
from urbanist.bots.table.akropolis.text import names
from urbanist.bots.table.kit.colour import BLACK, FRESH, WHITE, Colour, blend, paler
from urbanist.engine.akropolis.city_record import Hex, Space

#: How much darker a hex is; the shades alternate so that neighbours differ.
SHADES = (0.0, 0.06, 0.12)


def letter(top: Hex) -> str:
    """Return the letter of a hex: that of its kind, a capital for a plaza."""
    small = names.letter(top.kind)
    return small.upper() if top.plaza else small


def ground(top: Hex, space: Space) -> Colour:
    """Return the colour of a hex at its place: full and deep for a plaza, else stronger with the height."""
    shade = SHADES[(space[0] - space[1]) % 3]
    if top.plaza:
        return blend(KIND[top.kind], BLACK, shade)
    strength = min(0.86, 0.34 + 0.15 * (max(top.height, 1) - 1))
    if top.kind == "quarry":
        strength = min(0.8, 0.42 + 0.1 * (max(top.height, 1) - 1))
    return blend(paler(KIND[top.kind], strength), BLACK, shade)


def fresh_ground(space: Space) -> Colour:
    """Return the colour of a hex of the last tile."""
    return blend(FRESH, BLACK, SHADES[(space[0] - space[1]) % 3])


def ink(top: Hex) -> Colour:
    """Return the colour of text on a hex."""
    return WHITE if top.plaza else blend(KIND[top.kind], BLACK, 0.72)


def fresh_ink(top: Hex) -> Colour:
    """Return the colour of text on a hex of the last tile."""
    return blend(KIND[top.kind], BLACK, 0.6)
