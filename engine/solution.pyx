"""What an ending is worth if all seats play on as well as they can."""

from dataclasses import dataclass
from time import perf_counter

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport INFINITY
from libc.stdint cimport INT64_MAX, int64_t
from libc.stdlib cimport free, malloc
from urbanist.engine.game cimport MAX_MOVES, TO_THE_END, Move, State


@dataclass(frozen=True, slots=True)
class Solution:
    """A best move in notation, the exact win shares and final points of all seats, and the effort that it takes.

    Win shares and points are expectations if chance is left.
    """

    move: str
    win_share: tuple[float, ...]
    points: tuple[float, ...]
    effort: int


cdef class Solving:
    """The game's own solver at work on the best of some moves of a position, or of all if there are none.

    The game must have one, and no chance event may be due. The moves must be legal.
    """

    def __cinit__(self, State state not None, list moves not None):
        cdef int i
        self.state = state
        if moves:
            self.moves = <Move*>malloc(len(moves) * sizeof(Move))
            if self.moves == NULL:
                raise MemoryError("no memory for a solver")
            self.count = len(moves)
            for i in range(self.count):
                self.moves[i] = moves[i]

    def __dealloc__(self):
        free(self.moves)
        self.release()

    cdef void release(self) noexcept:
        """Free what the game keeps."""
        if self.solver != NULL:
            self.solver.release(self.solver)
        self.solver = NULL

    @property
    def begun(self):
        """Whether the game has begun to solve it, and would go on with more effort."""
        return self.solver != NULL

    @property
    def solution(self):
        """The exact `Solution`; None: it is not known yet."""
        if not self.spent:
            return None
        seats = range(self.state.seats)
        return Solution(
            self.state.game.notation.move(self.found.move),
            tuple([self.found.win_share[seat] for seat in seats]),
            tuple([self.found.points[seat] for seat in seats]), self.spent)

    cpdef bint go_on(self, int64_t effort, double until=INFINITY) except -1:
        """Return whether it is solved with this effort in all, or with what is done before a time of `perf_counter`.

        At least some milliseconds are spent, and signals are heard after them each time.
        """
        while not self.spent and self.tried < effort:
            with nogil:
                self.spent = self.state.game.ops.solve(
                    self.state.head, self.moves, self.count, effort, &self.solver, &self.found)
            if self.spent:
                self.release()
            elif self.solver == NULL:
                self.tried = INT64_MAX  # the game does not solve it
            else:
                self.tried = self.solver.tried
            PyErr_CheckSignals()
            if perf_counter() >= until:
                break
        return self.spent != 0


def solve(State state not None, moves=(), *, long long effort=TO_THE_END):
    """Return the exact `Solution` of an ending by the best of some legal moves (none given: of all).

    Return None if the game does not solve this position within `effort`. Raise `IllegalMove` as `State.play` does.
    """
    cdef Solving solving
    if state.game.ops.solve == NULL or state.over or state.due:
        return None
    if len(moves) > MAX_MOVES:
        raise ValueError(f"{len(moves)} moves: at most {MAX_MOVES}")
    words = [state.game.notation.read_move(move) if isinstance(move, str) else move for move in moves]
    for word in words:
        state.play(word)  # raises `IllegalMove`
    solving = Solving(state, words)
    solving.go_on(effort)
    return solving.solution
