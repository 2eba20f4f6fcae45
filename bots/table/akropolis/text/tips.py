"""What the things at a table of Akropolis are and do, in a sentence or two each."""

from urbanist.bots.table.akropolis.language import tr
from urbanist.bots.table.akropolis.model import score_rows
from urbanist.bots.table.akropolis.model.city import City, city_of, pieces_of
from urbanist.bots.table.akropolis.text.facts import COUNTS
from urbanist.bots.table.akropolis.text.names import hex_title, kind_name, tile_name
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import upper
from urbanist.engine.akropolis.city_record import Space
from urbanist.engine.akropolis.illegal_move_reasons import price
from urbanist.engine.akropolis.notation import market_of
from urbanist.engine.akropolis.pieces import QUARRY, STARS
from urbanist.engine.akropolis.score_kinds import ScoreKind

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
            STARS[top.kind],
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
    if kind not in score_rows.options_of(pov.state):
        return ""
    return tr("It counts double {condition}.", condition=score_rows.DOUBLED[kind])


def tile_tip(pov: PlayerView, tile: int) -> str:
    """Return a tile of the market with its price."""
    place = market_of(pov.state.array).index(tile)
    said = {"tile": tile_name(tile), "price": price(place)}
    if pov.state.over or place <= score_rows.stones_of(pov.state, pov.state.to_move):
        return tr("Tile {tile}: {price}.", **said)
    who = pov.name(pov.state.to_move)
    return tr("Tile {tile}: {price}, more than the stones of {who}.", who=who, **said)


def seat_tip(pov: PlayerView, seat: int) -> str:
    """Return what a line about a seat shows."""
    stones = score_rows.stones_of(pov.state, seat)
    points = tr.counted(
        "{who}: {n} points, {stones} (◆) among them.",
        "{who}: {n} points, {stones} (◆) among them.",
        pov.state.scores()[seat],
        who=upper(pov.name(seat)),
        stones=tr.counted("{n} stone", "{n} stones", stones),
    )
    look = tr("{key} or a click shows this city.", key=seat + 1)
    return f"{points} {look}"
