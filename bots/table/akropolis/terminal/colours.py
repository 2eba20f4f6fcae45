"""The colours of a city in a terminal, as red, green and blue."""

from urbanist.bots.table.kit.colour import BLACK, WHITE, Colour, blend, paler
from urbanist.engine.akropolis.city_record import Hex, Space

#: What was laid last, whatever the terminal's own ground.
FRESH: Colour = (132, 238, 222)

#: Each kind in full colour: its plazas; its districts are paler, the lower the more.
KIND: dict[str, Colour] = {
    "houses": (40, 104, 178),
    "markets": (222, 164, 16),
    "barracks": (196, 52, 46),
    "temples": (132, 70, 168),
    "gardens": (58, 138, 60),
    "quarry": (134, 130, 124),
}
#: A kind's letter: small for a district, capital for a plaza.
LETTER = {kind: kind[0] for kind in KIND}

#: How much darker a hex is than its neighbours, which by turns stand out from each other.
SHADES = (0.0, 0.06, 0.12)


def letter(top: Hex) -> str:
    """Return the letter of a hex."""
    return LETTER[top.kind].upper() if top.plaza else LETTER[top.kind]


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
