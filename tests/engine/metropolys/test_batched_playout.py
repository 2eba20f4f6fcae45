"""Tests that many games of Metropolys at once have the ends that each of them has alone, to the last byte.

How likely these ends are is tested in `test_uniform.py`.
"""

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest

from tests.engine.tables import PLAIN_TABLES, Table
from urbanist.engine import GAMES
from urbanist.engine.batch import Batch

METROPOLYS = GAMES["metropolys"]
TABLES = [table for table in PLAIN_TABLES if table.game is METROPOLYS]
#: Positions of each table: so many for each of these numbers of random moves. Some games are over then.
EACH, PLIES = 150, (0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 70, 90, 120, 140)
#: Fewer games than this are played one after the other.
FEW = 20


def positions(table: Table, seed: int) -> Batch:
    """Return positions of random games, the latest first."""
    batch = Batch.deal(METROPOLYS, EACH, variant=table.variant, seats=table.seats, seed=seed)
    arrays = [batch.array.copy()]
    for ply in range(1, max(PLIES) + 1):
        batch.apply(batch.sample(seed * 1000 + ply), trusted=True)
        if ply in PLIES:
            arrays.insert(0, batch.array.copy())
    return batch_of(np.concatenate(arrays))


def batch_of(array: "np.ndarray[tuple[int], np.dtype[np.void]]") -> Batch:
    batch = Batch.deal(METROPOLYS, len(array), seats=2)
    batch.array[:] = array
    return batch


def end(batch: Batch, seed: int, threads: int = 1) -> bytes:
    """Return the memory of the records after a playout."""
    played = batch.copy()
    played.playout(seed, threads=threads)
    assert played.array["over"].all()
    return played.array.tobytes()


def end_alone(batch: Batch, seed: int) -> bytes:
    """Return the same if each thread has too few games to play them at once."""
    return end(batch, seed, threads=len(batch) // (FEW // 2))


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_games_end_as_they_do_alone(table: Table) -> None:
    batch = positions(table, seed=table.seats)
    assert 0 < np.count_nonzero(batch.array["over"]) < len(batch) / 2
    assert end(batch, 7) == end_alone(batch, 7)


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_many_more_games_end_as_they_do_alone(table: Table, seed: int) -> None:
    batch = positions(table, seed)
    assert end(batch, seed) == end_alone(batch, seed)


def test_games_of_all_variants_and_players_can_be_mixed() -> None:
    array = np.concatenate([positions(table, seed=1).array for table in TABLES])
    np.random.default_rng(3).shuffle(array)
    assert end(batch_of(array), 8) == end_alone(batch_of(array), 8)


@pytest.mark.parametrize("n", [1, FEW - 1, FEW, FEW + 1, 31, 32, 33, 63, 64, 65, 100])
def test_the_last_games_of_a_batch_end_too(n: int) -> None:
    array = positions(TABLES[2], seed=2).array[-n:]
    assert end(batch_of(array), 9) == end(batch_of(array), 9, threads=n)


def test_games_that_are_over_stay_as_they_are() -> None:
    batch = positions(TABLES[0], seed=4)
    batch.playout(1)
    assert end(batch, 2) == batch.array.tobytes()


ENDS = """
from tests.engine.metropolys.test_batched_playout import TABLES, end, positions
import hashlib
print(*[hashlib.sha256(end(positions(table, 5), 6)).hexdigest() for table in TABLES])
"""


@pytest.mark.parametrize("level", ["x86-64", "x86-64-v3", "x86-64-v4"])
def test_games_end_alike_on_every_processor(level: str) -> None:
    ends = subprocess.run(
        [sys.executable, "-c", ENDS],
        env=os.environ | {"URBANIST_ARCH": level},
        check=True,
        capture_output=True,
        text=True,
    )
    expected = [hashlib.sha256(end_alone(positions(table, 5), 6)).hexdigest() for table in TABLES]
    assert ends.stdout.split() == expected
