"""Expansion: the moves that become children of a node, their order and their number."""

from urbanist.search.verbs cimport Expansion

cdef Expansion expansion_of(str name, object options) except *
