"""The searches that find puzzles and prove one move clearly best, all from what one seat may see; or the exact end."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from urbanist.engine.event import Move
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
    view: View, nodes: int, seed: int, only: Sequence[Move] = (), *, thorough: bool = False
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


def at_first_sight(view: View) -> list[tuple[Move, float]]:
    """Return the moves with the values that the game gives them without a search, the best first."""
    state = view.bare_state()
    found = zip(state.legal_moves(), map(float, state.priors()), strict=True)
    return sorted(found, key=lambda each: (-each[1], str(each[0])))


def judged(view: View, move: Move) -> float:
    """Return the win share that a move leaves the seat to move: the exact one, or by a search of this move alone."""
    assert view.seat is not None
    exact = solve(view.bare_state(), [move])
    if exact is not None:
        return exact.win_share[view.seat]
    return searched(view, JUDGE, JUDGE_SEED, [move]).win_share[view.seat]


def misses(view: View, best: Move, seed: int) -> int:
    """Return how many of the searches of the ladder choose another move than the best one."""
    tries = [(nodes, seed + number) for nodes in LADDER for number in range(TRIES)]
    return sum(searched(view, nodes, each).move != best for nodes, each in tries)


def rating_of(missed: int, place: int) -> int:
    """Return the rating that a puzzle begins with.

    It rises with the number of searches that missed the best move, and with its place at first sight, counted from 1.
    """
    return round(800 + 40 * missed + 50 * math.log2(place))


@dataclass(frozen=True, slots=True)
class Proof:
    """The win share that the best move leaves its seat, the best other move, and the win share that this one leaves."""

    share: float
    second: Move
    second_share: float

    @property
    def margin(self) -> float:
        """How much more of the win the best move leaves."""
        return self.share - self.second_share


def proved(view: View, best: Move, nodes: int, seed: int, least: float) -> Proof | None:
    """Return the proof that a move is best by a margin of at least `least`; None if it is not.

    Four searches have `nodes` visits each. The first may play any move and must choose this one. The second looks at
    all others: its choice is the second best. The others judge these two moves alone. Alternatives are worth what the
    second search or the last one says, whichever is more. Where the game solves its end, no search is needed.
    """
    seat = view.seat
    assert seat is not None
    exact = solved(view, best)
    if exact is not None:
        return exact if exact.margin >= least else None
    search = partial(searched, view, nodes, thorough=True)
    if search(seed).move != best:
        return None
    share = search(seed + 1, [best]).win_share[seat]
    others = search(seed + 2, [move for move in view.bare_state().legal_moves() if move != best])
    if share - others.win_share[seat] < least:
        return None
    alone = search(seed + 3, [others.move]).win_share[seat]
    proof = Proof(share, others.move, max(others.win_share[seat], alone))
    return proof if proof.margin >= least else None


def solved(view: View, best: Move) -> Proof | None:
    """Return the exact win shares that a move and the best other one leave; None if the game does not solve its end."""
    seat, state = view.seat, view.bare_state()
    assert seat is not None
    found = solve(state, [best])
    others = [move for move in state.legal_moves() if move != best]
    other = solve(state, others) if found is not None and others else None
    if found is None or other is None:
        return None
    return Proof(found.win_share[seat], other.move, other.win_share[seat])
