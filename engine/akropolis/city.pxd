"""A city that grows: what a tile covers and leaves on top."""

from libc.stdint cimport int8_t, uint8_t
from urbanist.cext.cells64 cimport count
from urbanist.cext.hexgrid cimport DOWN, ROUND, UP, Line, lower_line, relief_lay, turned, upper_line
from urbanist.engine.akropolis.position cimport KIND_BITS, TILES, TURNS, City

cdef struct Prints:
    # What a tile shows turned so, a digit a plane: on the line of the anchor and on the one below, as two bits each.
    uint8_t upper[KIND_BITS]
    uint8_t lower[KIND_BITS]

cdef Prints[TILES + 1][2][TURNS] prints
cdef City founded  # the start tile alone


cdef inline Line quarries(const Line* kind) noexcept nogil:
    """Return the quarries of a line: the one kind with all three digits set."""
    return kind[0] & kind[1] & kind[2]


cdef inline void show(Line* kind, Line mask, const uint8_t* shown, int place) noexcept nogil:
    """Put what a tile shows in place of what lay there on one line."""
    cdef int digit
    for digit in range(KIND_BITS):
        kind[digit] = kind[digit] & ~mask | turned(shown[digit], place)


cdef inline void lay_tile(City* city, int tile, int up, int q, int r, int turn) noexcept nogil:
    """Lay a tile on the open triangle with the anchor (q, r), and take a stone for each quarry it covers."""
    cdef Line upper = upper_line(up, q)
    cdef Line lower = lower_line(up, q)
    cdef Line* above = city.kind[r & ROUND]
    cdef Line* below = city.kind[r + 1 & ROUND]
    cdef const Prints* shown = &prints[tile][up][turn]
    city.stones += count(quarries(above) & upper) + count(quarries(below) & lower)
    show(above, upper, shown.upper, q)
    show(below, lower, shown.lower, q - up)
    city.west = <int8_t>min(<int>city.west, q - up)
    city.east = <int8_t>max(<int>city.east, q + 1 - up)
    city.north = <int8_t>min(<int>city.north, r)
    city.south = <int8_t>max(<int>city.south, r + 1)
    relief_lay(&city.relief, up, q, r)
