"""The value of districts, from bitboards."""

from urbanist.cext.fill cimport Group, fill_greatest
from urbanist.cext.hexrows cimport NARROW
from urbanist.engine.akropolis.bitboards cimport CityBitboards, find_lakes, value_of_group
from urbanist.engine.akropolis.position cimport BARRACKS, GARDENS, HOUSES, MARKETS, TEMPLES


cdef int heights_of(const CityBitboards* s, int kind) noexcept nogil:
    """Return the sum of the heights of all districts of a kind."""
    cdef int value = 0
    cdef int i
    for i in range(1, s.window.words + 1):
        value += value_of(s, i, s.top[kind][i])
    return value


cdef int value_of_houses(const CityBitboards* s, bint doubles) noexcept nogil:
    cdef Group group = fill_greatest(
        &s.window, s.top[HOUSES] + 1, s.height[0] + 1, s.height[1] + 1, s.height[2] + 1,
    )
    return value_of_group(group.value, doubles)


cdef inline int value_of_words(const CityBitboards* s, int kind, bint doubles, int lane) noexcept nogil:
    cdef int value = 0
    cdef int i
    for i in range(1, s.window.words + 1):
        value += value_in(s, kind, doubles, i, lane)
    return value


cdef inline int value_of_others(const CityBitboards* s, int kind, bint doubles, int lane) noexcept nogil:
    """Return the value of a kind other than houses; the compiler makes a loop of each."""
    if kind == MARKETS:
        return value_of_words(s, MARKETS, doubles, lane)
    if kind == BARRACKS:
        return value_of_words(s, BARRACKS, doubles, lane)
    if kind == TEMPLES:
        return value_of_words(s, TEMPLES, doubles, lane)
    return value_of_words(s, GARDENS, doubles, lane)


cdef int value_of_kind(CityBitboards* s, int kind, bint doubles) noexcept nogil:
    """Return the value of the districts of a kind; `doubles` is true with its option."""
    if kind == HOUSES:
        return value_of_houses(s, doubles)
    if not s.lakes_known and (kind == BARRACKS or kind == GARDENS and doubles):
        find_lakes(s)
    if s.window.lane == NARROW and not doubles:  # the usual case, with shifts that the compiler knows
        return value_of_others(s, kind, False, NARROW)
    return value_of_others(s, kind, doubles, s.window.lane)
