"""What the end of a game is worth to each seat: points are the engine's, utilities are the search's."""

from urbanist.engine.game cimport MAX_SEATS, Head

cdef enum Utility:
    # In the order of `options.UTILITIES`.
    POINTS  # own points
    MARGIN  # points more than the best of the others
    WIN  # the share of the win, with a little of the margin to tell wins and losses apart

cdef void utility_of(const Head* end, Utility utility, float spread, float* value) noexcept nogil
cdef void win_share_of(const Head* end, float* share) noexcept nogil
