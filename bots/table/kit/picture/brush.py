"""Drawing functions that all pictures share, in units of the sheet with y downwards.

Shapes and lines are added by `add_artist`: `add_patch` and `plot` would compute limits of the axes, which a sheet has
already.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.lines import Line2D
from matplotlib.patches import Circle, Ellipse, FancyBboxPatch, PathPatch
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.textpath import text_to_path

from urbanist.bots.table.kit.picture.sheet import DPI
from urbanist.bots.table.kit.plane import Point

INK = "#2E3440"
FAINT_INK = "#8A8F98"
WHITE = "#FFFFFF"
#: The edge of a card, and the star of a winner or of a special place.
CARD_EDGE, GOLD = "#DDD9CF", "#C98A0A"
POINTS_PER_INCH = 72


def fill(axes: Axes, rings: Iterable[Sequence[Point]], **style: Any) -> PathPatch:
    """Draw closed rings as one shape; a ring inside another is a hole."""
    vertices: list[Point] = []
    codes: list[Any] = []
    for ring in rings:
        vertices += [*ring, ring[0]]
        codes += [Path.MOVETO, *[Path.LINETO] * (len(ring) - 1), Path.CLOSEPOLY]
    style.setdefault("linewidth", 0)
    style.setdefault("joinstyle", "round")
    patch = PathPatch(Path(vertices, codes), **style)
    axes.add_artist(patch)
    return patch


def disc(axes: Axes, at: Point, radius: float, **style: Any) -> Circle:
    """Draw a disc."""
    style.setdefault("linewidth", 0)
    patch = Circle(at, radius, **style)
    axes.add_artist(patch)
    return patch


def ellipse(axes: Axes, at: Point, size: Point, **style: Any) -> Ellipse:
    """Draw an ellipse of a width and height around a point."""
    style.setdefault("linewidth", 0)
    patch = Ellipse(at, *size, **style)
    axes.add_artist(patch)
    return patch


def box(axes: Axes, corner: Point, size: Point, radius: float = 0.5, **style: Any) -> FancyBboxPatch:
    """Draw a box with rounded corners; `corner` is its upper left."""
    style.setdefault("linewidth", 0)
    patch = FancyBboxPatch(corner, *size, boxstyle=f"round,pad=0,rounding_size={radius}", **style)
    axes.add_artist(patch)
    return patch


def stroke(axes: Axes, course: Iterable[Point], width: float, **style: Any) -> None:
    """Draw a line through points with round ends; its width is in points of type."""
    style.setdefault("solid_capstyle", "round")
    axes.add_artist(Line2D(*zip(*course, strict=True), linewidth=width, **style))


def write(axes: Axes, at: Point, text: str, size: float, **style: Any) -> Text:
    """Write one line with letters about `size` units high, by default centred on `at`."""
    style.setdefault("color", INK)
    style.setdefault("ha", "center")
    style.setdefault("va", "center_baseline")
    return axes.text(*at, text, fontsize=size * points(axes), **style)


def right_end(axes: Axes, text: Text) -> float:
    """Return the right end of a written line."""
    return float(text.get_window_extent().transformed(axes.transData.inverted()).x1)


def points(axes: Axes) -> float:
    """Return how many points of type a unit is, if the axes fill the sheet."""
    left, right = axes.get_xlim()
    return float(axes.bbox.width) / DPI * POINTS_PER_INCH / (right - left)


def width(text: str, size: float, weight: str = "normal") -> float:
    """Return the width of a written line of this size."""
    return size * _unit_width(text, weight)


@lru_cache(1024)
def _unit_width(text: str, weight: str) -> float:
    """Return the width of a written line of size 1, from the points of its outlines: curves stay between them."""
    vertices, codes = text_to_path.get_text_path(FontProperties(weight=weight), text)
    across = [float(x) for (x, _), code in zip(vertices, codes, strict=True) if code != Path.CLOSEPOLY]
    return (max(across) - min(across)) / text_to_path.FONT_SCALE if across else 0.0


def fitted(name: str, size: float, room: float, weight: str = "normal") -> tuple[str, float]:
    """Return a name and its size so that it fits: up to a quarter smaller, and then cut."""
    full = width(name, size, weight) if name else 0.0
    if full <= room:
        return name, size
    size *= max(0.75, room / full)
    shown = name
    while width(shown, size, weight) > room:
        name = name[:-1]
        shown = name.rstrip() + "…"
    return shown, size
