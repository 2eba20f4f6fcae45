"""The colours of buildings, and their letters and signs, in every medium."""

from urbanist.bots.table.kit.colour import Colour

STREET: Colour = (216, 205, 176)

#: The ground of a building and the ink on it, by its type.
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
#: The signs beside a building's letter: for a function that always works, and for one that is still unused.
LASTING = {"socrealism": "s", "modernism": "m", "storage": "4", "thrift": "t"}
READY = "!"
