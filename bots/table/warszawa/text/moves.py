"""The moves of Warszawa in words: how they are typed, what happened, what a move brings, and why one is better."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, takewhile
from typing import TYPE_CHECKING

from urbanist.bots.table.kit.course import Course, counted, grown, in_favour, weight
from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.plane import direction_of
from urbanist.bots.table.kit.player import seat_name
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import legal_move, listed, no_moves, not_understood, plain, quoted, upper
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model import city
from urbanist.bots.table.warszawa.model.partial_move import PartialMove, place_of
from urbanist.bots.table.warszawa.text import phrases
from urbanist.bots.table.warszawa.text.facts import gains, promised
from urbanist.bots.table.warszawa.text.phrases import price
from urbanist.engine import NotationError, State
from urbanist.engine.event import Chance, Move
from urbanist.engine.warszawa.edition import Card, Field, Norm
from urbanist.engine.warszawa.editions import number_of
from urbanist.engine.warszawa.geography import step
from urbanist.engine.warszawa.hidden import CARDS_DUE, drawn_name
from urbanist.engine.warszawa.moves import (
    BRIDGE_PRICES,
    BUILD,
    BUILDING_PRICES,
    CLEARING,
    DIG,
    DONE,
    HEX,
    HEXES,
    KEEP,
    LAY,
    PASS,
    RIVER_SIDE,
    RIVERS,
    SEND,
    SIDE,
    SIDES,
    SPAN,
    USE,
    WarszawaMove,
    known,
)
from urbanist.engine.warszawa.moves import CUBES as LETTERS
from urbanist.engine.warszawa.score_rows import if_built, norm_objects

if TYPE_CHECKING:
    from urbanist.search.reasons import Reason


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
    cards = (phrases.card_title(city.card_named(before, drawn_name(card))) for card in event.drawn)
    return tr("{who} draws {cards}", who=who, cards=listed(cards))


def _opened(after: State, event: Chance) -> str:
    new = [drawn_name(task) for task in event.drawn]
    tasks = [phrases.task_name(task) for task in city.open_tasks(after) if task.id in new]
    if len(tasks) == 1:
        return tr("new urban task: {task}", task=tasks[0])
    return tr("new urban tasks: {tasks}", tasks=listed(tasks))


class Deed:
    """A move by its parts, in words: its name, the parts of a sentence about its seat, and its effects.

    A class for each verb says them; a move without a verb lays out a card, as this one.
    """

    #: What the move is called, and what its seat does, with the values of `said`.
    NAME, DONE = marked("{what} on {place}"), marked("lays a foundation on {place}: {card}")

    def __init__(self, state: State, move: Move, after: State | None = None) -> None:
        self.state, self.seat, self.move = state, state.to_move, WarszawaMove(move)
        self.place, self.have = self.move.place, city.supply_of(state, state.to_move)
        if after is not None:
            self.after = after

    @cached_property
    def after(self) -> State:
        """The position after the move."""
        return self.state.play(self.move)

    @cached_property
    def card(self) -> Card:
        """The card that is laid out or used."""
        return city.card_named(self.state, self.move.card)

    @cached_property
    def exchanged(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The cubes that the move takes from its seat, and the cubes that it gives."""
        return exchanged(self.state, self.after)

    @property
    def said(self) -> dict[str, str]:
        """The values of its sentences."""
        what, card = phrases.card_title(self.card), phrases.card_name(self.card)
        return {"what": what, "place": self.place, "card": card}

    def name(self) -> str:
        """Return the move as a sentence names it."""
        return tr(self.NAME, **self.said)

    def parts(self) -> Iterator[str]:
        """Yield what the seat does, and what comes of it."""
        yield tr(self.DONE, **self.said)

    def effects(self) -> Iterator[str]:
        """Yield what the move brings, as far as its seat can know."""
        yield f"{phrases.kind_name(self.card.type)}, {phrases.advantage(self.card)}"
        yield from promised(self.after, self.seat, city.cell_of(self.place))
        if self.have.affordable <= int(self.state.array["founded"][self.seat]).bit_count():
            yield tr("cannot be paid for yet")

    def scored(self) -> Iterator[str]:
        """Yield the change of the seat's points, and its parts."""
        parts = gains(self.state, self.after, self.seat)
        change = self.after.scores()[self.seat] - self.state.scores()[self.seat]
        said = tr.counted("{change} point", "{change} points", change, change=f"{change:+}")
        yield f"{said} ({parts})" if parts else said


