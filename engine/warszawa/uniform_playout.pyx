"""Uniform playouts of Warszawa: the moves of each kind are counted, and only the one drawn is generated.

The k-th move here is the k-th move of `legal`, so a game from lists with the same draws is the same game.
"""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.cells64 cimport Cells, count, first, nth, only
from urbanist.cext.rng cimport Rng, rng_below
from urbanist.engine.game cimport Head, Move, State
from urbanist.engine.warszawa.effects cimport build, clear, dig, lay, send, span, take_cards, use
from urbanist.engine.warszawa.metro cimport sides_open
from urbanist.engine.warszawa.position cimport (
    BUILD, CHOOSING, CLEARING, DIG, DONE, LAY, PASS, REALISATION, SEND, SPAN, USE, Warszawa,
    card_on, limits_of, rubble_price, store_of, word,
)
from urbanist.engine.warszawa.rules cimport (
    apply, begin_realisation, bridge_prices, cards_of, draw, end_round, find_planner, find_realiser, free_hexes,
    list_norms, pass_on, usable,
)
from urbanist.engine.warszawa.tables cimport (
    CONCRETE, CUBES, FUND, NONE, RIVER_SIDES, RUBBLE, STAGE_CARDS, Board, printed, world,
)


cdef struct Planning:
    # The moves of a seat in planning: a pass, and so many of each kind.
    uint64_t open  # fields
    Cells free  # hexes
    uint64_t cards
    Cells usable
    int fields
    int foundations
    int functions


cdef struct Realisation:
    # The moves of a seat in realisation: the end of its turn, and so many of each kind.
    uint64_t sides[2]
    Cells usable
    bint concrete  # whether it can pay a building in concrete
    bint rubble
    int prices
    int functions
    int built
    int segments
    int bridges


cdef struct Choice:
    # A move before it is a word: the kind, and what and where; for a card its index, for a function also the hex.
    int kind
    int what
    int where


# -- how many moves there are of a kind ------------------------------------------------------------------------------

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


cdef inline int count_foundations(const Warszawa* w, Cells free, uint64_t cards) noexcept nogil:
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


cdef inline int count_planning(const Warszawa* w, int seat, Cells free, Planning* p) noexcept nogil:
    """Count the moves of planning; return their number."""
    cdef const Board* board = &printed[w.slot].board[w.head.seats]
    p.open = ((<uint64_t>2 << board.fields) - 2) & ~<uint64_t>w.taken
    p.fields = count_fields(w, seat, board, p.open)
    p.usable = usable(w, seat)
    p.functions = count(p.usable)
    p.free, p.cards = free, 0
    if w.held[seat] and count(w.built[seat] | w.founded[seat]) < limits_of(w).buildings:
        p.cards = cards_of(w, seat)
    p.foundations = count_foundations(w, free, p.cards)
    return 1 + p.fields + p.foundations + p.functions


cdef inline int count_realisation(const Warszawa* w, int seat, Realisation* r) noexcept nogil:
    """Count the moves of realisation; return their number."""
    r.usable = usable(w, seat)
    r.functions = count(r.usable)
    r.built = r.segments = r.bridges = r.prices = 0
    r.sides[0] = r.sides[1] = 0
    r.concrete = w.cubes[seat][CONCRETE] >= 1
    r.rubble = w.cubes[seat][RUBBLE] >= rubble_price(w, seat)
    if w.cubes[seat][FUND]:
        r.built = count(w.founded[seat]) * (r.concrete + r.rubble)
        if w.markers[seat]:
            sides_open(w, r.sides)
            r.segments = count_segments(w, r.sides)
            r.prices = bridge_prices(w, seat) if count(w.bridges) < limits_of(w).bridges else 0
            r.bridges = (RIVER_SIDES - count(w.bridges)) * count(r.prices)
    return 1 + r.functions + r.built + r.segments + r.bridges


# -- the k-th move of a kind -----------------------------------------------------------------------------------------

cdef inline int barter_at(const Warszawa* w, int seat, const Board* board, int field, int k) noexcept nogil:
    cdef int store = store_of(w, seat)
    cdef int give, take
    for give in range(CUBES):
        for take in range(CUBES):
            if (give != take and w.cubes[seat][give] + board.gives[field][give] > 0
                    and w.cubes[seat][take] + board.gives[field][take] < store):
                if k == 0:
                    return 1 + 3 * give + take
                k -= 1
    return 0


