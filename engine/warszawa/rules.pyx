"""The rules of Warszawa: legal moves, moves, chance events, turns and rounds."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memset
from urbanist.cext.cells64 cimport Cells, count, first
from urbanist.cext.rng cimport urbanist_fold
from urbanist.engine.game cimport Head, Move
from urbanist.engine.warszawa.effects cimport build, cell_of, clear, dig, lay, send, span, take_cards, use
from urbanist.engine.warszawa.metro cimport sides_open
from urbanist.engine.warszawa.position cimport (
    BUILD, CARDS_DUE, CHOOSING, CLEARING, DIG, DONE, KEEP, LAY,
    PASS, PLANNING, REALISATION, SEND, SPAN, TASKS_DUE, USE, Warszawa, buildings, card_on,
    limits_of, rounds_of, rubble_price, store_of, word,
)
from urbanist.engine.warszawa.scoring cimport score
from urbanist.engine.warszawa.tables cimport (
    CONCRETE, CUBES, FUND, NONE, RIVER_SIDES, RUBBLE, STAGE_CARDS, Board, Card, printed, world,
)

# -- legal moves -----------------------------------------------------------------------------------------------------

cdef int list_fields(const Warszawa* w, int seat, Move* out) noexcept nogil:
    """Write the moves that use a field, with one for each pair of cubes of a barter; return their number."""
    cdef const Board* board = &printed[w.slot].board[w.head.seats]
    cdef int store = store_of(w, seat)
    cdef int field, give, take
    cdef int n = 0
    cdef int[CUBES] have
    for field in range(1, board.fields + 1):
        if w.taken >> field & 1:
            continue
        if not board.bartering >> field & 1:
            out[n] = word(SEND, field, 0)
            n += 1
            continue
        for give in range(CUBES):
            have[give] = min(w.cubes[seat][give] + board.gives[field][give], store)
        for give in range(CUBES):
            for take in range(CUBES):
                if give != take and have[give] > 0 and have[take] < store:
                    out[n] = word(SEND, field, 1 + 3 * give + take)
                    n += 1
    return n


cdef int list_foundations(const Warszawa* w, int seat, Move* out) noexcept nogil:
    """Write the foundations that a seat may lay; return their number."""
    cdef const Card* card
    cdef Cells free, rest
    cdef uint64_t cards = cards_of(w, seat)
    cdef int n = 0
    if w.held[seat] == 0 or count(w.built[seat] | w.founded[seat]) >= limits_of(w).buildings:
        return 0
    free = free_hexes(w)
    while cards:
        card = &printed[w.slot].card[w.stage * STAGE_CARDS + first(cards)]
        cards &= cards - 1
        rest = card.fits & free
        while rest:
            out[n] = word(LAY, card.number, first(rest))
            rest &= rest - 1
            n += 1
    return n


cdef int list_functions(const Warszawa* w, int seat, Move* out) noexcept nogil:
    """Write the one-off functions that a seat may use, ascending."""
    cdef Cells rest = usable(w, seat)
    cdef Move move
    cdef int n = 0
    cdef int i
    while rest:
        move = word(USE, card_on(w, first(rest)).number, 0)
        rest &= rest - 1
        i = n
        while i > 0 and out[i - 1] > move:
            out[i] = out[i - 1]
            i -= 1
        out[i] = move
        n += 1
    return n


cdef int list_buildings(const Warszawa* w, int seat, Move* out) noexcept nogil:
    """Write the foundations that a seat can finish, with each price that it can pay."""
    cdef Cells rest = w.founded[seat]
    cdef bint concrete = w.cubes[seat][CONCRETE] >= 1
    cdef bint rubble = w.cubes[seat][RUBBLE] >= rubble_price(w, seat)
    cdef int n = 0
    while rest:
        if concrete:
            out[n] = word(BUILD, first(rest), 0)
            n += 1
        if rubble:
            out[n] = word(BUILD, first(rest), 1)
            n += 1
        rest &= rest - 1
    return n


cdef int list_segments(const Warszawa* w, Move* out) noexcept nogil:
    """Write the metro segments that may be laid next, each with its possible tunnels."""
    cdef uint64_t[2] sides
    cdef uint64_t rest
    cdef int n = 0
    cdef int half, side, i
    cdef const uint8_t* tunnels
    sides_open(w, sides)
    for half in range(2):
        rest = sides[half]
        while rest:
            side = 64 * half + first(rest)
            rest &= rest - 1
            if world.at_river[side] == NONE or w.tunnel or w.head.seats == 3:
                out[n] = word(DIG, side, 0)
                n += 1
                continue
            tunnels = world.tunnels[world.at_river[side]]
            for i in range(2):
                if tunnels[i] != NONE:
                    out[n] = word(DIG, side, 1 + tunnels[i])
                    n += 1
    return n


cdef int list_bridges(const Warszawa* w, int seat, Move* out) noexcept nogil:
    """Write the bridges that may be built, with each price that the seat can pay."""
    cdef int prices = bridge_prices(w, seat)
    cdef int n = 0
    cdef int river, price
    if prices == 0 or count(w.bridges) >= limits_of(w).bridges:
        return 0
    for river in range(RIVER_SIDES):
        if not w.bridges >> river & 1:
            for price in range(3):
                if prices >> price & 1:
                    out[n] = word(SPAN, river, price)
                    n += 1
    return n


cdef int list_realisation(const Warszawa* w, int seat, Move* out) noexcept nogil:
    """Write the moves of a seat in realisation, except the end of its turn."""
    cdef int n = list_functions(w, seat, out)
    if w.cubes[seat][FUND] == 0:
        return n
    n += list_buildings(w, seat, out + n)
    if w.markers[seat]:
        n += list_segments(w, out + n)
        n += list_bridges(w, seat, out + n)
    return n


cdef bint can_realise(const Warszawa* w, int seat) noexcept nogil:
    """Return whether a seat has any move in realisation, except the end of its turn."""
    cdef uint64_t[2] sides
    if w.cubes[seat][FUND]:
        if w.founded[seat] and (w.cubes[seat][CONCRETE] or w.cubes[seat][RUBBLE] >= rubble_price(w, seat)):
            return True
        if w.markers[seat]:
            if bridge_prices(w, seat) and count(w.bridges) < limits_of(w).bridges:
                return True
            sides_open(w, sides)
            if sides[0] | sides[1]:
                return True
    return usable(w, seat) != 0


cdef int list_norms(const Warszawa* w, int seat, Move* out) noexcept nogil:
    """Write the norms that a seat may keep; if they are not known, write the masked move."""
    out[0] = word(KEEP, w.norms[seat][0], 0)
    if w.norms[seat][0] == NONE:
        return 1
    out[1] = word(KEEP, w.norms[seat][1], 0)
    return 2


cdef int list_clearings(const Warszawa* w, Move* out) noexcept nogil:
    cdef Cells rest = w.rubble
    cdef int n = 0
    while rest:
        out[n] = word(CLEARING, 0, first(rest))
        rest &= rest - 1
        n += 1
    return n


cdef int legal(const Head* state, Move* out) noexcept nogil:
    cdef const Warszawa* w = <const Warszawa*>state
    cdef int seat = state.to_move
    cdef int n
    if state.over or state.due:
        return 0
    if w.phase == CHOOSING:
        return list_norms(w, seat, out)
    if w.phase == REALISATION:
        out[0] = word(DONE, 0, 0)
        return 1 + list_realisation(w, seat, out + 1)
    if w.clearing:
        return list_clearings(w, out)
    out[0] = word(PASS, 0, 0)
    n = 1 + list_fields(w, seat, out + 1)
    n += list_foundations(w, seat, out + n)
    return n + list_functions(w, seat, out + n)


cdef bint available(const Head* state, Move move) noexcept nogil:
    """Return whether the seat to move has the card or the norm of a move; all else is open."""
    cdef const Warszawa* w = <const Warszawa*>state
    cdef int seat = state.to_move
    cdef int kind = move >> 24
    cdef int what = move >> 8 & 0xffff
    if kind == LAY:
        return cards_of(w, seat) >> (printed[w.slot].card_of[what] & STAGE_CARDS - 1) & 1
    if kind == KEEP:
        return what == w.norms[seat][0] or what == w.norms[seat][1]
    return True


# -- moves -----------------------------------------------------------------------------------------------------------

cdef void keep(Warszawa* w, int seat, int norm) noexcept nogil:
    w.kept[seat] = <uint8_t>norm
    w.chosen |= <uint8_t>(1 << seat)
    w.head.to_move = <uint8_t>((seat + 1) % w.head.seats)
    if count(w.chosen) == w.head.seats:
        start_planning(w)


cdef void apply(Head* state, Move move) noexcept nogil:
    cdef Warszawa* w = <Warszawa*>state
    cdef int seat = state.to_move
    cdef int kind = move >> 24
    cdef int what = move >> 8 & 0xFFFF
    cdef int where = move & 0xFF
    state.ply += 1
    if kind == SEND:
        send(w, seat, &printed[w.slot].board[w.head.seats], what, where)
        if not state.due:
            after_effect(w)
    elif kind == LAY:
        lay(w, seat, printed[w.slot].card_of[what], where)
        end_placement(w)
    elif kind == CLEARING:
        clear(w, seat, where)
        after_effect(w)
    elif kind == PASS:
        pass_on(w, seat)
        next_planner(w, seat + 1)
    elif kind == DONE:
        next_realiser(w)
    elif kind == KEEP:
        keep(w, seat, what)
    else:
        if kind == BUILD:
            build(w, seat, what, where == 1)
        elif kind == DIG:
            dig(w, seat, what, where)
        elif kind == SPAN:
            span(w, seat, what, where)
        else:
            use(w, seat, cell_of(w, seat, printed[w.slot].card_of[what]))
        after_realising(w)


# -- chance ----------------------------------------------------------------------------------------------------------

cdef void draw_cards(Warszawa* w) noexcept nogil:
    """Give the next cards of the deck to the seat to move."""
    take_cards(w, w.head.to_move)
    if w.phase == REALISATION:
        after_realising(w)
    elif w.placing:
        after_effect(w)


cdef void open_tasks(Warszawa* w) noexcept nogil:
    """Open the next tasks of the deck and begin the planning."""
    cdef uint8_t task
    while w.drawing:
        w.drawing -= 1
        w.tasks_left -= 1
        task = w.task_deck[w.stage][w.tasks_left]
        w.task_deck[w.stage][w.tasks_left] = NONE
        if task != NONE:
            w.tasks_open |= <uint32_t>1 << task
    start_planning(w)


cdef void draw(Head* state) noexcept nogil:
    cdef Warszawa* w = <Warszawa*>state
    cdef int due = state.due
    state.due = 0
    if due == CARDS_DUE:
        draw_cards(w)
    else:
        open_tasks(w)


# -- turns, rounds, stages -------------------------------------------------------------------------------------------

cdef void after_effect(Warszawa* w) noexcept nogil:
    """Continue after the effect of a field or after a clearing; more clearings may remain."""
    if not (w.clearing and w.rubble):
        w.clearing = 0
        end_placement(w)


cdef void end_placement(Warszawa* w) noexcept nogil:
    w.placing = 0
    if w.more:
        w.more -= 1
    else:
        next_planner(w, w.head.to_move + 1)


cdef void start_planning(Warszawa* w) noexcept nogil:
    w.phase = PLANNING
    w.passed = 0
    w.taken = 0
    next_planner(w, w.holder)


cdef void next_planner(Warszawa* w, int start) noexcept nogil:
    """Give the turn to the first seat from `start` on that has not passed; if there is none, begin realisation."""
    if not find_planner(w, start):
        begin_realisation(w)
        next_realiser(w)


cdef void next_realiser(Warszawa* w) noexcept nogil:
    """Give the turn to the next seat with a move in realisation; if there is none, end the round."""
    while find_realiser(w):
        if can_realise(w, w.head.to_move):
            return
    end_round(w)


cdef void after_realising(Warszawa* w) noexcept nogil:
    """End the turn of a seat that has no more moves in realisation."""
    if w.phase == REALISATION and not w.head.due and not can_realise(w, w.head.to_move):
        next_realiser(w)


cdef void start_stage_two(Warszawa* w) noexcept nogil:
    """Discard all hands and begin with the decks of stage II."""
    memset(w.hand, 0, sizeof(w.hand))
    memset(w.held, 0, sizeof(w.held))
    memset(w.deck[0], NONE, sizeof(w.deck[0]))
    memset(w.task_deck[0], NONE, sizeof(w.task_deck[0]))
    w.laid = 0
    w.left = <uint8_t>printed[w.slot].stage_cards[1]
    w.tasks_open = 0
    w.tasks_gone = 0
    w.tasks_left = <uint8_t>printed[w.slot].stage_tasks[1]
    w.stage = 1
    w.round = 0


cdef void end_round(Warszawa* w) noexcept nogil:
    """End the round, and the stage or the game with its last round; make the next tasks due."""
    cdef int rounds = rounds_of(w)[w.stage]
    w.holder = w.next_holder
    w.head.to_move = w.holder
    w.round += 1
    if (w.stage == 1 and w.round == rounds) or buildings(w) == world.everywhere:
        w.head.over = 1
        score(&w.head, w.head.score, w.head.tiebreak)
        return
    if w.round == rounds:
        start_stage_two(w)
    w.drawing = <uint8_t>min(limits_of(w).tasks_open - count(w.tasks_open), <int>w.tasks_left)
    if w.drawing:
        w.head.due = TASKS_DUE
    else:
        start_planning(w)


# -- what a seat knows -----------------------------------------------------------------------------------------------

cdef uint64_t knows(const Head* state, int seat) noexcept nogil:
    """Return a number for the hand and the norms of a seat, and the open tasks."""
    cdef const Warszawa* w = <const Warszawa*>state
    cdef uint64_t norms = <uint64_t>w.norms[seat][0] << 16 | <uint64_t>w.norms[seat][1] << 8 | w.kept[seat]
    # Any odd words do that keep both factors from being 0.
    return urbanist_fold(w.hand[seat] ^ 0x2D358DCCAA6C78A5ULL, norms << 32 ^ w.tasks_open ^ 0x8BB84B93962EACC9ULL)


cdef uint64_t sees(const Head* state, Move move, int seat) noexcept nogil:
    """Return a move as a seat sees it: the choice of a norm is hidden from the others."""
    cdef const Warszawa* w = <const Warszawa*>state
    return 0 if w.phase == CHOOSING and seat != state.to_move else <uint64_t>move
