"""An Akropolis position: a city for each seat as a list of hexes, the market, the stacks.

No hex is higher than 7. A level of at most five tiles needs a level of more tiles below it: two ways to divide the same
hexes into tiles, without a common tile, need six tiles. Therefore level 8 would need 33 tiles.
"""

from libc.stdint cimport int8_t, int16_t, uint8_t, uint16_t, uint64_t
from urbanist.engine.game cimport Head, Move

cdef enum:
    TABLE = 4  # the most seats
    TILES = 61
    KINDS = 5
    MARKET = 6  # the most open tiles
    STACKED = 64  # at least the number of face-down tiles
    LONG = 1 << KINDS  # the option bit after those of the kinds
    SLOT_SHIFT = 6  # the slot of the edition is in the option bits after that
    SLOTS = 4
    PRINTS = SLOTS << SLOT_SHIFT  # tiles of all editions: the slot, then the number

cdef enum:
    # The byte of a hex's kind: the lowest three bits are the kind, the fourth bit marks a plaza.
    HOUSES = 1
    MARKETS = 2
    BARRACKS = 3
    TEMPLES = 4
    GARDENS = 5
    QUARRY = 7
    PLAZA = 8
    KIND_BITS = 4


cdef enum:
    STARTED = 4  # hexes of the start tile
    MAX_HEXES = 96  # at least four of the start tile and three of each of 30 tiles
    LINE_BITS = 7
    LINE = 1 << LINE_BITS  # a hex has the number (r + FAR) * LINE + q + FAR
    CODE = 15  # the byte of a hex's kind in `City.top`
    HIGH = 4  # its height is in the bits above


cdef struct City:
    # All hexes in the order of building: the start tile, then three for each tile as in `tile_hexes`. A hex that is
    # built on again is in the list again, higher. The rest of the list is zeros.
    uint16_t[MAX_HEXES] hex  # the number of its place
    uint16_t[MAX_HEXES] top  # what lies there: the byte of its kind, and its height
    int16_t hexes  # their number
    int16_t stones
    int8_t west  # the smallest and greatest coordinates of its hexes
    int8_t east
    int8_t north
    int8_t south


cdef struct Akropolis:
    Head head
    uint64_t unseen  # the tiles in the stacks, a bit for each number
    uint8_t market[8]  # open tiles, the free one first, then zeros
    uint8_t stacked[STACKED]  # face-down tiles in their order; 0: unknown, or already opened
    uint8_t market_size
    uint8_t stacks  # number of remaining stacks
    uint8_t drawn  # number of tiles opened from the stacks
    uint8_t options  # a bit for each kind, LONG, and the slot of the edition
    uint8_t first  # the first seat to move
    City city[TABLE]


# A move's word, from the highest bits: tile, triangle (1: up), r and q of the anchor, turn.
cdef enum:
    TURNS = 3
    CORNERS = 3  # hexes of a tile
    TILE_SHIFT = 17
    UP_SHIFT = 16
    ROW_SHIFT = 9
    HEX_SHIFT = 2
    FAR = 64  # added to coordinates, which may be negative


cdef struct Place:
    # The place of a tile: its triangle, the coordinates of the anchor, and its turn.
    int up
    int q
    int r
    int turn


cdef inline Move move_of(int tile, Place place) noexcept nogil:
    """Return the word of a move."""
    return (<Move>tile << TILE_SHIFT | <Move>(place.r + FAR) << ROW_SHIFT | <Move>place.up << UP_SHIFT
            | <Move>(place.q + FAR) << HEX_SHIFT | <Move>place.turn)


cdef inline Place place_of(Move move) noexcept nogil:
    """Return the place of a move's tile."""
    return Place(move >> UP_SHIFT & 1, <int>(move >> HEX_SHIFT & 127) - FAR, <int>(move >> ROW_SHIFT & 127) - FAR,
                 move & 3)


cdef inline int slot_of(int options) noexcept nogil:
    """Return the slot of the edition, given the options of a game."""
    return options >> SLOT_SHIFT


cdef inline int print_of(int options, int tile) noexcept nogil:
    """Return the number of a tile among those of all editions, given the options of the game."""
    return options & ~((1 << SLOT_SHIFT) - 1) | tile


cdef inline int tile_of(int number) noexcept nogil:
    """Return the number of a tile in its edition, from that among all editions."""
    return number & (1 << SLOT_SHIFT) - 1


cdef inline int hex_at(int q, int r) noexcept nogil:
    """Return the number of a hex."""
    return (r + FAR) * LINE + q + FAR


cdef inline int second_of(int anchor) noexcept nogil:
    """Return the second hex of a triangle, the south-eastern neighbour of its anchor."""
    return anchor + LINE


cdef inline int third_of(int anchor, int up) noexcept nogil:
    """Return the third hex of a triangle: the eastern or the south-western neighbour of its anchor."""
    return anchor + 1 + up * (LINE - 2)
