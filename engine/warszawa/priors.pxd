"""Move priors of Warszawa, in points, and the features of moves."""

from urbanist.engine.game cimport Head, Move

cdef void priors(const Head* state, const Move* moves, int count, float* prior, float* row) noexcept nogil
