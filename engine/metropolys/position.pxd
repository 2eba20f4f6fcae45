"""A Metropolys position: bitboards of neighbourhoods, and 16-bit lanes of building values, one lane a seat."""

from libc.stdint cimport uint8_t, uint16_t, uint64_t
from urbanist.cext.cells64 cimport Cells
from urbanist.engine.game cimport Head, Move

cdef enum:
    TABLE = 4  # seats at the table, at most
    DISTRICTS = 5
    TYPES = 5
    TALLEST_VALUE = 13
    PASS = 0  # any other move is value << 8 | cell
    UNKNOWN = 255  # in place of a card
    FAMILY = 0
    EXPERT = 1

cdef enum AreaCard:
    # One order for both variants, Border last: the family deals from the first three and Border.
    BRIDGES
    STATUES
    LAKES
    DISTRICT_CARD
    CHAINS
    BORDER

cdef enum:
    TRENDY = 0
    METRO = 1
    RUINS = 2

# A lane holds bit v for value v; bit 15 of a lane stands for the seat itself.
cdef enum:
    ALL_VALUES = 0x3FFE
ctypedef uint64_t Lanes
ctypedef uint64_t Heights


cdef struct Auction:
    # What changes from move to move, apart from the rest: a playout keeps it in registers.
    Cells empty  # neighbourhoods in play without a building
    Cells bid_sites  # buildings of the running auction
    Lanes hands  # values not on the board
    Lanes bids  # values of the running auction
    Lanes still_in  # bit 15 of each seat that has not passed
    uint8_t top  # seat that placed last
    uint8_t last_value  # 0: an auction is to be opened
    uint8_t last_cell
    uint8_t[5] filler  # zeros: a copy carries fields over, and whatever it likes between them


cdef struct Metropolys:
    Head head
    Auction auction
    Cells play  # neighbourhoods of the districts in play
    Cells tokens[3]  # trendy, metro, ruins still lying
    Cells built[TABLE]  # built for good, by seat
    Heights heights[TABLE]  # one byte a district, see board.height_step
    uint8_t bid_cell[16]  # where each value of the running auction stands
    uint8_t site[TABLE][16]  # where each value built for good stands
    uint8_t taken[TABLE][3]  # tokens taken, by kind
    uint8_t area[TABLE]  # hidden objective cards
    uint8_t kind[TABLE]  # (expert: a type)
    uint8_t variant
    uint8_t districts  # bit by district letter, C N E S W
    uint8_t opener  # first player of the game
    uint8_t metro_card  # seat, or NOBODY
    uint8_t ruins_card


cdef inline uint64_t lane(Lanes lanes, int seat) noexcept nogil:
    """Return the values of one seat."""
    return lanes >> (16 * seat) & 0xFFFF
