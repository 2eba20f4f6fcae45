"""A bot that learns Metropolys from games against itself: PPO, with PyTorch for gradients and numpy for the rest.

    pip install 'urbanist[torch]'
    OMP_NUM_THREADS=1 python examples/ppo.py
    urbanist match metropolys --variant family --seat examples/ppo.py:Trained --seat greedy --games 200

docs/learning.md explains this file. PPO: Schulman et al., arXiv 1707.06347; its advantages: arXiv 1506.02438.
"""

import argparse
import os
import time
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import numpy as np

from urbanist.engine import GAMES, Batch

GAME, VARIANT, SEATS = GAMES["metropolys"], "family", 2
PLACES, VALUES, PLANES = 55, 13, 11  # an action is a pass, or a value at a place
HIDDEN, LOCAL = 128, 16  # widths of layers
POINTS = 10  # one unit of reward
TABLES, PLIES, ROWS = 512, 32, 512  # games, plies of each before an update, moves in one of its steps
RATE, LAMBDA, CLIP, ENTROPY = 1e-3, 0.9, 0.2, 0.02


def network(w, seen):
    """Return a row for each row of an observation: logits of all actions, then the reward to come.

    The same lines compute with arrays of numpy and with tensors of PyTorch.
    """
    seen = seen * w["scale"]
    idea = (seen @ w["first"] + w["first bias"]).clip(0)
    idea = (idea @ w["second"] + w["second bias"]).clip(0)
    out = idea @ w["head"] + w["head bias"]
    # All places share a small network, so what it learns about a token on one place, it knows about all.
    planes = seen[:, -PLANES * PLACES :].reshape(-1, PLANES, PLACES)
    place = planes.swapaxes(1, 2).reshape(-1, PLANES) @ w["place"]
    place = (place.reshape(-1, PLACES, LOCAL) + (idea @ w["context"])[:, None]).clip(0)
    builds = (place.reshape(-1, LOCAL) @ w["build"]).reshape(-1, PLACES, VALUES)
    out[:, 1:-1] += builds.swapaxes(1, 2).reshape(-1, VALUES * PLACES)
    return out


class Trained:
    """Plays the likeliest move of the network whose file the variable WEIGHTS names; it needs no PyTorch."""

    def __init__(self):
        with np.load(os.environ.get("WEIGHTS", "ppo.npz")) as file:
            self.weights = dict(file)

    def choose(self, view, limit=None):
        state = view.bare_state()
        logits = network(self.weights, state.observe(view.seat).flat()[None])[0, :-1]
        action = np.where(state.legal_mask(), logits, -np.inf).argmax()
        return GAME.notation.write_move(state.move_of(action))


def drawn_weights(rng):
    """Return weights to begin with, float32; `scale` makes the numbers of random games at most 1."""
    batch, largest = Batch.deal(GAME, 500, variant=VARIANT, seats=SEATS), 1.0
    for ply in range(60):
        largest = np.maximum(largest, abs(batch.observe(batch.array["to_move"]).flat()).max(axis=0))
        batch.apply(batch.sample(ply), trusted=True)
        batch.reset(ply)
    wide, actions = len(largest), GAME.action_count
    layers = {"first": (wide, HIDDEN), "second": (HIDDEN, HIDDEN), "head": (HIDDEN, actions + 1)}
    shared = {"place": (PLANES, LOCAL), "context": (HIDDEN, LOCAL), "build": (LOCAL, VALUES)}
    w = {name: rng.normal(0, (2 / shape[0]) ** 0.5, shape) for name, shape in (layers | shared).items()}
    w |= {name: w[name] / 100 for name in ("head", "build")}  # so all moves are about equally likely
    w |= {f"{name} bias": np.zeros(shape[1]) for name, shape in layers.items()} | {"scale": 1 / largest}
    return {name: array.astype(np.float32) for name, array in w.items()}


class Turn(NamedTuple):
    """One turn at every table: arrays with a row for each table."""

    seen: np.ndarray
    mask: np.ndarray
    action: np.ndarray
    chance: np.ndarray  # the logarithm of the chance of the action
    value: np.ndarray  # the reward that the network expected
    reward: np.ndarray
    sign: np.ndarray  # 1 if the same seat moves next, -1 if the other one does, 0 if the game is over


def leads(batch, seats):
    """Return how far the seats are ahead, in units of reward."""
    points, rows = batch.scores(), np.arange(len(batch))
    return (points[rows, seats] - points[rows, 1 - seats]).astype(np.float32) / POINTS


