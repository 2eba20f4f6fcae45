"""Move priors of Metropolys, in points, and the playout policy."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport Head, Move

cdef void priors(const Head* state, const Move* moves, int count, float* prior, float* row) noexcept nogil
cdef void playout_informed(Head* state, int plies, Rng* rng) noexcept nogil
