"""Planes of numbers, one after the other in memory, in the form that a reader wants: floats, halves or bytes."""

from libc.stdint cimport uint8_t, uint16_t
from urbanist.cext.narrow cimport byte_of, half_of

cdef enum Form:
    FLOATS = 4  # the bytes of a number
    HALVES = 2
    BYTES = 1


cdef struct Planes:
    unsigned char* first  # the first number of the first plane
    Form form
    int places  # numbers of a plane
    const float* low  # of each plane, what is subtracted from its numbers; NULL: they stay as they are
    const float* factor  # what they are multiplied by then


cdef inline void put(const Planes* planes, int plane, int place, float number) noexcept nogil:
    """Write a number at a place of a plane."""
    cdef long at = plane * <long>planes.places + place
    if planes.low != NULL:
        number = (number - planes.low[plane]) * planes.factor[plane]
    if planes.form == FLOATS:
        (<float*>planes.first)[at] = number
    elif planes.form == BYTES:
        planes.first[at] = byte_of(number)
    else:
        (<uint16_t*>planes.first)[at] = half_of(number)


cdef inline Planes planes_after(const Planes* planes, int n) noexcept nogil:
    """Return the planes without the first n."""
    cdef Planes rest = planes[0]
    rest.first += n * <long>planes.places * <int>planes.form
    if rest.low != NULL:
        rest.low += n
        rest.factor += n
    return rest
