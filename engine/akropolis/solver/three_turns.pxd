"""The last plies of a game of two in which a seat has three turns, step by step."""

from libc.stdint cimport int64_t
from urbanist.engine.akropolis.solver.subgame cimport Ending

cdef bint has_three_turns(const Ending* e) noexcept nogil
cdef int64_t least_effort(const Ending* e) noexcept nogil
cdef bint three_turn_step(Ending* e) noexcept nogil
cdef void release_three_turns(Ending* e) noexcept nogil
