"""How many random games does a plain C loop play in the time of ours? `bench/c` has the loops, made from the rules.

Both play in turn, in one run, and are timed by the time that this process has on the processor. First a check: over
many games both must have the same mean points, win shares and lengths.
"""

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from statistics import mean, median, stdev
from tempfile import TemporaryDirectory
from time import process_time

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from bench.c_game import SOURCES, CGame, Means
from tests.engine.tables import PLAIN_TABLES, Table
from urbanist.engine.batch import Batch
from urbanist.engine.simulate import simulate

TABLES = [table for table in PLAIN_TABLES if (SOURCES / f"{table.game.name}.c").exists()]
CHUNKS, CHUNK = 20, 2_000  # of the check: games
TURNS, TURN = 15, 10_000  # of the measurement: games
MAX_ERRORS = 5.0  # the most standard errors by which means may differ

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")


@cache
def c_game(name: str) -> CGame:
    """Return the C program of a game, compiled once."""
    with TemporaryDirectory() as folder:
        return CGame(name, Path(folder))


def ours(table: Table, games: int, seed: int) -> Means:
    """Play random games of ours."""
    simulation = simulate(table.game, games, variant=table.variant, seats=table.seats, seed=seed)
    return Means(simulation.plies / games, simulation.points, simulation.win_share)


def theirs(table: Table, games: int, seed: int) -> Means:
    """Play random games of the C program."""
    variant = table.game.notation.variants.index(table.variant)
    return c_game(table.game.name).play(table.seats, variant, games, seed)


def numbers(means: Means) -> tuple[float, ...]:
    return (means.plies, *means.points, *means.win_share)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_both_play_the_same_game(table: Table) -> None:
    left, right = ([numbers(play(table, CHUNK, seed)) for seed in range(CHUNKS)] for play in (ours, theirs))
    for one, other in zip(zip(*left, strict=True), zip(*right, strict=True), strict=True):
        error = ((stdev(one) ** 2 + stdev(other) ** 2) / CHUNKS) ** 0.5
        assert abs(mean(one) - mean(other)) <= MAX_ERRORS * error


@cache
def dealt(table: Table) -> Batch:
    """Return new games of a measurement."""
    return Batch.deal(table.game, TURN, variant=table.variant, seats=table.seats)


#: How our games are played: one after the other with a new deal each, or a batch whose games are dealt before.
WAYS: dict[str, Callable[[Table], Callable[[int], object]]] = {
    "simulate": lambda table: lambda seed: ours(table, TURN, seed),
    "batch": lambda table: dealt(table).copy().playout,
}


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("way", WAYS)
def bench_random_games_against_c(benchmark: BenchmarkFixture, table: Table, way: str) -> None:
    spent: dict[str, list[float]] = {"ours": [], "C": []}

    def take_turns() -> None:
        for seed in range(TURNS):
            plays = {"ours": WAYS[way](table), "C": lambda seed: theirs(table, TURN, seed)}
            for name, play in plays.items():
                start = process_time()
                play(seed)
                spent[name].append(process_time() - start)

    theirs(table, 1, 0)  # compiles it
    benchmark.pedantic(take_turns)
    ratio = median(there / here for here, there in zip(spent["ours"], spent["C"], strict=True))
    rates = {name: round(TURN / median(seconds)) for name, seconds in spent.items()}
    benchmark.extra_info |= {
        "games per second": rates["ours"],
        "games per second in C": rates["C"],
        "of C": ratio,
    }
    print(f"\n{table}, {way}: {rates['ours']:,} games a second, {rates['C']:,} in C: {ratio:.0%}")
