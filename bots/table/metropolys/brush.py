"""Strokes that every part of the picture shares, in board units with y downwards."""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin
from typing import Any

from matplotlib.axes import Axes
from matplotlib.font_manager import FontProperties
from matplotlib.patches import Circle, FancyBboxPatch, PathPatch
from matplotlib.path import Path
from matplotlib.text import Text
from matplotlib.textpath import TextPath

from urbanist.bots.table.metropolys.geometry import Point, Ring
from urbanist.bots.table.metropolys.page import POINTS
from urbanist.bots.table.metropolys.palette import INK


def fill(axes: Axes, rings: Iterable[Sequence[Point]], **style: Any) -> PathPatch:
    """Draw closed rings as one shape; a ring within another is a hole."""
    vertices: list[Point] = []
    codes: list[Any] = []
    for ring in rings:
        vertices += [*ring, ring[0]]
        codes += [Path.MOVETO, *[Path.LINETO] * (len(ring) - 1), Path.CLOSEPOLY]
    style.setdefault("linewidth", 0)
    style.setdefault("joinstyle", "round")
    patch = PathPatch(Path(vertices, codes), **style)
    axes.add_patch(patch)
    return patch


def disc(axes: Axes, at: Point, radius: float, **style: Any) -> Circle:
    """Draw a disc."""
    style.setdefault("linewidth", 0)
    patch = Circle(at, radius, **style)
    axes.add_patch(patch)
    return patch


def box(axes: Axes, corner: Point, size: Point, radius: float = 0.5, **style: Any) -> FancyBboxPatch:
    """Draw a box with rounded corners; `corner` is its upper left."""
    style.setdefault("linewidth", 0)
    patch = FancyBboxPatch(corner, *size, boxstyle=f"round,pad=0,rounding_size={radius}", **style)
    axes.add_patch(patch)
    return patch


def write(axes: Axes, at: Point, text: str, size: float, **style: Any) -> Text:
    """Write one line whose letters are about `size` units high, centred on `at` unless told otherwise."""
    style.setdefault("color", INK)
    style.setdefault("ha", "center")
    style.setdefault("va", "center_baseline")
    return axes.text(*at, text, fontsize=size * POINTS, **style)


def width(text: str, size: float, weight: str = "normal") -> float:
    """Return how wide a line of that size comes out."""
    return float(TextPath((0, 0), text, size=size, prop=FontProperties(weight=weight)).get_extents().width)


def regular(at: Point, radius: float, corners: int, turn: float = 0.0) -> Ring:
    """Return a regular polygon with one corner on top, turned by `turn` of a full circle."""
    angles = [2 * pi * (index / corners + turn) for index in range(corners)]
    return tuple((at[0] + radius * sin(angle), at[1] - radius * cos(angle)) for angle in angles)


def star(at: Point, radius: float) -> Ring:
    """Return a five-pointed star."""
    tips = regular(at, radius, 5)
    dents = regular(at, radius * 0.45, 5, 0.1)
    return tuple(point for pair in zip(tips, dents, strict=True) for point in pair)
