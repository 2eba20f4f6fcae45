"""Positions to search from, and what may be compared of two results."""

from dataclasses import replace
from random import Random

import numpy as np

from tests.engine.tables import PLAIN_TABLES, Table, onward, played
from urbanist.engine.game import State
from urbanist.engine.history import History
from urbanist.search.result import Result

BY_NAME = {str(table): table for table in PLAIN_TABLES}
EXPERT_2 = BY_NAME["metropolys-expert-2"]
FAMILY_2 = BY_NAME["metropolys-family-2"]
FAMILY_3 = BY_NAME["metropolys-family-3"]


def whole_game(table: Table, seed: int) -> History:
    """Return the history of one random game, the end included."""
    states, moves = played(table, seed)
    events = tuple(state.read(move) for state, move in zip(states, moves, strict=False))
    return History(table.game, table.game.notation.write_deal(states[0].array), events, states)


def plies_before_end(table: Table, seed: int, plies: int) -> State:
    """Return the position so many moves before the end of a random game."""
    return played(table, seed)[0][-1 - plies]


def last_choice(table: Table, seed: int) -> State:
    """Return the last position of a random game in which somebody has a move to choose."""
    rng = Random(seed)
    chosen, state = table.deal(seed), onward(table.deal(seed))
    while not state.over:
        # Words, not notation: whoever wants the end of many games need not write all their legal moves.
        chosen, state = state, onward(state.play(int(rng.choice(state.moves()))))
    return chosen


def with_cards(table: Table, state: State, cards: tuple[str, ...]) -> State:
    """Return a position of Metropolys with other cards dealt to the seats."""
    record = np.array(state.array)
    line = table.game.notation.write_deal(table.deal(0).array).rpartition("=")[0]
    dealt = table.game.read_deal(f"{line}={','.join(cards)}").array
    record["area"], record["kind"] = dealt["area"], dealt["kind"]
    return table.game.from_array(record)


def untimed(result: Result) -> Result:
    """Return all of a result that must be the same on every run."""
    return replace(result, seconds=0.0)
