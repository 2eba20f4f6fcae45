"""A city as a map from each place to the hex on top of it, and how to read it and build on it; the colours of kinds."""

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from urbanist.bots.table.kit.colour import Colour, paler
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.engine import State
from urbanist.engine.akropolis.city_record import Hex, Space, around, hexes
from urbanist.engine.akropolis.edition import Stars
from urbanist.engine.akropolis.editions import EDITIONS
from urbanist.engine.akropolis.notation import AkropolisMove, option_names
from urbanist.engine.akropolis.pieces import QUARRY, START

City = Mapping[Space, Hex]

#: The number of the start tile where pieces of a city are told apart.
START_TILE = 0


def printed_on(state: State, tile: int) -> Sequence[str]:
    """Return the hexes of a tile clockwise."""
    return EDITIONS.of(state.array).hexes(tile)


def stars_of(state: State) -> Stars:
    """Return the stars of a plaza of each kind."""
    return EDITIONS.of(state.array).stars


@lru_cache(64)
def city_of(state: State, seat: int) -> City:
    """Return the city of a seat."""
    return hexes(state.array["city"][seat])


def laid(city: City, placement: AkropolisMove, printed: Sequence[str]) -> City:
    """Return the city with one more tile, which shows what is `printed`, at any place."""
    level = 1 + max(height(city, space) for space in placement.spaces)
    return {**city, **_printed(placement.spaces, printed, level)}


def tile_city(printed: Sequence[str]) -> City:
    """Return a tile as it lies in the market, with height 0."""
    return _printed(((0, 0), (1, 0), (0, 1)), printed, 0)


def _printed(spaces: Sequence[Space], printed: Sequence[str], level: int) -> City:
    """Return hexes of a level by their places; `*` marks a plaza."""
    return {
        space: Hex(text.rstrip("*"), text.endswith("*"), level)
        for space, text in zip(spaces, printed, strict=True)
    }


def height(city: City, space: Space) -> int:
    """Return the height of a place, 0 where nothing is built."""
    return city[space].height if space in city else 0


def covered(city: City, placement: AkropolisMove) -> int:
    """Return the number of quarries that a tile covers."""
    return sum(space in city and city[space].kind == QUARRY for space in placement.spaces)


def pieces_of(pov: PlayerView, seat: int) -> dict[Space, int]:
    """Return the number of the top tile at each place."""
    pieces = dict.fromkeys(START, START_TILE)
    for placement in placements(pov, seat):
        pieces.update(dict.fromkeys(placement.spaces, placement.tile))
    return pieces


def placements(pov: PlayerView, seat: int) -> list[AkropolisMove]:
    """Return the tiles that a seat has laid, in the order of play."""
    return [AkropolisMove(move) for state, move in pov.moves() if state.to_move == seat]


def groups(spaces: Iterable[Space]) -> list[set[Space]]:
    """Return the connected components of a set of places."""
    left, groups = set(spaces), []
    while left:
        group, fresh = set[Space](), {min(left)}
        while fresh:
            group |= fresh
            left -= fresh
            fresh = {near for space in fresh for near in around(space)} & left
        groups.append(group)
    return groups


def lakes(city: City) -> list[set[Space]]:
    """Return the holes of a city: the components of empty places that it encloses."""
    columns, rows = [q for q, _ in city], [r for _, r in city]
    west, north = min(columns) - 1, min(rows) - 1
    empty = {(q, r) for q in range(west, max(columns) + 2) for r in range(north, max(rows) + 2)} - set(city)
    return [region for region in groups(empty) if (west, north) not in region]


def options_of(state: State) -> list[str]:
    """Return the options of the game."""
    return option_names(int(state.array["options"]))


def stones_of(state: State, seat: int) -> int:
    """Return the number of stones of a seat."""
    return int(state.array["city"][seat]["stones"])


#: The full colour of each kind, for its plazas; its districts are paler, most of all on low levels.
KIND_COLOUR: dict[str, Colour] = {
    "houses": (40, 104, 178),
    "markets": (222, 164, 16),
    "barracks": (196, 52, 46),
    "temples": (132, 70, 168),
    "gardens": (58, 138, 60),
    "quarry": (134, 130, 124),
}


def top_colour(top: Hex) -> Colour:
    """Return the colour of a hex: full for a plaza, else stronger with the height."""
    colour, level = KIND_COLOUR[top.kind], max(top.height, 1) - 1
    if top.plaza:
        return colour
    return paler(colour, min(0.8, 0.4 + 0.1 * level if top.kind == QUARRY else 0.34 + 0.14 * level))
