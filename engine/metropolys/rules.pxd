"""The rules of Metropolys: deal, legal moves, moves, reshuffle."""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.cells64 cimport Cells, count, first, nth, only
from urbanist.cext.rng cimport Rng, below
from urbanist.engine.game cimport NOBODY, Head, Move, Setup
from urbanist.engine.metropolys.board cimport board_of, district_of, height_step
from urbanist.engine.metropolys.position cimport ALL_VALUES, METRO, RUINS, TRENDY, Auction, Lanes, Metropolys, lane

cdef void deal(Head* state, const Setup* setup, Rng* rng) noexcept nogil
cdef int legal(const Head* state, Move* out) noexcept nogil
cdef void apply(Head* state, Move move) noexcept nogil
cdef void reshuffle(Head* state, int seat, Rng* rng) noexcept nogil
cdef uint64_t area_cards(const Metropolys* m) noexcept nogil
cdef bint hide(Head* state, int seat, int secret) noexcept nogil
cdef uint64_t knows(const Head* state, int seat) noexcept nogil

cdef enum:
    IN = 0x8000  # the bit of a lane for a seat that has not passed


cdef inline Lanes values_above(int value) noexcept nogil:
    """Return, in every lane, the building values greater than `value`."""
    return <Lanes>(ALL_VALUES & -(2 << value)) * 0x0001000100010001ULL


cdef inline Cells open_sites(const Metropolys* m) noexcept nogil:
    """Return the sites for the next building: all empty cells for an opening, else those beside the last one."""
    cdef const Auction* a = &m.auction
    return a.empty & board_of(m).near[a.last_cell] if a.last_value else a.empty


cdef inline uint64_t playable_values(const Auction* a, int seat) noexcept nogil:
    """Return the values that a seat may place now."""
    return lane(a.hands & values_above(a.last_value), seat)


cdef inline Move draw_building(uint64_t values, Cells sites, uint64_t bits) noexcept nogil:
    """Return a building with a random value on a random site; each half of the random bits chooses one of them."""
    return (<Move>nth(values, below(bits >> 32, count(values))) << 8) | <Move>nth(sites, below(bits, count(sites)))


cdef inline Lanes all_in() noexcept nogil:
    """Return IN for all seats."""
    return <Lanes>IN * 0x0001000100010001ULL


cdef inline Lanes able_after(Lanes higher, Lanes still_in, int top) noexcept nogil:
    """Return a bit in the lane of each seat that can outbid, given the higher values in the hands and who is in."""
    # The addition of all ones below bit 15 carries into bit 15 if the lane has a value.
    return higher + 0x7FFF7FFF7FFF7FFFULL & still_in & ~(<Lanes>IN << 16 * top)


cdef inline int next_able(Lanes able, int seat) noexcept nogil:
    """Return the next able seat clockwise; there must be one."""
    # Lanes of seats that are not at the table are empty, so they are never able.
    cdef int turn = 16 * (seat + 1) & 63
    return seat + 1 + (first(able >> turn | able << (64 - turn & 63)) >> 4) & 3


cdef inline void take_token(Metropolys* m, int seat, Cells site) noexcept nogil:
    """Give the token of the site, if any, to the seat that built there; move the metro card and the ruins card.

    Branch-free: the kind of the token is unpredictable.
    """
    cdef bint metro = m.tokens[METRO] & site != 0
    cdef bint ruins = m.tokens[RUINS] & site != 0
    m.taken[seat][TRENDY] += m.tokens[TRENDY] & site != 0
    m.taken[seat][METRO] += metro
    m.taken[seat][RUINS] += ruins
    m.tokens[TRENDY] &= ~site
    m.tokens[METRO] &= ~site
    m.tokens[RUINS] &= ~site
    cdef int most = -1 if m.metro_card == NOBODY else m.taken[m.metro_card & 3][METRO]
    m.metro_card = <uint8_t>seat if metro & (m.taken[seat][METRO] > most) else m.metro_card
    m.ruins_card = <uint8_t>seat if ruins else m.ruins_card


cdef inline void build(Metropolys* m, int seat, int value, int cell) noexcept nogil:
    """Build for good, and take the token of the neighbourhood."""
    m.built[seat] |= only(cell)
    m.site[seat][value] = <uint8_t>cell
    m.heights[seat] += height_step[value] << 8 * district_of[cell]
    take_token(m, seat, only(cell))
