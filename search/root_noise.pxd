"""Random preferences among the moves of a root, so that self-play tries moves that its priors rank low."""

from libc.stdint cimport uint64_t
from urbanist.engine.game cimport Move

cdef void add_root_noise(
    uint64_t seed, float share, float temperature, const Move* moves, int n, float* prior) noexcept nogil
