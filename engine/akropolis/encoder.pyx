"""Observation encoder of Akropolis: market, stacks and cities beside the features; and the action space.

A plane has 64 rows of 64 hexes. The hex q, r stands in row r + 32 and column q + 32, both modulo 64; the start tile is
in the middle. No city meets itself there: a tile makes a city at most 2 wider, so the 30 tiles of the longest game make
it at most 63 wide. Before the last choice it has 29 tiles and is at most 61 wide, so that no two triangles that touch
it have the same anchor.

A cropped plane has 25 rows of 25 hexes, and moves only as far as the city needs.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memset
from urbanist.cext.bitrow cimport add_bits, words_for
from urbanist.cext.cells64 cimport first, only
from urbanist.cext.hexlines cimport SPAN, Line
from urbanist.cext.hexrows cimport UP
from urbanist.cext.planes cimport Planes, put
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.city cimport anchor_of, tile_hexes, tiles_in, up_at
from urbanist.engine.akropolis.position cimport (
    CODE, CORNERS, FAR, HIGH, LINE, MARKET, MAX_HEXES, PLAZA, QUARRY, TILE_SHIFT, TILES, TURNS, Akropolis, City, Place,
    move_of, place_of, print_of,
)
from urbanist.engine.akropolis.quantities import QUANTITIES
from urbanist.engine.akropolis.rules cimport Openings, find_openings, fits, payable
from urbanist.engine.game cimport Head, Move
from urbanist.engine.observation import Layout

cdef enum:
    MIDDLE = SIDE // 2
    REACH = 2  # how far beyond a city its next tile can lie
    MARKS = 7  # of a hex: the five kinds, quarry, plaza
    QUARRY_MARK = 5
    PLAZA_MARK = 6
    PLANE_WORDS = SIDE * SIDE // 64 + 2  # of a plane of bits

NAMES = (*pieces.KINDS, pieces.QUARRY, "plaza")
DETAILS = Layout(
    common=(
        *(f"slot {slot} hex {corner} {name}" for slot in range(MARKET) for corner in range(CORNERS) for name in NAMES),
        *(f"tile {number} in the stacks" for number in range(1, TILES + 1)),
    ),
    seat_planes=("height", *NAMES, "whole tile pointing down", "whole tile pointing up"),
    plane_shape=(SIDE, SIDE),
    quantities=QUANTITIES,
)
CROP_SHAPE = (CROP_SIDE, CROP_SIDE)


cdef inline int mark_of(int code) noexcept nogil:
    """Return the mark of what a hex shows, without that of a plaza."""
    return QUARRY_MARK if code == QUARRY else (code & PLAZA - 1) - 1


cdef void observe(const Head* state, int observer, float* details, const Planes* planes) noexcept nogil:
    """Write the tiles of the market from the free one on, and the tiles in the stacks; their order is hidden."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef uint64_t rest = a.unseen
    cdef int slot, corner, code
    for slot in range(a.market_size):
        for corner in range(CORNERS):
            code = tile_hexes[print_of(a.options, a.market[slot])][UP][0][corner]
            details[(slot * CORNERS + corner) * MARKS + mark_of(code)] = 1
            details[(slot * CORNERS + corner) * MARKS + PLAZA_MARK] = code & PLAZA != 0
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


cdef struct Frame:
    # Where planes lie on the hexes around a city.
    bint cropped
    int side
    int west  # coordinates of the first hex of a cropped plane
    int north


