"""What a person composes at the board of Warszawa, in words."""

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.wording import upper
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import card_named, cell_of, place_of, plots
from urbanist.bots.table.warszawa.model.partial_move import PartialMove
from urbanist.bots.table.warszawa.model.stage import CHOOSING, PLANNING, fields, phase_of
from urbanist.bots.table.warszawa.model.supply import supply_of
from urbanist.bots.table.warszawa.text import tips
from urbanist.bots.table.warszawa.text.names import card_title
from urbanist.bots.table.warszawa.text.phrases import (
    describe_plot,
    ends,
    field_name,
    norm_name,
    price,
)
from urbanist.engine import State

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
        return tips.card_tip(pov, card_named(state, name))
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
