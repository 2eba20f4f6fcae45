"""The value of hands in Warszawa, as a mean over what the observer cannot know."""

from libc.stdint cimport uint64_t
from urbanist.engine.warszawa.position cimport Warszawa
from urbanist.engine.warszawa.site_values cimport SiteValues

cdef struct HandValue:
    float points  # of the best building of each
    float best
    float second
    float fitting  # cards that fit somewhere
    float of_norm  # cards that the norm of their seat lacks, 0 if it is not known
    float styled  # cards with a style
    float useful  # cards with another function

cdef bint knows_hand(const Warszawa* w, int observer, int seat) noexcept nogil
cdef HandValue mean_card(const Warszawa* w, const SiteValues* sites, int observer) noexcept nogil
cdef HandValue hand_value(
    const Warszawa* w, const SiteValues* sites, const HandValue* mean, int observer, int seat, uint64_t have,
) noexcept nogil
