"""The boards of the editions as bit masks and tables."""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.cells64 cimport Cells
from urbanist.cext.packing cimport Packing
from urbanist.engine.metropolys.position cimport DISTRICTS, SLOTS, TYPES, Heights, Metropolys

cdef enum:
    GROUPS = 16  # the most statues, and the most lakes

cdef struct Board:
    Cells near[64]  # adjacent cells
    Cells across[64]  # cells over the bridges of a cell
    Cells district[DISTRICTS]
    Cells type[TYPES]
    Cells dead_ends
    Cells border
    Cells at_bridge  # cells at one bridge or more
    Cells at_statue
    Cells at_lake
    Cells statue[GROUPS]  # the cells around each statue
    Cells lake[GROUPS]
    int n_statues
    int n_lakes
    uint8_t type_of[64]  # TYPES where there is no place
    Packing bridges
    Packing statues
    Packing lakes

cdef Board[SLOTS] boards  # by edition
cdef uint8_t[64] district_of  # of each cell
cdef Heights[16] height_step  # the number that a building of a value adds to the byte of its district


cdef inline const Board* board_of(const Metropolys* m) noexcept nogil:
    """Return the board of the edition."""
    return &boards[m.slot]
