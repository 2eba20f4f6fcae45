"""Where the worlds of a search come from."""

from urbanist.search.verbs cimport Worlds

cdef Worlds worlds_of(str name) except *
