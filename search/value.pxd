"""A small network that estimates win shares and final points of all seats from the features of a position."""

cpdef enum:
    WIDTH = 32  # units of each hidden layer


cdef struct Layers:
    # Weights by input, then by unit.
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
