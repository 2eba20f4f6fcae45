"""The worlds that a search visits."""

from urbanist.search.verbs cimport Worlds

cdef Worlds worlds_of(str name) except *
