"""Where metro may go: sides that continue a line, sides that branch off, and the tunnel."""

from libc.stdint cimport uint64_t
from urbanist.engine.warszawa.position cimport Warszawa

cdef void sides_open(const Warszawa* w, uint64_t* out) noexcept nogil
cdef void lay_segment(Warszawa* w, int side, int tunnel) noexcept nogil
