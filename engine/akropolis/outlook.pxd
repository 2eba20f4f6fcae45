"""The worth of a city after one more tile; only the kinds that the tile changes are counted again."""

from urbanist.cext.fill cimport Group, Groups
from urbanist.cext.hexlines cimport SPAN
from urbanist.engine.akropolis.position cimport KINDS, City, Place
from urbanist.engine.akropolis.survey cimport ROOM, Survey


cdef struct Worth:
    # By kind, from houses on: the value of the districts that count, and the stars of the plazas.
    int value[KINDS]
    int stars[KINDS]
    int built[KINDS]  # the heights of all districts, even if they do not count
    int stones
    int quarries  # uncovered ones


cdef struct Outlook:
    Survey survey  # of the city; `foresee` changes it and restores it
    int options
    Worth worth  # of the city now
    int value_in[KINDS][ROOM]  # of that, by kind, what is in each word of the survey; not for houses
    Groups houses
    Group greatest


cdef enum:
    MARGIN = 2  # the most hexes by which a new tile extends the bounds of a city


cdef inline bint in_view(const City* city) noexcept nogil:
    """Return whether a window has room for the city and one more tile; only very long chains are too large."""
    return city.east - city.west + 2 + 2 * MARGIN <= SPAN and city.south - city.north + 1 + 2 * MARGIN <= SPAN


cdef void look(const City* city, int options, Outlook* o) noexcept nogil
cdef void foresee(Outlook* o, int tile, Place place, Worth* after) noexcept nogil


cdef inline int points_in(const Worth* worth) noexcept nogil:
    """Return the points, including stones."""
    cdef int points = worth.stones
    cdef int kind
    for kind in range(KINDS):
        points += worth.value[kind] * worth.stars[kind]
    return points
