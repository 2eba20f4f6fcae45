"""The rules of Warszawa: legal moves, moves, chance events, turns and rounds."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.engine.game cimport Head, Move
from urbanist.engine.warszawa.metro cimport lay_segment, sides_open
from urbanist.engine.warszawa.position cimport (
    BRIDGES_IN_ALL, BUILD, BUILDINGS, CARDS_DUE, CHOOSING, CLEARING, DIG, DONE, KEEP, LAY, OPEN_TASKS,
    PASS, PLANNING, REALISATION, ROUNDS_7, SEND, SPAN, STORES_MORE, TASKS_DUE, USE, Warszawa, buildings, card_on,
    engineers_in_all, near, store_of, unseen, word,
)
from urbanist.engine.warszawa.scoring cimport EACH_BRIDGE, EACH_SEGMENT, score
from urbanist.engine.warszawa.tables cimport (
    BARTER, CARD, CLEAR, CONCRETE, CUBES, FUND, INDUSTRIAL, MARKER, NONE, RIVER_SIDES, RUBBLE,
    STAGE_CARDS, STORAGE, STYLES, TAKE_CARD, TAKE_FUND, THRIFT, TWICE, TYPES, Board, Card, Task,
    printed, world,
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


cdef Cells free_hexes(const Warszawa* w) noexcept nogil:
    """Return the hexes without rubble, foundation or building."""
    cdef Cells taken = w.rubble | buildings(w)
    cdef int seat
    for seat in range(w.head.seats):
        taken |= w.founded[seat]
    return world.everywhere & ~taken


cdef uint64_t cards_of(const Warszawa* w, int seat) noexcept nogil:
    """Return the cards that a seat may lay, by index in the stage; an unknown card in hand may be any unseen card."""
    cdef uint64_t cards = w.hand[seat]
    return cards | unseen(w) if count(cards) < w.held[seat] else cards


cdef int list_foundations(const Warszawa* w, int seat, Move* out) noexcept nogil:
    """Write the foundations that a seat may lay; return their number."""
    cdef const Card* card
    cdef Cells free, rest
    cdef uint64_t cards = cards_of(w, seat)
    cdef int n = 0
    if w.held[seat] == 0 or count(w.built[seat] | w.founded[seat]) >= BUILDINGS:
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


cdef bint would_give(const Warszawa* w, int seat, int function) noexcept nogil:
    """Return whether a one-off function gives a seat something now."""
    if function == TAKE_CARD:
        return w.held[seat] < store_of(w, seat) and w.left > 0
    if function == TWICE:
        return w.phase == PLANNING and w.engineers[seat] >= 2 + w.more
    return w.cubes[seat][function - TAKE_FUND] < store_of(w, seat)


cdef int list_functions(const Warszawa* w, int seat, Move* out) noexcept nogil:
    """Write the one-off functions that a seat may use, ascending."""
    cdef Cells rest = w.ready[seat]
    cdef const Card* card
    cdef Move move
    cdef int n = 0
    cdef int i
    while rest:
        card = card_on(w, first(rest))
        rest &= rest - 1
        if would_give(w, seat, card.function):
            move = word(USE, card.number, 0)
            i = n
            while i > 0 and out[i - 1] > move:
                out[i] = out[i - 1]
                i -= 1
            out[i] = move
            n += 1
    return n


cdef bint can_use(const Warszawa* w, int seat) noexcept nogil:
    """Return whether any one-off function of a seat gives something now."""
    cdef Cells rest = w.ready[seat]
    while rest:
        if would_give(w, seat, card_on(w, first(rest)).function):
            return True
        rest &= rest - 1
    return False


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
    if prices == 0 or count(w.bridges) >= BRIDGES_IN_ALL:
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
            if bridge_prices(w, seat) and count(w.bridges) < BRIDGES_IN_ALL:
                return True
            sides_open(w, sides)
            if sides[0] | sides[1]:
                return True
    return can_use(w, seat)


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

cdef inline void gain(Warszawa* w, int seat, int cube, int n) noexcept nogil:
    """Give a seat n cubes, at most as many as its store has room for."""
    w.cubes[seat][cube] = <uint8_t>min(w.cubes[seat][cube] + n, store_of(w, seat))


cdef void due_cards(Warszawa* w, int seat, int n) noexcept nogil:
    """Make a draw of n cards due; room in the hand and cards in the deck limit n."""
    w.drawing = <uint8_t>min(n, min(store_of(w, seat) - w.held[seat], <int>w.left))
    w.head.due = CARDS_DUE if w.drawing else 0


cdef void keep(Warszawa* w, int seat, int norm) noexcept nogil:
    w.kept[seat] = <uint8_t>norm
    w.chosen |= <uint8_t>(1 << seat)
    w.head.to_move = <uint8_t>((seat + 1) % w.head.seats)
    if count(w.chosen) == w.head.seats:
        start_planning(w)


cdef void send(Warszawa* w, int seat, int field, int barter) noexcept nogil:
    """Put an engineer on a field and take its effect."""
    cdef const Board* board = &printed[w.slot].board[w.head.seats]
    cdef const uint8_t* gives = board.gives[field]
    cdef int cube
    w.engineers[seat] -= 1
    w.placing = 1
    w.taken |= <uint16_t>(1 << field & ~board.unlimited)
    for cube in range(CUBES):
        gain(w, seat, cube, gives[cube])
    if barter:
        w.cubes[seat][(barter - 1) // 3] -= 1
        gain(w, seat, (barter - 1) % 3, gives[BARTER])
    if gives[MARKER]:
        w.next_holder = <uint8_t>seat
    w.clearing = gives[CLEAR]
    due_cards(w, seat, gives[CARD])
    if not w.head.due:
        after_effect(w)


cdef void clear(Warszawa* w, int seat, int cell) noexcept nogil:
    w.rubble &= ~only(cell)
    gain(w, seat, RUBBLE, 1)
    w.clearing -= 1
    after_effect(w)


cdef void lay(Warszawa* w, int seat, int card, int cell) noexcept nogil:
    """Lay a card and its foundation."""
    cdef uint64_t bit = only(card & STAGE_CARDS - 1)
    w.hand[seat] &= ~bit
    w.held[seat] -= 1
    w.laid |= bit
    w.card_at[cell] = <uint8_t>card
    w.founded[seat] |= only(cell)
    w.engineers[seat] -= 1
    end_placement(w)


cdef void use(Warszawa* w, int seat, int card) noexcept nogil:
    """Use the one-off function of a card's building."""
    cdef Cells rest = w.ready[seat]
    cdef int function = printed[w.slot].card[card].function
    while w.card_at[first(rest)] != card:
        rest &= rest - 1
    w.ready[seat] &= ~only(first(rest))
    if function == TAKE_CARD:
        due_cards(w, seat, 1)
    elif function == TWICE:
        w.more += 1
    else:
        gain(w, seat, function - TAKE_FUND, 1)
    after_realising(w)


