"""The rules of Warszawa: legal moves, moves, chance events, turns and rounds."""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.engine.game cimport Head, Move
from urbanist.engine.warszawa.position cimport (
    PLANNING, REALISATION, Warszawa, buildings, card_on, cube_bytes, engineers_in_all, kinds_below, store_of, unseen,
)
from urbanist.engine.warszawa.tables cimport (
    CONCRETE, RUBBLE, TAKE_CARD, TAKE_FUND, TWICE, world,
)

cdef int legal(const Head* state, Move* out) noexcept nogil
cdef uint64_t knows(const Head* state, int seat) noexcept nogil
cdef uint64_t sees(const Head* state, Move move, int seat) noexcept nogil
cdef int list_norms(const Warszawa* w, int seat, Move* out) noexcept nogil
cdef bint available(const Head* state, Move move) noexcept nogil
cdef void apply(Head* state, Move move) noexcept nogil
cdef void draw(Head* state) noexcept nogil
cdef void end_round(Warszawa* w) noexcept nogil


cdef inline Cells free_hexes(const Warszawa* w) noexcept nogil:
    """Return the hexes without rubble, foundation or building."""
    cdef Cells taken = w.rubble | buildings(w)
    cdef int seat
    for seat in range(w.head.seats):
        taken |= w.founded[seat]
    return world.everywhere & ~taken


cdef inline uint64_t cards_of(const Warszawa* w, int seat) noexcept nogil:
    """Return the cards that a seat may lay, by index in the stage; an unknown card in hand may be any unseen card."""
    cdef uint64_t cards = w.hand[seat]
    return cards | unseen(w) if count(cards) < w.held[seat] else cards


cdef inline Cells usable(const Warszawa* w, int seat) noexcept nogil:
    """Return the own buildings whose one-off function gives a seat something now."""
    cdef Cells rest = w.ready[seat]
    cdef Cells cells = 0
    cdef int store = store_of(w, seat)
    cdef int giving, cell
    if not rest:
        return 0
    giving = kinds_below(cube_bytes(w.cubes[seat]), store) << TAKE_FUND
    giving |= (w.held[seat] < store and w.left > 0) << TAKE_CARD
    giving |= (w.phase == PLANNING and w.engineers[seat] >= 2 + w.more) << TWICE
    while rest:
        cell = first(rest)
        rest &= rest - 1
        cells |= <Cells>(giving >> card_on(w, cell).function & 1) << cell
    return cells


cdef inline int bridge_prices(const Warszawa* w, int seat) noexcept nogil:
    """Return the prices of a bridge that a seat can pay, a bit each."""
    cdef int concrete = w.cubes[seat][CONCRETE]
    cdef int rubble = w.cubes[seat][RUBBLE]
    return (concrete >= 1 and rubble >= 1) | (rubble >= 3) << 1 | (concrete >= 2) << 2


# -- turns -----------------------------------------------------------------------------------------------------------

cdef inline void pass_on(Warszawa* w, int seat) noexcept nogil:
    """End the planning of a seat for this round."""
    w.passed |= <uint8_t>only(seat)
    w.more = 0


cdef inline bint find_planner(Warszawa* w, int start) noexcept nogil:
    """Give the turn to the first seat from `start` on that has not passed; return whether there is one."""
    cdef int seat = start
    cdef int _
    for _ in range(w.head.seats):
        seat = seat if seat < w.head.seats else seat - w.head.seats
        if w.engineers[seat] and not w.passed >> seat & 1:
            w.head.to_move = <uint8_t>seat
            return True
        seat += 1
    return False


cdef inline void begin_realisation(Warszawa* w) noexcept nogil:
    cdef int seat
    for seat in range(w.head.seats):
        w.engineers[seat] = <uint8_t>(engineers_in_all(w) - count(w.founded[seat]))
    w.phase = REALISATION
    w.realised = 0


cdef inline bint find_realiser(Warszawa* w) noexcept nogil:
    """Give the turn to the next seat in realisation, with moves or without; return whether there is one."""
    cdef int seat = w.holder + w.realised
    if w.realised == w.head.seats:
        return False
    w.realised += 1
    w.head.to_move = <uint8_t>(seat - w.head.seats * (seat >= w.head.seats))
    return True
