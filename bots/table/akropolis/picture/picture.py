"""The picture of a game of Akropolis: all cities, or the city of one seat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from urbanist.bots.markup import Element
from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model import score_rows
from urbanist.bots.table.akropolis.picture import glyph, market, prism
from urbanist.bots.table.akropolis.picture.seat_card import draw_seat
from urbanist.bots.table.akropolis.text.names import kind_name
from urbanist.bots.table.kit.picture.lettering import write
from urbanist.bots.table.kit.picture.sheet import Sheet, catalogue
from urbanist.bots.table.kit.sight import Sight
from urbanist.engine import State
from urbanist.engine.akropolis.pieces import KINDS

SYMBOLS = catalogue(glyph, prism)
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


def draw_picture(sight: Sight) -> Element:
    """Return the cities as SVG; the same position gives the same drawing."""
    seats = list(range(sight.state.seats)) if sight.seat is None else [sight.seat]
    plan = PLANS[len(seats)]
    title = _title(sight.state)
    return plan.sheet.drawing(title, _parts(sight, seats, plan, title), SYMBOLS)


def _parts(sight: Sight, seats: Sequence[int], plan: Plan, title: str) -> Iterator[Element]:
    sheet = plan.sheet
    yield write((EDGE + 0.4, 4.2), title, 3.0, "start", bold=True)
    yield write((sheet.right - EDGE, 4.3), _setting(sight.state), 1.6, "end", class_="faint")
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
        yield draw_seat(sight, seat, corner, size)
    if plan.gap:
        left, top = corners[-1]
        yield market.draw_market(sight, (left + EDGE, top + EDGE))
        yield market.draw_legend(sight, (left + size[0] - market.WIDTH, top + EDGE))
    else:
        left = sheet.right - EDGE - market.WIDTH
        yield market.draw_market(sight, (left, HEAD))
        yield market.draw_legend(sight, (left, sheet.bottom - EDGE - market.LEGEND_HIGH))


def _title(state: State) -> str:
    """Return the game and how far it has come."""
    if state.over:
        return tr("Akropolis, the end")
    if not state.ply:
        return tr("Akropolis, before the first tile")
    return tr.counted("Akropolis, after {n} tile", "Akropolis, after {n} tiles", state.ply)


def _setting(state: State) -> str:
    """Return the number of players and the options."""
    said = tr.counted("{n} players", "{n} players", state.seats)
    options = [
        kind_name(option) if option in KINDS else tr("long") for option in score_rows.options_of(state)
    ]
    return tr("{players}; options: {options}", players=said, options=", ".join(options)) if options else said
