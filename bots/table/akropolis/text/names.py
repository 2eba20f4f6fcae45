"""The names of kinds, hexes and tiles."""

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import START
from urbanist.bots.table.kit.language import marked
from urbanist.engine.akropolis.city_record import Hex, Space
from urbanist.engine.akropolis.pieces import TILES

#: The plural of each kind of district.
MANY = {
    "houses": marked("houses"),
    "markets": marked("markets"),
    "barracks": marked("barracks"),
    "temples": marked("temples"),
    "gardens": marked("gardens"),
}
#: The singular of each kind.
ONE = {
    "houses": marked("house"),
    "markets": marked("market"),
    "barracks": marked("barracks"),
    "temples": marked("temple"),
    "gardens": marked("garden"),
    "quarry": marked("quarry"),
}
#: The plaza of each kind.
PLAZA = {
    "houses": marked("house plaza"),
    "markets": marked("market plaza"),
    "barracks": marked("barracks plaza"),
    "temples": marked("temple plaza"),
    "gardens": marked("garden plaza"),
}
#: The letter of each kind on a board.
LETTER = {
    "houses": marked("h"),
    "markets": marked("m"),
    "barracks": marked("b"),
    "temples": marked("t"),
    "gardens": marked("g"),
    "quarry": marked("q"),
}


def kind_name(kind: str) -> str:
    """Return a kind of district, such as `houses`."""
    return tr(MANY[kind])


def letter(kind: str) -> str:
    """Return the letter of a kind on a board."""
    return tr(LETTER[kind])


def hex_name(printed: str) -> str:
    """Return a printed hex."""
    return tr(PLAZA[printed.rstrip("*")]) if printed.endswith("*") else tr(ONE[printed])


def top_name(top: Hex) -> str:
    """Return a hex of a city without its level."""
    return tr(PLAZA[top.kind]) if top.plaza else tr(ONE[top.kind])


def hex_title(space: Space, top: Hex, piece: int | None) -> str:
    """Return a hex of a city: its kind, level and place, and the tile that it belongs to."""
    said = {"hex": top_name(top), "level": top.height, "place": f"{space[0]},{space[1]}"}
    if piece == START:
        return tr("{hex} on level {level} at {place}, the start tile", **said)
    return tr("{hex} on level {level} at {place}, tile {tile}", tile=piece, **said)


def tile_name(tile: int) -> str:
    """Return a tile with what is printed on it."""
    return f"{tile} ({', '.join(map(hex_name, TILES[tile].hexes))})"
