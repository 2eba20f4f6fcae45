"""The picture of a game of Metropolys, as SVG or PNG.

Needs matplotlib, which `pip install urbanist[pictures]` brings along.
"""

from os import PathLike

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import FAINT_INK, write
from urbanist.bots.table.metropolys.model.geometry import load_map
from urbanist.bots.table.metropolys.picture import page
from urbanist.bots.table.metropolys.picture.ground import draw_ground
from urbanist.bots.table.metropolys.picture.legend import draw_legend
from urbanist.bots.table.metropolys.picture.panel import draw_panel
from urbanist.bots.table.metropolys.picture.pieces import draw_pieces
from urbanist.bots.table.metropolys.picture.scene import Scene

DISTRICT_NAMES = {"C": "Centre", "N": "North", "E": "East", "S": "South", "W": "West"}


def draw(scene: Scene, path: str | PathLike[str]) -> None:
    """Write the scene to `path`, as SVG or PNG by its suffix; same scene, same bytes."""
    page.SHEET.write(path, lambda axes: _paint(axes, scene))


def _paint(axes: Axes, scene: Scene) -> None:
    board = load_map()
    draw_ground(axes, board, scene.districts)
    draw_pieces(axes, board, scene)
    _headline(axes, scene)
    draw_panel(axes, scene)
    draw_legend(axes)


def _headline(axes: Axes, scene: Scene) -> None:
    """Write the title, and who plays where."""
    districts = ", ".join(name for letter, name in DISTRICT_NAMES.items() if letter in scene.districts)
    write(axes, (-4.3, -8.3), scene.title or "Metropolys", 3.3, ha="left", weight="bold")
    write(
        axes,
        (page.PANEL_RIGHT, -8.0),
        f"{scene.players} players: {districts}",
        1.7,
        ha="right",
        color=FAINT_INK,
    )
