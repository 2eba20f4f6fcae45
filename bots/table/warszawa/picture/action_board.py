"""The action board and the open tasks, beside the map of a picture."""

from collections.abc import Callable
from functools import partial

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import (
    CARD_EDGE,
    FAINT_INK,
    WHITE,
    box,
    fitted,
    right_end,
    write,
)
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.warszawa.model.stage import delegates, fields, open_tasks, taken
from urbanist.bots.table.warszawa.model.supply import CUBES
from urbanist.bots.table.warszawa.picture import colours, glyph
from urbanist.engine.warszawa.edition import EFFECTS, TYPES, Effect, Field, Task

LAYER = colours.PAPER
ROW, COLUMNS = 3.7, 2
HEAD = 4.2
GAIN = 1.9

Drawer = Callable[[Axes, Point], None]


def board_high(sight: Sight) -> float:
    """Return the height of the action board."""
    return HEAD + ROW * -(-len(fields(sight.state)) // COLUMNS)


def draw_board(axes: Axes, sight: Sight, corner: Point, wide: float) -> None:
    """Draw the fields of the action board with their effects and engineers."""
    left, top = corner
    write(axes, (left + 0.4, top + 1.6), "Action board", 2.0, ha="left", weight="bold", zorder=LAYER)
    there = delegates(sight)
    found = fields(sight.state)
    down = -(-len(found) // COLUMNS)
    for place, field in enumerate(found):
        across, row = divmod(place, down)
        width = (wide - 1.0) / COLUMNS
        at = (left + across * (width + 1.0), top + HEAD + row * ROW)
        _field(axes, field, at, width, there.get(field.id, []), full=taken(sight.state, field))


def _field(axes: Axes, field: Field, at: Point, wide: float, seats: list[int], *, full: bool) -> None:
    x, y = at[0], at[1] + ROW / 2
    style = {"facecolor": "#EFECE4" if full and seats else WHITE, "edgecolor": CARD_EDGE}
    box(axes, (x, at[1] + 0.2), (wide, ROW - 0.4), 0.6, linewidth=0.9, zorder=LAYER, **style)
    write(axes, (x + 1.6, y), str(field.id), 1.6, weight="bold", zorder=LAYER + 0.1)
    name, size = fitted(field.name, 1.35, 11.2)
    write(axes, (x + 3.2, y), name, size, ha="left", zorder=LAYER + 0.1)
    spot = x + 15.2
    for drawer in _gains(field.effect):
        drawer(axes, (spot, y))
        spot += GAIN + 0.25
    if field.unlimited:
        write(axes, (spot - 0.2, y), "∞", 1.7, color=FAINT_INK, zorder=LAYER + 0.1)
        spot += 1.8
    room = max(0.9, min(1.7, (x + wide - spot - 0.4) / max(1, len(seats))))
    for place, seat in enumerate(reversed(seats)):
        glyph.engineer(axes, (x + wide - 1.5 - place * room, y), 2.4, seat, LAYER + 0.3 - place / 50)


def _gains(gives: Effect) -> list[Drawer]:
    """Return the drawing functions for the things that a field gives, in the order of the rules."""
    found: list[Drawer] = []
    for name in EFFECTS:
        found += [partial(_gain, name)] * (
            1 if name == "barter" and gives.barter else int(getattr(gives, name))
        )
    return found


def _gain(name: str, axes: Axes, at: Point) -> None:
    if name in CUBES:
        glyph.cube(axes, name, at, GAIN, LAYER + 0.1)
    elif name == "card":
        glyph.paper(axes, at, GAIN, LAYER + 0.1)
    elif name == "marker":
        glyph.flag(axes, at, GAIN, LAYER + 0.1)
    elif name == "clear":
        glyph.shovel(axes, at, GAIN, LAYER + 0.1)
    else:
        write(axes, (at[0] + 1.4, at[1]), "1 for 2", 1.3, zorder=LAYER + 0.1)


def draw_tasks(axes: Axes, sight: Sight, corner: Point) -> None:
    """Draw the open urban tasks, one below the other."""
    left, top = corner
    write(axes, (left + 0.4, top + 1.6), "Urban tasks", 2.0, ha="left", weight="bold", zorder=LAYER)
    for place, task in enumerate(open_tasks(sight.state)):
        _task(axes, task, (left + 0.4, top + HEAD + 1.2 + place * 3.2))


def _task(axes: Axes, task: Task, at: Point) -> None:
    x, y = at
    write(axes, (x, y), task.id, 1.25, ha="left", color=FAINT_INK, zorder=LAYER)
    x = _kind(axes, task.build, (x + 4.0, y))
    drawn = write(axes, (x + 0.8, y), "beside", 1.25, ha="left", color=FAINT_INK, zorder=LAYER)
    x = _kind(axes, task.beside, (right_end(axes, drawn) + 1.8, y))
    write(axes, (x + 1.2, y), f"+{task.points}", 1.9, ha="left", weight="bold", zorder=LAYER)


def _kind(axes: Axes, kind: str, at: Point) -> float:
    """Draw a type with its name, or only the name of a style; return the right end."""
    x = at[0]
    if kind in TYPES:
        glyph.chip(axes, kind, at, 2.3, LAYER)
        x += 1.8
    else:
        x -= 1.2
    return right_end(axes, write(axes, (x, at[1]), kind, 1.45, ha="left", zorder=LAYER))
