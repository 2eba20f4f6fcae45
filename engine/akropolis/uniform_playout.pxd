"""Uniform playouts of Akropolis."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport Head

cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil
