"""The symbols of a Warszawa picture by name."""

from urbanist.bots.table.kit.picture.sheet import catalogue
from urbanist.bots.table.warszawa.picture import glyph, plot

#: By the first word of a name.
SYMBOLS = catalogue(
    {
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
)
