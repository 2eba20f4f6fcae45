"""The names of kinds, hexes and tiles."""

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import START
from urbanist.engine.akropolis.city_record import Hex, Space
from urbanist.engine.akropolis.pieces import TILES

#: The singular of each kind; those of districts have their plurals in the engine, which are texts of the catalog.
ONE = {
    "houses": "house",
    "markets": "market",
    "barracks": "barracks",
    "temples": "temple",
    "gardens": "garden",
    "quarry": "quarry",
}


def kind_name(kind: str) -> str:
    """Return a kind of district, such as `houses`."""
    return tr(kind)


def letter(kind: str) -> str:
    """Return the letter of a kind on a board."""
    return tr(kind[0])


def hex_name(printed: str) -> str:
    """Return a printed hex."""
    return _name(printed.rstrip("*"), plaza=printed.endswith("*"))


def top_name(top: Hex) -> str:
    """Return a hex of a city without its level."""
    return _name(top.kind, plaza=top.plaza)


def _name(kind: str, *, plaza: bool) -> str:
    return tr(f"{ONE[kind]} plaza") if plaza else tr(ONE[kind])


def hex_title(space: Space, top: Hex, piece: int | None) -> str:
    """Return a hex of a city: its kind, level and place, and the tile that it belongs to."""
    said = {"hex": top_name(top), "level": top.height, "place": f"{space[0]},{space[1]}"}
    if piece == START:
        return tr("{hex} on level {level} at {place}, the start tile", **said)
    return tr("{hex} on level {level} at {place}, tile {tile}", tile=piece, **said)


def tile_name(tile: int) -> str:
    """Return a tile with what is printed on it."""
    return f"{tile} ({', '.join(map(hex_name, TILES[tile].hexes))})"
