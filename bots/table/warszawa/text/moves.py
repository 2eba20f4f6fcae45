"""The moves of Warszawa in words: which are legal, what happened, and what a move brings."""

from collections import Counter
from collections.abc import Iterator
from functools import cached_property
from string import Formatter

from urbanist.bots.table.kit.move_part import PLACE, THING, WAY, MovePart
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import gained
from urbanist.bots.table.kit.wording import listed, no_moves, upper
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model import city
from urbanist.bots.table.warszawa.model.partial_move import (
    PLACES,
    LegalOptions,
    PartialMove,
    place_of,
    subject_of,
)
from urbanist.bots.table.warszawa.text import phrases
from urbanist.bots.table.warszawa.text.facts import gains, promised
from urbanist.engine import State
from urbanist.engine.event import Chance, Move
from urbanist.engine.warszawa.edition import Card, Effect, Norm
from urbanist.engine.warszawa.hidden import CARDS_DUE, drawn_name
from urbanist.engine.warszawa.moves import SEND, WarszawaMove
from urbanist.engine.warszawa.score_rows import if_built, norm_objects


def explain(state: State, move: Move) -> str:
    """Return the effect of a move, at once and later."""
    return ", ".join(wording_of(state, move).effects())


def move_name(state: State, move: Move) -> str:
    """Return a move as a sentence names it: what is done, with the names of its card, field and place."""
    return wording_of(state, move).name()


def narrate(pov: PlayerView, ply: int) -> str:
    """Return the event at a ply and its results: new phases, rounds and stages."""
    before, after, event = pov.states[ply], pov.states[ply + 1], pov.view.events[ply]
    if isinstance(event, Chance):
        said = _drawn(pov, before, after, event)
    else:
        said = f"{pov.name(before.to_move)} {', '.join(wording_of(before, event, after).parts())}"
    return "; ".join([said, *_turned(pov, before, after)])


def _drawn(pov: PlayerView, before: State, after: State, event: Chance) -> str:
    """Return the drawn cards of a seat, or the new tasks."""
    if int(before.array["due"]) != CARDS_DUE:
        return _opened(after, event)
    who = pov.name(before.to_move)
    if event.hidden:
        drawn = len(event.drawn)
        return tr.counted("{who} draws {n} card unseen", "{who} draws {n} cards unseen", drawn, who=who)
    cards = (phrases.card_title(city.card_named(before, drawn_name(card))) for card in event.drawn)
    return tr("{who} draws {cards}", who=who, cards=listed(cards))


def _opened(after: State, event: Chance) -> str:
    new = [drawn_name(task) for task in event.drawn]
    tasks = [phrases.task_name(task) for task in city.open_tasks(after) if task.id in new]
    if len(tasks) == 1:
        return tr("new urban task: {task}", task=tasks[0])
    return tr("new urban tasks: {tasks}", tasks=listed(tasks))


