"""Observation encoder and action space of Warszawa."""

from libc.stdint cimport int32_t
from urbanist.cext.planes cimport Planes
from urbanist.engine.game cimport Head, Move
from urbanist.engine.warszawa.tables cimport CUBES, HEXES, METRO_SIDES, RIVER_SIDES, STAGE_CARDS

cdef enum:
    FIELDS = 15  # the most fields of a board
    BARTERS = CUBES * (CUBES - 1)  # choices of two different cubes
    TUNNELS = 2  # from one river corner
    PRICES = 2  # of a building
    BRIDGE_PRICES = 3

cdef enum:
    # The first action of each kind of moves.
    PASSING
    FINISHING
    KEEPING
    SENDING = KEEPING + 2
    CLEARING_HEX = SENDING + FIELDS * (1 + BARTERS)
    LAYING = CLEARING_HEX + HEXES
    USING = LAYING + STAGE_CARDS * HEXES
    BUILDING = USING + HEXES
    DIGGING = BUILDING + HEXES * PRICES
    SPANNING = DIGGING + METRO_SIDES * (1 + TUNNELS)
    ACTIONS = SPANNING + RIVER_SIDES * BRIDGE_PRICES

cdef void observe(const Head* state, int observer, float* details, const Planes* planes) noexcept nogil
cdef void observe_seat(const Head* state, int observer, int seat, float* details, const Planes* planes) noexcept nogil
cdef void actions(const Head* state, const Move* moves, int count, int32_t* out) noexcept nogil
