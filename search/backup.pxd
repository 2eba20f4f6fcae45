"""How the outcome of a visit changes the nodes above it."""

from urbanist.search.verbs cimport Backup

cdef Backup backup_of(str name) except *
