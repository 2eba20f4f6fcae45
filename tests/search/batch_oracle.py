"""The search of one record of a batch by the slowest code that could possibly be right: nodes are dicts.

It is written from the docstring of `search_batch` and from docs/search.md. Its numbers are of 32 bits, as those of the
search, so that the trees can be equal to the last bit.
"""

from collections.abc import Callable
from math import ceil, exp, log, log2, sqrt
from typing import Any

import numpy as np

from tests.engine.tables import onward
from tests.search.formulas import seeded
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
    root: State,
    nodes: int,
    judge: Judge,
    seed: int,
    explore: float = 1.0,
    less: float = 0.1,
    leaves: int | None = 1,
    pick: "Gumbel | None" = None,
    draw: Callable[[State, int], State] | None = None,
) -> Node:
    """Return the root of the tree after so many visits; visit v plays in the world that is drawn from `seed` + v.

    `pick` selects in place of PUCT. Leaves of None: a quarter of the visits until then, at most 64.
    """
    top = node(root.seats, None, 1.0)
    begun = 0
    while begun < nodes:
        waiting: list[tuple[list[Node], State]] = []
        room = min(max(top["visits"] // 4, 1), 64) if leaves is None else leaves
        until = min(begun + room, nodes) if leaves is None else nodes
        while begun < until and len(waiting) < (room if top["visits"] else 1):
            start = (
                root.reshuffled(root.to_move, (seed + begun) % 2**64) if draw is None else draw(root, begun)
            )
            path, world = descend(top, start, explore, less, pick)
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
    return {
        "move": move,
        "prior": F(prior),
        "visits": 0,
        "begun": 0,
        "value": [F(0)] * seats,
        "own": [],
        "children": [],
    }


def descend(
    top: Node, world: State, explore: float, less: float, pick: "Gumbel | None"
) -> tuple[list[Node], State]:
    """Return the nodes from the root to a leaf, and the position there."""
    path = [top]
    while not world.over and (path[-1]["visits"] > 0 or path == [top]):
        at = path[-1]
        legal = [child for child in at["children"] if world.available(child["move"])]
        if not enough(at, len(legal), world):
            break
        if pick is None:
            child = best(at, legal, world.to_move, explore, less)
        else:
            child = pick.child(at, legal, world.to_move, at_root=at is top)
        child["begun"] += 1
        world = onward(world.play(child["move"]))
        path.append(child)
    return path, world


def enough(at: Node, known: int, world: State) -> bool:
    """Return whether so many legal children are enough: else the visit ends, and brings more."""
    if known == 0 or world.game.open_moves:
        return known > 0
    return bool(F(known) >= F(2) * F(float(at["visits"]) ** float(F(0.3)))) or known == len(world.moves())


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
    """Update the visits and the mean values of all nodes of a path; the last one was evaluated."""
    path[-1]["own"].append(values)
    for at in path:
        at["visits"] += 1
        weight = F(1) / F(at["visits"])
        at["value"] = [old + weight * (new - old) for old, new in zip(at["value"], values, strict=True)]


def halving(considered: int, simulations: int) -> list[int]:
    """Return how many visits a move of the root must have to get each visit, as mctx lists them."""
    sequence: list[int] = []
    visits, left = [0] * considered, considered
    while len(sequence) < simulations:
        more = 1 if considered == 1 else max(1, int(simulations / (ceil(log2(considered)) * left)))
        for _ in range(more):
            sequence += visits[:left]
            visits[:left] = [count + 1 for count in visits[:left]]
        left = max(min(2, considered), left // 2)
    return sequence[:simulations]


class Gumbel:
    """The selection of mctx, by the formulas of Danihelka et al. 2022; `noise` is the seed of the draws."""

    def __init__(
        self, nodes: int, noise: int, considered: int, weight: float, scale: float, offset: float
    ) -> None:
        self.simulations, self.noise, self.considered = nodes - 1, noise, considered
        self.weight, self.scale, self.offset = weight, scale, offset

    def logits(self, at: Node, legal: list[Node], seat: int) -> list[float]:
        """Return logit plus scaled value of each child; the value of an unvisited one is the mixed value."""
        priors = [float(child["prior"]) for child in legal]
        tried = [place for place, child in enumerate(legal) if child["visits"]]
        mixed = sum(float(values[seat]) for values in at["own"]) / max(len(at["own"]), 1)
        if tried:
            visits = sum(legal[place]["visits"] for place in tried)
            among = sum(priors[place] for place in tried)
            mean = sum(priors[place] / among * float(legal[place]["value"][seat]) for place in tried)
            mixed = (mixed + visits * mean) / (visits + 1)
        values = [float(child["value"][seat]) if child["visits"] else mixed for child in legal]
        width = max(max(values) - min(values), 1e-8)
        weight = (self.offset + max(child["begun"] for child in legal)) * self.scale
        return [
            log(prior) + weight * (value - min(values)) / width
            for prior, value in zip(priors, values, strict=True)
        ]

    def scores(self, at: Node, legal: list[Node], seat: int) -> list[float]:
        """Return by what the moves of the root are compared."""
        draws = [-log(-log(seeded(self.noise, child["move"]).unit())) for child in legal]
        return [
            logit + self.weight * draw
            for logit, draw in zip(self.logits(at, legal, seat), draws, strict=True)
        ]

    def shares(self, at: Node, legal: list[Node], seat: int) -> list[float]:
        """Return the improved policy."""
        logits = self.logits(at, legal, seat)
        whole = sum(exp(logit - max(logits)) for logit in logits)
        return [exp(logit - max(logits)) / whole for logit in logits]

    def child(self, at: Node, legal: list[Node], seat: int, *, at_root: bool) -> Node:
        """Return the child that a visit follows."""
        begun = sum(child["begun"] for child in legal)
        places = range(len(legal))
        if not at_root:
            shares = self.shares(at, legal, seat)
            return legal[max(places, key=lambda place: shares[place] - legal[place]["begun"] / (1 + begun))]
        wanted = halving(min(self.considered, len(legal)), max(self.simulations, begun + 1))[begun]
        scores = self.scores(at, legal, seat)
        # Where worlds have other moves, it may be that none has as many visits.
        counts = [child["begun"] if child["begun"] <= wanted else -child["begun"] for child in legal]
        return legal[max(places, key=lambda place: (counts[place], scores[place]))]


def lines(
    at: Node, before: tuple[int, ...] = ()
) -> dict[tuple[int, ...], tuple[int, float, tuple[float, ...]]]:
    """Return visits, prior and values of every node by the moves that lead to it."""
    by_path = {before: (at["visits"], float(at["prior"]), tuple(map(float, at["value"])))}
    for child in at["children"]:
        by_path |= lines(child, (*before, child["move"]))
    return by_path
