"""The colours of what is built, and the letters and signs that go with them, in every medium."""

from urbanist.bots.table.kit.colour import Colour
from urbanist.engine.warszawa.edition import OBJECTS

STREET: Colour = (216, 205, 176)

#: The ground of a building by its type, and what is written on it.
TYPE: dict[str, tuple[Colour, Colour]] = {
    "industrial": ((186, 184, 182), (52, 50, 48)),
    "service": ((250, 208, 96), (104, 68, 0)),
    "residential": ((240, 176, 142), (122, 44, 16)),
    "representative": ((210, 182, 232), (84, 36, 118)),
    "cultural": ((246, 170, 196), (132, 16, 72)),
    "transport": ((150, 212, 212), (0, 76, 84)),
    "metro": ((70, 70, 80), (255, 255, 255)),
    "bridge": ((120, 94, 64), (255, 255, 255)),
}
#: The letter of each object; representative has that of a palace.
LETTER = dict(zip(OBJECTS, "ISRPCTMB", strict=True))
#: What stands beside the letter of a building whose function goes on working, and of one with a function left to use.
LASTING = {"socrealism": "s", "modernism": "m", "storage": "4", "thrift": "t"}
READY = "!"
