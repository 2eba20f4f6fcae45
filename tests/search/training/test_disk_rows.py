"""Rows on disk: they are those that were added, and take no memory once they are given back."""

import os
from itertools import permutations

import numpy as np
import psutil
import pytest

from urbanist.search.training.disk_rows import Stored, in_runs, mean_and_size, release


def test_rows_are_those_that_were_added() -> None:
    stored = Stored((3,), None)
    rows = np.arange(30, dtype=np.float32).reshape(10, 3)
    stored.add(rows[0])
    stored.add(rows[1:4])
    stored.add(rows[4:].tolist())
    array = stored.array()
    assert (array == rows).all()
    release(array)
    assert (array[::2] == rows[::2]).all()
    assert Stored((2, 2), None).array().shape == (0, 2, 2)


@pytest.mark.skipif("libasan" in os.environ.get("LD_PRELOAD", ""), reason="a sanitizer keeps what is freed")
def test_rows_take_no_memory_once_they_are_given_back() -> None:
    stored, block = Stored((256,), None), np.ones((1 << 14, 256), np.float32)
    for _ in range(4):  # 64 MB
        stored.add(block)
    array, process = stored.array(), psutil.Process()
    assert array.sum() == 4 * block.sum()
    before = process.memory_info().rss
    release(array[5:].reshape(-1, 128))
    assert process.memory_info().rss < before - 50e6
    before = process.memory_info().rss
    mean_and_size([array])
    assert process.memory_info().rss < before + 50e6


def test_the_mean_and_the_size_are_those_of_all_rows() -> None:
    rng = np.random.default_rng(1)
    arrays = [rng.normal(5, 3, (40_000, 4)).astype(np.float32), rng.normal(2, 1, (7, 4)).astype(np.float32)]
    for array in arrays:
        array[:, 2] = 7
    mean, size = mean_and_size(arrays)
    whole = np.concatenate(arrays).astype(float)
    assert np.allclose(mean, whole.mean(0))
    assert np.allclose(size, [*whole[:, :2].std(0), 1, whole[:, 3].std()])


def test_each_row_stands_once_in_runs_of_neighbours() -> None:
    """Of ten rows in runs of four the last has two."""
    orders = {tuple(in_runs(10, 4, np.random.default_rng(seed)).tolist()) for seed in range(40)}
    runs = ((0, 1, 2, 3), (4, 5, 6, 7), (8, 9))
    assert orders == {sum(order, ()) for order in permutations(runs)}
    assert not len(in_runs(0, 4, np.random.default_rng(1)))
