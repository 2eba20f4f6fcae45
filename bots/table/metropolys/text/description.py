"""A Metropolys position as lines of text, one fact a line, for screen readers and terminals without colour."""

from collections.abc import Iterator

from urbanist.bots.table.kit.language import marked, translated
from urbanist.bots.table.kit.sight import Sight
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


def describe(sight: Sight) -> str:
    """Return the position: the board, each seat, the viewer's own cards, and last the running auction."""
    lines = [*_board(sight)]
    for seat in range(sight.state.seats):
        lines += _seat(sight, seat)
    return "\n".join([*lines, *_own(sight), describe_turn(sight)])


def _board(sight: Sight) -> Iterator[str]:
    record = sight.state.array
    names = (translated(DISTRICT_NAMES[letter]) for letter in district_letters(record["districts"]))
    yield tr("Districts in play: {districts}.", districts=", ".join(names))
    for kind, mask in zip(TOKEN_KINDS, record["tokens"], strict=True):
        yield tr(ON_BOARD[kind], places=", ".join(mask_names(mask)) or tr("none"))
    spaces = load_map().neighbourhoods
    for kind in TYPES:
        free = [place for place in mask_names(record["empty"]) if spaces[place].type == kind]
        yield tr("Empty {type}: {places}.", type=tr(kind), places=", ".join(free) or tr("none"))


def _seat(sight: Sight, seat: int) -> Iterator[str]:
    record = sight.state.array
    built = ", ".join(_placed(value, place) for value, place in NOTATION.buildings(record, seat))
    template = BUILT_BY_VIEWER if seat == sight.seat else BUILT
    yield tr(template, who=upper(sight.name(seat)), buildings=built or tr("nothing"))
    left = ", ".join(map(str, lane_values(record["hands"][seat])))
    yield tr("  Buildings left: {values}.", values=left or tr("none"))
    taken = [
        tr(TAKEN[kind], number=int(number))
        for kind, number in zip(TOKEN_KINDS, record["taken"][seat], strict=True)
    ]
    held = [tr(name) for kind, name in HELD.items() if int(record[f"{kind}_card"]) == seat]
    yield tr("  Tokens: {tokens}.", tokens=", ".join([*taken, *held]))
    yield _points(sight, seat)


def _placed(value: int, place: str) -> str:
    return tr("{value} on {place}", value=value, place=place)


def _points(sight: Sight, seat: int) -> str:
    """Return the points of a seat and its cards."""
    card, points = NOTATION.card(sight.state.array, seat), sight.state.scores()[seat]
    if card == "?":
        return tr("  Points so far: {points}, and a hidden card.", points=points)
    return tr("  Points so far: {points}, with the card {card}.", points=points, card=_cards(card))


def _cards(card: str) -> str:
    """Return the cards of a seat in words."""
    area, _, kind = card.partition("+")
    return tr("{area} and {type}", area=tr(area), type=tr(kind)) if kind else tr(area)


def _own(sight: Sight) -> Iterator[str]:
    if sight.seat is None or NOTATION.card(sight.state.array, sight.seat) == "?":
        return
    yield tr("Your cards: {cards}.", cards=_cards(NOTATION.card(sight.state.array, sight.seat)))
    for row in sight.state.score_rows(sight.seat):
        if row.points or row.subject:
            yield f"  {upper(str(fact(row)))}."


def describe_turn(sight: Sight) -> str:
    """Return the bids, the places for the next bid, and the seat to move."""
    return "\n".join(_auction(sight))


def _auction(sight: Sight) -> Iterator[str]:
    if sight.state.over:
        yield tr("The game is over.")
        return
    record = sight.state.array
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
    seat = sight.state.to_move
    if seat == sight.seat:
        yield tr("To move: you, {who}.", who=sight.name(seat))
    else:
        yield tr("To move: {who}.", who=sight.name(seat))
