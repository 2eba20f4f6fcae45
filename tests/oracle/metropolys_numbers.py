"""The numbers of the rules of Metropolys, for the oracle only: points, and tokens on the board."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Numbers:
    """Points by what brings them, tokens of each kind by the number of players, tokens in the centre and outside."""

    points: dict[str, int]
    tokens: dict[int, dict[str, int]]
    centre: int
    outer: int

    @classmethod
    def read(cls, file: dict[str, Any]) -> "Numbers":
        """Return the numbers of a file in the form of `--cards`."""
        tokens = file["tokens"]
        return cls(file["points"], {n: tokens[str(n)] for n in (2, 3, 4)}, tokens["centre"], tokens["outer"])


PRINTED = Numbers(
    {
        "trendy": 3,
        "metro": 1,
        "metro_card": 3,
        "ruins": -1,
        "ruins_card": -2,
        "family": 3,
        "tallest": 5,
        "type": 2,
        "bridges": 4,
        "statues": 7,
        "lakes": 5,
        "districts": 4,
        "chains": 4,
    },
    {
        4: {"trendy": 9, "metro": 9, "ruins": 9},
        3: {"trendy": 8, "metro": 7, "ruins": 7},
        2: {"trendy": 5, "metro": 6, "ruins": 6},
    },
    centre=7,
    outer=5,
)
#: The numbers by the name that deals give them; tests add their own.
DATA = {"printed": PRINTED}
