"""The pieces on the board: names of neighbourhoods, tokens, buildings and the running auction."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot, inf
from typing import Any

from matplotlib.axes import Axes
from matplotlib.patches import FancyArrowPatch
from matplotlib.patheffects import withStroke

from urbanist.bots.table.kit.picture.brush import INK, WHITE, ellipse, write
from urbanist.bots.table.kit.picture.seat_shape import SEAT
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.metropolys.model.geometry import Map, Neighbourhood
from urbanist.bots.table.metropolys.picture import layers
from urbanist.bots.table.metropolys.picture.colours import ABSENT_INK
from urbanist.bots.table.metropolys.picture.glyph import badge, token
from urbanist.bots.table.metropolys.picture.tower import draw_building, height_of
from urbanist.bots.table.metropolys.text.words import token_on
from urbanist.engine.metropolys.notation import MetropolysNotation, district_letters

NOTATION = MetropolysNotation()
#: The distance of a name below the centre: with nothing above it, or below a token.
BARE, BELOW_TOKEN = 0.0, 2.1
#: The distances below the centre of a tower's foot and of its name.
FOOT, BELOW_TOWER = 2.2, 3.75
#: The room that an arrow leaves: half the width of a name, the roof above a tower, the name below its foot.
BESIDE, ABOVE, BELOW = 4.2, 1.4, 2.8
#: The length of an arrow between buildings that are very near to each other.
SHORTEST_ARROW = 3.0


def draw_pieces(axes: Axes, board: Map, record: Any) -> None:
    """Draw everything on the neighbourhoods in play, and the names of all."""
    bids, districts = NOTATION.bids(record), district_letters(record["districts"])
    buildings = {
        name: (seat, value)
        for seat in range(int(record["seats"]))
        for value, name in NOTATION.buildings(record, seat)
    }
    taken = {*buildings, *(name for _, _, name in bids)}
    for space in board.neighbourhoods.values():
        raised = space.name in taken
        in_play = space.district in districts
        kind = token_on(record, space.name)
        if raised:
            _label(axes, space, BELOW_TOWER, in_play, kind)
        else:
            _label(axes, space, BELOW_TOKEN if kind else BARE, in_play, "")
        if kind and not raised:
            token(axes, (space.centre[0], space.centre[1] - 1.2), kind, layers.SIGN)
    for name, (seat, value) in buildings.items():
        _tower(axes, _foot(board.neighbourhoods[name]), seat, value, 1.0)
    _auction(axes, board, bids)


def _foot(space: Neighbourhood) -> Point:
    """Return the place of a building's foot."""
    return (space.centre[0], space.centre[1] + FOOT)


def _label(axes: Axes, space: Neighbourhood, below: float, in_play: bool, kind: str) -> None:
    """Write type and name side by side, and add a token that lies below a bid."""
    x, y = space.centre[0], space.centre[1] + below
    wide = 0.72 + 1.12 * len(space.name)
    left = x - (wide + (4.1 if kind else 1.6)) / 2
    badge(axes, (left + 0.6, y), space.type, layers.SIGN, None if in_play else ABSENT_INK)
    ink = INK if in_play else ABSENT_INK
    write(axes, (left + 2.0, y), space.name, 1.75, ha="left", weight="bold", color=ink, zorder=layers.SIGN)
    if kind:
        token(axes, (left + wide + 2.7, y), kind, layers.SIGN, 0.72)


def _tower(axes: Axes, foot: Point, seat: int, value: int, ghost: float) -> None:
    at = (foot[0] + 0.3, foot[1] - 0.25)
    ellipse(axes, at, (6.4, 1.9), facecolor=("#000000", 0.16), linewidth=1.0, zorder=layers.PATH)
    draw_building(axes, foot, seat, value, ghost)


def _auction(axes: Axes, board: Map, bids: Sequence[tuple[int, int, str]]) -> None:
    """Draw the bids as pale buildings along their path; the last one stands on a bright ring."""
    spots = [_foot(board.neighbourhoods[name]) for _, _, name in bids]
    heights = [height_of(value) for _, value, _ in bids]
    for (start, low), (end, high) in pairwise(zip(spots, heights, strict=True)):
        _arrow(axes, *_clear(start, low, end, high))
    for (seat, value, _), spot in zip(bids, spots, strict=True):
        last = spot == spots[-1]
        if last:
            style = {"facecolor": (WHITE, 0.75), "edgecolor": SEAT[seat], "linewidth": 2.0}
            ellipse(axes, (spot[0], spot[1] - 0.35), (7.4, 2.5), zorder=layers.PATH + 0.2, **style)
        _tower(axes, spot, seat, value, 0.85 if last else 0.55)


def _clear(start: Point, low: float, end: Point, high: float) -> tuple[Point, Point]:
    """Return the ends of an arrow between two feet, so that it does not touch the towers and their names."""
    tail, tip = (start[0], start[1] - low / 2 + 0.6), (end[0], end[1] - high / 2 + 0.6)
    across, down = tip[0] - tail[0], tip[1] - tail[1]
    length = hypot(across, down)
    leave = _exit(across / length, down / length, low)
    arrive = length - _exit(-across / length, -down / length, high)
    lacking = max(0.0, SHORTEST_ARROW - (arrive - leave)) / 2
    leave, arrive = (leave - lacking) / length, (arrive + lacking) / length
    return (
        (tail[0] + across * leave, tail[1] + down * leave),
        (tail[0] + across * arrive, tail[1] + down * arrive),
    )


def _exit(across: float, down: float, height: float) -> float:
    """Return the length of a ray from the middle of a tower to the border of tower and name."""
    reach = height / 2 + (BELOW - 0.6 if down > 0 else ABOVE + 0.6)
    return min(BESIDE / abs(across) if across else inf, reach / abs(down) if down else inf)


def _arrow(axes: Axes, start: Point, end: Point) -> None:
    """Draw an arrow from bid to bid."""
    arrow = FancyArrowPatch(
        start,
        end,
        connectionstyle="arc3,rad=0.1",
        arrowstyle="-|>,head_length=6,head_width=3.6",
        shrinkA=0,
        shrinkB=0,
        linewidth=2.2,
        color=INK,
        zorder=layers.SIGN + 0.5,
        path_effects=[withStroke(linewidth=4.6, foreground=WHITE)],
    )
    axes.add_artist(arrow)
