"""How many games, informed games, move lists, priors and scores are computed in a second at each table?"""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.rates import per_second
from tests.engine.tables import PLAIN_TABLES, Table, choices, played
from urbanist.engine.batch import Batch
from urbanist.engine.simulate import simulate

GAMES = 2000
BATCH = 1 << 23  # bytes of all positions


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
@pytest.mark.parametrize("policy", ["uniform", "informed"])
def bench_whole_games(benchmark: BenchmarkFixture, table: Table, policy: str) -> None:
    informed = policy == "informed"

    def play() -> object:
        return simulate(table.game, GAMES, variant=table.variant, seats=table.seats, informed=informed)

    per_second(benchmark, "games", GAMES, play)


def positions(table: Table) -> Batch:
    """Return the positions of some games before their ends, repeated to be larger than a processor cache."""
    states = [state for seed in range(3) for state in played(table, seed)[0][:-1]]
    return Batch.of(states * max(1, BATCH // (table.game.dtype.itemsize * len(states))))


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def bench_move_lists(benchmark: BenchmarkFixture, table: Table) -> None:
    batch = positions(table)
    per_second(benchmark, "move lists", len(batch), batch.moves)


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def bench_scores(benchmark: BenchmarkFixture, table: Table) -> None:
    batch = positions(table)
    per_second(benchmark, "scores", len(batch), batch.scores)


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
@pytest.mark.parametrize("of", ["every move", "shortlist"])
def bench_priors(benchmark: BenchmarkFixture, table: Table, of: str) -> None:
    states = choices(table, 0)

    def judge() -> object:
        return [state.priors() if of == "every move" else state.shortlist() for state in states]

    per_second(benchmark, "positions", len(states), judge)
