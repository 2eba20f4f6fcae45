"""Sources of worlds: the state that a visit plays in.

A new determinization at each visit follows Cowling, Powley and Whitehouse 2012 (single-observer ISMCTS).
"""

from libc.string cimport memcpy

from urbanist.cext.rng cimport rng_unit
from urbanist.engine.game cimport Head
from urbanist.search.belief cimport Hypotheses, drawn_hypothesis, hide_all
from urbanist.search.verbs cimport Search, Worker, as_worlds


cdef void given(const void* context, const Search* s, Worker* w, const Head* root) noexcept nogil:
    """Use the root itself as the world."""
    memcpy(w.state, root, s.ops.size)


cdef void even(const void* context, const Search* s, Worker* w, const Head* root) noexcept nogil:
    """Sample a determinization, uniformly from the observer's information set."""
    memcpy(w.state, root, s.ops.size)
    s.ops.reshuffle(w.state, s.observer, &w.rng)


cdef void believed(const void* context, const Search* s, Worker* w, const Head* root) noexcept nogil:
    """Sample secrets from the belief, and all else that the observer cannot know uniformly."""
    even(NULL, s, w, root)
    hide_all(&s.ops, w.state, drawn_hypothesis(<const Hypotheses*>context, rng_unit(&w.rng)))


GIVEN = as_worlds(given)
EVEN = as_worlds(even)
BELIEVED = as_worlds(believed)
