"""Leaf evaluation: playout, network, or the mean of both."""

from urbanist.search.utility cimport Utility
from urbanist.search.value cimport Layers
from urbanist.search.verbs cimport Search, Worker


cdef struct LeafParams:
    # The default context of a leaf evaluation: the options that it reads.
    bint informed
    int plies  # of a playout before the network estimates, for each opponent
    Utility utility
    float spread
    Layers layers  # of the network, if there is one

cdef void playout_leaf(const void* context, const Search* s, Worker* w) noexcept nogil
