"""The value of districts, from bitboards."""

from urbanist.cext.cells64 cimport count
from urbanist.cext.hexlines cimport Line, above, below, beside, east_of, west_of
from urbanist.engine.akropolis.bitboards cimport CityBitboards
from urbanist.engine.akropolis.position cimport BARRACKS, MARKETS, PLAZA, TEMPLES

cdef int heights_of(const CityBitboards* s, int kind) noexcept nogil
cdef int value_of_kind(CityBitboards* s, int kind, bint doubles) noexcept nogil


cdef inline int value_of(const CityBitboards* s, int i, Line cells) noexcept nogil:
    """Return the sum of the heights of the hexes of `cells` in word `i`."""
    return count(cells & s.height[0][i]) + 2 * count(cells & s.height[1][i]) + 4 * count(cells & s.height[2][i])


cdef inline Line enclosed(const Line* built, int lane) noexcept nogil:
    """Return the hexes of a word with six built neighbours."""
    cdef Line over = above(built, lane)
    cdef Line under = below(built, lane)
    return west_of(built[0]) & east_of(built[0]) & over & west_of(over) & under & east_of(under)


cdef inline Line three_open(const Line* outside, int lane) noexcept nogil:
    """Return the hexes of a word with three or more neighbours outside, by bit-sliced addition."""
    cdef Line over = above(outside, lane)
    cdef Line under = below(outside, lane)
    cdef Line west = west_of(outside[0])
    cdef Line east = east_of(outside[0])
    cdef Line ones = west ^ over ^ west_of(over)
    cdef Line twos = west & over | west_of(over) & (west ^ over)
    cdef Line more_ones = east ^ under ^ east_of(under)
    cdef Line more_twos = east & under | east_of(under) & (east ^ under)
    return twos & more_twos | (twos | more_twos) & (ones | more_ones)


cdef inline Line favoured(const CityBitboards* s, int kind, int i, int lane) noexcept nogil:
    """Return the hexes of a word where a district of the kind counts; not for houses, which count as a group.

    Here and below `lane` is that of the window.
    """
    if kind == MARKETS:
        return ~beside(s.top[MARKETS] + i, lane)
    if kind == BARRACKS:
        return beside(s.outside + i, lane)
    if kind == TEMPLES:
        return enclosed(s.built + i, lane)
    return ~<Line>0


cdef inline Line doubling(const CityBitboards* s, int kind, int i, int lane) noexcept nogil:
    """Return the hexes of a word that meet the condition to double a kind; not for houses."""
    if kind == MARKETS:
        return beside(s.top[MARKETS | PLAZA] + i, lane)
    if kind == BARRACKS:
        return three_open(s.outside + i, lane)
    if kind == TEMPLES:
        return s.height[1][i] | s.height[2][i]
    return beside(s.lakes + i, lane)


cdef inline int value_in(const CityBitboards* s, int kind, bint doubles, int i, int lane) noexcept nogil:
    """Return the value of the districts of a kind in a word; not for houses; uses `outside` and `lakes` as they are."""
    cdef Line counting = s.top[kind][i] & favoured(s, kind, i, lane)
    cdef int value = value_of(s, i, counting)
    return value + value_of(s, i, counting & doubling(s, kind, i, lane)) if doubles else value
