"""One seat learns a game against a built-in bot: maskable PPO of Stable-Baselines3, over the environment of Gymnasium.

    pip install 'urbanist[sb3]'
    OMP_NUM_THREADS=1 python examples/maskable_ppo.py --opponents greedy --steps 100000

It prints the share of the wins against the opponents before and after.
"""

import argparse

import gymnasium
import numpy as np
from sb3_contrib import MaskablePPO

import urbanist.bots.adapters.gymnasium  # noqa: F401 - it registers the environments


def share(model, env, games, seed):
    """Return the share of the wins in some games; winners of a tie share."""
    rewards, (seen, info) = [], env.reset(seed=seed)
    while len(rewards) < games:
        action, _ = model.predict(seen, action_masks=info["action_mask"])
        seen, reward, over, _, info = env.step(int(action))
        if over:
            rewards.append((reward + 1) / env.unwrapped.table.seats)
            seen, info = env.reset()
    return np.mean(rewards)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--env", default="urbanist/Metropolys-v0")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--steps", type=int, default=50_000)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    env = gymnasium.make(given.env, opponents=given.opponents)
    env = gymnasium.wrappers.RescaleObservation(env, np.float32(0), np.float32(1))  # their bounds are known
    model = MaskablePPO(
        "MlpPolicy", env, learning_rate=1e-3, n_steps=2048, batch_size=256, gamma=1.0, seed=given.seed
    )
    print(f"before: {share(model, env, given.games, 7):.1%} of the wins against {given.opponents}")
    model.learn(given.steps)
    print(f"after {given.steps:,} moves: {share(model, env, given.games, 7):.1%}")
    model.save("maskable_ppo")


if __name__ == "__main__":
    main()
