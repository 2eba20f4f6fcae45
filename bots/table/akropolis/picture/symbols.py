"""The symbols of an Akropolis picture by name."""

from urbanist.bots.table.akropolis.picture import glyph, prism
from urbanist.bots.table.kit.picture.sheet import catalogue

#: By the first word of a name.
SYMBOLS = catalogue(
    {
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
)
