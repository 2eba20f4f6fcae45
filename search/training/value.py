"""The weights of a value network, fitted to positions."""

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from urbanist.search.training import torch_descent
from urbanist.search.training.descent import (
    Array,
    Curve,
    Descent,
    NumpyDescent,
    Schedule,
    Slopes,
    Weights,
    descended,
)
from urbanist.search.training.disk_rows import PIECE, in_runs, mean_and_size, release
from urbanist.search.training.torch_descent import NUMPY, TorchDescent
from urbanist.search.value import WIDTH

#: Points of the unit in which the error of points is measured.
POINTS_UNIT = 20.0
#: Positions that a fit reads together: neighbours in a game, far fewer than it shuffles.
RUN = 16
#: A pass has at least so many steps, unless a step would have fewer positions than this.
STEPS, LEAST = 400, 256
#: A pass draws matrices towards zero by so many times its rate.
DECAY = 100.0


class Positions(NamedTuple):
    """Positions with the same number of seats, and the targets of a network."""

    common: Array  # positions x features
    rows: Array  # positions x seats x features
    win_share: Array  # positions x seats
    points: Array


class Scaling(NamedTuple):
    """The standardisation of features; the fitted weights include it in the end."""

    common_mean: Array
    common_size: Array
    row_mean: Array
    row_size: Array


#: The schedule of a fit if none is asked for.
USUAL = Schedule()


@dataclass(frozen=True)
class Fit:
    """The settings of a fit: its schedule, positions a step at most, decay of a pass, weight of the points.

    The more positions there are, the more has a step. The rate is for 256 of them, and grows with the square root of
    their number (Malladi et al. 2022). A step decays the less, the more steps a pass has. `width` is the number of
    units of each hidden layer; `device` is `numpy`, or one of PyTorch, such as `cuda`.
    """

    schedule: Schedule = USUAL
    batch: int = 1024
    decay: float = DECAY
    points_weight: float = 0.5
    width: int = WIDTH
    device: str = NUMPY


class FittedValue(NamedTuple):
    """Weights for scaled features, the scaling, and the losses of each pass."""

    weights: Weights
    scaling: Scaling
    curve: Curve

    def expected(self, group: Positions) -> Array:
        """Return what the network expects of unscaled positions: positions x (win share, points) x seats."""
        outputs = forward(self.weights, scaled(group, self.scaling))
        return np.stack([outputs.win_share, outputs.points * POINTS_UNIT], axis=1)


def scaling_of(groups: list[Positions]) -> Scaling:
    """Return the mean and the standard deviation of each feature."""
    return Scaling(
        *mean_and_size([group.common for group in groups]),
        *mean_and_size([group.rows.reshape(-1, group.rows.shape[-1]) for group in groups]),
    )


def scaled(group: Positions, scaling: Scaling) -> Positions:
    """Return the positions with standardised features."""
    return group._replace(
        common=(group.common - scaling.common_mean) / scaling.common_size,
        rows=(group.rows - scaling.row_mean) / scaling.row_size,
    )


def begin(commons: int, rows: int, seed: int, width: int = WIDTH) -> Weights:
    """Return random initial weights (He et al. 2015)."""
    rng = np.random.default_rng(seed)

    def drawn(inputs: int, outputs: int, share: float = 1) -> Array:
        return rng.normal(0, share * np.sqrt(2 / inputs), (inputs, outputs)).astype(np.float32)

    return {
        "from_common": drawn(commons + rows, width)[:commons],
        "from_row": drawn(commons + rows, width)[:rows],
        "first_bias": np.zeros(width, np.float32),
        "from_own": drawn(width, width, 0.7),
        "from_others": drawn(width, width, 0.7),
        "second_bias": np.zeros(width, np.float32),
        "win": drawn(width, 1, 0.3)[:, 0],
        "points": drawn(width, 1, 0.3)[:, 0],
        "points_bias": np.zeros((), np.float32),
    }


class NetworkOutputs(NamedTuple):
    """The layers of a forward pass, and its outputs: logits of the win shares, and points in their unit."""

    first: Array
    others: Array
    second: Array
    logits: Array
    points: Array

    @property
    def win_share(self) -> Array:
        """The win shares: the softmax of the logits over the seats."""
        powers: Array = np.exp(self.logits - self.logits.max(1, keepdims=True))
        share: Array = powers / powers.sum(1, keepdims=True)
        return share


