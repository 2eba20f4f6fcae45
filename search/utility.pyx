"""The utility of the end of a game for each seat.

All utilities are about 0 to 1, so that one exploration constant suits all.
"""

from libc.math cimport tanh
from urbanist.engine.game cimport MAX_SEATS, Head, share_win


cdef void win_share_of(const Head* end, float* share) noexcept nogil:
    """Write each seat's share of the win."""
    cdef double[MAX_SEATS] exact
    cdef int seat
    share_win(end, exact)
    for seat in range(end.seats):
        share[seat] = <float>exact[seat]


cdef int margin_of(const Head* end, int seat) noexcept nogil:
    """Return the lead of a seat over the best other seat, in points."""
    cdef int best = -(1 << 30)
    cdef int other
    for other in range(end.seats):
        if other != seat:
            best = max(best, end.score[other])
    return end.score[seat] - best


cdef inline float utility_by(Utility utility, float points, float win_share, float lead) noexcept nogil:
    """Return the utility of a seat's points and share of the win; `lead` is its margin, pressed into -1 to 1."""
    if utility == POINTS:
        return points / 100
    if utility == MARGIN:
        return 0.5 + 0.5 * lead
    return 0.75 * win_share + 0.125 + 0.125 * lead


cdef void utility_of(const Head* end, Utility utility, float spread, float* value) noexcept nogil:
    """Write each seat's utility of the end of a game; a margin counts as tanh(margin / `spread`)."""
    cdef float[MAX_SEATS] win_share
    cdef int seat
    win_share_of(end, win_share)
    for seat in range(end.seats):
        value[seat] = utility_by(
            utility, <float>end.score[seat], win_share[seat], <float>tanh(<float>margin_of(end, seat) / spread))


cdef void utility_expected(
    const float* win_share, const float* points, int seats, Utility utility, float spread, float* value,
) noexcept nogil:
    """Write each seat's utility from expected win shares and expected points."""
    cdef int seat, other
    cdef float best, margin
    for seat in range(seats):
        if utility == POINTS:
            value[seat] = points[seat] / 100
            continue
        best = -1e30
        for other in range(seats):
            if other != seat:
                best = max(best, points[other])
        margin = 0.5 + 0.5 * <float>tanh((points[seat] - best) / spread)
        value[seat] = margin if utility == MARGIN else 0.75 * win_share[seat] + 0.25 * margin
