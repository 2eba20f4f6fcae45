"""How many positions does the network evaluate in a second, features included? Then the mean time of one follows."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.bench_playouts import positions
from bench.rates import per_second
from tests.engine.tables import PLAIN_TABLES, Table
from urbanist.search.network import network_of


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def bench_estimates(benchmark: BenchmarkFixture, table: Table) -> None:
    network = network_of(table.game)
    assert network is not None
    array = positions(table).array
    per_second(benchmark, "positions", len(array), lambda: network.estimates(table.game, array))
