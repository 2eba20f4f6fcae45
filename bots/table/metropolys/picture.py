"""The picture of a game of Metropolys, as SVG or PNG.

Needs matplotlib, which `pip install urbanist[pictures]` brings along.
"""

from os import PathLike
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from urbanist.bots.table.metropolys import page
from urbanist.bots.table.metropolys.brush import write
from urbanist.bots.table.metropolys.geometry import load_map
from urbanist.bots.table.metropolys.ground import draw_ground
from urbanist.bots.table.metropolys.legend import draw_legend
from urbanist.bots.table.metropolys.palette import FAINT_INK, PAPER
from urbanist.bots.table.metropolys.panel import draw_panel
from urbanist.bots.table.metropolys.pieces import draw_pieces
from urbanist.bots.table.metropolys.scene import Scene

DISTRICT_NAMES = {"C": "Centre", "N": "North", "E": "East", "S": "South", "W": "West"}

#: Whatever the reader's own settings: the same fonts, and the same names within the file, each time.
SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "urbanist",
    "svg.fonttype": "path",
    "font.family": ["DejaVu Sans"],
    "text.parse_math": False,
}
#: What would tell when and by what the file was made.
METADATA: dict[str, dict[str, None]] = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}}


def draw(scene: Scene, path: str | PathLike[str]) -> None:
    """Write the scene to `path`, as SVG or PNG by its suffix; same scene, same bytes."""
    target = Path(path)
    kind = target.suffix.lower()
    if kind not in METADATA:
        raise ValueError(f"a picture is an .svg or .png file, not {target.name!r}")
    with matplotlib.rc_context():
        matplotlib.rcdefaults()
        matplotlib.rcParams.update(SETTINGS)
        _paint(scene).savefig(target, format=kind[1:], metadata=METADATA[kind])


def _paint(scene: Scene) -> Figure:
    """Return the figure of a scene."""
    figure = Figure(figsize=(page.WIDTH / page.DPI, page.HEIGHT / page.DPI), dpi=page.DPI, facecolor=PAPER)
    axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    axes.set_xlim(page.LEFT, page.RIGHT)
    axes.set_ylim(page.BOTTOM, page.TOP)
    axes.set_axis_off()
    board = load_map()
    draw_ground(axes, board, scene.districts)
    draw_pieces(axes, board, scene)
    _headline(axes, scene)
    draw_panel(axes, scene)
    draw_legend(axes)
    return figure


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
