"""Which moves become children of a node, in which order, and how many."""

from urbanist.search.verbs cimport Expansion

cdef Expansion expansion_of(str name, object options) except *
