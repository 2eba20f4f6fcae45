"""A small network that ranks moves by their features.

It has one hidden layer, and weights that lead from the features straight to the output. The softmax of its outputs over
the moves of a position is how much of its visits a search is expected to give to each of them (Silver et al. 2017).
"""

from libc.string cimport memcpy
from urbanist.cext.units cimport add16, dot, rectify


cdef inline float logit(const Policy* policy, float below, const float* row) noexcept nogil:
    """Return the output for one move."""
    cdef float[POLICY_WIDTH] hidden
    cdef float total = below * policy.direct[0]
    cdef int i
    memcpy(hidden, policy.bias, sizeof(hidden))
    add16(&below, 1, 1, policy.hidden, hidden)
    add16(row, policy.inputs - 1, 1, policy.hidden + POLICY_WIDTH, hidden)
    rectify(hidden, POLICY_WIDTH)
    for i in range(policy.inputs - 1):
        total += row[i] * policy.direct[i + 1]
    return total + dot(hidden, policy.out, POLICY_WIDTH)


cdef void rank_moves(const Policy* policy, const float* row, int n, float* prior) noexcept nogil:
    """Replace the priors of moves by the outputs of the network; `row` has the features of each move."""
    cdef float highest = -1e30
    cdef int i
    for i in range(n):
        highest = max(highest, prior[i])
    for i in range(n):
        prior[i] = logit(policy, prior[i] - highest, row + i * (policy.inputs - 1))