class _Keep(Deed):
    NAME, DONE = marked("the norm for {objects}"), marked("keeps the norm for {objects}")

    @property
    def norm(self) -> Norm | None:
        return next((norm for norm in city.edition_of(self.state).norms if norm.id == self.move.norm), None)

    @property
    def said(self) -> dict[str, str]:
        return {"objects": phrases.objects_of(self.state, self.norm)} if self.norm else {}

    def name(self) -> str:
        return super().name() if self.norm else tr("one of two norms")

    def parts(self) -> Iterator[str]:
        yield from super().parts() if self.norm else [tr("keeps one of two norms, unseen")]

    def effects(self) -> Iterator[str]:
        norm = self.norm
        assert norm is not None
        wanted = norm_objects(self.state, norm.id)
        yield tr("3 for each set of {objects}", **self.said)
        useful = [phrases.card_title(card) for card in self.have.hand if card.type in wanted]
        if useful:
            yield tr("{cards} in hand would count", cards=listed(useful))
        else:
            yield tr("no card in hand would count")


class _Send(Deed):
    NAME, DONE = marked("an engineer to {field}"), marked("sends an engineer to {field}")

    @cached_property
    def field(self) -> Field:
        return next(field for field in city.fields(self.state) if field.id == self.move.what)

    @property
    def said(self) -> dict[str, str]:
        return {"field": phrases.field_name(self.field)}

    def name(self) -> str:
        if not self.move.where:
            return super().name()
        paid, won = map(phrases.cubes, self.exchanged)
        return tr("{move}: {paid} for {won}", move=super().name(), paid=paid, won=won)

    def parts(self) -> Iterator[str]:
        gives, (paid, won) = self.field.effect, self.exchanged
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
        gives, (_, won) = self.field.effect, self.exchanged
        yield phrases.effect(gives)
        # What is given for what stands in the name of the move.
        if not gives.barter and won != (gives.fund, gives.concrete, gives.rubble):
            yield tr("the store has room for {cubes}", cubes=phrases.cubes(won))
        drawing = int(self.after.array["drawing"])
        if gives.card and drawing != gives.card:
            yield tr.counted("may draw {n} card", "may draw {n} cards", drawing)
        if gives.marker:
            yield tr("begins the next round")


class _Clear(Deed):
    NAME, DONE = marked("the clearing of {place}"), marked("clears {place}")

    @property
    def said(self) -> dict[str, str]:
        return {"place": self.place}

    def parts(self) -> Iterator[str]:
        yield from super().parts()
        yield tr("takes its rubble") if any(self.exchanged[1]) else tr("has no room for its rubble")

    def effects(self) -> Iterator[str]:
        have, cell = self.have, city.cell_of(self.place)
        yield tr("takes 1 rubble") if have.cubes[2] < have.store else tr("no room for its rubble")
        fit = [card for card in have.hand if cell in {plot.cell for plot in city.free_for(self.after, card)}]
        if fit:
            yield tr("{cards} in hand would fit", cards=listed(map(phrases.card_title, fit)))


class _Use(Deed):
    NAME, DONE = marked("the function of {card}"), marked("uses {card} and {effect}")

    @property
    def said(self) -> dict[str, str]:
        return {"card": phrases.card_title(self.card), "effect": tr(phrases.USED[self.card.function])}

    def effects(self) -> Iterator[str]:
        yield self.said["effect"]


