"""The rules of Metropolys: deal, legal moves, moves, reshuffle."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset
from urbanist.cext.cells64 cimport Cells, count, first, nth, only, pick
from urbanist.cext.rng cimport Rng, rng_below
from urbanist.engine.game cimport BYSTANDER, EVERYBODY, NOBODY, Head, Move, Setup
from urbanist.engine.metropolys.board cimport Board, board_of
from urbanist.engine.metropolys.position cimport (
    ALL_VALUES, BORDER, BRIDGES, CHAINS, DISTRICT_CARD, DISTRICTS, EXPERT, LAKES, METRO, PASS, RUINS, STATUES, TABLE,
    TRENDY, TYPES, UNKNOWN, Auction, Lanes, Metropolys, lane,
)
from urbanist.engine.metropolys.scoring cimport Numbers, numbers_of, score

cdef enum:
    OPEN_TO_ALL = 1 << 5  # option: the districts in play are drawn
    DISTRICT_BITS = OPEN_TO_ALL - 1
    SLOT_SHIFT = 8  # the position of the edition's slot in the options of a setup


# -- deal ------------------------------------------------------------------------------------------------------------

cdef Cells draw_cells(Cells among, int n, Rng* rng) noexcept nogil:
    """Return n of the cells; each choice is equally likely."""
    cdef Cells drawn = 0
    cdef Cells cell
    cdef int left = count(among)
    while n > 0:
        cell = pick(among, rng_below(rng, left))
        among ^= cell
        drawn |= cell
        left -= 1
        n -= 1
    return drawn


cdef int default_districts(int seats) noexcept nogil:
    return 0b11111 if seats == 4 else 0b01111 if seats == 3 else 0b00111


cdef int drawn_districts(int seats, Rng* rng) noexcept nogil:
    """Return random districts in play; two players leave out two neighbours of the ring North-East-South-West."""
    cdef int out = rng_below(rng, 4)
    if seats == 4:
        return 0b11111
    if seats == 3:
        return 0b11111 & ~(2 << out)
    return 0b11111 & ~(2 << out) & ~(2 << (out + 1 & 3))


cdef void lay_tokens(Metropolys* m, Rng* rng) noexcept nogil:
    """Lay the tokens of each district, none on a dead end."""
    cdef const Numbers* n = numbers_of(m)
    cdef const int* dealt = n.dealt[m.head.seats]
    cdef const Board* board = board_of(m)
    cdef int i
    cdef Cells sites = draw_cells(board.district[0] & ~board.dead_ends, n.centre, rng)
    for i in range(1, DISTRICTS):
        if m.districts >> i & 1:
            sites |= draw_cells(board.district[i] & ~board.dead_ends, n.outer, rng)
    m.tokens[TRENDY] = draw_cells(sites, dealt[TRENDY], rng)
    sites ^= m.tokens[TRENDY]
    m.tokens[METRO] = draw_cells(sites, dealt[METRO], rng)
    m.tokens[RUINS] = sites ^ m.tokens[METRO]


cdef void deal(Head* state, const Setup* setup, Rng* rng) noexcept nogil:
    """Deal; `setup.options` has a bit for each district in play (0: the usual ones), or bit 5 for drawn ones.

    The slot of the edition is above them.
    """
    cdef Metropolys* m = <Metropolys*>state
    cdef const Board* board
    cdef int seat, i
    memset(m, 0, sizeof(Metropolys))
    state.seats = setup.seats
    m.variant = setup.variant
    m.slot = <uint8_t>(setup.options >> SLOT_SHIFT)
    board = board_of(m)
    if setup.options & OPEN_TO_ALL:
        m.districts = <uint8_t>drawn_districts(setup.seats, rng)
    else:
        m.districts = <uint8_t>(setup.options & DISTRICT_BITS if setup.options & DISTRICT_BITS
                                else default_districts(setup.seats))
    m.opener = <uint8_t>(setup.first if setup.first >= 0 else <int>rng_below(rng, setup.seats))
    state.to_move = m.opener
    for i in range(DISTRICTS):
        if m.districts >> i & 1:
            m.play |= board.district[i]
    m.auction.empty = m.play
    for seat in range(setup.seats):
        m.auction.hands |= <Lanes>ALL_VALUES << 16 * seat
    m.auction.still_in = all_in()
    m.metro_card = NOBODY
    m.ruins_card = NOBODY
    memset(m.area, UNKNOWN, TABLE)
    memset(m.kind, UNKNOWN, TABLE)
    lay_tokens(m, rng)
    reshuffle(state, BYSTANDER, rng)


# -- moves -----------------------------------------------------------------------------------------------------------

cdef int legal(const Head* state, Move* out) noexcept nogil:
    cdef const Metropolys* m = <const Metropolys*>state
    cdef const Auction* a = &m.auction
    cdef uint64_t values = playable_values(a, state.to_move)
    cdef Cells sites = open_sites(m)
    cdef Cells rest
    cdef Move value
    cdef int n = 0
    if state.over:
        return 0
    if a.last_value:
        out[0] = PASS
        n = 1
    while values:
        value = <Move>first(values) << 8
        values &= values - 1
        rest = sites
        while rest:
            out[n] = value | <Move>first(rest)
            rest &= rest - 1
            n += 1
    return n


cdef inline int play_on(Auction* a, const Cells* near, int seat, Move move) noexcept nogil:
    """Pass or place a building; return the seat to move, or -1 if the auction has ended.

    Branch-free: the passes of a random player are unpredictable, and a misprediction costs more than the arithmetic. A
    pass computes a building and masks all of it: `placed` is 0 for a pass, else all ones.
    """
    cdef uint64_t placed = 0 - <uint64_t>(move != PASS)
    cdef uint8_t cell = <uint8_t>(move & 63) if placed else a.last_cell
    cdef uint8_t value = <uint8_t>(move >> 8) if placed else a.last_value
    cdef Lanes bit = (<Lanes>1 << 16 * seat + value) & placed
    cdef Cells site = only(cell) & placed
    cdef Lanes able = 0
    a.top = <uint8_t>seat if placed else a.top
    a.still_in &= ~(<Lanes>IN << 16 * seat & ~placed)
    if a.empty & near[cell]:
        able = able_after(a.hands & values_above(value), a.still_in, a.top)
    a.hands ^= bit
    a.bids ^= bit
    a.empty ^= site
    a.bid_sites ^= site
    a.last_cell = cell
    a.last_value = value
    if not able:
        return -1
    return next_able(able, seat)


cdef inline int settle(Metropolys* m, Auction* a) noexcept nogil:
    """End the auction: the last building stays, the others return to the hands. Return the winner, who opens next."""
    cdef int winner = a.top
    build(m, winner, a.last_value, a.last_cell)
    a.hands |= a.bids ^ <Lanes>1 << 16 * winner + a.last_value
    a.empty |= a.bid_sites ^ only(a.last_cell)
    a.bids = 0
    a.bid_sites = 0
    a.last_value = 0
    a.last_cell = 0
    a.still_in = all_in()
    return winner


cdef inline bint has_built_all(const Auction* a, int seat) noexcept nogil:
    return lane(a.hands, seat) == 0


cdef void finish(Head* state) noexcept nogil:
    state.over = 1
    score(state, state.score, state.tiebreak)


cdef void apply(Head* state, Move move) noexcept nogil:
    cdef Metropolys* m = <Metropolys*>state
    cdef int seat = play_on(&m.auction, board_of(m).near, state.to_move, move)
    state.ply += 1
    if seat >= 0:
        state.to_move = <uint8_t>seat
        m.bid_cell[m.auction.last_value] = m.auction.last_cell
        return
    state.to_move = <uint8_t>settle(m, &m.auction)
    memset(m.bid_cell, 0, sizeof(m.bid_cell))
    if has_built_all(&m.auction, state.to_move):
        finish(state)


# -- chance ----------------------------------------------------------------------------------------------------------

cdef uint64_t area_cards(const Metropolys* m) noexcept nogil:
    """Return the area cards that may be dealt, a bit each."""
    cdef uint64_t cards = only(BRIDGES) | only(STATUES) | only(LAKES)
    if m.variant == EXPERT:
        return cards | only(DISTRICT_CARD) | only(CHAINS)
    return cards | only(BORDER) if m.head.seats > 2 else cards


cdef void deal_cards(uint8_t* cards, uint64_t pack, int seats, int keep, Rng* rng) noexcept nogil:
    """Deal a card of the pack to each seat; `keep` keeps its card if it is known. All deals are equally likely."""
    cdef int seat
    if keep >= 0 and cards[keep] == UNKNOWN:
        keep = -1
    if keep >= 0:
        pack &= ~only(cards[keep])
    for seat in range(seats):
        if seat != keep:
            cards[seat] = <uint8_t>nth(pack, rng_below(rng, count(pack)))
            pack &= ~only(cards[seat])


cdef void reshuffle(Head* state, int seat, Rng* rng) noexcept nogil:
    """Draw the objective cards of all seats but `seat` again, uniformly.

    Nothing else is hidden. Legal moves do not depend on cards, so all distributions are equally likely.
    """
    cdef Metropolys* m = <Metropolys*>state
    if seat == EVERYBODY:
        return
    if m.variant == EXPERT:
        deal_cards(m.kind, 0b11111, state.seats, seat, rng)
    deal_cards(m.area, area_cards(m), state.seats, seat, rng)
    if state.over:
        score(state, state.score, state.tiebreak)


cdef bint can_hide(const uint8_t* cards, int seats, int seat, uint8_t card) noexcept nogil:
    """Return whether no other seat is known to hold the card, or the seat has a card to give in exchange."""
    cdef int other
    for other in range(seats):
        if other != seat and cards[other] == card and cards[seat] == UNKNOWN:
            return False
    return True


cdef void exchange(uint8_t* cards, int seats, int seat, uint8_t card) noexcept nogil:
    """Give the seat a card; a seat that held it gets the card that this one held."""
    cdef int other
    for other in range(seats):
        if cards[other] == card:
            cards[other] = cards[seat]
    cards[seat] = card


cdef bint hide(Head* state, int seat, int secret) noexcept nogil:
    """Make a seat hide an area card (expert: area card * TYPES + type); return whether it could."""
    cdef Metropolys* m = <Metropolys*>state
    cdef uint8_t area = <uint8_t>(secret // TYPES if m.variant == EXPERT else secret)
    cdef uint8_t kind = <uint8_t>(secret % TYPES)
    if not area_cards(m) >> area & 1 or not can_hide(m.area, state.seats, seat, area):
        return False
    if m.variant == EXPERT:
        if not can_hide(m.kind, state.seats, seat, kind):
            return False
        exchange(m.kind, state.seats, seat, kind)
    exchange(m.area, state.seats, seat, area)
    if state.over:
        score(state, state.score, state.tiebreak)
    return True


cdef uint64_t knows(const Head* state, int seat) noexcept nogil:
    """Return the cards of a seat."""
    cdef const Metropolys* m = <const Metropolys*>state
    return m.area[seat] << 8 | m.kind[seat]
