"""Every table the games can be played at, and what is hidden there: what the contract tests run over."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from random import Random
from typing import Any

from urbanist.engine import GAMES, Game, State

#: The record fields that hold what some seat cannot know.
HIDDEN_FIELDS = {"metropolys": ("area", "kind"), "akropolis": ("stacked",)}

#: Games with something hidden that no deal line tells: it comes out as chance events.
UNTOLD = {"akropolis"}

#: Options that lead to another setup than the default, by game and number of players.
OPTIONS: dict[str, dict[int, tuple[str, ...]]] = {
    "metropolys": {2: ("districts=CSW", "first=1"), 3: ("districts=drawn",), 4: ("first=3",)},
    "akropolis": {
        2: ("houses", "markets", "barracks", "temples", "gardens", "long", "first=1"),
        3: ("barracks", "gardens", "long"),
        4: ("houses", "markets", "temples", "first=3"),
    },
}


@dataclass(frozen=True)
class Table:
    """A game, a variant, a number of players and options."""

    game: Game
    variant: str
    seats: int
    options: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "-".join([self.game.name, self.variant, str(self.seats), *self.options])

    def deal(self, seed: int) -> State:
        """Return a new game."""
        return self.game.deal(variant=self.variant, seats=self.seats, options=self.options, seed=seed)

    def hidden(self, record: Any) -> bytes:
        """Return the hidden part of a record."""
        return b"".join(record[name].tobytes() for name in HIDDEN_FIELDS[self.game.name])

    def open(self, record: Any) -> bytes:
        """Return all the rest of a record."""
        hidden = HIDDEN_FIELDS[self.game.name]
        return b"".join(record[name].tobytes() for name in record.dtype.names if name not in hidden)

    def told(self, record: Any) -> bytes:
        """Return all of a record that a full deal line and the events settle."""
        return self.open(record) + (b"" if self.game.name in UNTOLD else self.hidden(record))


PLAIN_TABLES = [
    Table(game, variant, seats)
    for game in GAMES.values()
    for variant in game.notation.variants
    for seats in game.notation.seat_counts
]
TABLES = PLAIN_TABLES + [
    Table(table.game, table.variant, table.seats, OPTIONS[table.game.name][table.seats])
    for table in PLAIN_TABLES
]


@cache
def played(table: Table, seed: int) -> tuple[tuple[State, ...], tuple[str, ...]]:
    """Return the positions of one random game, the end included, and the events between them."""
    rng = Random(seed)
    states, moves = [table.deal(seed)], []
    while not states[-1].over:
        moves.append(states[-1].chance() or rng.choice(states[-1].legal()))
        states.append(states[-1].play(moves[-1]))
    return tuple(states), tuple(moves)


def choices(table: Table, seed: int) -> list[State]:
    """Return the positions of one random game in which somebody has a move to choose."""
    return [state for state in played(table, seed)[0] if not (state.over or state.due)]


def onward(state: State) -> State:
    """Return the position after the chance events that are due, as they are hidden in it."""
    while event := state.chance():
        state = state.play(event)
    return state


def mysterious(table: Table, states: Sequence[State]) -> State:
    """Return a position of a game in which few things are hidden, but some."""
    if table.game.name == "akropolis":
        return next(state for state in states if state.array["stacks"] == 1)
    return states[len(states) // 2]


def world(table: Table, record: Any) -> tuple[str, ...]:
    """Return what a record hides: a card a seat, or a draw pile."""
    if table.game.name == "akropolis":
        return tuple(str(tile) for tile in record["stacked"] if tile)
    return tuple(table.game.notation.card(record, seat) for seat in range(table.seats))


def worlds(table: Table, keep: int | None, record: Any) -> list[tuple[str, ...]]:
    """Return every world that fits for who knows nothing hidden but the cards of `keep`."""
    if table.game.name == "akropolis":
        return list(permutations(sorted(world(table, record))))
    return metropolys_worlds(table, keep, record)


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
