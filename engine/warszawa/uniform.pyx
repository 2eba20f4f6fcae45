"""Uniformly random games of Warszawa: the moves of each kind are counted, and only the one that is drawn is written.

The k-th move here is the k-th move of `legal`, so a game from lists with the same draws is the same game.
"""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.cells64 cimport Cells, count, first, nth, only
from urbanist.cext.rng cimport Rng, rng_below
from urbanist.engine.game cimport Head, Move, State
from urbanist.engine.warszawa.metro cimport sides_open
from urbanist.engine.warszawa.position cimport (
    BRIDGES_IN_ALL, BUILD, BUILDINGS, CHOOSING, CLEARING, DIG, DONE, LAY, PASS, REALISATION, SEND, SPAN, Warszawa,
    card_on, store_of, word,
)
from urbanist.engine.warszawa.rules cimport (
    apply, bridge_prices, cards_of, draw, free_hexes, list_functions, list_norms, rubble_price,
    would_give,
)
from urbanist.engine.warszawa.tables cimport (
    CONCRETE, CUBES, FUND, NONE, RIVER_SIDES, RUBBLE, STAGE_CARDS, Board, Card, printed, world,
)

cdef enum:
    MOST_FUNCTIONS = 16  # of a seat: as many as buildings


# -- how many moves there are of a kind ------------------------------------------------------------------------------

cdef inline int count_functions(const Warszawa* w, int seat) noexcept nogil:
    cdef Cells rest = w.ready[seat]
    cdef int n = 0
    while rest:
        n += would_give(w, seat, card_on(w, first(rest)).function)
        rest &= rest - 1
    return n


cdef inline int count_barters(const Warszawa* w, int seat, const Board* board, int field) noexcept nogil:
    """Return the pairs of a cube to give and another one to take."""
    cdef int store = store_of(w, seat)
    cdef int gives = 0
    cdef int takes = 0
    cdef int both = 0
    cdef int cube, have
    for cube in range(CUBES):
        have = min(w.cubes[seat][cube] + board.gives[field][cube], store)
        gives += have > 0
        takes += have < store
        both += 0 < have < store
    return gives * takes - both


cdef inline int count_fields(const Warszawa* w, int seat, const Board* board, uint64_t open) noexcept nogil:
    cdef uint64_t bartering = open & board.bartering
    cdef int n = count(open ^ bartering)
    while bartering:
        n += count_barters(w, seat, board, first(bartering))
        bartering &= bartering - 1
    return n


cdef inline int count_foundations(const Warszawa* w, int seat, Cells free, uint64_t cards) noexcept nogil:
    cdef int n = 0
    while cards:
        n += count(printed[w.slot].card[w.stage * STAGE_CARDS + first(cards)].fits & free)
        cards &= cards - 1
    return n


cdef inline int count_segments(const Warszawa* w, const uint64_t* sides) noexcept nogil:
    """Return the segments with their tunnels; a segment that needs the tunnel may have two places for it."""
    cdef int n = count(sides[0]) + count(sides[1])
    if not w.tunnel and w.head.seats != 3:
        n += count(sides[0] & world.twice[0]) + count(sides[1] & world.twice[1])
    return n


# -- the k-th move of a kind -----------------------------------------------------------------------------------------

cdef inline Move barter_at(const Warszawa* w, int seat, const Board* board, int field, int k) noexcept nogil:
    cdef int store = store_of(w, seat)
    cdef int give, take
    for give in range(CUBES):
        for take in range(CUBES):
            if (give != take and w.cubes[seat][give] + board.gives[field][give] > 0
                    and w.cubes[seat][take] + board.gives[field][take] < store):
                if k == 0:
                    return word(SEND, field, 1 + 3 * give + take)
                k -= 1
    return 0


cdef inline Move field_at(const Warszawa* w, int seat, const Board* board, uint64_t open, int k) noexcept nogil:
    cdef uint64_t bartering = open & board.bartering
    cdef uint64_t plain = open ^ bartering
    cdef int field, before, n
    while bartering:
        field = first(bartering)
        before = count(plain & only(field) - 1)
        if k < before:
            break
        n = count_barters(w, seat, board, field)
        if k < before + n:
            return barter_at(w, seat, board, field, k - before)
        k -= n
        bartering &= bartering - 1
    return word(SEND, nth(plain, k), 0)


cdef inline Move function_at(const Warszawa* w, int seat, int k) noexcept nogil:
    cdef Move[MOST_FUNCTIONS] moves
    list_functions(w, seat, moves)
    return moves[k]


cdef inline Move foundation_at(const Warszawa* w, Cells free, uint64_t cards, int k) noexcept nogil:
    cdef const Card* card
    cdef int n
    while True:
        card = &printed[w.slot].card[w.stage * STAGE_CARDS + first(cards)]
        n = count(card.fits & free)
        if k < n:
            return word(LAY, card.number, nth(card.fits & free, k))
        k -= n
        cards &= cards - 1


