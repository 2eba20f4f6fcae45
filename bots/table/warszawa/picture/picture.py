"""The picture of a game of Warszawa."""

from collections.abc import Iterator

from urbanist.bots.markup import Element
from urbanist.bots.table.kit.picture.lettering import write
from urbanist.bots.table.kit.picture.viewport import Viewport, catalogue
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import edition_of, plots
from urbanist.bots.table.warszawa.model.stage import phase_of, round_of, rounds
from urbanist.bots.table.warszawa.picture import glyph, ground, panel
from urbanist.bots.table.warszawa.picture.ground import Chart, draw_pieces
from urbanist.bots.table.warszawa.picture.panel import draw_legend, draw_seat
from urbanist.bots.table.warszawa.text.phrases import PHASES, STAGES

SYMBOLS = catalogue(glyph)
SHEET = Viewport(1600, 1100, 10)
EDGE, HEAD = 3.0, 8.0
CHART = Chart((51.5, 52.0), 7.75)
PANEL, GAP = 103.0, 1.0
#: The largest height of a seat's card, and the height of the tasks.
HIGH, TASKS = 14.4, 14.6
LEGEND = 98.6


def draw_picture(pov: PlayerView) -> Element:
    """Return the whole table as SVG; the same position gives the same drawing."""
    title = tr("Warszawa, {moment}", moment=_moment(pov))
    return SHEET.drawing(title, _parts(pov, title), SYMBOLS)


def _parts(pov: PlayerView, title: str) -> Iterator[Element]:
    yield write((EDGE + 0.4, 4.2), title, 2.8, "start", bold=True)
    yield write((SHEET.right - EDGE, 4.3), _setting(pov), 1.5, "end", class_="faint")
    hexes = plots(pov.state)
    yield from ground.draw_ground(CHART, hexes)
    yield from ground.draw_tunnel(CHART, pov)
    yield ground.draw_names(CHART, hexes)
    yield from ground.draw_metro(CHART, pov)
    yield from draw_pieces(CHART, pov)
    yield from ground.draw_bridges(CHART, pov)
    yield from _panel(pov)
    yield draw_legend((EDGE, LEGEND), PANEL - EDGE - 2 * GAP)


def _panel(pov: PlayerView) -> Iterator[Element]:
    """Yield the cards of the seats, the action board and the tasks, one below the other."""
    wide = SHEET.right - EDGE - PANEL
    top = HEAD
    room = SHEET.bottom - HEAD - panel.board_high(pov) - TASKS - EDGE
    high = min(HIGH, room / pov.state.seats - GAP)
    for seat in range(pov.state.seats):
        yield draw_seat(pov, seat, (PANEL, top), (wide, high))
        top += high + GAP
    yield from panel.draw_board(pov, (PANEL, top), wide)
    yield from panel.draw_tasks(pov, (PANEL, top + panel.board_high(pov) + GAP))


def _moment(pov: PlayerView) -> str:
    if pov.state.over:
        return tr("the end")
    stage, number = round_of(pov.state)
    return tr(
        "stage {stage}, round {number} of {rounds}, {phase}",
        stage=STAGES[stage],
        number=number + 1,
        rounds=rounds(pov.state),
        phase=tr(PHASES[phase_of(pov.state)]),
    )


def _setting(pov: PlayerView) -> str:
    return tr("{seats} players, {name} data", seats=pov.state.seats, name=edition_of(pov.state).name)