class _Build(Deed):
    NAME, DONE = marked("{card} built on {place} for {price}"), marked("builds {card} on {place} for {price}")

    @cached_property
    def card(self) -> Card:
        return city.card_at(self.state, city.cell_of(self.place))

    @property
    def said(self) -> dict[str, str]:
        paid = price(self.move.price, self.have.rubble_price)
        return {"card": phrases.card_title(self.card), "place": self.place, "price": paid}

    def tasks(self) -> Iterator[str]:
        built = if_built(self.state, self.seat, city.cell_of(self.place))
        return map(phrases.task_name, city.fulfilled(self.state, built))

    def parts(self) -> Iterator[str]:
        yield from (*super().parts(), *self.scored())
        yield from (tr("fulfils {task}", task=task) for task in self.tasks())

    def effects(self) -> Iterator[str]:
        yield from self.scored()
        yield from (tr("task {task}", task=task) for task in self.tasks())
        yield phrases.advantage(self.card)


class _Dig(Deed):
    NAME = marked("a metro segment on {side}")
    DONE = marked("digs a metro segment on {side} between {hexes}")

    @property
    def said(self) -> dict[str, str]:
        return {"side": self.place, "hexes": phrases.ends(self.place)}

    def name(self) -> str:
        said, tunnel = super().name(), self.move.tunnel
        return tr("{move}, with the tunnel on {side}", move=said, side=tunnel) if tunnel else said

    def parts(self) -> Iterator[str]:
        yield from super().parts()
        if under := self.move.tunnel:
            yield tr("with the tunnel on {side} between {hexes}", side=under, hexes=phrases.ends(under))
        yield from self.scored()

    def effects(self) -> Iterator[str]:
        yield tr("between {hexes}", **self.said)
        yield from self.scored()
        if self.move.tunnel:
            yield tr("with the tunnel between {hexes}", hexes=phrases.ends(self.move.tunnel))


class _Span(Deed):
    NAME = marked("a bridge on {side} for {price}")
    DONE = marked("builds a bridge on {side} between {hexes} for {price}")

    @property
    def said(self) -> dict[str, str]:
        return {"side": self.place, "hexes": phrases.ends(self.place), "price": price(self.move.price, 2)}

    def parts(self) -> Iterator[str]:
        yield from (*super().parts(), *self.scored())

    def effects(self) -> Iterator[str]:
        yield from (tr("joins {hexes} for {price}", **self.said), *self.scored())


class _Pass(Deed):
    NAME, DONE = marked("the end of planning"), marked("ends planning for this round")
    EFFECT = marked("plans nothing more in this round")
    said = property(lambda _: {})

    def effects(self) -> Iterator[str]:
        yield tr(self.EFFECT)


class _Done(_Pass):
    NAME, DONE = marked("the end of building"), marked("ends building for this round")
    EFFECT = marked("builds nothing more in this round")


VERBS = {
    "norm": _Keep,
    "send": _Send,
    "clear": _Clear,
    "use": _Use,
    "build": _Build,
    "metro": _Dig,
    "bridge": _Span,
    "pass": _Pass,
    "done": _Done,
}


def deed(state: State, move: Move, after: State | None = None) -> Deed:
    """Return a move by its parts; `after` is the position that it led to, if that is known."""
    return VERBS.get(WarszawaMove(move).verb, Deed)(state, move, after)


def describe_preview(pov: PlayerView, move: Move) -> str:
    """Return the effect of a move as lines of text."""
    return f"{upper(move_name(pov.state, move))}: {explain(pov.state, move)}."


