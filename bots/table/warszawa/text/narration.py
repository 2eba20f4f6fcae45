"""The events of a game of Warszawa in plain sentences."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import card_at, card_named, cell_of, edition_of
from urbanist.bots.table.warszawa.model.stage import (
    PLANNING,
    REALISATION,
    fields,
    fulfilled,
    open_tasks,
    phase_of,
    round_of,
)
from urbanist.bots.table.warszawa.model.supply import supply_of
from urbanist.bots.table.warszawa.text.names import card_title
from urbanist.bots.table.warszawa.text.phrases import (
    STAGES,
    USED,
    card_name,
    cubes,
    ends,
    field_name,
    norm_name,
    price,
    task_name,
)
from urbanist.bots.table.warszawa.text.reasons import exchanged, scored
from urbanist.engine import State
from urbanist.engine.warszawa.notation import CARDS_DUE
from urbanist.engine.warszawa.score_rows import if_built


def narrate(pov: PlayerView, ply: int) -> str:
    """Return the event at a ply and its results: new phases, rounds and stages."""
    before, after, event = pov.states[ply], pov.states[ply + 1], pov.view.events[ply]
    if event.startswith("!"):
        said = _drawn(pov, before, after, event)
    else:
        said = f"{pov.name(before.to_move)} {', '.join(Played(before, after, event).parts())}"
    return "; ".join([said, *_turned(pov, before, after)])


def _drawn(pov: PlayerView, before: State, after: State, event: str) -> str:
    """Return the drawn cards of a seat, or the new tasks."""
    if int(before.array["due"]) != CARDS_DUE:
        return _opened(after, event)
    who = pov.name(before.to_move)
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
            yield tr("keeps norm {norm}", norm=norm_name(self.before, norm))
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
        card = card_name(card_named(self.before, self.verb))
        yield tr("lays a foundation on {place}: {card}", place=self.rest, card=card)

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
    return tr("one of two norms") if norm is None else tr("norm {norm}", norm=norm_name(state, norm))


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
