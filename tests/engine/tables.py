"""All tables of all games, over which the contract tests run."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import pytest

from tests.engine.contract import Contract, contract_of
from urbanist.engine import GAMES, Batch, Game, State

#: The contract of each game by its name.
CONTRACTS = {name: contract_of(name) for name in GAMES}


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

    @property
    def contract(self) -> Contract:
        """The contract of the game."""
        return CONTRACTS[self.game.name]

    def hidden(self, record: Any) -> bytes:
        """Return the hidden part of a record."""
        return b"".join(record[name].tobytes() for name in self.contract.hidden)

    def open(self, record: Any) -> bytes:
        """Return the part of a record that is not hidden."""
        return b"".join(
            record[name].tobytes() for name in record.dtype.names if name not in self.contract.hidden
        )

    def told(self, record: Any) -> bytes:
        """Return the part of a record that a full deal line and the events determine."""
        return b"".join(
            record[name].tobytes() for name in record.dtype.names if name not in self.contract.untold
        )


PLAIN_TABLES = [
    Table(game, variant, seats)
    for game in GAMES.values()
    for variant in game.notation.variants
    for seats in game.notation.seat_counts
]
TABLES = PLAIN_TABLES + [
    Table(table.game, table.variant, table.seats, table.contract.options[table.seats])
    for table in PLAIN_TABLES
    if table.seats in table.contract.options
]

#: One table of each game.
EACH = [*{table.game.name: table for table in PLAIN_TABLES}.values()]
#: All plain tables as parameters: one of each game by day, and the others by night.
DAILY_TABLES = [
    pytest.param(table, id=str(table), marks=[] if table in EACH else [pytest.mark.nightly])
    for table in PLAIN_TABLES
]

#: The fewest and the most players of each game: what a day plays where the night plays all tables.
EDGES = [*{table.game.name: table for table in PLAIN_TABLES[::-1]}.values(), *EACH]


def by_day(tables: list[Table]) -> list[Any]:
    """Return tables as parameters; those between the edges wait for the night."""
    plain = [Table(table.game, table.variant, table.seats) for table in tables]
    return [
        pytest.param(table, id=str(table), marks=[] if same in EDGES else [pytest.mark.nightly])
        for table, same in zip(tables, plain, strict=True)
    ]


#: The games whose deal lines hide nothing; their hidden parts are not in the deal line.
OPEN_DEALS = [name for name, game in CONTRACTS.items() if set(game.hidden) <= set(game.untold)]

#: The tables of games that hide something.
SECRET_TABLES = [table for table in PLAIN_TABLES if table.contract.hidden]


@cache
def played(table: Table, seed: int) -> tuple[tuple[State, ...], tuple[str, ...]]:
    """Return the positions of one random game, including the last, and the events between them."""
    rng = Random(seed)
    states, moves = [table.deal(seed)], []
    while not states[-1].over:
        moves.append(str(states[-1].chance() or rng.choice(states[-1].legal())))
        states.append(states[-1].play(moves[-1]))
    return tuple(states), tuple(moves)


def choices(table: Table, seed: int) -> list[State]:
    """Return the positions of one random game in which a seat has a choice."""
    return [state for state in played(table, seed)[0] if not (state.over or state.due)]


def unchecked(game: Game, record: Any) -> State:
    """Return a state with the content of a record that may be no position: batches check nothing."""
    batch = Batch.deal(game, 1, seats=game.notation.seat_counts[0])
    batch.array[0] = record
    return batch.state(0)


def onward(state: State) -> State:
    """Return the position after the chance events that are due, from the hidden part of the state."""
    while event := state.chance():
        state = state.play(event)
    return state
