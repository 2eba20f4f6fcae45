"""The tables of the kernel: the map, filled once, and a slot for each edition of the process."""

from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from urbanist.cext.cells64 cimport Cells

cdef enum:
    HEXES = 37
    METRO_SIDES = 80
    RIVER_SIDES = 10
    CORNERS = 72
    TYPES = 6
    STYLES = 2
    OBJECTS = 8  # the types, then metro and bridge
    CUBES = 3  # fund, concrete, rubble
    NONE = 255  # no card, side, corner or hex; or one that is not known
    SLOTS = 8
    STAGE_CARDS = 64
    STAGE_TASKS = 32
    NORMS = 100
    CARD_NUMBERS = 1024

cdef enum:
    # The effects of a field in their order; cubes are first, by their number.
    FUND
    CONCRETE
    RUBBLE
    BARTER
    CARD
    MARKER
    CLEAR
    EFFECTS

cdef enum:
    # Functions in the order of `edition.FUNCTIONS`: first the styles; one-off functions begin at TAKE_FUND.
    SOCREALISM
    MODERNISM
    STORAGE
    THRIFT
    NO_FUNCTION
    TAKE_FUND
    TAKE_CONCRETE
    TAKE_RUBBLE
    TAKE_CARD
    TWICE

cdef enum:
    INDUSTRIAL
    SERVICE
    RESIDENTIAL
    REPRESENTATIVE
    CULTURAL
    TRANSPORT
    METRO
    BRIDGE


cdef struct Map:
    Cells near[HEXES]  # adjacent on the same bank
    Cells everywhere
    Cells urban
    Cells right_bank
    uint64_t sides[HEXES][2]  # the metro sides around a hex
    Cells along[METRO_SIDES]  # the two hexes of a metro side
    uint64_t open_sides[2][2]  # sides for metro: with 4 and 5 players, with 3 players
    uint8_t corners[METRO_SIDES][2]
    uint64_t around[CORNERS][2]  # the metro sides that end at a corner
    uint8_t at_river[METRO_SIDES]  # the river corner of a side, or NONE
    uint8_t tunnels[CORNERS][2]  # river sides for a tunnel from a river corner, ascending, then NONE
    uint64_t twice[2]  # metro sides for which the tunnel has two places
    uint16_t rivers[HEXES]  # the river sides of a hex
    uint8_t banks[RIVER_SIDES][2]  # the two hexes of a river side
    uint8_t river_ends[RIVER_SIDES][2]  # its corners


cdef struct Card:
    Cells fits  # the hexes where the card may be laid if they are free
    int8_t points
    uint8_t type
    uint8_t function
    uint16_t number  # the number of its id in moves


cdef inline bint is_useful(const Card* card) noexcept nogil:
    """Return whether a card has a function that is no style."""
    return card.function >= STYLES and card.function != NO_FUNCTION


cdef struct Task:
    uint8_t build  # a type, or TYPES + a style
    uint8_t beside
    int8_t points


cdef struct Board:
    int fields
    uint16_t numbers  # a bit for each field, by its number from 1 on
    uint16_t unlimited
    uint16_t bartering
    uint8_t gives[16][EFFECTS]
    uint32_t cubes[16]  # those that a field gives, as bytes of a word


cdef struct Limits:
    # The numbers of the rules.
    uint8_t buildings  # the most of a seat, including foundations
    uint8_t markers
    uint8_t bridges
    uint8_t tasks_open
    uint8_t start_cards
    uint8_t rounds[2][2]  # without and with the option, by stage
    uint8_t cubes[CUBES]  # at the beginning
    uint8_t engineers[6]  # by number of players


cdef struct Printed:
    Limits limits
    uint64_t cards[2]  # of each stage, by index
    int stage_cards[2]
    Card card[2 * STAGE_CARDS]  # stage * STAGE_CARDS + index
    uint8_t card_of[CARD_NUMBERS]
    int stage_tasks[2]
    Task task[2][STAGE_TASKS]
    int norms
    uint8_t norm[NORMS]  # their numbers, ascending
    uint8_t needs[2][NORMS][OBJECTS]  # with 3 or 4 players, with 5
    Board board[6]  # by number of players
    uint8_t neutral[7]


cdef Map world
cdef Printed[SLOTS] printed
