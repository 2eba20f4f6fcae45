"""How far before the end of a game is it solved, what does that cost, and which choices were wrong before?

`python -m bench.endings metropolys --variant expert --players 2 --games 12 --plies 8` plays games of searches against
themselves, and looks at the last decisions of each with what the seat to move knows. By plies before the end it prints:

- decisions, and how many of them have an exact solution within a large effort;
- for each number of visits: how many a search solves in passing; of those with an exact solution, how many choices are
  worse than the best, without and with endings; and how much longer the search takes that does not solve them;
- in how many the true position is solved, with all cards open and all draws known; of these, how many choices are worse
  than the best one there: those of the searches, which do not know that much, that of the exact solution, which knows
  no more, and those of searches that do know. What remains where all is known is the fault of the search alone.
"""

import argparse
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field

from urbanist.engine import GAMES, State
from urbanist.search import Limit, Result, SearchOptions, TreeSearch
from urbanist.search.ending import Ending

VISITS = (1000, 10_000)
EFFORT = 1 << 24  # of the exact solutions, for which memory is needed: a few hundred MB
PLAYED = 200  # visits of each move of the games
KNOWS_ALL = -1  # in place of an observer
LOSS = 1e-4  # of the utility: less is no mistake


def decisions(start: State, seed: int, plies: int) -> Iterator[tuple[int, State]]:
    """Yield the last decisions of a game of searches, each with the plies that were left."""
    states = [start]
    search = TreeSearch(start.game, SearchOptions(seed=seed, endings=False))
    while not states[-1].over:
        state = states[-1]
        search.clear()
        event = state.chance() or search.think(state, Limit(nodes=PLAYED), observer=state.to_move).move
        states.append(state.play(event))
    end = states[-1].ply
    for state in states:
        if not state.due and end - plies <= state.ply < end and len(state.moves()) > 1:
            yield end - state.ply, state


def thought(state: State, nodes: int, endings: bool, observer: int | None) -> tuple[Result, float]:
    """Return the result of a search of `nodes` visits for an observer, and its seconds; None knows everything."""
    search = TreeSearch(state.game, SearchOptions(seed=1, endings=endings))
    began = time.perf_counter()
    found = search.think(state, Limit(nodes=nodes), observer=observer)
    return found, time.perf_counter() - began


def solved(state: State, observer: int, effort: int) -> Result | None:
    """Return the exact result for an observer, or for one who knows everything; None if it takes too much."""
    return Ending(state.game, state, observer, None, [], SearchOptions()).attempt(effort)


def loss_of(found: Result, exact: Result) -> float:
    """Return the regret of a search's choice: the exact value of the best move less its own."""
    worth = {value.move: value.value for value in exact.values}
    return max(worth.values()) - worth[found.move]


@dataclass
class Found:
    """What was found: counts by plies left and column, and the seconds of searches that solved nothing."""

    effort: int
    count: Counter[tuple[int, str]] = field(default_factory=Counter)
    seconds: defaultdict[tuple[int, bool], float] = field(default_factory=lambda: defaultdict(float))

    def look(self, left: int, state: State) -> None:
        """Count what is found in a position with so many plies left."""
        exact, true = solved(state, state.to_move, self.effort), solved(state, KNOWS_ALL, self.effort)
        self.count[left, "decisions"] += 1
        self.count[left, "exact"] += exact is not None
        self.count[left, "true"] += true is not None
        for nodes in VISITS:
            (old, before), (new, after) = (
                thought(state, nodes, endings, state.to_move) for endings in (False, True)
            )
            self.count[left, f"{nodes:,} solved"] += new.solved
            if not new.solved:
                self.seconds[nodes, False] += before
                self.seconds[nodes, True] += after
            if exact is not None:
                self.count[left, f"{nodes:,} wrong before"] += loss_of(old, exact) > LOSS
                self.count[left, f"{nodes:,} wrong now"] += loss_of(new, exact) > LOSS
            if true is not None:
                knowing, _ = thought(state, nodes, False, None)
                self.count[left, f"true: {nodes:,} wrong"] += loss_of(new, true) > LOSS
                self.count[left, f"true: {nodes:,} that know wrong"] += loss_of(knowing, true) > LOSS
        if exact is not None and true is not None:
            self.count[left, "true and exact"] += 1
            self.count[left, "true: exact wrong"] += loss_of(exact, true) > LOSS


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--variant")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--plies", type=int, default=8, help="how long before the end the first decision is")
    parser.add_argument("--effort", type=int, default=EFFORT, help="of the exact solutions")
    asked = parser.parse_args()
    found = Found(asked.effort)
    for seed in range(asked.games):
        start = GAMES[asked.game].deal(variant=asked.variant, seats=asked.players, seed=seed)
        for left, state in decisions(start, seed, asked.plies):
            found.look(left, state)
    count, seconds = found.count, found.seconds
    names = list(dict.fromkeys(name for _, name in count))
    print("| plies left |", " | ".join(names), "|")
    print("|---" * (len(names) + 1) + "|")
    for left in range(1, asked.plies + 1):
        print(f"| {left} |", " | ".join(str(count[left, name]) for name in names), "|")
    print(
        "| all |",
        " | ".join(str(sum(count[left, name] for left in range(1, asked.plies + 1))) for name in names),
        "|",
    )
    for nodes in VISITS:
        if seconds[nodes, False]:
            more = seconds[nodes, True] / seconds[nodes, False] - 1
            print(f"{nodes:,} visits that solved nothing took {100 * more:.0f} % longer")


if __name__ == "__main__":
    main()
