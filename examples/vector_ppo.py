"""One seat at each of many tables learns a game: PPO in one file, in the manner of CleanRL, over the vector of games.

    pip install 'urbanist[torch,gymnasium]'
    OMP_NUM_THREADS=1 python examples/vector_ppo.py --opponents random --updates 60

It prints the share of the wins in the games of each update. PPO: Schulman et al., arXiv 1707.06347.
"""

import argparse

import gymnasium
import numpy as np
import torch
from torch import nn

import urbanist.bots.adapters.gymnasium  # noqa: F401 - it registers the environments

TABLES, MOVES, EPOCHS, ROWS = 256, 32, 3, 1024
RATE, GAMMA, LAMBDA, CLIP, ENTROPY = 1e-3, 1.0, 0.95, 0.2, 0.01


class Agent(nn.Module):
    def __init__(self, numbers, actions, width=128):
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.actor, self.critic = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, seen, mask):
        idea = self.body(seen)
        logits = self.actor(idea).masked_fill(~mask, -1e9)
        return torch.distributions.Categorical(logits=logits), self.critic(idea)[:, 0]


def played(env, agent, seen, mask, wins):
    """Return the moves of all tables as tensors, and what is seen then; note the rewards of games that end."""
    turns = []
    for _ in range(MOVES):
        with torch.no_grad():
            chances, value = agent(seen, mask)
        action = chances.sample()
        after, reward, over, _, infos = env.step(action.numpy())
        wins += (reward[over] + 1).tolist()
        ended = torch.from_numpy(over).float()
        turns.append((seen, mask, action, chances.log_prob(action), value, torch.from_numpy(reward), ended))
        seen, mask = torch.from_numpy(after), torch.from_numpy(infos["action_mask"])
    return turns, seen, mask


def advantages(turns, value):
    """Return the advantage of each move (GAE); `value` is the value after the last one."""
    advantages, advantage = [], torch.zeros_like(value)
    for *_, expected, reward, ended in reversed(turns):
        advantage = reward + GAMMA * (1 - ended) * (value + LAMBDA * advantage) - expected
        value = expected
        advantages.append(advantage)
    return advantages[::-1]


def learn(agent, optimizer, turns, gains):
    seen, mask, action, chance, value = (torch.cat(column) for column in list(zip(*turns, strict=True))[:5])
    gain = torch.cat(gains)
    target, gain = gain + value, (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(action)).split(ROWS):
            chances, expected = agent(seen[rows], mask[rows])
            ratio = (chances.log_prob(action[rows]) - chance[rows]).exp()
            policy = torch.minimum(ratio * gain[rows], ratio.clip(1 - CLIP, 1 + CLIP) * gain[rows]).mean()
            error = (expected - target[rows]).square().mean() / 2
            optimizer.zero_grad()
            (error - policy - ENTROPY * chances.entropy().mean()).backward()
            nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
            optimizer.step()


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--env", default="urbanist/Metropolys-v0")
    parser.add_argument("--opponents", default="random")
    parser.add_argument("--updates", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    env = gymnasium.make_vec(given.env, TABLES, "vector_entry_point", opponents=given.opponents, scaled=True)
    agent = Agent(env.single_observation_space.shape[0], env.single_action_space.n)
    optimizer = torch.optim.Adam(agent.parameters(), RATE)
    seats = env.unwrapped.buffers.encoder.seats
    seen, infos = env.reset(seed=given.seed)
    seen, mask, wins = torch.from_numpy(seen), torch.from_numpy(infos["action_mask"]), []
    for update in range(1, given.updates + 1):
        turns, seen, mask = played(env, agent, seen, mask, wins)
        with torch.no_grad():
            _, value = agent(seen, mask)
        learn(agent, optimizer, turns, advantages(turns, value))
        if update % 10 == 0 and wins:
            print(
                f"update {update}: {len(wins):,} games, {np.mean(wins) / seats:.1%} of the wins", flush=True
            )
            wins = []


if __name__ == "__main__":
    main()
