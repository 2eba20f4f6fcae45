"""An estimate of the final points of a city: its points now, and the gains expected in the remaining turns."""

from urbanist.engine.akropolis.outlook cimport Worth
from urbanist.engine.akropolis.position cimport KINDS, Akropolis


cdef struct Ambition:
    # The weights of the estimate in points, for the remaining turns of the seat.
    float[KINDS] value  # added to the value of the districts of a kind
    float[KINDS] stars  # added to the stars of a kind
    float[KINDS] idle  # the share of the heights of districts that do not count
    float stone
    float quarry  # each uncovered quarry


cdef Ambition ambition_for(int seats, float turns) noexcept nogil
cdef Ambition ambition_of(const Akropolis* a) noexcept nogil


cdef inline float hopes_of(const Worth* worth, const Ambition* ambition) noexcept nogil:
    """Return the estimate for a city by an ambition, in points."""
    cdef float total = worth.stones * ambition.stone + worth.quarries * ambition.quarry
    cdef float idle
    cdef int kind
    for kind in range(KINDS):
        idle = ambition.idle[kind] * max(worth.built[kind] - worth.value[kind], 0)
        total += (worth.value[kind] + ambition.value[kind] + idle) * (worth.stars[kind] + ambition.stars[kind])
    return total
