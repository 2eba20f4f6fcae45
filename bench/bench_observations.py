"""How fast are observations and actions of batches? The mean time of one position follows."""

from collections.abc import Callable

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.rates import per_second
from tests.engine.tables import PLAIN_TABLES, Table
from urbanist.engine import Batch

SIZE, PLIES = 256, 20

WAYS: dict[str, Callable[[Batch], object]] = {
    "observe": lambda batch: batch.observe(0),
    "actions": lambda batch: batch.actions(),
    "mask": lambda batch: batch.legal_mask(),
}


def midgame(table: Table) -> Batch:
    """Return positions of random games after the same number of moves."""
    rng = np.random.default_rng(0)
    batch = Batch.deal(table.game, SIZE, variant=table.variant, seats=table.seats, seed=1)
    for _ in range(PLIES):
        moves, counts = batch.moves()
        batch.apply(moves[np.arange(SIZE), rng.integers(0, counts)], trusted=True)
    return batch


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def bench_observations(benchmark: BenchmarkFixture, table: Table, way: str) -> None:
    batch = midgame(table)
    per_second(benchmark, "positions", SIZE, lambda: WAYS[way](batch))
