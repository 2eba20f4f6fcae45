"""Pieces of three hexes on 32 rows of 32 hexes, and a random place where one more fits.

A hex (q, r) is bit q of row r. Its neighbours clockwise from east are (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1) and
(1, -1) away. A *triangle* is three hexes that touch each other, in two rows. `DOWN` has two hexes in its upper row,
`UP` has one. Its mark is in the upper row, in the column of its westernmost hex.

A piece closes the triangles that share a hex with it. It opens those of them whose hexes all stand as high as itself,
but not its own triangle; and if it lies on the ground, those on the ground that touch it. All others stay as they are.
So a window of eight rows is read, changed and written at once, and no branch depends on the place: in random games a
processor cannot predict it.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from urbanist.cext.cells64 cimport count, first, last, nth

cdef extern from "hexrows.h":
    ctypedef struct Rows "urbanist_rows":
        # Row r of a set is at r + RIM; the rows of the rim are empty.
        uint32_t level[4][40]  # hexes that are at least one high, two, three; the last set is empty
        uint64_t open[40]  # where a piece fits: DOWN in the lower half of a word, UP in the upper half
        uint8_t count[40]  # of these triangles in a row
    void urbanist_lay(Rows* rows, size_t height, size_t row, size_t mark) noexcept nogil
    int urbanist_draw(const Rows* rows, uint64_t* bits, size_t* row) noexcept nogil
    void urbanist_replace_rows(uint32_t* at, const uint8_t* cover, const uint8_t* bits, size_t east) noexcept nogil
    void urbanist_add_rows(uint32_t* at, const uint8_t* bits, size_t east) noexcept nogil

cdef enum:
    ROWS = 32
    NARROW = 16
    RIM = 2
    ROOM_OF_ROWS = 40
    EDGE = 3  # the fewest empty rows and columns around all built hexes
    HIGHEST = 3
    DOWN = 0
    UP = 1


cdef inline size_t mark_of(size_t up, size_t column) noexcept nogil:
    """Return the mark of a triangle within its row: its bit in a word of `open`."""
    return up * ROWS + column


cdef inline size_t up_of(size_t mark) noexcept nogil:
    """Return the triangle of a mark (1: UP)."""
    return mark // ROWS


cdef inline size_t column_of(size_t mark) noexcept nogil:
    """Return the column of a mark."""
    return mark % ROWS


cdef inline size_t anchor_column(size_t mark) noexcept nogil:
    """Return the column of the hex of a triangle that is in its upper row, of two the western one."""
    return column_of(mark) + up_of(mark)


cdef inline void lay_piece(Rows* rows, size_t height, size_t row, size_t mark) noexcept nogil:
    """Lay a piece on an open triangle, given its height, which is below `HIGHEST`; the mark must keep off the edge."""
    urbanist_lay(rows, height, row, mark)


cdef inline uint32_t beside(const uint32_t* row) noexcept nogil:
    """Return the hexes of a row that touch a hex of the set."""
    return row[0] << 1 | row[0] >> 1 | (row - 1)[0] | (row - 1)[0] >> 1 | (row + 1)[0] | (row + 1)[0] << 1


cdef inline void open_ground(Rows* rows, size_t row) noexcept nogil:
    """Find the open triangles of a row if there are none but on the ground."""
    cdef const uint32_t* built = rows.level[0] + row + RIM
    cdef uint32_t near = beside(built)
    cdef uint32_t near_south = beside(built + 1)
    cdef uint32_t down = ~(built[0] | built[0] >> 1 | built[1]) & (near | near >> 1 | near_south)
    cdef uint32_t up = ~(built[0] >> 1 | built[1] | built[1] >> 1) & (near >> 1 | near_south | near_south >> 1)
    rows.open[row + RIM] = down | <uint64_t>up << 32
    rows.count[row + RIM] = <uint8_t>count(rows.open[row + RIM])


cdef inline bint at_edge(size_t row, size_t column) noexcept nogil:
    """Return whether a piece at a mark may be followed by one for which the rows have no room."""
    return (row - EDGE > ROWS - 2 - 2 * EDGE) | (column - EDGE > ROWS - 2 - 2 * EDGE)


cdef inline void bounds_of(const Rows* rows, int* west, int* east, int* north, int* south) noexcept nogil:
    """Write the first and last columns and rows that are built on; at least one hex must be."""
    cdef uint32_t columns = 0
    cdef uint32_t lines = 0
    cdef uint32_t built
    cdef int i
    for i in range(ROWS):  # eight at a time
        built = rows.level[0][RIM + i]
        columns |= built
        lines |= <uint32_t>(built != 0) << i
    west[0], east[0] = first(columns), last(columns)
    north[0], south[0] = first(lines), last(lines)


cdef inline void add8(uint32_t* at, const uint8_t* bits, size_t east) noexcept nogil:
    """Add some bits of eight bytes to eight rows, moved east."""
    urbanist_add_rows(at, bits, east)


cdef inline void replace8(uint32_t* at, const uint8_t* cover, const uint8_t* bits, size_t east) noexcept nogil:
    """Replace the bits `cover` of eight rows by those of `bits`; both are bytes, moved east."""
    urbanist_replace_rows(at, cover, bits, east)


cdef inline bint is_built(const Rows* rows, size_t row, size_t column) noexcept nogil:
    """Return whether something stands on a hex."""
    return rows.level[0][row + RIM] >> column & 1


cdef inline size_t height_at(const Rows* rows, size_t row, size_t column) noexcept nogil:
    """Return the height of a hex."""
    return ((rows.level[0][row + RIM] >> column & 1) + (rows.level[1][row + RIM] >> column & 1)
            + (rows.level[2][row + RIM] >> column & 1))


cdef inline bint draw_open(const Rows* rows, uint64_t* bits, size_t* row, size_t* mark) noexcept nogil:
    """Draw an open triangle, all equally likely; return whether it could: it cannot if there are more than 255.

    The draw is the next part of the random `bits`.
    """
    cdef int k = urbanist_draw(rows, bits, row)
    if k < 0:
        return False
    mark[0] = nth(rows.open[row[0] + RIM], k)
    return True
