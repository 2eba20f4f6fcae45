"""Expected values of an imperfectly informed observer over the graph of an ending."""

from libc.stdint cimport uint32_t
from urbanist.search.graph cimport Expectation, Graph

cdef bint expect(Graph* g, uint32_t at, int depth, Expectation* out) noexcept nogil
cdef void divide(Graph* g, uint32_t at, int depth) noexcept nogil
cdef double share_of_child(Graph* g, uint32_t at, uint32_t child, int depth) noexcept nogil
cdef void follow(Graph* g, uint32_t at, uint32_t child, int depth) noexcept nogil
