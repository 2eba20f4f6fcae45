"""The first of three placements of a seat, and what is known of them: the kernels of `duel`."""

from libc.stdint cimport int64_t
from urbanist.engine.akropolis.taking cimport Ending, Opening

cdef enum:
    PART_BITS = 20  # of a key


cdef int64_t value_of(Ending* e, int seat, const Opening* o) noexcept nogil
cdef bint is_better(Ending* e, int seat, const Opening* o) noexcept nogil
cdef bint list_openings(Ending* e, int seat) noexcept nogil
cdef bint find_lines_after(
    Ending* e, int seat, Opening* o, const Opening* bound, bint rough, Opening* out) noexcept nogil
cdef void forget(const Ending* e, Opening* o) noexcept nogil
cdef bint add_to_ceilings(Ending* e, int seat, const Opening* o) noexcept nogil
cdef void clear_ceilings(Ending* e, int seat) noexcept nogil
cdef bint is_refuted(Ending* e, int seat, Opening* o, bint* found) noexcept nogil
