"""The sides for the next metro segment: those that continue a line, those that branch off, and the tunnel."""

from libc.stdint cimport uint64_t
from urbanist.engine.warszawa.position cimport Warszawa

cdef void sides_open(const Warszawa* w, uint64_t* out) noexcept nogil
cdef void lay_segment(Warszawa* w, int side, int tunnel) noexcept nogil
