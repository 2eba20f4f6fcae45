"""How many more visits a second does a search on two threads make than on one, and than two processes do together?

And how many more games a batch plays. There the time on processors is compared too: whatever else the machine does, it
tells what two threads would gain if they had two processors of their own.

Two processes share nothing, so they are the bound. Where two processors are the two halves of one core, the bound is
less than two.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from multiprocessing.pool import Pool
from statistics import median
from time import perf_counter, process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tests.engine.tables import choices
from tests.search.positions import BY_NAME
from urbanist.engine import GAMES, Batch
from urbanist.search.limit import Limit
from urbanist.search.mcts import TreeSearch
from urbanist.search.options import SearchOptions

TABLES = ["metropolys-expert-2", "akropolis-standard-2", "warszawa-advanced-3"]
#: Seconds of a search, and how often each kind is measured, one after the other, so that all meet the same load.
SECONDS, ROUNDS = 0.5, 5
ROUNDS_OF_BATCH = 40


def rate(table: str, threads: int = 1, parallel: str = "root") -> float:
    """Return the visits a second of a fresh search."""
    state = choices(BY_NAME[table], 1)[3]
    options = SearchOptions(threads=threads, parallel=parallel)  # type: ignore[arg-type]
    result = TreeSearch(state.game, options).think(state, Limit(time=SECONDS), observer=state.to_move)
    return result.nodes / result.seconds


@contextmanager
def two_processes() -> Iterator[Pool]:
    with get_context("spawn").Pool(2) as pool:
        pool.map(rate, TABLES[:2], chunksize=1)  # both have started
        yield pool


@pytest.mark.parametrize("n", [4096, 65_536])
def bench_batch_on_two_threads(benchmark: BenchmarkFixture, n: int) -> None:
    dealt = Batch.deal(GAMES["metropolys"], n, seats=4)
    clock: list[float] = []
    processor: list[float] = []

    def measure() -> None:
        spent = []
        for threads in (1, 2):
            batch = dealt.copy()
            start = (perf_counter(), process_time())
            batch.playout(threads=threads)
            spent.append((perf_counter() - start[0], process_time() - start[1]))
        (one, alone), (two, both) = spent
        clock.append(one / two)
        processor.append(2 * alone / both)

    benchmark.pedantic(measure, rounds=ROUNDS_OF_BATCH)
    gains = {"by the clock": median(clock), "by the time on processors": median(processor)}
    benchmark.extra_info |= gains
    print(f"\n{n} games: " + ", ".join(f"x {gain:.2f} {how}" for how, gain in gains.items()))


@pytest.mark.parametrize("table", TABLES)
def bench_two_threads(benchmark: BenchmarkFixture, table: str) -> None:
    with two_processes() as pool:
        kinds: dict[str, Callable[[], float]] = {
            "one thread": lambda: rate(table),
            "two threads, two trees": lambda: rate(table, 2),
            "two threads, one tree": lambda: rate(table, 2, "tree"),
            "two processes": lambda: sum(pool.map(rate, [table] * 2, chunksize=1)),
        }
        rates: dict[str, list[float]] = {kind: [] for kind in kinds}

        def measure() -> None:
            for kind, visits in kinds.items():
                rates[kind].append(visits())

        benchmark.pedantic(measure, rounds=ROUNDS)
    alone = rates["one thread"]
    print()
    for kind, measured in rates.items():
        gain = median(many / one for many, one in zip(measured, alone, strict=True))
        benchmark.extra_info[kind] = round(median(measured))
        print(f"{table}, {kind}: {median(measured):,.0f} visits a second, x {gain:.2f}")
