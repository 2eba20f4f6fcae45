"""The names of cards, fields, types and functions in the language; and tasks, norms and places in words."""

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from urbanist.bots.table.kit.language import marked, translated
from urbanist.bots.table.kit.player_view import PlayerView
from urbanist.bots.table.kit.score import Stock
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model import city
from urbanist.engine import State
from urbanist.engine.message import Message
from urbanist.engine.warszawa.edition import (
    EFFECTS,
    OBJECTS,
    ONE_OFF,
    Card,
    Effect,
    Field,
    Norm,
    Task,
    WarszawaEdition,
)
from urbanist.engine.warszawa.editions import EDITIONS
from urbanist.engine.warszawa.geography import HEXES, hex_text
from urbanist.engine.warszawa.score_rows import norm_objects

#: The objects and the styles, by their names in the data, which are texts of the catalog.
KINDS = (*OBJECTS, "socrealism", "modernism")
#: The contexts of names: where room is scarce, and for functions, some of which are called as cubes are.
SHORT, FUNCTION = "short", "function"
#: The letters of the objects in their order; representative has the letter of a palace.
LETTERS = marked("ISRPCTMB")
#: The short forms of long names.
BRIEF = {"representative": "represent."}


@cache
def on_hex() -> dict[str, str]:
    """Return what stands on a hex for each card whose name is too long for it."""
    return tomllib.loads(Path(__file__).with_name("on_hex.toml").read_text(encoding="utf-8"))


@cache
def _house() -> WarszawaEdition:
    return EDITIONS.at(EDITIONS.slot_of("house"))


def card_title(card: Card) -> str:
    """Return the name of a card; that of a card from a user's own file stays as it is."""
    return tr(card.name) if card in _house().cards else card.name


def title_on_hex(card: Card) -> str:
    """Return the name of a card for a place as narrow as a hex."""
    own = card in _house().cards and card.name in on_hex()
    return tr.in_context(SHORT, on_hex()[card.name]) if own else card_title(card)


def field_title(field: Field) -> str:
    """Return the name of a field; that of a field from a user's own file stays as it is."""
    return tr(field.name) if _is_of_house(field) else field.name


def short_field(field: Field) -> str:
    """Return the name of a field for a place where room is scarce."""
    return tr.in_context(SHORT, field.name) if _is_of_house(field) else field.name


def _is_of_house(field: Field) -> bool:
    return any(field in board for board in _house().boards.values())


def letter(kind: str) -> str:
    """Return the letter of an object on the map and in lists."""
    return tr(LETTERS)[OBJECTS.index(kind)]


def short_kind(kind: str) -> str:
    """Return the name of a type or a style for a place where room is scarce."""
    return tr.in_context(SHORT, BRIEF.get(kind, kind))


def short_zone(card: Card) -> str:
    """Return where a card may be laid out, for a place where room is scarce."""
    if card.site:
        return "★" + ",".join(map(str, card.site))
    return tr.in_context(SHORT, card.zone)


def function_name(function: str) -> str:
    """Return the name of a function."""
    return tr.in_context(FUNCTION, function)


PHASES = (marked("choice of norms"), marked("planning"), marked("realisation"))
STAGES = ("I", "II")


def several(number: int, thing: str) -> str:
    """Return a number with the thing that it counts."""
    return tr.named("number", thing, number)


def cubes(numbers: Sequence[int]) -> str:
    """Return cubes in words without those that are zero."""
    said = [several(number, cube) for number, cube in zip(numbers, city.CUBES, strict=True) if number]
    return listed(said) if said else tr("no cubes")


#: What a seat has, with its symbol in a picture.
THINGS = (
    ("fund", "fund"),
    ("concrete", "concrete"),
    ("rubble", "rubble"),
    ("free engineer", "engineer"),
    ("metro marker", "marker"),
    ("card in hand", "paper"),
    ("metro segment built", "chip-metro"),
    ("bridge built", "chip-bridge"),
)
#: The letters of the cubes, engineers and markers.
HELD = marked("fcrem")


def thing_signs() -> tuple[str, ...]:
    """Return the signs of `THINGS` in a terminal."""
    return (*tr(HELD), "▤", "", "")


def things(have: city.Supply) -> tuple[Stock, ...]:
    """Return what a seat has: cubes, what it can use, and at the end what it has built on sides."""
    return tuple(
        Stock(number, several(number, name), sign, symbol)
        for number, (name, symbol), sign in zip(have.counts, THINGS, thing_signs(), strict=True)
    )


