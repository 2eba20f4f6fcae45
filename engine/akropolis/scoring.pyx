"""Points of Akropolis."""

from libc.stdint cimport int16_t, int32_t
from urbanist.engine.akropolis.bitboards cimport CityBitboards, fill_bitboards, stars_of
from urbanist.engine.akropolis.districts cimport value_of_kind
from urbanist.engine.akropolis.position cimport GARDENS, HOUSES, Akropolis, City
from urbanist.engine.game cimport Head


cdef int points_in(CityBitboards* s, int options) noexcept nogil:
    """Return the points of a city without its stones; kinds without a plaza are skipped."""
    cdef int kind, multiplied
    cdef int points = 0
    for kind in range(HOUSES, GARDENS + 1):
        multiplied = stars_of(s, kind, options)
        if multiplied:
            points += multiplied * value_of_kind(s, kind, options >> (kind - 1) & 1)
    return points


cdef int points_of(const City* city, int options) noexcept nogil:
    """Return the points of a city, including its stones."""
    cdef CityBitboards s
    fill_bitboards(city, 0, &s)
    return city.stones + points_in(&s, options)


cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil:
    """Write each seat's current points, and its stones as the tie-break."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef int seat
    for seat in range(state.seats):
        points[seat] = points_of(&a.city[seat], a.options)
        tiebreak[seat] = a.city[seat].stones
