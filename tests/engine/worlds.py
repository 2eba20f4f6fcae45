"""What is hidden at a table, and everything else that it might be for who cannot see it."""

import re
from collections.abc import Sequence
from itertools import permutations, product
from random import Random
from typing import Any

from tests.engine.tables import Table
from urbanist.engine import State
from urbanist.engine.history import History

#: The norms of the house set of Warszawa.
NORMS = [f"n{number:02}" for number in range(1, 15)]


def mysterious(table: Table, states: Sequence[State]) -> State:
    """Return a position of a game in which few things are hidden, but some."""
    if table.game.name == "akropolis":
        return next(state for state in states if state.array["stacks"] == 1)
    return states[len(states) // 2]


def is_secret(table: Table, state: State) -> bool:
    """Tell whether anything is hidden in a position."""
    return table.game.name != "akropolis" or len(set(world(table, state.array))) > 1


def world(table: Table, record: Any) -> tuple[str, ...]:
    """Return what a record hides: a card a seat, or a draw pile; of many things a part that can be counted."""
    if table.game.name == "akropolis":
        return tuple(str(tile) for tile in record["stacked"] if tile)
    cards = tuple(table.game.notation.card(record, seat) for seat in range(table.seats))
    return tuple(card.split("/")[0] for card in cards[:2]) if table.game.name == "warszawa" else cards


def worlds(table: Table, keep: int | None, record: Any) -> list[tuple[str, ...]]:
    """Return every world that fits for who knows nothing hidden but the cards of `keep`."""
    if table.game.name == "akropolis":
        return list(permutations(sorted(world(table, record))))
    if table.game.name == "warszawa":
        return warszawa_worlds(keep, record)
    return metropolys_worlds(table, keep, record)


def other_worlds(table: Table, history: History, seat: int, most: int) -> list[History]:
    """Return histories that `seat` cannot tell from this one: other cards with the others, another draw pile."""
    rng = Random(len(history.events))
    read = History.read(table.game, history.deal, history.events)
    if table.game.name == "akropolis":
        return [read.redrawn(seed) for seed in range(most)]
    if table.game.name == "warszawa":
        return [warszawa_other_world(table, history, seat, rng).redrawn(seed) for seed in range(most)]
    cards = worlds(table, seat, history.state.array)
    return [
        History.read(table.game, with_cards(history.deal, dealt), history.events)
        for dealt in rng.sample(cards, min(most, len(cards)))
    ]


def with_cards(deal: str, cards: tuple[str, ...]) -> str:
    """Return a full deal line of Metropolys with other hidden cards."""
    return f"{deal.rpartition('=')[0]}={','.join(cards)}"


def warszawa_other_world(table: Table, history: History, seat: int, rng: Random) -> History:
    """Return the history with other norms dealt to the others, who keep one of theirs each."""
    head, norms, tail = re.split(r"(?<= norms=)(\S+)", history.deal)
    dealt = norms.split(",")
    own = dealt[seat].split("+")
    free = [norm for norm in NORMS if norm not in own]
    rng.shuffle(free)
    for other in range(table.seats):
        if other != seat:
            dealt[other] = "+".join(sorted((free.pop(), free.pop())))
    events = [
        f"norm@{rng.choice(dealt[state.to_move].split('+'))}"
        if event.startswith("norm@") and state.to_move != seat
        else event
        for event, state in zip(history.events, history.states, strict=False)
    ]
    return History.read(table.game, f"{head}{','.join(dealt)}{tail}", events)


def warszawa_worlds(keep: int | None, record: Any) -> list[tuple[str, ...]]:
    """Return every choice of norms that the first two seats may have kept; nobody has those dealt to `keep`."""
    own = {f"n{int(norm):02}" for norm in record["norms"][keep]} if keep is not None else set()
    free = {*NORMS} - own
    known = [{f"n{int(record['kept'][seat]):02}"} if seat == keep else free for seat in range(2)]
    return [(a, b) for a in sorted(known[0]) for b in sorted(known[1]) if a != b]


def metropolys_worlds(table: Table, keep: int | None, record: Any) -> list[tuple[str, ...]]:
    """Return every distribution of objective cards: all permutations that agree with the card of `keep`."""
    if table.variant == "family":
        areas = ("bridges", "statues", "lakes", "border")[: 3 if table.seats == 2 else 4]
        dealt = [tuple(cards) for cards in permutations(areas, table.seats)]
    else:
        areas = ("bridges", "statues", "lakes", "districts", "chains")
        types = ("industry", "park", "housing", "shopping", "administration")
        dealt = [
            tuple(f"{area}+{kind}" for area, kind in zip(area_cards, type_cards, strict=True))
            for area_cards, type_cards in product(
                permutations(areas, table.seats), permutations(types, table.seats)
            )
        ]
    if keep is None:
        return dealt
    known = table.game.notation.card(record, keep)
    return [cards for cards in dealt if cards[keep] == known]
