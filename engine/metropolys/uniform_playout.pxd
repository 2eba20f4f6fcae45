"""Uniform playouts of Metropolys."""

from libc.stdint cimport uint64_t
from urbanist.cext.cells64 cimport Cells, count, nth, only
from urbanist.cext.rng cimport Rng, below, rng_next
from urbanist.engine.game cimport Head, Move
from urbanist.engine.metropolys.position cimport Lanes, Metropolys, lane
from urbanist.engine.metropolys.rules cimport all_in

cdef void end_playout(Metropolys* m, int seat, Lanes hands, Cells empty, int plies) noexcept nogil
cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil
cdef Move sample(const Head* state, Rng* rng) noexcept nogil


cdef struct Bidding:
    # An auction: the last building and its seat, and the seat that moved last.
    int value
    int cell
    int top
    int seat
    Cells free  # sites without a building of this auction or of earlier ones
    Lanes still_in
    Lanes hands  # as before the auction
    Cells empty


cdef inline void open_auction(Bidding* b, Rng* rng) noexcept nogil:
    """Place a random building, each equally likely; `b.seat` opens."""
    cdef uint64_t bits = rng_next(rng)
    cdef uint64_t hand = lane(b.hands, b.seat)
    b.value = nth(hand, below(bits >> 32, count(hand)))
    b.cell = nth(b.empty, below(bits, count(b.empty)))
    b.top = b.seat
    b.free = b.empty ^ only(b.cell)
    b.still_in = all_in()


cdef inline bint take_up(const Metropolys* m, Bidding* b, Rng* rng) noexcept nogil:
    """Continue the auction of a position, or open one; return whether this was a move."""
    cdef bint opens = m.auction.last_value == 0
    b[0] = Bidding(
        m.auction.last_value, m.auction.last_cell, m.auction.top, m.head.to_move, m.auction.empty, m.auction.still_in,
        m.auction.hands | m.auction.bids, m.auction.empty | m.auction.bid_sites,
    )
    if opens:
        open_auction(b, rng)
    else:
        b.seat = b.seat - 1 & 3  # then the next able seat is the one to move
    return opens
