"""What a seat sees of an Akropolis position beside features: the market, the stacks, the cities; and moves as actions.

A plane has 64 rows of 64 hexes. The hex q, r stands in row r + 32 and column q + 32, both modulo 64; the start tile is
in the middle. No city meets itself there: a tile makes a city at most 2 wider, so the 30 tiles of the longest game make
it at most 63 wide. Before the last choice it has 29 tiles and is at most 61 wide, so that no two triangles that touch
it have the same anchor.
"""

from libc.stdint cimport int32_t, uint64_t
from urbanist.cext.cells64 cimport first
from urbanist.cext.hexrows cimport UP
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.city cimport anchor_of, prints, tiles_in, top_at, up_at
from urbanist.engine.akropolis.position cimport (
    CODE, CORNERS, FAR, HIGH, LINE, MARKET, PLAZA, QUARRY, TILE_SHIFT, TURNS, Akropolis, City, Place, place_of,
)
from urbanist.engine.game cimport Head, Move
from urbanist.engine.observation import Layout

cdef enum:
    MIDDLE = SIDE // 2
    PLACES = SIDE * SIDE
    MARKS = 7  # of a hex: the five kinds, quarry, plaza
    QUARRY_MARK = 5
    PLAZA_MARK = 6

NAMES = (*pieces.KINDS, pieces.QUARRY, "plaza")
DETAILS = Layout(
    common=(
        *(f"slot {slot} hex {corner} {name}" for slot in range(MARKET) for corner in range(CORNERS) for name in NAMES),
        *(f"tile {number} in the stacks" for number in pieces.TILES),
    ),
    seat_planes=("height", *NAMES, "whole tile pointing down", "whole tile pointing up"),
    plane_shape=(SIDE, SIDE),
)


cdef inline void mark(int code, float* out, int step) noexcept nogil:
    """Write 1 for the kind of a hex, and for a plaza; the marks are `step` numbers apart."""
    if code == QUARRY:
        out[QUARRY_MARK * step] = 1
    elif code:
        out[((code & PLAZA - 1) - 1) * step] = 1
        out[PLAZA_MARK * step] = code & PLAZA != 0


cdef void observe(const Head* state, int observer, float* details, float* plane) noexcept nogil:
    """Write the tiles of the market from the free one on, and the tiles in the stacks; their order is hidden."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef uint64_t rest = a.unseen
    cdef int slot, corner
    for slot in range(a.market_size):
        for corner in range(CORNERS):
            mark(prints[a.market[slot]][UP][0][corner], details + (slot * CORNERS + corner) * MARKS, 1)
    details += MARKET * CORNERS * MARKS
    while rest:
        details[first(rest) - 1] = 1
        rest &= rest - 1


cdef void observe_seat(const Head* state, int observer, int seat, float* details, float* plane) noexcept nogil:
    """Write the planes of a city."""
    cdef const City* city = &(<const Akropolis*>state).city[seat]
    cdef int i, tile
    cdef float* out
    for i in range(city.hexes):
        if city.top[i] == top_at(city, city.hex[i]):
            out = plane + place_of_hex(city.hex[i])
            out[0] = city.top[i] >> HIGH
            mark(city.top[i] & CODE, out + PLACES, PLACES)
    for tile in range(tiles_in(city)):
        i = anchor_of(tile)
        if city.top[i] == top_at(city, city.hex[i]):
            plane[(1 + MARKS + up_at(city, i)) * PLACES + place_of_hex(city.hex[i])] = 1


cdef inline int place_of_hex(int hex) noexcept nogil:
    """Return the place in a plane of a hex, given by its number."""
    return place_at(hex % LINE - FAR, hex // LINE - FAR)


cdef inline int place_at(int q, int r) noexcept nogil:
    """Return the place of a hex in a plane."""
    return (r + MIDDLE & SIDE - 1) * SIDE + (q + MIDDLE & SIDE - 1)


cdef int32_t action(const Head* state, Move move) noexcept nogil:
    """Return the number of a move: by place in the market, triangle, turn, then row and column of the anchor."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Place place = place_of(move)
    cdef int slot = 0
    while a.market[slot] != move >> TILE_SHIFT:
        slot += 1
    return ((slot * 2 + place.up) * TURNS + place.turn) * PLACES + place_at(place.q, place.r)
