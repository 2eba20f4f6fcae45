"""Validation of Warszawa records: each field is recomputed from those that it follows from.

Records may come from files and other programs, so nothing here indexes a table by an unchecked number. Fields are
checked in the order that this needs.
"""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.engine.game cimport Head, invalid_unless
from urbanist.engine.warszawa.position cimport (
    BUILDS_CHEAPER, CARDS_DUE, CHOOSING, PLANNING, REALISATION, ROUNDS_7,
    STORES_MORE, TABLE, TASKS_DUE, Warszawa, buildings, card_on, engineers_in_all, limits_of,
    rounds_of, store_of,
)
from urbanist.engine.warszawa.tables cimport (
    CUBES, HEXES, METRO_SIDES, NONE, NORMS, RIVER_SIDES, SLOTS, STAGE_CARDS, STAGE_TASKS, STORAGE, STYLES, TAKE_FUND,
    THRIFT, TYPES, Card, Printed, printed, world,
)

cdef enum:
    NEUTRAL = 7  # neutral buildings, on the right bank, with three players


# -- the table and the time ------------------------------------------------------------------------------------------

cdef const char* check_table(const Warszawa* w) noexcept nogil:
    """Check the edition, the options and the seats that are named."""
    cdef int all = (1 << w.head.seats) - 1
    if w.slot >= SLOTS or printed[w.slot].norms == 0 or printed[w.slot].board[w.head.seats].fields == 0:
        return "slot"
    if w.options & ~ROUNDS_7:
        return "options"
    if w.opener >= w.head.seats:
        return "opener"
    if w.holder >= w.head.seats:
        return "holder"
    if w.next_holder >= w.head.seats:
        return "next_holder"
    if w.passed & ~all:
        return "passed"
    if w.chosen & ~all or (w.phase == CHOOSING) != (w.chosen != all):
        return "chosen"
    return NULL


cdef const char* check_time(const Warszawa* w) noexcept nogil:
    """Check the stage, the round and the phase."""
    cdef int rounds
    cdef bint ended = buildings(w) == world.everywhere
    if w.stage > 1:
        return "stage"
    rounds = rounds_of(w)[w.stage]
    if w.round > rounds or (w.round == rounds and not w.head.over):
        return "round"
    if w.head.over and not (ended or (w.stage == 1 and w.round == rounds)):
        return "over"
    if w.phase > REALISATION or (w.head.over and w.phase != REALISATION):
        return "phase"
    return NULL


cdef const char* check_turn(const Warszawa* w) noexcept nogil:
    """Check that it is the turn of the seat to move, and that the turn can go on."""
    cdef int seats = w.head.seats
    cdef int seat = w.head.to_move
    cdef int kept
    if w.phase != PLANNING and (w.placing or w.clearing or w.more):
        return "phase"
    if w.phase == CHOOSING:
        if w.stage or w.round:
            return "phase"
        for kept in range(seats):
            if (w.chosen >> (w.opener + kept) % seats & 1) != (kept < count(w.chosen)):
                return "chosen"
        return invalid_unless(seat == (w.opener + count(w.chosen)) % seats, "to_move")
    if w.phase == REALISATION:
        if w.realised > seats or (w.realised == 0 and not w.head.due):
            return "realised"
        if w.head.over or w.head.due == TASKS_DUE:
            return invalid_unless(seat == w.holder, "to_move")
        return invalid_unless(seat == (w.holder + w.realised + seats - 1) % seats and w.realised, "to_move")
    if w.placing > 1 or (w.placing and not (w.clearing or w.head.due)) or (w.clearing and not w.placing):
        return "placing"
    if w.clearing > HEXES or (w.clearing and not w.head.due and not w.rubble):
        return "clearing"
    if w.passed >> seat & 1:
        return "passed"
    if w.engineers[seat] < w.more + (not w.placing):
        return "engineers"
    return NULL


# -- the map ---------------------------------------------------------------------------------------------------------

