"""What an ending is worth if all seats play on as well as they can."""

from dataclasses import dataclass

from libc.stdint cimport int64_t
from urbanist.engine.game cimport MAX_MOVES, TO_THE_END, Move, Solution as Found, State


@dataclass(frozen=True, slots=True)
class Solution:
    """A best move in notation, the exact win shares and final points of all seats, and the effort that it took.

    Win shares and points are expectations if chance is left.
    """

    move: str
    win_share: tuple[float, ...]
    points: tuple[float, ...]
    effort: int


def solve(State state not None, moves=(), *, long long effort=TO_THE_END):
    """Return the exact `Solution` of an ending by the best of some legal moves (none given: of all).

    Return None if the game does not solve this position within `effort`. Raise `IllegalMove` as `State.play` does.
    """
    cdef Move[MAX_MOVES] words
    cdef Found found
    cdef int64_t spent
    cdef int n = 0
    if state.game.ops.solve == NULL or state.over or state.due:
        return None
    if len(moves) > MAX_MOVES:
        raise ValueError(f"{len(moves)} moves: at most {MAX_MOVES}")
    for move in moves:
        words[n] = state.game.notation.read_move(move) if isinstance(move, str) else move
        state.play(words[n])  # raises `IllegalMove`
        n += 1
    with nogil:
        spent = state.game.ops.solve(state.head, words if n else NULL, n, effort, &found)
    if not spent:
        return None
    seats = range(state.seats)
    return Solution(
        state.game.notation.write_move(found.move), tuple([found.win_share[seat] for seat in seats]),
        tuple([found.points[seat] for seat in seats]), spent)
