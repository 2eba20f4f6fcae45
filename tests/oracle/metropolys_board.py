"""The printed board of Metropolys: districts, types, adjacency, bridges, lakes, statues, border; and other boards."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any

DISTRICTS: dict[str, list[str]] = {
    "C": "C1 C2 C3 C4 C5 C6 C7 C8 C9 C10 C11 C12 C13 C14 C15".split(),
    "N": "N1 N2 N3 N4 N5 N6 N7 N8 N9 N10".split(),
    "E": "E1 E2 E3 E4 E5 E6 E7 E8 E9 E10".split(),
    "S": "S1 S2 S3 S4 S5 S6 S7 S8 S9 S10".split(),
    "W": "W1 W2 W3 W4 W5 W6 W7 W8 W9 W10".split(),
}

NAMES: list[str] = [name for names in DISTRICTS.values() for name in names]

TYPES: dict[str, list[str]] = {
    "industry": "C1 C5 C12 N1 N3 E1 E7 S2 S8 W4 W5".split(),
    "park": "C6 C8 C10 N4 N5 E5 E10 S1 S5 W7 W9".split(),
    "housing": "C2 C9 C15 N6 N10 E2 E4 S3 S6 W3 W6".split(),
    "shopping": "C3 C11 C13 N7 N8 E3 E8 S4 S9 W1 W10".split(),
    "administration": "C4 C7 C14 N2 N9 E6 E9 S7 S10 W2 W8".split(),
}

ADJACENT: dict[str, list[str]] = {
    "C1": "C3 C4 N5 N8".split(),
    "C2": "C3 C8 W5".split(),
    "C3": "C1 C2 C4".split(),
    "C4": "C1 C3 C5 C10".split(),
    "C5": "C4 C6 C10".split(),
    "C6": "C5 C7 C11 E6".split(),
    "C7": "C6 N10 E1".split(),
    "C8": "C2 C9 C13 W8".split(),
    "C9": "C8 C10".split(),
    "C10": "C4 C5 C9 C11".split(),
    "C11": "C6 C10 C12 C14 C15".split(),
    "C12": "C11".split(),
    "C13": "C8 C14 S2".split(),
    "C14": "C11 C13 C15 S4".split(),
    "C15": "C11 C14 E9 S5".split(),
    "N1": "N2 N5 W1".split(),
    "N2": "N1 N3 N6".split(),
    "N3": "N2 N4 N8 N9".split(),
    "N4": "N3 N9 E2".split(),
    "N5": "C1 N1 N6 W3".split(),
    "N6": "N2 N5 N7 N8".split(),
    "N7": "N6".split(),
    "N8": "C1 N3 N6".split(),
    "N9": "N3 N4 N10 E1".split(),
    "N10": "C7 N9".split(),
    "E1": "C7 N9 E2 E3".split(),
    "E2": "N4 E1 E5".split(),
    "E3": "E1 E4 E5 E6".split(),
    "E4": "E3".split(),
    "E5": "E2 E3 E7".split(),
    "E6": "C6 E3 E7 E8".split(),
    "E7": "E5 E6 E8".split(),
    "E8": "E6 E7 E9 E10".split(),
    "E9": "C15 E8 E10 S5 S9".split(),
    "E10": "E8 E9 S10".split(),
    "S1": "S2".split(),
    "S2": "C13 S1 S3 S7 W8 W10".split(),
    "S3": "S2 S4 S7".split(),
    "S4": "C14 S3 S5 S8".split(),
    "S5": "C15 E9 S4 S8".split(),
    "S6": "S7 W9".split(),
    "S7": "S2 S3 S6 S8".split(),
    "S8": "S4 S5 S7 S9".split(),
    "S9": "E9 S8 S10".split(),
    "S10": "E10 S9".split(),
    "W1": "N1 W2 W3".split(),
    "W2": "W1 W3 W4".split(),
    "W3": "N5 W1 W2 W4 W5".split(),
    "W4": "W2 W3 W7".split(),
    "W5": "C2 W3 W8".split(),
    "W6": "W7 W9".split(),
    "W7": "W4 W6 W8 W10".split(),
    "W8": "C8 S2 W5 W7 W10".split(),
    "W9": "S6 W6 W10".split(),
    "W10": "S2 W7 W8 W9".split(),
}

BRIDGES: list[list[str]] = [
    "C1 N5".split(),
    "C1 N8".split(),
    "C2 W5".split(),
    "C6 E6".split(),
    "C7 N10".split(),
    "C7 E1".split(),
    "C8 W8".split(),
    "C13 S2".split(),
    "C14 S4".split(),
    "C15 E9".split(),
    "C15 S5".split(),
    "N1 W1".split(),
    "N4 E2".split(),
    "N5 W3".split(),
    "N9 E1".split(),
    "E9 S5".split(),
    "E9 S9".split(),
    "E10 S10".split(),
    "S2 W8".split(),
    "S2 W10".split(),
    "S6 W9".split(),
]

LAKES: list[list[str]] = [
    "C2 C3 C4 C8 C9 C10".split(),
    "C8 C9 C10 C11 C13 C14".split(),
    "N1 N2 N5 N6 N7".split(),
    "E3 E4 E5 E6 E7".split(),
    "S3 S4 S7 S8".split(),
    "W3 W4 W5 W7 W8".split(),
]

STATUES: list[list[str]] = [
    "C1 C3 C4".split(),
    "C4 C5 C10".split(),
    "C11 C14 C15".split(),
    "N3 N4 N9".split(),
    "E6 E7 E8".split(),
    "E8 E9 E10".split(),
    "S2 S3 S7".split(),
    "S4 S5 S8".split(),
    "W1 W2 W3".split(),
    "W2 W3 W4".split(),
    "W7 W8 W10".split(),
]

BORDER: list[str] = "N1 N2 N3 N4 E2 E5 E7 E8 E10 S6 S7 S8 S9 S10 W1 W2 W4 W6 W7 W9".split()

DEAD_ENDS: list[str] = "C12 N7 E4 S1".split()

Group = frozenset[str]


@dataclass(frozen=True, eq=False)
class Board:
    """A board: what lies where, by the names of the places. It equals itself alone, and so is a key."""

    names: list[str]
    types: dict[str, list[str]]
    adjacent: dict[str, list[str]]
    bridges: list[list[str]]
    lakes: list[list[str]]
    statues: list[list[str]]
    border: list[str]
    dead_ends: list[str]

    @classmethod
    def read(cls, file: dict[str, Any]) -> "Board":
        """Return the board of a file in the form of `--cards`."""
        places = {place["name"]: place for place in file["places"]}
        names = [name for name in NAMES if name in places]
        return cls(
            names,
            {kind: [name for name in names if places[name]["type"] == kind] for kind in TYPES},
            {name: places[name]["adjacent"] for name in names},
            file["bridges"],
            file["lakes"],
            file["statues"],
            [name for name in names if places[name].get("border")],
            [name for name in names if places[name].get("dead_end")],
        )

    def groups(self, area: str) -> list[Group]:
        """Return the groups of an Area card of the expert game."""
        if area == "bridges":
            return [frozenset(bridge) for bridge in self.bridges]
        if area == "statues":
            return [frozenset(statue) for statue in self.statues]
        if area == "lakes":
            return [frozenset(triple) for lake in self.lakes for triple in combinations(lake, 3)]
        return [frozenset(triple) for triple in combinations(self.names, 3) if self.is_chain(set(triple))]

    def is_chain(self, trio: set[str]) -> bool:
        """Return whether three places are connected: one of them is adjacent to both others."""
        return any(trio - {middle} <= set(self.adjacent[middle]) for middle in trio)


PRINTED = Board(NAMES, TYPES, ADJACENT, BRIDGES, LAKES, STATUES, BORDER, DEAD_ENDS)
#: The boards by the name that deals give them; tests add their own.
BOARDS = {"printed": PRINTED}