class MoveWording:
    """A move by its parts, in words: its name, the parts of a sentence about its seat, and its effects.

    The values of sentences are attributes. A class for each verb has its own; this one lays out a card.
    """

    def __init__(self, state: State, move: Move, after: State | None = None) -> None:
        self.state, self.seat, self.move = state, state.to_move, WarszawaMove(move)
        self.place = self.side = self.move.place
        self.have = city.supply_of(state, state.to_move)
        if after is not None:
            self.after = after

    @cached_property
    def after(self) -> State:
        """The position after the move."""
        return self.state.play(self.move)

    @cached_property
    def paper(self) -> Card:
        """The card that is laid out or used."""
        return city.card_named(self.state, self.move.card)

    @cached_property
    def exchanged(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The cubes that the move takes from its seat, and the cubes that it gives."""
        cubes = zip(self.have.cubes, city.supply_of(self.after, self.seat).cubes, strict=True)
        changes = [new - old for old, new in cubes]
        return tuple(max(0, -change) for change in changes), tuple(max(0, change) for change in changes)

    @property
    def verb(self) -> str:
        """The name of its sentences."""
        return self.move.verb

    what = card = property(lambda self: phrases.card_title(self.paper))
    #: The cubes that it costs, in words; empty if the rules leave no choice.
    price: str | property = ""
    printed = property(lambda self: phrases.card_name(self.paper))
    hexes = property(lambda self: phrases.ends(self.place))

    def said(self, section: str) -> str:
        """Return a sentence of the move with its values."""
        [template] = tr.words[section][self.verb]
        names = [name for _, name, _, _ in Formatter().parse(template) if name]
        return tr(template, **{name: getattr(self, name) for name in names})

    def name(self) -> str:
        """Return the move as a sentence names it."""
        return self.said("name")

    def parts(self) -> Iterator[str]:
        """Yield what the seat does, and what comes of it."""
        yield self.said("does")

    def effects(self) -> Iterator[str]:
        """Yield what the move brings, as far as its seat can know."""
        yield f"{tr(self.paper.type)}, {phrases.advantage(self.paper)}"
        yield from promised(self.after, self.seat, city.cell_of(self.place))
        helping = sum(card.function in city.CUBES for card in self.have.ready)
        if self.have.affordable + helping <= int(self.state.array["founded"][self.seat]).bit_count():
            yield tr("cannot be paid for yet")

    def way(self) -> str:
        """Return how it is paid or done, if there are several ways to do the same."""
        paid = self.price
        return tr("gives {cubes}", cubes=paid) if paid else ", ".join(self.effects())

    def scored(self) -> Iterator[str]:
        """Yield the change of the seat's points, and its parts."""
        parts = gains(self.state, self.after, self.seat)
        change = gained(self.state, self.after, self.seat)
        said = tr.counted("{change} point", "{change} points", change, change=f"{change:+}")
        yield f"{said} ({parts})" if parts else said


class _Keep(MoveWording):
    @cached_property
    def norm(self) -> Norm | None:
        return next((norm for norm in city.edition_of(self.state).norms if norm.id == self.move.norm), None)

    @property
    def verb(self) -> str:
        return "norm" if self.norm else "unseen"

    @property
    def objects(self) -> str:
        assert self.norm is not None
        return phrases.objects_of(self.state, self.norm)

    def effects(self) -> Iterator[str]:
        wanted = norm_objects(self.state, self.move.norm)
        yield tr("3 for each set of {objects}", objects=self.objects)
        useful = [phrases.card_title(card) for card in self.have.hand if card.type in wanted]
        if useful:
            yield tr("{cards} in hand would count", cards=listed(useful))
        else:
            yield tr("no card in hand would count")


class _Send(MoveWording):
    @cached_property
    def gives(self) -> Effect:
        return city.field_of(self.state, self.move.what).effect

    @property
    def field(self) -> str:
        return phrases.field_name(city.field_of(self.state, self.move.what))

    def name(self) -> str:
        if not self.move.where:
            return super().name()
        paid, won = map(phrases.cubes, self.exchanged)
        return tr("{move}: {paid} for {won}", move=super().name(), paid=paid, won=won)

    def way(self) -> str:
        paid, won = map(phrases.cubes, self.exchanged)
        return ", ".join([tr("gives {cubes}", cubes=paid), tr("takes {cubes}", cubes=won)])

    def parts(self) -> Iterator[str]:
        gives, (paid, won) = self.gives, self.exchanged
        yield from super().parts()
        if any(paid):
            yield tr("gives {cubes}", cubes=phrases.cubes(paid))
        if any(won):
            yield tr("takes {cubes}", cubes=phrases.cubes(won))
        # The move may go on with drawn cards or with hexes to clear.
        goes_on = int(self.after.array["due"]) == CARDS_DUE or bool(self.after.array["clearing"])
        if not any(won) and not gives.marker and not ((gives.card or gives.clear) and goes_on):
            yield tr("gets nothing")
        if gives.marker:
            yield tr("takes the marker for the next round")

    def effects(self) -> Iterator[str]:
        gives, (_, won) = self.gives, self.exchanged
        yield phrases.effect(gives)
        # What is given for what stands in the name of the move.
        if not gives.barter and won != (gives.fund, gives.concrete, gives.rubble):
            yield tr("the store has room for {cubes}", cubes=phrases.cubes(won))
        drawing = int(self.after.array["drawing"])
        if gives.card and drawing != gives.card:
            yield tr.counted("may draw {n} card", "may draw {n} cards", drawing)
        if gives.marker:
            yield tr("begins the next round")


class _Clear(MoveWording):
    def parts(self) -> Iterator[str]:
        yield from super().parts()
        yield tr("takes its rubble") if any(self.exchanged[1]) else tr("has no room for its rubble")

    def effects(self) -> Iterator[str]:
        have, cell = self.have, city.cell_of(self.place)
        yield tr("takes 1 rubble") if have.cubes[2] < have.store else tr("no room for its rubble")
        fit = [card for card in have.hand if cell in {plot.cell for plot in city.free_for(self.after, card)}]
        if fit:
            yield tr("{cards} in hand would fit", cards=listed(map(phrases.card_title, fit)))


class _Use(MoveWording):
    effect = property(lambda self: tr.named("used", self.paper.function))

    def effects(self) -> Iterator[str]:
        yield self.effect


class _Build(MoveWording):
    price = property(lambda self: phrases.price(self.move.price, self.have.rubble_price))

    @cached_property
    def paper(self) -> Card:
        return city.card_at(self.state, city.cell_of(self.place))

    def tasks(self) -> Iterator[str]:
        built = if_built(self.state, self.seat, city.cell_of(self.place))
        return map(phrases.task_name, city.fulfilled(self.state, built))

    def parts(self) -> Iterator[str]:
        yield from (*super().parts(), *self.scored())
        yield from (tr("fulfils {task}", task=task) for task in self.tasks())

    def effects(self) -> Iterator[str]:
        yield from self.scored()
        yield from (tr("task {task}", task=task) for task in self.tasks())
        yield phrases.advantage(self.paper)


class _Dig(MoveWording):
    def name(self) -> str:
        said, tunnel = super().name(), self.move.tunnel
        return tr("{move}, with the tunnel on {side}", move=said, side=tunnel) if tunnel else said

    def parts(self) -> Iterator[str]:
        yield from super().parts()
        if under := self.move.tunnel:
            yield tr("with the tunnel on {side} between {hexes}", side=under, hexes=phrases.ends(under))
        yield from self.scored()

    def effects(self) -> Iterator[str]:
        yield tr("between {hexes}", hexes=self.hexes)
        yield from self.scored()
        if self.move.tunnel:
            yield tr("with the tunnel between {hexes}", hexes=phrases.ends(self.move.tunnel))


class _Span(MoveWording):
    price = property(lambda self: phrases.price(self.move.price, 2))

    def parts(self) -> Iterator[str]:
        yield from (*super().parts(), *self.scored())

    def effects(self) -> Iterator[str]:
        yield from (tr("joins {hexes} for {price}", hexes=self.hexes, price=self.price), *self.scored())


class _Pass(MoveWording):
    def effects(self) -> Iterator[str]:
        yield self.said("ends")


VERBS = {
    "norm": _Keep,
    "send": _Send,
    "clear": _Clear,
    "use": _Use,
    "build": _Build,
    "metro": _Dig,
    "bridge": _Span,
    "pass": _Pass,
    "done": _Pass,
}


def wording_of(state: State, move: Move, after: State | None = None) -> MoveWording:
    """Return a move by its parts; `after` is the position that it led to, if that is known."""
    return VERBS.get(WarszawaMove(move).verb, MoveWording)(state, move, after)


def _turned(pov: PlayerView, before: State, after: State) -> Iterator[str]:
    """Yield the phases, rounds and stages that end or begin with an event."""
    if after.over:
        yield tr("the game is over")
        return
    (stage, number), (old_stage, old_number) = city.round_of(after), city.round_of(before)
    if stage != old_stage:
        yield tr("stage I is over, all hands are discarded")
    if (stage, number) != (old_stage, old_number):
        yield tr(
            "round {number} of stage {stage} begins with {who}",
            number=number + 1,
            stage=phrases.STAGES[stage],
            who=pov.name(int(after.array["holder"])),
        )
    elif city.phase_of(before) == city.PLANNING and city.phase_of(after) == city.REALISATION:
        yield tr("realisation begins with {who}", who=pov.name(after.to_move))
    elif city.phase_of(before) != city.PLANNING and city.phase_of(after) == city.PLANNING and not before.due:
        yield tr("planning begins with {who}", who=pov.name(after.to_move))


def list_moves(state: State) -> str:
    """Return the legal moves in lines: those of each card and norm behind its name, the others by their verbs."""
    if state.over:
        return no_moves()
    rows: dict[str, list[str]] = {}
    cards = {card.id: phrases.card_title(card) for card in city.edition_of(state).cards}
    for move in state.legal():
        verb = str(move).partition("@")[0]
        name = move_name(state, move) if verb in ("norm", "use") else cards.get(verb, "")
        rows.setdefault(name or verb, [f"{name}:"] if name else []).append(str(move))
    return "\n".join(map(" ".join, rows.values()))


def subject_name(state: State, subject: str) -> str:
    """Return what a person points at, in words; empty for nothing."""
    kind, _, name = subject.partition(" ")
    if kind == "field":
        return phrases.field_name(city.field_of(state, int(name)))
    if kind == "norm":
        norms = city.edition_of(state).norms
        objects = next(phrases.objects_of(state, norm) for norm in norms if norm.id == name)
        return tr.named("name", "norm", objects=objects)
    if name:
        card = phrases.card_title(city.card_named(state, name))
        return card if kind == "card" else tr("use {card}", card=card)
    return tr.named("action", kind) if kind else ""


def bare_name(state: State, subject: str) -> str:
    """Return what a person points at, in words, without the key for it."""
    return subject_name(state, subject).removesuffix(" (p)")


def parts(state: State) -> dict[Move, tuple[MovePart, ...]]:
    """Return the legal moves, each by what is done, where, and how it is paid or bartered if there are several ways."""
    legal = state.legal()
    alike = Counter((subject_of(move), place_of(move)) for move in legal)
    parts: dict[Move, tuple[MovePart, ...]] = {}
    for move in legal:
        subject, place = subject_of(move), place_of(move)
        told = [_thing(state, subject)]
        if place:
            told.append(MovePart(PLACE, place, phrases.ends(place) if "/" in place else place))
        if alike[subject, place] > 1:
            told.append(MovePart(WAY, str(move), upper(wording_of(state, move).way())))
        parts[move] = tuple(told)
    return parts


def candidates(state: State, chosen: str) -> Iterator[tuple[MovePart, Move]]:
    """Yield the fields of the action board while seats plan, and the hexes and sides for what is chosen."""
    options = LegalOptions(state, free=True)
    if city.phase_of(state) == city.PLANNING:
        for field in city.fields(state):
            subject = f"field {field.id}"
            yield _thing(state, subject), WarszawaMove.of(SEND, field.id)
    subject = chosen.replace("-", " ", 1)
    partial = PartialMove(options, subject)
    if subject in options.subjects and partial.places:
        for place in PLACES[subject.partition(" ")[0]]:
            move = partial.at(place).wanted() if place not in partial.places else None
            if move is not None:
                yield MovePart(PLACE, place, phrases.ends(place) if "/" in place else place), move


def _thing(state: State, subject: str) -> MovePart:
    return MovePart(THING, subject.replace(" ", "-"), upper(bare_name(state, subject)))


def asks(state: State) -> str:
    """Return what the seat to move has to choose."""
    if state.array["clearing"]:
        return tr("Choose a hex to clear.")
    return tr.named("asks", phrases.PHASES[city.phase_of(state)])


def side_text(side: str) -> str:
    """Return a side by its two hexes."""
    return tr("The side between {hexes}.", hexes=phrases.ends(side))


def opening(pov: PlayerView) -> str:
    """Return what a person can begin with."""
    return tr.named("opening", phrases.PHASES[city.phase_of(pov.state)])


def said(pov: PlayerView, partial: PartialMove) -> str:
    """Return what is chosen, in words."""
    place = partial.place or (place_of(partial.move) if partial.move else "")
    what = upper(bare_name(pov.state, partial.subject)) or tr("Move")
    return tr("{what} on {place}", what=what, place=place) if place else what
