"""The searches that find puzzles and prove one move clearly best, all from what one seat may see; or the exact end.

The finder looks through the decisions of a game for puzzles, with the cheapest question first.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from urbanist.bots.analysis.decisions import GRADES
from urbanist.bots.table.puzzles.motif import motif_of
from urbanist.bots.table.puzzles.puzzle import Puzzle, Source
from urbanist.engine.event import Move
from urbanist.engine.game import Game
from urbanist.engine.history import View
from urbanist.search.ending import Solution, solve
from urbanist.search.ismcts import ismcts
from urbanist.search.network import network_of
from urbanist.search.options import SearchOptions
from urbanist.search.result import Result

#: The visits of a short search, which must miss the best move; of the search that must find it; and how many times as
#: many visits each search of a proof has.
SHORT, LONG, TIMES = 150, 1000, 20
#: The searches that tell how hard a puzzle is: their visits, and the number of seeds of each.
LADDER, TRIES = (25, 50, 100, 200, 400, 800), 3
#: The visits and the seed of a search that evaluates one move of which no proof says anything.
JUDGE, JUDGE_SEED = 4000, 40
#: MiB of a tree: 20,000 visits need less.
MEMORY = 128


def evaluation_of(game: Game) -> Literal["playout", "net"]:
    """Return how a leaf is evaluated; explicit, so that the same puzzles are found when a game gets another default."""
    return "playout" if network_of(game) is None else "net"


def searched(
    view: View, nodes: int, seed: int, only: Sequence[Move] = (), *, thorough: bool = False
) -> Result:
    """Return the result of a search from a view; it looks `only` at these moves, if there are any.

    It solves no endings. Unless it is `thorough` it has the game's own order of moves: its visits tell how hard a move
    is to find. A thorough one ranks the moves of the root as the default search does, so that it overlooks none.
    Neither has common draws, as when the shipped puzzles were found.
    """
    options = SearchOptions(
        nodes=nodes,
        seed=seed,
        memory=MEMORY,
        eval=evaluation_of(view.game),
        endings=False,
        afterstates=None if thorough else 0,
        common_draws=False,
    )
    return ismcts(view, options=options, moves=only)


def exactly(view: View, moves: Sequence[Move] = ()) -> Solution | None:
    """Return the best of some moves, or of all, and the exact win shares that it leaves; None if they are not known.

    They are known where the game solves its own endings, which depend on nothing that is hidden.
    """
    return solve(view.bare_state(), moves)


def at_first_sight(view: View, best: Move) -> tuple[int, Move]:
    """Return the rank of a move by prior (no search), from 1, and the move with the highest prior."""
    state = view.bare_state()
    values = dict(
        zip(view.game.notation.moves(state.moves().tolist()), map(float, state.priors()), strict=True)
    )
    place = 1 + sum(value > values[best] for value in values.values())
    return place, min(values, key=lambda move: (-values[move], str(move)))


def judged(view: View, move: Move) -> float:
    """Return the win share that a move leaves the seat to move: the exact one, or by a search of this move alone."""
    assert view.seat is not None
    exact = exactly(view, [move])
    if exact is not None:
        return exact.win_share[view.seat]
    return searched(view, JUDGE, JUDGE_SEED, [move]).win_share[view.seat]


def misses(view: View, best: Move, seed: int) -> int:
    """Return how many of the searches of increasing size choose another move than the best one."""
    tries = [(nodes, seed + number) for nodes in LADDER for number in range(TRIES)]
    return sum(searched(view, nodes, each).move != best for nodes, each in tries)


def rating_of(missed: int, place: int) -> int:
    """Return the rating that a puzzle begins with.

    It rises with the number of searches that missed the best move, and with the rank of the move by prior, counted from
    1.
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
        """The margin in win share of the best move over the second best."""
        return self.share - self.second_share


