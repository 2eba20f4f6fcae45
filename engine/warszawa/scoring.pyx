"""Points of a Warszawa position (rules: Scoring)."""

from libc.stdint cimport int16_t, int32_t, uint8_t
from urbanist.cext.cells64 cimport Cells, count, first
from urbanist.engine.game cimport Head
from urbanist.engine.warszawa.position cimport TABLE, Warszawa, buildings, card_on, near
from urbanist.engine.warszawa.tables cimport (
    BRIDGE, CULTURAL, INDUSTRIAL, METRO, NONE, OBJECTS, REPRESENTATIVE, RESIDENTIAL, SERVICE, STYLES, TRANSPORT, TYPES,
    printed, world,
)


cdef Cells liked(const Warszawa* w, int type) noexcept nogil:
    """Return the hexes that give one point each to an adjacent building of a type."""
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


cdef int owned(const Warszawa* w, int seat, int kind) noexcept nogil:
    """Return the number of objects of a kind that a seat has built."""
    if kind == METRO:
        return w.dug[seat]
    if kind == BRIDGE:
        return w.spanned[seat]
    return count(w.built[seat] & w.of_type[kind])


cdef int sets_of(const Warszawa* w, int seat, int norm) noexcept nogil:
    """Return the number of complete sets of a norm that a seat has."""
    cdef const uint8_t* needs = printed[w.slot].needs[w.head.seats == 5][norm]
    cdef int sets = 99
    cdef int kind
    for kind in range(OBJECTS):
        if needs[kind]:
            sets = min(sets, owned(w, seat, kind) // needs[kind])
    return sets


cdef int norm_points(const Warszawa* w, int seat) noexcept nogil:
    """Return the points of a seat for the norm that it kept; 0 if the norm is not known."""
    return 0 if w.kept[seat] == NONE else points_of_norm(w, seat, w.kept[seat])


cdef int points_of_norm(const Warszawa* w, int seat, int norm) noexcept nogil:
    """Return what a norm gives to a seat: 3 points for each complete set, -3 for none."""
    cdef int sets = sets_of(w, seat, norm)
    return EACH_SET * sets if sets else NO_SET


cdef int most_in_style(const Warszawa* w, int style) noexcept nogil:
    """Return the greatest number of buildings of a style that one seat has."""
    cdef int seat
    cdef int most = 0
    for seat in range(w.head.seats):
        most = max(most, count(w.built[seat] & w.of_style[style]))
    return most


cdef void add_style_points(const Warszawa* w, int style, int32_t* points) noexcept nogil:
    """Add each seat's points for a style: 5 for most buildings, 3 if tied for most, 0 otherwise."""
    cdef int most = most_in_style(w, style)
    cdef int leaders = 0
    cdef int seat, each
    if most == 0:
        return
    for seat in range(w.head.seats):
        leaders += count(w.built[seat] & w.of_style[style]) == most
    each = 5 if leaders == 1 else 3
    for seat in range(w.head.seats):
        points[seat] += each * (count(w.built[seat] & w.of_style[style]) == most)


cdef int style_points(const Warszawa* w, int style, int seat) noexcept nogil:
    """Return a seat's points for a style: 5 for most buildings, 3 if tied for most, 0 otherwise."""
    cdef int32_t[TABLE] points = [0, 0, 0, 0, 0]
    add_style_points(w, style, points)
    return points[seat]


cdef int points_beside(const Warszawa* w, Cells cells, Cells likes) noexcept nogil:
    """Return the points of the buildings `cells` for adjacent hexes: one for each hex of `likes` beside each."""
    cdef int points = 0
    while cells:
        points += count(near(w, first(cells)) & likes)
        cells &= cells - 1
    return points


cdef int neighbour_points(const Warszawa* w, int seat, int type) noexcept nogil:
    """Return the points of a seat's buildings of a type for adjacent hexes."""
    return points_beside(w, w.built[seat] & w.of_type[type], liked(w, type))


cdef inline bint at_metro(const Warszawa* w, int cell) noexcept nogil:
    return (w.segments[0] & world.sides[cell][0] | w.segments[1] & world.sides[cell][1]) != 0


cdef int metro_points(const Warszawa* w, int seat) noexcept nogil:
    """Return one point for each of a seat's buildings beside a metro segment."""
    cdef Cells rest = w.built[seat]
    cdef int points = 0
    while rest:
        points += at_metro(w, first(rest))
        rest &= rest - 1
    return points


cdef inline int building_points(const Warszawa* w, int seat, const Cells* likes) noexcept nogil:
    """Return the points of a seat's buildings for adjacent hexes, `likes` of each type, and for the metro."""
    cdef Cells rest = w.built[seat]
    cdef int points = 0
    cdef int cell
    while rest:
        cell = first(rest)
        rest &= rest - 1
        points += count(near(w, cell) & likes[card_on(w, cell).type]) + at_metro(w, cell)
    return points


cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil:
    """Write each seat's current points, and its number of buildings as the tie-break."""
    cdef const Warszawa* w = <const Warszawa*>state
    cdef Cells[TYPES] likes
    cdef int seat, type, style
    for type in range(TYPES):
        likes[type] = liked(w, type)
    for seat in range(state.seats):
        points[seat] = w.gained[seat] + norm_points(w, seat) + building_points(w, seat, likes)
        tiebreak[seat] = <int16_t>count(w.built[seat])
    for style in range(STYLES):
        add_style_points(w, style, points)
