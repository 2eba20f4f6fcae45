"""Expansion: the moves that become children of a node, their order and their number."""

from libc.stdint cimport uint32_t
from urbanist.search.tree cimport Tree
from urbanist.search.verbs cimport Search, Worker


cdef struct ExpansionParams:
    # The numbers of the options, which the context of an expansion has by default.
    float widen
    float power
    float noise  # the share of noise in the priors of a root

cdef bint wide_enough(const void* context, const Search* s, Worker* w, uint32_t parent, int known) noexcept nogil
cdef void reorder(const Search* s, Tree* tree) noexcept nogil
cdef int best_few(const Worker* w, int n, int most, int* chosen) noexcept nogil
cdef int untried(Search* s, Worker* w, uint32_t parent, int n, float* highest) noexcept nogil
cdef int keep_permitted(const Search* s, Worker* w, int n) noexcept nogil
