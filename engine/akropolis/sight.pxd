"""What a seat sees of an Akropolis position beside features, and moves as actions."""

from libc.stdint cimport int32_t
from urbanist.engine.akropolis.position cimport MARKET, TURNS
from urbanist.engine.game cimport Head, Move

cdef enum:
    SIDE = 64  # rows of a plane, and columns of a row
    ACTIONS = MARKET * 2 * TURNS * SIDE * SIDE

cdef void observe(const Head* state, int observer, float* details, float* plane) noexcept nogil
cdef void observe_seat(const Head* state, int observer, int seat, float* details, float* plane) noexcept nogil
cdef int32_t action(const Head* state, Move move) noexcept nogil