cdef const char* check_cards_on_map(const Warszawa* w) noexcept nogil:
    """Check that each own building and foundation, and no other hex, has a card of its own that fits there."""
    cdef Cells own = 0
    cdef uint64_t[2] laid = [0, 0]
    cdef int seat, cell, stage
    cdef int card
    for seat in range(TABLE):
        if own & w.built[seat] or w.built[seat] & ~world.everywhere or (seat >= w.head.seats and w.built[seat]):
            return "built"
        own |= w.built[seat]
        if own & w.founded[seat] or w.founded[seat] & ~world.everywhere or (seat >= w.head.seats and w.founded[seat]):
            return "founded"
        own |= w.founded[seat]
        if count(w.built[seat] | w.founded[seat]) > limits_of(w).buildings:
            return "built"
    for cell in range(HEXES):
        card = w.card_at[cell]
        if (card != NONE) != (own >> cell & 1):
            return "card_at"
        if card == NONE:
            continue
        stage = card // STAGE_CARDS
        if stage > w.stage or card % STAGE_CARDS >= printed[w.slot].stage_cards[stage]:
            return "card_at"
        if laid[stage] >> card % STAGE_CARDS & 1 or not printed[w.slot].card[card].fits >> cell & 1:
            return "card_at"
        laid[stage] |= only(card % STAGE_CARDS)
    return invalid_unless(w.laid == laid[w.stage], "laid")


cdef const char* check_neutral(const Warszawa* w, const Cells* of_type) noexcept nogil:
    """Check the buildings that no seat has built, by those of each type that seats have built."""
    cdef int[TYPES] rest
    cdef Cells all = 0
    cdef Cells more
    cdef int type, i
    for type in range(TYPES):
        rest[type] = 0
    if w.head.seats == 3:
        for i in range(NEUTRAL):
            rest[printed[w.slot].neutral[i]] += 1
    for type in range(TYPES):
        more = w.of_type[type] & ~of_type[type]
        if of_type[type] & ~w.of_type[type] or more & (all | ~world.right_bank) or count(more) != rest[type]:
            return "of_type"
        all |= more
    return NULL


cdef const char* check_buildings(const Warszawa* w) noexcept nogil:
    """Check what follows from the cards of buildings, and the rubble between them."""
    cdef Cells[TYPES] of_type
    cdef Cells[STYLES] of_style
    cdef Cells useful, rest
    cdef Cells founded = 0
    cdef const Card* card
    cdef const char* wrong
    cdef int seat, i, cell, perks
    for i in range(TYPES):
        of_type[i] = 0
    for i in range(STYLES):
        of_style[i] = 0
    for seat in range(TABLE):
        useful = perks = 0
        rest = w.built[seat]
        founded |= w.founded[seat]
        while rest:
            cell = first(rest)
            rest &= rest - 1
            card = card_on(w, cell)
            of_type[card.type] |= only(cell)
            if card.function < STYLES:
                of_style[card.function] |= only(cell)
            useful |= only(cell) if card.function >= TAKE_FUND else 0
            perks |= STORES_MORE if card.function == STORAGE else BUILDS_CHEAPER if card.function == THRIFT else 0
        if w.ready[seat] & ~useful:
            return "ready"
        if w.perks[seat] != perks:
            return "perks"
    for i in range(STYLES):
        if w.of_style[i] != of_style[i]:
            return "of_style"
    wrong = check_neutral(w, of_type)
    if wrong != NULL:
        return wrong
    if w.rubble & ~world.urban or w.rubble & (founded | buildings(w)):
        return "rubble"
    return invalid_unless(founded & buildings(w) == 0, "founded")


# -- the metro and the river -----------------------------------------------------------------------------------------

cdef int pieces_at(const Warszawa* w, int corner) noexcept nogil:
    """Return how many segments and tunnels end at a corner."""
    cdef const uint64_t* around = world.around[corner]
    cdef int n = count(w.segments[0] & around[0]) + count(w.segments[1] & around[1])
    if w.tunnel:
        n += world.river_ends[w.tunnel - 1][0] == corner or world.river_ends[w.tunnel - 1][1] == corner
    return n


