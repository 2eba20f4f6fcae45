"""A city as placement bitboards, for uniform playouts: laying a tile and drawing a random place take constant time.

They have room for almost all cities of random games, but not for larger ones nor for those more than three high.
"""

from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy
from urbanist.cext.cells64 cimport count
from urbanist.cext.hexrows cimport RIM, ROOM_OF_ROWS, Rows, lay_piece, replace8
from urbanist.engine.akropolis.position cimport KIND_BITS, PRINTS, TURNS, City

cdef enum:
    PAIR = 2 * KIND_BITS


cdef struct Stamp:
    # A tile on a triangle in column 0: the bit planes of its kinds in the upper and in the lower row, and its quarries.
    uint32_t[PAIR] code
    uint64_t quarry  # the lower half of the word is the upper row
    uint64_t tops  # as in `city`
    uint64_t[2] unused


cdef struct PlacementBitboards:
    Rows rows
    uint32_t[ROOM_OF_ROWS][KIND_BITS] code  # by row: the bit planes of the kinds
    uint32_t[ROOM_OF_ROWS] quarry
    int q  # coordinates of its first hex
    int r
    int first  # the number of that hex
    bint outgrown  # the city has no room here: nothing else is valid

cdef Stamp[PRINTS][2][TURNS + 1] stamps  # of the tiles of all editions
# The hexes of a triangle in column 0, as a mask of the bit planes of both rows, and as two rows in a word.
cdef uint32_t[2][PAIR] covers
cdef uint64_t[2] shapes

cdef void fill_placement_bitboards(const City* city, int options, PlacementBitboards* d) noexcept nogil
cdef void keep_bounds(const PlacementBitboards* d, City* city) noexcept nogil


cdef inline int stamp_tile(PlacementBitboards* d, const Stamp* stamp, size_t up, size_t row, int column) noexcept nogil:
    """Lay a tile on an open triangle, given by its mark; return how many quarries it covers."""
    cdef uint64_t quarry
    cdef uint64_t shape = shapes[up] << column
    cdef int covered
    lay_piece(&d.rows, up, row, column)
    replace8(d.code[row + RIM], covers[up], stamp.code, column)
    memcpy(&quarry, d.quarry + row + RIM, sizeof(quarry))
    covered = count(quarry & shape)
    quarry = quarry & ~shape | stamp.quarry << column
    memcpy(d.quarry + row + RIM, &quarry, sizeof(quarry))
    return covered
