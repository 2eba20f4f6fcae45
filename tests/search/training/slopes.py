"""Fits: derivatives checked against differences of the loss, and what a fit returns in the end."""

from collections.abc import Callable, Generator, Mapping
from typing import Any, TypeVar

import numpy as np
import pytest

Found = TypeVar("Found")


def check_slopes(
    weights: Mapping[str, Any], slopes: Mapping[str, Any], loss: Callable[[dict[str, Any]], float]
) -> None:
    """Compare derivatives by some weights of each array with the change of the loss around them."""
    rng = np.random.default_rng(3)
    for name, array in weights.items():
        for _ in range(4):
            place = tuple(int(rng.integers(size)) for size in array.shape)
            step = np.zeros_like(array)
            step[place] = 1e-5
            ahead, behind = (loss({**weights, name: array + sign * step}) for sign in (1, -1))
            assert slopes[name][place] == pytest.approx((ahead - behind) / 2e-5, rel=1e-3, abs=1e-6), name


def ended(fit: Generator[float, None, Found]) -> Found:
    """Return what a fit returns, and check that it tells how much is done, up to the whole."""
    told = []
    while True:
        try:
            told.append(next(fit))
        except StopIteration as end:
            fitted: Found = end.value
            assert told == sorted(told)
            assert not told or told[-1] == 1
            return fitted
