"""A Warszawa position: hexes as bits of a word, metro sides as bits of two, cards of the stage as bits of a word."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from urbanist.cext.cells64 cimport Cells, count
from urbanist.engine.game cimport Head, Move
from urbanist.engine.warszawa.tables cimport (
    CONCRETE, CUBES, FUND, HEXES, NONE, RUBBLE, STAGE_CARDS, STAGE_TASKS, STYLES, TYPES, Board, Card, Limits, Printed,
    printed, world,
)

cdef enum:
    TABLE = 5  # the most seats
    ROUNDS_7 = 1  # option: the second row of `Limits.rounds`
    OPEN_TASKS = 3  # the most that any edition opens

cdef enum Phase:
    CHOOSING  # norms
    PLANNING
    REALISATION

cdef enum:
    # Chance events that may be due.
    CARDS_DUE = 1
    TASKS_DUE = 2

cdef enum:
    # Kinds of moves: kind << 24 | what << 8 | where.
    PASS  # a word of 0
    DONE
    KEEP  # what: the norm's number, or NONE if it is hidden
    SEND  # what: the field; where: 0, or for barter 1 + 3 * cube given + cube taken
    CLEARING  # where: the hex
    LAY  # what: the card's number; where: the hex
    USE  # what: the card's number
    BUILD  # what: the hex; where: 0 for concrete, 1 for rubble
    DIG  # what: the metro side; where: 0, or 1 + river side of the tunnel
    SPAN  # what: the river side; where: 0 for cr, 1 for rrr, 2 for cc

cdef enum:
    STORES_MORE = 1  # bits of perks
    BUILDS_CHEAPER = 2

cdef enum:
    EACH_CUBE = 0x010101  # a byte for each kind of cubes


cdef struct Warszawa:
    Head head
    Cells rubble
    Cells built[TABLE]
    Cells founded[TABLE]
    Cells ready[TABLE]  # own buildings with an unused one-off function
    Cells of_type[TYPES]  # buildings of the type, including neutral ones
    Cells of_style[STYLES]
    uint64_t segments[2]  # metro sides with a segment
    uint64_t ends[2]  # metro sides that continue from an open end
    uint64_t forks[2]  # metro sides that branch off
    uint64_t laid  # open cards of the stage
    uint64_t hand[TABLE]  # hidden: known cards of the stage in hand
    uint32_t tasks_open  # of the stage
    uint32_t tasks_gone
    uint16_t bridges  # river sides with a bridge
    uint16_t taken  # used fields of the round, a bit each
    int16_t gained[TABLE]  # points won during the game
    uint8_t cubes[TABLE][CUBES]
    uint8_t held[TABLE]  # number of cards in hand
    uint8_t engineers[TABLE]  # free engineers
    uint8_t markers[TABLE]
    uint8_t dug[TABLE]  # segments built
    uint8_t spanned[TABLE]  # bridges built
    uint8_t perks[TABLE]
    uint8_t card_at[HEXES]  # the card of a foundation or building: stage * STAGE_CARDS + index
    uint8_t norms[TABLE][2]  # hidden: the two dealt norms, ascending
    uint8_t kept[TABLE]  # hidden
    uint8_t deck[2][STAGE_CARDS]  # hidden: by stage, the next card last
    uint8_t task_deck[2][STAGE_TASKS]
    uint8_t slot  # of the edition
    uint8_t options
    uint8_t opener
    uint8_t stage  # 0 or 1
    uint8_t round  # of the stage, from 0
    uint8_t phase
    uint8_t chosen  # seats that have kept a norm, a bit each
    uint8_t holder  # the seat with the marker
    uint8_t next_holder
    uint8_t passed  # seats that have passed, a bit each
    uint8_t placing  # 1 while the effect of a sent engineer lasts
    uint8_t clearing  # hexes still to clear
    uint8_t more  # placements to come in this turn
    uint8_t realised  # seats that have begun their realisation, a bit each
    uint8_t drawing  # number of cards or tasks in the event that is due
    uint8_t left  # cards in the deck of the stage
    uint8_t tasks_left
    uint8_t tunnel  # 1 + river side; 0: none
    uint8_t branched


cdef inline Move word(int kind, int what, int where) noexcept nogil:
    """Return the word of a move."""
    return <Move>kind << 24 | <Move>what << 8 | <Move>where


cdef inline const Card* card_on(const Warszawa* w, int cell) noexcept nogil:
    return &printed[w.slot].card[w.card_at[cell]]


cdef inline const Limits* limits_of(const Warszawa* w) noexcept nogil:
    """Return the numbers of the rules in the edition."""
    return &printed[w.slot].limits


cdef inline int store_of(const Warszawa* w, int seat) noexcept nogil:
    """Return how many cubes of each kind, and how many cards, a seat may keep."""
    return 3 + (w.perks[seat] & STORES_MORE)


cdef inline uint32_t cube_bytes(const uint8_t* cubes) noexcept nogil:
    """Return the numbers of cubes of each kind as the bytes of a word (SWAR: all kinds are compared at once)."""
    return cubes[FUND] | cubes[CONCRETE] << 8 | cubes[RUBBLE] << 16


cdef inline uint32_t more_than(uint32_t cubes, int n) noexcept nogil:
    """Return the kinds with more than n cubes, as the highest bit of each byte; all numbers are below 128."""
    return cubes + (0x7F - n) * EACH_CUBE & 0x80 * EACH_CUBE


cdef inline uint32_t kinds_below(uint32_t cubes, int n) noexcept nogil:
    """Return the kinds with less than n cubes, a bit each."""
    cdef uint32_t room = ~more_than(cubes, n - 1)
    return (room >> 7 & 1) | (room >> 14 & 2) | (room >> 21 & 4)


cdef inline int rubble_price(const Warszawa* w, int seat) noexcept nogil:
    """Return the rubble that a building costs a seat, if it is not paid in concrete."""
    return 1 if w.perks[seat] & BUILDS_CHEAPER else 2


cdef inline int bridge_concrete(int price) noexcept nogil:
    """Return the concrete in one of the three prices of a bridge."""
    return 1 if price == 0 else 0 if price == 1 else 2


cdef inline int bridge_rubble(int price) noexcept nogil:
    """Return the rubble in one of the three prices of a bridge."""
    return 1 if price == 0 else 3 if price == 1 else 0


cdef inline int cards_drawn(const Warszawa* w, int seat, int n) noexcept nogil:
    """Return how many of n cards a seat draws: the room in its hand and the cards in the deck limit them."""
    return min(n, min(store_of(w, seat) - w.held[seat], <int>w.left))


cdef inline int engineers_in_all(const Warszawa* w) noexcept nogil:
    return limits_of(w).engineers[w.head.seats]


cdef inline const uint8_t* rounds_of(const Warszawa* w) noexcept nogil:
    """Return the rounds of both stages."""
    return limits_of(w).rounds[w.options & ROUNDS_7]


cdef inline int rounds_left(const Warszawa* w) noexcept nogil:
    """Return the rounds to the end of the game, with the current one."""
    cdef const uint8_t* rounds = rounds_of(w)
    return rounds[0] - w.round + rounds[1] if w.stage == 0 else rounds[1] - w.round


cdef inline int rounds_left_in_stage(const Warszawa* w) noexcept nogil:
    """Return the rounds to the end of the stage, with the current one."""
    return rounds_of(w)[w.stage] - w.round


cdef inline Cells buildings(const Warszawa* w) noexcept nogil:
    """Return the hexes with a building, including neutral ones."""
    cdef Cells all = 0
    cdef int type
    for type in range(TYPES):
        all |= w.of_type[type]
    return all


cdef inline Cells near(const Warszawa* w, int cell) noexcept nogil:
    """Return the hexes adjacent to a hex: on its own bank, and over bridges."""
    cdef Cells cells = world.near[cell]
    cdef uint16_t rest = w.bridges & world.rivers[cell]
    cdef const uint8_t* banks
    while rest:
        banks = world.banks[__builtin_ctz(rest)]
        rest &= rest - 1
        cells |= <Cells>1 << (banks[0] + banks[1] - cell)
    return cells


cdef inline uint64_t unseen(const Warszawa* w) noexcept nogil:
    """Return the cards of the stage that are not open and not known to be in a hand."""
    cdef uint64_t known = w.laid
    cdef int seat
    for seat in range(w.head.seats):
        known |= w.hand[seat]
    return printed[w.slot].cards[w.stage] & ~known


cdef extern from *:
    int __builtin_ctz(unsigned int) noexcept nogil
