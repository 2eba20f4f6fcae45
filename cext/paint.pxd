"""Sets of at most 64 places on planes."""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.bitrow cimport bits_to_bytes
from urbanist.cext.cells64 cimport Cells
from urbanist.cext.planes cimport Planes


cdef inline void paint(const Planes* planes, int plane, Cells cells) noexcept nogil:
    """Write 1 at each place of a set, and 0 at the others of a plane of at most 64 places."""
    cdef uint64_t[2] bits = [cells, 0]
    bits_to_bytes(bits, <uint8_t*>(planes.first + plane * planes.places), planes.places, False)
