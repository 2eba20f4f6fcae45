"""What the cards in the hands of a Warszawa position are worth, as far as an observer can tell."""

from libc.stdint cimport uint64_t
from urbanist.engine.warszawa.ground cimport Ground
from urbanist.engine.warszawa.position cimport Warszawa

cdef struct Cards:
    float points  # of the best building of each
    float best
    float second
    float fitting  # cards that fit somewhere
    float of_norm  # cards that the norm of their seat lacks, 0 if it is not known
    float styled  # cards with a style
    float useful  # cards with another function

cdef bint knows_hand(const Warszawa* w, int observer, int seat) noexcept nogil
cdef Cards mean_card(const Warszawa* w, const Ground* ground, int observer) noexcept nogil
cdef Cards hand_of(
    const Warszawa* w, const Ground* ground, const Cards* mean, int observer, int seat, uint64_t have,
) noexcept nogil
