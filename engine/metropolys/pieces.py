"""The printed board and the components of Metropolys.

Neighbourhoods are listed in board order: C1-C15, then N, E, S and W 1-10 each. The index in the list is the cell.
"""

from typing import NamedTuple

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


class Neighbourhood(NamedTuple):
    """One neighbourhood of the board; `adjacent` names its neighbours by land or bridge."""

    name: str
    type: str
    adjacent: str
    border: bool = False
    dead_end: bool = False


def _groups(*names: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(group.split()) for group in names)


BOARD = (
    Neighbourhood("C1", "industry", "C3 C4 N5 N8"),
    Neighbourhood("C2", "housing", "C3 C8 W5"),
    Neighbourhood("C3", "shopping", "C1 C2 C4"),
    Neighbourhood("C4", "administration", "C1 C3 C5 C10"),
    Neighbourhood("C5", "industry", "C4 C6 C10"),
    Neighbourhood("C6", "park", "C5 C7 C11 E6"),
    Neighbourhood("C7", "administration", "C6 N10 E1"),
    Neighbourhood("C8", "park", "C2 C9 C13 W8"),
    Neighbourhood("C9", "housing", "C8 C10"),
    Neighbourhood("C10", "park", "C4 C5 C9 C11"),
    Neighbourhood("C11", "shopping", "C6 C10 C12 C14 C15"),
    Neighbourhood("C12", "industry", "C11", dead_end=True),
    Neighbourhood("C13", "shopping", "C8 C14 S2"),
    Neighbourhood("C14", "administration", "C11 C13 C15 S4"),
    Neighbourhood("C15", "housing", "C11 C14 E9 S5"),
    Neighbourhood("N1", "industry", "N2 N5 W1", border=True),
    Neighbourhood("N2", "administration", "N1 N3 N6", border=True),
    Neighbourhood("N3", "industry", "N2 N4 N8 N9", border=True),
    Neighbourhood("N4", "park", "N3 N9 E2", border=True),
    Neighbourhood("N5", "park", "C1 N1 N6 W3"),
    Neighbourhood("N6", "housing", "N2 N5 N7 N8"),
    Neighbourhood("N7", "shopping", "N6", dead_end=True),
    Neighbourhood("N8", "shopping", "C1 N3 N6"),
    Neighbourhood("N9", "administration", "N3 N4 N10 E1"),
    Neighbourhood("N10", "housing", "C7 N9"),
    Neighbourhood("E1", "industry", "C7 N9 E2 E3"),
    Neighbourhood("E2", "housing", "N4 E1 E5", border=True),
    Neighbourhood("E3", "shopping", "E1 E4 E5 E6"),
    Neighbourhood("E4", "housing", "E3", dead_end=True),
    Neighbourhood("E5", "park", "E2 E3 E7", border=True),
    Neighbourhood("E6", "administration", "C6 E3 E7 E8"),
    Neighbourhood("E7", "industry", "E5 E6 E8", border=True),
    Neighbourhood("E8", "shopping", "E6 E7 E9 E10", border=True),
    Neighbourhood("E9", "administration", "C15 E8 E10 S5 S9"),
    Neighbourhood("E10", "park", "E8 E9 S10", border=True),
    Neighbourhood("S1", "park", "S2", dead_end=True),
    Neighbourhood("S2", "industry", "C13 S1 S3 S7 W8 W10"),
    Neighbourhood("S3", "housing", "S2 S4 S7"),
    Neighbourhood("S4", "shopping", "C14 S3 S5 S8"),
    Neighbourhood("S5", "park", "C15 E9 S4 S8"),
    Neighbourhood("S6", "housing", "S7 W9", border=True),
    Neighbourhood("S7", "administration", "S2 S3 S6 S8", border=True),
    Neighbourhood("S8", "industry", "S4 S5 S7 S9", border=True),
    Neighbourhood("S9", "shopping", "E9 S8 S10", border=True),
    Neighbourhood("S10", "administration", "E10 S9", border=True),
    Neighbourhood("W1", "shopping", "N1 W2 W3", border=True),
    Neighbourhood("W2", "administration", "W1 W3 W4", border=True),
    Neighbourhood("W3", "housing", "N5 W1 W2 W4 W5"),
    Neighbourhood("W4", "industry", "W2 W3 W7", border=True),
    Neighbourhood("W5", "industry", "C2 W3 W8"),
    Neighbourhood("W6", "housing", "W7 W9", border=True),
    Neighbourhood("W7", "park", "W4 W6 W8 W10", border=True),
    Neighbourhood("W8", "administration", "C8 S2 W5 W7 W10"),
    Neighbourhood("W9", "park", "S6 W6 W10", border=True),
    Neighbourhood("W10", "shopping", "S2 W7 W8 W9"),
)

NAMES = tuple(place.name for place in BOARD)
CELLS = {name: cell for cell, name in enumerate(NAMES)}

#: The two ends of each bridge.
BRIDGES = _groups(
    "C1 N5",
    "C1 N8",
    "C2 W5",
    "C6 E6",
    "C7 N10",
    "C7 E1",
    "C8 W8",
    "C13 S2",
    "C14 S4",
    "C15 E9",
    "C15 S5",
    "N1 W1",
    "N4 E2",
    "N5 W3",
    "N9 E1",
    "E9 S5",
    "E9 S9",
    "E10 S10",
    "S2 W8",
    "S2 W10",
    "S6 W9",
)

#: The three neighbourhoods around each statue.
STATUES = _groups(
    "C1 C3 C4",
    "C4 C5 C10",
    "C11 C14 C15",
    "N3 N4 N9",
    "E6 E7 E8",
    "E8 E9 E10",
    "S2 S3 S7",
    "S4 S5 S8",
    "W1 W2 W3",
    "W2 W3 W4",
    "W7 W8 W10",
)

#: The shore of each lake.
LAKES = _groups(
    "C2 C3 C4 C8 C9 C10",
    "C8 C9 C10 C11 C13 C14",
    "N1 N2 N5 N6 N7",
    "E3 E4 E5 E6 E7",
    "S3 S4 S7 S8",
    "W3 W4 W5 W7 W8",
)
