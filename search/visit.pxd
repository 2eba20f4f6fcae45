"""One iteration of a tree search: a world, a descent, the value of its leaf, and that value back up."""

from urbanist.engine.game cimport Head
from urbanist.search.verbs cimport Search, Worker

cdef void visit(Search* s, Worker* w, const Head* root) noexcept nogil
