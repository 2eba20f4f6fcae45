"""Observation encoder and action space of Akropolis."""

from libc.stdint cimport int32_t, uint64_t
from urbanist.cext.planes cimport Planes
from urbanist.engine.akropolis.position cimport MARKET, TURNS
from urbanist.engine.game cimport Head, Move

cdef enum:
    SIDE = 64  # rows of a plane, and columns of a row
    ACTIONS = MARKET * 2 * TURNS * SIDE * SIDE
    CROP_SIDE = 25  # the same of cropped planes
    CROP_ACTIONS = MARKET * 2 * TURNS * CROP_SIDE * CROP_SIDE

cdef void observe(const Head* state, int observer, float* details, const Planes* planes) noexcept nogil
cdef void observe_seat(const Head* state, int observer, int seat, float* details, const Planes* planes) noexcept nogil
cdef void crop_seat(const Head* state, int observer, int seat, float* details, const Planes* planes) noexcept nogil
cdef void actions(const Head* state, const Move* moves, int count, int32_t* out) noexcept nogil
cdef void crop_actions(const Head* state, const Move* moves, int count, int32_t* out) noexcept nogil
cdef void mark(const Head* state, bint cropped, uint64_t* mask) noexcept nogil
cdef bint find_move(const Head* state, bint cropped, int action, Move* out) noexcept nogil
