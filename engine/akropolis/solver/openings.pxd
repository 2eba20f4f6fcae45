"""The first of three placements of a seat, and what is known of them: the kernels of `three_turns`."""

from libc.stdint cimport int64_t
from urbanist.engine.akropolis.solver.subgame cimport Ending, Opening

cdef enum:
    PART_BITS = 20  # of a key


cdef enum Answer:
    OPEN
    NO
    YES


cdef int64_t value_of(Ending* e, int seat, const Opening* o) noexcept nogil
cdef bint is_better(Ending* e, int seat, const Opening* o) noexcept nogil
cdef bint list_next_opening(Ending* e, int seat) noexcept nogil
cdef bint find_more_lines(Ending* e, int seat, Opening* o, bint* found) noexcept nogil
cdef void forget(const Ending* e, Opening* o) noexcept nogil
cdef bint add_to_ceiling(Ending* e, int seat, const Opening* o) noexcept nogil
cdef void clear_ceilings(Ending* e, int seat) noexcept nogil
cdef bint ask_ceiling(Ending* e, int seat, Opening* o, Answer* answer) noexcept nogil
