"""The colours of the map in a terminal, as red, green and blue; they are stronger than those of the picture."""

from urbanist.bots.table.kit.colour import Colour

INK: Colour = (33, 37, 48)
WHITE: Colour = (255, 255, 255)
PAPER: Colour = (250, 248, 240)
RIVER: Colour = (74, 144, 199)
LAKE: Colour = (120, 188, 222)
WAVE: Colour = (206, 234, 248)
STONE: Colour = (122, 96, 66)
BRONZE: Colour = (105, 62, 20)
COUNTRYSIDE: Colour = (214, 222, 200)
ABSENT_STREET: Colour = (214, 213, 208)
ABSENT_LAND: Colour = (200, 199, 195)
ABSENT_INK: Colour = (140, 140, 136)
#: The names of places where a rival may bid.
RIVAL: Colour = (255, 160, 40)

#: Land by type.
LAND: dict[str, Colour] = {
    "industry": (226, 168, 132),
    "park": (168, 207, 136),
    "housing": (244, 221, 138),
    "shopping": (230, 174, 206),
    "administration": (182, 194, 222),
}

#: The letter of a type, on its land.
TYPE_INK: dict[str, Colour] = {
    "industry": (134, 62, 22),
    "park": (44, 98, 24),
    "housing": (118, 88, 0),
    "shopping": (134, 36, 96),
    "administration": (52, 72, 128),
}

#: The streets of a district, and its name.
DISTRICT: dict[str, tuple[Colour, Colour]] = {
    "C": ((252, 240, 200), (140, 98, 10)),
    "N": ((222, 236, 246), (50, 92, 124)),
    "E": ((250, 226, 214), (150, 70, 36)),
    "S": ((222, 240, 212), (52, 100, 36)),
    "W": ((234, 224, 246), (92, 66, 134)),
}

#: Tokens: ground and ink.
TOKEN: dict[str, tuple[Colour, Colour]] = {
    "trendy": ((250, 190, 20), (60, 40, 0)),
    "metro": ((30, 80, 170), WHITE),
    "ruins": ((66, 60, 56), (236, 226, 210)),
}
