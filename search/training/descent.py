"""The descent of a fit: AdamW (Loshchilov and Hutter 2019) in plain numpy, and when a fit ends.

`TorchDescent` in `torch_descent` takes the same steps on a device of PyTorch.
"""

from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]
Weights = dict[str, Array]
#: A loss, and its derivatives by the weights.
Slopes = tuple[float, Weights]


class Descent(Protocol):
    """Weights, and steps that make their loss smaller."""

    def step(self, batch: Any, rate: float) -> float:
        """Change the weights by one step, and return the loss of the batch before it."""

    def weights(self) -> Weights:
        """Return the weights."""

    def restart(self, weights: Weights) -> None:
        """Go on from these weights, without the means of earlier steps."""


class NumpyDescent:
    """A descent in numpy; `decay` draws matrices towards zero."""

    def __init__(self, begun: Weights, slopes: Callable[[Weights, Any], Slopes], decay: float) -> None:
        self._slopes, self._decay = slopes, decay
        self.restart(begun)

    def restart(self, weights: Weights) -> None:
        """Go on from these weights, without the means of earlier steps."""
        self._weights, self._steps = weights, 0
        self._mean = {name: np.zeros_like(array) for name, array in weights.items()}
        self._square = {name: np.zeros_like(array) for name, array in weights.items()}

    def weights(self) -> Weights:
        """Return the weights."""
        return self._weights

    def step(self, batch: Any, rate: float) -> float:
        """Change the weights by one step, and return the loss of the batch before it."""
        self._steps += 1
        now = np.float64(rate)  # so that a step is computed in 64 bits
        loss, slopes = self._slopes(self._weights, batch)
        moved = {}
        for name, slope in slopes.items():
            array = self._weights[name]
            mean = self._mean[name] = 0.9 * self._mean[name] + 0.1 * slope
            square = self._square[name] = 0.999 * self._square[name] + 0.001 * slope * slope
            move = (mean / (1 - 0.9**self._steps)) / (np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8)
            drawn = self._decay if array.ndim == 2 else 0
            moved[name] = (array - now * (move + drawn * array)).astype(np.float32)
        self._weights = self._weights | moved
        return loss


@dataclass(frozen=True)
class Schedule:
    """When a fit ends: after `passes` over the positions, or when the validation loss no longer falls.

    After `patience` passes without a new lowest validation loss, the fit goes back to the weights of the lowest one
    and on with a quarter of the rate; it ends the third time.
    """

    passes: int = 60
    patience: int = 3
    rate: float = 3e-3


#: The share of the rate with which a fit goes on from its best weights, and how often it does so.
FALL, FALLS = 0.25, 2


class PassLosses(NamedTuple):
    """The mean loss of the batches of a pass, and the validation loss after it."""

    training: float
    validation: float


Curve = list[PassLosses]


class Descended(NamedTuple):
    """The weights with the lowest validation loss, and the losses of each pass."""

    weights: Weights
    curve: Curve


def descended(
    descent: Descent,
    one_pass: Callable[[], Iterable[Any]],
    validation: Callable[[Weights], float],
    how: Schedule,
) -> Generator[float, None, Descended]:
    """Return the best weights of a fit by their validation loss; yield the share that is done, at the latest."""
    best, lowest, rate, waited, falls = descent.weights(), float("inf"), how.rate, 0, 0
    curve: Curve = []
    while len(curve) < how.passes and falls <= FALLS:
        losses = [descent.step(batch, rate) for batch in one_pass()]
        curve.append(PassLosses(float(np.mean(losses)), validation(descent.weights())))
        if curve[-1].validation < lowest:
            best, lowest, waited = descent.weights(), curve[-1].validation, 0
        else:
            waited += 1
        if waited == how.patience:
            falls, waited, rate = falls + 1, 0, rate * FALL
            descent.restart(best)
        yield len(curve) / how.passes
    if len(curve) < how.passes:
        yield 1
    return Descended(best, curve)
