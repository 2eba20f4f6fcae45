"""Axial hexes without an edge, a byte each; heights, and where a piece of three hexes lies flat.

A hex (q, r) has the number 64 r + q, counted from a middle and modulo 4096. Its neighbours clockwise from east are
(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1) and (1, -1) away, and so +1, +64, +63, -1, -64 and -63. The lines run on into
one another, the last into the first: what is less than 64 wide and high never meets itself.

A *triangle* is three hexes that touch each other. It belongs to its anchor, the hex named first here: `DOWN` is the
anchor, its eastern and its south-eastern neighbour, `UP` the anchor, its south-eastern and its south-western one.
"""

from libc.stdint cimport uint8_t

cdef enum:
    SPAN = 64  # hexes of a line
    HEXES = 4096
    WRAP = 4095
    MIDDLE = 2080
    DOWN = 0
    UP = 1

# What the byte of a hex says.
cdef enum:
    HEIGHT_BITS = 3
    HEIGHT = 7  # 0: nothing built
    NEAR = 8  # built on, or beside such a hex
    WHOLE = 16  # `WHOLE << up`: the topmost piece is a triangle with its anchor here
    NEAR_PLANE = 3  # the same as places of bits
    WHOLE_PLANE = 4
    SHAPE_BITS = 6


cdef inline int hex_at(int q, int r) noexcept nogil:
    """Return the number of a hex."""
    return MIDDLE + SPAN * r + q & WRAP


# The hexes of a triangle, counted from its anchor. Arithmetic in place of cases: which of the two it is cannot be
# foreseen in random games, and wrong guesses cost more.

cdef inline int second_of(int anchor, int up) noexcept nogil:
    """Return the hex that both triangles of an anchor share: its south-eastern neighbour."""
    return anchor + SPAN & WRAP


cdef inline int third_of(int anchor, int up) noexcept nogil:
    """Return the other hex of a triangle: in the east, or in the south-west."""
    return anchor + 1 + up * (SPAN - 2) & WRAP


cdef inline bint fits(const uint8_t* grid, int anchor, int up) noexcept nogil:
    """Return whether a piece may lie on a triangle: on one height, beside what is built or on two pieces at least."""
    cdef uint8_t hex = grid[anchor]
    cdef uint8_t second = grid[second_of(anchor, up)]
    cdef uint8_t third = grid[third_of(anchor, up)]
    # Of one height and with the anchor of a piece where its own would be, they are that piece.
    return not ((hex ^ second | hex ^ third) & HEIGHT | hex & WHOLE << up | ~(hex | second | third) & NEAR)


cdef inline void come_near(uint8_t* grid, int hex) noexcept nogil:
    """Note that a hex is built on or beside such a one."""
    grid[hex & WRAP] |= NEAR


cdef inline void lay(uint8_t* grid, int anchor, int up) noexcept nogil:
    """Lay a piece on a triangle that it fits."""
    cdef uint8_t raised = (grid[anchor] & HEIGHT | NEAR) + 1
    grid[anchor] = raised | WHOLE << up
    grid[second_of(anchor, up)] = raised
    grid[third_of(anchor, up)] = raised
    # Nine hexes lie around it, six of them around both triangles of the anchor.
    come_near(grid, anchor - SPAN)
    come_near(grid, anchor - SPAN + 1)
    come_near(grid, anchor - 1)
    come_near(grid, anchor + SPAN + 1)
    come_near(grid, anchor + 2 * SPAN - 1)
    come_near(grid, anchor + 2 * SPAN)
    come_near(grid, anchor + 2 - up)
    come_near(grid, anchor + SPAN - 1 - up)
    come_near(grid, anchor + 2 - SPAN + up * (3 * SPAN - 4))
