"""Validation of Akropolis records."""

from urbanist.engine.game cimport Head

cdef const char* validate(const Head* state) noexcept nogil
