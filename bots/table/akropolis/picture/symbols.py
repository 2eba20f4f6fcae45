"""The symbols of an Akropolis picture by name."""

from functools import cache

from urbanist.bots.markup import Element
from urbanist.bots.table.akropolis.picture import glyph, prism
from urbanist.bots.table.kit.picture.seat_shape import badge_symbol

#: By the first word of a name.
MAKERS = {
    "seat": badge_symbol,
    "sign": glyph.sign_symbol,
    "stars": glyph.stars_symbol,
    "stone": glyph.stone_symbol,
    "chip": glyph.chip_symbol,
    "top": prism.top_symbol,
    "wall": prism.wall_symbol,
    "hex": prism.hex_symbol,
    "flat": prism.flat_symbol,
    "lake": prism.lake_symbol,
    "edges": prism.edges_symbol,
    "fresh": prism.fresh_symbol,
}


@cache
def symbol_named(name: str) -> Element:
    """Return the definition of a symbol."""
    return MAKERS[name.partition("-")[0]](name)
