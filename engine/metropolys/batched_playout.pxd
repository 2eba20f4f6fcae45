"""Batched uniform playouts of Metropolys."""

from libc.stdint cimport uint64_t
from urbanist.engine.game cimport Head

cdef void playout_batch(Head* states, Py_ssize_t n, uint64_t seed, uint64_t stream) noexcept nogil
