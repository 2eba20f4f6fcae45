"""The picture of a game of Akropolis as SVG or PNG: all cities, or the city of one seat.

Needs matplotlib, which `pip install urbanist[pictures]` brings along.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from matplotlib.axes import Axes

from urbanist.bots.table.akropolis.model import score_rows
from urbanist.bots.table.akropolis.picture import market
from urbanist.bots.table.akropolis.picture.seat_card import draw_seat
from urbanist.bots.table.kit.picture.brush import FAINT_INK, write
from urbanist.bots.table.kit.picture.sheet import Sheet
from urbanist.bots.table.kit.sight import Sight

EDGE, GAP, HEAD = 3.2, 2.4, 8.0


@dataclass(frozen=True, slots=True)
class Plan:
    """The layout of the cities: the sheet, cities in a row, and whether the market stands in the last place."""

    sheet: Sheet
    across: int
    gap: bool = False


PLANS = {
    1: Plan(Sheet(1600, 1000, 10), 1),
    2: Plan(Sheet(1600, 900, 10), 2),
    3: Plan(Sheet(1600, 1100, 10), 2, gap=True),
    4: Plan(Sheet(1600, 1100, 10), 2),
}


def write_picture(sight: Sight, path: Path) -> None:
    """Write the cities to `path`: SVG or PNG, by its suffix; same position, same bytes."""
    seats = list(range(sight.state.seats)) if sight.seat is None else [sight.seat]
    plan = PLANS[len(seats)]
    plan.sheet.write(path, lambda axes: _paint(axes, sight, seats, plan))


def _paint(axes: Axes, sight: Sight, seats: Sequence[int], plan: Plan) -> None:
    sheet = plan.sheet
    write(axes, (EDGE + 0.4, 4.2), f"Akropolis, {sight.moment('tile')}", 3.0, ha="left", weight="bold")
    write(axes, (sheet.right - EDGE, 4.3), _setting(sight), 1.6, ha="right", color=FAINT_INK)
    down = -(-len(seats) // plan.across)
    room = sheet.right - 2 * EDGE - (0.0 if plan.gap else market.WIDTH + GAP)
    size = (
        (room - (plan.across - 1) * GAP) / plan.across,
        (sheet.bottom - HEAD - EDGE - (down - 1) * GAP) / down,
    )
    corners = [
        (EDGE + column * (size[0] + GAP), HEAD + row * (size[1] + GAP))
        for row in range(down)
        for column in range(plan.across)
    ]
    for seat, corner in zip(seats, corners, strict=False):
        draw_seat(axes, sight, seat, corner, size)
    if plan.gap:
        left, top = corners[-1]
        market.draw_market(axes, sight, (left + EDGE, top + EDGE))
        market.draw_legend(axes, sight, (left + size[0] - market.WIDTH, top + EDGE))
    else:
        left = sheet.right - EDGE - market.WIDTH
        market.draw_market(axes, sight, (left, HEAD))
        market.draw_legend(axes, sight, (left, sheet.bottom - EDGE - market.LEGEND_HIGH))


def _setting(sight: Sight) -> str:
    options = ", ".join(score_rows.options_of(sight.state))
    return f"{sight.state.seats} players" + (f"; options: {options}" if options else "")
