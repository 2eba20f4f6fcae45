"""A bot that learns Metropolys by expert iteration: a search plays better than its network, which learns to play alike.

    OMP_NUM_THREADS=1 python examples/expert_iteration.py
    urbanist match metropolys --variant family --seat examples/expert_iteration.py:Trained --seat greedy --games 200

It needs numpy alone. docs/learning.md explains this file. Expert iteration: Anthony et al., arXiv 1705.08439; the same
with games against itself is AlphaZero, arXiv 1712.01815. Adam: arXiv 1412.6980.
"""

import argparse
import os
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np

from urbanist.engine import GAMES, Batch
from urbanist.search import BatchOptions, search_batch, utilities

GAME, VARIANT, SEATS = GAMES["metropolys"], "family", 2
HIDDEN = 128  # units of both hidden layers
TABLES, VISITS = 256, 48  # games of a generation, visits of each move
DRAWN = 24  # plies in which moves are drawn by their visits
WINDOW, ROWS, STEPS = 6, 512, 150  # generations to learn from, positions of a step, steps after a generation
RATE, DECAY, VALUE = 1e-3, 1e-4, 4


def network(w, seen):
    """Return all that the network computes for rows of an observation: two hidden layers, and logits.

    A row of logits has one for each action, and the last one for the utility of the seat that sees.
    """
    first = (seen * w["scale"] @ w["first"] + w["first bias"]).clip(0)
    second = (first @ w["second"] + w["second bias"]).clip(0)
    return first, second, second @ w["head"] + w["head bias"]


def evaluator(w):
    """Return the evaluator of leaves by the network, which adds to the game's own priors."""

    def evaluate(leaves, seats):
        out = network(w, leaves.observe(seats).flat())[2]
        mine, logits = 1 / (1 + np.exp(-out[:, -1:])), leaves.prior_logits() + out[:, :-1]
        return np.where(np.arange(SEATS) == seats[:, None], mine, 1 - mine), logits

    return evaluate


class Trained:
    """Searches with the network whose file the variable WEIGHTS names."""

    def __init__(self):
        with np.load(os.environ.get("WEIGHTS", "expert.npz")) as file:
            self.evaluate = evaluator(dict(file))

    def choose(self, view, limit=None):
        batch = Batch.of([view.state(0)])
        trees = search_batch(batch, 8 * VISITS, self.evaluate, BatchOptions(seed=len(view.events), leaves=8))
        return GAME.notation.write_move(trees.move[0])


class Examples(NamedTuple):
    """Positions to learn from: arrays with a row for each."""

    seen: np.ndarray
    prior: np.ndarray  # the logit of each action at first sight; minus infinity: it is not legal
    policy: np.ndarray  # the share of each action in the visits
    value: np.ndarray  # the utility of the seat that sees


def drawn(rng):
    return int(rng.integers(1 << 62))


def play(w, rng):
    """Return the examples of a generation of games; each position is seen by one of both seats."""
    batch, evaluate = Batch.deal(GAME, TABLES, variant=VARIANT, seats=SEATS, seed=drawn(rng)), evaluator(w)
    turns, rows = [], np.arange(TABLES)
    while not batch.array["over"].all():
        trees = search_batch(batch, VISITS, evaluate, BatchOptions(seed=drawn(rng), noise=0.25))
        seats, going = rng.integers(SEATS, size=TABLES), batch.array["over"] == 0
        numbers = batch.observe(seats).flat(), batch.prior_logits(), trees.policy(), trees.value[rows, seats]
        turns.append((Examples(*(array.astype(np.float16) for array in numbers)), seats, going))
        sums = trees.visits.cumsum(axis=1)
        place = (sums > rng.random((TABLES, 1)) * sums[:, -1:]).argmax(axis=1)
        batch.apply(np.where(batch.array["ply"] < DRAWN, trees.moves[rows, place], trees.move), trusted=True)
    ends, parts = utilities(batch), []
    for made, seats, going in turns:
        # What the search expected is less noisy than what came, and not as true.
        value = (made.value + ends[rows, seats]) / 2
        parts.append(Examples(*(array[going] for array in made._replace(value=value))))
    return joined(parts)


