"""What the districts of a survey are worth."""

from urbanist.cext.fill cimport Group, fill_greatest
from urbanist.engine.akropolis.position cimport BARRACKS, GARDENS, HOUSES
from urbanist.engine.akropolis.survey cimport Survey, explore, value_of_group


cdef int heights_of(const Survey* s, int kind) noexcept nogil:
    """Return the sum of the heights of all districts of a kind."""
    cdef int value = 0
    cdef int i
    for i in range(1, s.window.words + 1):
        value += value_of(s, i, s.top[kind][i])
    return value


cdef int value_of_houses(const Survey* s, bint doubles) noexcept nogil:
    cdef Group group = fill_greatest(
        &s.window, s.top[HOUSES] + 1, s.height[0] + 1, s.height[1] + 1, s.height[2] + 1,
    )
    return value_of_group(group.value, doubles)


cdef int value_of_kind(Survey* s, int kind, bint doubles) noexcept nogil:
    """Return the value of the districts of a kind; `doubles` is true with its option."""
    cdef int value = 0
    cdef int i
    if kind == HOUSES:
        return value_of_houses(s, doubles)
    if not s.explored and (kind == BARRACKS or kind == GARDENS and doubles):
        explore(s)
    for i in range(1, s.window.words + 1):
        value += value_in(s, kind, doubles, i)
    return value
