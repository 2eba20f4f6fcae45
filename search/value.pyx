"""A small network that estimates win shares and final points of all seats from the features of a position.

Each seat has the same weights: a layer reads the row of a seat and the common features, a second layer reads what the
first one says of the seat and, on average, of the other seats. So the network takes any number of seats, in any order
(Zaheer et al. 2017, Deep Sets). The win shares are the softmax of one output a seat. Every build finds the same, to the
last bit.
"""

from libc.math cimport exp
from libc.string cimport memcpy

from urbanist.cext.units cimport add32, dot, rectify
from urbanist.engine.game cimport MAX_SEATS


cdef void estimate(
    const Layers* layers, const float* common, const float* row, int seats, float* win_share, float* points,
) noexcept nogil:
    """Write each seat's win share and final points."""
    cdef float[MAX_SEATS][WIDTH] first
    cdef float[WIDTH] shared, others, second
    cdef float highest = -1e30
    cdef float whole = 0
    cdef int seat, other, unit
    memcpy(shared, layers.first_bias, sizeof(shared))
    add32(common, layers.common, 1, layers.from_common, shared)
    for seat in range(seats):
        memcpy(first[seat], shared, sizeof(shared))
        add32(row + layers.row * seat, layers.row, 1, layers.from_row, first[seat])
        rectify(first[seat], WIDTH)
    for seat in range(seats):
        memcpy(second, layers.second_bias, sizeof(second))
        add32(first[seat], WIDTH, 1, layers.from_own, second)
        for unit in range(WIDTH):
            others[unit] = 0
        for other in range(seats):
            if other != seat:
                for unit in range(WIDTH):
                    others[unit] += first[other][unit]
        add32(others, WIDTH, <float>1 / max(seats - 1, 1), layers.from_others, second)
        rectify(second, WIDTH)
        win_share[seat] = dot(second, layers.win, WIDTH)
        points[seat] = layers.points_bias + dot(second, layers.points, WIDTH)
        highest = max(highest, win_share[seat])
    for seat in range(seats):
        win_share[seat] = <float>exp(win_share[seat] - highest)
        whole += win_share[seat]
    for seat in range(seats):
        win_share[seat] /= whole