def describe_plot(pov: PlayerView, plot: city.Plot) -> str:
    """Return a hex with what is on it, or else its zone, rubble and historic site."""
    if plot.card is not None and plot.seat is not None:
        stands, who = "founded" if plot.founded else "built", pov.name(plot.seat)
        said = [tr.named("plot", stands, card=card_name(plot.card), who=who)]
    elif plot.type:
        said = [tr("neutral {kind}", kind=tr(plot.type))]
    else:
        said = [tr("urban zone") if plot.urban else tr("suburban zone")]
        if plot.rubble:
            said.append(tr("rubble"))
        if plot.site:
            said.append(tr("the site of {card}", card=card_title(plot.site)))
    return f"{hex_text(plot.cell)}: {', '.join(said)}"


def effect(gives: Effect) -> str:
    """Return what a field gives, in the order of the rules."""
    said = []
    for name in EFFECTS:
        number = int(getattr(gives, name))
        if number and name == "barter":
            said.append(tr("barter 1 cube for {number}", number=number))
        elif number:
            said.append(tr("the marker") if name == "marker" else several(number, name))
    return listed(said)


def field_name(field: Field) -> str:
    """Return a field with its number."""
    return tr("{name} (field {number})", name=field_title(field), number=field.id)


def card_name(card: Card) -> str:
    """Return a card with everything that is printed on it."""
    return f"{card_title(card)}, {printed_on(card)}"


def printed_on(card: Card) -> str:
    """Return everything that is printed on a card beside its name."""
    return f"{tr(card.type)}, {several(card.points, 'point')}, {_zone(card)}, {advantage(card)}"


def advantage(card: Card) -> str:
    """Return the advantage of a card's function."""
    return tr.named("advantage", card.function)


def functions(state: State, seat: int) -> list[str]:
    """Return the functions of a seat's buildings: styles and rules with their number, and those left to use."""
    built = [card.function for _, card in city.built_cards(state, seat)]
    lasting = [name for name in dict.fromkeys(built) if name not in (*ONE_OFF, "none")]
    said = [
        f"{built.count(name)} {function_name(name)}" if built.count(name) > 1 else function_name(name)
        for name in lasting
    ]
    return said + [
        tr("{function} once ({card})", function=function_name(card.function), card=title_on_hex(card))
        for card in city.supply_of(state, seat).ready
    ]


def _zone(card: Card) -> str:
    if card.site:
        return tr("only on {place}", place=hex_text(HEXES.index(card.site)))
    if card.zone == "any":
        return tr("urban or suburban")
    return tr("urban only") if card.zone == "urban" else tr("suburban only")


def task_name(task: Task) -> str:
    """Return a task with its points."""
    return tr(
        "{build} {beside} for {points}",
        build=tr(task.build),
        beside=tr(f"beside {task.beside}"),
        points=task.points,
    )


def hidden_name(state: State, text: str) -> str:
    """Return what a seat hides, such as `n01` or the two norms `n01+n02`, by what stands on it."""
    norms = {norm.id: norm for norm in city.edition_of(state).norms}
    return "; ".join(objects_of(state, norms[name]) if name in norms else name for name in text.split("+"))


def objects_of(state: State, norm: Norm) -> str:
    """Return the objects of a norm."""
    return listed(map(tr, norm_objects(state, norm.id)))


def reason_text(state: State, reason: str) -> str:
    """Return the rule that forbids a move in the language, with the names of its cards."""
    if not isinstance(reason, Message) or not {"card", "hand"} & reason.values.keys():
        return translated(reason)
    titles = {card.id: card_title(card) for card in city.edition_of(state).cards}
    values = {
        name: listed(titles.get(word, word) for word in str(value).split("+")) if value else tr("nothing")
        for name, value in reason.values.items()
    }
    return translated(Message(reason.template, **values))


def ends(side: str) -> str:
    """Return the two hexes of a side."""
    return listed(hex_text(cell) for cell in city.PARTED[side])


def price(paid: str, rubble_price: int) -> str:
    """Return the price of a building or bridge; `paid` is the payment in the notation of a move."""
    if paid in ("c", "r"):
        return cubes((1, 1, 0) if paid == "c" else (1, 0, rubble_price))
    return cubes((1, paid.count("c"), paid.count("r")))
