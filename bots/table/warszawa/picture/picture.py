"""The picture of a game of Warszawa, as SVG or PNG.

Needs matplotlib, which `pip install urbanist[pictures]` brings along.
"""

from pathlib import Path

from matplotlib.axes import Axes

from urbanist.bots.table.kit.picture.brush import FAINT_INK, write
from urbanist.bots.table.kit.picture.sheet import Sheet
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.warszawa.model.city import edition_of, plots
from urbanist.bots.table.warszawa.model.stage import phase_of, round_of, rounds
from urbanist.bots.table.warszawa.picture import action_board
from urbanist.bots.table.warszawa.picture.ground import Chart, draw_ground, draw_lines
from urbanist.bots.table.warszawa.picture.legend import draw_legend
from urbanist.bots.table.warszawa.picture.pieces import draw_pieces
from urbanist.bots.table.warszawa.picture.seat_card import draw_seat
from urbanist.bots.table.warszawa.text.phrases import PHASES, STAGES

SHEET = Sheet(1600, 1100, 10)
EDGE, HEAD = 3.0, 8.0
CHART = Chart((51.5, 52.0), 7.75)
PANEL, GAP = 103.0, 1.0
#: The largest height of a seat's card, and the height of the tasks.
HIGH, TASKS = 14.4, 14.6
LEGEND = 98.6


def write_picture(sight: Sight, path: Path) -> None:
    """Write the whole table to `path`: SVG or PNG, by its suffix; same position, same bytes."""
    SHEET.write(path, lambda axes: _paint(axes, sight))


def _paint(axes: Axes, sight: Sight) -> None:
    write(axes, (EDGE + 0.4, 4.2), f"Warszawa, {_moment(sight)}", 2.8, ha="left", weight="bold")
    write(axes, (SHEET.right - EDGE, 4.3), _setting(sight), 1.5, ha="right", color=FAINT_INK)
    draw_ground(axes, CHART, plots(sight.state))
    draw_lines(axes, CHART, sight)
    draw_pieces(axes, CHART, sight)
    wide = SHEET.right - EDGE - PANEL
    top = HEAD
    room = SHEET.bottom - HEAD - action_board.board_high(sight) - TASKS - EDGE
    high = min(HIGH, room / sight.state.seats - GAP)
    for seat in range(sight.state.seats):
        draw_seat(axes, sight, seat, (PANEL, top), (wide, high))
        top += high + GAP
    action_board.draw_board(axes, sight, (PANEL, top), wide)
    action_board.draw_tasks(axes, sight, (PANEL, top + action_board.board_high(sight) + GAP))
    draw_legend(axes, (EDGE, LEGEND), PANEL - EDGE - 2 * GAP)


def _moment(sight: Sight) -> str:
    if sight.state.over:
        return "the end"
    stage, number = round_of(sight.state)
    return (
        f"stage {STAGES[stage]}, round {number + 1} of {rounds(sight.state)}, {PHASES[phase_of(sight.state)]}"
    )


def _setting(sight: Sight) -> str:
    return f"{sight.state.seats} players, {edition_of(sight.state).name} data"
