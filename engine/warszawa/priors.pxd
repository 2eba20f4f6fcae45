"""The moves of a Warszawa position: priors in points, and features."""

from urbanist.engine.game cimport Head, Move

cdef void priors(const Head* state, const Move* moves, int count, float* prior, float* row) noexcept nogil
