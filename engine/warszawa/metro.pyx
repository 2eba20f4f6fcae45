"""The sides for the next metro segment: those that continue a line, those that branch off, and the tunnel.

A corner is reached if a segment or the tunnel ends there. The next segment must have exactly one reached corner. For
the sides in `ends`, this corner is an open end; for those in `forks`, two segments meet there. Both sets change only
around a new piece.
"""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.cells64 cimport count
from urbanist.engine.warszawa.position cimport Warszawa
from urbanist.engine.warszawa.tables cimport NONE, world


cdef inline bint has(const uint64_t* sides, int side) noexcept nogil:
    return sides[side >> 6] >> (side & 63) & 1


cdef inline void add(uint64_t* sides, int side) noexcept nogil:
    sides[side >> 6] |= <uint64_t>1 << (side & 63)


cdef inline void drop(uint64_t* sides, int side) noexcept nogil:
    sides[side >> 6] &= ~(<uint64_t>1 << (side & 63))


cdef int pieces_at(const Warszawa* w, int corner) noexcept nogil:
    """Return how many segments and tunnels end at a corner."""
    cdef const uint64_t* sides = world.around[corner]
    cdef int found = count(w.segments[0] & sides[0]) + count(w.segments[1] & sides[1])
    if w.tunnel:
        found += (world.river_ends[w.tunnel - 1][0] == corner) + (world.river_ends[w.tunnel - 1][1] == corner)
    return found


cdef void reach(Warszawa* w, int corner) noexcept nogil:
    """Update `ends` and `forks` for the free sides at a corner with a new piece."""
    cdef int pieces = pieces_at(w, corner)
    cdef int i, side, far
    cdef const uint64_t* allowed = world.open_sides[w.head.seats == 3]
    for i in range(3):
        side = world.at_corner[corner][i]
        if side == NONE or has(w.segments, side) or not has(allowed, side):
            continue
        far = world.corners[side][0] + world.corners[side][1] - corner
        drop(w.ends, side)
        drop(w.forks, side)
        if pieces_at(w, far) == 0:
            if pieces == 1:
                add(w.ends, side)
            else:
                add(w.forks, side)


cdef void lay_segment(Warszawa* w, int side, int tunnel) noexcept nogil:
    """Lay a segment and, if it is not 0, the tunnel on river side `tunnel` - 1."""
    cdef int i
    w.branched |= has(w.forks, side)
    drop(w.ends, side)
    drop(w.forks, side)
    add(w.segments, side)
    if tunnel:
        w.tunnel = <uint8_t>tunnel
        for i in range(2):
            reach(w, world.river_ends[tunnel - 1][i])
    for i in range(2):
        reach(w, world.corners[side][i])


cdef void sides_open(const Warszawa* w, uint64_t* out) noexcept nogil:
    """Write the sides for the next segment."""
    cdef int i
    cdef bint anywhere = not (w.segments[0] | w.segments[1])
    cdef bint branching = w.stage == 1 and not w.branched
    for i in range(2):
        if anywhere:
            out[i] = world.open_sides[w.head.seats == 3][i]
        else:
            out[i] = w.ends[i] | (w.forks[i] if branching else 0)
