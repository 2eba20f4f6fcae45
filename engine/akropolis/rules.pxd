"""The rules of Akropolis: deal, legal moves, moves, refills, reshuffle."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy
from urbanist.cext.cells64 cimport only
from urbanist.cext.hexlines cimport MAX_WORDS, Line, Window
from urbanist.cext.rng cimport Rng
from urbanist.engine.akropolis.position cimport LONG, SLOTS, TABLE, Akropolis, City, Place, slot_of
from urbanist.engine.game cimport Head, Move, Setup

cdef enum:
    REFILL = 1  # the one chance event


cdef struct Setting:
    # What is dealt.
    uint64_t tiles  # a bit for each number
    uint8_t market  # open tiles; a stack has one less
    uint8_t stacks  # 0: there is no such game


cdef Setting[SLOTS][TABLE + 1][2] settings  # by edition, number of players, and whether the game is long
cdef uint8_t[SLOTS][TABLE] stones_of  # by edition, those of the first seat to move, the second and so on


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


cdef inline const Setting* setting_of(int options, int seats) noexcept nogil:
    """Return what is dealt with some options."""
    return &settings[slot_of(options)][seats][options & LONG != 0]


cdef inline int stack_size(const Akropolis* a) noexcept nogil:
    """Return how many tiles a stack has."""
    return setting_of(a.options, a.head.seats).market - 1


cdef inline int plies_left(const Akropolis* a) noexcept nogil:
    """Return the number of moves to the end of the game."""
    return a.market_size - 1 + a.stacks * stack_size(a)


cdef inline int payable(const Akropolis* a) noexcept nogil:
    """Return how many tiles of the market the seat to move can pay for; a tile costs a stone for each one before it."""
    return min(<int>a.city[a.head.to_move].stones + 1, <int>a.market_size)


cdef inline uint64_t close_gap(uint64_t tiles, size_t place) noexcept nogil:
    """Return a market, as the bytes of a word, without the tile at a place."""
    cdef uint64_t before = only(8 * place) - 1
    return tiles & before | tiles >> 8 & ~before


cdef inline void take_tile(Akropolis* a, City* city, int place) noexcept nogil:
    """Pay for the tile at a place of the market and close the gap."""
    cdef uint64_t tiles
    memcpy(&tiles, a.market, 8)
    tiles = close_gap(tiles, place)
    memcpy(a.market, &tiles, 8)
    a.market_size -= 1
    city.stones -= place


cdef inline bint pass_on(Akropolis* a) noexcept nogil:
    """Give the turn to the next seat; return whether the market has one tile left."""
    a.head.ply += 1
    a.head.to_move = 0 if a.head.to_move + 1 == a.head.seats else a.head.to_move + 1
    return a.market_size == 1


cdef inline uint64_t open_stack(Akropolis* a, int size) noexcept nogil:
    """Take the tiles of the next stack, so many; return them as the bytes of a word."""
    cdef uint64_t stack
    cdef uint64_t opened = only(8 * size) - 1
    memcpy(&stack, a.stacked + a.drawn, 8)
    opened &= stack
    stack ^= opened
    memcpy(a.stacked + a.drawn, &stack, 8)
    a.drawn += size
    a.stacks -= 1
    return opened


cdef inline void refill(Akropolis* a, int size) noexcept nogil:
    """Add the tiles of the next stack, so many, after the remaining tile."""
    cdef uint64_t tiles = a.market[0] | open_stack(a, size) << 8
    memcpy(a.market, &tiles, 8)
    a.market_size = size + 1
