"""Regions of hexes: the greatest group, the outside and the lakes it does not reach."""

from urbanist.cext.hexgrid cimport Line

cdef enum:
    MOST_ROWS = 64

cdef struct Group:
    int size  # hexes
    int value  # sum of their heights

cdef Group fill_greatest(const Line* cells, const Line* low, const Line* middle, const Line* high, int rows) noexcept nogil
cdef void fill_outside(const Line* built, Line* outside, int rows) noexcept nogil
