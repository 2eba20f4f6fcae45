"""The colours of the map in a terminal, as red, green and blue."""

from urbanist.bots.table.kit.colour import Colour

INK: Colour = (38, 36, 44)
FAINT: Colour = (104, 98, 80)
URBAN: Colour = (252, 248, 226)
SUBURBAN: Colour = (194, 222, 166)
RUBBLE: Colour = (206, 176, 142)
RUBBLE_INK: Colour = (66, 48, 36)
RIVER: Colour = (92, 158, 208)
#: What was built by a seat that is not known.
UNKNOWN: Colour = (96, 92, 104)
TUNNEL: Colour = (40, 40, 48)
SITE: Colour = (142, 40, 0)
