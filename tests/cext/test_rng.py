"""Tests of random numbers: they are uniform and repeatable, and streams differ."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.statistics import chi_square, is_plausible
from urbanist.cext import probe

DRAWS = 100_000


@pytest.mark.parametrize("bound", [2, 3, 6, 13, 55, 715])
@pytest.mark.parametrize("seed", [0, 1, 2**64 - 1])
def test_draws_are_uniform_below_the_bound(bound: int, seed: int) -> None:
    counts = np.bincount(probe.draws(seed, 0, bound, DRAWS), minlength=bound)
    assert len(counts) == bound
    assert is_plausible(chi_square(counts, [1 / bound] * bound), bound - 1)


@pytest.mark.parametrize("bound", [1, 2**32 - 1])
def test_draws_stay_below_the_smallest_and_the_greatest_bound(bound: int) -> None:
    assert probe.draws(1, 0, bound, 1000).max() < bound


def test_successive_draws_are_independent() -> None:
    draws = probe.draws(7, 0, 8, 2 * DRAWS).reshape(-1, 2)
    counts = np.bincount(draws[:, 0] * 8 + draws[:, 1], minlength=64)
    assert is_plausible(chi_square(counts, [1 / 64] * 64), 63)


@pytest.mark.parametrize("stride", ["seed", "stream"])
def test_first_draws_of_neighbouring_generators_are_independent(stride: str) -> None:
    first = [probe.draws(*((i, 5) if stride == "seed" else (5, i)), 16, 2) for i in range(20_000)]
    counts = np.bincount([int(a) * 16 + int(b) for a, b in first], minlength=256)
    assert is_plausible(chi_square(counts, [1 / 256] * 256), 255)


def test_every_bit_of_a_word_is_a_fair_coin() -> None:
    words = probe.words(3, 0, DRAWS)
    ones = np.array([np.count_nonzero(words >> np.uint64(bit) & np.uint64(1)) for bit in range(64)])
    assert np.abs(ones - DRAWS / 2).max() < 5 * np.sqrt(DRAWS / 4)


def test_units_lie_in_the_half_open_interval_and_are_uniform() -> None:
    units = probe.units(4, 0, DRAWS)
    assert units.min() >= 0
    assert units.max() < 1
    counts = np.bincount((units * 20).astype(int), minlength=20)
    assert is_plausible(chi_square(counts, [1 / 20] * 20), 19)


def test_the_same_seed_and_stream_repeat() -> None:
    assert (probe.words(5, 6, 100) == probe.words(5, 6, 100)).all()


def test_streams_of_one_seed_and_seeds_of_one_stream_do_not_meet() -> None:
    words = [probe.words(seed, stream, 50) for seed in range(50) for stream in range(50)]
    assert len(np.unique(np.concatenate(words))) == 50 * 50 * 50


def fold(a: int, b: int) -> int:
    product = a * b
    return (product >> 64 ^ product) % 2**64


def wyrand(word: int, n: int) -> list[int]:
    """Return the next n words of wyrand from a state, as in its author's code."""
    words = []
    for _ in range(n):
        word = (word + 0xA0761D6478BD642F) % 2**64
        words.append(fold(word, word ^ 0xE7037ED1A0B428DB))
    return words


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**64 - 1))
def test_words_are_those_of_wyrand(seed: int, stream: int) -> None:
    start = fold(seed ^ 0x9E3779B97F4A7C15, stream ^ 0xD6E8FEB86659FD93) ^ (seed + stream) % 2**64
    [state] = wyrand(start, 1)
    assert probe.words(seed, stream, 5).tolist() == wyrand(state, 5)


@given(st.integers(0, 2**64 - 1), st.integers(1, 2**32 - 1))
def test_draws_and_units_are_scaled_words(seed: int, bound: int) -> None:
    words = probe.words(seed, 1, 5).tolist()
    assert probe.draws(seed, 1, bound, 5).tolist() == [(word % 2**32) * bound >> 32 for word in words]
    assert probe.units(seed, 1, 5).tolist() == [(word >> 11) / 2**53 for word in words]


def test_small_draws_share_a_word() -> None:
    bounds = [3, 7, 61, 2, 90, 5]
    drawn = np.array([probe.parts(int(word), bounds) for word in probe.words(3, 0, 20_000)])
    for place, bound in enumerate(bounds):
        counts = np.bincount(drawn[:, place], minlength=bound)
        assert is_plausible(chi_square(counts, [1 / bound] * bound), bound - 1)
    pairs = np.bincount(drawn[:, 1] * 90 + drawn[:, 4], minlength=630)
    assert is_plausible(chi_square(pairs, [1 / 630] * 630), 629)
