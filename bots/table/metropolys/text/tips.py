"""What the things at a table of Metropolys are and do, in a sentence or two each."""

from collections.abc import Iterator
from typing import Any

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import listed, upper
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.score_breakdown import height_of
from urbanist.bots.table.metropolys.text.names import HEIGHTS, TYPES, token
from urbanist.bots.table.metropolys.text.words import token_on
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.notation import MetropolysNotation, district_letters, lane_values

NOTATION = MetropolysNotation()
#: The points of a token for whoever takes it.
TOKEN_POINTS = {"trendy": 3, "metro": 1, "ruins": -1}
LAST_BID = marked("{who} bids {value} here: the last bid; the next one must be higher and adjacent.")
OUTBID = marked("{who} bids {value} here: outbid by now.")
SEAT = marked(
    "{who}: {built} of {all} buildings are built; tokens ★ trendy, M metro, R ruins (* with the card); "
    "{points} points. Below: the buildings left, ° bid, · built."
)
SEAT_WITHOUT_CARDS = marked(
    "{who}: {built} of {all} buildings are built; tokens ★ trendy, M metro, R ruins (* with the card); "
    "{points} points, without its secret cards. Below: the buildings left, ° bid, · built."
)


def place_tip(pov: PlayerView, name: str) -> str:
    """Return a place with its type, token, surroundings, and what stands there."""
    record, space = pov.state.array, pieces.BOARD[pieces.CELLS[name]]
    facts = {"name": name, "type": tr(TYPES[space.type]), "district": pieces.DISTRICT_NAMES[name[0]]}
    if name[0] not in district_letters(record["districts"]):
        return tr("{name}: a place of type {type} in {district}. This district is not in play.", **facts)
    near = list(_near(name, border=space.border, dead_end=space.dead_end))
    if near:
        said = tr("{name}: a place of type {type} in {district}, {near}.", near=listed(near), **facts)
    else:
        said = tr("{name}: a place of type {type} in {district}.", **facts)
    return " ".join([said, *_token(record, name), *_standing(pov, name)])


def _near(name: str, *, border: bool, dead_end: bool) -> Iterator[str]:
    """Yield what a place lies beside."""
    bridges = sum(name in ends for ends in pieces.BRIDGES)
    if bridges:
        yield tr("beside a bridge") if bridges == 1 else tr("beside {bridges} bridges", bridges=bridges)
    if any(name in group for group in pieces.STATUES):
        yield tr("at a statue")
    if any(name in group for group in pieces.LAKES):
        yield tr("on the shore of a lake")
    if border:
        yield tr("on the border")
    if dead_end:
        yield tr("in a dead end")


def _token(record: Any, name: str) -> Iterator[str]:
    """Yield what is to be said about the token on a place."""
    if kind := token_on(record, name):
        yield tr(
            "Whoever builds here takes the {token} ({points:+}).",
            token=token(kind),
            points=TOKEN_POINTS[kind],
        )


def _standing(pov: PlayerView, name: str) -> Iterator[str]:
    """Yield the building or bid on a place."""
    record = pov.state.array
    for seat in range(pov.state.seats):
        for value, place in NOTATION.buildings(record, seat):
            if place == name:
                yield tr(
                    "{who} has built {value} here ({height}).",
                    who=upper(pov.name(seat)),
                    value=value,
                    height=tr(HEIGHTS[height_of(value)]),
                )
    bids = NOTATION.bids(record)
    for bid in bids:
        if bid[2] == name:
            template = LAST_BID if bid == bids[-1] else OUTBID
            yield tr(template, who=upper(pov.name(bid[0])), value=bid[1])


def building_tip(pov: PlayerView, seat: int, value: int) -> str:
    """Return a building of a seat: its height, and whether it is in hand, bid or built."""
    record = pov.state.array
    facts = {"value": value, "height": tr(HEIGHTS[height_of(value)])}
    if value in lane_values(record["hands"][seat]):
        return tr("Building {value}, {height}, in hand. A bid must be higher than the last one.", **facts)
    if value in lane_values(record["bids"][seat]):
        return tr(
            "Building {value}, {height}, bid in this auction. It comes back if somebody outbids it.", **facts
        )
    place = next(place for built, place in NOTATION.buildings(record, seat) if built == value)
    return tr("Building {value}, {height}, built on {place} for good.", place=place, **facts)


def seat_tip(pov: PlayerView, seat: int) -> str:
    """Return what a line about a seat shows."""
    record = pov.state.array
    template = SEAT if NOTATION.card(record, seat) != "?" else SEAT_WITHOUT_CARDS
    return tr(
        template,
        who=upper(pov.name(seat)),
        built=len(NOTATION.buildings(record, seat)),
        all=len(pieces.VALUES),
        points=pov.state.scores()[seat],
    )


def statue_tip(places: tuple[str, ...]) -> str:
    """Return what a statue is for."""
    return tr("A statue. {places} lie around it; the statues card counts them.", places=listed(places))


def bridge_tip(ends: tuple[str, ...]) -> str:
    """Return what a bridge is for."""
    return tr(
        "A bridge: {places} are adjacent over it; the bridges card counts buildings there.",
        places=listed(ends),
    )


def lake_tip(shore: tuple[str, ...]) -> str:
    """Return what a lake is for."""
    return tr(
        "A lake. Water parts places. {places} lie on its shore; the lakes card counts buildings there.",
        places=listed(shore),
    )
