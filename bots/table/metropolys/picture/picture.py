"""The picture of a game of Metropolys."""

from collections.abc import Iterator

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.language import translated
from urbanist.bots.table.kit.picture.lettering import write
from urbanist.bots.table.kit.picture.seat_shape import plate_symbol
from urbanist.bots.table.kit.picture.viewport import Viewport, catalogue
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.picture import glyph, tower
from urbanist.bots.table.metropolys.picture.ground import draw_ground
from urbanist.bots.table.metropolys.picture.legend import draw_legend
from urbanist.bots.table.metropolys.picture.panel import draw_panel
from urbanist.bots.table.metropolys.picture.pieces import draw_pieces
from urbanist.bots.table.metropolys.text.names import VARIANTS
from urbanist.engine.metropolys.notation import MetropolysNotation, district_letters
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES

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


SHEET = Viewport(1600, 1100, 8.6, left=-7.0, top=-12.5)
PANEL = (147.6, SHEET.right - 2.6)
LEGEND_TOP = 106.6


def draw_picture(pov: PlayerView) -> Element:
    """Return the board and the players as SVG; the same position gives the same drawing."""
    variant = VARIANTS[MetropolysNotation.variants[int(pov.state.array["variant"])]]
    title = tr("Metropolys {variant}, {moment}", variant=tr(variant), moment=pov.moment())
    return SHEET.drawing(title, _parts(pov, title), SYMBOLS)


def _parts(pov: PlayerView, title: str) -> Iterator[Element]:
    districts = district_letters(pov.state.array["districts"])
    yield draw_ground(districts)
    yield from draw_pieces(pov)
    yield write((-4.3, -8.3), title, 3.3, "start", bold=True)
    names = ", ".join(translated(DISTRICT_NAMES[letter]) for letter in districts)
    setting = tr("{number} players: {districts}", number=pov.state.seats, districts=names)
    yield write((PANEL[1], -8.0), setting, 1.7, "end", class_="faint")
    yield from draw_panel(pov, *PANEL)
    yield draw_legend(LEGEND_TOP)
