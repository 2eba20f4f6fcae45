"""Dirichlet noise in the priors of the root, for exploration in self-play."""

from libc.stdint cimport uint64_t
from urbanist.engine.game cimport Move

cdef void add_root_noise(
    uint64_t seed, float share, float temperature, const Move* moves, int n, float* prior) noexcept nogil