cdef inline Frame frame_of(const City* city, bint cropped) noexcept nogil:
    return Frame(
        cropped, CROP_SIDE if cropped else SIDE,
        middle_of(city.west, city.east) - CROP_SIDE // 2, middle_of(city.north, city.south) - CROP_SIDE // 2)


cdef inline int16_t spot_of(const Frame* frame, int hex) noexcept nogil:
    """Return the place in a plane of a hex, from its number in the list of a city; -1 outside of a cropped plane."""
    cdef int q = hex % LINE - FAR
    cdef int r = hex // LINE - FAR
    cdef int inside
    if not frame.cropped:
        return <int16_t>((r + MIDDLE & SIDE - 1) * SIDE + (q + MIDDLE & SIDE - 1))
    q, r = q - frame.west, r - frame.north
    # Without a branch the loop takes many hexes at once: -1 has all bits, 0 none.
    inside = (<unsigned int>q < CROP_SIDE) & (<unsigned int>r < CROP_SIDE)
    return <int16_t>(inside - 1 | r * CROP_SIDE + q)


cdef inline void paint(const City* city, bint cropped, const Planes* planes) noexcept nogil:
    """Write the planes of a city, which are zeros.

    What lies on top is written once more for each hex below it: a processor could not predict which ones are covered.
    """
    cdef Frame frame = frame_of(city, cropped)
    cdef Planes own = planes[0]  # a copy that nothing else can change stays in registers
    cdef int16_t[MAX_HEXES] spot
    cdef uint8_t[SIDE * SIDE] topmost  # by spot: where the city lists what lies on top
    cdef int i, tile, at, top
    for i in range(city.hexes):
        spot[i] = spot_of(&frame, city.hex[i])
    for i in range(city.hexes):  # from the lowest one up
        if spot[i] >= 0:
            topmost[spot[i]] = <uint8_t>i
    for i in range(city.hexes):
        at = spot[i]
        if at < 0:
            continue
        top = city.top[topmost[at]]
        put(&own, 0, at, top >> HIGH)
        put(&own, 1 + mark_of(top & CODE), at, 1)
        put(&own, 1 + PLAZA_MARK, at, top & PLAZA != 0)
    for tile in range(tiles_in(city)):
        i = anchor_of(tile)
        at = spot[i]
        if at >= 0:
            put(&own, 1 + MARKS + up_at(city, i), at, topmost[at] == i)


cdef void observe_seat(const Head* state, int observer, int seat, float* details, const Planes* planes) noexcept nogil:
    """Write the planes of a city."""
    paint(&(<const Akropolis*>state).city[seat], False, planes)


cdef void crop_seat(const Head* state, int observer, int seat, float* details, const Planes* planes) noexcept nogil:
    """Write the cropped planes of a city."""
    paint(&(<const Akropolis*>state).city[seat], True, planes)


cdef inline void number(const Head* state, const Move* moves, int count, bint cropped, int32_t* out) noexcept nogil:
    """Write the numbers of moves: by place in the market, triangle, turn, then row and column of the anchor."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Frame frame = frame_of(&a.city[state.to_move], cropped)
    cdef int side = frame.side
    cdef int32_t[TILES + 1] begins
    cdef Place place
    cdef int j, slot, row, column, inside
    for slot in range(a.market_size):
        begins[a.market[slot]] = slot * 2 * TURNS * side * side
    for j in range(count):
        place = place_of(moves[j])
        if cropped:
            row, column = place.r - frame.north, place.q - frame.west
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


cdef inline void mark_line(const Frame* frame, Line line, int q, int r, uint64_t* plane) noexcept nogil:
    """Mark the hexes of a line, which begins at q, r, in a plane of bits."""
    if not frame.cropped:
        q, r = q + MIDDLE & SIDE - 1, r + MIDDLE & SIDE - 1
        add_bits(plane, r * SIDE, line << q | line >> 1 >> (SIDE - 1 - q))
        return
    q, r = q - frame.west, r - frame.north
    if 0 <= r < CROP_SIDE and -SPAN < q < CROP_SIDE:
        add_bits(plane, r * CROP_SIDE, (line << q if q >= 0 else line >> -q) & only(CROP_SIDE) - 1)


cdef inline void mark_openings(const Frame* frame, const Openings* openings, int up, uint64_t* plane) noexcept nogil:
    """Mark where a tile fits on triangles of one kind, in a plane of bits that are zeros."""
    cdef int lines = SPAN >> openings.window.shift  # of a word
    cdef Line lane = ~<Line>0 >> (SPAN - openings.window.lane)
    cdef Line line
    cdef int i
    for i in range(openings.window.words * lines):
        line = openings.open[up][i // lines] >> (i % lines << openings.window.shift) & lane
        if line:
            mark_line(frame, line, openings.window.west + up, openings.window.north + i, plane)


cdef void mark(const Head* state, bint cropped, uint64_t* mask) noexcept nogil:
    """Mark the places of a tile, which are the same for each tile that can be paid and each of its turns."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Frame frame = frame_of(&a.city[state.to_move], cropped)
    cdef int places = frame.side * frame.side
    cdef uint64_t[PLANE_WORDS] plane
    cdef Openings openings
    cdef int up, slot, turn, i
    if state.over or state.due:
        return
    find_openings(&a.city[state.to_move], &openings)
    for up in range(2):
        memset(plane, 0, words_for(places) * sizeof(uint64_t))
        mark_openings(&frame, &openings, up, plane)
        for slot in range(payable(a)):
            for turn in range(TURNS):
                for i in range((places + 63) // 64):
                    add_bits(mask, ((slot * 2 + up) * TURNS + turn) * places + 64 * i, plane[i])


cdef bint find_move(const Head* state, bint cropped, int action, Move* out) noexcept nogil:
    """Write the legal move with an action; return whether there is one."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef const City* city = &a.city[state.to_move]
    cdef Frame frame = frame_of(city, cropped)
    cdef int column = action % frame.side
    cdef int row = action // frame.side % frame.side
    cdef int piece = action // (frame.side * frame.side)
    cdef int slot = piece // (2 * TURNS)
    cdef Place place = Place(piece // TURNS % 2, column + frame.west, row + frame.north, piece % TURNS)
    if not cropped:
        # The hex with this number that is nearest to the city.
        place.q = city.west - REACH + (column - MIDDLE - city.west + REACH & SIDE - 1)
        place.r = city.north - REACH + (row - MIDDLE - city.north + REACH & SIDE - 1)
    out[0] = 0
    if state.over or state.due or slot >= payable(a) or not fits(city, place):
        return False
    out[0] = move_of(a.market[slot], place)
    return True
