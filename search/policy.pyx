"""The policy network: logits of moves from their features.

One hidden layer, and a skip connection from the features to the output. The softmax of its outputs over the moves of a
position predicts the visit distribution of a search (Silver et al. 2017).
"""

from libc.string cimport memcpy
from urbanist.cext.units cimport add16x4, dot, rectify


cdef enum:
    AT_ONCE = 4  # moves, to hide the latency of the additions


cdef inline void rank_few(const Policy* policy, const float** row, float* prior) noexcept nogil:
    """Replace the prior gaps of a few moves by their logits."""
    cdef float[AT_ONCE][POLICY_WIDTH] hidden
    cdef float[AT_ONCE] total
    cdef const float* below[AT_ONCE]
    cdef const float* weights
    cdef int i, move, block
    for move in range(AT_ONCE):
        below[move] = prior + move
        total[move] = prior[move] * policy.direct[0]
    for i in range(policy.inputs - 1):
        for move in range(AT_ONCE):
            total[move] += row[move][i] * policy.direct[i + 1]
    for block in range(policy.width // POLICY_WIDTH):
        weights = policy.hidden + block * policy.inputs * POLICY_WIDTH
        for move in range(AT_ONCE):
            memcpy(hidden[move], policy.bias + block * POLICY_WIDTH, sizeof(hidden[move]))
        add16x4(below, 1, weights, hidden[0])
        add16x4(row, policy.inputs - 1, weights + POLICY_WIDTH, hidden[0])
        for move in range(AT_ONCE):
            rectify(hidden[move], POLICY_WIDTH)
            total[move] += dot(hidden[move], policy.out + block * POLICY_WIDTH, POLICY_WIDTH)
    for move in range(AT_ONCE):
        prior[move] = total[move]


cdef void rank_moves(const Policy* policy, const float* row, int n, float* prior) noexcept nogil:
    """Replace the priors of moves by their logits; `row` has the features of each move."""
    cdef const float* rows[AT_ONCE]
    cdef float[AT_ONCE] few
    cdef float highest = -1e30
    cdef int i, group, move, other
    for i in range(n):
        highest = max(highest, prior[i])
    for group in range((n + AT_ONCE - 1) // AT_ONCE):
        i = AT_ONCE * group
        for move in range(AT_ONCE):
            other = min(i + move, n - 1)  # the last group is padded with the last move
            few[move] = prior[other] - highest
            rows[move] = row + other * (policy.inputs - 1)
        rank_few(policy, rows, few)
        for move in range(min(AT_ONCE, n - i)):
            prior[i + move] = few[move]
