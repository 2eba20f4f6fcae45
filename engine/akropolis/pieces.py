"""The printed tiles of Akropolis and the setup for each number of players."""

from typing import NamedTuple

KINDS = ("houses", "markets", "barracks", "temples", "gardens")
QUARRY = "quarry"

#: Stars of a plaza, by kind.
STARS = {"houses": 1, "markets": 2, "barracks": 2, "temples": 2, "gardens": 3}

#: The options: each kind's districts may count double, and `long` is the game with all tiles.
OPTIONS = (*KINDS, "long")

#: The start tile: a plaza with a quarry on every second side.
START_TILE = {(0, 0): "houses*", (1, 0): "quarry", (-1, 1): "quarry", (0, -1): "quarry"}


class Setup(NamedTuple):
    """The setup of a table: the number of open tiles, of face-down stacks, and of tiles in a stack."""

    market: int
    stacks: int
    stack: int


#: The setup by the number of players and whether the game is long.
SETUPS = {
    (2, False): Setup(4, 11, 3),
    (3, False): Setup(5, 11, 4),
    (4, False): Setup(6, 11, 5),
    (2, True): Setup(4, 19, 3),
    (3, True): Setup(5, 14, 4),
}


class Tile(NamedTuple):
    """One tile: the smallest number of players that use it, and its hexes clockwise; `*` marks a plaza."""

    players: int
    hexes: tuple[str, ...]


def _tile(text: str) -> Tile:
    players, *hexes = text.split()
    return Tile(int(players), tuple(hexes))


#: The tiles by number.
TILES = {
    number: _tile(text)
    for number, text in (
        (1, "2 quarry quarry houses*"),
        (2, "2 quarry quarry houses*"),
        (3, "2 quarry quarry markets*"),
        (4, "3 quarry quarry markets*"),
        (5, "2 gardens quarry houses*"),
        (6, "2 barracks quarry markets*"),
        (7, "2 quarry quarry houses*"),
        (8, "2 houses quarry temples*"),
        (9, "2 quarry quarry temples*"),
        (10, "3 quarry quarry temples*"),
        (11, "4 quarry quarry barracks*"),
        (12, "2 quarry quarry barracks*"),
        (13, "2 quarry quarry gardens*"),
        (14, "2 houses quarry barracks*"),
        (15, "3 temples markets houses*"),
        (16, "2 barracks temples houses"),
        (17, "4 quarry markets houses*"),
        (18, "4 quarry temples markets*"),
        (19, "3 quarry houses barracks*"),
        (20, "2 houses temples barracks*"),
        (21, "2 temples houses markets*"),
        (22, "2 quarry houses gardens*"),
        (23, "2 markets barracks houses*"),
        (24, "2 houses gardens markets*"),
        (25, "2 markets houses barracks*"),
        (26, "2 gardens markets houses"),
        (27, "2 houses barracks temples*"),
        (28, "2 houses quarry gardens*"),
        (29, "3 houses houses quarry"),
        (30, "4 houses houses quarry"),
        (31, "3 barracks gardens quarry"),
        (32, "2 temples barracks quarry"),
        (33, "4 houses barracks quarry"),
        (34, "4 barracks houses quarry"),
        (35, "2 houses houses quarry"),
        (36, "2 markets barracks quarry"),
        (37, "2 barracks markets quarry"),
        (38, "4 houses markets quarry"),
        (39, "2 temples markets quarry"),
        (40, "2 markets temples quarry"),
        (41, "2 markets gardens quarry"),
        (42, "3 temples houses quarry"),
        (43, "4 gardens houses quarry"),
        (44, "4 houses temples quarry"),
        (45, "3 markets houses quarry"),
        (46, "2 quarry quarry gardens"),
        (47, "4 quarry quarry barracks"),
        (48, "2 quarry quarry temples"),
        (49, "2 quarry quarry markets"),
        (50, "2 markets houses quarry"),
        (51, "3 houses markets quarry"),
        (52, "2 temples markets houses"),
        (53, "2 gardens barracks houses"),
        (54, "3 markets barracks houses"),
        (55, "3 houses barracks gardens*"),
        (56, "4 markets houses gardens*"),
        (57, "2 quarry houses temples*"),
        (58, "4 houses markets temples*"),
        (59, "3 quarry quarry houses"),
        (60, "2 houses barracks quarry"),
        (61, "2 barracks markets quarry"),
    )
}


def tiles_in_play(players: int, *, long: bool) -> tuple[int, ...]:
    """Return the numbers of the tiles in play in ascending order."""
    return tuple(number for number, tile in TILES.items() if long or tile.players <= players)
