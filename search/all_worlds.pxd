"""The whole information set of an observer, with probabilities, where hidden information affects only scores."""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport Game, Head, State
from urbanist.search.belief cimport Belief

cdef enum:
    SLOTS = 8192


cdef struct WorldIndex:
    # The worlds by their keys.
    uint64_t[SLOTS] key
    uint32_t[SLOTS] number  # counted from 1; 0: nothing here


cdef class AllWorlds:
    cdef Game game
    cdef State root
    cdef int observer
    cdef Belief belief
    cdef Head* states
    cdef double* weight  # of each world; their sum is 1
    cdef int count  # 0: they are not gathered yet
    cdef bint hopeless  # hidden information affects more than scores, or there are too many worlds
    cdef Head* state(self, int number)
    cdef bint draw(self, int number, Rng* rng)
    cdef long gather(self, long effort) except -1
    cdef int gather_believed(self, WorldIndex* seen, Rng* rng) except -1
    cdef share_out(self)
    cdef list samples(self, uint16_t* sample)
    cdef list secrets(self)
