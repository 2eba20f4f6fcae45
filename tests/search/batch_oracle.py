"""The search of one record of a batch by the slowest code that could possibly be right: nodes are dicts.

It is written from the docstring of `search_batch` and from docs/search.md. Its numbers are of 32 bits, as those of the
search, so that the trees can be equal to the last bit.
"""

from collections.abc import Callable
from math import exp, sqrt
from typing import Any

import numpy as np

from tests.engine.tables import onward
from urbanist.engine.batch import Batch
from urbanist.engine.game import State
from urbanist.search import utilities

F = np.float32
#: Children that a node gets at once.
MOST = 48
#: What is made of a leaf, by the seat that searches: values of all seats, and a logit for each legal move.
Judge = Callable[[State, int], tuple[list[float], list[float]]]
Node = dict[str, Any]


def searched(
    root: State, nodes: int, judge: Judge, seed: int, explore: float = 1.0, less: float = 0.1, leaves: int = 1
) -> Node:
    """Return the root of the tree after so many visits; visit v plays in the world that is drawn from `seed` + v."""
    top = node(root.seats, None, 1.0)
    begun = 0
    while begun < nodes:
        waiting: list[tuple[list[Node], State]] = []
        while begun < nodes and len(waiting) < (leaves if top["visits"] else 1):
            path, world = descend(top, root.reshuffled(root.to_move, (seed + begun) % 2**64), explore, less)
            begun += 1
            if world.over:
                back_up(path, [F(value) for value in utilities(Batch.of([world]))[0]])
            else:
                waiting.append((path, world))
        for path, world in waiting:
            values, logits = judge(world, root.to_move)
            if path[-1]["visits"] == 0 or not root.game.open_moves:
                grow(path[-1], world, [F(logit) for logit in logits])
            back_up(path, [F(value) for value in values])
    return top


def node(seats: int, move: int | None, prior: float) -> Node:
    """Return a node without visits; the youngest child stands first."""
    return {"move": move, "prior": F(prior), "visits": 0, "begun": 0, "value": [F(0)] * seats, "children": []}


def descend(top: Node, world: State, explore: float, less: float) -> tuple[list[Node], State]:
    """Return the nodes from the root to a leaf, and the position there."""
    path = [top]
    while not world.over and (path[-1]["visits"] > 0 or path == [top]):
        at = path[-1]
        legal = [child for child in at["children"] if world.available(child["move"])]
        if not enough(at, len(legal), world):
            break
        child = best(at, legal, world.to_move, explore, less)
        child["begun"] += 1
        world = onward(world.play(child["move"]))
        path.append(child)
    return path, world


def enough(at: Node, known: int, world: State) -> bool:
    """Return whether so many legal children are enough: else the visit ends, and brings more."""
    if known == 0 or world.game.open_moves:
        return known > 0
    wanted = F(2) * F(float(at["visits"]) ** float(F(0.3)))
    return bool(known >= wanted) or known == len(world.moves())


def best(at: Node, legal: list[Node], seat: int, explore: float, less: float) -> Node:
    """Return the child with the highest value plus exploration, which is proportional to its share of the priors."""
    whole = F(0)
    for child in legal:
        whole += child["prior"]
    scale = F(explore) * F(sqrt(at["visits"])) / whole
    unvisited = at["value"][seat] - F(less)

    def bound(child: Node) -> np.float32:
        value = child["value"][seat] if child["visits"] else unvisited
        return value + scale * child["prior"] / F(child["begun"] + 1)

    return max(legal, key=bound)


def grow(at: Node, world: State, logits: list[np.float32]) -> None:
    """Add the best moves without a child, at most 48, the best one first."""
    known = {child["move"] for child in at["children"]}
    highest = max(logits)
    ranked = sorted(zip(logits, world.moves().tolist(), strict=True), reverse=True)
    added = [node(world.seats, move, exp(logit - highest)) for logit, move in ranked if move not in known]
    at["children"] = added[:MOST] + at["children"]


def back_up(path: list[Node], values: list[np.float32]) -> None:
    """Update the visits and the mean values of all nodes of a path."""
    for at in path:
        at["visits"] += 1
        weight = F(1) / F(at["visits"])
        at["value"] = [old + weight * (new - old) for old, new in zip(at["value"], values, strict=True)]


def lines(
    at: Node, before: tuple[int, ...] = ()
) -> dict[tuple[int, ...], tuple[int, float, tuple[float, ...]]]:
    """Return visits, prior and values of every node by the moves that lead to it."""
    found = {before: (at["visits"], float(at["prior"]), tuple(map(float, at["value"])))}
    for child in at["children"]:
        found |= lines(child, (*before, child["move"]))
    return found
