"""The picture of a game of Metropolys."""

from collections.abc import Iterator

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.language import translated
from urbanist.bots.table.kit.picture.lettering import write
from urbanist.bots.table.kit.picture.sheet import Sheet, catalogue
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.picture import glyph, tower
from urbanist.bots.table.metropolys.picture.ground import draw_ground
from urbanist.bots.table.metropolys.picture.legend import draw_legend
from urbanist.bots.table.metropolys.picture.panel import draw_panel
from urbanist.bots.table.metropolys.picture.pieces import draw_pieces
from urbanist.engine.metropolys.notation import MetropolysNotation, district_letters
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES

SYMBOLS = catalogue(glyph, tower)
SHEET = Sheet(1600, 1100, 8.6, left=-7.0, top=-12.5)
PANEL = (147.6, SHEET.right - 2.6)
LEGEND_TOP = 106.6


def draw_picture(sight: Sight) -> Element:
    """Return the board and the players as SVG; the same position gives the same drawing."""
    variant = MetropolysNotation.variants[int(sight.state.array["variant"])]
    title = tr("Metropolys {variant}, {moment}", variant=tr(variant), moment=sight.moment())
    return SHEET.drawing(title, _parts(sight, title), SYMBOLS)


def _parts(sight: Sight, title: str) -> Iterator[Element]:
    districts = district_letters(sight.state.array["districts"])
    yield draw_ground(districts)
    yield from draw_pieces(sight)
    yield write((-4.3, -8.3), title, 3.3, "start", bold=True)
    names = ", ".join(translated(DISTRICT_NAMES[letter]) for letter in districts)
    setting = tr("{number} players: {districts}", number=sight.state.seats, districts=names)
    yield write((PANEL[1], -8.0), setting, 1.7, "end", class_="faint")
    yield from draw_panel(sight, *PANEL)
    yield draw_legend(LEGEND_TOP)
