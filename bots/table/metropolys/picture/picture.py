"""The picture of a game of Metropolys, as SVG or PNG.

Needs matplotlib, which `pip install urbanist[pictures]` brings along.
"""

from pathlib import Path

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import FAINT_INK, write
from urbanist.bots.table.kit.picture.sheet import Sheet
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.metropolys.model.geometry import load_map
from urbanist.bots.table.metropolys.picture.ground import draw_ground
from urbanist.bots.table.metropolys.picture.legend import draw_legend
from urbanist.bots.table.metropolys.picture.panel import draw_panel
from urbanist.bots.table.metropolys.picture.pieces import draw_pieces
from urbanist.engine.metropolys.notation import MetropolysNotation, district_letters
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES

SHEET = Sheet(1600, 1100, 8.6, left=-7.0, top=-12.5)
PANEL = (147.6, SHEET.right - 2.6)
LEGEND_TOP = 106.6


def write_picture(sight: Sight, path: Path) -> None:
    """Write the board and the players to `path`: SVG or PNG, by its suffix; same position, same bytes."""
    SHEET.write(path, lambda axes: _paint(axes, sight))


def _paint(axes: Axes, sight: Sight) -> None:
    board, record = load_map(), sight.state.array
    districts = district_letters(record["districts"])
    draw_ground(axes, board, districts)
    draw_pieces(axes, board, record)
    variant = MetropolysNotation.variants[int(record["variant"])]
    write(axes, (-4.3, -8.3), f"Metropolys {variant}, {sight.moment()}", 3.3, ha="left", weight="bold")
    names = ", ".join(DISTRICT_NAMES[letter] for letter in districts)
    setting = f"{sight.state.seats} players: {names}"
    write(axes, (PANEL[1], -8.0), setting, 1.7, ha="right", color=FAINT_INK)
    draw_panel(axes, sight, *PANEL)
    draw_legend(axes, LEGEND_TOP)
