"""The rules of Metropolys: deal, legal moves, moves, reshuffle."""

from libc.stdint cimport uint64_t
from urbanist.cext.cells64 cimport Cells, count, nth
from urbanist.cext.rng cimport Rng, below
from urbanist.engine.game cimport Head, Move, Setup
from urbanist.engine.metropolys.board cimport board
from urbanist.engine.metropolys.position cimport ALL_VALUES, Auction, Lanes, Metropolys, lane

cdef void deal(Head* state, const Setup* setup, Rng* rng) noexcept nogil
cdef int legal(const Head* state, Move* out) noexcept nogil
cdef void apply(Head* state, Move move) noexcept nogil
cdef void reshuffle(Head* state, int seat, Rng* rng) noexcept nogil
cdef uint64_t area_cards(const Metropolys* m) noexcept nogil
cdef bint hide(Head* state, int seat, int secret) noexcept nogil
cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil


cdef inline Lanes values_above(int value) noexcept nogil:
    """Return, in every lane, the building values greater than `value`."""
    return <Lanes>(ALL_VALUES & -(2 << value)) * 0x0001000100010001ULL


cdef inline Cells open_sites(const Auction* a) noexcept nogil:
    """Return the sites for the next building: all empty cells for an opening, else those beside the last one."""
    return a.empty & board.near[a.last_cell] if a.last_value else a.empty


cdef inline uint64_t playable_values(const Auction* a, int seat) noexcept nogil:
    """Return the values that a seat may place now."""
    return lane(a.hands & values_above(a.last_value), seat)


cdef inline Move draw_building(uint64_t values, Cells sites, uint64_t bits) noexcept nogil:
    """Return a building with a random value on a random site; each half of the random bits chooses one of them."""
    return (<Move>nth(values, below(bits >> 32, count(values))) << 8) | <Move>nth(sites, below(bits, count(sites)))
