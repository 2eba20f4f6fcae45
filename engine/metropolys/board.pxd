"""The printed board as bit masks and tables, filled once from `pieces`."""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.cells64 cimport Cells
from urbanist.cext.packing cimport Packing
from urbanist.engine.metropolys.position cimport DISTRICTS, TYPES, Heights

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
    Cells statue[16]  # the cells around each statue
    Cells lake[16]
    int n_statues
    int n_lakes
    uint8_t district_of[64]
    uint8_t type_of[64]
    Heights height_step[16]  # the number that a building of a value adds to the byte of its district
    Packing bridges
    Packing statues
    Packing lakes

cdef Board board
