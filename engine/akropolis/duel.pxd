"""The last plies of a game of two in which a seat has three turns, step by step."""

from libc.stdint cimport int64_t
from urbanist.engine.akropolis.taking cimport Ending

cdef bint is_duel(const Ending* e) noexcept nogil
cdef int64_t effort_of_duel(const Ending* e) noexcept nogil
cdef bint duel_step(Ending* e) noexcept nogil
cdef void release_duel(Ending* e) noexcept nogil
