"""Rounds of visits: descents whose leaves wait, one call that evaluates them all, and their backups."""

from libc.stdint cimport uint32_t, uint8_t
from urbanist.engine.game cimport Head
from urbanist.search.binding cimport Bound
from urbanist.search.verbs cimport DEEPEST, Search, Worker


cdef struct Descent:
    # The path to a leaf.
    int depth
    uint32_t[DEEPEST] path
    uint8_t[DEEPEST] chooser


cdef struct WidenParams:
    # The widening rule by which a node is evaluated again, because too few of its children are legal in this world.
    float widen
    float power

cdef enum:
    AT_ONCE = 64  # leaves of a round

cdef bint wide_for_world(const void* context, const Search* s, Worker* w, uint32_t parent, int known) noexcept nogil
cdef uint32_t stop_here(const void* context, Search* s, Worker* w, uint32_t parent) noexcept nogil
cdef bint grow(
    Search* s, Worker* w, uint32_t parent, const float* logits, int width, bint by_action, float noise) noexcept nogil


cdef class LeafRounds:
    cdef readonly object network  # an `ImportedNetwork`
    cdef object room  # a batch with a record for each leaf
    cdef Bound own  # an expansion by the priors of the game
    cdef bint ranks  # whether the network ranks moves
    cdef float noise
    cdef float temperature
    cdef WidenParams growth
    cdef Descent[AT_ONCE] descents
    cdef open(self, Search* s, object state)
    cdef int play(self, Search* s, Worker* w, const Head* root, long most) except -1
    cdef int settle(self, Search* s, Worker* w, int waiting, unsigned char* memory) except -1
