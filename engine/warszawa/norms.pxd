"""How far a seat is with its norm, as far as an observer can tell."""

from urbanist.engine.warszawa.position cimport Warszawa

cdef struct NormOutlook:
    bint known  # the kept norm
    float points  # 0 until the norms are chosen
    float sets
    float missing  # objects for the next set

cdef NormOutlook norm_outlook(const Warszawa* w, int observer, int seat) noexcept nogil
