"""Incremental evaluation of a city: its score terms after one more tile, with only the changed kinds recomputed."""

from libc.stdint cimport uint8_t

from urbanist.cext.fill cimport Group, Groups
from urbanist.cext.hexlines cimport SPAN, Line
from urbanist.engine.akropolis.bitboards cimport ROOM, CityBitboards
from urbanist.engine.akropolis.position cimport CORNERS, KINDS, City, Place


cdef struct ScoreTerms:
    # By kind, from houses on: the value of the districts that count, and the stars of the plazas.
    int value[KINDS]
    int stars[KINDS]
    int built[KINDS]  # the heights of all districts, even if they do not count
    int stones
    int quarries  # uncovered ones


cdef struct Accumulator:
    CityBitboards bitboards  # of the city; `terms_after` changes it and restores it
    int options
    ScoreTerms terms  # of the city now
    int value_in[KINDS][ROOM]  # the part of `terms.value` in each bitboard word, by kind; not for houses
    Groups houses
    Group greatest


cdef struct Trial:
    # A tile at a place of a city: what `terms_after` applies and undoes.
    int height  # of the hexes below it
    int up
    int[CORNERS] spot  # numbers in the window
    int[CORNERS] word  # bitboard word of each hex
    Line[CORNERS] bit  # in that word
    Line[2] rows  # those of the upper row, in the word of the first hex, and of the lower one, in that of the second
    uint8_t[CORNERS] old
    uint8_t[CORNERS] new
    bint in_lake
    bint everywhere  # whether it may enclose a lake, so that what is outside may change anywhere
    Line[2][ROOM] kept  # if so: the outside and the lakes of before


cdef enum:
    MARGIN = 2  # the most hexes by which a new tile extends the bounds of a city


cdef inline bint fits_window(const City* city) noexcept nogil:
    """Return whether a window has room for the city and one more tile; only very long chains are too large."""
    return city.east - city.west + 2 + 2 * MARGIN <= SPAN and city.south - city.north + 1 + 2 * MARGIN <= SPAN


cdef void refresh(const City* city, int options, Accumulator* acc) noexcept nogil
cdef void terms_after(Accumulator* acc, int tile, Place place, ScoreTerms* after) noexcept nogil
cdef void lay_blank(Accumulator* acc, Place place, Trial* t) noexcept nogil
cdef void lift_blank(Accumulator* acc, const Trial* t) noexcept nogil
cdef void show_tile(Accumulator* acc, Trial* t, int tile, int turn, ScoreTerms* after) noexcept nogil
cdef void hide_tile(Accumulator* acc, const Trial* t) noexcept nogil


cdef inline int points_in(const ScoreTerms* terms) noexcept nogil:
    """Return the points that the terms add up to, stones included."""
    cdef int points = terms.stones
    cdef int kind
    for kind in range(KINDS):
        points += terms.value[kind] * terms.stars[kind]
    return points
