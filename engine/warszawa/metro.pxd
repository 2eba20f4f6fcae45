"""The sides for the next metro segment: those that continue a line, those that branch off, and the tunnel.

A corner is reached if a segment or the tunnel ends there. The next segment must have exactly one reached corner. For
the sides in `ends`, this corner is an open end; for those in `forks`, two segments meet there. Both sets change only
around a new piece.
"""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.engine.warszawa.position cimport Warszawa
from urbanist.engine.warszawa.tables cimport world


cdef inline void drop(uint64_t* sides, int side) noexcept nogil:
    sides[side >> 6] &= ~(<uint64_t>1 << (side & 63))


cdef inline bint is_reached(const Warszawa* w, int corner) noexcept nogil:
    """Return whether a segment or the tunnel ends at a corner."""
    cdef const uint64_t* around = world.around[corner]
    cdef bint any = w.tunnel != 0
    cdef const uint8_t* tunnel = world.river_ends[w.tunnel - any]
    return ((w.segments[0] & around[0] | w.segments[1] & around[1]) != 0) | (
        any & ((tunnel[0] == corner) | (tunnel[1] == corner)))


cdef inline void reach(Warszawa* w, int corner, bint again) noexcept nogil:
    """Update the free sides at a corner with a new piece; `again`: it was reached before.

    A side with another reached corner continues nothing. It is in neither set, or it is in one until now.
    """
    cdef const uint64_t* allowed = world.open_sides[w.head.seats == 3]
    cdef uint64_t forking = 0 - <uint64_t>again
    cdef uint64_t free, known
    cdef int i
    for i in range(2):
        free = world.around[corner][i] & allowed[i] & ~w.segments[i]
        known = (w.ends[i] | w.forks[i]) & free
        w.ends[i] = w.ends[i] & ~free | (free ^ known) & ~forking
        w.forks[i] = w.forks[i] & ~free | known & forking


cdef inline void lay_segment(Warszawa* w, int side, int tunnel) noexcept nogil:
    """Lay a segment and, if it is not 0, the tunnel on river side `tunnel` - 1."""
    cdef int one = world.corners[side][0]
    cdef int other = world.corners[side][1]
    cdef bint again = is_reached(w, one)
    cdef bint other_again = is_reached(w, other)
    w.branched |= w.forks[side >> 6] >> (side & 63) & 1
    drop(w.ends, side)
    drop(w.forks, side)
    w.segments[side >> 6] |= <uint64_t>1 << (side & 63)
    reach(w, one, again)
    reach(w, other, other_again)
    if tunnel:
        one = world.river_ends[tunnel - 1][0]
        other = world.river_ends[tunnel - 1][1]
        reach(w, one, is_reached(w, one))
        reach(w, other, is_reached(w, other))
        w.tunnel = <uint8_t>tunnel


cdef inline void sides_open(const Warszawa* w, uint64_t* out) noexcept nogil:
    """Write the sides for the next segment."""
    cdef const uint64_t* anywhere = world.open_sides[w.head.seats == 3]
    cdef uint64_t branching = 0 - <uint64_t>((w.stage == 1) & (w.branched == 0))
    cdef bint first = not (w.segments[0] | w.segments[1])
    cdef int i
    for i in range(2):
        out[i] = anywhere[i] if first else w.ends[i] | w.forks[i] & branching
