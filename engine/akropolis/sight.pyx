"""What a seat sees of an Akropolis position beside features: the market, the stacks, the cities; and moves as actions.

A plane has 64 rows of 64 hexes. The hex q, r stands in row r + 32 and column q + 32, both modulo 64; the start tile is
in the middle. No city meets itself there: a tile makes a city at most 2 wider, so the 30 tiles of the longest game make
it at most 63 wide. Before the last choice it has 29 tiles and is at most 61 wide, so that no two triangles that touch
it have the same anchor.

A cropped plane has 25 rows of 25 hexes, and moves only as far as the city needs.
"""

from libc.stdint cimport int32_t, uint64_t
from urbanist.cext.cells64 cimport first
from urbanist.cext.hexrows cimport UP
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.city cimport prints, up_at
from urbanist.engine.akropolis.position cimport (
    CODE, CORNERS, FAR, HIGH, LINE, MARKET, PLAZA, QUARRY, STARTED, TILES, TILE_SHIFT, TURNS,
    Akropolis, City, Place, place_of,
)
from urbanist.engine.akropolis.quantities import QUANTITIES
from urbanist.engine.game cimport Head, Move
from urbanist.engine.observation import Layout

cdef enum:
    MIDDLE = SIDE // 2
    PLACES = SIDE * SIDE
    PLANES = 10
    REACH = 2  # how far beyond a city its next tile can lie
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
    quantities=QUANTITIES,
)
CROP_SHAPE = (CROP_SIDE, CROP_SIDE)


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


cdef inline int middle_of(int least, int most) noexcept nogil:
    """Return the middle of a cropped line for a city that reaches from `least` to `most`.

    It is that of the start tile, or as near to it as the places for the next tile let it be. A city that is too wide
    for that keeps the start tile in the middle: some hexes beside what is built are inside then.
    """
    cdef int low = most + REACH - CROP_SIDE // 2
    cdef int high = least - REACH + CROP_SIDE // 2
    return 0 if low > high else min(max(0, low), high)


cdef inline void paint(const City* city, bint cropped, float* plane) noexcept nogil:
    """Write the planes of a city, which are zeros."""
    cdef int side = CROP_SIDE if cropped else SIDE
    cdef int places = side * side
    cdef int west = middle_of(city.west, city.east) - CROP_SIDE // 2
    cdef int north = middle_of(city.north, city.south) - CROP_SIDE // 2
    cdef int i, q, r, number
    cdef float* out
    for i in range(city.hexes):
        q, r = city.hex[i] % LINE - FAR, city.hex[i] // LINE - FAR
        if cropped:
            q, r = q - west, r - north
            if not (0 <= q < side and 0 <= r < side):
                continue
        else:
            q, r = q + MIDDLE & SIDE - 1, r + MIDDLE & SIDE - 1
        out = plane + r * side + q
        if out[0]:  # what lies lower comes first
            for number in range(1, PLANES):
                out[number * places] = 0
        out[0] = city.top[i] >> HIGH
        mark(city.top[i] & CODE, out + places, places)
        if i >= STARTED and (i - STARTED) % CORNERS == 0:
            out[(1 + MARKS + up_at(city, i)) * places] = 1


cdef void observe_seat(const Head* state, int observer, int seat, float* details, float* plane) noexcept nogil:
    """Write the planes of a city."""
    paint(&(<const Akropolis*>state).city[seat], False, plane)


cdef void crop_seat(const Head* state, int observer, int seat, float* details, float* plane) noexcept nogil:
    """Write the cropped planes of a city."""
    paint(&(<const Akropolis*>state).city[seat], True, plane)


cdef inline void number(const Head* state, const Move* moves, int count, bint cropped, int32_t* out) noexcept nogil:
    """Write the numbers of moves: by place in the market, triangle, turn, then row and column of the anchor."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef const City* city = &a.city[state.to_move]
    cdef int side = CROP_SIDE if cropped else SIDE
    cdef int west = middle_of(city.west, city.east) - CROP_SIDE // 2
    cdef int north = middle_of(city.north, city.south) - CROP_SIDE // 2
    cdef int32_t[TILES + 1] begins
    cdef Place place
    cdef int j, slot, row, column, inside
    for slot in range(a.market_size):
        begins[a.market[slot]] = slot * 2 * TURNS * side * side
    for j in range(count):
        place = place_of(moves[j])
        if cropped:
            row, column = place.r - north, place.q - west
        else:
            row, column = place.r + MIDDLE & SIDE - 1, place.q + MIDDLE & SIDE - 1
        # Without a branch the loop takes many moves at once: -1 has all bits, 0 none.
        inside = (<unsigned int>row < <unsigned int>side) & (<unsigned int>column < <unsigned int>side)
        out[j] = inside - 1 | (
            begins[moves[j] >> TILE_SHIFT] + ((place.up * TURNS + place.turn) * side + row) * side + column)


cdef void actions(const Head* state, const Move* moves, int count, int32_t* out) noexcept nogil:
    """Write the numbers of moves among those of the whole planes."""
    number(state, moves, count, False, out)


cdef void crop_actions(const Head* state, const Move* moves, int count, int32_t* out) noexcept nogil:
    """Write the numbers of moves among those of the cropped planes; -1 for those outside of them."""
    number(state, moves, count, True, out)
