"""Every table the games can be played at, and which fields hide something: what the contract tests run over."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from urbanist.engine import GAMES, Game, State

#: The record fields that hold what some seat cannot know.
HIDDEN_FIELDS = {
    "metropolys": ("area", "kind"),
    "akropolis": ("stacked",),
    "warszawa": ("hand", "norms", "kept", "deck", "task_deck"),
}

#: Those among them that no deal line tells: it comes out as chance events.
UNTOLD = {"akropolis": ("stacked",), "warszawa": ("deck", "task_deck")}

#: Games in which what a seat may do depends on what it hides.
CLOSED = {"warszawa"}

#: Options that lead to another setup than the default, by game and number of players.
OPTIONS: dict[str, dict[int, tuple[str, ...]]] = {
    "metropolys": {2: ("districts=CSW", "first=1"), 3: ("districts=drawn",), 4: ("first=3",)},
    "akropolis": {
        2: ("houses", "markets", "barracks", "temples", "gardens", "long", "first=1"),
        3: ("barracks", "gardens", "long"),
        4: ("houses", "markets", "temples", "first=3"),
    },
    "warszawa": {3: ("rounds7",), 4: ("rounds7", "first=3"), 5: ("first=1",)},
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
        untold = UNTOLD.get(self.game.name, ())
        return b"".join(record[name].tobytes() for name in record.dtype.names if name not in untold)


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
