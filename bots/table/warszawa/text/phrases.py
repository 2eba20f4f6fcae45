"""Cards, fields, tasks, norms and places of Warszawa in words."""

from collections.abc import Callable, Sequence

from urbanist.bots.table.kit.language import marked
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.warszawa.language import tr
from urbanist.bots.table.warszawa.model.city import PARTED, Plot, built_cards, edition_of
from urbanist.bots.table.warszawa.model.supply import CUBES, supply_of
from urbanist.bots.table.warszawa.text.names import card_title, field_title, function_name, kind_name
from urbanist.engine import State
from urbanist.engine.warszawa.edition import EFFECTS, ONE_OFF, Card, Effect, Field, Norm, Task
from urbanist.engine.warszawa.geography import HEXES, hex_text
from urbanist.engine.warszawa.score_rows import norm_objects

#: The advantage of each function for its owner.
FUNCTION = {
    "socrealism": marked("style socrealism"),
    "modernism": marked("style modernism"),
    "storage": marked("a store of 4"),
    "thrift": marked("building for 1 rubble"),
    "fund": marked("once 1 fund"),
    "concrete": marked("once 1 concrete"),
    "rubble": marked("once 1 rubble"),
    "card": marked("once 1 card"),
    "twice": marked("once a second placement"),
    "none": marked("no function"),
}
#: The effect of using a function.
USED = {
    "fund": marked("takes 1 fund"),
    "concrete": marked("takes 1 concrete"),
    "rubble": marked("takes 1 rubble"),
    "card": marked("draws 1 card"),
    "twice": marked("moves again after the next placement"),
}
PHASES = (marked("choice of norms"), marked("planning"), marked("realisation"))
STAGES = ("I", "II")
#: A type after what is built beside it, in a task.
BESIDE = {
    "industrial": marked("beside industrial"),
    "service": marked("beside service"),
    "residential": marked("beside residential"),
    "representative": marked("beside representative"),
    "cultural": marked("beside cultural"),
    "transport": marked("beside transport"),
}
#: A number of things.
COUNTED: dict[str, Callable[[int], str]] = {
    "fund": lambda n: tr.counted("{n} fund", "{n} funds", n),
    "concrete": lambda n: tr.counted("{n} concrete", "{n} concrete", n),
    "rubble": lambda n: tr.counted("{n} rubble", "{n} rubble", n),
    "card": lambda n: tr.counted("{n} card", "{n} cards", n),
    "hex": lambda n: tr.counted("{n} hex", "{n} hexes", n),
    "point": lambda n: tr.counted("{n} point", "{n} points", n),
    "engineer": lambda n: tr.counted("{n} engineer", "{n} engineers", n),
    "free engineer": lambda n: tr.counted("{n} free engineer", "{n} free engineers", n),
    "metro marker": lambda n: tr.counted("{n} metro marker", "{n} metro markers", n),
    "card in hand": lambda n: tr.counted("{n} card in hand", "{n} cards in hand", n),
    "metro segment built": lambda n: tr.counted("{n} metro segment built", "{n} metro segments built", n),
    "bridge built": lambda n: tr.counted("{n} bridge built", "{n} bridges built", n),
}


def several(number: int, thing: str) -> str:
    """Return a number with the thing that it counts; concrete and rubble have no plural in English."""
    return COUNTED[thing](number)


def cubes(numbers: Sequence[int]) -> str:
    """Return cubes in words without those that are zero."""
    said = [several(number, cube) for number, cube in zip(numbers, CUBES, strict=True) if number]
    return listed(said) if said else tr("no cubes")


def describe_ground(plot: Plot) -> str:
    """Return the ground of a hex in words: its zone, rubble and historic site."""
    said = [tr("urban zone") if plot.urban else tr("suburban zone")]
    if plot.rubble:
        said.append(tr("rubble"))
    if plot.site:
        said.append(tr("the site of {card}", card=card_title(plot.site)))
    return ", ".join(said)


def describe_plot(plot: Plot) -> str:
    """Return a hex with what is on it in words."""
    place = hex_text(plot.cell)
    if plot.card is not None and plot.seat is not None:
        if plot.founded:
            said = tr("{card}; foundation of seat {seat}", card=card_name(plot.card), seat=plot.seat)
        else:
            said = tr("{card}; building of seat {seat}", card=card_name(plot.card), seat=plot.seat)
    elif plot.type:
        said = tr("neutral {kind}", kind=kind_name(plot.type))
    else:
        said = describe_ground(plot)
    return f"{place}: {said}"


def effect(gives: Effect) -> str:
    """Return what a field gives, in the order of the rules."""
    said = []
    for name in EFFECTS:
        number = int(getattr(gives, name))
        if number and name == "clear":
            said.append(tr.counted("clear {n} hex", "clear {n} hexes", number))
        elif number and name == "barter":
            said.append(tr("barter 1 cube for {number}", number=number))
        elif number:
            said.append(tr("the marker") if name == "marker" else several(number, name))
    return listed(said)


def field_name(field: Field) -> str:
    """Return a field with its number."""
    return tr("{name} (field {number})", name=field_title(field), number=field.id)


def card_name(card: Card) -> str:
    """Return a card with the id by which it is typed, and everything that is printed on it."""
    return f"{card.id} ({card_title(card)}), {printed_on(card)}"


def printed_on(card: Card) -> str:
    """Return everything that is printed on a card beside its name."""
    return f"{kind_name(card.type)}, {several(card.points, 'point')}, {_zone(card)}, {advantage(card)}"


def advantage(card: Card) -> str:
    """Return the advantage of a card's function."""
    return tr(FUNCTION[card.function])


def functions(state: State, seat: int) -> list[str]:
    """Return the functions of a seat's buildings: styles and rules with their number, and those left to use."""
    built = [card.function for _, card in built_cards(state, seat)]
    lasting = [name for name in dict.fromkeys(built) if name not in (*ONE_OFF, "none")]
    said = [
        f"{built.count(name)} {function_name(name)}" if built.count(name) > 1 else function_name(name)
        for name in lasting
    ]
    return said + [
        tr("{function} once ({card})", function=function_name(card.function), card=card.id)
        for card in supply_of(state, seat).ready
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
        build=kind_name(task.build),
        beside=tr(BESIDE[task.beside]),
        points=task.points,
    )


def hidden_name(state: State, text: str) -> str:
    """Return what a seat hides, such as `n01` or the two norms `n01+n02`, by what stands on it."""
    norms = {norm.id: norm for norm in edition_of(state).norms}
    return "; ".join(objects_of(state, norms[name]) if name in norms else name for name in text.split("+"))


def in_deck(card: Card) -> str:
    """Return a card that is not seen, with its type and points."""
    return f"{card_title(card)} ({kind_name(card.type)}, {card.points})"


def norm_name(state: State, norm: Norm) -> str:
    """Return a norm with its objects."""
    return f"{norm.id} ({objects_of(state, norm)})"


def objects_of(state: State, norm: Norm) -> str:
    """Return the objects of a norm."""
    return listed(map(kind_name, norm_objects(state, norm.id)))


def ends(side: str) -> str:
    """Return the two hexes of a side."""
    return listed(hex_text(cell) for cell in PARTED[side])


def price(paid: str, rubble_price: int) -> str:
    """Return the price of a building or bridge; `paid` is the payment in the notation of a move."""
    if paid in ("c", "r"):
        return cubes((1, 1, 0) if paid == "c" else (1, 0, rubble_price))
    return cubes((1, paid.count("c"), paid.count("r")))
