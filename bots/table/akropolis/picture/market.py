"""The parts of a picture beside the cities: the market with its prices, and the legend of what counts."""

from collections.abc import Iterator

from urbanist.bots.markup import Element
from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model import score_rows
from urbanist.bots.table.akropolis.model.city import tile_city
from urbanist.bots.table.akropolis.picture.colours import KIND
from urbanist.bots.table.akropolis.picture.prism import draw_tile, fitted
from urbanist.bots.table.akropolis.text.names import kind_name, tile_name
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.picture.brush import group, use
from urbanist.bots.table.kit.picture.lettering import width, write
from urbanist.bots.table.kit.plane import Point
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.engine.akropolis.illegal_move_reasons import price
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import KINDS, STARS, TILES

WIDTH = 27.0
TILE = (8.6, 12.6)
TILES_A_ROW = 3
ROW = 6.6
LEGEND_HIGH = 5.0 + ROW * len(KINDS)
COUNTS = {
    "houses": marked("the largest group"),
    "markets": marked("no market beside"),
    "barracks": marked("on the edge"),
    "temples": marked("built round"),
    "gardens": marked("always"),
}


def draw_market(pov: PlayerView, corner: Point) -> Element:
    """Return the open tiles with their prices."""
    left, top = corner
    said = tr.counted("{n} stack left", "{n} stacks left", int(pov.state.array["stacks"]))
    tiles = []
    for place, tile in enumerate(market_of(pov.state.array)):
        down, across = divmod(place, TILES_A_ROW)
        at = (left + across * TILE[0], top + 5.0 + down * TILE[1])
        tiles.append(_tile(tile, place, at, over=pov.state.over))
    return group(
        write((left, top + 2.2), tr("Market"), 2.2, "start", bold=True),
        write((left + WIDTH, top + 2.3), said, 1.5, "end", class_="faint"),
        *tiles,
        class_="market",
    )


def _tile(tile: int, cost: int, corner: Point, *, over: bool) -> Element:
    city = tile_city(TILES[tile].hexes)
    x, y = corner
    middle = x + (TILE[0] - 1.0) / 2
    parts = [
        draw_tile(city, fitted(city, (x, y), (TILE[0] - 1.0, 7.0), 2.2)),
        write((middle - 0.2, y + 8.4), str(tile), 1.5, "end", bold=True),
    ]
    if not over and not cost:
        parts.append(write((middle + 0.5, y + 8.4), tr("free"), 1.4, "start", class_="faint"))
    elif not over:
        parts.append(write((middle + 0.5, y + 8.4), str(cost), 1.4, "start"))
        parts.append(use("stone", (middle + 2.4, y + 8.35), 1.5))
    title = tr("tile {tile}", tile=tile_name(tile))
    if not over:
        title = tr("tile {tile}: {price}", tile=tile_name(tile), price=price(cost))
    return group(*parts, title=title, id=f"tile-{tile}", class_="tile")


def draw_legend(pov: PlayerView, corner: Point) -> Element:
    """Return for each kind the stars of its plazas, what counts, and what doubles it if its option is on."""
    heading = write((corner[0], corner[1] + 2.2), tr("What counts"), 2.2, "start", bold=True)
    return group(heading, *_kinds(pov, corner), class_="legend")


def _kinds(pov: PlayerView, corner: Point) -> Iterator[Element]:
    options = score_rows.options_of(pov.state)
    for place, kind in enumerate(KINDS):
        x, y = corner[0], corner[1] + 6.6 + place * ROW
        name, number = kind_name(kind).capitalize(), STARS[kind]
        yield use(f"chip-{kind}", (x + 1.7, y), 1.7)
        yield write((x + 4.4, y - 1.0), name, 1.6, "start", bold=True)
        at = (x + 4.4 + width(name, 1.6, bold=True) + 1.3 + 0.7 * (number - 1), y - 1.05)
        yield use(f"stars-{number}", at, 1.35, fill=KIND[kind])
        yield write((x + 4.4, y + 1.0), tr(COUNTS[kind]), 1.4, "start")
        if kind in options:
            said = tr("double: {condition}", condition=score_rows.DOUBLED[kind])
            yield write((x + 4.4, y + 2.8), said, 1.3, "start", class_="faint")