def proved(view: View, best: Move, nodes: int, seed: int, least: float) -> Proof | None:
    """Return the proof that a move is best by a margin of at least `least`; None if it is not.

    Four searches have `nodes` visits each. The first may play any move and must choose this one. The second looks at
    all others: its choice is the second best. The others judge these two moves alone. Alternatives are worth what the
    second search or the last one says, whichever is more. Where the ending is solved, no search is needed.
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
    others = search(seed + 2, [move for move in view.bare_state().legal() if move != best])
    if share - others.win_share[seat] < least:
        return None
    alone = search(seed + 3, [others.move]).win_share[seat]
    proof = Proof(share, others.move, max(others.win_share[seat], alone))
    return proof if proof.margin >= least else None


def solved(view: View, best: Move) -> Proof | None:
    """Return the exact win shares that a move and the best other one leave; None if they are not known."""
    seat = view.seat
    assert seat is not None
    solution = exactly(view, [best])
    others = [move for move in view.bare_state().legal() if move != best]
    if solution is None or not others:
        return None
    second = exactly(view, others)
    if second is None:
        return None
    return Proof(solution.win_share[seat], second.move, second.win_share[seat])


#: The usual least margin of a new puzzle: any other move is at least a mistake.
MARGIN = GRADES["mistake"]
#: The part of the margin that the long search must see, and the parts that proofs with multiples of its visits must
#: find; the part that the last proof must find again with another seed.
GAP = 1 / 3
PROOFS = ((1, 5 / 7), (5, 6 / 7), (TIMES, 1.0))
AGAIN = 5 / 7
#: The seed of the last proof, which anybody can repeat, and the part of the margin that must still be there: two
#: searches never agree to the last digit.
CHECK_SEED, CHECKED = 100, 1 / 2
#: Moves with fewer visits than this have no value worth comparing.
VISITS = 10
#: The least number of moves: a choice between two needs no search.
MOVES = 3
#: The seeds of searches; each proof takes four, from its own seed on.
SHORT_SEEDS, LONG_SEEDS, PROOF_SEEDS, LADDER_SEED = (1, 2), (3, 4), (10, 20), 30


def puzzle_at(view: View, source: Source, margin: float = MARGIN) -> Puzzle | None:
    """Return the puzzle of a position from the view of the seat to move; None if it is none.

    The long search must choose the same move with each of its seeds. This move must not have the highest prior, and the
    short search must miss it with each of its seeds. Proofs of more and more visits must find it best by the margin,
    the last one with two seeds; and it must stand the check that anybody can make later.
    """
    if len(view.bare_state().moves()) < MOVES:
        return None
    tempting = searched(view, SHORT, SHORT_SEEDS[0]).move
    result = searched(view, LONG, LONG_SEEDS[0])
    best = result.move
    if best == tempting or _gap(result) < GAP * margin:
        return None
    place, obvious = at_first_sight(view, best)
    if place == 1 or searched(view, SHORT, SHORT_SEEDS[1]).move == best:
        return None
    if searched(view, LONG, LONG_SEEDS[1]).move != best:
        return None
    proof = None
    for times, part in PROOFS:
        proof = proved(view, best, times * LONG, PROOF_SEEDS[0], part * margin)
        if proof is None:
            return None
    again = ((PROOF_SEEDS[1], AGAIN), (CHECK_SEED, CHECKED))
    if proof is None or not all(
        proved(view, best, TIMES * LONG, seed, part * margin) for seed, part in again
    ):
        return None
    return _written(view, best, proof, (tempting, obvious), place, source)


def ending_at(view: View, source: Source, margin: float = MARGIN) -> Puzzle | None:
    """Return the puzzle of a position near the end from the view of the seat to move; None if it is none.

    The ending must be solved, so that the best move is known: no other one leaves as much of the win, by the margin.
    This move must not have the best value at first sight, and the short search must miss it with each of its seeds.
    """
    solution = exactly(view) if len(view.bare_state().moves()) >= MOVES else None
    if solution is None:
        return None
    place, obvious = at_first_sight(view, solution.move)
    short = [searched(view, SHORT, seed).move for seed in SHORT_SEEDS] if place > 1 else [solution.move]
    if solution.move in short:
        return None
    proof = solved(view, solution.move)
    if proof is None or proof.margin < margin:
        return None
    return _written(view, solution.move, proof, (short[0], obvious), place, source)


def _gap(result: Result) -> float:
    """Return the margin in value of a search's best move over any other."""
    best, *others = result.values
    return best.value - max((other.value for other in others if other.visits >= VISITS), default=0.0)


def _written(
    view: View, best: Move, proof: Proof, tempting: tuple[Move, Move], place: int, source: Source
) -> Puzzle:
    """Return the puzzle of a proved position."""
    seat = view.seat
    assert seat is not None
    others = {proof.second: proof.second_share}
    for move in tempting:
        if move not in others:
            others[move] = min(judged(view, move), proof.second_share)
    missed = misses(view, best, LADDER_SEED)
    return Puzzle(
        seat=seat,
        deal=view.deal,
        events=view.texts,
        best=str(best),
        share=round(proof.share, 3),
        others={str(move): round(share, 3) for move, share in others.items()},
        nodes=LONG,
        missed=missed,
        place=place,
        rating=rating_of(missed, place),
        source=source,
        motif=motif_of(view, best, proof.second, proof.margin),
    )


def puzzles_in(
    views: Iterator[tuple[int, View]], what: str, game: int, margin: float = MARGIN, *, endings: bool = False
) -> Iterator[Puzzle]:
    """Yield the puzzles among decisions of a game, each the event at which it was made and the view of its seat.

    With `endings` they are those of the last turns, which are solved.
    """
    find = ending_at if endings else puzzle_at
    for event, view in views:
        puzzle = find(view, Source(what, game, event), margin)
        if puzzle is not None:
            yield puzzle
