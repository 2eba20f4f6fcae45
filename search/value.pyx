"""The value network: win shares and final points of all seats from the features of a position.

A Deep Sets network (Zaheer et al. 2017): all seats share the weights. The first layer reads a seat's row and the common
features; the second reads the seat's hidden vector and the mean of those of the other seats. So any number of seats
fits, and permuting the seats permutes the outputs. Win shares are a softmax over the seats. Results are bitwise
the same in every build.
"""

from libc.math cimport exp
from libc.string cimport memcpy, memset

from urbanist.cext.units cimport add32, add_row, dot, rectify, sum_rows
from urbanist.engine.game cimport MAX_SEATS


cdef inline void add_all(
    const float* inputs, int count, float scale, const float* weights, int width, const float* start, float* sums,
) noexcept nogil:
    """Write `start` with each input, times `scale` and its weights, added: the sums of all units."""
    cdef int block
    for block in range(width // WIDTH):
        add32(inputs, count, scale, weights + block * count * WIDTH, start + block * WIDTH, sums + block * WIDTH)


cdef inline void write_out(
    const Layers* layers, int width, int seat, float* second, float* win_share, float* points,
) noexcept nogil:
    """Write the outputs for a seat, from the sums of its second layer."""
    rectify(second, width)
    win_share[seat] = dot(second, layers.win, width)
    points[seat] = layers.points_bias + dot(second, layers.points, width)


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


cdef inline void estimate_of(
    const Layers* layers, int width, const float* common, const float* row, int seats, float* win_share, float* points,
) noexcept nogil:
    """Write each seat's win share and final points."""
    # Contiguous, because addresses 4,096 bytes apart alias in the store buffer.
    cdef float[(MAX_SEATS + 3) * MAX_WIDTH] room
    cdef float* shared = room
    cdef float* others = room + width
    cdef float* second = room + 2 * width
    cdef float* first = room + 3 * width
    cdef float share = <float>1 / max(seats - 1, 1)  # of each other seat in their mean
    cdef int seat
    add_all(common, layers.common, 1, layers.from_common, width, layers.first_bias, shared)
    for seat in range(seats):
        add_all(row + layers.row * seat, layers.row, 1, layers.from_row, width, shared, first + seat * width)
        rectify(first + seat * width, width)
    for seat in range(seats):
        add_all(first + seat * width, width, 1, layers.from_own, width, layers.second_bias, second)
        sum_rows(first, seats, width, seat, seat, others)
        add_all(others, width, share, layers.from_others, width, second, second)
        write_out(layers, width, seat, second, win_share, points)
    share_out(seats, win_share)


cdef inline void estimate_others_of(
    const Layers* layers, int width, const float* common, const float* row, int seats, int own, Others* others,
) noexcept nogil:
    """Write the partial sums of all rows but the `own` one."""
    cdef float[(MAX_SEATS + 1) * MAX_WIDTH] room
    cdef float* rest = room
    cdef float* first = room + width
    cdef float share = <float>1 / max(seats - 1, 1)
    cdef float* second
    cdef int seat
    others.seats, others.own = seats, own
    add_all(common, layers.common, 1, layers.from_common, width, layers.first_bias, others.shared)
    for seat in range(seats):
        add_all(row + layers.row * seat, layers.row, 1, layers.from_row, width, others.shared, first + seat * width)
        rectify(first + seat * width, width)
    for seat in range(seats):
        second = others.second + seat * width
        memcpy(second, layers.second_bias, width * sizeof(float))
        if seat != own:
            add_all(first + seat * width, width, 1, layers.from_own, width, second, second)
        sum_rows(first, seats, width, seat, own, rest)
        add_all(rest, width, share, layers.from_others, width, second, second)


cdef inline void estimate_with_of(
    const Layers* layers, int width, const Others* others, const float* row, float* win_share, float* points,
) noexcept nogil:
    """Complete the partial sums with a row of the own seat: as `estimate`, up to rounding."""
    cdef float[3 * MAX_WIDTH] room
    cdef float* first = room
    cdef float* second = room + width
    cdef float* added = room + 2 * width
    cdef const float* start
    cdef int seat
    add_all(row, layers.row, 1, layers.from_row, width, others.shared, first)
    rectify(first, width)
    memset(added, 0, width * sizeof(float))
    add_all(first, width, <float>1 / max(others.seats - 1, 1), layers.from_others, width, added, added)
    for seat in range(others.seats):
        start = others.second + seat * width
        if seat == others.own:
            add_all(first, width, 1, layers.from_own, width, start, second)
        else:
            add_row(added, width, start, second)
        write_out(layers, width, seat, second, win_share, points)
    share_out(others.seats, win_share)


# Each of these is compiled for the usual number of units, as if it could have no other, and once for all others: the
# first one is faster if the compiler knows the number.

cdef void estimate(
    const Layers* layers, const float* common, const float* row, int seats, float* win_share, float* points,
) noexcept nogil:
    """Write each seat's win share and final points."""
    if layers.width == WIDTH:
        estimate_of(layers, WIDTH, common, row, seats, win_share, points)
    else:
        estimate_of(layers, layers.width, common, row, seats, win_share, points)


cdef void estimate_others(
    const Layers* layers, const float* common, const float* row, int seats, int own, Others* others,
) noexcept nogil:
    """Write the partial sums of all rows but the `own` one."""
    if layers.width == WIDTH:
        estimate_others_of(layers, WIDTH, common, row, seats, own, others)
    else:
        estimate_others_of(layers, layers.width, common, row, seats, own, others)


cdef void estimate_with(
    const Layers* layers, const Others* others, const float* row, float* win_share, float* points,
) noexcept nogil:
    """Complete the partial sums with a row of the own seat: as `estimate`, up to rounding."""
    if layers.width == WIDTH:
        estimate_with_of(layers, WIDTH, others, row, win_share, points)
    else:
        estimate_with_of(layers, layers.width, others, row, win_share, points)