cdef const char* check_metro(const Warszawa* w) noexcept nogil:
    """Check the segments, the tunnel, and the sides where the metro can go on."""
    cdef const uint64_t* allowed = world.open_sides[w.head.seats == 3]
    cdef uint64_t[2] ends = [0, 0]
    cdef uint64_t[2] forks = [0, 0]
    cdef int side, one, other
    if w.segments[0] & ~allowed[0] or w.segments[1] & ~allowed[1]:
        return "segments"
    if w.tunnel > RIVER_SIDES or (w.tunnel and w.head.seats == 3):
        return "tunnel"
    if w.branched > w.stage:
        return "branched"
    for side in range(METRO_SIDES):
        if not (allowed[side >> 6] & ~w.segments[side >> 6]) >> (side & 63) & 1:
            continue
        one = pieces_at(w, world.corners[side][0])
        other = pieces_at(w, world.corners[side][1])
        if (one == 0) == (other == 0):
            continue
        if one + other == 1:
            ends[side >> 6] |= only(side & 63)
        else:
            forks[side >> 6] |= only(side & 63)
    if w.ends[0] != ends[0] or w.ends[1] != ends[1]:
        return "ends"
    return invalid_unless(w.forks[0] == forks[0] and w.forks[1] == forks[1], "forks")


cdef const char* check_works(const Warszawa* w) noexcept nogil:
    """Check who has dug and spanned, and the markers left."""
    cdef int dug = 0
    cdef int spanned = 0
    cdef int seat
    for seat in range(TABLE):
        if w.markers[seat] + w.dug[seat] + w.spanned[seat] != (limits_of(w).markers if seat < w.head.seats else 0):
            return "markers"
        dug += w.dug[seat]
        spanned += w.spanned[seat]
    if dug != count(w.segments[0]) + count(w.segments[1]):
        return "dug"
    if w.bridges >> RIVER_SIDES or count(w.bridges) > limits_of(w).bridges:
        return "bridges"
    return invalid_unless(spanned == count(w.bridges), "spanned")


# -- what seats have -------------------------------------------------------------------------------------------------

cdef const char* check_means(const Warszawa* w) noexcept nogil:
    """Check cubes and engineers, and the fields that are used."""
    cdef int seat, cube, at_home
    for seat in range(TABLE):
        for cube in range(CUBES):
            if w.cubes[seat][cube] > (store_of(w, seat) if seat < w.head.seats else 0):
                return "cubes"
        at_home = engineers_in_all(w) - count(w.founded[seat]) if seat < w.head.seats else 0
        if w.engineers[seat] > at_home or (w.phase != PLANNING and w.engineers[seat] != at_home):
            return "engineers"
    if w.taken & 1 or w.taken >> printed[w.slot].board[w.head.seats].fields + 1:
        return "taken"
    return invalid_unless(not (w.taken & printed[w.slot].board[w.head.seats].unlimited), "taken")


cdef bint is_norm(const Printed* p, int norm) noexcept nogil:
    cdef int i
    for i in range(p.norms):
        if p.norm[i] == norm:
            return True
    return False


cdef const char* check_norms(const Warszawa* w) noexcept nogil:
    """Check that norms exist and are dealt once, or are not known; and that a seat keeps one of its own."""
    cdef const Printed* p = &printed[w.slot]
    cdef bint[NONE + 1] dealt
    cdef int seat, i
    for i in range(NORMS):
        dealt[i] = False
    for seat in range(TABLE):
        if w.norms[seat][0] != NONE or w.norms[seat][1] != NONE:
            if seat >= w.head.seats or w.norms[seat][0] >= w.norms[seat][1]:
                return "norms"
            for i in range(2):
                if not is_norm(p, w.norms[seat][i]) or dealt[w.norms[seat][i]]:
                    return "norms"
                dealt[w.norms[seat][i]] = True
        if w.kept[seat] == NONE:
            continue
        if not w.chosen >> seat & 1 or (w.kept[seat] != w.norms[seat][0] and w.kept[seat] != w.norms[seat][1]):
            return "kept"
    return NULL


cdef const char* check_hands(const Warszawa* w) noexcept nogil:
    """Check the cards in hands, known or not, and the number of cards in the deck."""
    cdef uint64_t seen = w.laid
    cdef int n = count(w.laid) + w.left
    cdef int seat
    for seat in range(TABLE):
        if w.held[seat] > (store_of(w, seat) if seat < w.head.seats else 0):
            return "held"
        if w.hand[seat] & (seen | ~printed[w.slot].cards[w.stage]) or count(w.hand[seat]) > w.held[seat]:
            return "hand"
        seen |= w.hand[seat]
        n += w.held[seat]
    return invalid_unless(n == printed[w.slot].stage_cards[w.stage], "left")