def joined(parts):
    return Examples(*map(np.concatenate, zip(*parts, strict=True)))


def gradients(w, examples):
    """Return the cross-entropies of policy and value, and the gradient of the first plus VALUE times the second."""
    seen, prior, policy, value = (array.astype(np.float32) for array in examples)
    first, second, out = network(w, seen)
    logits = prior + out[:, :-1]
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances, expected = odds / odds.sum(axis=1, keepdims=True), 1 / (1 + np.exp(-out[:, -1]))
    told = value * np.log(expected + 1e-9) + (1 - value) * np.log(1 - expected + 1e-9)
    loss = -(policy * np.log(chances + 1e-9)).sum(axis=1).mean(), -told.mean()
    back = np.column_stack([chances - policy, VALUE * (expected - value)]) / len(seen)
    behind = back @ w["head"].T * (second > 0)
    begin = behind @ w["second"].T * (first > 0)
    by_weight = {"first": (seen * w["scale"]).T @ begin, "second": first.T @ behind, "head": second.T @ back}
    return loss, by_weight | {
        "first bias": begin.sum(0),
        "second bias": behind.sum(0),
        "head bias": back.sum(0),
    }


def learn(w, moments, examples, rate, rng):
    """Change the weights in STEPS steps of Adam, so that the network plays and expects more like the searches."""
    losses = []
    for _ in range(STEPS):
        chosen = rng.integers(len(examples.value), size=ROWS)
        loss, slopes = gradients(w, Examples(*(array[chosen] for array in examples)))
        losses.append(loss)
        moments["steps"] += 1
        for name, gradient in slopes.items():
            mean, square = moments[name]
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            fair = mean / (1 - 0.9 ** moments["steps"]), square / (1 - 0.999 ** moments["steps"])
            w[name] -= rate * (fair[0] / (np.sqrt(fair[1]) + 1e-8) + DECAY * w[name])
    return np.mean(losses, axis=0)


def drawn_weights(rng):
    """Return weights to begin with, float32; `scale` makes the numbers of random games at most 1."""
    batch, largest = Batch.deal(GAME, 500, variant=VARIANT, seats=SEATS), 1.0
    for ply in range(60):
        largest = np.maximum(largest, abs(batch.observe(batch.array["to_move"]).flat()).max(axis=0))
        batch.apply(batch.sample(ply), trusted=True)
        batch.reset(ply)
    layers = {
        "first": (len(largest), HIDDEN),
        "second": (HIDDEN, HIDDEN),
        "head": (HIDDEN, GAME.action_count + 1),
    }
    w = {name: rng.normal(0, (2 / shape[0]) ** 0.5, shape) for name, shape in layers.items()}
    w["head"] /= 100  # so the search begins with the priors of the game, and all positions are even
    w |= {f"{name} bias": np.zeros(shape[1]) for name, shape in layers.items()} | {"scale": 1 / largest}
    return {name: array.astype(np.float32) for name, array in w.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument(
        "--generations", type=int, default=20, help="how often to play and learn (%(default)s)"
    )
    parser.add_argument("--every", type=int, default=5, help="save weights after so many (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of everything (%(default)s)")
    parser.add_argument(
        "--out", type=Path, default=Path("expert.npz"), help="file of the weights (%(default)s)"
    )
    given = parser.parse_args()
    rng, began, window = np.random.default_rng(given.seed), time.process_time(), []
    w = drawn_weights(rng)
    moments = {name: (np.zeros_like(array), np.zeros_like(array)) for name, array in w.items()} | {"steps": 0}
    for generation in range(1, given.generations + 1):
        window = [*window[1 - WINDOW :], play(w, rng)]
        loss = learn(w, moments, joined(window), RATE / (1 + generation / 20) ** 0.5, rng)
        minutes, games = (time.process_time() - began) / 60, generation * TABLES
        print(
            f"{generation}: {minutes:.2f} minutes, {games} games, losses {loss[0]:.3f} {loss[1]:.4f}",
            flush=True,
        )
        if generation % given.every == 0:
            np.savez(given.out.with_stem(f"{given.out.stem}-{generation}"), **w)
    np.savez(given.out, **w)


if __name__ == "__main__":
    main()
