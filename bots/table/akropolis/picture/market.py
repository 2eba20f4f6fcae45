"""The parts of a picture beside the cities: the market with its prices, and the legend of what counts."""

from matplotlib.axes import Axes

from urbanist.bots.table.akropolis.model import score_rows
from urbanist.bots.table.akropolis.model.city import tile_city
from urbanist.bots.table.akropolis.picture import glyph
from urbanist.bots.table.akropolis.picture.colours import KIND
from urbanist.bots.table.akropolis.picture.prism import chip, draw_tile, fitted
from urbanist.bots.table.kit.picture.brush import FAINT_INK, right_end, write
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.wording import several
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import KINDS, STARS, TILES

LAYER = 3.5
WIDTH = 27.0
TILE = (8.6, 12.6)
TILES_A_ROW = 3
ROW = 6.6
LEGEND_HIGH = 5.0 + ROW * len(KINDS)
COUNTS = {
    "houses": "the largest group",
    "markets": "no market beside",
    "barracks": "on the edge",
    "temples": "built round",
    "gardens": "always",
}


def draw_market(axes: Axes, sight: Sight, corner: Point) -> None:
    """Draw the open tiles with their prices."""
    left, top = corner
    write(axes, (left, top + 2.2), "Market", 2.2, ha="left", weight="bold", zorder=LAYER)
    stacks = int(sight.state.array["stacks"])
    said = f"{several(stacks, 'stack')} left"
    write(axes, (left + WIDTH, top + 2.3), said, 1.5, ha="right", color=FAINT_INK, zorder=LAYER)
    for place, tile in enumerate(market_of(sight.state.array)):
        down, across = divmod(place, TILES_A_ROW)
        _tile(axes, tile, place, (left + across * TILE[0], top + 5.0 + down * TILE[1]), over=sight.state.over)


def _tile(axes: Axes, tile: int, cost: int, corner: Point, *, over: bool) -> None:
    city = tile_city(TILES[tile].hexes)
    x, y = corner
    draw_tile(axes, city, fitted(city, (x, y), (TILE[0] - 1.0, 7.0), 2.2))
    middle = x + (TILE[0] - 1.0) / 2
    write(axes, (middle - 0.2, y + 8.4), str(tile), 1.5, ha="right", weight="bold", zorder=LAYER)
    if over:
        return
    if not cost:
        write(axes, (middle + 0.5, y + 8.4), "free", 1.4, ha="left", color=FAINT_INK, zorder=LAYER)
    else:
        write(axes, (middle + 0.5, y + 8.4), str(cost), 1.4, ha="left", zorder=LAYER)
        glyph.stone(axes, (middle + 2.4, y + 8.35), 1.5, LAYER)


def draw_legend(axes: Axes, sight: Sight, corner: Point) -> None:
    """Write for each kind the stars of its plazas, what counts, and what doubles it if its option is on."""
    options = score_rows.options_of(sight.state)
    write(axes, (corner[0], corner[1] + 2.2), "What counts", 2.2, ha="left", weight="bold", zorder=LAYER)
    for place, kind in enumerate(KINDS):
        x, y = corner[0], corner[1] + 6.6 + place * ROW
        chip(axes, kind, (x + 1.7, y), 1.7, LAYER)
        name = write(axes, (x + 4.4, y - 1.0), kind.capitalize(), 1.6, ha="left", weight="bold", zorder=LAYER)
        after = right_end(axes, name)
        number = STARS[kind]
        at = (after + 1.3 + 0.7 * (number - 1), y - 1.05)
        glyph.stars(axes, number, at, 1.35, facecolor=KIND[kind], zorder=LAYER)
        write(axes, (x + 4.4, y + 1.0), COUNTS[kind], 1.4, ha="left", zorder=LAYER)
        if kind in options:
            said = f"double: {score_rows.DOUBLED[kind]}"
            write(axes, (x + 4.4, y + 2.8), said, 1.3, ha="left", style="italic", zorder=LAYER)
