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


cdef inline void write_out(
    const Layers* layers, int seat, float[WIDTH] second, float* win_share, float* points,
) noexcept nogil:
    """Write the outputs for a seat, from the sums of its second layer."""
    rectify(second, WIDTH)
    win_share[seat] = dot(second, layers.win, WIDTH)
    points[seat] = layers.points_bias + dot(second, layers.points, WIDTH)


cdef inline void share_out(int seats, float* win_share) noexcept nogil:
    """Replace one output a seat by their softmax."""
    cdef float highest = -1e30
    cdef float whole = 0
    cdef int seat
    for seat in range(seats):
        highest = max(highest, win_share[seat])
    for seat in range(seats):
        win_share[seat] = <float>exp(win_share[seat] - highest)
        whole += win_share[seat]
    for seat in range(seats):
        win_share[seat] /= whole


cdef void estimate(
    const Layers* layers, const float* common, const float* row, int seats, float* win_share, float* points,
) noexcept nogil:
    """Write each seat's win share and final points."""
    cdef float[MAX_SEATS][WIDTH] first
    cdef float[WIDTH] shared, others, second
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
        write_out(layers, seat, second, win_share, points)
    share_out(seats, win_share)


cdef void estimate_others(
    const Layers* layers, const float* common, const float* row, int seats, int own, Others* others,
) noexcept nogil:
    """Write what the network makes of all rows but the `own` one."""
    cdef float[MAX_SEATS][WIDTH] first
    cdef float[WIDTH] rest
    cdef int seat, other, unit
    others.seats, others.own = seats, own
    memcpy(others.shared, layers.first_bias, sizeof(others.shared))
    add32(common, layers.common, 1, layers.from_common, others.shared)
    for seat in range(seats):
        memcpy(first[seat], others.shared, sizeof(others.shared))
        add32(row + layers.row * seat, layers.row, 1, layers.from_row, first[seat])
        rectify(first[seat], WIDTH)
    for seat in range(seats):
        memcpy(others.second[seat], layers.second_bias, sizeof(others.shared))
        if seat != own:
            add32(first[seat], WIDTH, 1, layers.from_own, others.second[seat])
        for unit in range(WIDTH):
            rest[unit] = 0
        for other in range(seats):
            if other != seat and other != own:
                for unit in range(WIDTH):
                    rest[unit] += first[other][unit]
        add32(rest, WIDTH, <float>1 / max(seats - 1, 1), layers.from_others, others.second[seat])


cdef void estimate_with(
    const Layers* layers, const Others* others, const float* row, float* win_share, float* points,
) noexcept nogil:
    """Write what `estimate` writes, but for rounding, if the own seat has this row."""
    cdef float[WIDTH] first, second, added
    cdef int seat, unit
    memcpy(first, others.shared, sizeof(first))
    add32(row, layers.row, 1, layers.from_row, first)
    rectify(first, WIDTH)
    for unit in range(WIDTH):
        added[unit] = 0
    add32(first, WIDTH, <float>1 / max(others.seats - 1, 1), layers.from_others, added)
    for seat in range(others.seats):
        memcpy(second, others.second[seat], sizeof(second))
        if seat == others.own:
            add32(first, WIDTH, 1, layers.from_own, second)
        else:
            for unit in range(WIDTH):
                second[unit] += added[unit]
        write_out(layers, seat, second, win_share, points)
    share_out(others.seats, win_share)
