"""What moves of Warszawa do, without the turns after them."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.engine.warszawa.metro cimport lay_segment
from urbanist.engine.warszawa.position cimport (
    BUILDS_CHEAPER, CARDS_DUE, STORES_MORE, Warszawa, bridge_concrete, bridge_rubble, buildings, card_on, cards_drawn,
    near, rubble_price, store_of,
)
from urbanist.engine.warszawa.scoring cimport EACH_BRIDGE, EACH_SEGMENT
from urbanist.engine.warszawa.tables cimport (
    BARTER, CARD, CLEAR, CONCRETE, CUBES, FUND, INDUSTRIAL, MARKER, NONE, RUBBLE, STAGE_CARDS, STORAGE, STYLES,
    TAKE_CARD, TAKE_FUND, THRIFT, TWICE, TYPES, Board, Card, Task, printed,
)


cdef inline void gain(Warszawa* w, int seat, int cube, int n) noexcept nogil:
    """Give a seat n cubes, at most as many as its store has room for."""
    w.cubes[seat][cube] = <uint8_t>min(w.cubes[seat][cube] + n, store_of(w, seat))


cdef inline void due_cards(Warszawa* w, int seat, int n) noexcept nogil:
    """Make a draw of n cards due, or of as many as the seat can have."""
    w.drawing = <uint8_t>cards_drawn(w, seat, n)
    w.head.due = CARDS_DUE if w.drawing else 0


cdef inline void send(Warszawa* w, int seat, const Board* board, int field, int barter) noexcept nogil:
    """Put an engineer on a field of the board and take its effect."""
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
    w.next_holder = <uint8_t>seat if gives[MARKER] else w.next_holder
    w.clearing = gives[CLEAR]
    due_cards(w, seat, gives[CARD])


cdef inline void clear(Warszawa* w, int seat, int cell) noexcept nogil:
    w.rubble &= ~only(cell)
    gain(w, seat, RUBBLE, 1)
    w.clearing -= 1


cdef inline void lay(Warszawa* w, int seat, int card, int cell) noexcept nogil:
    """Lay a card and its foundation."""
    cdef uint64_t bit = only(card & STAGE_CARDS - 1)
    w.hand[seat] &= ~bit
    w.held[seat] -= 1
    w.laid |= bit
    w.card_at[cell] = <uint8_t>card
    w.founded[seat] |= only(cell)
    w.engineers[seat] -= 1


cdef inline int cell_of(const Warszawa* w, int seat, int card) noexcept nogil:
    """Return the hex of a building with an unused function, from its card."""
    cdef Cells rest = w.ready[seat]
    while w.card_at[first(rest)] != card:
        rest &= rest - 1
    return first(rest)


cdef inline void use(Warszawa* w, int seat, int cell) noexcept nogil:
    """Use the one-off function of a building."""
    cdef int function = card_on(w, cell).function
    w.ready[seat] &= ~only(cell)
    if function == TAKE_CARD:
        due_cards(w, seat, 1)
    elif function == TWICE:
        w.more += 1
    else:
        gain(w, seat, function - TAKE_FUND, 1)


cdef inline void fulfil_tasks(Warszawa* w, int seat, const Card* card, Cells beside) noexcept nogil:
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


cdef inline void finish(Warszawa* w, int seat, int cell) noexcept nogil:
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


cdef inline void build(Warszawa* w, int seat, int cell, bint rubble) noexcept nogil:
    """Pay for a building and finish it."""
    w.cubes[seat][FUND] -= 1
    if rubble:
        w.cubes[seat][RUBBLE] -= <uint8_t>rubble_price(w, seat)
    else:
        w.cubes[seat][CONCRETE] -= 1
    finish(w, seat, cell)


cdef inline void dig(Warszawa* w, int seat, int side, int tunnel) noexcept nogil:
    w.cubes[seat][FUND] -= 1
    w.markers[seat] -= 1
    w.dug[seat] += 1
    w.gained[seat] += EACH_SEGMENT
    lay_segment(w, side, tunnel)


cdef inline void span(Warszawa* w, int seat, int river, int price) noexcept nogil:
    w.cubes[seat][FUND] -= 1
    w.cubes[seat][CONCRETE] -= <uint8_t>bridge_concrete(price)
    w.cubes[seat][RUBBLE] -= <uint8_t>bridge_rubble(price)
    w.markers[seat] -= 1
    w.spanned[seat] += 1
    w.gained[seat] += EACH_BRIDGE
    w.bridges |= <uint16_t>(1 << river)


cdef inline void take_cards(Warszawa* w, int seat) noexcept nogil:
    """Give a seat the cards of the deck that are due; unknown cards count in its hand too."""
    cdef uint8_t* deck = w.deck[w.stage]
    cdef int n = w.drawing
    cdef int left = w.left
    w.held[seat] += <uint8_t>n
    w.left -= <uint8_t>n
    w.drawing = 0
    while n:
        n -= 1
        left -= 1
        if deck[left] != NONE:
            w.hand[seat] |= only(deck[left])
        deck[left] = NONE
