"""Regions of hexes: the greatest group, the outside and the lakes it does not reach."""

from urbanist.cext.hexlines cimport Line, Window

cdef struct Group:
    int size  # hexes
    int value  # sum of their heights

cdef Group fill_greatest(
    const Window* window, const Line* cells, const Line* low, const Line* middle, const Line* high,
) noexcept nogil
cdef void fill_outside(const Window* window, const Line* built, Line* outside) noexcept nogil
