"""What is the shape of a tree, how noisy are its leaves, how good is its choice, and how much of it is reused?

`python -m bench.anatomy akropolis --players 2 --games 6` plays games of searches against themselves and looks at every
few decisions. It prints:

- the tree: children of the root, how many of them the visits amount to (the exponential of their entropy), how long the
  mean descent is, and the longest;
- the leaves: the variance of the win share between visits of the same move, and between the moves that the search
  likes best;
- the choice: how much win share it loses (regret), and how often it is the best, by a search of a hundred times
  the nodes;
- the use: when the seat chooses again, the share of the visits whose node is still in the tree, and of those the share
  that went to moves which are legal now.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from math import exp, sqrt
from typing import Any

import numpy as np

from urbanist.engine import GAMES, State
from urbanist.engine.event import Move
from urbanist.engine.history import History
from urbanist.search import Limit, Result, SearchOptions, TreeSearch

LIKED = 4  # moves whose leaves are compared
SAMPLES = 40  # visits of each of them
DEEPER = 100  # times the nodes of the search that judges a choice

Figures = Iterator[tuple[str, float]]


def tree_figures(rows: Any) -> Figures:
    """Yield the size of a tree."""
    first = rows["visits"][rows["depth"] == 1]
    share = first[first > 0] / first.sum()
    yield "children of the root", len(first)
    yield "children that the visits amount to", exp(-(share * np.log(share)).sum())
    yield "moves of the mean descent", rows["visits"][1:].sum() / rows["visits"][0]
    yield "moves of the longest descent", rows["depth"].max()


def leaf_figures(state: State, found: Result) -> Figures:
    """Yield variances of the win share of the seat to move: between visits of a move, and between moves."""
    seat = state.to_move
    shares = []
    for value in found.values[:LIKED]:
        worlds = [after_chance(state.reshuffled(seat, seed).play(value.move)) for seed in range(SAMPLES)]
        if any(world.over for world in worlds):
            return
        shares.append([one_visit(world, seat, seed) for seed, world in enumerate(worlds)])
    if len(shares) > 1:
        within = np.var(shares, axis=1, ddof=1).mean()
        yield "variance within", within
        yield "variance between", np.var(np.mean(shares, axis=1), ddof=1) - within / SAMPLES


def after_chance(state: State) -> State:
    """Return the position after the chance events that are due."""
    while (event := state.chance()) is not None:
        state = state.play(event)
    return state


def one_visit(state: State, seat: int, seed: int) -> float:
    """Return the win share of a seat by one visit, from a fresh determinization."""
    search = TreeSearch(state.game, SearchOptions(seed=seed, memory=0.1))
    return search.think(state, Limit(nodes=1), observer=seat).win_share[seat]


def choice_figures(state: State, found: Result) -> Figures:
    """Yield the regret of the choice, by a search with a hundred times the nodes."""
    judge = TreeSearch(state.game).think(state, Limit(nodes=DEEPER * found.nodes), observer=state.to_move)
    worth = {value.move: value.value for value in judge.values}
    yield "regret", max(worth[judge.move] - worth.get(found.move, 0), 0)
    yield "best choices", found.move == judge.move


def use_figures(rows: Any, history: History, start: int) -> Figures:
    """Yield figures of tree reuse: what is left of the tree before event `start` when its seat next has a choice."""
    seat = history.states[start].to_move
    later = range(start + 1, len(history.states) - 1)
    again = next((i for i in later if chooses(history.states[i]) and history.states[i].to_move == seat), None)
    if again is None:
        return
    at: int | None = 0
    for event in history.events[start:again]:
        if at is not None and isinstance(event, Move):
            at = next((row for row in children(rows, at) if rows["move"][row] == event), None)
    yield "visits kept", 0 if at is None else rows["visits"][at] / rows["visits"][0]
    if at is not None and rows["visits"][below := children(rows, at)].any():
        fit = np.isin(rows["move"][below], history.states[again].moves())
        yield "of these legal", rows["visits"][below[fit]].sum() / rows["visits"][below].sum()


def children(rows: Any, at: int) -> Any:
    """Return the rows of the children of a row; the root is no child of its own."""
    return 1 + np.flatnonzero(rows["parent"][1:] == at)


def chooses(state: State) -> bool:
    """Return whether a seat has a move to choose."""
    return not state.over and not state.due and len(state.moves()) > 1


def game_figures(start: State, nodes: int, every: int, seed: int) -> Figures:
    """Play a game and yield the figures of every few of its decisions."""
    history = History.start(start)
    search = TreeSearch(start.game, SearchOptions(seed=seed, endings=False))
    trees = []
    decisions = 0
    while not history.state.over:
        state = history.state
        search.clear()
        found = search.think(state, Limit(nodes=nodes), observer=state.to_move)
        if chooses(state) and (decisions := decisions + 1) % every == seed % every:
            rows = search.nodes()
            trees.append((rows, len(history.events)))
            yield from tree_figures(rows)
            yield from leaf_figures(state, found)
            yield from choice_figures(state, found)
        history = history.play(found.move)
    for rows, at in trees:
        yield from use_figures(rows, history, at)


def main() -> None:
    """Play the games and print the mean of each figure, with its standard error."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--nodes", type=int, default=1000, help="visits for each move")
    parser.add_argument("--games", type=int, default=6)
    parser.add_argument(
        "--every", type=int, default=5, help="decisions from one that is looked at to the next"
    )
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found: dict[str, list[float]] = defaultdict(list)
    for seed in range(given.seed, given.seed + given.games):
        start = GAMES[given.game].deal(variant=given.variant, seats=given.players, seed=seed)
        for name, figure in game_figures(start, given.nodes, given.every, seed):
            found[name].append(float(figure))
    for name, figures in found.items():
        error = np.std(figures, ddof=1) / sqrt(len(figures)) if len(figures) > 1 else 0
        print(f"{name:35} {np.mean(figures):8.4f} ± {error:.4f} of {len(figures)}")


if __name__ == "__main__":
    main()
