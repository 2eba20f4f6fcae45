"""Adam (Kingma and Ba 2015) in plain numpy."""

from collections.abc import Callable, Generator, Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
Weights = dict[str, Array]


def rate_at(step: int, steps: int, rate: float) -> float:
    """Return the rate of a step, counted from 1: it falls from `rate` to almost zero along a cosine."""
    return float(rate * 0.5 * (1 + np.cos(np.pi * step / (steps + 1))) + 1e-5)


def descend(
    weights: Weights,
    batches: Iterable[Any],
    gradients: Callable[[Weights, Any], Weights],
    steps: int,
    rate: float,
    decay: float,
) -> Generator[float, None, Weights]:
    """Return the weights after one step for each batch; there are `steps` of them. Yield the share that is done.

    `rate_at` says how the rate falls. `decay` draws matrices towards zero.
    """
    mean = {name: np.zeros_like(array) for name, array in weights.items()}
    square = {name: np.zeros_like(array) for name, array in weights.items()}
    for step, batch in enumerate(batches, start=1):
        now = np.float64(rate_at(step, steps, rate))  # so that a step is computed in 64 bits
        slopes = gradients(weights, batch)
        for name, slope in slopes.items():
            mean[name] = 0.9 * mean[name] + 0.1 * slope
            square[name] = 0.999 * square[name] + 0.001 * slope * slope
            move = (mean[name] / (1 - 0.9**step)) / (np.sqrt(square[name] / (1 - 0.999**step)) + 1e-8)
            drawn = decay if weights[name].ndim == 2 else 0
            weights = weights | {
                name: (weights[name] - now * (move + drawn * weights[name])).astype(np.float32)
            }
        yield step / steps
    return weights
