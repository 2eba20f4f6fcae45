"""What does each step of a search or of training cost? Each is done to 4,096 positions at once, in one thread.

`python -m pytest bench/bench_steps.py -q -s -p no:xdist --benchmark-timer=time.process_time` prints the nanoseconds of
one position, the median of 15 times. The positions are spread evenly over random games.
"""

from collections.abc import Callable
from functools import cache, partial

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.rates import per_second
from tests.engine.tables import PLAIN_TABLES, Table, choices
from urbanist.engine.batch import Batch
from urbanist.search.network import Network, network_of

POSITIONS, ROUNDS = 4096, 15
#: Moves in each game between two looks at the clock.
STEPS_OF_AGENT = 50


def network_for(batch: Batch) -> Network:
    """Return the network that the package has for the game."""
    network = network_of(batch.game)
    assert network is not None
    return network


#: Each step, done to a copy of the positions; what it needs of them is found before its time is taken.
STEPS: dict[str, Callable[[Batch], Callable[[Batch], object]]] = {
    "copy": lambda _: Batch.copy,
    "move list": lambda _: Batch.moves,
    "legal mask": lambda _: Batch.legal_mask,
    "random move": lambda _: Batch.sample,
    "apply": lambda batch: partial(Batch.apply, moves=batch.moves()[0][:, 0], trusted=True),
    "reshuffle": lambda batch: partial(Batch.reshuffle, seats=batch.array["to_move"], seed=1),
    "playout": lambda _: partial(Batch.playout, seed=1),
    "informed playout": lambda _: partial(Batch.playout, seed=1, informed=True),
    "scores": lambda _: Batch.scores,
    "observation": lambda batch: partial(Batch.observe, seats=batch.array["to_move"]),
    "network": lambda batch: partial(Batch.evaluate, network=network_for(batch)),
}


@cache
def positions(table: Table) -> Batch:
    """Return positions in which a seat has a choice."""
    states = [state for seed in range(4) for state in choices(table, seed)]
    return Batch.of((states * (POSITIONS // len(states) + 1))[:POSITIONS])


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
@pytest.mark.parametrize("step", STEPS)
def bench_step(benchmark: BenchmarkFixture, table: Table, step: str) -> None:
    batch = positions(table)
    act = STEPS[step](batch)
    benchmark.pedantic(act, setup=lambda: ((batch.copy(),), {}), rounds=ROUNDS, warmup_rounds=1)
    if benchmark.stats is None:  # benchmarks are switched off
        return
    cost = benchmark.stats["median"] / len(batch) * 1e9
    benchmark.extra_info["nanoseconds a position"] = round(cost)
    print(f"\n{table}, {step}: {cost:,.0f} ns")


@pytest.mark.parametrize("table", PLAIN_TABLES, ids=str)
def bench_random_agent(benchmark: BenchmarkFixture, table: Table) -> None:
    """Play random moves in 4,096 games at once, from Python; ended games are dealt anew."""
    batch = Batch.deal(table.game, POSITIONS, variant=table.variant, seats=table.seats)

    def play() -> None:
        for turn in range(STEPS_OF_AGENT):
            batch.apply(batch.sample(turn), trusted=True)
            batch.reset(turn)

    per_second(benchmark, "moves", STEPS_OF_AGENT * POSITIONS, play)
