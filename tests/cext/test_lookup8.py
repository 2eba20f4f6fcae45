"""Tests of eight lookups at once: every bit equals that of single lookups."""

import numpy as np
import pytest

from urbanist.cext import probe


@pytest.mark.parametrize("seed", range(50))
def test_eight_at_once_are_eight_one_by_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    tables, extra = rng.normal(0, 9, (3, 8)).astype(np.float32), rng.normal(0, 9, 8).astype(np.float32)
    places = rng.integers(0, 8, (3, 8)).astype(np.int32)
    base, weight, noise, bound = rng.normal(0, 9, 4).astype(np.float32)
    bits = int(rng.integers(0, 2**32))
    expected = []
    for lane in range(8):
        looked_up = tables[0, places[0, lane]] + tables[1, places[1, lane]] + tables[2, places[2, lane]]
        drawn = np.float32(bits >> 3 * lane & 7)
        expected.append(extra[lane] + base + noise * drawn + weight * looked_up)
    sums, above = probe.weigh8(
        tables, places, extra, float(base), float(weight), float(noise), bits, float(bound)
    )
    assert sums.tolist() == [float(number) for number in expected]
    assert [above >> lane & 1 for lane in range(8)] == [int(number > bound) for number in expected]
