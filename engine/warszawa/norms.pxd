"""Progress of a seat on its norm, as a mean over the norms that the observer cannot rule out."""

from libc.stdint cimport uint64_t
from urbanist.engine.warszawa.position cimport Warszawa

cdef struct NormProgress:
    bint known  # the kept norm
    float points  # 0 until the norms are chosen
    float sets
    float missing  # objects for the next set

cdef uint64_t objects_of(const Warszawa* w, int seat) noexcept nogil
cdef NormProgress norm_progress(const Warszawa* w, int observer, int seat, uint64_t have) noexcept nogil
cdef uint64_t lacks_of(const Warszawa* w, int seat, uint64_t have) noexcept nogil
