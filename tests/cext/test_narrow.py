"""Small forms of numbers: rounded as numpy rounds them."""

import numpy as np
import pytest

from urbanist.cext import probe

#: Every half, and what lies just beside and just between two of them.
HALVES = np.arange(65536, dtype=np.uint16).view(np.float16)
FINITE = np.sort(HALVES[np.isfinite(HALVES)]).astype(np.float32)
MIDDLES = (FINITE[1:] + FINITE[:-1]) / 2
CASES = np.concatenate(
    [
        HALVES.astype(np.float32),
        MIDDLES,
        np.nextafter(MIDDLES, np.float32(np.inf)),
        np.nextafter(MIDDLES, np.float32(-np.inf)),
        np.array([65519.99, 65520, 1e30, -1e30, 1e-45], np.float32),
    ]
)


@pytest.mark.parametrize("step", [1, 8, 1000])
def test_halves_are_those_of_numpy(step: int) -> None:
    with np.errstate(over="ignore", invalid="ignore"):
        expected = CASES.astype(np.float16)
    halved = probe.halves(CASES, step)
    same = (halved.view(np.uint16) == expected.view(np.uint16)) | (np.isnan(halved) & np.isnan(expected))
    assert same.all(), CASES[~same][:5]


def test_bytes_are_the_nearest_whole_numbers_in_their_range() -> None:
    numbers = np.linspace(-50, 400, 10_007).astype(np.float32)
    assert (probe.octets(numbers) == np.floor(np.clip(numbers, 0, 255) + np.float32(0.5)).clip(0, 255)).all()


@pytest.mark.parametrize("past_cache", [False, True])
@pytest.mark.parametrize(("low", "factor"), [(0, 1), (0, 255), (-9, np.float32(255 / 29)), (3, 0.25)])
@pytest.mark.parametrize("n", [1, 15, 33, 64, 625, 6250])
def test_small_numbers_take_each_form(n: int, low: float, factor: float, past_cache: bool) -> None:
    draws = np.random.default_rng(n)
    # Most are zeros, some are on a height, few are anything: each has its own way.
    numbers = np.where(
        draws.random(n) < 0.9,
        draws.integers(16, size=n) * (draws.random(n) < 0.2),
        draws.integers(-128, 128, size=n),
    )
    numbers[n // 2 :] *= draws.random() < 0.5
    floats = (numbers.astype(np.float32) - np.float32(low)) * np.float32(factor)
    small = [
        probe.small(numbers.tolist(), kind, low, factor, past_cache)
        for kind in (np.float32, np.float16, np.uint8)
    ]
    assert (small[0] == floats).all()
    assert (small[1] == floats.astype(np.float16)).all()
    assert (small[2] == np.floor(np.clip(floats, 0, 255) + np.float32(0.5)).clip(0, 255)).all()
