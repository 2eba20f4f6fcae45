"""Warszawa in words: how moves are typed, listed and filtered, and what a person composes at the board."""

import re
from collections.abc import Iterable, Mapping, Sequence

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.plane import direction_of
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import legal_move, listed, not_understood, plain, quoted, upper
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import (
    CHOOSING,
    PLANNING,
    card_named,
    edition_of,
    fields,
    phase_of,
    supply_of,
)
from urbanist.bots.table.warszawa.model.partial_move import PartialMove, place_of
from urbanist.bots.table.warszawa.text.narration import move_name
from urbanist.bots.table.warszawa.text.phrases import (
    card_title,
    ends,
    field_name,
    objects_of,
    reason_text,
    title_on_hex,
)
from urbanist.engine import NotationError, State
from urbanist.engine.event import Move
from urbanist.engine.warszawa.edition import Card
from urbanist.engine.warszawa.editions import number_of
from urbanist.engine.warszawa.geography import step
from urbanist.engine.warszawa.moves import (
    BRIDGE_PRICES,
    BUILD,
    BUILDING_PRICES,
    CLEARING,
    CUBES,
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
    if verb not in EXAMPLES and not _meant(laid[1] if laid else words, edition_of(state).cards):
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
        reason=lambda why: reason_text(state, why),
        called=lambda other: move_name(state, other),
    )


def _laid(name: str, place: tuple[str, str], text: str, state: State) -> Move:
    """Return the move that lays out a card by its name; one in the hand is meant before any other."""
    return WarszawaMove.of(LAY, _card(name, supply_of(state, state.to_move).hand, state), _hex(place, text))


def _card(name: str, first: Iterable[Card], state: State) -> int:
    """Return the number in moves of the card that a name means, one of those in `first` before any other."""
    number = number_of(_one(_meant(name, first) or _meant(name, edition_of(state).cards)).id)
    assert number is not None
    return number


def _hex(said: Sequence[str], text: str) -> int:
    """Return the number of a hex that is typed by its two coordinates."""
    return known(text, f"{int(said[0])},{int(said[1])}", HEXES, HEX)


def _meant(name: str, cards: Iterable[Card]) -> list[Card]:
    """Return the cards that a typed name can mean: that of this id or name, else all whose names have it in them."""
    typed = plain(name)
    named = [(card, {plain(card_title(card)), plain(title_on_hex(card)), plain(card.name)}) for card in cards]
    exact = [card for card, names in named if name == card.id or typed in names]
    if exact or len(typed) < SHORTEST:
        return exact
    return [card for card, names in named if any(typed in each for each in names)]


def _one(cards: list[Card]) -> Card:
    """Return the only card; raise `NotationError` with the names if there are several."""
    if len(cards) > 1:
        raise NotationError(tr("which of them: {moves}?", moves=listed(map(card_title, cards))))
    return cards[0]


def _meant_by(verb: str, rest: str, text: str, state: State) -> Move | None:
    """Return the move of a verb and what follows it; None if the text is not a move.

    A price, a tunnel or a barter that is left out is completed if only one is legal.
    """
    if verb not in EXAMPLES:
        return None
    if verb == "use":
        ready = supply_of(state, state.to_move).ready
        found = rest and (_meant(rest, ready) or _meant(rest, edition_of(state).cards))
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
    barter = 1 + 3 * CUBES.index(give) + CUBES.index(take)
    return None if give == take else WarszawaMove.of(SEND, field, barter)


def _norm(number: str | None, name: str | None, state: State) -> int:
    """Return the number of a norm: of the first or second of the hand, or of one that is written in notation."""
    if number is None:
        return int(name or 0)
    norms = supply_of(state, state.to_move).norms
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
        return tr("none: the game is over")
    rows: dict[str, list[str]] = {}
    cards = {card.id: card_title(card) for card in edition_of(state).cards}
    norms = {norm.id: str(number) for number, norm in enumerate(supply_of(state, state.to_move).norms, 1)}
    for move in state.legal():
        verb, _, rest = move.partition("@")
        named = {"norm": norms, "use": cards}.get(verb, {})
        rows.setdefault(cards.get(verb, verb), []).append(named.get(rest, rest))
    return "\n".join(
        f"{verb} {(', ' if verb == 'use' else ' ').join(rest)}".rstrip() for verb, rest in rows.items()
    )


def takes_place(move: Move) -> bool:
    """Return whether a move lays a foundation, a segment or a bridge, which can never be moved again."""
    return WarszawaMove(move).kind in (LAY, DIG, SPAN)


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
        return tr("use {card}", card=card_title(card_named(state, name)))
    return tr(DEEDS[kind]) if kind else ""


def side_text(side: str) -> str:
    """Return a side by its two hexes."""
    return tr("The side between {hexes}.", hexes=ends(side))


def opening(pov: PlayerView) -> str:
    """Return what a person can begin with."""
    phase = phase_of(pov.state)
    if phase == CHOOSING:
        return tr("Keep one of two norms: 1 or 2, or a click. Enter keeps it.")
    if phase == PLANNING:
        return tr(
            "Send an engineer to a field (number, click), or lay out a card (c, click). p ends your planning."
        )
    return tr("Build: point at a green place by arrows or a click, or Tab. p ends your building this round.")


def said(pov: PlayerView, partial: PartialMove) -> str:
    """Return what is chosen, in words."""
    kind, _, name = partial.subject.partition(" ")
    place = partial.place or (place_of(partial.move) if partial.move else "")
    if kind == "card":
        what = card_title(card_named(pov.state, name))
    elif kind == "norm":
        norms = supply_of(pov.state, pov.state.to_move).norms
        objects = next(objects_of(pov.state, norm) for norm in norms if norm.id == name)
        what = upper(tr("the norm for {objects}", objects=objects))
    else:
        names = {f"field {each.id}": field_name(each) for each in fields(pov.state)}
        what = names.get(partial.subject) or called(partial.subject, pov.state)
        what = upper(what.removesuffix(" (p)"))
    what = what or tr("Move")
    return tr("{what} on {place}", what=what, place=place) if place else what
