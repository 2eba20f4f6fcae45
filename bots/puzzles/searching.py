"""The searches that find and prove puzzles, all from what one seat may see."""

import math
from collections.abc import Sequence
from typing import Literal

from urbanist.engine.game import Game
from urbanist.engine.history import View
from urbanist.engine.solution import solve
from urbanist.search.belief import belief_for
from urbanist.search.mcts import TreeSearch
from urbanist.search.network import network_of
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

#: The visits of a short search, which must miss the best move; of the search that must find it; and how many times as
#: many visits each search of a proof has.
SHORT, LONG, TIMES = 150, 1000, 20
#: The searches that tell how hard a puzzle is: so many visits, with so many seeds each.
LADDER, TRIES = (25, 50, 100, 200, 400, 800), 3
#: The visits and the seed of a search that judges one move of which no proof says anything.
JUDGE, JUDGE_SEED = 4000, 40
#: MiB of a tree: 20,000 visits need less.
MEMORY = 128


def evaluation_of(game: Game) -> Literal["playout", "net"]:
    """Return how a leaf is judged. It is named, so that puzzles are found again when a game gets another default."""
    return "playout" if network_of(game) is None else "net"


def searched(
    view: View, nodes: int, seed: int, only: Sequence[str] = (), *, thorough: bool = False
) -> Result:
    """Return the result of a search from a view; it looks `only` at these moves, if there are any.

    It solves no endings. Unless it is `thorough` it has the game's own order of moves: its visits tell how hard a move
    is to find. A thorough one ranks the moves of the root as the default search does, so that it overlooks none.
    """
    evaluation = evaluation_of(view.game)
    options = SearchOptions(
        nodes=nodes,
        seed=seed,
        memory=MEMORY,
        eval=evaluation,
        endings=False,
        afterstates=None if thorough else 0,
    )
    search = TreeSearch(view.game, options)
    search.restrict(only)
    belief = belief_for(view, options)
    return search.think(view.state(seed), observer=view.seat, belief=belief)


def at_first_sight(view: View) -> list[tuple[str, float]]:
    """Return the moves with the values that the game gives them without a search, the best first."""
    state, write = view.bare_state(), view.game.notation.write_move
    found = [
        (write(int(move)), float(prior)) for prior, move in zip(state.priors(), state.moves(), strict=True)
    ]
    return sorted(found, key=lambda each: (-each[1], each[0]))


def judged(view: View, move: str) -> float:
    """Return the win share that a move leaves the seat to move: the exact one, or by a search of this move alone."""
    assert view.seat is not None
    exact = solve(view.bare_state(), [move])
    if exact is not None:
        return exact.win_share[view.seat]
    return searched(view, JUDGE, JUDGE_SEED, [move]).win_share[view.seat]


def misses(view: View, best: str, seed: int) -> int:
    """Return how many of the searches of the ladder choose another move than the best one."""
    tries = [(nodes, seed + number) for nodes in LADDER for number in range(TRIES)]
    return sum(searched(view, nodes, each).move != best for nodes, each in tries)


def rating_of(missed: int, place: int) -> int:
    """Return the rating that a puzzle begins with.

    It rises with the number of searches that missed the best move, and with its place at first sight, counted from 1.
    """
    return round(800 + 40 * missed + 50 * math.log2(place))
