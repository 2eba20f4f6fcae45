"""The value network: win shares and final points of all seats from the features of a position."""

from urbanist.engine.game cimport MAX_SEATS

cpdef enum:
    WIDTH = 32  # units of each hidden layer, if nothing else is asked for; a network may have 2 to 8 times as many
    MAX_WIDTH = 256


cdef struct Layers:
    # Matrices by 32 units, within them by input, then by unit, see `network.in_blocks`.
    int width  # units of each hidden layer, a multiple of 32
    int common  # numbers of inputs
    int row
    const float* from_common
    const float* from_row
    const float* first_bias
    const float* from_own
    const float* from_others
    const float* second_bias
    const float* win  # by unit of the second layer
    const float* points
    float points_bias


cdef void estimate(
    const Layers* layers, const float* common, const float* row, int seats, float* win_share, float* points,
) noexcept nogil


cdef struct Others:
    # Partial sums of the network without the row of one seat, so that many rows of that seat can be evaluated.
    int seats
    int own  # that seat
    float[MAX_WIDTH] shared  # sums of the first layer, from the common features
    float[MAX_SEATS * MAX_WIDTH] second  # sums of the second layer for each seat, one after the other


cdef void estimate_others(
    const Layers* layers, const float* common, const float* row, int seats, int own, Others* others,
) noexcept nogil
cdef void estimate_with(
    const Layers* layers, const Others* others, const float* row, float* win_share, float* points,
) noexcept nogil
