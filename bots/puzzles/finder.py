"""The finder: it looks through the decisions of a game for puzzles, with the cheapest question first."""

from collections.abc import Iterator

from urbanist.bots.analysis.decisions import GRADES
from urbanist.bots.puzzles.proof import (
    LONG,
    SHORT,
    TIMES,
    Proof,
    at_first_sight,
    judged,
    misses,
    proved,
    rating_of,
    searched,
    solved,
)
from urbanist.bots.puzzles.puzzle import Puzzle, Source
from urbanist.engine.event import Move
from urbanist.engine.history import View
from urbanist.engine.solution import solve
from urbanist.search.result import Result

#: The usual least margin of a new puzzle: any other move is at least a mistake.
MARGIN = GRADES["mistake"]
#: The part of the margin that the long search must see, and the parts that proofs with so many times its visits must
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

    The long search must choose the same move with each of its seeds. This move must not have the best value at first
    sight, and the short search must miss it with each of its seeds. Proofs of more and more visits must find it best by
    the margin, the last one with two seeds; and it must stand the check that anybody can make later.
    """
    if len(view.bare_state().moves()) < MOVES:
        return None
    tempting = searched(view, SHORT, SHORT_SEEDS[0]).move
    found = searched(view, LONG, LONG_SEEDS[0])
    best = found.move
    if best == tempting or _gap(found) < GAP * margin:
        return None
    sight = at_first_sight(view)
    value = dict(sight)[best]
    place = 1 + sum(other > value for _, other in sight)
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
    return _written(view, best, proof, (tempting, sight[0][0]), place, source)


def ending_at(view: View, source: Source, margin: float = MARGIN) -> Puzzle | None:
    """Return the puzzle of a position near the end from the view of the seat to move; None if it is none.

    The game must solve its end, so that the best move is known: no other one leaves as much of the win, by the margin.
    This move must not have the best value at first sight, and the short search must miss it with each of its seeds.
    """
    found = solve(view.bare_state()) if len(view.bare_state().moves()) >= MOVES else None
    proof = None if found is None else solved(view, found.move)
    if found is None or proof is None or proof.margin < margin:
        return None
    sight = at_first_sight(view)
    value = dict(sight)[found.move]
    place = 1 + sum(other > value for _, other in sight)
    short = [searched(view, SHORT, seed).move for seed in SHORT_SEEDS] if place > 1 else [found.move]
    if found.move in short:
        return None
    return _written(view, found.move, proof, (short[0], sight[0][0]), place, source)


def _gap(found: Result) -> float:
    """Return how much more the best move of a search is worth to it than any other."""
    best, *others = found.values
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
    )


def puzzles_in(
    views: Iterator[tuple[int, View]], what: str, game: int, margin: float = MARGIN, *, endings: bool = False
) -> Iterator[Puzzle]:
    """Yield the puzzles among decisions of a game, each the event at which it was made and the view of its seat.

    With `endings` they are those of the last turns, which the game solves.
    """
    find = ending_at if endings else puzzle_at
    for event, view in views:
        found = find(view, Source(what, game, event), margin)
        if found is not None:
            yield found
