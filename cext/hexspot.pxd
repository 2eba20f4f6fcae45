"""Sets of hexes in a spot of eight lines of eight hexes, in one word; hex (q, r) is bit 8 r + q.

The neighbours are those of hexlines. For hexes of the first and last column results are undefined.
"""

from libc.stdint cimport uint64_t

ctypedef uint64_t Spot

cdef enum:
    SPOT = 8  # lines and columns
    SPOT_HEXES = 64


cdef inline Spot touching(Spot hexes) noexcept nogil:
    """Return the hexes that touch a hex of the set."""
    return hexes << 1 | hexes >> 1 | hexes << 8 | hexes >> 8 | hexes << 7 | hexes >> 7


cdef inline Spot enclosed(Spot hexes) noexcept nogil:
    """Return the hexes all of whose neighbours are in the set."""
    return hexes << 1 & hexes >> 1 & hexes << 8 & hexes >> 8 & hexes << 7 & hexes >> 7


cdef inline Spot touching3(Spot hexes) noexcept nogil:
    """Return the hexes that touch three or more hexes of the set; it counts in binary digits."""
    cdef Spot ones = hexes << 1 ^ hexes >> 1 ^ hexes << 8
    cdef Spot twos = hexes << 1 & hexes >> 1 | hexes << 8 & (hexes << 1 ^ hexes >> 1)
    cdef Spot more_ones = hexes >> 8 ^ hexes << 7 ^ hexes >> 7
    cdef Spot more_twos = hexes >> 8 & hexes << 7 | hexes >> 7 & (hexes >> 8 ^ hexes << 7)
    return twos & more_twos | (twos | more_twos) & (ones | more_ones)


cdef inline Spot touching4(Spot hexes) noexcept nogil:
    """Return the hexes that touch four or more hexes of the set: all that do not touch three that are not in it."""
    return ~touching3(~hexes)


cdef inline Spot grown(Spot seed, Spot among) noexcept nogil:
    """Return the flood fill of `among` from a seed in it."""
    cdef Spot found = seed
    cdef Spot before = 0
    while found != before:
        before = found
        found |= touching(found) & among
    return found
