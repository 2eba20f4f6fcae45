"""The policy network: logits of moves from their features."""

cpdef enum:
    POLICY_WIDTH = 16  # units of the hidden layer, if nothing else is asked for
    MAX_POLICY_WIDTH = 256


cdef struct Policy:
    # Weights by 16 units, within them by input, then by unit. The first input is how far a move's prior is below the
    # highest one.
    int width  # units of the hidden layer, a multiple of 16
    int inputs
    const float* hidden
    const float* bias
    const float* out  # by unit
    const float* direct  # by input, past the hidden layer


cdef void rank_moves(const Policy* policy, const float* row, int n, float* prior) noexcept nogil