def through(inputs: Array, matrix: Array) -> Array:
    """Return inputs times a matrix, in one product: one small product for each position takes much longer."""
    return (inputs.reshape(-1, inputs.shape[-1]) @ matrix).reshape(*inputs.shape[:-1], matrix.shape[1])


def forward(weights: Weights, group: Positions) -> NetworkOutputs:
    """Return the outputs for scaled positions; the same lines compute with tensors of PyTorch."""
    seats = group.rows.shape[1]
    shared = group.common @ weights["from_common"] + weights["first_bias"]
    first = (through(group.rows, weights["from_row"]) + shared[:, None]).clip(0)
    others = (first.sum(1, keepdims=True) - first) / max(seats - 1, 1)
    own = through(first, weights["from_own"])
    second = (own + through(others, weights["from_others"]) + weights["second_bias"]).clip(0)
    points = second @ weights["points"] + weights["points_bias"]
    return NetworkOutputs(first, others, second, second @ weights["win"], points)


def cross_entropy(outputs: NetworkOutputs, group: Positions) -> float:
    """Return the cross entropy of the win shares, in nats."""
    return float(-(group.win_share * np.log(outputs.win_share + 1e-9)).sum(1).mean())


def loss_of(outputs: NetworkOutputs, group: Positions, points_weight: float) -> float:
    """Return the loss of a fit: the cross entropy of win shares, plus the errors of points (Huber 1964)."""
    error = np.abs(outputs.points - group.points / POINTS_UNIT)
    of_points = np.where(error < 1.5, error**2 / 2, 1.5 * error - 1.125).mean()
    return cross_entropy(outputs, group) + points_weight * float(of_points)


def losses(outputs: NetworkOutputs, group: Positions) -> tuple[float, float]:
    """Return the cross entropy of the win shares in nats, and the standard error of the points."""
    return cross_entropy(outputs, group), float(
        np.sqrt(np.mean((outputs.points * POINTS_UNIT - group.points) ** 2))
    )


def measured(weights: Weights, group: Positions, scaling: Scaling) -> tuple[float, float]:
    """Return the losses over any number of unscaled positions."""
    sums = []
    for part in pieces(group):
        entropy, error = losses(forward(weights, scaled(part, scaling)), part)
        sums.append((entropy, error**2, len(part.common)))
    *means, counts = np.array(sums).T
    entropy, square = (float(np.average(mean, weights=counts)) for mean in means)
    return entropy, square**0.5


def slopes(weights: Weights, group: Positions, points_weight: float) -> Slopes:
    """Return the loss, and its derivatives by the weights."""
    outputs = forward(weights, group)
    count, seats = group.win_share.shape
    by_logit = (outputs.win_share - group.win_share) / count
    error = outputs.points - group.points / POINTS_UNIT
    by_points = points_weight * np.clip(error, -1.5, 1.5) / (count * seats)
    by_second = by_logit[..., None] * weights["win"] + by_points[..., None] * weights["points"]
    by_second *= outputs.second > 0
    by_others = through(by_second, weights["from_others"].T) / max(seats - 1, 1)
    by_first = through(by_second, weights["from_own"].T) + by_others.sum(1, keepdims=True) - by_others
    by_first *= outputs.first > 0

    def product(inputs: Array, by: Array) -> Any:
        return inputs.reshape(-1, inputs.shape[-1]).T @ by.reshape(-1, by.shape[-1])

    return loss_of(outputs, group, points_weight), {
        "from_common": group.common.T @ by_first.sum(1),
        "from_row": product(group.rows, by_first),
        "first_bias": by_first.sum((0, 1)),
        "from_own": product(outputs.first, by_second),
        "from_others": product(outputs.others, by_second),
        "second_bias": by_second.sum((0, 1)),
        "win": np.einsum("ps,psu->u", by_logit, outputs.second),
        "points": np.einsum("ps,psu->u", by_points, outputs.second),
        "points_bias": by_points.sum(),
    }


