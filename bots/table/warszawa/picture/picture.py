"""The picture of a game of Warszawa."""

from collections.abc import Iterator

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.picture.lettering import write
from urbanist.bots.table.kit.picture.sheet import Sheet, catalogue
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import edition_of, plots
from urbanist.bots.table.warszawa.model.stage import phase_of, round_of, rounds
from urbanist.bots.table.warszawa.picture import glyph, ground, panel
from urbanist.bots.table.warszawa.picture.ground import Chart, draw_pieces
from urbanist.bots.table.warszawa.picture.panel import draw_legend, draw_seat
from urbanist.bots.table.warszawa.text.phrases import PHASES, STAGES

SYMBOLS = catalogue(glyph)
SHEET = Sheet(1600, 1100, 10)
EDGE, HEAD = 3.0, 8.0
CHART = Chart((51.5, 52.0), 7.75)
PANEL, GAP = 103.0, 1.0
#: The largest height of a seat's card, and the height of the tasks.
HIGH, TASKS = 14.4, 14.6
LEGEND = 98.6


def draw_picture(sight: Sight) -> Element:
    """Return the whole table as SVG; the same position gives the same drawing."""
    title = tr("Warszawa, {moment}", moment=_moment(sight))
    return SHEET.drawing(title, _parts(sight, title), SYMBOLS)


def _parts(sight: Sight, title: str) -> Iterator[Element]:
    yield write((EDGE + 0.4, 4.2), title, 2.8, "start", bold=True)
    yield write((SHEET.right - EDGE, 4.3), _setting(sight), 1.5, "end", class_="faint")
    hexes = plots(sight.state)
    yield from ground.draw_ground(CHART, hexes)
    yield from ground.draw_tunnel(CHART, sight)
    yield ground.draw_names(CHART, hexes)
    yield from ground.draw_metro(CHART, sight)
    yield from draw_pieces(CHART, sight)
    yield from ground.draw_bridges(CHART, sight)
    yield from _panel(sight)
    yield draw_legend((EDGE, LEGEND), PANEL - EDGE - 2 * GAP)


def _panel(sight: Sight) -> Iterator[Element]:
    """Yield the cards of the seats, the action board and the tasks, one below the other."""
    wide = SHEET.right - EDGE - PANEL
    top = HEAD
    room = SHEET.bottom - HEAD - panel.board_high(sight) - TASKS - EDGE
    high = min(HIGH, room / sight.state.seats - GAP)
    for seat in range(sight.state.seats):
        yield draw_seat(sight, seat, (PANEL, top), (wide, high))
        top += high + GAP
    yield from panel.draw_board(sight, (PANEL, top), wide)
    yield from panel.draw_tasks(sight, (PANEL, top + panel.board_high(sight) + GAP))


def _moment(sight: Sight) -> str:
    if sight.state.over:
        return tr("the end")
    stage, number = round_of(sight.state)
    return tr(
        "stage {stage}, round {number} of {rounds}, {phase}",
        stage=STAGES[stage],
        number=number + 1,
        rounds=rounds(sight.state),
        phase=tr(PHASES[phase_of(sight.state)]),
    )


def _setting(sight: Sight) -> str:
    return tr("{seats} players, {name} data", seats=sight.state.seats, name=edition_of(sight.state).name)
