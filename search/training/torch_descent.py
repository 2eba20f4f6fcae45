"""The descent of a fit on a device of PyTorch, such as a GPU: its derivatives, its AdamW.

The networks and the losses are those of `value` and `policy`; so are the weights, up to rounding.
"""

from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

from urbanist.search.training.descent import Weights

#: The device of fits without PyTorch: the processor.
NUMPY = "numpy"


def found_device() -> str:
    """Return a GPU that PyTorch finds; `numpy` if there is none, or no PyTorch."""
    if find_spec("torch") is None:
        return NUMPY
    import torch  # late: it takes seconds

    return "cuda" if torch.cuda.is_available() else NUMPY


def check_device(name: str) -> None:
    """Raise `ValueError` unless a fit can be computed there."""
    if name == NUMPY:
        return
    if find_spec("torch") is None:
        raise ValueError(f"device '{name}' needs PyTorch: pip install 'urbanist[torch]' brings it along")
    import torch

    try:
        torch.zeros(1, device=name).cpu()
    except (RuntimeError, AssertionError, ImportError) as error:
        raise ValueError(f"no device '{name}': {str(error).partition(chr(10))[0]}") from None


class TorchDescent:
    """A descent on a device, by a loss of tensors; `decay` draws matrices towards zero."""

    def __init__(
        self, begun: Weights, loss: Callable[[dict[str, Any], Any], Any], decay: float, device: str
    ) -> None:
        import torch

        self._loss, self._device = loss, device
        self._tensors = {
            name: torch.tensor(array, device=device, requires_grad=True) for name, array in begun.items()
        }
        matrices = [tensor for tensor in self._tensors.values() if tensor.ndim == 2]
        others = [tensor for tensor in self._tensors.values() if tensor.ndim != 2]
        self._adam = torch.optim.AdamW(
            [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}]
        )

    def weights(self) -> Weights:
        """Return the weights."""
        return {name: tensor.detach().cpu().numpy().copy() for name, tensor in self._tensors.items()}

    def step(self, batch: Any, rate: float) -> float:
        """Change the weights by one step, and return the loss of the batch before it."""
        import torch

        for group in self._adam.param_groups:
            group["lr"] = rate
        moved = (torch.from_numpy(np.ascontiguousarray(array)).to(self._device) for array in batch)
        self._adam.zero_grad()
        loss = self._loss(self._tensors, type(batch)(*moved))
        loss.backward()
        self._adam.step()
        return float(loss.detach())


def value_loss(logits: Any, points: Any, win_share: Any, wanted: Any, points_weight: float) -> Any:
    """Return the cross entropy of win shares, plus the errors of points, both in their unit (Huber 1964)."""
    from torch.nn.functional import huber_loss, log_softmax

    entropy = -(win_share * log_softmax(logits, 1)).sum(1).mean()
    return entropy + points_weight * huber_loss(points, wanted, delta=1.5)


def policy_loss(logits: Any, visits: Any, starts: Any) -> Any:
    """Return the mean cross entropy of the visits of decisions, whose first moves are at `starts`."""
    import torch

    count = len(starts)
    ends = torch.cat([starts[1:], starts.new_tensor([len(logits)])])
    decision = torch.repeat_interleave(torch.arange(count, device=starts.device), ends - starts)
    highest = logits.new_full((count,), -torch.inf).scatter_reduce(0, decision, logits.detach(), "amax")
    above = logits - highest[decision]
    sums = logits.new_zeros(count).index_add(0, decision, above.exp())
    return -(visits * (above - sums.log()[decision])).sum() / count