cdef void fulfil_tasks(Warszawa* w, int seat, const Card* card, Cells beside) noexcept nogil:
    """Pay the open tasks that a new building fulfils, and remove them."""
    cdef uint32_t rest = w.tasks_open
    cdef const Task* task
    cdef int i
    while rest:
        i = first(rest)
        rest &= rest - 1
        task = &printed[w.slot].task[w.stage][i]
        if (task.build == card.type or task.build == TYPES + card.function) and beside & w.of_type[task.beside]:
            w.gained[seat] += task.points
            w.tasks_open &= ~(<uint32_t>1 << i)
            w.tasks_gone |= <uint32_t>1 << i


cdef void build(Warszawa* w, int seat, int cell, bint rubble) noexcept nogil:
    """Pay for a building and finish it."""
    w.cubes[seat][FUND] -= 1
    if rubble:
        w.cubes[seat][RUBBLE] -= <uint8_t>rubble_price(w, seat)
    else:
        w.cubes[seat][CONCRETE] -= 1
    finish(w, seat, cell)
    after_realising(w)


cdef void finish(Warszawa* w, int seat, int cell) noexcept nogil:
    """Finish a paid building: points, tasks, its function, and the return of the engineer."""
    cdef const Card* card = card_on(w, cell)
    cdef Cells beside = near(w, cell)
    w.founded[seat] &= ~only(cell)
    w.engineers[seat] += 1
    w.gained[seat] += card.points
    if card.type == INDUSTRIAL:
        w.gained[seat] += count(beside & ~buildings(w))
    fulfil_tasks(w, seat, card, beside)
    w.built[seat] |= only(cell)
    w.of_type[card.type] |= only(cell)
    if card.function < STYLES:
        w.of_style[card.function] |= only(cell)
    elif card.function == STORAGE:
        w.perks[seat] |= STORES_MORE
    elif card.function == THRIFT:
        w.perks[seat] |= BUILDS_CHEAPER
    elif card.function >= TAKE_FUND:
        w.ready[seat] |= only(cell)


