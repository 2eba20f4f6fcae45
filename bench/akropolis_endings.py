"""How often is an ending of Akropolis solved within a budget of processor time, by the number of plies left?

    python -m bench.akropolis_endings [GAMES] [SEATS] [VISITS]

The positions are from games of searches with VISITS visits, or, without visits, of the move with the highest prior.
"""

import sys
from time import process_time
from typing import TYPE_CHECKING

from urbanist.engine import GAMES, State
from urbanist.engine.solution import solve
from urbanist.search import Limit, SearchOptions, TreeSearch

if TYPE_CHECKING:
    from urbanist.engine.event import Event

WITHIN = (10, 50, 100, 300, 1000, 3000, 10_000)


def left(state: State) -> int:
    """Return the number of moves left."""
    record = state.array
    return int(record["market_size"]) - 1 + int(record["stacks"]) * (state.seats + 1)


def endings(seats: int, seed: int, plies: int, visits: int = 0) -> list[State]:
    """Return the positions of a game from `plies` before its end on, played by searches of `visits`, or 0 for none."""
    state = GAMES["akropolis"].deal(seats=seats, seed=seed)
    search = TreeSearch(state.game, SearchOptions(seed=seed, endings=False))
    found = []
    while not state.over:
        if left(state) <= plies and not state.due:
            found.append(state)
        event: Event | None = state.chance()
        if event is None and visits:
            search.clear()
            event = search.think(state, Limit(nodes=visits), observer=state.to_move).move
        state = state.play(int(state.moves()[state.priors().argmax()]) if event is None else event)
    return found


def main(games: int = 50, seats: int = 2, visits: int = 0) -> None:
    """Print a line for each number of plies."""
    times: dict[int, list[float]] = {}
    for seed in range(games):
        for state in endings(seats, seed, 2 * seats + 2, visits):
            start = process_time()
            solved = solve(state)
            taken = 1000 * (process_time() - start)
            times.setdefault(left(state), []).append(taken if solved else float("inf"))
    print("plies  median ms" + "".join(f"  <= {limit} ms" for limit in WITHIN))
    for plies, found in sorted(times.items()):
        median = sorted(found)[len(found) // 2]
        shares = (sum(each <= limit for each in found) / len(found) for limit in WITHIN)
        print(
            f"{plies:5}  {median:9.1f}"
            + "".join(
                f"  {share:{len(str(limit)) + 6}.0%}" for share, limit in zip(shares, WITHIN, strict=True)
            )
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
