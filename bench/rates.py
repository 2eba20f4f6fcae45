"""The rate of a benchmark: repetitions per second."""

from collections.abc import Callable
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture


def per_second(benchmark: BenchmarkFixture, thing: str, count: int, act: Callable[[], Any]) -> None:
    """Time an action that does something `count` times; print and store the median rate."""
    benchmark(act)
    if benchmark.stats is None:  # benchmarks are switched off
        return
    rate = round(count / benchmark.stats["median"])
    benchmark.extra_info[f"{thing} per second"] = rate
    print(f"\n{benchmark.name}: {rate:,} {thing} a second")
