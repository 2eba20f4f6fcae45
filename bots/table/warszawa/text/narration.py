"""The moves and events of a game of Warszawa in words: what a move is called, what happened, and what a move brings."""

from collections.abc import Iterator
from functools import cached_property

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import score_changes
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import (
    PLANNING,
    REALISATION,
    card_at,
    card_named,
    cell_of,
    edition_of,
    fields,
    free_for,
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
from urbanist.engine.event import Chance, Move
from urbanist.engine.warszawa.edition import Card, Field, Norm
from urbanist.engine.warszawa.hidden import CARDS_DUE, drawn_name
from urbanist.engine.warszawa.moves import WarszawaMove
from urbanist.engine.warszawa.score_rows import if_built, norm_objects


def explain(state: State, move: Move) -> str:
    """Return the effect of a move, at once and later."""
    return ", ".join(deed(state, move).effects())


def move_name(state: State, move: Move) -> str:
    """Return a move as a sentence names it: what is done, with the names of its card, field and place."""
    return deed(state, move).name()


def narrate(pov: PlayerView, ply: int) -> str:
    """Return the event at a ply and its results: new phases, rounds and stages."""
    before, after, event = pov.states[ply], pov.states[ply + 1], pov.view.events[ply]
    if isinstance(event, Chance):
        said = _drawn(pov, before, after, event)
    else:
        said = f"{pov.name(before.to_move)} {', '.join(deed(before, event, after).parts())}"
    return "; ".join([said, *_turned(pov, before, after)])


def _drawn(pov: PlayerView, before: State, after: State, event: Chance) -> str:
    """Return the drawn cards of a seat, or the new tasks."""
    if int(before.array["due"]) != CARDS_DUE:
        return _opened(after, event)
    who = pov.name(before.to_move)
    if event.hidden:
        drawn = len(event.drawn)
        return tr.counted("{who} draws {n} card unseen", "{who} draws {n} cards unseen", drawn, who=who)
    cards = (card_title(card_named(before, drawn_name(card))) for card in event.drawn)
    return tr("{who} draws {cards}", who=who, cards=listed(cards))


def _opened(after: State, event: Chance) -> str:
    new = [drawn_name(task) for task in event.drawn]
    tasks = [task_name(task) for task in open_tasks(after) if task.id in new]
    if len(tasks) == 1:
        return tr("new urban task: {task}", task=tasks[0])
    return tr("new urban tasks: {tasks}", tasks=listed(tasks))


class Deed:
    """A move by its parts, in words: its name, the parts of a sentence about its seat, and its effects.

    A class for each verb says them; a move without a verb lays out a card, as this one.
    """

    def __init__(self, state: State, move: Move, after: State | None = None) -> None:
        self.state, self.seat, self.move = state, state.to_move, WarszawaMove(move)
        self.place = self.move.place
        if after is not None:
            self.after = after

    @cached_property
    def after(self) -> State:
        """The position after the move."""
        return self.state.play(self.move)

    @cached_property
    def card(self) -> Card:
        """The card that is laid out or used."""
        return card_named(self.state, self.move.card)

    def name(self) -> str:
        """Return the move as a sentence names it."""
        return tr("{what} on {place}", what=card_title(self.card), place=self.place)

    def parts(self) -> Iterator[str]:
        """Yield what the seat does, and what comes of it."""
        said = f"{card_title(self.card)}, {printed_on(self.card)}"
        yield tr("lays a foundation on {place}: {card}", place=self.place, card=said)

    def effects(self) -> Iterator[str]:
        """Yield what the move brings, as far as its seat can know."""
        yield f"{kind_name(self.card.type)}, {advantage(self.card)}"
        yield from promised(self.after, self.seat, cell_of(self.place))
        if (
            supply_of(self.state, self.seat).affordable
            <= int(self.state.array["founded"][self.seat]).bit_count()
        ):
            yield tr("cannot be paid for yet")

    def scored(self) -> Iterator[str]:
        """Yield the change of the seat's points, and its parts."""
        parts = gains(self.state, self.after, self.seat)
        change = self.after.scores()[self.seat] - self.state.scores()[self.seat]
        said = tr.counted("{change} point", "{change} points", change, change=f"{change:+}")
        yield f"{said} ({parts})" if parts else said


class _Keep(Deed):
    @property
    def norm(self) -> Norm | None:
        return next((norm for norm in edition_of(self.state).norms if norm.id == self.move.norm), None)

    def name(self) -> str:
        norm = self.norm
        return (
            tr("the norm for {objects}", objects=objects_of(self.state, norm))
            if norm
            else tr("one of two norms")
        )

    def parts(self) -> Iterator[str]:
        norm = self.norm
        if norm:
            yield tr("keeps the norm for {objects}", objects=objects_of(self.state, norm))
        else:
            yield tr("keeps one of two norms, unseen")

    def effects(self) -> Iterator[str]:
        norm = self.norm
        assert norm is not None
        wanted, hand = norm_objects(self.state, norm.id), supply_of(self.state, self.seat).hand
        yield tr("3 for each set of {objects}", objects=objects_of(self.state, norm))
        useful = [card_title(card) for card in hand if card.type in wanted]
        yield (
            tr("{cards} in hand would count", cards=listed(useful))
            if useful
            else tr("no card in hand would count")
        )


class _Send(Deed):
    @cached_property
    def field(self) -> Field:
        return next(field for field in fields(self.state) if field.id == self.move.what)

    def name(self) -> str:
        said = tr("an engineer to {field}", field=field_name(self.field))
        if not self.move.where:
            return said
        paid, won = exchanged(self.state, self.after)
        return tr("{move}: {paid} for {won}", move=said, paid=cubes(paid), won=cubes(won))

    def parts(self) -> Iterator[str]:
        gives, (paid, won) = self.field.effect, exchanged(self.state, self.after)
        yield tr("sends an engineer to {field}", field=field_name(self.field))
        if any(paid):
            yield tr("gives {cubes}", cubes=cubes(paid))
        if any(won):
            yield tr("takes {cubes}", cubes=cubes(won))
        # The move may go on with drawn cards or with hexes to clear.
        goes_on = int(self.after.array["due"]) == CARDS_DUE or bool(self.after.array["clearing"])
        if not any(won) and not gives.marker and not ((gives.card or gives.clear) and goes_on):
            yield tr("gets nothing")
        if gives.marker:
            yield tr("takes the marker for the next round")

    def effects(self) -> Iterator[str]:
        gives, (_, won) = self.field.effect, exchanged(self.state, self.after)
        yield effect(gives)
        # What is given for what stands in the name of the move.
        if not gives.barter and won != (gives.fund, gives.concrete, gives.rubble):
            yield tr("the store has room for {cubes}", cubes=cubes(won))
        drawing = int(self.after.array["drawing"])
        if gives.card and drawing != gives.card:
            yield tr.counted("may draw {n} card", "may draw {n} cards", drawing)
        if gives.marker:
            yield tr("begins the next round")


class _Clear(Deed):
    def name(self) -> str:
        return tr("the clearing of {place}", place=self.place)

    def parts(self) -> Iterator[str]:
        _, won = exchanged(self.state, self.after)
        yield tr("clears {place}", place=self.place)
        yield tr("takes its rubble") if any(won) else tr("has no room for its rubble")

    def effects(self) -> Iterator[str]:
        have, cell = supply_of(self.state, self.seat), cell_of(self.place)
        yield tr("takes 1 rubble") if have.cubes[2] < have.store else tr("no room for its rubble")
        fit = [card for card in have.hand if cell in {plot.cell for plot in free_for(self.after, card)}]
        if fit:
            yield tr("{cards} in hand would fit", cards=listed(map(card_title, fit)))


class _Use(Deed):
    def name(self) -> str:
        return tr("the function of {card}", card=card_title(self.card))

    def parts(self) -> Iterator[str]:
        yield tr("uses {card} and {effect}", card=card_title(self.card), effect=tr(USED[self.card.function]))

    def effects(self) -> Iterator[str]:
        yield tr(USED[self.card.function])


class _Build(Deed):
    def __init__(self, state: State, move: Move, after: State | None = None) -> None:
        super().__init__(state, move, after)
        self.cell = cell_of(self.place)
        self.card = card_at(state, self.cell)
        self.price = price(self.move.price, supply_of(state, self.seat).rubble_price)

    def name(self) -> str:
        return tr(
            "{card} built on {place} for {price}",
            card=card_title(self.card),
            place=self.place,
            price=self.price,
        )

    def parts(self) -> Iterator[str]:
        yield tr(
            "builds {card} on {place} for {price}",
            card=card_title(self.card),
            place=self.place,
            price=self.price,
        )
        yield from self.scored()
        for task in fulfilled(self.state, if_built(self.state, self.seat, self.cell)):
            yield tr("fulfils {task}", task=task_name(task))

    def effects(self) -> Iterator[str]:
        yield from self.scored()
        for task in fulfilled(self.state, if_built(self.state, self.seat, self.cell)):
            yield tr("task {task}", task=task_name(task))
        yield advantage(self.card)


class _Dig(Deed):
    def name(self) -> str:
        said = tr("a metro segment on {side}", side=self.place)
        return (
            tr("{move}, with the tunnel on {side}", move=said, side=self.move.tunnel)
            if self.move.tunnel
            else said
        )

    def parts(self) -> Iterator[str]:
        yield tr("digs a metro segment on {side} between {hexes}", side=self.place, hexes=ends(self.place))
        if self.move.tunnel:
            yield tr(
                "with the tunnel on {side} between {hexes}",
                side=self.move.tunnel,
                hexes=ends(self.move.tunnel),
            )
        yield from self.scored()

    def effects(self) -> Iterator[str]:
        yield tr("between {hexes}", hexes=ends(self.place))
        yield from self.scored()
        if self.move.tunnel:
            yield tr("with the tunnel between {hexes}", hexes=ends(self.move.tunnel))


class _Span(Deed):
    def __init__(self, state: State, move: Move, after: State | None = None) -> None:
        super().__init__(state, move, after)
        self.said = {"side": self.place, "hexes": ends(self.place), "price": price(self.move.price, 2)}

    def name(self) -> str:
        return tr("a bridge on {side} for {price}", **self.said)

    def parts(self) -> Iterator[str]:
        yield tr("builds a bridge on {side} between {hexes} for {price}", **self.said)
        yield from self.scored()

    def effects(self) -> Iterator[str]:
        yield tr("joins {hexes} for {price}", **self.said)
        yield from self.scored()


#: What a move that ends something is called, what is told of it, and what that means.
ENDS = {
    "pass": (
        marked("the end of planning"),
        marked("ends planning for this round"),
        marked("plans nothing more in this round"),
    ),
    "done": (
        marked("the end of building"),
        marked("ends building for this round"),
        marked("builds nothing more in this round"),
    ),
}


class _Ending(Deed):
    def name(self) -> str:
        return tr(ENDS[self.move.verb][0])

    def parts(self) -> Iterator[str]:
        yield tr(ENDS[self.move.verb][1])

    def effects(self) -> Iterator[str]:
        yield tr(ENDS[self.move.verb][2])


DEEDS = {
    "norm": _Keep,
    "send": _Send,
    "clear": _Clear,
    "use": _Use,
    "build": _Build,
    "metro": _Dig,
    "bridge": _Span,
    "pass": _Ending,
    "done": _Ending,
}


def deed(state: State, move: Move, after: State | None = None) -> Deed:
    """Return a move by its parts; `after` is the position that it led to, if that is known."""
    return DEEDS.get(WarszawaMove(move).verb, Deed)(state, move, after)


def promised(laid: State, seat: int, cell: int) -> Iterator[str]:
    """Yield the value of a foundation if it were built now."""
    built = if_built(laid, seat, cell)
    change = built.scores()[seat] - laid.scores()[seat]
    yield tr.counted(
        "built now {change} point ({parts})",
        "built now {change} points ({parts})",
        change,
        change=f"{change:+}",
        parts=gains(laid, built, seat),
    )
    for task in fulfilled(laid, built):
        yield tr("task {task}", task=task_name(task))


def exchanged(before: State, after: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cubes that a move took from its seat and the cubes that it gave."""
    was, now = (supply_of(state, before.to_move).cubes for state in (before, after))
    changes = [new - old for old, new in zip(was, now, strict=True)]
    return tuple(max(0, -change) for change in changes), tuple(max(0, change) for change in changes)


def gains(before: State, after: State, seat: int) -> str:
    """Return the rows of a seat's score that differ between two positions, each with its change."""
    changes = score_changes(before, after, seat)
    facts = [(fact(row), change) for row, change in changes]
    return "; ".join(f"{said.common or said.label} {change:+}" for said, change in facts)


def _turned(pov: PlayerView, before: State, after: State) -> Iterator[str]:
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
            who=pov.name(int(after.array["holder"])),
        )
    elif phase_of(before) == PLANNING and phase_of(after) == REALISATION:
        yield tr("realisation begins with {who}", who=pov.name(after.to_move))
    elif phase_of(before) != PLANNING and phase_of(after) == PLANNING and not before.due:
        yield tr("planning begins with {who}", who=pov.name(after.to_move))
