"""The colours of the board of Metropolys in every medium."""

from urbanist.bots.table.kit.colour import WHITE, Colour

COUNTRYSIDE: Colour = (214, 222, 200)
RIVER: Colour = (74, 144, 199)
LAKE: Colour = (120, 188, 222)
STONE: Colour = (122, 96, 66)
#: What lies in a district that is not in play.
ABSENT_STREET: Colour = (214, 213, 208)
ABSENT_LAND: Colour = (200, 199, 195)
ABSENT_INK: Colour = (140, 140, 136)

#: The ground of a type, and its letter.
LAND: dict[str, tuple[Colour, Colour]] = {
    "industry": ((226, 168, 132), (134, 62, 22)),
    "park": ((168, 207, 136), (44, 98, 24)),
    "housing": ((244, 221, 138), (118, 88, 0)),
    "shopping": ((230, 174, 206), (134, 36, 96)),
    "administration": ((182, 194, 222), (52, 72, 128)),
}
#: The streets of a district, and its name.
DISTRICT: dict[str, tuple[Colour, Colour]] = {
    "C": ((252, 240, 200), (140, 98, 10)),
    "N": ((222, 236, 246), (50, 92, 124)),
    "E": ((250, 226, 214), (150, 70, 36)),
    "S": ((222, 240, 212), (52, 100, 36)),
    "W": ((234, 224, 246), (92, 66, 134)),
}
#: The ground of a token, and its sign.
TOKEN: dict[str, tuple[Colour, Colour]] = {
    "trendy": ((250, 190, 20), (60, 40, 0)),
    "metro": ((30, 80, 170), WHITE),
    "ruins": ((66, 60, 56), (236, 226, 210)),
}


def district_colours(letter: str, districts: str) -> tuple[Colour, Colour]:
    """Return the colours of the streets and the name of a district; grey if it is not in play."""
    return DISTRICT[letter] if letter in districts else (ABSENT_STREET, ABSENT_INK)


def land_colours(kind: str, *, in_play: bool) -> tuple[Colour, Colour]:
    """Return the colours of the ground and the letter of a type; grey if it is not in play."""
    return LAND[kind] if in_play else (ABSENT_LAND, ABSENT_INK)