cdef inline Move segment_in(uint64_t sides, int half, int k) noexcept nogil:
    """Return the k-th segment, with its tunnel, in one word of the sides, while there is no tunnel."""
    cdef uint64_t twice = sides & world.twice[half]
    cdef int more = 0  # second places for the tunnel before the k-th move
    cdef int place, side
    cdef const uint8_t* tunnels
    while twice:
        place = count(sides & (twice & (0 - twice)) - 1) + more
        if k <= place:
            break
        if k == place + 1:
            side = 64 * half + first(twice)
            return word(DIG, side, 1 + world.tunnels[world.at_river[side]][1])
        more += 1
        twice &= twice - 1
    side = 64 * half + nth(sides, k - more)
    if world.at_river[side] == NONE:
        return word(DIG, side, 0)
    tunnels = world.tunnels[world.at_river[side]]
    return word(DIG, side, 1 + tunnels[0])


cdef inline Move segment_at(const Warszawa* w, const uint64_t* sides, int k) noexcept nogil:
    cdef int n = count(sides[0])
    if w.tunnel or w.head.seats == 3:
        return word(DIG, nth(sides[0], k) if k < n else 64 + nth(sides[1], k - n), 0)
    n += count(sides[0] & world.twice[0])
    return segment_in(sides[0], 0, k) if k < n else segment_in(sides[1], 1, k - n)


cdef inline Move bridge_at(const Warszawa* w, int prices, int k) noexcept nogil:
    cdef int each = count(prices)
    return word(SPAN, nth(~<uint64_t>w.bridges, k // each), nth(prices, k % each))


# -- moves -----------------------------------------------------------------------------------------------------------

cdef inline int draw_of(Rng* rng, int n, int* k) noexcept nogil:
    """Draw a number below n, or take the given one if there are no random numbers; return it."""
    if rng != NULL:
        k[0] = rng_below(rng, n)
    return k[0]


cdef Move plan_at_random(const Warszawa* w, int seat, Rng* rng, int k) noexcept nogil:
    """Return a move of planning."""
    cdef const Board* board = &printed[w.slot].board[w.head.seats]
    cdef uint64_t open = ((<uint64_t>2 << board.fields) - 2) & ~<uint64_t>w.taken
    cdef uint64_t cards = 0
    cdef Cells free = 0
    cdef int fields = count_fields(w, seat, board, open)
    cdef int functions = count_functions(w, seat)
    cdef int foundations
    if w.held[seat] and count(w.built[seat] | w.founded[seat]) < BUILDINGS:
        cards, free = cards_of(w, seat), free_hexes(w)
    foundations = count_foundations(w, seat, free, cards)
    draw_of(rng, 1 + fields + foundations + functions, &k)
    if k == 0:
        return word(PASS, 0, 0)
    k -= 1
    if k < fields:
        return field_at(w, seat, board, open, k)
    k -= fields
    if k < foundations:
        return foundation_at(w, free, cards, k)
    return function_at(w, seat, k - foundations)


cdef Move realise_at_random(const Warszawa* w, int seat, Rng* rng, int k) noexcept nogil:
    """Return a move of realisation."""
    cdef uint64_t[2] sides
    cdef bint concrete = w.cubes[seat][CONCRETE] >= 1
    cdef bint rubble = w.cubes[seat][RUBBLE] >= rubble_price(w, seat)
    cdef int functions = count_functions(w, seat)
    cdef int built = 0
    cdef int segments = 0
    cdef int bridges = 0
    cdef int prices = 0
    if w.cubes[seat][FUND]:
        built = count(w.founded[seat]) * (concrete + rubble)
        if w.markers[seat]:
            sides_open(w, sides)
            segments = count_segments(w, sides)
            prices = bridge_prices(w, seat) if count(w.bridges) < BRIDGES_IN_ALL else 0
            bridges = (RIVER_SIDES - count(w.bridges)) * count(prices)
    draw_of(rng, 1 + functions + built + segments + bridges, &k)
    if k == 0:
        return word(DONE, 0, 0)
    k -= 1
    if k < functions:
        return function_at(w, seat, k)
    k -= functions
    if k < built:
        if concrete and rubble:
            return word(BUILD, nth(w.founded[seat], k >> 1), k & 1)
        return word(BUILD, nth(w.founded[seat], k), rubble)
    k -= built
    if k < segments:
        return segment_at(w, sides, k)
    return bridge_at(w, prices, k - segments)


cdef Move move_at_random(const Warszawa* w, Rng* rng, int k) noexcept nogil:
    """Return a legal move, all equally likely; without random numbers the k-th one of `legal`."""
    cdef Move[2] norms
    cdef int seat = w.head.to_move
    if w.phase == REALISATION:
        return realise_at_random(w, seat, rng, k)
    if w.phase == CHOOSING:
        return norms[draw_of(rng, list_norms(w, seat, norms), &k)]
    if w.clearing:
        return word(CLEARING, 0, nth(w.rubble, draw_of(rng, count(w.rubble), &k)))
    return plan_at_random(w, seat, rng, k)


cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil:
    """Play uniformly random moves and chance events to the end."""
    while not state.over:
        if state.due:
            draw(state)
        else:
            apply(state, move_at_random(<const Warszawa*>state, rng, 0))


cdef Move sample(const Head* state, Rng* rng) noexcept nogil:
    """Draw a legal move, each equally likely."""
    return move_at_random(<const Warszawa*>state, rng, 0)


def nth_move(State state not None, int k):
    """Return the word of the k-th legal move of a position of Warszawa, as playouts find it."""
    return move_at_random(<const Warszawa*>state.head, NULL, k)
