"""The colours of an Akropolis picture."""

from urbanist.bots.table.akropolis.model import colours
from urbanist.bots.table.kit.colour import BLACK, WHITE, blend, hexadecimal, paler
from urbanist.engine.akropolis.city_record import Hex

SHADOW = "#3A3428"
STONE, STONE_EDGE = "#A49E94", "#6D675E"
WATER, WATER_EDGE = "#A9D3E4", "#8DBFD3"

KIND = {kind: hexadecimal(colour) for kind, colour in colours.KIND.items()}


def face(top: Hex) -> str:
    """Return the colour of a hex seen from above: full for a plaza, else stronger with the height."""
    colour = colours.KIND[top.kind]
    if top.plaza:
        return hexadecimal(colour)
    if top.kind == "quarry":
        return hexadecimal(paler(colour, min(0.8, 0.36 + 0.1 * max(0, top.height - 1))))
    return hexadecimal(paler(colour, min(0.8, 0.34 + 0.13 * max(0, top.height - 1))))


def wall(top: Hex, *, east: bool) -> str:
    """Return the colour of a hex's south-western wall, or the darker one of its south-eastern wall."""
    colour = blend(colours.KIND[top.kind], WHITE, 0.0 if top.plaza else 0.28)
    return hexadecimal(blend(colour, BLACK, 0.45 if east else 0.3))


def ink(top: Hex) -> str:
    """Return the colour of signs on a hex."""
    return "#FFFFFF" if top.plaza else hexadecimal(blend(colours.KIND[top.kind], BLACK, 0.45))
