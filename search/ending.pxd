"""Exact endings: what the last turns of a game are worth, by the game's own solver."""

from libc.stdint cimport int64_t
from urbanist.engine.game cimport Move, Solution as Found, Solver, State


cdef class Solving:
    cdef State state
    cdef Move* moves
    cdef int count
    cdef Solver* solver  # what the game keeps; NULL: nothing
    cdef Found exact
    cdef int64_t tried  # the effort until now
    cdef int64_t spent  # the least effort that solves it; 0: it is not known
    cdef void release(self) noexcept
    cpdef bint go_on(self, int64_t effort, double until=*) except -1


cdef class Ending:
    cdef Solving solving
    cdef list only
    cdef object options
    cdef readonly object exact  # the exact result; None: it is not solved
    cdef double asked_visits  # of all limits of the search until now
    cdef double asked_seconds  # of all limits, and those by which short searches overran them
    cdef bint is_of(self, State root, list only)
    cdef bint is_solved(self, object limit, double started) except -1
    cdef bint goes_on(self, object limit)
    cdef overran(self, double seconds)
    cdef int64_t worth(self, object limit) except -1
    cdef object result(self)
