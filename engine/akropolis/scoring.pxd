"""Points of Akropolis."""

from libc.stdint cimport int16_t, int32_t
from urbanist.engine.akropolis.bitboards cimport CityBitboards
from urbanist.engine.akropolis.position cimport City
from urbanist.engine.game cimport Head

cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil
cdef int points_in(CityBitboards* s, int options) noexcept nogil
cdef int points_of(const City* city, int options) noexcept nogil
