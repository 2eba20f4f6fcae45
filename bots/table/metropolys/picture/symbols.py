"""The symbols of a Metropolys picture by name."""

from urbanist.bots.table.kit.picture.seat_shape import plate_symbol
from urbanist.bots.table.kit.picture.sheet import catalogue
from urbanist.bots.table.metropolys.picture import glyph, tower

#: By the first word of a name.
SYMBOLS = catalogue(
    {
        "plate": plate_symbol,
        "token": glyph.token_symbol,
        "statue": glyph.statue_symbol,
        "square": glyph.square_symbol,
        "gate": glyph.gate_symbol,
        "type": glyph.type_symbol,
        "tower": tower.tower_symbol,
        **dict.fromkeys(tower.SIDES, tower.side_symbol),
        "panes": tower.panes_symbol,
        "shade": tower.shade_symbol,
    }
)
