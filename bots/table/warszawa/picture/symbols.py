"""The symbols of a Warszawa picture by name."""

from functools import cache

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.picture.seat_shape import badge_symbol
from urbanist.bots.table.warszawa.picture import glyph, plot

#: By the first word of a name.
MAKERS = {
    "seat": badge_symbol,
    "sign": glyph.sign_symbol,
    "chip": glyph.chip_symbol,
    "fund": glyph.fund_symbol,
    "concrete": glyph.concrete_symbol,
    "stones": glyph.stones_symbol,
    "rubble": glyph.rubble_symbol,
    "engineer": glyph.engineer_symbol,
    "marker": glyph.marker_symbol,
    "paper": glyph.paper_symbol,
    "flag": glyph.flag_symbol,
    "shovel": glyph.shovel_symbol,
    "site": glyph.site_symbol,
    "ground": plot.ground_symbol,
    "ruins": plot.ruins_symbol,
    "trees": plot.trees_symbol,
    "border": plot.border_symbol,
    "building": plot.building_symbol,
    "foundation": plot.foundation_symbol,
    "spot": plot.spot_symbol,
}


@cache
def symbol_named(name: str) -> Element:
    """Return the definition of a symbol."""
    return MAKERS[name.partition("-")[0]](name)
