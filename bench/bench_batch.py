"""How many visits a second does a search of 256 records make, in one thread, if Python evaluates the leaves in batches?

`python -m pytest bench/bench_batch.py -q -s -p no:xdist --benchmark-timer=time.process_time` prints the visits in a
second of processor time.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.rates import per_second
from tests.engine.tables import PLAIN_TABLES, Table
from urbanist.engine import Batch
from urbanist.search import search_batch

RECORDS, NODES, PLIES = 256, 64, 20


def nothing(leaves: Batch, seats: Any) -> None:
    """Evaluate nothing: the priors are those of the game."""


def features(leaves: Batch, seats: Any) -> Any:
    """Read the features; return a logit for each move."""
    leaves.features(seats)
    return np.zeros(leaves.moves()[0].shape, np.float32)


def everything(leaves: Batch, seats: Any) -> Any:
    """Read the observations; return a logit for each move."""
    leaves.observe(seats)
    return np.zeros(leaves.moves()[0].shape, np.float32)


def midgame(table: Table) -> Batch:
    """Return positions of random games after the same number of moves."""
    batch = Batch.deal(table.game, RECORDS, variant=table.variant, seats=table.seats, seed=1)
    for ply in range(PLIES):
        batch.apply(batch.sample(ply), trusted=True)
    return batch


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
@pytest.mark.parametrize("look", [nothing, features, everything], ids=lambda look: look.__name__)
def bench_search_of_a_batch(benchmark: BenchmarkFixture, table: Table, look: Callable[..., Any]) -> None:
    batch = midgame(table)

    def evaluate(leaves: Batch, seats: Any) -> tuple[Any, Any]:
        return np.full((len(leaves), table.seats), 1 / table.seats, np.float32), look(leaves, seats)

    per_second(benchmark, "visits", RECORDS * NODES, lambda: search_batch(batch, NODES, evaluate))
