"""Uniformly random games of Metropolys, without lists of moves.

What a seat may bid depends only on the last building. All buildings of the auction have lower values, so the hands stay
as they are until it ends. Nothing branches on a move, because a processor cannot predict those of a random player; and
the draws of the value, of the site and of the pass do not wait for each other.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset
from urbanist.cext.cells64 cimport Cells, count, nth, only
from urbanist.cext.rng cimport Rng, below, rng_next
from urbanist.engine.game cimport Head, Move
from urbanist.engine.metropolys.board cimport board
from urbanist.engine.metropolys.position cimport PASS, Auction, Lanes, Metropolys, lane
from urbanist.engine.metropolys.rules cimport (
    IN, able_after, all_in, build, next_able, open_sites, playable_values, values_above,
)
from urbanist.engine.metropolys.scoring cimport score


cdef struct Bidding:
    # An auction: the last building and its seat, and the seat that moved last.
    int value
    int cell
    int top
    int seat
    Cells free  # sites without a building of this auction or of earlier ones
    Lanes still_in


cdef inline void open_auction(Bidding* b, Lanes hands, Cells empty, Rng* rng) noexcept nogil:
    """Place a random building, each equally likely; `b.seat` opens."""
    cdef uint64_t bits = rng_next(rng)
    cdef uint64_t hand = lane(hands, b.seat)
    b.value = nth(hand, below(bits >> 32, count(hand)))
    b.cell = nth(empty, below(bits, count(empty)))
    b.top = b.seat
    b.free = empty ^ only(b.cell)
    b.still_in = all_in()


cdef inline bint answer(Bidding* b, Lanes hands, Rng* rng) noexcept nogil:
    """Play a random pass or raise of the next seat, each equally likely; return 0 if nobody can raise."""
    cdef Cells sites = b.free & board.near[b.cell]
    cdef Lanes higher = hands & values_above(b.value)
    cdef Lanes able = able_after(higher, b.still_in, b.top) if sites else 0
    cdef uint64_t bits = rng_next(rng)
    cdef uint64_t more = rng_next(rng)
    cdef uint64_t values, raised
    cdef int value, cell
    cdef bint raises
    if not able:
        return False
    b.seat = next_able(able, b.seat)
    values = lane(higher, b.seat)
    value = nth(values, below(bits >> 32, count(values)))
    cell = nth(sites, below(bits, count(sites)))
    raises = (more & 0xFFFFFFFFULL) * (count(values) * count(sites) + 1) >> 32 != 0
    raised = 0 - <uint64_t>raises
    b.still_in &= ~(<Lanes>IN << 16 * b.seat & ~raised)
    b.free &= ~(only(cell) & raised)
    b.value = value if raises else b.value
    b.cell = cell if raises else b.cell
    b.top = b.seat if raises else b.top
    return True


cdef Move sample(const Head* state, Rng* rng) noexcept nogil:
    """Draw a legal move, each equally likely."""
    cdef const Auction* a = &(<const Metropolys*>state).auction
    cdef uint64_t values = playable_values(a, state.to_move)
    cdef Cells sites = open_sites(a)
    cdef uint64_t bits = rng_next(rng)
    cdef uint64_t more = rng_next(rng)
    cdef uint64_t value = nth(values, below(bits >> 32, count(values)))
    cdef uint64_t cell = nth(sites, below(bits, count(sites)))
    cdef bint places = not a.last_value or (more & 0xFFFFFFFFULL) * (count(values) * count(sites) + 1) >> 32 != 0
    return <Move>(value << 8 | cell) if places else PASS


cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil:
    """Play uniformly random moves to the end."""
    cdef Metropolys* m = <Metropolys*>state
    cdef Auction* a = &m.auction
    cdef Lanes hands = a.hands | a.bids
    cdef Cells empty = a.empty | a.bid_sites
    cdef Bidding b = Bidding(a.last_value, a.last_cell, a.top, state.to_move, a.empty, a.still_in)
    cdef int plies = 0
    if state.over:
        return
    if b.value:
        b.seat = b.seat - 1 & 3  # then the next able seat is the one to move
    while True:
        if not b.value:
            open_auction(&b, hands, empty, rng)
            plies += 1
        while answer(&b, hands, rng):
            plies += 1
        build(m, b.top, b.value, b.cell)
        hands ^= <Lanes>1 << 16 * b.top + b.value
        empty ^= only(b.cell)
        b.seat = b.top
        b.value = 0
        if lane(hands, b.seat) == 0:
            break
    state.ply += plies
    state.to_move = a.top = <uint8_t>b.seat
    state.over = 1
    a.hands, a.empty, a.still_in = hands, empty, all_in()
    a.bids = a.bid_sites = 0
    a.last_value = a.last_cell = 0
    memset(m.bid_cell, 0, sizeof(m.bid_cell))
    score(state, state.score, state.tiebreak)
