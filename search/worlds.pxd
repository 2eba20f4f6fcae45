"""Sources of worlds: the state that a visit plays in."""

from urbanist.engine.game cimport Head
from urbanist.search.verbs cimport Search, Worker

cdef void even(const void* context, const Search* s, Worker* w, const Head* root) noexcept nogil
