"""Points of a Metropolys position."""

from libc.stdint cimport int16_t, int32_t
from urbanist.cext.cells64 cimport Cells
from urbanist.engine.game cimport Head
from urbanist.engine.metropolys.position cimport TABLE, Metropolys

cdef int area_points(int variant, int area, Cells own) noexcept nogil
cdef int token_points(const Metropolys* m, int seat) noexcept nogil
cdef void tallest_points(const Metropolys* m, int32_t* points) noexcept nogil
cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil
