"""How many steps of a learner does one thread make in a second, by one call a step and by a call for each thing?

A step is an action for each record, the end of games and new ones, then the observation in one row and the mask. The
calls of `Batch` do it in new arrays, `Batch.step` in those of the caller. Both play the same games, in turn.
`python -m pytest bench/bench_step.py -q -s -p no:xdist` prints both, in seconds of the processor, and the same for two
threads at several sizes.
"""

from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time
from typing import Any

import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from urbanist.engine import GAMES, Batch

#: Records, seats, and how buffers are made: the usual form of each game, and smaller ones.
CASES: dict[str, tuple[int, int, dict[str, Any]]] = {
    "metropolys": (4096, 4, {}),
    "metropolys for two": (4096, 2, {}),
    "metropolys, details": (4096, 4, {"parts": "details"}),
    "akropolis, cropped": (256, 2, {"cropped": True}),
    "akropolis, cropped, bytes, packed": (256, 2, {"cropped": True, "dtype": np.uint8, "packed": True}),
    "akropolis, cropped, details, packed": (256, 2, {"cropped": True, "parts": "details", "packed": True}),
    "warszawa": (4096, 3, {}),
    "warszawa, details": (4096, 3, {"parts": "details"}),
}
ROUNDS, STEPS = 9, 4


def games(name: str, n: int, seats: int) -> Batch:
    """Return games in the middle, each at another ply."""
    batch = Batch.deal(GAMES[name.partition(" ")[0].strip(",")], n, seats=seats, seed=1)
    for turn in range(60):
        moves = batch.sample(turn)
        batch.apply(moves, trusted=True)
        batch.reset(turn)
    return batch


def by_calls(batch: Batch, actions: np.ndarray, seed: int) -> None:
    """Make a step by the calls that there were before `Batch.step`."""
    batch.apply(batch.moves_of(actions), trusted=True)
    batch.scores()
    batch.reset(seed)
    batch.observe(batch.array["to_move"].astype(int)).flat()
    batch.legal_mask()


def seconds(batch: Batch, step: Callable[[Batch, np.ndarray, int], object], cropped: bool) -> float:
    """Return the seconds of the processor that a step of one record takes."""
    spent = 0.0
    for seed in range(STEPS):
        actions = batch.actions_of(batch.sample(seed), cropped=cropped)
        if (actions < 0).any():
            actions = batch.actions(cropped=cropped)[0].max(axis=1)
        began = process_time()
        step(batch, actions, seed)
        spent += process_time() - began
    return spent / STEPS / len(batch)


@pytest.mark.parametrize("case", CASES)
def bench_step(benchmark: BenchmarkFixture, case: str) -> None:
    n, seats, how = CASES[case]
    dealt = games(case, n, seats)
    out = dealt.buffers(**how)
    rates: dict[str, list[float]] = {"calls": [], "step": []}

    def measure() -> None:
        rates["calls"].append(seconds(dealt.copy(), by_calls, False))
        step = lambda batch, actions, seed: batch.step(actions, seed, out=out)  # noqa: E731
        rates["step"].append(seconds(dealt.copy(), step, "cropped" in how))

    benchmark.pedantic(measure, rounds=ROUNDS, warmup_rounds=1)
    slow, fast = (median(times) for times in rates.values())
    gain = median(calls / step for calls, step in zip(*rates.values(), strict=True))
    benchmark.extra_info |= {"steps a second": round(1 / fast), "gain": gain}
    print(f"\n{case}: {1e-6 / slow:.3f} M steps a second by calls, {1e-6 / fast:.3f} M by step, x {gain:.1f}")


@pytest.mark.parametrize("n", [16, 256, 4096, 65_536])
def bench_two_threads(benchmark: BenchmarkFixture, n: int) -> None:
    dealt = games("metropolys", n, 4)
    out = dealt.buffers(parts="features")
    gains: list[float] = []
    processor: list[float] = []

    def measure() -> None:
        spent = []
        for threads in (1, 2):
            batch = dealt.copy()
            batch.step(np.full(n, -1), 0, out=out, threads=threads)  # it has its threads
            actions = batch.actions_of(batch.sample(1))
            start = (perf_counter(), process_time())
            batch.step(actions, 1, out=out, threads=threads)
            spent.append((perf_counter() - start[0], process_time() - start[1]))
        (one, alone), (two, both) = spent
        gains.append(one / two)
        processor.append(2 * alone / both)

    benchmark.pedantic(measure, rounds=41, warmup_rounds=2)
    benchmark.extra_info |= {"by the clock": median(gains), "by the time on processors": median(processor)}
    print(
        f"\n{n} games: x {median(gains):.2f} by the clock, x {median(processor):.2f} by the time on processors"
    )
