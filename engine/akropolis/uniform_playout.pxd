"""Uniform playouts of Akropolis."""

from libc.stdint cimport uint64_t
from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport Head

cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil
cdef void playout_batch(Head* states, Py_ssize_t n, uint64_t seed, uint64_t stream) noexcept nogil