cdef inline Choice field_at(const Warszawa* w, int seat, const Board* board, uint64_t open, int k) noexcept nogil:
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
            return Choice(SEND, field, barter_at(w, seat, board, field, k - before))
        k -= n
        bartering &= bartering - 1
    return Choice(SEND, nth(plain, k), 0)


cdef inline Choice function_at(const Warszawa* w, Cells among, int k) noexcept nogil:
    """Return the k-th function of some buildings, by the numbers of their cards."""
    cdef int least
    cdef Cells rest
    while True:
        least = first(among)
        rest = among & among - 1
        while rest:
            if card_on(w, first(rest)).number < card_on(w, least).number:
                least = first(rest)
            rest &= rest - 1
        if k == 0:
            return Choice(USE, w.card_at[least], least)
        among ^= only(least)
        k -= 1


cdef inline Choice foundation_at(const Warszawa* w, Cells free, uint64_t cards, int k) noexcept nogil:
    cdef Cells places
    cdef int card, n
    while True:
        card = w.stage * STAGE_CARDS + first(cards)
        places = printed[w.slot].card[card].fits & free
        n = count(places)
        if k < n:
            return Choice(LAY, card, nth(places, k))
        k -= n
        cards &= cards - 1


cdef inline Choice segment_in(uint64_t sides, int half, int k) noexcept nogil:
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
            return Choice(DIG, side, 1 + world.tunnels[world.at_river[side]][1])
        more += 1
        twice &= twice - 1
    side = 64 * half + nth(sides, k - more)
    if world.at_river[side] == NONE:
        return Choice(DIG, side, 0)
    tunnels = world.tunnels[world.at_river[side]]
    return Choice(DIG, side, 1 + tunnels[0])


cdef inline Choice segment_at(const Warszawa* w, const uint64_t* sides, int k) noexcept nogil:
    cdef int n = count(sides[0])
    if w.tunnel or w.head.seats == 3:
        return Choice(DIG, nth(sides[0], k) if k < n else 64 + nth(sides[1], k - n), 0)
    n += count(sides[0] & world.twice[0])
    return segment_in(sides[0], 0, k) if k < n else segment_in(sides[1], 1, k - n)


