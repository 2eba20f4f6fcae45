"""Uniform playouts of Warszawa."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.game cimport Head, Move

cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil
cdef Move sample(const Head* state, Rng* rng) noexcept nogil
