"""Cards, fields, tasks, norms and places of Warszawa in words."""

from collections.abc import Sequence

from urbanist.bots.table.kit import wording
from urbanist.bots.table.kit.wording import listed
from urbanist.bots.table.warszawa.model.city import PARTED, Plot
from urbanist.bots.table.warszawa.model.supply import CUBES
from urbanist.engine import State
from urbanist.engine.warszawa.edition import EFFECTS, Card, Effect, Field, Norm, Task
from urbanist.engine.warszawa.geography import HEXES, hex_text
from urbanist.engine.warszawa.score_rows import norm_objects

#: The advantage of each function for its owner.
FUNCTION = {
    "socrealism": "style socrealism",
    "modernism": "style modernism",
    "storage": "a store of 4",
    "thrift": "building for 1 rubble",
    "fund": "once 1 fund",
    "concrete": "once 1 concrete",
    "rubble": "once 1 rubble",
    "card": "once 1 card",
    "twice": "once a second placement",
    "none": "no function",
}
#: The effect of using a function.
USED = {
    "fund": "takes 1 fund",
    "concrete": "takes 1 concrete",
    "rubble": "takes 1 rubble",
    "card": "draws 1 card",
    "twice": "moves again after the next placement",
}
PHASES = ("choice of norms", "planning", "realisation")
STAGES = ("I", "II")


def several(number: int, noun: str) -> str:
    """Return a number with its noun; concrete and rubble have no plural."""
    return f"{number} {noun}" if noun in CUBES[1:] else wording.several(number, noun)


def cubes(numbers: Sequence[int]) -> str:
    """Return cubes in words without those that are zero."""
    said = [several(number, cube) for number, cube in zip(numbers, CUBES, strict=True) if number]
    return listed(said) if said else "no cubes"


def describe_ground(plot: Plot) -> str:
    """Return the ground of a hex in words: its zone, rubble and historic site."""
    site = f"the site of {plot.site.name}" if plot.site else ""
    said = [f"{'urban' if plot.urban else 'suburban'} zone", "rubble" if plot.rubble else "", site]
    return ", ".join(filter(None, said))


def describe_plot(plot: Plot) -> str:
    """Return a hex with what is on it in words."""
    place = hex_text(plot.cell)
    if plot.card is not None and plot.seat is not None:
        what = "foundation" if plot.founded else "building"
        return f"{place}: {card_name(plot.card)}; {what} of seat {plot.seat}"
    return f"{place}: neutral {plot.type}" if plot.type else f"{place}: {describe_ground(plot)}"


def effect(gives: Effect) -> str:
    """Return what a field gives, in the order of the rules."""
    said = []
    for name in EFFECTS:
        number = int(getattr(gives, name))
        if number and name == "clear":
            said.append(f"clear {several(number, 'hex')}")
        elif number and name == "barter":
            said.append(f"barter 1 cube for {number}")
        elif number:
            said.append("the marker" if name == "marker" else several(number, name))
    return listed(said)


def field_name(field: Field) -> str:
    """Return a field with its number."""
    return f"{field.name} (field {field.id})"


def card_name(card: Card) -> str:
    """Return a card with its id and everything that is printed on it."""
    where = f"only on {hex_text(HEXES.index(card.site))}" if card.site else _zone(card)
    points = several(card.points, "point")
    return f"{card.id} ({card.name}), {card.type}, {points}, {where}, {FUNCTION[card.function]}"


def _zone(card: Card) -> str:
    return "urban or suburban" if card.zone == "any" else f"{card.zone} only"


def task_name(task: Task) -> str:
    """Return a task with its points."""
    return f"{task.id} {task.build} beside {task.beside} for {task.points}"


def norm_name(state: State, norm: Norm) -> str:
    """Return a norm with its objects."""
    return f"{norm.id} ({listed(norm_objects(state, norm.id))})"


def ends(side: str) -> str:
    """Return the two hexes of a side."""
    return " and ".join(hex_text(cell) for cell in PARTED[side])


def price(paid: str, rubble_price: int) -> str:
    """Return the price of a building or bridge; `paid` is the payment in the notation of a move."""
    if paid in ("c", "r"):
        return cubes((1, 1, 0) if paid == "c" else (1, 0, rubble_price))
    return cubes((1, paid.count("c"), paid.count("r")))