cdef inline Choice bridge_at(const Warszawa* w, int prices, int k) noexcept nogil:
    cdef int each = count(prices)
    return Choice(SPAN, nth(~<uint64_t>w.bridges, k // each), nth(prices, k % each))


cdef inline Choice choose_planning(const Warszawa* w, int seat, const Planning* p, int k) noexcept nogil:
    """Return the k-th move of planning."""
    if k == 0:
        return Choice(PASS, 0, 0)
    k -= 1
    if k < p.fields:
        return field_at(w, seat, &printed[w.slot].board[w.head.seats], p.open, k)
    k -= p.fields
    if k < p.foundations:
        return foundation_at(w, p.free, p.cards, k)
    return function_at(w, p.usable, k - p.foundations)


cdef inline Choice choose_realisation(const Warszawa* w, int seat, const Realisation* r, int k) noexcept nogil:
    """Return the k-th move of realisation."""
    if k == 0:
        return Choice(DONE, 0, 0)
    k -= 1
    if k < r.functions:
        return function_at(w, r.usable, k)
    k -= r.functions
    if k < r.built:
        if r.concrete and r.rubble:
            return Choice(BUILD, nth(w.founded[seat], k >> 1), k & 1)
        return Choice(BUILD, nth(w.founded[seat], k), r.rubble)
    k -= r.built
    if k < r.segments:
        return segment_at(w, r.sides, k)
    return bridge_at(w, r.prices, k - r.segments)


# -- one move --------------------------------------------------------------------------------------------------------

cdef inline Move word_of(const Warszawa* w, Choice choice) noexcept nogil:
    """Return the word of a move."""
    if choice.kind == LAY:
        return word(LAY, printed[w.slot].card[choice.what].number, choice.where)
    if choice.kind == USE:
        return word(USE, printed[w.slot].card[choice.what].number, 0)
    return word(choice.kind, choice.what, choice.where)


cdef inline int draw_of(Rng* rng, int n, int k) noexcept nogil:
    """Draw a number below n, or return the given one if there are no random numbers."""
    return <int>rng_below(rng, n) if rng != NULL else k


cdef Move move_at_random(const Warszawa* w, Rng* rng, int k) noexcept nogil:
    """Return a legal move, all equally likely; without random numbers the k-th one of `legal`."""
    cdef Move[2] norms
    cdef Planning p
    cdef Realisation r
    cdef int seat = w.head.to_move
    if w.phase == REALISATION:
        k = draw_of(rng, count_realisation(w, seat, &r), k)
        return word_of(w, choose_realisation(w, seat, &r, k))
    if w.phase == CHOOSING:
        return norms[draw_of(rng, list_norms(w, seat, norms), k)]
    if w.clearing:
        return word(CLEARING, 0, nth(w.rubble, draw_of(rng, count(w.rubble), k)))
    k = draw_of(rng, count_planning(w, seat, free_hexes(w), &p), k)
    return word_of(w, choose_planning(w, seat, &p, k))


cdef Move sample(const Head* state, Rng* rng) noexcept nogil:
    """Draw a legal move, each equally likely."""
    return move_at_random(<const Warszawa*>state, rng, 0)


def nth_move(State state not None, int k):
    """Return the word of the k-th legal move of a position of Warszawa, as playouts find it."""
    return move_at_random(<const Warszawa*>state.head, NULL, k)


# -- games -----------------------------------------------------------------------------------------------------------
# The same moves and turns as those of `rules`, without words of moves: what is counted for a draw tells also whether a
# turn goes on.

cdef inline void take_due_cards(Warszawa* w, int seat) noexcept nogil:
    if w.drawing:
        take_cards(w, seat)
        w.head.due = 0


cdef inline void clear_at_random(Warszawa* w, int seat, Cells* free, Rng* rng) noexcept nogil:
    """Clear as many hexes as an effect allows."""
    cdef int cell
    while w.clearing and w.rubble:
        cell = nth(w.rubble, rng_below(rng, count(w.rubble)))
        w.head.ply += 1
        free[0] |= only(cell)
        clear(w, seat, cell)
    w.clearing = 0


cdef inline void plan_turn(Warszawa* w, int seat, Cells* free, Rng* rng) noexcept nogil:
    """Play the turn of a seat in planning; `free` are the hexes without rubble, foundation or building."""
    cdef Planning p
    cdef Choice choice
    while True:
        choice = choose_planning(w, seat, &p, rng_below(rng, count_planning(w, seat, free[0], &p)))
        w.head.ply += 1
        if choice.kind == PASS:
            pass_on(w, seat)
            return
        if choice.kind == USE:
            use(w, seat, choice.where)
            take_due_cards(w, seat)
            continue
        if choice.kind == LAY:
            lay(w, seat, choice.what, choice.where)
            free[0] ^= only(choice.where)
        else:
            send(w, seat, choice.what, choice.where)
            take_due_cards(w, seat)
            clear_at_random(w, seat, free, rng)
            w.placing = 0
        if not w.more:
            return
        w.more -= 1


cdef inline void realise_turn(Warszawa* w, int seat, Rng* rng) noexcept nogil:
    """Play the turn of a seat in realisation; it ends by itself if only its end is left."""
    cdef Realisation r
    cdef Choice choice
    cdef int moves
    while True:
        moves = count_realisation(w, seat, &r)
        if moves == 1:
            return
        choice = choose_realisation(w, seat, &r, rng_below(rng, moves))
        w.head.ply += 1
        if choice.kind == BUILD:
            build(w, seat, choice.what, choice.where == 1)
        elif choice.kind == DIG:
            dig(w, seat, choice.what, choice.where)
        elif choice.kind == SPAN:
            span(w, seat, choice.what, choice.where)
        elif choice.kind == USE:
            use(w, seat, choice.where)
            take_due_cards(w, seat)
        else:
            return


cdef inline void play_round(Warszawa* w, Rng* rng) noexcept nogil:
    """Play from the turn of a seat to the end of the round."""
    cdef Cells free = free_hexes(w)
    if w.phase == REALISATION:
        realise_turn(w, w.head.to_move, rng)
    else:
        plan_turn(w, w.head.to_move, &free, rng)
        while find_planner(w, w.head.to_move + 1):
            plan_turn(w, w.head.to_move, &free, rng)
        begin_realisation(w)
    while find_realiser(w):
        realise_turn(w, w.head.to_move, rng)
    end_round(w)


cdef void playout_uniform(Head* state, Rng* rng) noexcept nogil:
    """Play uniformly random moves and chance events to the end."""
    cdef Warszawa* w = <Warszawa*>state
    while not state.over:
        if state.due:
            draw(state)
        elif w.phase == CHOOSING or w.clearing:
            apply(state, move_at_random(w, rng, 0))
        else:
            play_round(w, rng)
