"""Observation encoder of Metropolys: board, hands and type cards beside the features; and the action space."""

from libc.stdint cimport int32_t, uint64_t
from urbanist.cext.bitrow cimport add_bits
from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.cext.paint cimport paint
from urbanist.cext.planes cimport Planes, put
from urbanist.engine.game cimport EVERYBODY, Head, Move
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.position cimport (
    ALL_VALUES, EXPERT, METRO, PASS, RUINS, TRENDY, TYPES, UNKNOWN, Metropolys, lane,
)
from urbanist.engine.metropolys.quantities import QUANTITIES
from urbanist.engine.metropolys.rules cimport open_sites, playable_values
from urbanist.engine.observation import Layout

cdef enum:
    VALUES = 13

DETAILS = Layout(
    seats=(
        *(f"holds building {value}" for value in pieces.VALUES), *(f"chance of {kind}" for kind in pieces.TYPES),
    ),
    common_planes=("in play", "empty", "next sites", "last building", "trendy", "metro", "ruins"),
    seat_planes=("built value", "bid value"),
    plane_shape=(CELLS,),
    quantities=QUANTITIES,
)


cdef void observe(const Head* state, int observer, float* details, const Planes* planes) noexcept nogil:
    """Write the planes of the board."""
    cdef const Metropolys* m = <const Metropolys*>state
    paint(planes, 0, m.play)
    paint(planes, 1, m.auction.empty)
    paint(planes, 2, 0 if state.over else open_sites(m))
    if m.auction.last_value:
        put(planes, 3, m.auction.last_cell, m.auction.last_value)
    paint(planes, 4, m.tokens[TRENDY])
    paint(planes, 5, m.tokens[METRO])
    paint(planes, 6, m.tokens[RUINS])


cdef inline bint knows_type(const Metropolys* m, int observer, int seat) noexcept nogil:
    return (observer == seat or observer == EVERYBODY) and m.kind[seat] != UNKNOWN


cdef void type_of(const Metropolys* m, int observer, int seat, float* chance) noexcept nogil:
    """Write the probability of each type card of a seat, uniform over those that it may hold."""
    cdef int held = 0
    cdef int other, type
    if knows_type(m, observer, seat):
        chance[m.kind[seat]] = 1
        return
    for other in range(m.head.seats):
        if knows_type(m, observer, other):
            held |= 1 << m.kind[other]
    for type in range(TYPES):
        if not held >> type & 1:
            chance[type] = <float>1 / (TYPES - count(<uint64_t>held))


cdef void observe_seat(const Head* state, int observer, int seat, float* details, const Planes* planes) noexcept nogil:
    """Write the hand, the type card and the planes of a seat."""
    cdef const Metropolys* m = <const Metropolys*>state
    cdef uint64_t hand = lane(m.auction.hands, seat)
    cdef uint64_t bids = lane(m.auction.bids, seat)
    cdef uint64_t laid = ALL_VALUES & ~(hand | bids)
    cdef int value
    for value in range(1, VALUES + 1):
        details[value - 1] = hand >> value & 1
    while bids:
        put(planes, 1, m.bid_cell[first(bids)], first(bids))
        bids &= bids - 1
    while laid:
        put(planes, 0, m.site[seat][first(laid)], first(laid))
        laid &= laid - 1
    if m.variant == EXPERT:
        type_of(m, observer, seat, details + VALUES)


cdef void actions(const Head* state, const Move* moves, int n, int32_t* out) noexcept nogil:
    """Write 0 for a pass, and one number for each value and cell."""
    cdef int j
    for j in range(n):
        out[j] = 0 if moves[j] == PASS else 1 + (<int32_t>(moves[j] >> 8) - 1) * CELLS + <int32_t>(moves[j] & 63)


cdef void mark(const Head* state, bint cropped, uint64_t* mask) noexcept nogil:
    """Mark a pass, and the open sites for each value that may be placed."""
    cdef const Metropolys* m = <const Metropolys*>state
    cdef uint64_t values = 0 if state.over else playable_values(&m.auction, state.to_move)
    cdef Cells sites = open_sites(m)
    mask[0] |= m.auction.last_value != 0 and not state.over
    while values:
        add_bits(mask, 1 + (first(values) - 1) * CELLS, sites)
        values &= values - 1


cdef bint find_move(const Head* state, bint cropped, int action, Move* out) noexcept nogil:
    """Write the legal move with an action; return whether there is one."""
    cdef const Metropolys* m = <const Metropolys*>state
    cdef int value = (action - 1) // CELLS + 1
    cdef int cell = (action - 1) % CELLS
    if state.over or action == 0:
        out[0] = PASS
        return m.auction.last_value != 0 and not state.over
    out[0] = <Move>value << 8 | <Move>cell
    return playable_values(&m.auction, state.to_move) >> value & 1 and only(cell) & open_sites(m) != 0
