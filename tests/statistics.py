"""Chi-square: the largest difference of counts from expected counts that a test accepts."""

from collections.abc import Sequence
from math import sqrt

import numpy as np
import numpy.typing as npt


def chi_square(counts: npt.ArrayLike, shares: Sequence[float]) -> float:
    """Return Pearson's statistic of counts against expected shares, which must add up to 1."""
    observed = np.asarray(counts, float)
    expected = np.asarray(shares, float) * observed.sum()
    return float(((observed - expected) ** 2 / expected).sum())


def is_plausible(statistic: float, freedom: int, sigmas: float = 4.5) -> bool:
    """Tell whether a chi-square is neither too large nor too small for chance (Wilson and Hilferty)."""
    spread = 2 / (9 * freedom)
    root: float = (statistic / freedom) ** (1 / 3)
    return abs(root - (1 - spread)) < sigmas * sqrt(spread)
