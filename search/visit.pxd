"""One visit of a tree search: draw a world, descend, evaluate the leaf, and back up the value."""

from urbanist.engine.game cimport Head
from urbanist.search.verbs cimport Search, Worker

cdef void visit(Search* s, Worker* w, const Head* root) noexcept nogil
