"""The exact worth of the last plies of a game of two in which a seat has three turns."""

from libc.stdint cimport int64_t
from urbanist.engine.akropolis.position cimport Akropolis
from urbanist.engine.game cimport Move, Solution

cdef bint is_duel(const Akropolis* a) noexcept nogil
cdef int64_t solve_duel(
    const Akropolis* a, const Move* moves, int count, int64_t effort, Solution* out) noexcept nogil
