"""Sets of at most 64 places on planes."""

from libc.stdint cimport uint32_t
from urbanist.cext.cells64 cimport Cells, count, first
from urbanist.cext.planes cimport FLOATS, Planes, put

cdef enum:
    MANY = 12  # places that are written faster in a row than one by one


cdef inline void fill(float* out, int n, uint32_t bits, float number) noexcept nogil:
    """Write a number for each of the n lowest bits that is 1, and 0 for each other one; eight are done at a time."""
    cdef int i
    for i in range(n):
        out[i] = <float>(<int>(bits >> i & 1)) * number


cdef inline void paint(const Planes* planes, int plane, Cells cells, float number) noexcept nogil:
    """Write a number at each place of a set, in a plane of at most 64 places that are zeros."""
    cdef Planes own = planes[0]  # a copy that nothing else can change stays in registers
    cdef float* row
    if own.form == FLOATS and own.low == NULL and count(cells) >= MANY:
        row = <float*>own.first + plane * <long>own.places
        fill(row, min(own.places, 32), <uint32_t>cells, number)
        fill(row + 32, own.places - 32, <uint32_t>(cells >> 32), number)
        return
    while cells:
        put(&own, plane, first(cells), number)
        cells &= cells - 1
