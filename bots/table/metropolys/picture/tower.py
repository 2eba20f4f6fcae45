"""Buildings as drawn towers: the colour shows the seat, the height the class, the number the value."""

from dataclasses import dataclass
from typing import Any

from matplotlib.axes import Axes

from urbanist.bots.table.kit.colour import BLACK, Colour, blend, hexadecimal, paler
from urbanist.bots.table.kit.picture.brush import INK, WHITE, fill
from urbanist.bots.table.kit.picture.seat_shape import plate
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.seat import COLOUR
from urbanist.bots.table.metropolys.picture import layers

#: The class of a building: its name, its least and greatest value, and its drawn height.
CLASSES = (("small", 1, 5, 3.3), ("medium", 6, 9, 5.4), ("tall", 10, 13, 7.4))

FRONT = 3.5
#: The part of a tall tower that steps back, as a share.
CROWN = 0.2
DEPTH = (1.15, -0.85)


@dataclass(frozen=True, slots=True)
class Tower:
    """One tower without its number: the middle of its foot and its look."""

    foot: Point
    height: float
    colours: tuple[Colour, Colour, Colour]
    scale: float = 1.0
    ghost: float = 1.0
    layer: float = layers.TOWER

    @property
    def size(self) -> Point:
        """The width and height of its front."""
        return (FRONT * self.scale, self.height * self.scale)

    @property
    def corner(self) -> Point:
        """The lower left corner of its front."""
        return (self.foot[0] - (FRONT + DEPTH[0]) * self.scale / 2, self.foot[1])


def draw_building(axes: Axes, foot: Point, seat: int, value: int, ghost: float = 1.0) -> None:
    """Draw a building with its value; a `ghost` below 1 makes it paler and its outline broken."""
    layer = layers.TOWER + foot[1] / 200
    front = COLOUR[seat]
    colours = (front, blend(front, BLACK, 0.32), paler(front, 0.6))
    tower = Tower(foot, height_of(value), colours, 1.0, ghost, layer)
    draw_tower(axes, tower)
    (left, base), (wide, high) = tower.corner, tower.size
    crown = CROWN * high if _crowned(tower) else 0.0
    plate(axes, (left + wide / 2, base - high + crown + 1.62), 2.64, seat, str(value), layer + 0.003)


def height_of(value: int) -> float:
    """Return the drawn height of a building of this value."""
    return next(height for _, least, most, height in CLASSES if least <= value <= most)


def draw_tower(axes: Axes, tower: Tower) -> None:
    """Draw a tower without a number; the tall ones step back at the top."""
    (left, base), (wide, high) = tower.corner, tower.size
    if _crowned(tower):
        crown = CROWN * high
        corner = (left + 0.2 * (wide + DEPTH[0] * tower.scale), base - high + crown - 0.2 * tower.scale)
        _block(axes, tower, corner, (0.6 * wide, 0.8 * crown), 0.0)
        high -= crown
    _block(axes, tower, (left, base), (wide, high), -0.001)
    _windows(axes, tower, (left, base), (wide, high))


def _crowned(tower: Tower) -> bool:
    return tower.height == CLASSES[-1][3]


def _block(axes: Axes, tower: Tower, corner: Point, size: Point, lift: float) -> None:
    """Draw one box of a tower from its lower left corner: front, side and roof."""
    (x, y), (wide, high) = corner, size
    dx, dy = (part * wide / FRONT for part in DEPTH)
    front = ((x, y), (x + wide, y), (x + wide, y - high), (x, y - high))
    side = ((x + wide, y), (x + wide + dx, y + dy), (x + wide + dx, y + dy - high), (x + wide, y - high))
    roof = ((x, y - high), (x + wide, y - high), (x + wide + dx, y - high + dy), (x + dx, y - high + dy))
    outline: dict[str, Any] = {"edgecolor": hexadecimal(tower.colours[1]), "linewidth": 0.8 * tower.scale}
    if tower.ghost < 1:
        outline = {"edgecolor": INK, "linewidth": 1.1, "linestyle": (0, (3, 1.6))}
    for face, colour in zip((front, side, roof), tower.colours, strict=True):
        fill(
            axes,
            [face],
            facecolor=hexadecimal(paler(colour, tower.ghost)),
            zorder=tower.layer + lift,
            **outline,
        )


def _windows(axes: Axes, tower: Tower, corner: Point, size: Point) -> None:
    """Draw rows of windows below the number."""
    step = 0.95 * tower.scale
    wide, high = 0.16 * size[0], 0.55 * step
    for row in range(int((size[1] - 3.0 * tower.scale) / step)):
        for column in range(3):
            x = corner[0] + size[0] * (0.16 + 0.26 * column)
            y = corner[1] - 0.35 * tower.scale - row * step
            pane = ((x, y), (x + wide, y), (x + wide, y - high), (x, y - high))
            fill(axes, [pane], facecolor=(WHITE, 0.75), zorder=tower.layer + 0.002)
