"""One visit of a tree search: sample a world, descend, evaluate the leaf, back up."""

from libc.stdint cimport uint32_t
from urbanist.engine.game cimport Head
from urbanist.search.verbs cimport Search, Worker

cdef int descend(Search* s, Worker* w, const Head* root, uint32_t* path) noexcept nogil
cdef void visit(Search* s, Worker* w, const Head* root) noexcept nogil
