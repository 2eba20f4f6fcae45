"""Points of Akropolis."""

from libc.stdint cimport int16_t, int32_t
from urbanist.engine.akropolis.position cimport KINDS, City
from urbanist.engine.game cimport Head

cdef struct Worth:
    # By kind, from houses on: what the districts that count are worth, and the stars of the plazas.
    int value[KINDS]
    int stars[KINDS]

cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil
cdef int points_of(const City* city, int options) noexcept nogil
cdef void worth_of(const City* city, int options, Worth* worth) noexcept nogil
