"""A Metropolys position as lines of text, one fact a line, for screen readers and terminals without colour."""

from collections.abc import Iterator

from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.metropolys.model.geometry import load_map
from urbanist.engine.metropolys.notation import (
    TOKEN_KINDS,
    MetropolysNotation,
    district_letters,
    lane_values,
    mask_names,
    targets,
)
from urbanist.engine.metropolys.pieces import DISTRICT_NAMES

NOTATION = MetropolysNotation()


def describe(sight: Sight) -> str:
    """Return the position: the board, each seat, the viewer's own cards, and last the running auction."""
    lines = [*_board(sight)]
    for seat in range(sight.state.seats):
        lines += _seat(sight, seat)
    return "\n".join([*lines, *_own(sight), describe_turn(sight)])


def _board(sight: Sight) -> Iterator[str]:
    record = sight.state.array
    letters = district_letters(record["districts"])
    yield f"Districts in play: {', '.join(DISTRICT_NAMES[letter] for letter in letters)}."
    for kind, mask in zip(TOKEN_KINDS, record["tokens"], strict=True):
        yield f"{kind.capitalize()} tokens on the board: {', '.join(mask_names(mask)) or 'none'}."
    spaces = load_map().neighbourhoods
    for kind in ("industry", "park", "housing", "shopping", "administration"):
        free = [name for name in mask_names(record["empty"]) if spaces[name].type == kind]
        yield f"Empty {kind}: {', '.join(free) or 'none'}."


def _seat(sight: Sight, seat: int) -> Iterator[str]:
    record = sight.state.array
    name = upper(sight.name(seat))
    if seat == sight.seat:
        name += ", you"
    built = [f"{value} on {place}" for value, place in NOTATION.buildings(record, seat)]
    yield f"{name}: built {', '.join(built) or 'nothing'}."
    yield f"  Buildings left: {', '.join(map(str, lane_values(record['hands'][seat]))) or 'none'}."
    taken = [f"{int(number)} {kind}" for kind, number in zip(TOKEN_KINDS, record["taken"][seat], strict=True)]
    held = [f"the {card} card" for card in ("metro", "ruins") if int(record[f"{card}_card"]) == seat]
    yield f"  Tokens: {', '.join([*taken, *held])}."
    card = NOTATION.card(record, seat)
    more = "and a hidden card" if card == "?" else f"with the card {card.replace('+', ' and ')}"
    yield f"  Points so far: {sight.state.scores()[seat]}, {more}."


def _own(sight: Sight) -> Iterator[str]:
    if sight.seat is None or NOTATION.card(sight.state.array, sight.seat) == "?":
        return
    yield "Your cards: " + NOTATION.card(sight.state.array, sight.seat).replace("+", " and ") + "."
    for row in sight.state.score_rows(sight.seat):
        if row.points or row.what.partition(" ")[0] in NOTATION.card(sight.state.array, sight.seat):
            yield f"  {upper(row.what)}: {row.points}" + (f" ({row.how})." if row.how else ".")


def describe_turn(sight: Sight) -> str:
    """Return the bids, the places for the next bid, and the seat to move."""
    return "\n".join(_auction(sight))


def _auction(sight: Sight) -> Iterator[str]:
    if sight.state.over:
        yield "The game is over."
        return
    record = sight.state.array
    bids = [f"seat {seat} {value} on {place}" for seat, value, place in NOTATION.bids(record)]
    yield f"Bids, rising: {', '.join(bids)}." if bids else "No bids yet: a new auction is to be opened."
    if bids:
        yield f"The next bid may stand on: {', '.join(targets(record)) or 'nowhere'}."
    seat = sight.state.to_move
    yield f"To move: {'you, ' if seat == sight.seat else ''}{sight.name(seat)}."
