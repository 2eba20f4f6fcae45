"""Tests that a playout of Akropolis draws each legal move with the same probability, without a list."""

from collections import Counter

import pytest

from tests.engine.tables import TABLES, Table, played
from tests.statistics import chi_square, is_plausible
from urbanist.engine import State
from urbanist.engine.batch import Batch

OURS = [table for table in TABLES if table.game.name == "akropolis"]
A_MOVE = 15  # playouts for each legal move, on average
SLICE = 500  # playouts at a time


def last_choice(table: Table, seed: int) -> State:
    """Return a position with one move left."""
    return played(table, seed)[0][-2]


def endings(state: State, n: int, seed: int) -> Counter[bytes]:
    """Return how often playouts reach each final position."""
    found: Counter[bytes] = Counter()
    start = Batch.of([state] * SLICE)
    for number in range(0, n, SLICE):
        batch = start.copy()
        batch.playout(seed * n + number)
        found.update(record.tobytes() for record in batch.array)
    return found


@pytest.mark.parametrize("table", OURS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_every_last_move_comes_equally_often(table: Table, seed: int) -> None:
    state = last_choice(table, seed)
    moves = state.moves()
    chances: Counter[bytes] = Counter()
    for move in moves:
        chances[state.play(move).array.tobytes()] += 1
    found = endings(state, A_MOVE * len(moves), seed)
    assert set(found) <= set(chances)
    counts = [found[end] for end in chances]
    shares = [count / len(moves) for count in chances.values()]
    assert is_plausible(chi_square(counts, shares), len(counts) - 1)
