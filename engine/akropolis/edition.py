"""An edition of Akropolis: its tiles, and the numbers of the rules.

The program comes with the edition `printed.json`, which has what is printed in the game. A file of the same form brings
other tiles and numbers: see `edition_of`.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from msgspec import Meta

from urbanist.engine.edition import (
    Form,
    Name,
    check_numbered,
    check_sections,
    decoded,
    entries,
    formed,
    section,
)
from urbanist.engine.notation import CardFile, NotationError, miscounted

PRINTED = Path(__file__).parent / "printed.json"
MAX_TILES = 61  # an observation has a number for each, and a city has room for 30

#: Tables by their players, and whether the game is long.
TABLES = ((2, False), (3, False), (4, False), (2, True), (3, True))
#: The sections that a file may leave out.
NUMBERS = ("stars", "stones", "start", "setups")

Hex = Literal[
    "houses", "markets", "barracks", "temples", "gardens", "quarry",
    "houses*", "markets*", "barracks*", "temples*", "gardens*",
]  # fmt: skip
Players = Literal[2, 3, 4]
EachStar = Annotated[int, Meta(ge=1, le=5)]
Stones = Annotated[int, Meta(ge=0, le=9)]


class Stars(Form, frozen=True):
    """The stars of a plaza, by kind."""

    houses: EachStar
    markets: EachStar
    barracks: EachStar
    temples: EachStar
    gardens: EachStar


class MarketSetup(Form, frozen=True):
    """What is dealt at a table: the number of open tiles, and of stacks, which have one tile less each."""

    players: Players
    long: bool
    market: Annotated[int, Meta(ge=2, le=6)]
    stacks: Annotated[int, Meta(ge=1, le=59)]

    @property
    def tiles(self) -> int:
        """The number of tiles in play."""
        return self.market + self.stacks * (self.market - 1)


class Tile(Form, frozen=True):
    """One tile: the smallest number of players that use it, and its hexes clockwise; `*` marks a plaza."""

    id: int
    players: Players
    hexes: tuple[Hex, Hex, Hex]


class AkropolisEdition(Form, frozen=True):
    """The material and the numbers of a game; the tiles are in the order of their numbers, from 1 on.

    The stones are those of the first seat to move, the second and so on.
    """

    name: Name
    stars: Stars
    stones: tuple[Stones, Stones, Stones, Stones]
    start: tuple[Hex, Hex, Hex, Hex]
    setups: Annotated[tuple[MarketSetup, ...], Meta(min_length=1)]
    tiles: tuple[Tile, ...]

    def hexes(self, number: int) -> tuple[Hex, Hex, Hex]:
        """Return the hexes of a tile clockwise."""
        return self.tiles[number - 1].hexes

    def setup(self, players: int, *, long: bool) -> MarketSetup:
        """Return what is dealt at a table; raise `NotationError` if the edition is not for one."""
        for setup in self.setups:
            if (setup.players, setup.long) == (players, long):
                return setup
        raise miscounted(0, 1).at(_called(players, long))

    def tiles_in_play(self, players: int, *, long: bool) -> tuple[int, ...]:
        """Return the numbers of the tiles in play in ascending order."""
        return tuple(tile.id for tile in self.tiles if long or tile.players <= players)


def edition_of(content: Any) -> AkropolisEdition:
    """Return the edition that a decoded file describes; numbers that it leaves out are the printed ones."""
    check_sections(content, ("game", "name", "tiles"), NUMBERS, {"game": "akropolis"})
    printed = decoded(CardFile.read(PRINTED))
    given = {section: content.get(section, printed[section]) for section in ("name", *NUMBERS)}
    if isinstance(given["stars"], dict):
        given["stars"] = formed(section("stars"), Stars, {**printed["stars"], **given["stars"]})
    given["setups"] = entries(given, "setups", "setup", MarketSetup)
    given["tiles"] = entries(content, "tiles", "tile", Tile)
    edition: AkropolisEdition = formed("the file", AkropolisEdition, given)
    check_numbered([tile.id for tile in edition.tiles], MAX_TILES, section("tiles"))
    for fault in _faults(edition):
        raise fault
    return edition


def _faults(edition: AkropolisEdition) -> Iterator[NotationError]:
    """Yield what is wrong with an edition."""
    tables: list[tuple[int, bool]] = [(setup.players, setup.long) for setup in edition.setups]
    for players, long in TABLES:
        where = _called(players, long)
        if tables.count((players, long)) == 0:
            continue  # it is not for such a table
        if tables.count((players, long)) > 1:
            yield miscounted(tables.count((players, long)), 1).at(where)
            continue
        setup, there = edition.setup(players, long=long), len(edition.tiles_in_play(players, long=long))
        if setup.tiles != there:
            yield NotationError(
                "{market} open tiles and {stacks} stacks of {size} are {tiles} tiles, but {there} are in play",
                market=setup.market,
                stacks=setup.stacks,
                size=setup.market - 1,
                tiles=setup.tiles,
                there=there,
            )
    if (4, True) in tables:
        yield NotationError("4 players use all tiles anyway").at(_called(4, True))


def _called(players: int, long: bool) -> str:
    return f"setup of {players} players, long {str(long).lower()}"