def turn(w, batch, rng):
    """Sample a move from the policy at all tables; deal anew where that ends the game."""
    seats, rows = batch.array["to_move"].astype(int), np.arange(len(batch))
    seen, mask, lead = batch.observe(seats).flat(), batch.legal_mask(), leads(batch, seats)
    out = network(w, seen)
    logits = np.where(mask, out[:, :-1], -np.inf)
    odds = np.exp(logits - logits.max(axis=1, keepdims=True))
    sums = odds.cumsum(axis=1, dtype=np.float64)
    action = (sums > rng.random((len(batch), 1)) * sums[:, -1:]).argmax(axis=1)
    chance = np.log(odds[rows, action] / sums[:, -1]).astype(np.float32)
    batch.apply(batch.moves_of(action), trusted=True)
    reward = leads(batch, seats) - lead
    over = batch.reset(int(rng.integers(1 << 62)))
    sign = np.where(over, 0, np.where(batch.array["to_move"] == seats, 1, -1)).astype(np.float32)
    return Turn(seen, mask, action, chance, out[:, -1], reward, sign)


def advantages(turns, value):
    """Return the advantage of each turn (GAE); `value` is the value after the last one."""
    advantages, advantage = [], np.zeros_like(value)
    for made in reversed(turns):
        # What the other seat expects is lost for this one.
        advantage = made.reward + made.sign * (value + LAMBDA * advantage) - made.value
        value = made.value
        advantages.append(advantage)
    return advantages[::-1]


def play(w, batch, rng):
    """Play on at all tables; return all turns as one, and their advantages."""
    turns = [turn(w, batch, rng) for _ in range(PLIES)]
    after = network(w, batch.observe(batch.array["to_move"]).flat())[:, -1]
    return Turn(*map(np.concatenate, zip(*turns, strict=True))), np.concatenate(advantages(turns, after))


def learn(w, optimizer, turns, advantage, rng):
    """Maximise the clipped objective of PPO, with an entropy bonus; fit the value to the returns."""
    import torch

    # Unlikely moves get a bonus, or else the network would settle too soon.
    better = (advantage - advantage.mean()) / advantage.std() - ENTROPY * (turns.chance - turns.chance.mean())
    arrays = turns.seen, turns.mask, turns.action[:, None], turns.chance, better, turns.value + advantage
    tensors = [torch.from_numpy(array) for array in arrays]
    for rows in torch.from_numpy(rng.permutation(len(better))).split(ROWS):
        seen, mask, action, chance, gain, came = (tensor[rows] for tensor in tensors)
        out = network(w, seen)
        logits = out[:, :-1].where(mask, -1e9)
        ratio = (logits.log_softmax(1).gather(1, action)[:, 0] - chance).exp()
        policy = torch.minimum(ratio * gain, ratio.clip(1 - CLIP, 1 + CLIP) * gain).mean()
        optimizer.zero_grad()
        ((out[:, -1] - came).square().mean() / 2 - policy).backward()
        torch.nn.utils.clip_grad_norm_(w.values(), 0.5)
        optimizer.step()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--updates", type=int, default=250, help="how often to play and learn (%(default)s)")
    parser.add_argument("--every", type=int, default=25, help="save weights after so many (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of everything (%(default)s)")
    parser.add_argument("--out", type=Path, default=Path("ppo.npz"), help="file of the weights (%(default)s)")
    given = parser.parse_args()
    if find_spec("torch") is None:
        parser.error("no PyTorch here; install it: pip install 'urbanist[torch]'")
    import torch

    rng, began, games = np.random.default_rng(given.seed), time.process_time(), 0
    weights = drawn_weights(rng)
    # A tensor shares its memory with the array: what PyTorch learns, numpy plays.
    tensors = {name: torch.from_numpy(array) for name, array in weights.items()}
    learned = [tensor.requires_grad_() for name, tensor in tensors.items() if name != "scale"]
    optimizer = torch.optim.Adam(learned, eps=1e-5)
    batch = Batch.deal(GAME, TABLES, variant=VARIANT, seats=SEATS, seed=given.seed)
    for update in range(1, given.updates + 1):
        turns, advantage = play(weights, batch, rng)
        optimizer.param_groups[0]["lr"] = RATE / (1 + update / 50) ** 0.5
        learn(tensors, optimizer, turns, advantage, rng)
        games += int((turns.sign == 0).sum())
        minutes, likely = (time.process_time() - began) / 60, np.exp(-turns.chance.mean())
        print(f"{update}: {minutes:.2f} minutes, {games} games, {likely:.1f} likely moves", flush=True)
        if update % given.every == 0:
            np.savez(given.out.with_stem(f"{given.out.stem}-{update}"), **weights)
    np.savez(given.out, **weights)


if __name__ == "__main__":
    main()
