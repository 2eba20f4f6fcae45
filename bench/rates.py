"""How benchmarks tell how many of a thing they did in a second."""

from collections.abc import Callable
from typing import Any

from pytest_benchmark.fixture import BenchmarkFixture


def per_second(benchmark: BenchmarkFixture, thing: str, count: int, act: Callable[[], Any]) -> None:
    """Time an action that does a thing `count` times; report the median rate and print it."""
    benchmark(act)
    if benchmark.stats is None:  # benchmarks are switched off
        return
    rate = round(count / benchmark.stats["median"])
    benchmark.extra_info[f"{thing} per second"] = rate
    print(f"\n{benchmark.name}: {rate:,} {thing} a second")
