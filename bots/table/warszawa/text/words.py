"""Warszawa in words: how moves are typed, listed and filtered, and what a person composes at the board."""

import re
from collections.abc import Collection

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.plane import direction_of
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import legal_move, not_understood, quoted, upper
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import card_named, cell_of, edition_of, place_of, plots
from urbanist.bots.table.warszawa.model.partial_move import PartialMove
from urbanist.bots.table.warszawa.model.stage import CHOOSING, PLANNING, fields, phase_of, supply_of
from urbanist.bots.table.warszawa.text import facts
from urbanist.bots.table.warszawa.text.phrases import (
    card_title,
    describe_plot,
    ends,
    field_name,
    norm_name,
    price,
)
from urbanist.engine import NotationError, State
from urbanist.engine.warszawa.geography import step

EXAMPLE = marked("type for example send 4, mdm 0,1, build 0,1 c, metro 0,0/2 or pass")
NORM = re.compile(r"n?0*([0-9]{1,2})")
FIELD = re.compile(r"0*([0-9]{1,3})(?: *[: ] *([fcr]) *([fcr]))?")
HEX = r"(-?[0-9]{1,3}) *[, ] *(-?[0-9]{1,3})"
SIDE = rf"{HEX} *[/ ] *([0-5]|[ns]?[ew])"
PLACE = re.compile(HEX)
FINISHED = re.compile(rf"{HEX}(?: *[/ ] *(c|r))?")
SEGMENT = re.compile(rf"{SIDE}(?: *[: ] *{SIDE})?")
SPANNED = re.compile(rf"{SIDE}(?: *[/ ] *(cr|rrr|cc))?")
#: The pattern after each verb; a card or a clearing has only a place.
FORMS = {"norm": NORM, "send": FIELD, "build": FINISHED, "metro": SEGMENT, "bridge": SPANNED}
#: The payments in each phrase.
PRICES = {"build": ("/c", "/r"), "bridge": ("/cr", "/rrr", "/cc")}
EXAMPLES = {
    "norm": "norm n03",
    "send": marked("send 4, or to barter a fund for concrete, send 8 fc"),
    "clear": "clear 1,-1",
    "use": marked("use pdtwola, the building's card"),
    "build": marked("build 0,1 c, paid with c concrete or r rubble"),
    "metro": marked("metro 0,0/2 or metro 0,0 sw, and with a tunnel metro 1,-1/1:1,-1/0"),
    "bridge": marked("bridge 1,0/0 cr, paid cr, rrr or cc"),
}


def read_move(text: str, state: State) -> str:
    """Return the legal move that a typed text means; raise `NotationError` with a one-line reason."""
    verb, _, rest = " ".join(text.lower().replace("@", " ").split()).partition(" ")
    if verb in ("pass", "p", "done", "d") and not rest:
        return legal_move("pass" if verb[0] == "p" else "done", state)
    cards = {card.id for card in edition_of(state).cards}
    if verb not in EXAMPLES and verb not in cards:
        raise not_understood(text, tr(EXAMPLE))
    move = _written(verb, rest, cards)
    if move is None:
        example = tr(EXAMPLES[verb]) if verb in EXAMPLES else f"{verb} 0,1"
        raise NotationError(
            tr("{text} is not understood: type for example {example}", text=quoted(text), example=example)
        )
    return legal_move(_completed(move, state), state)


def _written(verb: str, rest: str, cards: Collection[str]) -> str | None:
    """Return a move in notation, without price or tunnel if they are left out; None if the text is not a move."""
    if verb == "use":
        return f"use@{rest}" if rest in cards else None
    found = FORMS.get(verb, PLACE).fullmatch(rest)
    if found is None:
        return None
    said = found.groups()
    if verb == "norm":
        return f"norm@n{int(said[0]):02}"
    if verb == "send":
        return f"send@{int(said[0])}" + (f":{said[1]}{said[2]}" if said[1] else "")
    if verb == "metro":
        tunnel = f":{_side(*said[3:])}" if said[3] else ""
        return f"metro@{_side(*said[:3])}{tunnel}"
    where = _side(*said[:3]) if verb == "bridge" else f"{int(said[0])},{int(said[1])}"
    price = said[-1] if verb in PRICES else None
    return f"{verb}@{where}" + (f"/{price}" if price else "")


def _side(q: str, r: str, turn: str) -> str:
    """Return the name of a side, which may be typed from either of its hexes."""
    hexagon, direction = (int(q), int(r)), direction_of(turn)
    if direction >= 3:
        hexagon, direction = step(hexagon, direction), direction - 3
    return f"{hexagon[0]},{hexagon[1]}/{direction}"


def _completed(move: str, state: State) -> str:
    """Return a move with its price or tunnel added if only one is legal; else `NotationError` names the choices."""
    found = [other for other in state.legal() if re.match(re.escape(move) + "[:/][-a-z0-9]", other)]
    if len(found) > 1 and move not in found:
        raise NotationError(tr("which of them: {moves}?", moves=", ".join(found)))
    if found:
        return found[0]
    verb, _, rest = move.partition("@")
    priced = verb not in PRICES or rest.endswith(PRICES[verb])
    return move if priced else f"{move}{PRICES[verb][0]}"


def list_moves(state: State) -> str:
    """Return the legal moves, a line for each verb and card."""
    if state.over:
        return tr("none: the game is over")
    rows: dict[str, list[str]] = {}
    for move in state.legal():
        verb, _, rest = move.partition("@")
        rows.setdefault(verb, []).append(rest)
    return "\n".join(f"{verb} {' '.join(rest)}".rstrip() for verb, rest in rows.items())


def takes_place(move: str) -> bool:
    """Return whether a move lays a foundation, a segment or a bridge, which can never be moved again."""
    verb, sign, _ = move.partition("@")
    return bool(sign) and (verb not in EXAMPLES or verb in ("metro", "bridge"))


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
        what = next(norm_name(pov.state, norm) for norm in norms if norm.id == name)
    else:
        names = {f"field {each.id}": field_name(each) for each in fields(pov.state)}
        what = names.get(partial.subject) or called(partial.subject, pov.state)
        what = upper(what.removesuffix(" (p)"))
    what = what or tr("Move")
    return tr("{what} on {place}", what=what, place=place) if place else what


def about(pov: PlayerView, partial: PartialMove) -> str:
    """Return the card that is chosen in full, with its price; or what is on the chosen hex."""
    state, (kind, _, name) = pov.state, partial.subject.partition(" ")
    rubble = supply_of(state, state.to_move).rubble_price
    if kind == "card":
        return facts.card_tip(pov, card_named(state, name))
    if kind == "build":
        return tr(
            "A building costs {concrete}, or {rubble}.",
            concrete=price("c", rubble),
            rubble=price("r", rubble),
        )
    place = partial.place
    if "/" in place:
        return side_text(place)
    return describe_plot(plots(state)[cell_of(place)]) if place else ""
