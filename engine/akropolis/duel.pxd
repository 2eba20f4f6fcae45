"""The exact worth of the last plies of a game of two in which a seat has three turns."""

from libc.stdint cimport int64_t
from urbanist.engine.akropolis.position cimport Akropolis
from urbanist.engine.game cimport Move, Solution, Solver

cdef bint is_duel(const Akropolis* a) noexcept nogil
cdef Solver* new_duel(const Akropolis* a, const Move* moves, int count) noexcept nogil
cdef int64_t go_on(Solver* solver, int64_t effort, Solution* out) noexcept nogil
