"""Observation encoder and action space of Metropolys."""

from libc.stdint cimport int32_t, uint64_t
from urbanist.cext.planes cimport Planes
from urbanist.engine.game cimport Head, Move

cdef enum:
    CELLS = 55
    ACTIONS = 1 + 13 * CELLS

cdef void observe(const Head* state, int observer, float* details, const Planes* planes) noexcept nogil
cdef void observe_seat(const Head* state, int observer, int seat, float* details, const Planes* planes) noexcept nogil
cdef void actions(const Head* state, const Move* moves, int n, int32_t* out) noexcept nogil
cdef void mark(const Head* state, bint cropped, uint64_t* mask) noexcept nogil
cdef bint find_move(const Head* state, bint cropped, int action, Move* out) noexcept nogil
