"""Uniform playouts of Metropolys, without move lists.

What a seat may bid depends only on the last building. All buildings of the auction have lower values, so the hands stay
as they are until it ends. Nothing branches on a move, as those of a random player are unpredictable; and the draws of
the value, of the site and of the pass are independent of each other.
"""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset
from urbanist.cext.cells64 cimport Cells, count, nth, only
from urbanist.cext.rng cimport Rng, below, rng_next
from urbanist.engine.game cimport Head, Move
from urbanist.engine.metropolys.board cimport board_of
from urbanist.engine.metropolys.position cimport PASS, Auction, Lanes, Metropolys, lane
from urbanist.engine.metropolys.rules cimport (
    IN, able_after, all_in, build, next_able, open_sites, playable_values, values_above,
)
from urbanist.engine.metropolys.scoring cimport score


cdef inline bint answer(Bidding* b, const Cells* near, Rng* rng) noexcept nogil:
    """Play a random pass or raise of the next seat, each equally likely; return 0 if nobody can raise."""
    cdef Cells sites = b.free & near[b.cell]
    cdef Lanes higher = b.hands & values_above(b.value)
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
    cdef const Metropolys* m = <const Metropolys*>state
    cdef const Auction* a = &m.auction
    cdef uint64_t values = playable_values(a, state.to_move)
    cdef Cells sites = open_sites(m)
    cdef uint64_t bits = rng_next(rng)
    cdef uint64_t more = rng_next(rng)
    cdef uint64_t value = nth(values, below(bits >> 32, count(values)))
    cdef uint64_t cell = nth(sites, below(bits, count(sites)))
    cdef bint places = not a.last_value or (more & 0xFFFFFFFFULL) * (count(values) * count(sites) + 1) >> 32 != 0
    return <Move>(value << 8 | cell) if places else PASS


cdef void end_playout(Metropolys* m, int seat, Lanes hands, Cells empty, int plies) noexcept nogil:
    """Write the end of a game that `seat` has won after so many moves, beside the buildings."""
    cdef Auction* a = &m.auction
    m.head.ply += plies
    m.head.to_move = a.top = <uint8_t>seat
    m.head.over = 1
    a.hands, a.empty, a.still_in = hands, empty, all_in()
    a.bids = a.bid_sites = 0
    a.last_value = a.last_cell = 0
    memset(m.bid_cell, 0, sizeof(m.bid_cell))
    score(&m.head, m.head.score, m.head.tiebreak)


cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil:
    """Play uniformly random moves to the end."""
    cdef Metropolys* m = <Metropolys*>state
    cdef const Cells* near = &board_of(m).near[0]
    cdef Bidding b
    cdef int plies
    if state.over:
        return
    plies = take_up(m, &b, rng)
    while True:
        while answer(&b, near, rng):
            plies += 1
        build(m, b.top, b.value, b.cell)
        b.hands ^= <Lanes>1 << 16 * b.top + b.value
        b.empty ^= only(b.cell)
        b.seat = b.top
        if lane(b.hands, b.seat) == 0:
            break
        open_auction(&b, rng)
        plies += 1
    end_playout(m, b.seat, b.hands, b.empty, plies)
