"""A Metropolys position as lines of text, one fact a line, for screen readers and terminals without colour."""

from collections.abc import Iterator

from urbanist.bots.table.kit.language import marked, translated
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.metropolys.language import tr
from urbanist.bots.table.metropolys.model.geometry import load_map
from urbanist.bots.table.metropolys.text.facts import fact
from urbanist.engine.metropolys.notation import (
    MetropolysNotation,
    district_letters,
    lane_values,
    mask_names,
    targets,
)
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES, TOKEN_KINDS, TYPES

NOTATION = MetropolysNotation()
BUILT, BUILT_BY_VIEWER = marked("{who}: built {buildings}."), marked("{who}, you: built {buildings}.")
ON_BOARD = {
    "trendy": marked("Trendy tokens on the board: {places}."),
    "metro": marked("Metro tokens on the board: {places}."),
    "ruins": marked("Ruins tokens on the board: {places}."),
}
TAKEN = {
    "trendy": marked("{number} trendy"),
    "metro": marked("{number} metro"),
    "ruins": marked("{number} ruins"),
}
HELD = {"metro": marked("the metro card"), "ruins": marked("the ruins card")}


def describe(pov: PlayerView) -> str:
    """Return the position: the board, each seat, the viewer's own cards, and last the running auction."""
    lines = [*_board(pov)]
    for seat in range(pov.state.seats):
        lines += _seat(pov, seat)
    return "\n".join([*lines, *_own(pov), describe_turn(pov)])


def _board(pov: PlayerView) -> Iterator[str]:
    record = pov.state.array
    names = (translated(DISTRICT_NAMES[letter]) for letter in district_letters(record["districts"]))
    yield tr("Districts in play: {districts}.", districts=", ".join(names))
    for kind, mask in zip(TOKEN_KINDS, record["tokens"], strict=True):
        yield tr(ON_BOARD[kind], places=", ".join(mask_names(mask)) or tr("none"))
    spaces = load_map().neighbourhoods
    for kind in TYPES:
        free = [place for place in mask_names(record["empty"]) if spaces[place].type == kind]
        yield tr("Empty {type}: {places}.", type=tr(kind), places=", ".join(free) or tr("none"))


def _seat(pov: PlayerView, seat: int) -> Iterator[str]:
    record = pov.state.array
    built = ", ".join(_placed(value, place) for value, place in NOTATION.buildings(record, seat))
    template = BUILT_BY_VIEWER if seat == pov.seat else BUILT
    yield tr(template, who=upper(pov.name(seat)), buildings=built or tr("nothing"))
    left = ", ".join(map(str, lane_values(record["hands"][seat])))
    yield tr("  Buildings left: {values}.", values=left or tr("none"))
    taken = [
        tr(TAKEN[kind], number=int(number))
        for kind, number in zip(TOKEN_KINDS, record["taken"][seat], strict=True)
    ]
    held = [tr(name) for kind, name in HELD.items() if int(record[f"{kind}_card"]) == seat]
    yield tr("  Tokens: {tokens}.", tokens=", ".join([*taken, *held]))
    yield _points(pov, seat)


def _placed(value: int, place: str) -> str:
    return tr("{value} on {place}", value=value, place=place)


def _points(pov: PlayerView, seat: int) -> str:
    """Return the points of a seat and its cards."""
    card, points = NOTATION.card(pov.state.array, seat), pov.state.scores()[seat]
    if card == "?":
        return tr("  Points so far: {points}, and a hidden card.", points=points)
    return tr("  Points so far: {points}, with the card {card}.", points=points, card=_cards(card))


def _cards(card: str) -> str:
    """Return the cards of a seat in words."""
    area, _, kind = card.partition("+")
    return tr("{area} and {type}", area=tr(area), type=tr(kind)) if kind else tr(area)


def _own(pov: PlayerView) -> Iterator[str]:
    if pov.seat is None or NOTATION.card(pov.state.array, pov.seat) == "?":
        return
    yield tr("Your cards: {cards}.", cards=_cards(NOTATION.card(pov.state.array, pov.seat)))
    for row in pov.state.score_rows(pov.seat):
        if row.points or row.subject:
            yield f"  {upper(str(fact(row)))}."


def describe_turn(pov: PlayerView) -> str:
    """Return the bids, the places for the next bid, and the seat to move."""
    return "\n".join(_auction(pov))


def _auction(pov: PlayerView) -> Iterator[str]:
    if pov.state.over:
        yield tr("The game is over.")
        return
    record = pov.state.array
    bids = [
        tr("seat {seat} {value} on {place}", seat=seat, value=value, place=place)
        for seat, value, place in NOTATION.bids(record)
    ]
    if bids:
        yield tr("Bids, rising: {bids}.", bids=", ".join(bids))
        near = ", ".join(targets(record))
        yield tr("The next bid may stand on: {places}.", places=near or tr("nowhere"))
    else:
        yield tr("No bids yet: a new auction is to be opened.")
    seat = pov.state.to_move
    if seat == pov.seat:
        yield tr("To move: you, {who}.", who=pov.name(seat))
    else:
        yield tr("To move: {who}.", who=pov.name(seat))
