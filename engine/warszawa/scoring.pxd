"""Points of a Warszawa position."""

from libc.stdint cimport int16_t, int32_t
from urbanist.cext.cells64 cimport Cells
from urbanist.engine.game cimport Head
from urbanist.engine.warszawa.position cimport Warszawa

cdef Cells liked(const Warszawa* w, int type) noexcept nogil
cdef enum:
    # Points for each.
    EACH_SEGMENT = 1
    EACH_BRIDGE = 4
    EACH_SET = 3
    NO_SET = -3

cdef int owned(const Warszawa* w, int seat, int kind) noexcept nogil
cdef int sets_of(const Warszawa* w, int seat, int norm) noexcept nogil
cdef int norm_points(const Warszawa* w, int seat) noexcept nogil
cdef int points_of_norm(const Warszawa* w, int seat, int norm) noexcept nogil
cdef int most_in_style(const Warszawa* w, int style) noexcept nogil
cdef int style_points(const Warszawa* w, int style, int seat) noexcept nogil
cdef int points_beside(const Warszawa* w, Cells cells, Cells likes) noexcept nogil
cdef int neighbour_points(const Warszawa* w, int seat, int type) noexcept nogil
cdef int metro_points(const Warszawa* w, int seat) noexcept nogil
cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil
