"""Points of a Warszawa position."""

from libc.stdint cimport int16_t, int32_t
from urbanist.cext.cells64 cimport Cells
from urbanist.engine.game cimport Head
from urbanist.engine.warszawa.position cimport Warszawa

cdef Cells liked(const Warszawa* w, int type) noexcept nogil
cdef int norm_points(const Warszawa* w, int seat) noexcept nogil
cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil
