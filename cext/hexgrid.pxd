"""A grid of axial hexes without edges, one byte for each hex, and pieces of three hexes on it.

A hex (q, r) has the number 64 r + q, counted from a middle and modulo 4096. Its neighbours clockwise from east are
(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1) and (1, -1) away, which is +1, +64, +63, -1, -64 and -63. Each line continues
in the next one, and the last line in the first. A city that is less than 64 wide and high never meets itself.

A *triangle* is three hexes that touch each other. The first one is its anchor: `DOWN` is the anchor, its eastern and
its south-eastern neighbour; `UP` is the anchor, its south-eastern and its south-western neighbour.
"""

from libc.stdint cimport uint8_t

cdef enum:
    SPAN = 64  # hexes of a line
    HEXES = 4096
    WRAP = 4095
    MIDDLE = 2080
    DOWN = 0
    UP = 1

# The bits in the byte of a hex.
cdef enum:
    HEIGHT_BITS = 3
    HEIGHT = 7  # 0: nothing built
    NEAR = 8  # built on, or beside such a hex
    WHOLE = 16  # `WHOLE << up`: the topmost piece has its anchor here, and nothing covers it
    NEAR_PLANE = 3  # the bit numbers of NEAR and WHOLE
    WHOLE_PLANE = 4
    SHAPE_BITS = 6


cdef inline int hex_at(int q, int r) noexcept nogil:
    """Return the number of a hex."""
    return MIDDLE + SPAN * r + q & WRAP


# The hexes of a triangle, from its anchor. Arithmetic replaces branches: a processor cannot predict in random games
# which triangle comes next, and wrong predictions cost more.

cdef inline int second_of(int anchor, int up) noexcept nogil:
    """Return the second hex of a triangle, the south-eastern neighbour of the anchor for both triangles."""
    return anchor + SPAN & WRAP


cdef inline int third_of(int anchor, int up) noexcept nogil:
    """Return the third hex of a triangle: the eastern or the south-western neighbour of the anchor."""
    return anchor + 1 + up * (SPAN - 2) & WRAP


cdef inline bint fits(const uint8_t* grid, int anchor, int up) noexcept nogil:
    """Return whether a piece fits on a triangle: on equal heights, beside built hexes or on at least two pieces."""
    cdef uint8_t hex = grid[anchor]
    cdef uint8_t second = grid[second_of(anchor, up)]
    cdef uint8_t third = grid[third_of(anchor, up)]
    # If the heights are equal and the anchor is that of a whole piece, the triangle is that one piece.
    return not ((hex ^ second | hex ^ third) & HEIGHT | hex & WHOLE << up | ~(hex | second | third) & NEAR)


cdef inline void come_near(uint8_t* grid, int hex) noexcept nogil:
    """Mark a hex as built on or beside a built hex."""
    grid[hex & WRAP] |= NEAR


cdef inline void lay(uint8_t* grid, int anchor, int up) noexcept nogil:
    """Lay a piece on a triangle where it fits."""
    cdef uint8_t raised = (grid[anchor] & HEIGHT | NEAR) + 1
    grid[anchor] = raised | WHOLE << up
    grid[second_of(anchor, up)] = raised
    grid[third_of(anchor, up)] = raised
    # Nine hexes surround the piece; six of them surround both triangles of the anchor.
    come_near(grid, anchor - SPAN)
    come_near(grid, anchor - SPAN + 1)
    come_near(grid, anchor - 1)
    come_near(grid, anchor + SPAN + 1)
    come_near(grid, anchor + 2 * SPAN - 1)
    come_near(grid, anchor + 2 * SPAN)
    come_near(grid, anchor + 2 - up)
    come_near(grid, anchor + SPAN - 1 - up)
    come_near(grid, anchor + 2 - SPAN + up * (3 * SPAN - 4))
