"""The components of Metropolys, and the names of the places. What lies where is said by an edition."""

from urbanist.engine.message import Message

DISTRICTS = "CNESW"
DISTRICT_NAMES = {
    "C": Message("Centre"),
    "N": Message("North"),
    "E": Message("East"),
    "S": Message("South"),
    "W": Message("West"),
}
TYPES = ("industry", "park", "housing", "shopping", "administration")
FAMILY_CARDS = ("bridges", "statues", "lakes", "border")
AREA_CARDS = ("bridges", "statues", "lakes", "districts", "chains")
#: Area cards by their number in a record; the family variant deals the first three and the last.
AREAS = (*AREA_CARDS, "border")
VALUES = range(1, 14)

TOKEN_KINDS = ("trendy", "metro", "ruins")

#: The choices of districts that the rules allow, the usual one first: two players leave out two neighbours of the ring
#: N-E-S-W.
ALLOWED_DISTRICTS = {
    2: ("CNE", "CNW", "CES", "CSW"),
    3: ("CNES", "CNEW", "CNSW", "CESW"),
    4: ("CNESW",),
}


#: The names that places may have, in board order. The index is the cell of a place.
NAMES = tuple(f"{letter}{number}" for letter in DISTRICTS for number in range(1, 16 if letter == "C" else 11))
CELLS = {name: cell for cell, name in enumerate(NAMES)}
