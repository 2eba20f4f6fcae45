"""A long row of bits: as numpy packs and unpacks them."""

import numpy as np
import pytest

from urbanist.cext import probe


@pytest.mark.parametrize("past_cache", [False, True])
@pytest.mark.parametrize("n", [1, 31, 32, 33, 37, 55, 64, 95, 97, 700, 22_500])
def test_bits_become_bytes_of_zero_and_one(n: int, past_cache: bool) -> None:
    draws = np.random.default_rng(n)
    bits = (draws.integers(2, size=n) * (np.arange(n) // 100 % 2 == 0)).astype(np.uint8)
    assert (probe.spread_bits(np.packbits(bits, bitorder="little"), n, past_cache) == bits).all()


@pytest.mark.parametrize("at", [0, 1, 9, 63, 64, 65, 100])
def test_bits_are_added_at_any_place(at: int) -> None:
    for more in (1, 0b1011, 1 << 63, (1 << 64) - 1):
        row = probe.add_bits(5 << at, at, more)
        assert row == 5 << at | more << at
