"""How many endings of Akropolis are solved in a second, three and four plies before the end?"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.akropolis_endings import endings, left
from bench.rates import per_second
from urbanist.search.ending import solve

GAMES = 20


@pytest.mark.parametrize("plies", [3, 4])
def bench_endings(benchmark: BenchmarkFixture, plies: int) -> None:
    states = [state for seed in range(GAMES) for state in endings(2, seed, plies) if left(state) == plies]
    per_second(benchmark, "endings", len(states), lambda: [solve(state) for state in states])
