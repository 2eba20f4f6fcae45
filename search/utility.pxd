"""What a seat wants of the end of a game: points are the engine's, wishes are the search's."""

from urbanist.engine.game cimport MAX_SEATS, Head

cdef enum Utility:
    POINTS  # own points
    MARGIN  # points more than the best of the others
    WIN  # the share of the win, with a little of the margin to tell wins and losses apart

cdef void utility_of(const Head* end, Utility wish, float* value) noexcept nogil
cdef void win_share_of(const Head* end, float* share) noexcept nogil
