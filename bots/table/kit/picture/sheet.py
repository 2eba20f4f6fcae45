"""A sheet of paper for a picture, and its file.

Needs matplotlib, which `pip install urbanist[pictures]` brings along.
"""

from collections.abc import Callable
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import matplotlib
from matplotlib.axes import Axes
from matplotlib.figure import Figure

DPI = 100
PAPER = "#FBF9F4"

#: Fixed settings, so that each reader gets the same fonts and the same names within the file.
SETTINGS: dict[Any, Any] = {
    "svg.hashsalt": "urbanist",
    "svg.fonttype": "path",
    "font.family": ["DejaVu Sans"],
    "text.parse_math": False,
}
#: The metadata that would tell when and by which program the file was made.
METADATA: dict[str, dict[str, None]] = {".svg": {"Date": None, "Creator": None}, ".png": {"Software": None}}


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet so many pixels wide and high; a unit is `scale` pixels, and the upper left corner is at (left, top)."""

    width: int
    height: int
    scale: float
    left: float = 0.0
    top: float = 0.0

    @property
    def right(self) -> float:
        """The right end of the sheet, in units."""
        return self.left + self.width / self.scale

    @property
    def bottom(self) -> float:
        """The lower end of the sheet, in units; y points downwards."""
        return self.top + self.height / self.scale

    def write(self, path: str | PathLike[str], paint: Callable[[Axes], None]) -> None:
        """Write the painted sheet to `path`: SVG or PNG, by its suffix; same strokes, same bytes."""
        target = Path(path)
        kind = target.suffix.lower()
        if kind not in METADATA:
            raise ValueError(f"a picture is an .svg or .png file, not {target.name!r}")
        with matplotlib.rc_context():
            matplotlib.rcdefaults()
            matplotlib.rcParams.update(SETTINGS)
            figure = Figure(figsize=(self.width / DPI, self.height / DPI), dpi=DPI, facecolor=PAPER)
            paint(self._axes(figure))
            figure.savefig(target, format=kind[1:], metadata=METADATA[kind])

    def _axes(self, figure: Figure) -> Axes:
        axes = figure.add_axes((0.0, 0.0, 1.0, 1.0))
        axes.set_xlim(self.left, self.right)
        axes.set_ylim(self.bottom, self.top)
        axes.set_axis_off()
        return axes
