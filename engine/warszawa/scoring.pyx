"""Points of a Warszawa position (rules: Scoring)."""

from libc.stdint cimport int16_t, int32_t, uint8_t
from urbanist.cext.cells64 cimport Cells, count, first
from urbanist.engine.game cimport Head
from urbanist.engine.warszawa.position cimport Warszawa, buildings, near
from urbanist.engine.warszawa.tables cimport (
    BRIDGE, CULTURAL, INDUSTRIAL, METRO, NONE, OBJECTS, REPRESENTATIVE, RESIDENTIAL, SERVICE, STYLES, TRANSPORT, TYPES,
    printed, world,
)


cdef Cells liked(const Warszawa* w, int type) noexcept nogil:
    """Return the hexes that give an adjacent building of a type a point each."""
    if type == INDUSTRIAL:
        return world.everywhere & ~buildings(w)
    if type == SERVICE:
        return w.of_type[RESIDENTIAL]
    if type == RESIDENTIAL:
        return w.of_type[SERVICE] | w.of_type[TRANSPORT]
    if type == REPRESENTATIVE:
        return w.of_type[CULTURAL]
    if type == CULTURAL:
        return w.of_type[REPRESENTATIVE]
    return 0


cdef int norm_points(const Warszawa* w, int seat) noexcept nogil:
    """Return 3 points for each complete set of a seat's norm, -3 for none; 0 where the norm is not known."""
    cdef int sets = 99
    cdef int kind, have
    cdef const uint8_t* needs
    if w.kept[seat] == NONE:
        return 0
    needs = printed[w.slot].needs[w.head.seats == 5][w.kept[seat]]
    for kind in range(OBJECTS):
        if needs[kind]:
            if kind == METRO:
                have = w.dug[seat]
            elif kind == BRIDGE:
                have = w.spanned[seat]
            else:
                have = count(w.built[seat] & w.of_type[kind])
            sets = min(sets, have // needs[kind])
    return 3 * sets if sets else -3


cdef void style_points(const Warszawa* w, int32_t* points) noexcept nogil:
    """Add 5 points a style to whoever built most of it, 3 each to those who are tied."""
    cdef int style, seat
    cdef int most, leaders
    for style in range(STYLES):
        most = 1
        leaders = 0
        for seat in range(w.head.seats):
            most = max(most, count(w.built[seat] & w.of_style[style]))
        for seat in range(w.head.seats):
            leaders += count(w.built[seat] & w.of_style[style]) == most
        for seat in range(w.head.seats):
            if count(w.built[seat] & w.of_style[style]) == most:
                points[seat] += 5 if leaders == 1 else 3


cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil:
    """Write each seat's points as they stand, and its buildings as the tie-break."""
    cdef const Warszawa* w = <const Warszawa*>state
    cdef int seat, type, cell
    cdef Cells rest, likes
    for seat in range(state.seats):
        points[seat] = w.gained[seat] + norm_points(w, seat)
        tiebreak[seat] = <int16_t>count(w.built[seat])
    style_points(w, points)
    for type in range(TYPES):
        likes = liked(w, type)
        for seat in range(state.seats):
            rest = w.built[seat] & w.of_type[type]
            while rest:
                cell = first(rest)
                rest &= rest - 1
                points[seat] += count(near(w, cell) & likes)
                points[seat] += (w.segments[0] & world.sides[cell][0] | w.segments[1] & world.sides[cell][1]) != 0
