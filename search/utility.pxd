"""The utility of the end of a game for each seat."""

from urbanist.engine.game cimport MAX_SEATS, Head

cdef enum Utility:
    # In the order of `options.UTILITIES`.
    POINTS  # own points
    MARGIN  # own points minus those of the best other seat
    WIN  # the share of the win, plus a small part for the margin

cdef void utility_of(const Head* end, Utility utility, float spread, float* value) noexcept nogil
cdef void win_share_of(const Head* end, float* share) noexcept nogil
cdef void utility_expected(
    const float* win_share, const float* points, int seats, Utility utility, float spread, float* value) noexcept nogil
