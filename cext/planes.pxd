"""Planes of small whole numbers, one after the other in memory."""

from libc.stdint cimport int8_t


cdef struct Planes:
    int8_t* first  # the first number of the first plane
    int places  # numbers of a plane


cdef inline void put(const Planes* planes, int plane, int place, int number) noexcept nogil:
    """Write a number from -128 to 127 at a place of a plane."""
    planes.first[plane * planes.places + place] = <int8_t>number


cdef inline Planes planes_after(const Planes* planes, int n) noexcept nogil:
    """Return the planes without the first n."""
    return Planes(planes.first + n * planes.places, planes.places)
