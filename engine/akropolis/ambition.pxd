"""What a seat plays for: points as they are, and what more turns will make of districts, plazas and quarries."""

from urbanist.engine.akropolis.outlook cimport Worth
from urbanist.engine.akropolis.position cimport KINDS, Akropolis


cdef struct Ambition:
    # In points, for the turns that the seat has left.
    float[KINDS] value  # added to what the districts of a kind are worth
    float[KINDS] stars  # added to the stars of a kind
    float[KINDS] idle  # share of a district's height where it does not count
    float stone
    float quarry  # that lies open


cdef Ambition ambition_of(const Akropolis* a) noexcept nogil


cdef inline float hopes_of(const Worth* worth, const Ambition* ambition) noexcept nogil:
    """Return what a city is worth by an ambition."""
    cdef float total = worth.stones * ambition.stone + worth.quarries * ambition.quarry
    cdef float idle
    cdef int kind
    for kind in range(KINDS):
        idle = ambition.idle[kind] * max(worth.built[kind] - worth.value[kind], 0)
        total += (worth.value[kind] + ambition.value[kind] + idle) * (worth.stars[kind] + ambition.stars[kind])
    return total
