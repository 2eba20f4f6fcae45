"""A small convolutional network learns to judge cities of Akropolis, in games of `search_batch` against itself.

    pip install 'urbanist[torch]'
    OMP_NUM_THREADS=1 python examples/akropolis_net.py
    urbanist match akropolis --players 2 --seats ismcts:nodes=50:weights=akropolis.pt,greedy --games 40

The same lines run on a processor and on a GPU. The network sees cropped planes and says what each seat may expect;
moves keep the priors of the game. What it shall say of a position is the mean of some playouts from there: the end of
one game says too little, and the same to all positions of the game, so that a network learns it by heart.
docs/learning.md tells what a network for `weights=` takes and returns.
"""

import argparse
import time
import warnings

import numpy as np
import torch
from msgspec.structs import replace
from torch import nn

from urbanist.bots.match.intervals import share_estimate, share_text
from urbanist.engine import GAMES, Batch
from urbanist.search import BatchOptions, search_batch

GAME, SEATS = GAMES["akropolis"], 2
LAYOUT = GAME.crop_layout
# Of so few visits a move PUCT lets the priors choose; sequential halving lets the network.
VISITS, SEARCH = 16, BatchOptions(selection="gumbel")
PLAYOUTS, HELD = 4, 64  # playouts of a position; games of which the network does not learn
WINDOW, ROWS, STEPS, RATE = 8, 256, 150, 1e-3  # generations to learn from, positions of a step, steps


class Net(nn.Module):
    """Win shares and points of the seats, from the seat that sees on: each city alone, then all of them together.

    Before it has learned anything, all seats expect the same.
    """

    def __init__(self, width: int = 16, units: int = 64):
        super().__init__()
        for name, size in (("common", len(LAYOUT.common)), ("seats", len(LAYOUT.seats)), ("points", 1)):
            self.register_buffer(f"{name}_mean", torch.zeros(size))
            self.register_buffer(f"{name}_spread", torch.ones(size))
        self.city = nn.Sequential(
            nn.Conv2d(len(LAYOUT.seat_planes), width, 3, stride=2, padding=1),
            nn.ReLU(),
            nn.Conv2d(width, width, 3, padding=1),
            nn.ReLU(),
            nn.AdaptiveAvgPool2d(3),
            nn.Flatten(),
        )
        self.seat = nn.Linear(9 * width + len(LAYOUT.seats) + len(LAYOUT.common), units)
        self.own, self.others = nn.Linear(units, units), nn.Linear(units, units)
        self.head = nn.Linear(units, 2)
        nn.init.zeros_(self.head.weight)
        nn.init.zeros_(self.head.bias)
        self.lead = nn.Parameter(torch.ones(()))  # what a lead in points tells of the win

    def forward(self, common, seats, seat_planes):
        rows, count = seats.shape[0], seats.shape[1]
        cities = self.city(seat_planes.flatten(0, 1)).view(rows, count, -1)
        shared = ((common - self.common_mean) / self.common_spread).unsqueeze(1).expand(-1, count, -1)
        each = torch.cat([cities, (seats - self.seats_mean) / self.seats_spread, shared], 2)
        first = self.seat(each).relu()
        out = self.head((self.own(first) + self.others(first.sum(1, keepdim=True) - first)).relu())
        share = (out[:, :, 0] + self.lead * out[:, :, 1]).softmax(1)
        return {"win_share": share, "points": self.points_mean + self.points_spread * out[:, :, 1]}

    def scale(self, common, seats, points):
        """Take the means and the spreads of the numbers in some positions."""
        for name, numbers in (("common", common), ("seats", seats), ("points", points.reshape(-1, 1))):
            rows = torch.from_numpy(numbers.reshape(-1, numbers.shape[-1]).astype(np.float32))
            spread = rows.std(0)
            getattr(self, f"{name}_mean").copy_(rows.mean(0))
            getattr(self, f"{name}_spread").copy_(torch.where(spread > 0, spread, 1.0))


def seen_by(batch, seats):
    """Return what seats see, as the three arrays of the network."""
    seen = batch.observe(seats, cropped=True)
    return seen.common, seen.seats, seen.seat_planes


def evaluator(net, device):
    """Return the evaluation of leaves: the win shares by seat number, and the priors of the game."""

    @torch.inference_mode()
    def evaluate(leaves, seats):
        share = net(*(torch.from_numpy(array).to(device) for array in seen_by(leaves, seats)))["win_share"]
        places = (np.arange(SEATS) - seats[:, None]) % SEATS
        return np.take_along_axis(share.cpu().numpy(), places, axis=1), None

    return evaluate


def wins_of(batch):
    """Return the win share of each seat in games that are over."""
    won = batch.standing()[1] == 1
    return won / won.sum(axis=1, keepdims=True)


