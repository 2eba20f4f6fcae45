"""The printed tiles of Akropolis and the setup for each number of players, for the oracle only."""

from dataclasses import dataclass
from typing import Any

#: Stars of the plazas of each kind.
STARS = {"houses": 1, "markets": 2, "barracks": 2, "temples": 2, "gardens": 3}

#: The kind of each plaza.
PLAZAS = {
    "house_plaza": "houses",
    "market_plaza": "markets",
    "barracks_plaza": "barracks",
    "temple_plaza": "temples",
    "garden_plaza": "gardens",
}

#: The start tile, its plaza at the origin.
START_TILE = {(0, 0): "house_plaza", (1, 0): "quarry", (-1, 1): "quarry", (0, -1): "quarry"}

#: The numbers of open tiles, of stacks and of tiles in a stack, by players and whether the game is long.
SETUPS = {
    (2, False): (4, 11, 3),
    (3, False): (5, 11, 4),
    (4, False): (6, 11, 5),
    (2, True): (4, 19, 3),
    (3, True): (5, 14, 4),
}

#: Every tile by its number: the smallest number of players that use it, then its hexes clockwise.
TILES = {
    1: (2, "quarry quarry house_plaza"),
    2: (2, "quarry quarry house_plaza"),
    3: (2, "quarry quarry market_plaza"),
    4: (3, "quarry quarry market_plaza"),
    5: (2, "gardens quarry house_plaza"),
    6: (2, "barracks quarry market_plaza"),
    7: (2, "quarry quarry house_plaza"),
    8: (2, "houses quarry temple_plaza"),
    9: (2, "quarry quarry temple_plaza"),
    10: (3, "quarry quarry temple_plaza"),
    11: (4, "quarry quarry barracks_plaza"),
    12: (2, "quarry quarry barracks_plaza"),
    13: (2, "quarry quarry garden_plaza"),
    14: (2, "houses quarry barracks_plaza"),
    15: (3, "temples markets house_plaza"),
    16: (2, "barracks temples houses"),
    17: (4, "quarry markets house_plaza"),
    18: (4, "quarry temples market_plaza"),
    19: (3, "quarry houses barracks_plaza"),
    20: (2, "houses temples barracks_plaza"),
    21: (2, "temples houses market_plaza"),
    22: (2, "quarry houses garden_plaza"),
    23: (2, "markets barracks house_plaza"),
    24: (2, "houses gardens market_plaza"),
    25: (2, "markets houses barracks_plaza"),
    26: (2, "gardens markets houses"),
    27: (2, "houses barracks temple_plaza"),
    28: (2, "houses quarry garden_plaza"),
    29: (3, "houses houses quarry"),
    30: (4, "houses houses quarry"),
    31: (3, "barracks gardens quarry"),
    32: (2, "temples barracks quarry"),
    33: (4, "houses barracks quarry"),
    34: (4, "barracks houses quarry"),
    35: (2, "houses houses quarry"),
    36: (2, "markets barracks quarry"),
    37: (2, "barracks markets quarry"),
    38: (4, "houses markets quarry"),
    39: (2, "temples markets quarry"),
    40: (2, "markets temples quarry"),
    41: (2, "markets gardens quarry"),
    42: (3, "temples houses quarry"),
    43: (4, "gardens houses quarry"),
    44: (4, "houses temples quarry"),
    45: (3, "markets houses quarry"),
    46: (2, "quarry quarry gardens"),
    47: (4, "quarry quarry barracks"),
    48: (2, "quarry quarry temples"),
    49: (2, "quarry quarry markets"),
    50: (2, "markets houses quarry"),
    51: (3, "houses markets quarry"),
    52: (2, "temples markets houses"),
    53: (2, "gardens barracks houses"),
    54: (3, "markets barracks houses"),
    55: (3, "houses barracks garden_plaza"),
    56: (4, "markets houses garden_plaza"),
    57: (2, "quarry houses temple_plaza"),
    58: (4, "houses markets temple_plaza"),
    59: (3, "quarry quarry houses"),
    60: (2, "houses barracks quarry"),
    61: (2, "barracks markets quarry"),
}


@dataclass(frozen=True)
class Data:
    """Tiles and numbers that a game is played with; the stones are those of the first seat, the second and so on."""

    tiles: dict[int, tuple[int, str]]
    setups: dict[tuple[int, bool], tuple[int, int, int]]
    stars: dict[str, int]
    start: dict[tuple[int, int], str]
    stones: tuple[int, ...] = (1, 2, 3, 4)

    @classmethod
    def read(cls, file: dict[str, Any]) -> "Data":
        """Return the data of a file in the form of `--cards`."""
        named = {f"{kind}*": plaza for plaza, kind in PLAZAS.items()}
        return cls(
            {
                tile["id"]: (tile["players"], " ".join(named.get(what, what) for what in tile["hexes"]))
                for tile in file["tiles"]
            },
            {
                (setup["players"], setup["long"]): (setup["market"], setup["stacks"], setup["market"] - 1)
                for setup in file["setups"]
            },
            file["stars"],
            {space: named.get(what, what) for space, what in zip(START_TILE, file["start"], strict=True)},
            tuple(file["stones"]),
        )

    def hexes(self, tile: int) -> list[str]:
        """Return the prints of a tile's hexes, clockwise."""
        return self.tiles[tile][1].split()

    def tiles_in_play(self, players: int, long: bool) -> list[int]:
        """Return the numbers of the tiles in play."""
        return [tile for tile, (least, _) in self.tiles.items() if long or least <= players]


PRINTED = Data(TILES, SETUPS, STARS, START_TILE)
hexes, tiles_in_play = PRINTED.hexes, PRINTED.tiles_in_play
#: The data by the name that deals give them; tests add their own.
DATA = {"printed": PRINTED}
