"""A city as placement bitboards, for uniform playouts: laying a tile and drawing a random place take constant time.

They have room for almost all cities of random games, but not for larger ones nor for those more than three high.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy
from urbanist.cext.cells64 cimport count
from urbanist.cext.hexrows cimport RIM, ROOM_OF_ROWS, Rows, add8, anchor_column, column_of, lay_piece, replace8, up_of
from urbanist.engine.akropolis.city cimport EACH, offsets
from urbanist.engine.akropolis.position cimport CORNERS, HIGH, KIND_BITS, LINE_BITS, MAX_HEXES, PRINTS, TURNS, City

cdef extern from *:
    """
    typedef uint64_t urbanist_pair_of_rows __attribute__((aligned(4), may_alias));
    """
    ctypedef uint64_t Pair "urbanist_pair_of_rows"

cdef enum:
    PAIR = 2 * KIND_BITS


cdef struct Stamp:
    # A tile on a triangle in column 0: the bit planes of its kinds in the upper and in the lower row, and its quarries.
    uint8_t[PAIR] code
    uint64_t quarry  # the lower half of the word is the upper row
    uint64_t tops  # as in `city`
    uint64_t unused


cdef struct PlacementBitboards:
    Rows rows
    uint32_t[ROOM_OF_ROWS][KIND_BITS] code  # by row: the bit planes of the kinds
    uint32_t[ROOM_OF_ROWS] quarry
    uint16_t* list  # where the city lists its next hex
    uint64_t first  # the number of its first hex, for each of three hexes
    int stones
    int q  # coordinates of its first hex
    int r
    bint outgrown  # the city has no room here: nothing else is valid

cdef Stamp[PRINTS][2][TURNS + 1] stamps  # of the tiles of all editions
# The hexes of a triangle in column 0, as a mask of the bit planes of both rows, and as two rows in a word.
cdef uint8_t[2][PAIR] covers
cdef uint64_t[2] shapes

cdef void fill_placement_bitboards(City* city, int options, PlacementBitboards* d) noexcept nogil
cdef void keep_city(const PlacementBitboards* d, City* city) noexcept nogil
cdef void outgrow(PlacementBitboards* d) noexcept nogil


cdef inline void lay_stamp(
    PlacementBitboards* d, const Stamp* stamp, size_t height, size_t row, size_t mark,
) noexcept nogil:
    """Lay a tile on an open triangle, given by its mark, so many hexes high; gain a stone for each quarry it covers."""
    cdef size_t column = column_of(mark)
    cdef Pair* quarry = <Pair*>(d.quarry + row + RIM)
    cdef uint64_t shape
    lay_piece(&d.rows, height, row, mark)
    if height:
        replace8(d.code[row + RIM], covers[up_of(mark)], stamp.code, column)
        shape = shapes[up_of(mark)] << column
        d.stones += count(quarry[0] & shape)
        quarry[0] &= ~shape
    else:
        add8(d.code[row + RIM], stamp.code, column)
    quarry[0] |= stamp.quarry << column


cdef inline void list_tile(
    PlacementBitboards* d, const Stamp* stamp, size_t height, size_t row, size_t mark,
) noexcept nogil:
    """Add the hexes of such a tile to the list of the city."""
    cdef uint64_t hexes = d.first + offsets[up_of(mark)] + ((row << LINE_BITS) + anchor_column(mark)) * EACH
    cdef uint64_t tops = stamp.tops + (<uint64_t>(height + 1) << HIGH) * EACH
    memcpy(d.list, &hexes, sizeof(hexes))
    memcpy(d.list + MAX_HEXES, &tops, sizeof(tops))
    d.list += CORNERS
