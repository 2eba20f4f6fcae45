"""Points of a Metropolys position."""

from libc.stdint cimport int16_t, int32_t
from urbanist.cext.cells64 cimport Cells
from urbanist.engine.game cimport Head
from urbanist.engine.metropolys.position cimport TABLE, Metropolys

cdef enum:
    # Points for each.
    EACH_TRENDY = 3
    EACH_METRO = 1
    EACH_RUINS = -1
    METRO_CARD = 3
    RUINS_CARD = -2
    EACH_TALLEST = 5
    EACH_TYPE = 2
    FAMILY_EACH = 3

cdef Cells sites_of_family(int area) noexcept nogil
cdef int group_worth(int area) noexcept nogil
cdef int tallest_in(const Metropolys* m, int district) noexcept nogil
cdef int area_points(int variant, int area, Cells own) noexcept nogil
cdef int token_points(const Metropolys* m, int seat) noexcept nogil
cdef void tallest_points(const Metropolys* m, int32_t* points) noexcept nogil
cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil
