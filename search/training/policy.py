"""The weights of a policy, fitted to the visits of searches."""

from collections.abc import Generator, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from urbanist.search.policy import POLICY_WIDTH
from urbanist.search.training import torch_descent
from urbanist.search.training.decisions import Choices
from urbanist.search.training.descent import (
    Array,
    Descended,
    Descent,
    NumpyDescent,
    Schedule,
    Slopes,
    Weights,
    descended,
)
from urbanist.search.training.disk_rows import PIECE, Indices, in_runs, mean_and_size, release
from urbanist.search.training.torch_descent import NUMPY, TorchDescent

#: Decisions of a step, decay.
BATCH = 128
DECAY = 0.01
#: A policy takes so many times the rate of a schedule.
FASTER = 5
#: Decisions that a fit reads together, neighbours in a game, and those that it shuffles.
RUN, SHUFFLED = 8, 32 * BATCH


def begin(inputs: int, seed: int, width: int = POLICY_WIDTH) -> Weights:
    """Return random initial weights for features of unit size (He et al. 2015)."""
    rng = np.random.default_rng(seed)
    return {
        "move_hidden": rng.normal(0, np.sqrt(1 / inputs), (inputs, width)).astype(np.float32),
        "move_bias": np.zeros(width, np.float32),
        "move_out": rng.normal(0, np.sqrt(1 / width), width).astype(np.float32),
        "move_direct": np.zeros(inputs, np.float32),
    }


def shares(logits: Array, choices: Choices) -> Array:
    """Return the softmax of logits within each decision."""
    counts = np.diff(choices.starts, append=len(logits))
    powers: Array = np.exp(logits - np.repeat(np.maximum.reduceat(logits, choices.starts), counts))
    wholes: Array = np.repeat(np.add.reduceat(powers, choices.starts), counts)
    return powers / wholes


def forward(weights: Weights, rows: Array) -> tuple[Array, Array]:
    """Return the hidden layer and the logits for rows of features; the same lines compute with tensors of PyTorch."""
    hidden = (rows @ weights["move_hidden"] + weights["move_bias"]).clip(0)
    return hidden, hidden @ weights["move_out"] + rows @ weights["move_direct"]


def policy_loss(weights: Weights, choices: Choices) -> float:
    """Return the cross entropy of the visits of a decision, in nats."""
    total = 0.0
    for part in parts(choices):
        share = shares(forward(weights, part.rows)[1], part)
        total -= float((part.visits * np.log(share + 1e-9)).sum())
    return total / max(len(choices.starts), 1)


def parts(choices: Choices) -> Iterator[Choices]:
    """Yield all decisions in their order, some at once."""
    ends = np.append(choices.starts[1:], len(choices.rows))
    at = 0
    while at < len(choices.starts):
        start = choices.starts[at]
        stop = max(at + 1, int(np.searchsorted(ends, start + PIECE, side="right")))
        moves = slice(start, ends[stop - 1])
        yield Choices(choices.rows[moves], choices.visits[moves], choices.starts[at:stop] - start)
        release(choices.rows)
        release(choices.visits)
        at = stop


def slopes(weights: Weights, batch: Choices) -> Slopes:
    """Return the loss, and its derivatives by the weights."""
    hidden, logits = forward(weights, batch.rows)
    share = shares(logits, batch)
    loss = -float((batch.visits * np.log(share + 1e-9)).sum()) / len(batch.starts)
    by_logit = (share - batch.visits) / len(batch.starts)
    by_hidden = by_logit[:, None] * weights["move_out"] * (hidden > 0)
    return loss, {
        "move_hidden": batch.rows.T @ by_hidden,
        "move_bias": by_hidden.sum(0),
        "move_out": hidden.T @ by_logit,
        "move_direct": batch.rows.T @ by_logit,
    }


def batches(choices: Choices, rng: np.random.Generator) -> Iterator[Choices]:
    """Yield all decisions once, in random order: those that are read together are shuffled."""
    ends = np.append(choices.starts[1:], len(choices.rows))
    order = in_runs(len(choices.starts), RUN, rng)
    for at in range(0, len(order), SHUFFLED):
        decisions = rng.permutation(order[at : at + SHUFFLED])
        read = picked(choices, choices.starts[decisions], ends[decisions])
        release(choices.rows)
        release(choices.visits)
        stops = np.append(read.starts[BATCH::BATCH], len(read.rows))
        for first, stop in zip(range(0, len(decisions), BATCH), stops, strict=True):
            starts = read.starts[first : first + BATCH]
            moves = slice(starts[0], stop)
            yield Choices(read.rows[moves], read.visits[moves], starts - starts[0])


def picked(choices: Choices, starts: Indices, ends: Indices) -> Choices:
    """Return the decisions whose moves begin and end there."""
    counts = ends - starts
    at = np.cumsum(counts) - counts
    moves = np.repeat(starts - at, counts) + np.arange(counts.sum())
    return Choices(choices.rows[moves], choices.visits[moves], at)


def fitted_policy(
    choices: Choices,
    unseen: Choices,
    schedule: Schedule,
    seed: int,
    width: int = POLICY_WIDTH,
    device: str = NUMPY,
) -> Generator[float, None, Descended]:
    """Return weights for features as a game writes them; without a decision, the priors alone count.

    They are those with the lowest loss over the unseen decisions. Yields the share of the fit that is done. `width` is
    the number of hidden units, and `device` as in `value.Fit`.
    """
    inputs = choices.rows.shape[1]
    if not len(choices.starts):
        nothing = {name: np.zeros_like(array) for name, array in begin(inputs, seed, width).items()}
        return Descended(nothing | {"move_direct": np.eye(1, inputs, dtype=np.float32)[0]}, [])
    mean, size = mean_and_size([choices.rows])
    rng = np.random.default_rng(seed)

    def one_pass() -> Iterator[Choices]:
        return (batch._replace(rows=(batch.rows - mean) / size) for batch in batches(choices, rng))

    def validation(weights: Weights) -> float:
        return policy_loss(unscaled(weights, mean, size), unseen)

    descent = descent_of(begin(inputs, seed, width), device)
    steps, faster = -(-len(choices.starts) // BATCH), replace(schedule, rate=FASTER * schedule.rate)
    weights, curve = yield from descended(descent, one_pass, steps, validation, faster)
    return Descended(unscaled(weights, mean, size), curve)


def unscaled(weights: Weights, mean: Array, size: Array) -> Weights:
    """Return the weights for features as a game writes them, from those for standardised ones."""
    hidden = weights["move_hidden"] / size[:, None]
    return {
        "move_hidden": hidden,
        "move_bias": (weights["move_bias"] - mean @ hidden).astype(np.float32),
        "move_out": weights["move_out"],
        "move_direct": weights["move_direct"] / size,
    }


def descent_of(begun: Weights, device: str) -> Descent:
    """Return the descent of a fit on its device."""

    def of_tensors(weights: Weights, batch: Choices) -> Any:
        return torch_descent.policy_loss(forward(weights, batch.rows)[1], batch.visits, batch.starts)

    if device == NUMPY:
        return NumpyDescent(begun, slopes, DECAY)
    return TorchDescent(begun, of_tensors, DECAY, device)
