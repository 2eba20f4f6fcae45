"""Which of the known children of a node a visit goes to."""

from urbanist.search.verbs cimport Selection

cdef Selection selection_of(str name, object options) except *
