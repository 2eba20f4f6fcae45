"""The worlds that a search visits."""

from urbanist.search.belief cimport Belief
from urbanist.search.verbs cimport Worlds

cdef Worlds worlds_of(str name, Belief belief) except *