cdef void dig(Warszawa* w, int seat, int side, int tunnel) noexcept nogil:
    w.cubes[seat][FUND] -= 1
    w.markers[seat] -= 1
    w.dug[seat] += 1
    w.gained[seat] += EACH_SEGMENT
    lay_segment(w, side, tunnel)
    after_realising(w)


cdef void span(Warszawa* w, int seat, int river, int price) noexcept nogil:
    w.cubes[seat][FUND] -= 1
    w.cubes[seat][CONCRETE] -= <uint8_t>(1 if price == 0 else 0 if price == 1 else 2)
    w.cubes[seat][RUBBLE] -= <uint8_t>(1 if price == 0 else 3 if price == 1 else 0)
    w.markers[seat] -= 1
    w.spanned[seat] += 1
    w.gained[seat] += EACH_BRIDGE
    w.bridges |= <uint16_t>(1 << river)
    after_realising(w)


cdef void apply(Head* state, Move move) noexcept nogil:
    cdef Warszawa* w = <Warszawa*>state
    cdef int seat = state.to_move
    cdef int kind = move >> 24
    cdef int what = move >> 8 & 0xFFFF
    cdef int where = move & 0xFF
    state.ply += 1
    if kind == SEND:
        send(w, seat, what, where)
    elif kind == LAY:
        lay(w, seat, printed[w.slot].card_of[what], where)
    elif kind == CLEARING:
        clear(w, seat, where)
    elif kind == PASS:
        w.passed |= <uint8_t>(1 << seat)
        w.more = 0
        next_planner(w, seat + 1)
    elif kind == DONE:
        next_realiser(w)
    elif kind == BUILD:
        build(w, seat, what, where == 1)
    elif kind == DIG:
        dig(w, seat, what, where)
    elif kind == SPAN:
        span(w, seat, what, where)
    elif kind == USE:
        use(w, seat, printed[w.slot].card_of[what])
    else:
        keep(w, seat, what)


# -- chance ----------------------------------------------------------------------------------------------------------

cdef void draw_cards(Warszawa* w) noexcept nogil:
    """Give the next cards of the deck to the seat to move; unknown cards count in its hand too."""
    cdef int seat = w.head.to_move
    cdef uint8_t card
    while w.drawing:
        w.drawing -= 1
        w.left -= 1
        card = w.deck[w.stage][w.left]
        w.deck[w.stage][w.left] = NONE
        w.held[seat] += 1
        if card != NONE:
            w.hand[seat] |= only(card)
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
    cdef int seats = w.head.seats
    cdef int i, seat
    for i in range(seats):
        seat = (start + i) % seats
        if not w.passed >> seat & 1 and w.engineers[seat]:
            w.head.to_move = <uint8_t>seat
            return
    for seat in range(seats):
        w.engineers[seat] = <uint8_t>(engineers_in_all(w) - count(w.founded[seat]))
    w.phase = REALISATION
    w.realised = 0
    next_realiser(w)


cdef void next_realiser(Warszawa* w) noexcept nogil:
    """Give the turn to the next seat with a move in realisation; if there is none, end the round."""
    cdef int seat
    while w.realised < w.head.seats:
        seat = (w.holder + w.realised) % w.head.seats
        w.realised += 1
        if can_realise(w, seat):
            w.head.to_move = <uint8_t>seat
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
    cdef int rounds = 3 if w.stage == 1 and w.options & ROUNDS_7 else 4
    w.holder = w.next_holder
    w.head.to_move = w.holder
    w.round += 1
    if (w.stage == 1 and w.round == rounds) or buildings(w) == world.everywhere:
        w.head.over = 1
        score(&w.head, w.head.score, w.head.tiebreak)
        return
    if w.round == rounds:
        start_stage_two(w)
    w.drawing = <uint8_t>min(OPEN_TASKS - count(w.tasks_open), <int>w.tasks_left)
    if w.drawing:
        w.head.due = TASKS_DUE
    else:
        start_planning(w)
