"""The value of the position at the end of a descent."""

from urbanist.search.utility cimport Utility
from urbanist.search.value cimport Layers
from urbanist.search.verbs cimport Search, Worker


cdef struct LeafParams:
    # The numbers of the options, which the context of an evaluation has by default.
    bint informed
    int plies  # of a playout before the network estimates
    Utility utility
    float spread
    Layers layers  # of the network, if there is one

cdef void playout_leaf(const void* context, const Search* s, Worker* w) noexcept nogil
