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
from urbanist.bots.table.kit.picture.viewport import Viewport, catalogue
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.engine import State
from urbanist.engine.akropolis.pieces import KINDS

#: By the first word of a name.
SYMBOLS = catalogue(
    {
        "sign": glyph.sign_symbol,
        "stars": glyph.stars_symbol,
        "stone": glyph.stone_symbol,
        "chip": glyph.chip_symbol,
        "top": prism.top_symbol,
        "wall": prism.wall_symbol,
        "hex": prism.hex_symbol,
        "flat": prism.flat_symbol,
        "lake": prism.lake_symbol,
        "edges": prism.edges_symbol,
        "fresh": prism.fresh_symbol,
    }
)


EDGE, GAP, HEAD = 3.2, 2.4, 8.0


@dataclass(frozen=True, slots=True)
class Plan:
    """The layout of the cities: the viewport, cities in a row, and whether the market stands in the last place."""

    viewport: Viewport
    across: int
    gap: bool = False


PLANS = {
    1: Plan(Viewport(1600, 1000, 10), 1),
    2: Plan(Viewport(1600, 900, 10), 2),
    3: Plan(Viewport(1600, 1100, 10), 2, gap=True),
    4: Plan(Viewport(1600, 1100, 10), 2),
}


def draw_picture(pov: PlayerView) -> Element:
    """Return the cities as SVG; the same position gives the same drawing."""
    seats = list(range(pov.state.seats)) if pov.seat is None else [pov.seat]
    plan = PLANS[len(seats)]
    title = _title(pov.state)
    return plan.viewport.drawing(title, _parts(pov, seats, plan, title), SYMBOLS)


def _parts(pov: PlayerView, seats: Sequence[int], plan: Plan, title: str) -> Iterator[Element]:
    viewport = plan.viewport
    yield write((EDGE + 0.4, 4.2), title, 3.0, "start", bold=True)
    yield write((viewport.right - EDGE, 4.3), _setting(pov.state), 1.6, "end", class_="faint")
    down = -(-len(seats) // plan.across)
    room = viewport.right - 2 * EDGE - (0.0 if plan.gap else market.WIDTH + GAP)
    size = (
        (room - (plan.across - 1) * GAP) / plan.across,
        (viewport.bottom - HEAD - EDGE - (down - 1) * GAP) / down,
    )
    corners = [
        (EDGE + column * (size[0] + GAP), HEAD + row * (size[1] + GAP))
        for row in range(down)
        for column in range(plan.across)
    ]
    for seat, corner in zip(seats, corners, strict=False):
        yield draw_seat(pov, seat, corner, size)
    if plan.gap:
        left, top = corners[-1]
        yield market.draw_market(pov, (left + EDGE, top + EDGE))
        yield market.draw_legend(pov, (left + size[0] - market.WIDTH, top + EDGE))
    else:
        left = viewport.right - EDGE - market.WIDTH
        yield market.draw_market(pov, (left, HEAD))
        yield market.draw_legend(pov, (left, viewport.bottom - EDGE - market.LEGEND_HIGH))


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
