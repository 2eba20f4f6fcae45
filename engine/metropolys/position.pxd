"""A Metropolys position: bitboards of neighbourhoods, and a 16-bit lane of building values for each seat."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from urbanist.cext.cells64 cimport Cells
from urbanist.engine.game cimport Head, Move

cdef enum:
    TABLE = 4  # the most seats
    DISTRICTS = 5
    TYPES = 5
    PASS = 0  # any other move is value << 8 | cell
    VALUE_BITS = 0xFF00
    UNKNOWN = 255  # in place of a card
    SLOTS = 4  # for editions
    FAMILY = 0
    EXPERT = 1

cdef enum AreaCard:
    # One order for both variants: the family variant deals the first three and BORDER, the last.
    BRIDGES
    STATUES
    LAKES
    DISTRICT_CARD
    CHAINS
    BORDER

cdef enum:
    AREAS = 6  # area cards of both variants

cdef enum:
    TRENDY = 0
    METRO = 1
    RUINS = 2

# Bit v of a lane is value v; bit 15 is the seat itself.
cdef enum:
    ALL_VALUES = 0x3FFE
ctypedef uint64_t Lanes
ctypedef uint64_t Heights


cdef struct Auction:
    # The part that changes with each move, in a struct of its own so that a playout keeps it in registers.
    Cells empty  # neighbourhoods in play without a building
    Cells bid_sites  # buildings of the running auction
    Lanes hands  # values not on the board
    Lanes bids  # values of the running auction
    Lanes still_in  # bit 15 of each seat that has not passed
    uint8_t top  # seat that placed last
    uint8_t last_value  # 0: the next move opens an auction
    uint8_t last_cell
    uint8_t[5] filler  # zeros; without this field, a copy could leave random bytes in the padding


cdef struct Metropolys:
    Head head
    Auction auction
    Cells play  # neighbourhoods of the districts in play
    Cells tokens[3]  # trendy, metro, ruins that nobody has taken
    Cells built[TABLE]  # permanent buildings, by seat
    Heights heights[TABLE]  # one byte for each district, see `height_step` of board
    uint8_t bid_cell[16]  # the cell of each value of the running auction
    uint8_t site[TABLE][16]  # the cell of each permanent building
    uint8_t taken[TABLE][3]  # tokens taken, by kind
    uint8_t area[TABLE]  # hidden objective cards
    uint8_t kind[TABLE]  # (expert: a type)
    uint8_t variant
    uint8_t districts  # bit by district letter, C N E S W
    uint8_t opener  # first player of the game
    uint8_t metro_card  # seat, or NOBODY
    uint8_t ruins_card
    uint8_t slot  # of the edition


cdef inline uint64_t lane(Lanes lanes, int seat) noexcept nogil:
    """Return the values of one seat."""
    return lanes >> (16 * seat) & 0xFFFF