# -- decks and what is due -------------------------------------------------------------------------------------------

cdef bint is_deck(const uint8_t* deck, int left, int room, uint64_t among) noexcept nogil:
    """Return whether a deck has so many cards of a set, each once, or all of them unknown; and no card above them."""
    cdef uint64_t seen = 0
    cdef int unknown = 0
    cdef int i
    for i in range(room):
        if i >= left or deck[i] == NONE:
            unknown += i < left
            if deck[i] != NONE:
                return False
        elif deck[i] >= STAGE_CARDS or not among >> deck[i] & 1 or seen >> deck[i] & 1:
            return False
        else:
            seen |= only(deck[i])
    return unknown == 0 or unknown == left


cdef const char* check_decks(const Warszawa* w) noexcept nogil:
    """Check the decks of cards and tasks, and the open tasks."""
    cdef const Printed* p = &printed[w.slot]
    cdef uint64_t unseen = p.cards[w.stage] & ~w.laid
    cdef uint64_t tasks = (<uint64_t>1 << p.stage_tasks[w.stage]) - 1
    cdef int seat
    for seat in range(w.head.seats):
        unseen &= ~w.hand[seat]
    # While a hand is not known, its cards may be any, so that nobody knows the deck either.
    if not is_deck(w.deck[w.stage], w.left, STAGE_CARDS, unseen if count(unseen) == w.left else 0):
        return "deck"
    if not is_deck(w.deck[1 - w.stage], 0 if w.stage else p.stage_cards[1], STAGE_CARDS, p.cards[1]):
        return "deck"
    if w.tasks_open & ~tasks or count(w.tasks_open) > limits_of(w).tasks_open:
        return "tasks_open"
    if w.tasks_gone & (~tasks | w.tasks_open):
        return "tasks_gone"
    if w.tasks_left + count(w.tasks_open | w.tasks_gone) > p.stage_tasks[w.stage]:
        return "tasks_left"
    tasks &= ~<uint64_t>(w.tasks_open | w.tasks_gone)
    if not is_deck(w.task_deck[w.stage], w.tasks_left, STAGE_TASKS, tasks):
        return "task_deck"
    tasks = (<uint64_t>1 << p.stage_tasks[1]) - 1
    if not is_deck(w.task_deck[1 - w.stage], 0 if w.stage else p.stage_tasks[1], STAGE_TASKS, tasks):
        return "task_deck"
    return NULL


cdef const char* check_due(const Warszawa* w) noexcept nogil:
    """Check the chance event that is due."""
    cdef int seat = w.head.to_move
    if w.head.due == 0:
        return invalid_unless(not (w.drawing), "drawing")
    if w.phase == CHOOSING or w.head.due > TASKS_DUE or (w.head.due == TASKS_DUE and w.phase != REALISATION):
        return "due"
    if w.drawing == 0:
        return "drawing"
    if w.head.due == CARDS_DUE:
        return invalid_unless(w.drawing <= min(store_of(w, seat) - w.held[seat], <int>w.left), "drawing")
    return invalid_unless(w.drawing == min(limits_of(w).tasks_open - count(w.tasks_open), <int>w.tasks_left), "drawing")


cdef const char* validate(const Head* state) noexcept nogil:
    """Name a field that is out of range or does not fit the others; NULL for a position."""
    cdef const Warszawa* w = <const Warszawa*>state
    cdef const char* wrong = check_table(w)
    if wrong == NULL:
        wrong = check_time(w)
    if wrong == NULL:
        wrong = check_cards_on_map(w)
    if wrong == NULL:
        wrong = check_buildings(w)
    if wrong == NULL:
        wrong = check_metro(w)
    if wrong == NULL:
        wrong = check_works(w)
    if wrong == NULL:
        wrong = check_means(w)
    if wrong == NULL:
        wrong = check_norms(w)
    if wrong == NULL:
        wrong = check_hands(w)
    if wrong == NULL:
        wrong = check_decks(w)
    if wrong == NULL:
        wrong = check_due(w)
    return wrong if wrong != NULL else check_turn(w)
