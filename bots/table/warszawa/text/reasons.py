"""The effect of a move of Warszawa, as far as the seat to move can know it."""

from collections.abc import Callable, Iterator

from urbanist.bots.table.kit.score import score_changes
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import card_at, card_named, cell_of, edition_of, free_for
from urbanist.bots.table.warszawa.model.stage import fields, fulfilled
from urbanist.bots.table.warszawa.model.supply import supply_of
from urbanist.bots.table.warszawa.text.facts import fact
from urbanist.bots.table.warszawa.text.names import card_title, kind_name
from urbanist.bots.table.warszawa.text.phrases import (
    USED,
    advantage,
    cubes,
    effect,
    ends,
    objects_of,
    price,
    task_name,
)
from urbanist.engine import State
from urbanist.engine.warszawa.score_rows import if_built, norm_objects


def explain(state: State, move: str) -> str:
    """Return the effect of a move, at once and later."""
    if move == "pass":
        return tr("ends planning this round")
    if move == "done":
        return tr("ends building this round")
    return ", ".join(REASONS.get(move.partition("@")[0], _foundation)(state, move))


def _rest(move: str) -> str:
    return move.partition("@")[2]


def _keep(state: State, move: str) -> Iterator[str]:
    norm = next(norm for norm in edition_of(state).norms if norm.id == _rest(move))
    wanted = norm_objects(state, norm.id)
    yield tr("3 for each set of {objects}", objects=objects_of(state, norm))
    useful = [card_title(card) for card in supply_of(state, state.to_move).hand if card.type in wanted]
    if useful:
        yield tr("{cards} in hand would count", cards=listed(useful))
    else:
        yield tr("no card in hand would count")


def _send(state: State, move: str) -> Iterator[str]:
    field = next(field for field in fields(state) if str(field.id) == _rest(move).partition(":")[0])
    gives, after = field.effect, state.play(move)
    yield effect(gives)
    paid, won = exchanged(state, after)
    if gives.barter:
        yield tr("pays {paid} for {won}", paid=cubes(paid), won=cubes(won))
    elif won != (gives.fund, gives.concrete, gives.rubble):
        yield tr("the store has room for {cubes}", cubes=cubes(won))
    drawing = int(after.array["drawing"])
    if gives.card and drawing != gives.card:
        yield tr.counted("may draw {n} card", "may draw {n} cards", drawing)
    if gives.marker:
        yield tr("begins the next round")


def exchanged(before: State, after: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cubes that a move took from its seat and the cubes that it gave."""
    was, now = (supply_of(state, before.to_move).cubes for state in (before, after))
    changes = [new - old for old, new in zip(was, now, strict=True)]
    return tuple(max(0, -change) for change in changes), tuple(max(0, change) for change in changes)


def _clear(state: State, move: str) -> Iterator[str]:
    seat = state.to_move
    have = supply_of(state, seat)
    yield tr("takes 1 rubble") if have.cubes[2] < have.store else tr("no room for its rubble")
    after = state.play(move)
    fit = [
        card_title(card)
        for card in have.hand
        if cell_of(_rest(move)) in {plot.cell for plot in free_for(after, card)}
    ]
    if fit:
        yield tr("{cards} in hand would fit", cards=listed(fit))


def _foundation(state: State, move: str) -> Iterator[str]:
    card, seat = card_named(state, move.partition("@")[0]), state.to_move
    laid, cell = state.play(move), cell_of(_rest(move))
    yield f"{kind_name(card.type)}, {advantage(card)}"
    yield from promised(laid, seat, cell)
    if supply_of(state, seat).affordable <= int(state.array["founded"][seat]).bit_count():
        yield tr("cannot be paid for yet")


def promised(laid: State, seat: int, cell: int) -> Iterator[str]:
    """Yield the value of a foundation if it were built now."""
    built = if_built(laid, seat, cell)
    change = built.scores()[seat] - laid.scores()[seat]
    yield tr("built now {change} points ({parts})", change=f"{change:+}", parts=gains(laid, built, seat))
    for task in fulfilled(laid, built):
        yield tr("task {task}", task=task_name(task))


def _build(state: State, move: str) -> Iterator[str]:
    seat, cell = state.to_move, cell_of(_rest(move).rsplit("/", 1)[0])
    card = card_at(state, cell)
    yield from scored(state, state.play(move))
    for task in fulfilled(state, if_built(state, seat, cell)):
        yield tr("task {task}", task=task_name(task))
    yield advantage(card)


def scored(before: State, after: State) -> Iterator[str]:
    """Yield the change of a seat's points by a move, and its parts."""
    seat = before.to_move
    parts = gains(before, after, seat)
    change = after.scores()[seat] - before.scores()[seat]
    said = tr("{change} points", change=f"{change:+}")
    yield f"{said} ({parts})" if parts else said


def gains(before: State, after: State, seat: int) -> str:
    """Return the rows of a seat's score that differ between two positions, each with its change."""
    changes = score_changes(before, after, seat)
    facts = [(fact(row), change) for row, change in changes]
    return "; ".join(f"{said.common or said.label} {change:+}" for said, change in facts)


def _metro(state: State, move: str) -> Iterator[str]:
    side, _, tunnel = _rest(move).partition(":")
    yield tr("between {hexes}", hexes=ends(side))
    yield from scored(state, state.play(move))
    if tunnel:
        yield tr("with the tunnel between {hexes}", hexes=ends(tunnel))


def _bridge(state: State, move: str) -> Iterator[str]:
    side, paid = _rest(move).rsplit("/", 1)
    yield tr("joins {hexes} for {price}", hexes=ends(side), price=price(paid, 2))
    yield from scored(state, state.play(move))


def _use(state: State, move: str) -> Iterator[str]:
    yield tr(USED[card_named(state, _rest(move)).function])


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
