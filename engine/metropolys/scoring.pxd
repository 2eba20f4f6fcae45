"""Points of a Metropolys position."""

from libc.stdint cimport int16_t, int32_t
from urbanist.cext.cells64 cimport Cells, count
from urbanist.cext.packing cimport chains_most, packing_most
from urbanist.engine.game cimport Head
from urbanist.engine.metropolys.board cimport Board
from urbanist.engine.metropolys.position cimport (
    AREAS, BRIDGES, CHAINS, DISTRICT_CARD, DISTRICTS, LAKES, SLOTS, STATUES, TABLE, Metropolys,
)

cdef struct Numbers:
    # Points for each.
    int[3] token  # trendy, metro, ruins
    int metro_card
    int ruins_card
    int tallest
    int type
    int family
    int[AREAS] group  # of an expert card, by the card
    # Tokens on the board.
    int[TABLE + 1][3] dealt  # of each kind, by number of players
    int centre
    int outer  # in each outer district
    float tallest_share  # of the printed points of the tallest skyline


cdef Numbers[SLOTS] numbers  # by edition

cdef Cells sites_of_family(const Metropolys* m, int area) noexcept nogil
cdef int tallest_in(const Metropolys* m, int district) noexcept nogil
cdef int area_points(const Metropolys* m, int area, Cells own) noexcept nogil
cdef int token_points(const Metropolys* m, int seat) noexcept nogil
cdef void tallest_points(const Metropolys* m, int32_t* points) noexcept nogil
cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil


cdef inline const Numbers* numbers_of(const Metropolys* m) noexcept nogil:
    """Return the numbers of the rules in the edition."""
    return &numbers[m.slot]


cdef inline int expert_points(const Numbers* n, const Board* board, int area, Cells own) noexcept nogil:
    """Return the points of an expert card: the greatest number of disjoint groups, times the points of a group."""
    cdef int total = 0
    cdef int i
    if area == BRIDGES:
        return n.group[<int>BRIDGES] * packing_most(&board.bridges, own)
    if area == STATUES:
        return n.group[<int>STATUES] * packing_most(&board.statues, own)
    if area == LAKES:
        return n.group[<int>LAKES] * packing_most(&board.lakes, own)
    if area == DISTRICT_CARD:
        for i in range(DISTRICTS):
            total += count(own & board.district[i]) >= 3
        return n.group[<int>DISTRICT_CARD] * total
    if area == CHAINS:
        return n.group[<int>CHAINS] * chains_most(own, board.near)
    return 0
