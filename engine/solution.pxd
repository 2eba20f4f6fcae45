"""What an ending is worth if all seats play on as well as they can."""

from libc.stdint cimport int64_t
from urbanist.engine.game cimport Move, Solution as Found, Solver, State


cdef class Solving:
    cdef State state
    cdef Move* moves
    cdef int count
    cdef Solver* solver  # what the game keeps; NULL: nothing
    cdef Found found
    cdef int64_t tried  # the effort until now
    cdef int64_t spent  # the least effort that solves it; 0: it is not known
    cdef void release(self) noexcept
    cpdef bint go_on(self, int64_t effort, double until=*) except -1
