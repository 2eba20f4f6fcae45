"""What the things at a table of Akropolis are and do, in a sentence or two each."""

from urbanist.bots.table.akropolis.model import score_rows
from urbanist.bots.table.akropolis.model.city import City, city_of, pieces_of
from urbanist.bots.table.akropolis.text.words import hex_title, tile_name
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.wording import several, upper
from urbanist.engine.akropolis.city_record import Space
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.objections import price
from urbanist.engine.akropolis.pieces import QUARRY, STARS
from urbanist.engine.score_row import ScoreRow

#: Which districts of each kind count.
COUNTS = {
    "houses": "Houses count in the one largest connected group.",
    "markets": "A market counts if no other market district is beside it.",
    "barracks": "Barracks count on the edge of the city.",
    "temples": "A temple counts if all six places around it are built on.",
    "gardens": "A garden always counts.",
}
STONE = "A stone pays for one place in the market, and is worth a point at the end."
EMPTY = "An empty place. On the ground a tile needs a side at the city; higher, it lies flat on two tiles or more."
COVERED = "A quarry gives no points; when a tile covers it, its owner gets a stone."


def row_tip(row: ScoreRow) -> str:
    """Return what a row of a score means."""
    if row.what == "stones":
        return STONE
    return f"{COUNTS[row.what]} The heights of those that count, times the stars of the plazas of this kind."


def hex_tip(sight: Sight, seat: int, space: Space, city: City | None = None) -> str:
    """Return what lies on a place of a seat's city."""
    city = city_of(sight.state, seat) if city is None else city
    if space not in city:
        return EMPTY
    top = city[space]
    said = f"{upper(hex_title(space, top, pieces_of(sight, seat).get(space)))}."
    if top.kind == QUARRY:
        return f"{said} {COVERED}"
    if top.plaza:
        return (
            f"{said} {several(STARS[top.kind], 'star')}: multiplies the value of all {top.kind} that count."
        )
    return f"{said} {_counted(sight, seat, space, top.kind)}{COUNTS[top.kind]}{_doubled(sight, top.kind)}"


def _counted(sight: Sight, seat: int, space: Space, kind: str) -> str:
    """Return what a district counts for now."""
    counting = sight.view.game.notation.counting(sight.state, seat)[kind]
    place = f"{space[0]},{space[1]}"
    worth = next((part.worth for part in counting if part.places == (place,)), 0)
    return f"It counts for {worth} now. " if worth else "It does not count now. "


def _doubled(sight: Sight, kind: str) -> str:
    if kind not in score_rows.options_of(sight.state):
        return ""
    return f" It counts double {score_rows.DOUBLED[kind]}."


def tile_tip(sight: Sight, tile: int) -> str:
    """Return a tile of the market with its price."""
    place = market_of(sight.state.array).index(tile)
    said = f"Tile {tile_name(tile)}: {price(place)}"
    if sight.state.over:
        return f"{said}."
    seat = sight.state.to_move
    dear = place > score_rows.stones_of(sight.state, seat)
    return f"{said}{', more than the stones of ' + sight.name(seat) if dear else ''}."


def seat_tip(sight: Sight, seat: int) -> str:
    """Return what a line about a seat shows."""
    stones = score_rows.stones_of(sight.state, seat)
    return (
        f"{upper(sight.name(seat))}: {sight.state.scores()[seat]} points, {several(stones, 'stone')} (◆) among them. "
        f"{seat + 1} or a click shows this city."
    )
