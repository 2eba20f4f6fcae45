"""The utility of the end of a game for each seat."""

from urbanist.engine.game cimport MAX_SEATS, Head

cdef enum Utility:
    # In the order of `options.UTILITIES`.
    POINTS  # own points
    MARGIN  # own points minus those of the best other seat
    WIN  # the share of the win, plus a small part for the margin


cdef inline float utility_by(Utility utility, float points, float win_share, float lead) noexcept nogil:
    """Return the utility of a seat's points and share of the win; `lead` is its margin, pressed into -1 to 1."""
    if utility == POINTS:
        return points / 100
    if utility == MARGIN:
        return 0.5 + 0.5 * lead
    return 0.75 * win_share + 0.125 + 0.125 * lead

cdef int margin_of(const Head* end, int seat) noexcept nogil
cdef void utility_of(const Head* end, Utility utility, float spread, float* value) noexcept nogil
cdef void win_share_of(const Head* end, float* share) noexcept nogil
cdef void utility_expected(
    const float* win_share, const float* points, int seats, Utility utility, float spread, float* value) noexcept nogil
