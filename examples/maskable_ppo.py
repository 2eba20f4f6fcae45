"""One seat at each of many tables learns a game against a built-in bot: maskable PPO of Stable-Baselines3.

    pip install 'urbanist[sb3]'
    OMP_NUM_THREADS=1 python examples/maskable_ppo.py --opponents greedy --steps 400000

It prints the share of the wins against the opponents before and after.
"""

import argparse

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.evaluation import evaluate_policy
from stable_baselines3.common.vec_env import VecMonitor

from urbanist.bots.adapters.sb3 import MaskedVector

TABLES, MOVES = 64, 64  # of an update


def share(model, envs, seats, games):
    """Return the share of the wins in some games; winners of a tie share."""
    envs.seed(7)
    rewards, _ = evaluate_policy(model, envs, games, deterministic=False, return_episode_rewards=True)
    return np.mean([(reward + 1) / seats for reward in rewards])


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--game", default="metropolys")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=200_000)
    parser.add_argument("--games", type=int, default=512)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    envs = VecMonitor(
        MaskedVector(given.game, TABLES, opponents=given.opponents, seats=given.seats, scaled=True)
    )
    model = MaskablePPO(
        "MlpPolicy", envs, learning_rate=1e-3, n_steps=MOVES, batch_size=512, gamma=1.0, seed=given.seed
    )
    print(f"before: {share(model, envs, given.seats, given.games):.1%} of the wins against {given.opponents}")
    model.learn(given.steps)
    print(f"after {given.steps:,} moves: {share(model, envs, given.seats, given.games):.1%}")
    model.save("maskable_ppo")


if __name__ == "__main__":
    main()
