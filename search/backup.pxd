"""How the outcome of a visit updates the nodes on its path."""

from urbanist.search.verbs cimport Backup

cdef Backup backup_of(str name) except *
