"""The descent of a fit: AdamW (Loshchilov and Hutter 2019) in plain numpy, and the schedule of a fit.

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


class NumpyDescent:
    """A descent in numpy; `decay` draws matrices towards zero."""

    def __init__(self, begun: Weights, slopes: Callable[[Weights, Any], Slopes], decay: float) -> None:
        self._slopes, self._decay = slopes, decay
        self._weights, self._steps = begun, 0
        self._mean = {name: np.zeros_like(array) for name, array in begun.items()}
        self._square = {name: np.zeros_like(array) for name, array in begun.items()}

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
    """How long a fit is: `passes` over all rows, with a rate that falls from `rate` to zero along a line."""

    passes: int = 12
    rate: float = 4e-3


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
    steps: int,
    validation: Callable[[Weights], float],
    how: Schedule,
) -> Generator[float, None, Descended]:
    """Return the weights of a fit after the pass with the lowest validation loss; yield the share that is done.

    A pass has so many steps.
    """
    best, lowest, curve = descent.weights(), float("inf"), list[PassLosses]()
    for number in range(how.passes):
        losses = []
        for step, batch in enumerate(one_pass(), number * steps):
            losses.append(descent.step(batch, how.rate * (1 - step / (how.passes * steps))))
        curve.append(PassLosses(float(np.mean(losses)), validation(descent.weights())))
        if curve[-1].validation < lowest:
            best, lowest = descent.weights(), curve[-1].validation
        yield len(curve) / how.passes
    return Descended(best, curve)
