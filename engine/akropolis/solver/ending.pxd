"""The exact worth of the last plies."""

from libc.stdint cimport int64_t
from urbanist.engine.game cimport Head, Move, Solution, Solver

cdef int64_t solve(
    const Head* state, const Move* moves, int count, int64_t effort, Solver** solver, Solution* out) noexcept nogil
