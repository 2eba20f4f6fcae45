"""An Akropolis position: a city a seat on a grid without edges, the market, the stacks.

No city meets itself on the torus of 64 x 64: a tile makes it at most 2 wider, so that with all 30 of the longest game
it is 63 wide at most, and with the 29 before the last choice 61, where no two triangles that touch it share an anchor.
Nor is any hex higher than 7: a level of up to five tiles lies on one of more (two ways to cut the same hexes into
tiles, none of them in both, need six tiles), so that level 8 would take 33 tiles.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
from urbanist.cext.hexgrid cimport ROUND, SPAN, UP, Line, Relief
from urbanist.engine.game cimport Head, Move

cdef enum:
    TABLE = 4  # seats at the table, at most
    TILES = 61
    KINDS = 5
    KIND_BITS = 4
    MARKET = 6  # open tiles, at most
    STACKED = 64  # room for all face-down tiles
    LONG = 1 << KINDS  # option, above those of the kinds

cdef enum Kind:
    # What the lowest three digits of a hex say; the fourth is set for a plaza.
    NOTHING
    HOUSES
    MARKETS
    BARRACKS
    TEMPLES
    GARDENS
    QUARRY = 7
    PLAZA = 8


cdef struct City:
    Relief relief
    Line kind[SPAN][KIND_BITS]  # binary digits of what lies on top
    int16_t stones
    int8_t west  # least and greatest coordinates of its hexes
    int8_t east
    int8_t north
    int8_t south


cdef struct Akropolis:
    Head head
    uint64_t unseen  # tiles that lie in the stacks, a bit by number
    uint8_t market[8]  # open tiles from the free end on, then zeros
    uint8_t stacked[STACKED]  # face-down tiles, the next one first, 0: unknown; those that came out are 0 too
    uint8_t market_size
    uint8_t stacks  # left
    uint8_t drawn  # tiles that came out of the stacks
    uint8_t options  # a bit a kind, LONG
    uint8_t first  # seat
    uint8_t spare[3]
    City city[TABLE]


# A move's word: tile, row of the anchor, which triangle, hex of the anchor in its row, turn; rising in this order.
cdef enum:
    TURNS = 3
    TILE_SHIFT = 17
    ROW_SHIFT = 10
    UP_SHIFT = 9
    HEX_SHIFT = 2
    FAR = 64  # added to coordinates, which may be negative


cdef inline int anchor_of(const City* city, int up, int place) noexcept nogil:
    """Return the coordinate of an open triangle's anchor that stands at a place of its line."""
    cdef int least = city.west - 2 + up
    return least + (place - least & ROUND)


cdef inline Move move_of(int tile, int up, int q, int r, int turn) noexcept nogil:
    """Return the word of a move."""
    return (<Move>tile << TILE_SHIFT | <Move>(r + FAR) << ROW_SHIFT | <Move>up << UP_SHIFT
            | <Move>(q + FAR) << HEX_SHIFT | <Move>turn)
