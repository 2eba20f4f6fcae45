"""Boards drawn at random, in the form of `--cards`, and games on them that are compared with the oracle."""

import sys
from itertools import combinations
from math import hypot
from random import Random
from typing import Any

from tests.oracle.metropolys_board import NAMES, TYPES

#: Where the districts lie on the board, and how far their places are from there at most, in percent.
MIDDLES = {"C": (50, 50), "N": (45, 15), "E": (84, 40), "S": (55, 85), "W": (16, 60)}
REACH = 15
#: Limits of the engine.
TOGETHER, NEIGHBOURS, GROUPS = 10, 8, 16

Point = tuple[float, float]


def drawn_board(seed: int) -> dict[str, Any]:
    """Return a board of 49 to 55 places; near ones are adjacent, and groups are drawn among these."""
    rng = Random(seed)
    names = [name for name in NAMES if name not in rng.sample(NAMES[:15], 2) + rng.sample(NAMES[15:35:9], 2)]
    at: dict[str, Point] = {}
    for name in names:
        # The best of some points is the one that is farthest from all others.
        points = [_drawn_point(rng, name) for _ in range(30)]
        at[name] = max(
            points, key=lambda point: min((_apart(point, other) for other in at.values()), default=0)
        )
    near = _neighbours(rng, at)
    pairs = [(one, other) for one, other in combinations(names, 2) if other in near[one]]
    triangles = [
        trio for trio in combinations(names, 3) if all(b in near[a] for a, b in combinations(trio, 2))
    ]
    lakes = [_nearest(at, here)[: rng.randint(3, 6)] for here in names]
    dead_ends = rng.sample(names, 4)
    return {
        "places": [
            {
                "name": name,
                "type": rng.choice(list(TYPES)),
                "x": round(at[name][0], 1),
                "y": round(at[name][1], 1),
                "adjacent": near[name],
                **({"border": True} if rng.random() < 0.4 else {}),
                **({"dead_end": True} if name in dead_ends else {}),
            }
            for name in rng.sample(names, len(names))
        ],
        "bridges": _groups(rng, pairs, 30),
        "statues": _groups(rng, triangles, GROUPS),
        "lakes": _groups(rng, lakes, 9),
    }


def _drawn_point(rng: Random, name: str) -> Point:
    x, y = MIDDLES[name[0]]
    wide = 2 * REACH if name[0] in "NS" else REACH
    high = 2 * REACH if name[0] in "EW" else REACH + 4
    across, down = x + rng.uniform(-wide, wide), y + rng.uniform(-high, high)
    return min(max(across, 2.0), 98.0), min(max(down, 2.0), 98.0)


def _apart(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _nearest(at: dict[str, Point], here: str) -> list[str]:
    """Return the places, the nearest first."""
    return sorted(at, key=lambda name: _apart(at[name], at[here]))


def _neighbours(rng: Random, at: dict[str, Point]) -> dict[str, list[str]]:
    """Return who is adjacent to whom: near places, as long as they have few neighbours."""
    near: dict[str, list[str]] = {name: [] for name in at}
    most = {name: rng.randint(2, NEIGHBOURS) for name in at}
    for one, other in sorted(combinations(at, 2), key=lambda pair: _apart(at[pair[0]], at[pair[1]])):
        if not near[one] or not near[other] or all(len(near[name]) < most[name] for name in (one, other)):
            near[one].append(other)
            near[other].append(one)
    return near


def _groups(rng: Random, among: list[Any], most: int) -> list[list[str]]:
    """Return some groups, of which so few hang together that the engine has a table for them."""
    groups: list[list[str]] = []
    together: list[set[str]] = []
    for group in rng.sample(among, len(among)):
        meeting = [names for names in together if not names.isdisjoint(group)]
        joined = set(group).union(*meeting)
        if len(groups) < most and len(joined) <= TOGETHER:
            together = [names for names in together if names.isdisjoint(group)] + [joined]
            groups.append(list(group))
    return groups


def compare(seed: int) -> None:
    """Play games of every table on a board of its own, and compare them with the oracle."""
    from tests.engine.metropolys.sets import added
    from tests.engine.metropolys.test_rules import TABLES, compare_game

    name = added({"game": "metropolys", "name": f"board-{seed}", "board": drawn_board(seed)})
    for variant, players in TABLES:
        for game in range(2):
            compare_game(f"{seed} {variant} {players} {game}", variant, players, every=3, data=name)


if __name__ == "__main__":
    for number in map(int, sys.argv[1:]):
        compare(number)
