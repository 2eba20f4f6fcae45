"""An Akropolis position: a city a seat on a grid without edges, the market, the stacks.

No city meets itself on a grid that is 64 wide and high: a tile makes it at most 2 wider, so that with all 30 of the
longest game it is 63 wide at most, and with the 29 before the last choice 61, where no two triangles that touch it
share an anchor. Nor is any hex higher than 7: a level of up to five tiles lies on one of more (two ways to cut the
same hexes into tiles, none of them in both, need six tiles), so that level 8 would take 33 tiles.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t
from urbanist.cext.hexgrid cimport HEXES
from urbanist.engine.game cimport Head, Move

cdef enum:
    TABLE = 4  # seats at the table, at most
    TILES = 61
    KINDS = 5
    MARKET = 6  # open tiles, at most
    STACKED = 64  # room for all face-down tiles
    LONG = 1 << KINDS  # option, above those of the kinds

cdef enum:
    # What the byte of a hex's kind says: its lowest three bits the kind, the fourth that it is a plaza.
    HOUSES = 1
    MARKETS = 2
    BARRACKS = 3
    TEMPLES = 4
    GARDENS = 5
    QUARRY = 7
    PLAZA = 8
    KIND_BITS = 4


cdef struct City:
    uint8_t shape[HEXES]  # heights, as in hexgrid
    int16_t stones
    int8_t west  # least and greatest coordinates of its hexes
    int8_t east
    int8_t north
    int8_t south
    # Not 4096 bytes from the shapes: a processor takes a store for one to all places with the same lower twelve bits.
    uint8_t kind[HEXES]  # what lies on top


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
    City city[TABLE]


# A move's word: tile, which triangle, row of the anchor, its place in the row, turn; rising in this order.
cdef enum:
    TURNS = 3
    CORNERS = 3  # hexes of a tile
    TILE_SHIFT = 17
    UP_SHIFT = 16
    ROW_SHIFT = 9
    HEX_SHIFT = 2
    FAR = 64  # added to coordinates, which may be negative


cdef struct Place:
    # Where a tile lies: which triangle, the coordinates of its anchor, and how it is turned.
    int up
    int q
    int r
    int turn


cdef inline Move move_of(int tile, Place place) noexcept nogil:
    """Return the word of a move."""
    return (<Move>tile << TILE_SHIFT | <Move>(place.r + FAR) << ROW_SHIFT | <Move>place.up << UP_SHIFT
            | <Move>(place.q + FAR) << HEX_SHIFT | <Move>place.turn)


cdef inline Place place_of(Move move) noexcept nogil:
    """Return where a move lays its tile."""
    return Place(move >> UP_SHIFT & 1, <int>(move >> HEX_SHIFT & 127) - FAR, <int>(move >> ROW_SHIFT & 127) - FAR,
                 move & 3)
