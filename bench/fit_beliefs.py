"""Which numbers of the model of play in `search/belief.pyx` fit games of searches best?

`python -m bench.fit_beliefs metropolys --variant expert --players 2 --games 80` plays games of `ismcts` against itself.
For each pair of numbers it prints the mean log-likelihood of a move, and the mean log-loss of the truth: minus the
logarithm of the probability that a seat gives to the true cards of another one, at each of its decisions. The pair with
the lowest loss is the best, and its loss is printed for each part of the game. The likelihood of moves alone would
choose less noise: the model errs in the same way at each move, so the product over a game would be too sure of itself.
"""

import argparse
from collections.abc import Iterator, Sequence
from itertools import product
from math import log
from typing import Any

import numpy as np

from urbanist.engine import GAMES, Game
from urbanist.engine.history import History
from urbanist.search import Limit, SearchOptions, TreeSearch
from urbanist.search.belief import Belief, secret_of

NOISES = (1.0, 1.4, 1.7, 2.0, 2.8)
WHIMS = (0.01, 0.03, 0.1)
PARTS = 10  # of a game, for the table


def played(game: Game, variant: str | None, seats: int, nodes: int, seed: int) -> History:
    """Play a game of searches, each from a new tree."""
    history = History.start(game.deal(variant=variant, seats=seats, seed=seed))
    search = TreeSearch(game, SearchOptions(seed=seed))
    while not history.state.over:
        search.clear()
        result = search.think(history.state, Limit(nodes=nodes), observer=history.state.to_move)
        history = history.play(result.move)
    return history


def likelihood(games: Sequence[History], noise: float, epsilon: float) -> float:
    """Return the mean log-likelihood of a move for a bystander."""
    total = sum(Belief(game.seen_by(None), noise=noise, epsilon=epsilon).log_likelihood for game in games)
    return total / sum(len(game.events) for game in games)


def losses(games: Sequence[History], noise: float, epsilon: float) -> Any:
    """Return for each decision: the part of the game, and the log-loss by beliefs and by a uniform prior."""
    rows = [row for game in games for row in losses_of(game, noise, epsilon)]
    return np.array(rows)


def losses_of(history: History, noise: float, epsilon: float) -> Iterator[tuple[int, float, float]]:
    """Yield the rows of one game: one for each decision and each other seat."""
    seats = range(history.state.seats)
    beliefs = [Belief(history.until(0).seen_by(seat), noise=noise, epsilon=epsilon) for seat in seats]
    for ply, state in enumerate(history.states[:-1]):
        belief = beliefs[state.to_move]
        belief.follow(history.until(ply).seen_by(state.to_move))
        for about in seats:
            if about != state.to_move:
                rows = belief.probabilities(about)
                part = PARTS * ply // len(history.events)
                yield part, -log(rows[secret_of(state, about)]), log(len(rows))


def table(rows: Any) -> Iterator[str]:
    """Yield a line for each part of the game: the log-loss by beliefs and by a uniform prior."""
    for part in range(PARTS):
        _, loss, even = rows[rows[:, 0] == part].mean(axis=0)
        yield f"{part * 100 // PARTS:3} % {loss:.3f} {even:.3f}"


def main() -> None:
    """Play the games, compare the numbers and print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=["metropolys"], help="a game that lets seats `hide` secrets")
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=80)
    parser.add_argument("--nodes", type=int, default=400, help="visits for each move")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    seeds = range(given.seed * 1_000_000, given.seed * 1_000_000 + given.games)
    games = [played(GAMES[given.game], given.variant, given.players, given.nodes, seed) for seed in seeds]
    by_pair = {pair: losses(games, *pair) for pair in product(NOISES, WHIMS)}
    print("noise  epsilon  log-likelihood of a move  log-loss of the truth")
    for (noise, epsilon), loss in by_pair.items():
        print(f"{noise:5} {epsilon:5} {likelihood(games, noise, epsilon):25.4f} {loss[:, 1].mean():22.4f}")
    best = min(by_pair, key=lambda pair: float(by_pair[pair][:, 1].mean()))
    print(
        f"best: noise {best[0]}, epsilon {best[1]}",
        "part  log-loss of the truth by beliefs, by even odds",
        sep="\n",
    )
    print(*table(by_pair[best]), sep="\n")


if __name__ == "__main__":
    main()
