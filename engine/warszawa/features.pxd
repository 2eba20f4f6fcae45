"""A Warszawa position as numbers."""

from urbanist.engine.game cimport Head

cdef void features(const Head* state, int observer, float* common, float* row) noexcept nogil
