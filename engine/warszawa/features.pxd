"""Features of a Warszawa position."""

from urbanist.engine.game cimport Head

cdef void features(const Head* state, int observer, float* common, float* row) noexcept nogil