def batch_of(count: int, most: int) -> int:
    """Return how many of so many positions a step has."""
    return min(max(count // STEPS, LEAST), most)


def batches(groups: list[Positions], size: int, rng: np.random.Generator) -> Iterator[Positions]:
    """Yield all positions once, in random order; each batch has one number of seats."""
    counts = batch_counts(groups, size)
    streams = [batches_of(group, size, rng) for group in groups]
    for number in rng.permutation(np.repeat(np.arange(len(groups)), counts)):
        yield next(streams[number])


def batch_counts(groups: list[Positions], size: int) -> list[int]:
    """Return how many batches the positions of each group make."""
    return [-(-len(group.common) // size) for group in groups]


def batches_of(group: Positions, size: int, rng: np.random.Generator) -> Iterator[Positions]:
    """Yield all positions of a group once: those that are read together are shuffled."""
    order, piece = in_runs(len(group.common), RUN, rng), max(PIECE // size, 1) * size
    for at in range(0, len(order), piece):
        rows = rng.permutation(order[at : at + piece])
        read = Positions(*(array[rows] for array in group))
        for array in group:
            release(array)
        for start in range(0, len(rows), size):
            yield Positions(*(array[start : start + size] for array in read))


def pieces(group: Positions) -> Iterator[Positions]:
    """Yield positions in their order, some at once."""
    for at in range(0, len(group.common), PIECE):
        yield Positions(*(array[at : at + PIECE] for array in group))
        for array in group:
            release(array)


def fitted(
    groups: list[Positions],
    unseen: list[Positions],
    settings: Fit,
    seed: int,
    start: FittedValue | None = None,
) -> Generator[float, None, FittedValue]:
    """Return the weights with the lowest loss over the unseen positions. Yield the share of the fit that is done.

    A fit begins with random weights, or with those of an earlier one to the same positions.
    """
    if start is None:
        begun = begin(groups[0].common.shape[1], groups[0].rows.shape[2], seed, settings.width)
        scaling = scaling_of(groups)
    else:
        begun, scaling = start.weights, start.scaling
    rng = np.random.default_rng(seed)
    batch = batch_of(sum(len(group.common) for group in groups), settings.batch)
    schedule = replace(settings.schedule, rate=settings.schedule.rate * (batch / LEAST) ** 0.5)

    def one_pass() -> Iterator[Positions]:
        return (scaled(positions, scaling) for positions in batches(groups, batch, rng))

    def validation(weights: Weights) -> float:
        parts = [part for group in unseen for part in pieces(group)]
        losses = [
            loss_of(forward(weights, scaled(part, scaling)), part, settings.points_weight) for part in parts
        ]
        return float(np.average(losses, weights=[len(part.common) for part in parts]))

    steps = sum(batch_counts(groups, batch))
    weights, curve = yield from descended(
        descent(begun, settings, settings.decay / steps), one_pass, steps, validation, schedule
    )
    return FittedValue(weights, scaling, curve)


def descent(begun: Weights, settings: Fit, decay: float) -> Descent:
    """Return the descent of a fit on its device, with the decay of a step."""

    def of_arrays(weights: Weights, batch: Positions) -> Slopes:
        return slopes(weights, batch, settings.points_weight)

    def of_tensors(weights: Weights, batch: Positions) -> Any:
        outputs, wanted = forward(weights, batch), batch.points / POINTS_UNIT
        return torch_descent.value_loss(
            outputs.logits, outputs.points, batch.win_share, wanted, settings.points_weight
        )

    if settings.device == NUMPY:
        return NumpyDescent(begun, of_arrays, decay)
    return TorchDescent(begun, of_tensors, decay, settings.device)


def unscaled(weights: Weights, scaling: Scaling) -> Weights:
    """Return the weights for features as a game writes them and points as they are."""
    common = weights["from_common"] / scaling.common_size[:, None]
    row = weights["from_row"] / scaling.row_size[:, None]
    bias = weights["first_bias"] - scaling.common_mean @ common - scaling.row_mean @ row
    return weights | {
        "from_common": common,
        "from_row": row,
        "first_bias": bias.astype(np.float32),
        "points": weights["points"] * POINTS_UNIT,
        "points_bias": weights["points_bias"] * POINTS_UNIT,
    }
