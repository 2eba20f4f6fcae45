"""Uniform playouts of Warszawa: the moves of each kind are counted, and only the one drawn is generated.

The k-th move here is the k-th move of `legal`, so a game from lists with the same draws is the same game.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from urbanist.cext.cells64 cimport Cells, count, first, nth, only, pick
from urbanist.cext.rng cimport Rng, rng_below
from urbanist.engine.game cimport Head, Move, State
from urbanist.engine.warszawa.effects cimport build, clear, dig, lay, send, span, take_cards, use
from urbanist.engine.warszawa.metro cimport sides_open
from urbanist.engine.warszawa.position cimport (
    BUILD, CHOOSING, CLEARING, DIG, DONE, LAY, PASS, REALISATION, SEND, SPAN, TABLE, USE, Warszawa,
    card_on, cube_bytes, kinds_below, limits_of, more_than, rubble_price, store_of, word,
)
from urbanist.engine.warszawa.rules cimport (
    apply, begin_realisation, bridge_prices, cards_of, draw, end_round, find_realiser, free_hexes, list_norms,
    pass_on, usable,
)
from urbanist.engine.warszawa.tables cimport (
    CONCRETE, FUND, NONE, RIVER_SIDES, RUBBLE, STAGE_CARDS, Board, Card, printed, world,
)


cdef enum:
    FEW_CARDS = 3  # a hand has more only after a storage is built
    OF_TWO_KINDS = 0xEE  # barters that give one kind of cubes and take another one


cdef struct Planning:
    # The moves of a seat in planning: a pass, and so many of each kind.
    const Board* board
    const Card* card  # those of the stage
    Cells free  # hexes without rubble, foundation or building
    uint64_t plain  # open fields without barter
    uint64_t bartering  # open fields with it
    uint16_t barters[16]  # of each of these fields, a bit each
    uint64_t cards
    int before[FEW_CARDS + 1]  # foundations of all cards before the first one, the second one and so on
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

cdef inline uint32_t barters_of(const Warszawa* w, int seat, uint32_t gives) noexcept nogil:
    """Return the pairs of a cube to give and another one to take: bit 3 * given + taken."""
    cdef uint32_t have = cube_bytes(w.cubes[seat]) + gives
    cdef uint32_t given = more_than(have, 0) >> 7
    return ((given | given >> 5 | given >> 10) & 0x49) * kinds_below(have, store_of(w, seat)) & OF_TWO_KINDS


cdef inline void count_fields(const Warszawa* w, int seat, Planning* p) noexcept nogil:
    """Count the moves that use a field."""
    cdef uint64_t open = p.board.numbers & ~<uint64_t>w.taken
    cdef uint64_t rest = open & p.board.bartering
    cdef int field
    p.plain = open ^ rest
    p.bartering = rest
    p.fields = count(p.plain)
    while rest:
        field = first(rest)
        rest &= rest - 1
        p.barters[field] = <uint16_t>barters_of(w, seat, p.board.cubes[field])
        p.fields += count(p.barters[field])


cdef inline int places_of(const Planning* p, uint64_t cards) noexcept nogil:
    """Return the number of foundations of the first card; 0 if there is none."""
    return count(p.card[first(cards | only(STAGE_CARDS - 1))].fits & p.free & (0 - <Cells>(cards != 0)))


cdef inline void count_foundations(Planning* p) noexcept nogil:
    """Count the foundations. For a few cards no branch depends on how many there are."""
    cdef uint64_t rest = p.cards
    cdef int i
    p.before[0] = 0
    for i in range(FEW_CARDS):
        p.before[i + 1] = p.before[i] + places_of(p, rest)
        rest &= rest - 1
    p.foundations = p.before[FEW_CARDS]
    while rest:
        p.foundations += places_of(p, rest)
        rest &= rest - 1


cdef inline int count_segments(const Warszawa* w, const uint64_t* sides) noexcept nogil:
    """Return the segments with their tunnels; a segment that needs the tunnel may have two places for it."""
    cdef bint tunnel = (w.tunnel == 0) & (w.head.seats != 3)
    return count(sides[0]) + count(sides[1]) + tunnel * (
        count(sides[0] & world.twice[0]) + count(sides[1] & world.twice[1]))


cdef inline void open_planning(const Warszawa* w, Planning* p) noexcept nogil:
    """Begin to count moves of planning, in a round."""
    p.board = &printed[w.slot].board[w.head.seats]
    p.card = &printed[w.slot].card[w.stage * STAGE_CARDS]
    p.free = free_hexes(w)


cdef inline int count_planning(const Warszawa* w, int seat, Planning* p) noexcept nogil:
    """Count the moves of planning; return their number."""
    count_fields(w, seat, p)
    p.usable = usable(w, seat)
    p.functions = count(p.usable)
    p.cards = cards_of(w, seat) if count(w.built[seat] | w.founded[seat]) < limits_of(w).buildings else 0
    count_foundations(p)
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
            r.prices = bridge_prices(w, seat) & (0 - <int>(count(w.bridges) < limits_of(w).bridges))
            r.bridges = (RIVER_SIDES - count(w.bridges)) * count(r.prices)
    return 1 + r.functions + r.built + r.segments + r.bridges


# -- the k-th move of a kind -----------------------------------------------------------------------------------------

cdef inline Choice field_at(const Planning* p, int k) noexcept nogil:
    cdef uint64_t rest = p.bartering
    cdef int field, of_it, barters
    while rest:
        field = first(rest)
        rest &= rest - 1
        of_it = k - count(p.plain & only(field) - 1)  # its moves are from 0 on
        barters = count(p.barters[field])
        if <unsigned int>of_it < <unsigned int>barters:
            return Choice(SEND, field, 1 + nth(p.barters[field], of_it))
        k -= barters & (0 - <int>(of_it >= 0))
    return Choice(SEND, nth(p.plain, k), 0)


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


cdef inline Choice foundation_at(const Warszawa* w, const Planning* p, int k) noexcept nogil:
    cdef uint64_t cards
    cdef Cells places
    cdef int n, i
    cdef int skipped = 0
    for i in range(1, FEW_CARDS + 1):
        skipped += k >= p.before[i]
    k -= p.before[skipped]
    cards = p.cards & (0 - pick(p.cards, skipped))
    while True:
        places = p.card[first(cards)].fits & p.free
        n = count(places)
        if k < n:
            return Choice(LAY, w.stage * STAGE_CARDS + first(cards), nth(places, k))
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


cdef inline Choice choose_planning(const Warszawa* w, const Planning* p, int k) noexcept nogil:
    """Return the k-th move of planning."""
    if k == 0:
        return Choice(PASS, 0, 0)
    k -= 1
    if k < p.fields:
        return field_at(p, k)
    k -= p.fields
    if k < p.foundations:
        return foundation_at(w, p, k)
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
    open_planning(w, &p)
    k = draw_of(rng, count_planning(w, seat, &p), k)
    return word_of(w, choose_planning(w, &p, k))


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


cdef inline bint plan_turn(Warszawa* w, int seat, Planning* p, Rng* rng) noexcept nogil:
    """Play the turn of a seat in planning; return whether it will have another one."""
    cdef Choice choice
    while True:
        choice = choose_planning(w, p, rng_below(rng, count_planning(w, seat, p)))
        w.head.ply += 1
        if choice.kind == PASS:
            pass_on(w, seat)
            return False
        if choice.kind == USE:
            use(w, seat, choice.where)
            take_due_cards(w, seat)
            continue
        if choice.kind == LAY:
            lay(w, seat, choice.what, choice.where)
            p.free ^= only(choice.where)
        else:
            send(w, seat, p.board, choice.what, choice.where)
            take_due_cards(w, seat)
            clear_at_random(w, seat, &p.free, rng)
            w.placing = 0
        if not w.more:
            return w.engineers[seat] != 0
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


cdef inline void plan_round(Warszawa* w, Rng* rng) noexcept nogil:
    """Play from the turn of a seat to the end of the planning."""
    cdef Planning p
    cdef int seat = w.head.to_move
    cdef unsigned int planners = 0  # those that have more turns, a bit each
    cdef unsigned int later
    cdef int i
    for i in range(w.head.seats):
        planners |= <unsigned int>(w.engineers[i] != 0 and not w.passed >> i & 1) << i
    open_planning(w, &p)
    while planners:
        planners &= ~(<unsigned int>(not plan_turn(w, seat, &p, rng)) << seat)
        later = planners & <unsigned int>-2 << seat
        # Without a branch, which could not be predicted; after the last turn it does not matter which seat it is.
        seat = first(later | planners & (0 - <unsigned int>(later == 0)) | 1 << TABLE)
    begin_realisation(w)


cdef inline void play_round(Warszawa* w, Rng* rng) noexcept nogil:
    """Play from the turn of a seat to the end of the round."""
    if w.phase == REALISATION:
        realise_turn(w, w.head.to_move, rng)
    else:
        plan_round(w, rng)
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
