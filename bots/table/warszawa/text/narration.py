"""The moves and events of a game of Warszawa in words: what a move is called, what happened, and what a move brings."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from urbanist.bots.table.kit.score import score_changes
from urbanist.bots.table.kit.sight import Sight
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import card_at, card_named, cell_of, edition_of, free_for
from urbanist.bots.table.warszawa.model.stage import (
    PLANNING,
    REALISATION,
    fields,
    fulfilled,
    open_tasks,
    phase_of,
    round_of,
    supply_of,
)
from urbanist.bots.table.warszawa.text.facts import fact
from urbanist.bots.table.warszawa.text.phrases import (
    STAGES,
    USED,
    advantage,
    card_title,
    cubes,
    effect,
    ends,
    field_name,
    kind_name,
    objects_of,
    price,
    printed_on,
    task_name,
)
from urbanist.engine import State
from urbanist.engine.warszawa.notation import CARDS_DUE
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


def _dig(state: State, move: str) -> Iterator[str]:
    side, _, tunnel = _rest(move).partition(":")
    yield tr("between {hexes}", hexes=ends(side))
    yield from scored(state, state.play(move))
    if tunnel:
        yield tr("with the tunnel between {hexes}", hexes=ends(tunnel))


def _span(state: State, move: str) -> Iterator[str]:
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
    "metro": _dig,
    "bridge": _span,
    "use": _use,
}


def narrate(sight: Sight, ply: int) -> str:
    """Return the event at a ply and its results: new phases, rounds and stages."""
    before, after, event = sight.states[ply], sight.states[ply + 1], sight.view.events[ply]
    if event.startswith("!"):
        said = _drawn(sight, before, after, event)
    else:
        said = f"{sight.name(before.to_move)} {', '.join(Played(before, after, event).parts())}"
    return "; ".join([said, *_turned(sight, before, after)])


def _drawn(sight: Sight, before: State, after: State, event: str) -> str:
    """Return the drawn cards of a seat, or the new tasks."""
    if int(before.array["due"]) != CARDS_DUE:
        return _opened(after, event)
    who = sight.name(before.to_move)
    if event.startswith("!?"):
        drawn = int(event[2:])
        return tr.counted("{who} draws {n} card unseen", "{who} draws {n} cards unseen", drawn, who=who)
    cards = (card_title(card_named(before, card)) for card in event[1:].split("+"))
    return tr("{who} draws {cards}", who=who, cards=listed(cards))


def _opened(after: State, event: str) -> str:
    new = event[1:].split("+")
    tasks = [task_name(task) for task in open_tasks(after) if task.id in new]
    if len(tasks) == 1:
        return tr("new urban task: {task}", task=tasks[0])
    return tr("new urban tasks: {tasks}", tasks=listed(tasks))


@dataclass(frozen=True, slots=True)
class Played:
    """A move with the positions before and after it, as parts of a sentence about its seat."""

    before: State
    after: State
    move: str

    @property
    def verb(self) -> str:
        """The verb of the move, or the card that it lays out."""
        return self.move.partition("@")[0]

    @property
    def rest(self) -> str:
        """The text after the verb."""
        return self.move.partition("@")[2]

    def parts(self) -> Iterator[str]:
        """Yield the parts of the sentence."""
        yield from getattr(self, PARTS.get(self.verb, "laid"))()

    def kept(self) -> Iterator[str]:
        """Yield which norm the seat keeps."""
        norm = next((norm for norm in edition_of(self.before).norms if norm.id == self.rest), None)
        if norm:
            yield tr("keeps the norm for {objects}", objects=objects_of(self.before, norm))
        else:
            yield tr("keeps one of two norms, unseen")

    def sent(self) -> Iterator[str]:
        """Yield the field of the engineer and its effect."""
        number = self.rest.partition(":")[0]
        field = next(field for field in fields(self.before) if str(field.id) == number)
        yield tr("sends an engineer to {field}", field=field_name(field))
        paid, won = exchanged(self.before, self.after)
        if any(paid):
            yield tr("gives {cubes}", cubes=cubes(paid))
        if any(won):
            yield tr("takes {cubes}", cubes=cubes(won))
        gives = field.effect
        wanted = gives.card or gives.clear
        if not any(won) and not gives.marker and not (wanted and self._goes_on()):
            yield tr("gets nothing")
        if field.effect.marker:
            yield tr("takes the marker for the next round")

    def _goes_on(self) -> bool:
        """Return whether the move goes on with drawn cards or with hexes to clear."""
        return int(self.after.array["due"]) == CARDS_DUE or bool(self.after.array["clearing"])

    def cleared(self) -> Iterator[str]:
        """Yield the cleared hexes, and whether the seat keeps the rubble."""
        was, now = (supply_of(state, self.before.to_move).cubes[2] for state in (self.before, self.after))
        yield tr("clears {place}", place=self.rest)
        yield tr("takes its rubble") if now > was else tr("has no room for its rubble")

    def laid(self) -> Iterator[str]:
        """Yield the card of the foundation."""
        card = card_named(self.before, self.verb)
        said = f"{card_title(card)}, {printed_on(card)}"
        yield tr("lays a foundation on {place}: {card}", place=self.rest, card=said)

    def used(self) -> Iterator[str]:
        """Yield the used function."""
        effect = tr(USED[card_named(self.before, self.rest).function])
        card = card_title(card_named(self.before, self.rest))
        yield tr("uses {card} and {effect}", card=card, effect=effect)

    def built(self) -> Iterator[str]:
        """Yield the building with its price, points and tasks."""
        place, paid = self.rest.rsplit("/", 1)
        seat, card = self.before.to_move, card_at(self.before, cell_of(place))
        paid = price(paid, supply_of(self.before, seat).rubble_price)
        yield tr("builds {card} on {place} for {price}", card=card_title(card), place=place, price=paid)
        yield from scored(self.before, self.after)
        for task in fulfilled(self.before, if_built(self.before, seat, cell_of(place))):
            yield tr("fulfils {task}", task=task_name(task))

    def dug(self) -> Iterator[str]:
        """Yield the side of the metro segment, and of the tunnel."""
        side, _, tunnel = self.rest.partition(":")
        yield tr("digs a metro segment on {side} between {hexes}", side=side, hexes=ends(side))
        if tunnel:
            yield tr("with the tunnel on {side} between {hexes}", side=tunnel, hexes=ends(tunnel))
        yield from scored(self.before, self.after)

    def spanned(self) -> Iterator[str]:
        """Yield the side and the price of the bridge."""
        side, paid = self.rest.rsplit("/", 1)
        yield tr(
            "builds a bridge on {side} between {hexes} for {price}",
            side=side,
            hexes=ends(side),
            price=price(paid, 2),
        )
        yield from scored(self.before, self.after)

    def passed(self) -> Iterator[str]:
        """Yield that the seat ends its planning."""
        yield tr("ends planning for this round")

    def ended(self) -> Iterator[str]:
        """Yield that the seat ends its building."""
        yield tr("ends building for this round")


#: The method for the parts of each verb; a move without a verb lays out a card.
PARTS = {
    "norm": "kept",
    "send": "sent",
    "clear": "cleared",
    "use": "used",
    "build": "built",
    "metro": "dug",
    "bridge": "spanned",
    "pass": "passed",
    "done": "ended",
}


def move_name(state: State, move: str) -> str:
    """Return a move as a sentence names it: what is done, with the names of its card, field and place."""
    verb, _, rest = move.partition("@")
    named = NAMED.get(verb)
    if named is not None:
        return named(state, rest)
    return tr("{what} on {place}", what=card_title(card_named(state, verb)), place=rest)


def _engineer(state: State, rest: str) -> str:
    number, _, cubes_given = rest.partition(":")
    field = field_name(next(field for field in fields(state) if str(field.id) == number))
    said = tr("an engineer to {field}", field=field)
    if not cubes_given:
        return said
    paid, won = exchanged(state, state.play(f"send@{rest}"))
    return tr("{move}: {paid} for {won}", move=said, paid=cubes(paid), won=cubes(won))


def _norm(state: State, rest: str) -> str:
    norm = next((norm for norm in edition_of(state).norms if norm.id == rest), None)
    return (
        tr("one of two norms")
        if norm is None
        else tr("the norm for {objects}", objects=objects_of(state, norm))
    )


def _building(state: State, rest: str) -> str:
    place, paid = rest.rsplit("/", 1)
    card = card_title(card_at(state, cell_of(place)))
    paid = price(paid, supply_of(state, state.to_move).rubble_price)
    return tr("{card} built on {place} for {price}", card=card, place=place, price=paid)


def _metro(rest: str) -> str:
    side, _, tunnel = rest.partition(":")
    said = tr("a metro segment on {side}", side=side)
    return tr("{move}, with the tunnel on {side}", move=said, side=tunnel) if tunnel else said


def _bridge(rest: str) -> str:
    side, paid = rest.rsplit("/", 1)
    return tr("a bridge on {side} for {price}", side=side, price=price(paid, 2))


#: The name of a move by its verb; a move without a verb lays out a card.
NAMED: dict[str, Callable[[State, str], str]] = {
    "norm": _norm,
    "send": _engineer,
    "clear": lambda _, rest: tr("the clearing of {place}", place=rest),
    "use": lambda state, rest: tr("the function of {card}", card=card_title(card_named(state, rest))),
    "build": _building,
    "metro": lambda _, rest: _metro(rest),
    "bridge": lambda _, rest: _bridge(rest),
    "pass": lambda *_: tr("the end of planning"),
    "done": lambda *_: tr("the end of building"),
}


def _turned(sight: Sight, before: State, after: State) -> Iterator[str]:
    """Yield the phases, rounds and stages that end or begin with an event."""
    if after.over:
        yield tr("the game is over")
        return
    (stage, number), (old_stage, old_number) = round_of(after), round_of(before)
    if stage != old_stage:
        yield tr("stage I is over, all hands are discarded")
    if (stage, number) != (old_stage, old_number):
        yield tr(
            "round {number} of stage {stage} begins with {who}",
            number=number + 1,
            stage=STAGES[stage],
            who=sight.name(int(after.array["holder"])),
        )
    elif phase_of(before) == PLANNING and phase_of(after) == REALISATION:
        yield tr("realisation begins with {who}", who=sight.name(after.to_move))
    elif phase_of(before) != PLANNING and phase_of(after) == PLANNING and not before.due:
        yield tr("planning begins with {who}", who=sight.name(after.to_move))
