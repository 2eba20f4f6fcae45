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
    found = probe.halves(CASES, step)
    same = (found.view(np.uint16) == expected.view(np.uint16)) | (np.isnan(found) & np.isnan(expected))
    assert same.all(), CASES[~same][:5]


def test_bytes_are_the_nearest_whole_numbers_in_their_range() -> None:
    numbers = np.linspace(-50, 400, 10_007).astype(np.float32)
    assert (probe.octets(numbers) == np.floor(np.clip(numbers, 0, 255) + np.float32(0.5)).clip(0, 255)).all()