def exchanged(before: State, after: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cubes that a move took from its seat and the cubes that it gave."""
    was, now = (city.supply_of(state, before.to_move).cubes for state in (before, after))
    changes = [new - old for old, new in zip(was, now, strict=True)]
    return tuple(max(0, -change) for change in changes), tuple(max(0, change) for change in changes)


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


EXAMPLE = marked("type for example send 4, mdm 0,1, build 0,1 c, metro 0,0/2 or pass")
NORM = re.compile(r"([12])|n0*([0-9]{1,2})")
FIELD = re.compile(r"0*([0-9]{1,3})(?: *[: ] *([fcr]) *([fcr]))?")
HEXAGON = r"(-?[0-9]{1,3}) *[, ] *(-?[0-9]{1,3})"
BORDER = rf"{HEXAGON} *[/ ] *([0-5]|[ns]?[ew])"
PLACE = re.compile(HEXAGON)
FINISHED = re.compile(rf"{HEXAGON}(?: *[/ ] *(c|r))?")
SEGMENT = re.compile(rf"{BORDER}(?: *[: ] *{BORDER})?")
SPANNED = re.compile(rf"{BORDER}(?: *[/ ] *(cr|rrr|cc))?")
#: The name of a card, and the place where it is laid out.
LAID = re.compile(rf"(.*[^ ,]) +{HEXAGON}")
#: The fewest letters of a part of a name.
SHORTEST = 3
#: The pattern after each verb; a clearing has only a place.
FORMS = {"norm": NORM, "send": FIELD, "build": FINISHED, "metro": SEGMENT, "bridge": SPANNED}
EXAMPLES = {
    "norm": "norm 1",
    "send": marked("send 4, or to barter a fund for concrete, send 8 fc"),
    "clear": "clear 1,-1",
    "use": marked("use supersam, the building's name"),
    "build": marked("build 0,1 c, paid with c concrete or r rubble"),
    "metro": marked("metro 0,0/2 or metro 0,0 sw, and with a tunnel metro 1,-1/1:1,-1/0"),
    "bridge": marked("bridge 1,0/0 cr, paid cr, rrr or cc"),
}


def read_move(text: str, state: State) -> Move:
    """Return the legal move that a typed text means; raise `NotationError` with a one-line reason."""
    words = " ".join(text.lower().replace("@", " ").split())
    verb, _, rest = words.partition(" ")
    if verb in ("pass", "p", "done", "d") and not rest:
        return _legal(WarszawaMove.of(PASS if verb[0] == "p" else DONE), text, state)
    laid = None if verb in EXAMPLES else LAID.fullmatch(words)
    if verb not in EXAMPLES and not _meant(laid[1] if laid else words, city.edition_of(state).cards):
        raise not_understood(text, tr(EXAMPLE))
    move = _laid(laid[1], (laid[2], laid[3]), text, state) if laid else _meant_by(verb, rest, text, state)
    if move is None:
        example = tr(EXAMPLES[verb]) if verb in EXAMPLES else f"{words} 0,1"
        raise NotationError(
            tr("{text} is not understood: type for example {example}", text=quoted(text), example=example)
        )
    return _legal(move, text, state)


def _legal(move: Move, text: str, state: State) -> Move:
    """Return a move that was typed; raise `NotationError` with the reason if it is not legal."""
    return legal_move(
        move,
        state,
        said=quoted(text),
        reason=lambda why: phrases.reason_text(state, why),
        called=lambda other: move_name(state, other),
    )


def _laid(name: str, place: tuple[str, str], text: str, state: State) -> Move:
    """Return the move that lays out a card by its name; one in the hand is meant before any other."""
    return WarszawaMove.of(
        LAY, _card(name, city.supply_of(state, state.to_move).hand, state), _hex(place, text)
    )


def _card(name: str, first: Iterable[Card], state: State) -> int:
    """Return the number in moves of the card that a name means, one of those in `first` before any other."""
    number = number_of(_one(_meant(name, first) or _meant(name, city.edition_of(state).cards)).id)
    assert number is not None
    return number


def _hex(said: Sequence[str], text: str) -> int:
    """Return the number of a hex that is typed by its two coordinates."""
    return known(text, f"{int(said[0])},{int(said[1])}", HEXES, HEX)


def _meant(name: str, cards: Iterable[Card]) -> list[Card]:
    """Return the cards that a typed name can mean: that of this id or name, else all whose names have it in them."""
    typed = plain(name)
    named = [
        (card, {plain(phrases.card_title(card)), plain(phrases.title_on_hex(card)), plain(card.name)})
        for card in cards
    ]
    exact = [card for card, names in named if name == card.id or typed in names]
    if exact or len(typed) < SHORTEST:
        return exact
    return [card for card, names in named if any(typed in each for each in names)]


def _one(cards: list[Card]) -> Card:
    """Return the only card; raise `NotationError` with the names if there are several."""
    if len(cards) > 1:
        raise NotationError(tr("which of them: {moves}?", moves=listed(map(phrases.card_title, cards))))
    return cards[0]


def _meant_by(verb: str, rest: str, text: str, state: State) -> Move | None:
    """Return the move of a verb and what follows it; None if the text is not a move.

    A price, a tunnel or a barter that is left out is completed if only one is legal.
    """
    if verb not in EXAMPLES:
        return None
    if verb == "use":
        ready = city.supply_of(state, state.to_move).ready
        found = rest and (_meant(rest, ready) or _meant(rest, city.edition_of(state).cards))
        return WarszawaMove.of(USE, _card(rest, ready, state)) if found else None
    matched = FORMS.get(verb, PLACE).fullmatch(rest)
    if matched is None:
        return None
    said = matched.groups()
    if verb == "norm":
        return WarszawaMove.of(KEEP, _norm(said[0], said[1], state))
    if verb == "clear":
        return WarszawaMove.of(CLEARING, 0, _hex(said, text))
    if verb == "build":
        return _paid(BUILD, _hex(said, text), BUILDING_PRICES, said[2], state)
    if verb == "bridge":
        return _paid(SPAN, _side(said[:3], RIVERS, RIVER_SIDE, text), BRIDGE_PRICES, said[3], state)
    if verb == "metro":
        side = _side(said[:3], SIDES, SIDE, text)
        if said[3]:
            return WarszawaMove.of(DIG, side, 1 + _side(said[3:], RIVERS, RIVER_SIDE, text))
        return _completed(DIG, side, state) or WarszawaMove.of(DIG, side)
    return _sent(int(said[0]), said[1], said[2], state)


def _sent(field: int, give: str | None, take: str | None, state: State) -> Move | None:
    """Return the move of an engineer to a field, which may barter a cube; None if nothing would change."""
    if not give or not take:
        return _completed(SEND, field, state) or WarszawaMove.of(SEND, field)
    barter = 1 + 3 * LETTERS.index(give) + LETTERS.index(take)
    return None if give == take else WarszawaMove.of(SEND, field, barter)


def _norm(number: str | None, name: str | None, state: State) -> int:
    """Return the number of a norm: of the first or second of the hand, or of one that is written in notation."""
    if number is None:
        return int(name or 0)
    norms = city.supply_of(state, state.to_move).norms
    return int(norms[min(int(number), len(norms)) - 1].id[1:]) if norms else int(number)


def _side(said: Sequence[str], names: Mapping[str, int], expected: str, text: str) -> int:
    """Return the number of a side, which may be typed from either of its hexes."""
    hexagon, direction = (int(said[0]), int(said[1])), direction_of(said[2])
    if direction >= 3:
        hexagon, direction = step(hexagon, direction), direction - 3
    return known(text, f"{hexagon[0]},{hexagon[1]}/{direction}", names, expected)


def _paid(kind: int, where: int, prices: Sequence[str], price: str | None, state: State) -> Move:
    """Return what is built somewhere for a price; for the usual one if none is typed and none is legal."""
    if price:
        return WarszawaMove.of(kind, where, prices.index(price))
    return _completed(kind, where, state) or WarszawaMove.of(kind, where)


def _completed(kind: int, what: int, state: State) -> Move | None:
    """Return the legal move of a kind with the only price, tunnel or barter; `NotationError` names several."""
    moves = map(WarszawaMove, state.legal_moves())
    found = [move for move in moves if (move.kind, move.what) == (kind, what)]
    if len(found) > 1:
        raise NotationError(tr("which of them: {moves}?", moves=", ".join(sorted(map(str, found)))))
    return found[0] if found else None


def list_moves(state: State) -> str:
    """Return the legal moves, a line for each verb and card, as they can be typed."""
    if state.over:
        return no_moves()
    rows: dict[str, list[str]] = {}
    cards = {card.id: phrases.card_title(card) for card in city.edition_of(state).cards}
    norms = {
        norm.id: str(number) for number, norm in enumerate(city.supply_of(state, state.to_move).norms, 1)
    }
    for move in state.legal():
        verb, _, rest = move.partition("@")
        named = {"norm": norms, "use": cards}.get(verb, {})
        rows.setdefault(cards.get(verb, verb), []).append(named.get(rest, rest))
    return "\n".join(
        f"{verb} {(', ' if verb == 'use' else ' ').join(rest)}".rstrip() for verb, rest in rows.items()
    )


HOW = marked(
    "list send, list mdm, list metro, list residential, list 0,1 (moves at this hex), or several: list metro 0,1"
)
#: What is done with subjects that have no name of their own.
DEEDS = {
    "clear": marked("clear a hex"),
    "build": marked("finish a building"),
    "metro": marked("dig a metro segment"),
    "bridge": marked("build a bridge"),
    "pass": marked("end your planning (p)"),
    "done": marked("end your building (p)"),
}


def called(subject: str, state: State) -> str:
    """Return the name of a subject that is neither a field nor a card nor a norm; empty for none."""
    kind, _, name = subject.partition(" ")
    if name:
        return tr("use {card}", card=phrases.card_title(city.card_named(state, name)))
    return tr(DEEDS[kind]) if kind else ""


def side_text(side: str) -> str:
    """Return a side by its two hexes."""
    return tr("The side between {hexes}.", hexes=phrases.ends(side))


def opening(pov: PlayerView) -> str:
    """Return what a person can begin with."""
    phase = city.phase_of(pov.state)
    if phase == city.CHOOSING:
        return tr("Keep one of two norms: 1 or 2, or a click. Enter keeps it.")
    if phase == city.PLANNING:
        return tr(
            "Send an engineer to a field (number, click), or lay out a card (c, click). p ends your planning."
        )
    return tr("Build: point at a green place by arrows or a click, or Tab. p ends your building this round.")


def said(pov: PlayerView, partial: PartialMove) -> str:
    """Return what is chosen, in words."""
    kind, _, name = partial.subject.partition(" ")
    place = partial.place or (place_of(partial.move) if partial.move else "")
    if kind == "card":
        what = phrases.card_title(city.card_named(pov.state, name))
    elif kind == "norm":
        norms = city.supply_of(pov.state, pov.state.to_move).norms
        objects = next(phrases.objects_of(pov.state, norm) for norm in norms if norm.id == name)
        what = upper(tr("the norm for {objects}", objects=objects))
    else:
        names = {f"field {each.id}": phrases.field_name(each) for each in city.fields(pov.state)}
        what = names.get(partial.subject) or called(partial.subject, pov.state)
        what = upper(what.removesuffix(" (p)"))
    what = what or tr("Move")
    return tr("{what} on {place}", what=what, place=place) if place else what


ENGINEERS, HELD = "free engineers", "cards held"
#: What depends on cards that are still unseen if the line draws any.
OF_CARDS = ("best card", "cards that fit", "points of foundations")
#: What can be counted of the seat that moves.
COUNTED = {
    "payable buildings": marked("buildings that can be paid for: {now} rather than {was}"),
    "payable segments": marked("metro segments that can be paid for: {now} rather than {was}"),
    "points of foundations": marked("points that the foundations bring when built: {now} rather than {was}"),
    "best card": marked("points of the best card in hand: {now} rather than {was}"),
    HELD: marked("cards in hand: {now} rather than {was}"),
    "cards that fit": marked("cards in hand that have a place: {now} rather than {was}"),
    ENGINEERS: marked("free engineers: {now} rather than {was}"),
    "norm points to come": marked("points of the norm that can still come: {now} rather than {was}"),
    "size of the store": marked("size of the store: {now} rather than {was}"),
    "ready placements": marked("second placements left to use: {now} rather than {was}"),
    "ready cubes": marked("buildings that still give a cube: {now} rather than {was}"),
    "ready cards": marked("buildings that still give a card: {now} rather than {was}"),
}
#: The features of points and of cubes.
POINTS = (
    "points",
    "gained",
    "metro points",
    "style points",
    "norm points",
    "points of industrial",
    "points of service",
    "points of residential",
    "points of representative",
    "points of cultural",
)
CUBES = ("funds", "concrete", "rubble", "room for cubes", "thrift")
#: A reason counts if it adds at least this to the win share.
LEAST = 0.008
#: The most moves of the same turn that are told.
FOLLOWING = 2


def settled(states: Sequence[State]) -> bool:
    """Return whether the turn of the move is over, and its seat is to move again."""
    before, now = states[0], states[-1]
    seat = before.to_move
    answered = any(not state.due and state.to_move != seat for state in states[1:])
    return now.to_move == seat and (answered or _moment(now) != _moment(before))


def contrast(better: Course, other: Course, reasons: Sequence["Reason"]) -> Iterator[str]:
    """Yield what follows the better move, which field the worse one leaves to a rival, and what the seat has then."""
    yield from _followed(better)
    yield from _left(better, other)
    yield from in_favour(move_name(better.before, better.move), _kept(better, other, reasons), LEAST)


def _followed(better: Course) -> Iterator[str]:
    """Yield what the seat is likely to do in the same turn once it has used a function, until it draws a card."""
    if WarszawaMove(better.move).kind != USE:
        return
    known = set(city.supply_of(better.before, better.seat).hand)
    own = takewhile(lambda pair: known.issuperset(city.supply_of(pair[0], better.seat).hand), better.own())
    moves = [
        move_name(state, move)
        for state, move in islice(own, 1, None)
        if WarszawaMove(move).kind not in (CLEARING, PASS, DONE)
    ]
    if moves and _draws(better):
        moves.append(tr("what the drawn cards allow"))
    if moves:
        yield tr("What is likely to follow: {moves}.", moves=listed(moves[:FOLLOWING]))


def _left(better: Course, other: Course) -> Iterator[str]:
    """Yield the field of the better move, if a rival takes it after the worse one."""
    field = _field(better.before, better.move)
    if field is None or _field(other.before, other.move) == field:
        return
    for before, event, _ in other.answers():
        if _field(before, event) == field:
            yield tr(
                "{move} leaves {field} to {who}: {effect}.",
                move=upper(move_name(other.before, other.move)),
                field=phrases.field_title(field),
                who=seat_name(before.to_move),
                effect=phrases.effect(field.effect),
            )
            return


def _field(state: State, move: Move) -> Field | None:
    """Return the field to which a move sends an engineer; None if it does not."""
    parts = WarszawaMove(move)
    return next(
        (field for field in city.fields(state) if parts.kind == SEND and field.id == parts.what), None
    )


def _kept(better: Course, other: Course, reasons: Sequence["Reason"]) -> Iterator[tuple[float, str]]:
    """Yield what the seat has after the better move, rather than after the other, each with what it is worth."""
    seat = better.seat
    change = better.end.scores()[seat] - other.end.scores()[seat]
    # What the move itself brings is told as its effect.
    itself = better.after.scores()[seat] - better.before.scores()[seat]
    if change > 0 and change != itself and (rows := gains(other.end, better.end, seat)):
        said = tr.counted(
            "{change} point more ({rows})", "{change} points more ({rows})", change, change=change, rows=rows
        )
        yield weight(reasons, *POINTS, of=seat), said
    now, was = (city.supply_of(course.end, seat).cubes for course in (better, other))
    if now != was:
        yield (
            weight(reasons, *CUBES, of=seat),
            tr("{now} rather than {was}", now=phrases.cubes(now), was=phrases.cubes(was)),
        )
    known = (reason for reason in grown(reasons, seat) if _counts(reason, better, other))
    yield from counted(known, COUNTED, tr)
    for reason in reasons:
        if reason.feature == "next holder" and reason.seat not in (None, seat) and reason.before:
            yield reason.gain, tr("{who} does not begin the next round", who=seat_name(reason.seat))


def _counts(reason: "Reason", better: Course, other: Course) -> bool:
    """Return whether a larger count is a reason: known, and not only because a card or an engineer is in use."""
    if reason.feature == ENGINEERS:  # each phase has its own number of them
        return _moment(better.end) == _moment(other.end)
    if reason.feature == HELD:  # a card that is laid out is not lost
        return reason.after > city.supply_of(better.before, better.seat).held
    return reason.feature not in OF_CARDS or not _draws(better)


def _draws(course: Course) -> bool:
    """Return whether the seat draws cards, so that its hand is only one of those that are possible."""
    first, *later = (
        set(city.supply_of(state, course.seat).hand) for state in course.states[: course.length + 1]
    )
    return any(not hand <= first for hand in later)


def _moment(state: State) -> tuple[tuple[int, int], int]:
    """Return the stage, the round and the phase."""
    return city.round_of(state), city.phase_of(state)
