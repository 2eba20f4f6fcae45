"""Derivatives checked against differences of the loss."""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest


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
