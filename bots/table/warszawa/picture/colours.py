"""The colours of a Warszawa picture."""

from urbanist.bots.table.kit.colour import BLACK, blend, hexadecimal
from urbanist.bots.table.warszawa.model import signs

SHADOW = "#3A3428"
COUNTRYSIDE = "#E3EAD6"
RIVER, BANK = "#7FB4DC", "#4F86AB"
STONE, STONE_EDGE = "#D8C6A4", "#7A6245"
TREE = "#8DB072"
#: What was built by a seat that is not known.
UNKNOWN = "#605C68"
PLACE_INK, RUBBLE_INK = "#6F737A", "#5B4E42"
FUND, FUND_EDGE = "#F2BE3B", "#A87A10"
CONCRETE = ("#E3E5E8", "#B4B9C0", "#949AA3")
BROKEN = ("#A3806A", "#8B6852", "#B99883")

STREET = hexadecimal(signs.STREET)
URBAN, SUBURBAN, RUBBLE = "#F4ECD6", "#D4E4BE", "#BCB0A2"
#: By object: its ground, the sign on it, and its wall.
TYPE = {
    kind: (hexadecimal(ground), hexadecimal(ink), hexadecimal(blend(ground, BLACK, 0.32)))
    for kind, (ground, ink) in signs.TYPE.items()
}
