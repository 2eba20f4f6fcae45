"""The effect of a move of Warszawa, as far as the seat to move can know it."""

from collections.abc import Callable, Iterator

from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.warszawa.model.city import card_at, card_named, cell_of, edition_of, free_for
from urbanist.bots.table.warszawa.model.score_rows import fulfilled, gains
from urbanist.bots.table.warszawa.model.stage import fields
from urbanist.bots.table.warszawa.model.supply import supply_of
from urbanist.bots.table.warszawa.text.phrases import (
    FUNCTION,
    USED,
    cubes,
    effect,
    ends,
    price,
    several,
    task_name,
)
from urbanist.engine import State
from urbanist.engine.warszawa.score_rows import if_built, norm_objects


def explain(state: State, move: str) -> str:
    """Return the effect of a move, at once and later."""
    if move == "pass":
        return "ends your planning this round"
    if move == "done":
        return "ends your building this round"
    return ", ".join(REASONS.get(move.partition("@")[0], _foundation)(state, move))


def _rest(move: str) -> str:
    return move.partition("@")[2]


def _keep(state: State, move: str) -> Iterator[str]:
    norm = next(norm for norm in edition_of(state).norms if norm.id == _rest(move))
    wanted = norm_objects(state, norm.id)
    yield f"3 for each set of {listed(wanted)}"
    useful = [card.id for card in supply_of(state, state.to_move).hand if card.type in wanted]
    yield f"your {listed(useful)} would count" if useful else "no card of yours would count"


def _send(state: State, move: str) -> Iterator[str]:
    field = next(field for field in fields(state) if str(field.id) == _rest(move).partition(":")[0])
    gives, after = field.effect, state.play(move)
    yield f"{field.name}: {effect(gives)}"
    paid, won = exchanged(state, after)
    if gives.barter:
        yield f"pays {cubes(paid)} for {cubes(won)}"
    elif won != (gives.fund, gives.concrete, gives.rubble):
        yield f"your store has room for {cubes(won)}"
    if gives.card and int(after.array["drawing"]) != gives.card:
        yield f"you may draw {several(int(after.array['drawing']), 'card')}"
    if gives.marker:
        yield "you begin the next round"


def exchanged(before: State, after: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cubes that a move took from its seat and the cubes that it gave."""
    was, now = (supply_of(state, before.to_move).cubes for state in (before, after))
    changes = [new - old for old, new in zip(was, now, strict=True)]
    return tuple(max(0, -change) for change in changes), tuple(max(0, change) for change in changes)


def _clear(state: State, move: str) -> Iterator[str]:
    seat = state.to_move
    have = supply_of(state, seat)
    yield "takes 1 rubble" if have.cubes[2] < have.store else "no room for its rubble"
    after = state.play(move)
    fit = [
        card.id for card in have.hand if cell_of(_rest(move)) in {plot.cell for plot in free_for(after, card)}
    ]
    if fit:
        yield f"your {listed(fit)} would fit"


def _foundation(state: State, move: str) -> Iterator[str]:
    card, seat = card_named(state, move.partition("@")[0]), state.to_move
    laid, cell = state.play(move), cell_of(_rest(move))
    yield f"{card.type}, {FUNCTION[card.function]}"
    yield from promised(laid, seat, cell)
    if supply_of(state, seat).affordable <= int(state.array["founded"][seat]).bit_count():
        yield "you cannot pay for it yet"


def promised(laid: State, seat: int, cell: int) -> Iterator[str]:
    """Yield the value of a foundation if it were built now."""
    built = if_built(laid, seat, cell)
    change = built.scores()[seat] - laid.scores()[seat]
    yield f"built now {change:+} points ({'; '.join(gains(laid, built, seat))})"
    for task in fulfilled(laid, built):
        yield f"task {task_name(task)}"


def _build(state: State, move: str) -> Iterator[str]:
    seat, (place, paid) = state.to_move, _rest(move).rsplit("/", 1)
    card, cell = card_at(state, cell_of(place)), cell_of(place)
    yield f"{card.id} for {price(paid, supply_of(state, seat).rubble_price)}"
    yield from scored(state, state.play(move))
    for task in fulfilled(state, if_built(state, seat, cell)):
        yield f"task {task_name(task)}"
    yield FUNCTION[card.function]


def scored(before: State, after: State) -> Iterator[str]:
    """Yield the change of a seat's points by a move, and its parts."""
    seat = before.to_move
    parts = "; ".join(gains(before, after, seat))
    change = after.scores()[seat] - before.scores()[seat]
    yield f"{change:+} points" + (f" ({parts})" if parts else "")


def _metro(state: State, move: str) -> Iterator[str]:
    side, _, tunnel = _rest(move).partition(":")
    yield f"between {ends(side)}"
    yield from scored(state, state.play(move))
    if tunnel:
        yield f"with the tunnel between {ends(tunnel)}"


def _bridge(state: State, move: str) -> Iterator[str]:
    side, paid = _rest(move).rsplit("/", 1)
    yield f"joins {ends(side)} for {price(paid, 2)}"
    yield from scored(state, state.play(move))


def _use(state: State, move: str) -> Iterator[str]:
    yield USED[card_named(state, _rest(move)).function]


#: The function for each verb; a move without a verb lays out a card.
REASONS: dict[str, Callable[[State, str], Iterator[str]]] = {
    "norm": _keep,
    "send": _send,
    "clear": _clear,
    "build": _build,
    "metro": _metro,
    "bridge": _bridge,
    "use": _use,
}
