"""Points of a Metropolys position."""

from libc.stdint cimport int16_t, int32_t
from urbanist.cext.cells64 cimport Cells, count
from urbanist.cext.packing cimport chains_most, packing_most
from urbanist.engine.game cimport Head
from urbanist.engine.metropolys.board cimport board
from urbanist.engine.metropolys.position cimport (
    BRIDGES, CHAINS, DISTRICT_CARD, DISTRICTS, LAKES, STATUES, TABLE, Metropolys,
)

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
cdef int tallest_in(const Metropolys* m, int district) noexcept nogil
cdef int area_points(int variant, int area, Cells own) noexcept nogil
cdef int token_points(const Metropolys* m, int seat) noexcept nogil
cdef void tallest_points(const Metropolys* m, int32_t* points) noexcept nogil
cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil


cdef inline int group_worth(int area) noexcept nogil:
    """Return the points of one group of an expert card."""
    return 7 if area == STATUES else 5 if area == LAKES else 4


cdef inline int expert_points(int area, Cells own) noexcept nogil:
    """Return the points of an expert card: the greatest number of disjoint groups, times the points of a group."""
    cdef int total = 0
    cdef int i
    cdef int each = group_worth(area)
    if area == BRIDGES:
        return each * packing_most(&board.bridges, own)
    if area == STATUES:
        return each * packing_most(&board.statues, own)
    if area == LAKES:
        return each * packing_most(&board.lakes, own)
    if area == DISTRICT_CARD:
        for i in range(DISTRICTS):
            total += count(own & board.district[i]) >= 3
        return each * total
    if area == CHAINS:
        return each * chains_most(own, board.near)
    return 0
