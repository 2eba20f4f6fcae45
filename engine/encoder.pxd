"""Observation encoder, and action space."""

from libc.stdint cimport int32_t, uint8_t, uint64_t
from urbanist.cext.narrow cimport Form
from urbanist.engine.game cimport Game, GameOps, Head, Move


cdef enum:
    # Rows of so many bytes each and together are written past the cache, which would not keep them until they are read.
    LONG_ROW = 1 << 14
    CACHED = 1 << 22


cdef struct RowFormat:
    # How an observation becomes a row of numbers: where its parts begin, and what is done to its numbers at last.
    const GameOps* ops
    bint cropped
    bint revealed  # what all seats together see
    bint detailed  # with what the game adds to its features
    int table  # seats for which there is room
    int common_features
    int seat_features
    int common_width  # numbers of what all seats share
    int seat_width  # numbers of a seat
    int common_planes
    int seat_planes  # of a seat
    int head  # numbers before the planes
    int width  # numbers of a row
    int places  # numbers of a plane
    Form form
    const float* low  # of each number before the planes, then of each plane; NULL: nothing is scaled
    const float* factor


cdef struct ActionSpace:
    # How moves become actions, and where those of a record are marked.
    const GameOps* ops
    bint cropped
    bint packed  # eight actions are one byte, the first one its lowest bit
    bint past_cache  # whether masks are too many for the cache
    int count
    int width  # bytes of a mask


cdef class Encoder:
    cdef readonly Game game
    cdef readonly object layout
    cdef readonly object dtype
    cdef readonly int size  # numbers of a row
    cdef readonly int seats
    cdef readonly bint cropped
    cdef object scales
    cdef RowFormat row_format


cdef ActionSpace action_space_of(Game game, bint cropped, bint packed, Py_ssize_t n=*) except *
cdef float* new_scratch(const RowFormat* row_format) noexcept nogil
cdef void observe_one(
    const RowFormat* row_format, const Head* state, int observer, float* scratch, void* row, bint past_cache,
) noexcept nogil
cdef uint64_t* new_bits(const ActionSpace* space) noexcept nogil
cdef void mark_legal(const ActionSpace* space, const Head* state, uint64_t* bits, uint8_t* mask) noexcept nogil


cdef inline bint goes_past_cache(Py_ssize_t n, Py_ssize_t size) noexcept nogil:
    """Return whether n rows of so many bytes are written by non-temporal stores, past the cache."""
    return size > LONG_ROW and n * size > CACHED
