"""The tallest skylines of the districts, now and after one more building."""

from urbanist.cext.cells64 cimport Cells
from urbanist.engine.metropolys.position cimport DISTRICTS, Lanes, Metropolys

cdef enum:
    SMALL_VALUES = 0x003E
    MEDIUM_VALUES = 0x03C0
    TALL_VALUES = 0x3C00

cdef struct Skyline:
    # By district, the greatest byte of one seat and of another one (see `height_step` of board).
    int tallest[DISTRICTS]
    int second[DISTRICTS]
    int farthest[DISTRICTS]  # the same after one more building, where there is an open site
    int runner_up[DISTRICTS]
    int step[4]  # what the tallest building left adds to the byte, by seat
    int open  # districts with an open site, a bit each


cdef struct Standing:
    # How many districts a seat leads, ties, can lose to one more building of a rival, and can win by one of its own.
    int led
    int tied
    int shaky
    int within


cdef Skyline skyline_of(const Metropolys* m, Lanes hands, Cells open) noexcept nogil
cdef Standing standing_of(const Metropolys* m, const Skyline* line, int seat) noexcept nogil
cdef int tallest_gain(const Metropolys* m, const Skyline* line, int seat, int cell, int value) noexcept nogil
