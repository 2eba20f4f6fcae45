"""Axial hexes without an edge: a torus of 64 x 64, a line of hexes in a word; heights, and where triangles lie flat.

Hex (q, r) is bit q mod 64 of line r mod 64; its neighbours clockwise from east are (1, 0), (0, 1), (-1, 1), (-1, 0),
(0, -1) and (1, -1) away. Whatever stays less than 64 wide and high never meets itself.

A *triangle* is three hexes that touch each other. It belongs to its anchor, the hex named first here: `DOWN` is the
anchor, its eastern and its south-eastern neighbour, `UP` the anchor, its south-eastern and its south-western one.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from urbanist.cext.cells64 cimport count

cdef extern from *:
    """
    static inline uint64_t urbanist_turned(uint64_t line, int steps) {
        return line << (steps & 63) | line >> (-steps & 63);
    }
    """
    uint64_t urbanist_turned(uint64_t line, int steps) noexcept nogil

ctypedef uint64_t Line

cdef enum:
    SPAN = 64  # lines, and hexes of a line
    ROUND = 63  # mask of a coordinate
    DOWN = 0
    UP = 1
    HEIGHT_BITS = 3


cdef struct Row:
    # A cache line: all that is known of the heights along one line of hexes.
    Line height[HEIGHT_BITS]  # binary digits, the lowest first; 0: nothing there
    Line near  # hexes that are built on, and their neighbours
    Line whole[2]  # anchors of triangles that are one piece, with nothing on it
    Line open[2]  # anchors of triangles that another piece may lie on


cdef struct Relief:
    # Pieces of three hexes, piled up: a piece lies flat on two others at least, or on the ground beside one.
    Row row[SPAN]
    uint8_t open[SPAN]  # open triangles of each row
    uint16_t opens  # and of all rows


cdef inline Line turned(Line line, int steps) noexcept nogil:
    """Return a line moved so many hexes to the east."""
    return urbanist_turned(line, steps)


cdef inline Line west_of(Line line) noexcept nogil:
    """Return the western neighbours of a line's hexes."""
    return urbanist_turned(line, -1)


cdef inline Line east_of(Line line) noexcept nogil:
    """Return the eastern neighbours of a line's hexes."""
    return urbanist_turned(line, 1)


cdef inline Line around(Line above, Line line, Line below) noexcept nogil:
    """Return the hexes of the middle line that touch a hex of any of three lines."""
    return west_of(line) | east_of(line) | above | west_of(above) | below | east_of(below)


cdef inline Line upper_line(int up, int q) noexcept nogil:
    """Return the hexes of a triangle on the line of its anchor."""
    return turned(1 if up else 3, q)


cdef inline Line lower_line(int up, int q) noexcept nogil:
    """Return the hexes of a triangle on the line below its anchor."""
    return turned(3 if up else 1, q - up)


cdef inline Line level_east(const Row* row) noexcept nogil:
    """Return the hexes that are as high as their eastern neighbour."""
    return ~((row.height[0] ^ west_of(row.height[0])) | (row.height[1] ^ west_of(row.height[1]))
             | (row.height[2] ^ west_of(row.height[2])))


cdef inline int open_row(Row* row, const Row* below, Line level, Line level_below) noexcept nogil:
    """Find the open triangles of a row, given the level pairs of both lines; return how many they are."""
    cdef Line steep = ((row.height[0] ^ below.height[0]) | (row.height[1] ^ below.height[1])
                       | (row.height[2] ^ below.height[2]))
    cdef Line close = row.near | below.near
    row.open[DOWN] = level & ~steep & ~row.whole[DOWN] & (close | west_of(row.near))
    row.open[UP] = east_of(level_below) & ~steep & ~row.whole[UP] & (close | east_of(below.near))
    return count(row.open[DOWN]) + count(row.open[UP])


cdef inline void relief_open(Relief* relief, int first, int rows) noexcept nogil:
    """Find the open triangles of some rows anew."""
    cdef Row* row = &relief.row[first & ROUND]
    cdef Row* below
    cdef Line level = level_east(row)
    cdef Line level_below
    cdef int r, found
    for r in range(first, first + rows):
        below = &relief.row[r + 1 & ROUND]
        level_below = level_east(below)
        found = open_row(row, below, level, level_below)
        relief.opens += found - relief.open[r & ROUND]
        relief.open[r & ROUND] = found
        row, level = below, level_below


cdef inline void raise_line(Row* row, Line line) noexcept nogil:
    """Make the hexes of a line one higher."""
    cdef Line carry = row.height[0] & line
    row.height[0] ^= line
    row.height[2] ^= row.height[1] & carry
    row.height[1] ^= carry


cdef inline void come_near(Relief* relief, int r, Line upper, Line lower) noexcept nogil:
    """Note that hexes of the lines r and r + 1 are built on."""
    relief.row[r - 1 & ROUND].near |= upper | east_of(upper)
    relief.row[r & ROUND].near |= upper | east_of(upper) | west_of(upper) | lower | east_of(lower)
    relief.row[r + 1 & ROUND].near |= lower | east_of(lower) | west_of(lower) | upper | west_of(upper)
    relief.row[r + 2 & ROUND].near |= lower | west_of(lower)


cdef inline void relief_lay(Relief* relief, int up, int q, int r) noexcept nogil:
    """Lay a piece on the open triangle with the anchor (q, r)."""
    cdef Line upper = upper_line(up, q)
    cdef Line lower = lower_line(up, q)
    cdef Row* before = &relief.row[r - 1 & ROUND]
    cdef Row* row = &relief.row[r & ROUND]
    cdef Row* below = &relief.row[r + 1 & ROUND]
    raise_line(row, upper)
    raise_line(below, lower)
    come_near(relief, r, upper, lower)
    # What the piece covers is whole no more, be it by one hex.
    before.whole[DOWN] &= ~upper
    before.whole[UP] &= ~(upper | east_of(upper))
    row.whole[DOWN] &= ~(upper | west_of(upper) | lower)
    row.whole[UP] &= ~(upper | lower | east_of(lower))
    below.whole[DOWN] &= ~(lower | west_of(lower))
    below.whole[UP] &= ~lower
    row.whole[up] |= turned(1, q)
    relief_open(relief, r - 2, 5)