def expected(batch, seats, rng):
    """Return the mean win shares and points of some playouts, from the seat that sees on."""
    wins, points = np.zeros((len(batch), SEATS)), np.zeros((len(batch), SEATS))
    for _ in range(PLAYOUTS):
        world = batch.copy()
        world.reshuffle(seats, int(rng.integers(1 << 62)))
        world.playout(int(rng.integers(1 << 62)), informed=True)
        wins, points = wins + wins_of(world), points + world.standing()[0]
    order = (seats[:, None] + np.arange(SEATS)) % SEATS
    return [np.take_along_axis(sums / PLAYOUTS, order, axis=1) for sums in (wins, points)]


def played(evaluate, games, rng):
    """Return the positions of games as the arrays of the network, then the win shares and points that seats expect."""
    batch = Batch.deal(GAME, games, seats=SEATS, seed=int(rng.integers(1 << 62)))
    turns = []
    while not batch.array["over"].all():
        seats = batch.array["to_move"].astype(np.int32)
        turn = *seen_by(batch, seats), *expected(batch, seats, rng)
        turns.append([array.astype(np.float16) for array in turn])
        options = replace(SEARCH, seed=int(rng.integers(1 << 62)))
        batch.apply(search_batch(batch, VISITS, evaluate, options).move, trusted=True)
    return [np.concatenate(column) for column in zip(*turns, strict=True)]


def losses_of(net, examples, device):
    """Return the cross entropy of the win shares, and the squared error of the points in their spread."""
    *seen, wins, points = (torch.from_numpy(array).float().to(device) for array in examples)
    outputs = net(*seen)
    entropy = -(wins * (outputs["win_share"] + 1e-9).log()).sum(1).mean()
    return entropy, ((outputs["points"] - points) / net.points_spread).square().mean()


def learn(net, optimizer, examples, rng, device):
    """Fit the network in some steps; return the mean cross entropy of the win shares."""
    net.train()
    losses = []
    for _ in range(STEPS):
        chosen = rng.integers(len(examples[0]), size=ROWS)
        entropy, error = losses_of(net, [array[chosen] for array in examples], device)
        optimizer.zero_grad()
        (entropy + error).backward()
        optimizer.step()
        losses.append(entropy.item())
    net.eval()
    return sum(losses) / len(losses)


def duel(evaluate, deals, seed):
    """Return the win shares by deal and seat, against the same search whose leaves are all even, as before learning."""
    shares = []
    for own in range(SEATS):

        def judge(leaves, seats, own=own):
            return np.where((seats == own)[:, None], evaluate(leaves, seats)[0], 1 / SEATS), None

        batch, rng = Batch.deal(GAME, deals, seats=SEATS, seed=seed), np.random.default_rng(seed)
        while not batch.array["over"].all():
            options = replace(SEARCH, seed=int(rng.integers(1 << 62)), gumbel=0.0)
            batch.apply(search_batch(batch, VISITS, judge, options).move, trusted=True)
        shares.append(wins_of(batch)[:, own])
    return np.stack(shares, axis=1)


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--generations", type=int, default=5, help="generations to play (%(default)s)")
    parser.add_argument("--games", type=int, default=192, help="games of a generation (%(default)s)")
    parser.add_argument("--deals", type=int, default=100, help="deals of the match at the end (%(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all draws (%(default)s)")
    parser.add_argument(
        "--device", default="cuda" if torch.cuda.is_available() else "cpu", help="(%(default)s)"
    )
    parser.add_argument("--out", default="akropolis.pt", help="file of the network (%(default)s)")
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    rng, net, began = np.random.default_rng(given.seed), Net().to(given.device).eval(), time.process_time()
    optimizer, window = torch.optim.AdamW(net.parameters(), RATE), []
    held = played(evaluator(net, given.device), min(given.games, HELD), rng)
    for generation in range(given.generations):
        window = [*window, played(evaluator(net, given.device), given.games, rng)][-WINDOW:]
        if generation == 0:
            net.scale(window[0][0], window[0][1], window[0][-1])
        examples = [np.concatenate(column) for column in zip(*window, strict=True)]
        entropy = learn(net, optimizer, examples, rng, given.device)
        with torch.inference_mode():
            unseen, error = (loss.item() for loss in losses_of(net, held, given.device))
        said = f"entropy {entropy:.3f}, of other games {unseen:.3f}, points off {error**0.5:.2f} spreads"
        print(
            f"generation {generation}: {said}, {(time.process_time() - began) / 60:.1f} minutes", flush=True
        )
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PyTorch prefers files of other kinds
            torch.jit.script(net).save(given.out)
    if given.deals:
        share = share_estimate(duel(evaluator(net, given.device), given.deals, given.seed + 1).tolist())
        print(f"{share_text(share, ' %')} of the wins against itself before, on {given.deals} deals")


if __name__ == "__main__":
    main()
