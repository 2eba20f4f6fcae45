"""The rules of Akropolis: deal, legal moves, moves, refills, reshuffle."""

from urbanist.cext.rng cimport Rng
from urbanist.engine.akropolis.position cimport Akropolis
from urbanist.engine.game cimport Head, Move, Setup

cdef void deal(Head* state, const Setup* setup, Rng* rng) noexcept nogil
cdef int legal(const Head* state, Move* out) noexcept nogil
cdef bint available(const Head* state, Move move) noexcept nogil
cdef void apply(Head* state, Move move) noexcept nogil
cdef void draw(Head* state) noexcept nogil
cdef void reshuffle(Head* state, int seat, Rng* rng) noexcept nogil
cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil


cdef inline int payable(const Akropolis* a) noexcept nogil:
    """Return how many tiles of the market the seat to move can pay for; a tile costs a stone for each one before it."""
    return min(<int>a.city[a.head.to_move].stones + 1, <int>a.market_size)
