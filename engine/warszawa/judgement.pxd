"""What a Warszawa player would think of a move: promises in points, and a cheap informed policy."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport Head, Move

cdef void appraise(const Head* state, const Move* moves, int count, float* promise) noexcept nogil
cdef void rollout(Head* state, Rng* rng) noexcept nogil
