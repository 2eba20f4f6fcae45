"""The empty board: countryside, districts, land, water, bridges and statues."""

from math import hypot

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import fill, stroke, write
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.metropolys.model.geometry import Map, Neighbourhood
from urbanist.bots.table.metropolys.picture import layers
from urbanist.bots.table.metropolys.picture.colours import (
    ABSENT_GROUND,
    ABSENT_INK,
    ABSENT_LAKE,
    ABSENT_LAND,
    BRONZE,
    COUNTRYSIDE,
    DISTRICT,
    LAKE,
    LAKE_BANK,
    LAND,
    RIVER,
    RIVER_BANK,
    STONE,
    STONE_EDGE,
)
from urbanist.bots.table.metropolys.picture.glyph import dead_end, square, statue

#: The name of each district: its letters, their places and their turn.
NAMES = {
    "C": ("CENTRE", (85.7, 32.15), -17.5),
    "N": ("NORTH", (75.0, -2.2), 0.0),
    "E": ("EAST", (142.2, 44.0), -90.0),
    "S": ("SOUTH", (75.0, 102.3), 0.0),
    "W": ("WEST", (-2.2, 44.0), 90.0),
}


def draw_ground(axes: Axes, board: Map, districts: str) -> None:
    """Draw the board with the districts in play in colour and the others in grey."""
    fill(axes, [board.frame], facecolor=COUNTRYSIDE, zorder=layers.GROUND)
    for letter, rings in board.districts.items():
        ground, shore = DISTRICT[letter] if letter in districts else (ABSENT_GROUND, ABSENT_INK)
        fill(axes, rings, facecolor=ground, edgecolor=shore, linewidth=2.4, zorder=layers.GROUND + 0.1)
    for space in board.neighbourhoods.values():
        _land(axes, space, space.district in districts)
    _water(axes, board, districts)
    for bridge in board.bridges:
        draw_bridge(axes, bridge.span)
    _streets(axes, board, districts)
    for letter in NAMES:
        _name(axes, letter, letter in districts)


def _land(axes: Axes, space: Neighbourhood, in_play: bool) -> None:
    land, shade = LAND[space.type] if in_play else (ABSENT_LAND, ABSENT_INK)
    fill(axes, [space.outline], facecolor=land, edgecolor=(shade, 0.55), linewidth=0.9, zorder=layers.LAND)
    if space.gate is not None and in_play:
        dead_end(axes, space.gate, layers.SIGN)


def _streets(axes: Axes, board: Map, districts: str) -> None:
    """Draw the signs where streets meet, in grey outside the districts in play."""
    for place in board.squares:
        colour = LAND["park"][1] if _in_play(place.around, districts) else ABSENT_INK
        square(axes, place.at, place.radius, layers.PATH - 0.1, colour)
    for place in board.statues:
        colour = BRONZE if _in_play(place.around, districts) else ABSENT_INK
        statue(axes, place.at, place.radius, layers.PATH - 0.1, colour)


def _in_play(names: tuple[str, ...], districts: str) -> bool:
    return any(name[0] in districts for name in names)


def _water(axes: Axes, board: Map, districts: str) -> None:
    fill(axes, board.river, facecolor=RIVER, edgecolor=RIVER_BANK, linewidth=1.3, zorder=layers.WATER)
    for lake in board.lakes:
        colour = LAKE if _in_play(lake.around, districts) else ABSENT_LAKE
        bank = LAKE_BANK if colour == LAKE else ABSENT_INK
        fill(axes, [lake.outline], facecolor=colour, edgecolor=bank, linewidth=1.3, zorder=layers.WATER)


def draw_bridge(axes: Axes, span: tuple[Point, Point]) -> None:
    """Draw a stone bridge with a parapet on both sides."""
    (x, y), (far_x, far_y) = span
    length = hypot(far_x - x, far_y - y)
    side = ((y - far_y) / length, (far_x - x) / length)

    def beside(at: Point, wide: float) -> Point:
        return (at[0] + side[0] * wide, at[1] + side[1] * wide)

    start, end = span
    deck = (beside(start, 1.0), beside(end, 1.0), beside(end, -1.0), beside(start, -1.0))
    fill(axes, [deck], facecolor=STONE, edgecolor=STONE_EDGE, linewidth=0.5, zorder=layers.BRIDGE)
    for wide in (1.0, -1.0):
        rail = (beside(start, wide), beside(end, wide))
        stroke(axes, rail, 2.2, color=STONE_EDGE, zorder=layers.BRIDGE + 0.001)


def _name(axes: Axes, letter: str, in_play: bool) -> None:
    text, at, turn = NAMES[letter]
    ground, colour = DISTRICT[letter] if in_play else (ABSENT_GROUND, ABSENT_INK)
    pill = {"boxstyle": "round,pad=0.3,rounding_size=0.7", "facecolor": ground, "edgecolor": colour}
    turned = {"rotation": turn, "rotation_mode": "anchor", "va": "center"}
    style = {"color": colour, "weight": "bold", "bbox": pill, "zorder": layers.PATH - 0.2}
    write(axes, at, " ".join(text), 1.5, **turned, **style)
