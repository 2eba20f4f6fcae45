"""Selection: the child of a node that a visit goes to."""

from urbanist.search.verbs cimport Selection

cdef Selection selection_of(str name, object options) except *
