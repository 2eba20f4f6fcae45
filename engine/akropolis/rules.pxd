"""The rules of Akropolis: deal, legal moves, moves, refills, reshuffle."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy
from urbanist.cext.cells64 cimport only
from urbanist.cext.hexlines cimport MAX_WORDS, Line, Window
from urbanist.cext.rng cimport Rng
from urbanist.engine.akropolis.position cimport TABLE, Akropolis, City, Place
from urbanist.engine.game cimport Head, Move, Setup

cdef enum:
    REFILL = 1  # the one chance event

cdef uint64_t[TABLE + 1] in_play  # tiles by the number of players, a bit for each tile number
cdef uint8_t[TABLE + 1][2] stacks_of  # number of stacks by the number of players, in the usual and in the long game


cdef struct Openings:
    # The triangles where a tile fits, as anchors in a window that begins two hexes west and north of a city. An `UP`
    # triangle is marked one hex west of its anchor, so that its mark is in the window too.
    Window window
    Line[2][MAX_WORDS] open


cdef void find_openings(const City* city, Openings* found) noexcept nogil
cdef int list_places(const City* city, Move* out) noexcept nogil
cdef bint fits(const City* city, Place place) noexcept nogil
cdef void deal(Head* state, const Setup* setup, Rng* rng) noexcept nogil
cdef int legal(const Head* state, Move* out) noexcept nogil
cdef bint available(const Head* state, Move move) noexcept nogil
cdef void apply(Head* state, Move move) noexcept nogil
cdef void draw(Head* state) noexcept nogil
cdef void order_stacks(Akropolis* a) noexcept nogil
cdef void reshuffle(Head* state, int seat, Rng* rng) noexcept nogil


cdef inline int payable(const Akropolis* a) noexcept nogil:
    """Return how many tiles of the market the seat to move can pay for; a tile costs a stone for each one before it."""
    return min(<int>a.city[a.head.to_move].stones + 1, <int>a.market_size)


cdef inline void take_tile(Akropolis* a, City* city, int place) noexcept nogil:
    """Pay for the tile at a place of the market and close the gap."""
    cdef uint64_t tiles
    cdef uint64_t before = only(8 * place) - 1
    memcpy(&tiles, a.market, 8)
    tiles = tiles & before | tiles >> 8 & ~before
    memcpy(a.market, &tiles, 8)
    a.market_size -= 1
    city.stones -= place


cdef inline bint pass_on(Akropolis* a) noexcept nogil:
    """Give the turn to the next seat; return whether the market has one tile left."""
    a.head.ply += 1
    a.head.to_move = 0 if a.head.to_move + 1 == a.head.seats else a.head.to_move + 1
    return a.market_size == 1


cdef inline void refill(Akropolis* a) noexcept nogil:
    """Add the tiles of the next stack after the remaining tile."""
    cdef int size = a.head.seats + 1
    cdef uint64_t stack
    cdef uint64_t opened = only(8 * size) - 1
    memcpy(&stack, a.stacked + a.drawn, 8)
    opened &= stack
    stack ^= opened
    memcpy(a.stacked + a.drawn, &stack, 8)
    stack = a.market[0] | opened << 8
    memcpy(a.market, &stack, 8)
    a.drawn += size
    a.market_size = size + 1
    a.stacks -= 1
