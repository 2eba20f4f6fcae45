"""The things of Akropolis in words: their names, what the rows of a score say, and what a pointer explains."""

from collections.abc import Iterator, Sequence

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model.city import (
    DOUBLED,
    START_TILE,
    City,
    city_of,
    options_of,
    pieces_of,
    printed_on,
    stars_of,
    stones_of,
)
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import Fact
from urbanist.bots.table.kit.wording import upper
from urbanist.engine.akropolis.city_record import Hex, Space
from urbanist.engine.akropolis.illegal_move_reasons import price
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import QUARRY
from urbanist.engine.akropolis.score_kinds import DistrictRow, ScoreKind
from urbanist.engine.score_row import ScoreRow

#: The singular of each kind; those of districts have their plurals in the engine, which are texts of the catalog.
ONE = {
    "houses": "house",
    "markets": "market",
    "barracks": "barracks",
    "temples": "temple",
    "gardens": "garden",
    "quarry": "quarry",
}


def kind_name(kind: str) -> str:
    """Return a kind of district, such as `houses`."""
    return tr(kind)


def letter(kind: str) -> str:
    """Return the letter of a kind on a board."""
    return tr(kind[0])


def hex_name(printed: str) -> str:
    """Return a printed hex."""
    return _name(printed.rstrip("*"), plaza=printed.endswith("*"))


def top_name(top: Hex) -> str:
    """Return a hex of a city without its level."""
    return _name(top.kind, plaza=top.plaza)


def _name(kind: str, *, plaza: bool) -> str:
    return tr(f"{ONE[kind]} plaza") if plaza else tr(ONE[kind])


def hex_title(space: Space, top: Hex, piece: int | None) -> str:
    """Return a hex of a city: its kind, level and place, and the tile that it belongs to."""
    said = {"hex": top_name(top), "level": top.height, "place": f"{space[0]},{space[1]}"}
    if piece == START_TILE:
        return tr("{hex} on level {level} at {place}, the start tile", **said)
    return tr("{hex} on level {level} at {place}, tile {tile}", tile=piece, **said)


def tile_name(tile: int, printed: Sequence[str]) -> str:
    """Return a tile with what is printed on it."""
    return f"{tile} ({', '.join(map(hex_name, printed))})"


#: Which districts of each kind count.
COUNTS = {
    "houses": marked("Houses count in the one largest connected group."),
    "markets": marked("A market counts if no other market district is beside it."),
    "barracks": marked("Barracks count on the edge of the city."),
    "temples": marked("A temple counts if all six places around it are built on."),
    "gardens": marked("A garden always counts."),
}
#: The height of districts that do not count, and why; all gardens count.
IDLE = {
    "houses": marked("{n} outside the largest group"),
    "markets": marked("{n} beside another market"),
    "barracks": marked("{n} not on the edge"),
    "temples": marked("{n} not built round"),
}
STONE = marked("A stone pays for one place in the market, and is worth a point at the end.")


def fact(row: ScoreRow) -> Fact:
    """Return a row of a score as people read it."""
    if not isinstance(row, DistrictRow):
        return Fact(tr("stones"), row.points, tip=tr(STONE))
    missing = ", ".join(_missing(row))
    value = tr("{product}; {missing}", product=product(row), missing=missing) if missing else product(row)
    tip = tr(
        "{counts} The heights of those that count, times the stars of the plazas of this kind.",
        counts=COUNTS[row.kind],
    )
    return Fact(kind_name(row.kind), row.points, value, tip)


def product(row: DistrictRow) -> str:
    """Return the value times the stars."""
    return tr.counted("{value} x {n} star", "{value} x {n} stars", row.each, value=row.count)


def _missing(row: DistrictRow) -> Iterator[str]:
    """Yield what prevents more points: a factor that is 0 while the other is not, and districts that do not count."""
    if row.count and not row.each:
        yield tr("no plaza")
    if row.each and not row.count:
        yield tr("no district that counts")
    if row.idle:
        yield tr(IDLE[row.kind], n=row.idle)


EMPTY = marked(
    "An empty place. On the ground a tile needs a side at the city; higher, it lies flat on two tiles or more."
)
COVERED = marked("A quarry gives no points; when a tile covers it, its owner gets a stone.")


def hex_tip(pov: PlayerView, seat: int, space: Space, city: City | None = None) -> str:
    """Return what lies on a place of a seat's city."""
    city = city_of(pov.state, seat) if city is None else city
    if space not in city:
        return tr(EMPTY)
    top = city[space]
    said = f"{upper(hex_title(space, top, pieces_of(pov, seat).get(space)))}."
    if top.kind == QUARRY:
        return f"{said} {tr(COVERED)}"
    if top.plaza:
        multiplies = tr.counted(
            "{n} star: multiplies the value of all {kind} that count.",
            "{n} stars: multiplies the value of all {kind} that count.",
            getattr(stars_of(pov.state), top.kind),
            kind=kind_name(top.kind),
        )
        return f"{said} {multiplies}"
    counts = (_counted(pov, seat, space, top.kind), tr(COUNTS[top.kind]), _doubled(pov, top.kind))
    return " ".join(filter(None, [said, *counts]))


def _counted(pov: PlayerView, seat: int, space: Space, kind: str) -> str:
    """Return what a district counts for now."""
    breakdown = pov.view.game.notation.score_breakdown(pov.state, seat)[ScoreKind(kind)]
    place = f"{space[0]},{space[1]}"
    worth = next((part.worth for part in breakdown if part.places == (place,)), 0)
    return tr("It counts for {worth} now.", worth=worth) if worth else tr("It does not count now.")


def _doubled(pov: PlayerView, kind: str) -> str:
    if kind not in options_of(pov.state):
        return ""
    return tr("It counts double {condition}.", condition=DOUBLED[kind])


def tile_tip(pov: PlayerView, tile: int) -> str:
    """Return a tile of the market with its price."""
    place = market_of(pov.state.array).index(tile)
    said = {"tile": tile_name(tile, printed_on(pov.state, tile)), "price": price(place)}
    if pov.state.over or place <= stones_of(pov.state, pov.state.to_move):
        return tr("Tile {tile}: {price}.", **said)
    who = pov.name(pov.state.to_move)
    return tr("Tile {tile}: {price}, more than the stones of {who}.", who=who, **said)


def seat_tip(pov: PlayerView, seat: int) -> str:
    """Return what a line about a seat shows."""
    stones = stones_of(pov.state, seat)
    points = tr.counted(
        "{who}: {n} points, {stones} (◆) among them.",
        "{who}: {n} points, {stones} (◆) among them.",
        pov.state.scores()[seat],
        who=upper(pov.name(seat)),
        stones=tr.counted("{n} stone", "{n} stones", stones),
    )
    look = tr("{key} or a click shows this city.", key=seat + 1)
    return f"{points} {look}"
