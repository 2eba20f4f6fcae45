"""Binding of verbs: from a row of the registry to a C function and its context, and from C to Python callables."""

from urbanist.engine.game cimport Game
from urbanist.search.verbs cimport Backup


cdef class Calls:
    # The functions of Python of one search: what they see of its threads, and what one of them raised.
    cdef Game game
    cdef object owner  # the search while it thinks, whose memory the views show
    cdef dict views  # of each thread
    cdef readonly object error  # the first one; None: all is well
    cdef begin(self, object owner)
    cdef end(self)
    cdef fail(self, object error)


cdef class Bound:
    # A C function and its context; both are there as long as this is.
    cdef void* call
    cdef void* context
    cdef object kept


cdef struct Tracing:
    Backup backup  # that does the work
    void* trace


cdef class Trace:
    cdef Tracing tracing
    cdef Calls calls
    cdef object call
    cdef Backup over(self, Backup backup, object call, Calls calls)

cdef Bound bound(object row, const char* form, Game game, object options, object network, Calls calls)
