"""The descent of a fit on a device of PyTorch, such as a GPU: its derivatives, its AdamW (Loshchilov and Hutter 2019).

The networks and the losses are those of `value` and `policy`; so are the weights, up to rounding.
"""

from collections.abc import Callable, Generator, Iterable
from importlib.util import find_spec
from typing import Any

import numpy as np

from urbanist.search.training.adam import Weights, rate_at

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


def descend(
    weights: Weights,
    batches: Iterable[Any],
    loss: Callable[[dict[str, Any], Any], Any],
    steps: int,
    rate: float,
    decay: float,
    device: str,
) -> Generator[float, None, Weights]:
    """Return the weights as `adam.descend` does, by a loss of tensors. Yield the share that is done."""
    import torch

    tensors = {
        name: torch.tensor(array, device=device, requires_grad=True) for name, array in weights.items()
    }
    matrices = [tensor for tensor in tensors.values() if tensor.ndim == 2]
    others = [tensor for tensor in tensors.values() if tensor.ndim != 2]
    adam = torch.optim.AdamW(
        [{"params": matrices, "weight_decay": decay}, {"params": others, "weight_decay": 0.0}], lr=rate
    )
    for step, batch in enumerate(batches, start=1):
        for group in adam.param_groups:
            group["lr"] = rate_at(step, steps, rate)
        moved = (torch.from_numpy(np.ascontiguousarray(array)).to(device) for array in batch)
        adam.zero_grad()
        loss(tensors, type(batch)(*moved)).backward()
        adam.step()
        yield step / steps
    return {name: tensor.detach().cpu().numpy() for name, tensor in tensors.items()}


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
