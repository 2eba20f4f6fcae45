"""What a city would be worth with one more tile: each kind looked at again only where the tile changes it."""

from urbanist.cext.fill cimport Group, Groups
from urbanist.cext.hexgrid cimport SPAN
from urbanist.engine.akropolis.position cimport KINDS, City, Place
from urbanist.engine.akropolis.survey cimport Survey


cdef struct Worth:
    # By kind, from houses on: what the districts that count are worth, and the stars of the plazas.
    int value[KINDS]
    int stars[KINDS]
    int built[KINDS]  # heights of all its districts, whether they count or not
    int stones
    int quarries  # that lie open


cdef struct Outlook:
    const City* city
    Survey survey  # of the city; changed while a tile is tried, and changed back
    int options
    Worth worth  # of the city as it is
    Groups houses
    Group greatest


cdef enum:
    MARGIN = 2  # hexes by which a tile may go beyond the bounds of a city


cdef inline bint in_view(const City* city) noexcept nogil:
    """Return whether a window holds the city with a tile more; but for chains it does."""
    return city.east - city.west + 2 + 2 * MARGIN <= SPAN and city.south - city.north + 1 + 2 * MARGIN <= SPAN


cdef void look(const City* city, int options, Outlook* o) noexcept nogil
cdef void foresee(Outlook* o, int tile, Place place, Worth* after) noexcept nogil


cdef inline int points_in(const Worth* worth) noexcept nogil:
    """Return points, stones among them."""
    cdef int points = worth.stones
    cdef int kind
    for kind in range(KINDS):
        points += worth.value[kind] * worth.stars[kind]
    return points
