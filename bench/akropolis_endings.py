"""How often is an ending of Akropolis solved within a budget of processor time, by the number of plies left?

    python -m bench.akropolis_endings [GAMES] [SEATS] [VISITS] [--nodes NODES | --time SECONDS]

The positions are from games of searches with VISITS visits, or, without visits, of the move with the highest prior.
With a limit, the default search plays the first move of each last round instead, and the solver judges that move.
"""

from argparse import ArgumentParser, RawDescriptionHelpFormatter
from time import process_time
from typing import TYPE_CHECKING

from urbanist.engine import GAMES, State
from urbanist.search import Limit, SearchOptions, TreeSearch
from urbanist.search.ending import solve

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


def solved_within(games: int, seats: int, visits: int) -> None:
    """Print a line for each number of plies: how long the solver takes."""
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


def default_in(games: int, seats: int, visits: int, limit: Limit) -> None:
    """Print how often the default search finds an exactly best move of the last round, and how long it takes."""
    taken, best = [], 0
    for seed in range(games):
        state = endings(seats, seed, seats + 1, visits)[0]
        search = TreeSearch(state.game, SearchOptions(seed=seed))
        start = process_time()
        move = search.think(state, limit, observer=state.to_move).move
        taken.append(1000 * (process_time() - start))
        whole, chosen = solve(state), solve(state, [move])
        assert whole is not None
        assert chosen is not None
        best += (chosen.win_share, chosen.points) == (whole.win_share, whole.points)
    middle, most = (sorted(taken)[int(share * len(taken))] for share in (0.5, 0.95))
    print(
        f"{best} of {games} moves are exactly best; {middle:.1f} ms in the median, {most:.1f} at the 95th percentile, "
        f"{max(taken):.1f} at most"
    )


def main() -> None:
    """Print how long endings take."""
    parser = ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("games", type=int, nargs="?", default=50)
    parser.add_argument("seats", type=int, nargs="?", default=2)
    parser.add_argument("visits", type=int, nargs="?", default=0)
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--nodes", type=int, help="of the default search in the last round")
    limits.add_argument("--time", type=float, help="of the default search in the last round")
    asked = parser.parse_args()
    if asked.nodes is None and asked.time is None:
        solved_within(asked.games, asked.seats, asked.visits)
    else:
        default_in(asked.games, asked.seats, asked.visits, Limit(nodes=asked.nodes, time=asked.time))


if __name__ == "__main__":
    main()
