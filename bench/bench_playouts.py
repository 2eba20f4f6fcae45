"""How many random games, informed games, move lists and scores a second, by variant and number of players?"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.rates import per_second
from tests.engine.tables import PLAIN_TABLES, Table, played
from urbanist.engine.batch import Batch
from urbanist.engine.simulate import simulate

GAMES = 2000
COPIES = 200


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
@pytest.mark.parametrize("policy", ["uniform", "informed"])
def bench_whole_games(benchmark: BenchmarkFixture, table: Table, policy: str) -> None:
    informed = policy == "informed"

    def play() -> object:
        return simulate(table.game, GAMES, variant=table.variant, seats=table.seats, informed=informed)

    per_second(benchmark, "games", GAMES, play)


def positions(table: Table) -> Batch:
    """Return all positions before the end of some games, many times over."""
    states = [state for seed in range(3) for state in played(table, seed)[0][:-1]]
    return Batch.of(states * COPIES)


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def bench_move_lists(benchmark: BenchmarkFixture, table: Table) -> None:
    batch = positions(table)
    per_second(benchmark, "move lists", len(batch), batch.moves)


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def bench_scores(benchmark: BenchmarkFixture, table: Table) -> None:
    batch = positions(table)
    per_second(benchmark, "scores", len(batch), batch.scores)
