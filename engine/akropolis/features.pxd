"""Features of an Akropolis position."""

from urbanist.engine.game cimport Head, Move

cdef void features(const Head* state, int observer, float* common, float* row) noexcept nogil
cdef int features_after(
    const Head* state, const Move* moves, int n, int observer, float* common, float* row, float* own,
) noexcept nogil
