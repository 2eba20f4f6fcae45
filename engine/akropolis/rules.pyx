"""The rules of Akropolis: deal, legal moves, moves, refills, reshuffle."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport first, only
from urbanist.cext.hexlines cimport SPAN, Line, Window, below, planes_of, west_of, window_of
from urbanist.cext.hexrows cimport DOWN, UP
from urbanist.cext.rng cimport Rng, rng_below, rng_next, rng_part
from urbanist.engine.akropolis.bitboards cimport (
    HEIGHT_BITS, ROOM, SHAPE_BITS, WHOLE_PLANE, CityBitboards, fill_mailbox, near_lines,
)
from urbanist.engine.akropolis.city cimport lay_start_tile, lay_tile, up_at
from urbanist.engine.akropolis.position cimport (
    CORNERS, FAR, HEX_SHIFT, HIGH, LINE, MARKET, ROW_SHIFT, STACKED, STARTED, TILE_SHIFT, TURNS, Akropolis,
    City, Place, move_of, place_of, print_of, slot_of,
)
from urbanist.engine.akropolis.scoring cimport score
from urbanist.engine.game cimport Head, Move, Setup


def fill(int slot, edition):
    """Fill the tables of a slot with the setups of an edition, and the stones at the beginning."""
    cdef int players, is_long
    cdef Setting* setting
    for setup in edition.setups:
        players, is_long = setup.players, setup.long
        setting = &settings[slot][players][is_long]
        setting.market, setting.stacks = setup.market, setup.stacks
        setting.tiles = sum([1 << number for number in edition.tiles_in_play(players, long=setup.long)])
    for players, stones in enumerate(edition.stones):
        stones_of[slot][players] = stones


cdef enum:
    BESIDE = 4

# The hexes of a triangle (1: the anchor, 2, 3) and those beside it, by triangle, from one row above the anchor and two
# columns west of it on.
cdef int[2][4][5] around = [
    [[0, 0, 4, 4, 4], [0, 4, 1, 3, 4], [0, 4, 2, 4, 0], [0, 4, 4, 0, 0]],
    [[0, 0, 4, 4, 0], [0, 4, 1, 4, 0], [4, 3, 2, 4, 0], [4, 4, 4, 0, 0]],
]


# -- deal ------------------------------------------------------------------------------------------------------------

cdef int shuffled(uint64_t among, uint8_t* out, Rng* rng) noexcept nogil:
    """Write the tiles of a set in random order; return their number."""
    cdef int n = 0
    cdef int other, _
    cdef uint64_t bits
    while among:
        bits = rng_next(rng)
        for _ in range(5):  # draws for which one random word is enough
            # Fisher-Yates from the first tile on.
            other = rng_part(&bits, n + 1)
            out[n] = out[other]
            out[other] = <uint8_t>first(among)
            n += 1
            among &= among - 1
            if not among:
                break
    return n


cdef void deal(Head* state, const Setup* setup, Rng* rng) noexcept nogil:
    """Deal; `setup.options` has a bit for each option."""
    cdef Akropolis* a = <Akropolis*>state
    cdef const Setting* setting = setting_of(setup.options, setup.seats)
    cdef uint8_t[STACKED] order
    cdef int seat, i, n
    memset(a, 0, sizeof(Akropolis))
    state.seats = setup.seats
    a.options = <uint8_t>setup.options
    a.first = <uint8_t>(setup.first if setup.first >= 0 else <int>rng_below(rng, setup.seats))
    state.to_move = a.first
    a.market_size = setting.market
    a.stacks = setting.stacks
    n = shuffled(setting.tiles, order, rng)
    memcpy(a.market, order, a.market_size)
    memcpy(a.stacked, order + a.market_size, n - a.market_size)
    a.unseen = setting.tiles
    for i in range(a.market_size):
        a.unseen ^= only(a.market[i])
    for seat in range(setup.seats):
        lay_start_tile(&a.city[seat], slot_of(setup.options))
        a.city[seat].stones = stones_of[slot_of(setup.options)][(seat + setup.seats - a.first) % setup.seats]


# -- moves -----------------------------------------------------------------------------------------------------------

cdef inline int list_word(Line open, Move word, const Window* window, Move* out) noexcept nogil:
    """Write each turn on the open triangles of a word, ascending; return their number.

    `word` is the move's word for the first hex.
    """
    cdef int n = 0
    cdef int hex
    while open:
        hex = first(open)
        out[n] = word + (<Move>(hex >> window.shift) << ROW_SHIFT) + (<Move>(hex & window.lane - 1) << HEX_SHIFT)
        out[n + 1] = out[n] + 1
        out[n + 2] = out[n] + 2
        open &= open - 1
        n += TURNS
    return n


cdef inline Line level(const Line* one, const Line* other, const Line* third) noexcept nogil:
    """Return the hexes where three heights, given as binary digits, are equal."""
    return ~(one[0] ^ other[0] | one[0] ^ third[0] | one[1] ^ other[1] | one[1] ^ third[1]
             | one[2] ^ other[2] | one[2] ^ third[2])


cdef void find_openings(const City* city, Openings* openings) noexcept nogil:
    """Find all triangles where a tile fits."""
    cdef CityBitboards s
    cdef Line[ROOM] near
    cdef Line[SHAPE_BITS] shape
    cdef Line[HEIGHT_BITS] here, east, under, under_east
    cdef Line south
    cdef int i, k
    s.window = window_of(city.west - 2, city.north - 2, city.east - city.west + 4, city.south - city.north + 4)
    fill_mailbox(city, &s)
    for i in range(s.window.words + 2):
        planes_of(s.shape + SPAN * i, SHAPE_BITS, shape)
        for k in range(HEIGHT_BITS):
            s.height[k][i] = shape[k]
        s.built[i] = shape[0] | shape[1] | shape[2]
        s.whole[DOWN][i] = shape[WHOLE_PLANE + DOWN]
        s.whole[UP][i] = shape[WHOLE_PLANE + UP]
    near_lines(&s, near)
    for i in range(1, s.window.words + 1):
        for k in range(HEIGHT_BITS):
            here[k] = s.height[k][i]
            east[k] = west_of(here[k])  # the eastern neighbour of each hex, moved to the hex
            under[k] = below(s.height[k] + i, s.window.lane)
            under_east[k] = west_of(under[k])
        south = below(near + i, s.window.lane)
        openings.open[DOWN][i - 1] = level(here, east, under) & ~s.whole[DOWN][i] & (near[i] | west_of(near[i]) | south)
        openings.open[UP][i - 1] = (level(east, under, under_east) & ~west_of(s.whole[UP][i])
                                    & (west_of(near[i]) | south | west_of(south)))
    openings.window = s.window


cdef int list_places(const City* city, Move* out) noexcept nogil:
    """Write every place and turn of a tile as a word without the tile, ascending; return their number."""
    cdef Openings openings
    cdef Place corner
    cdef int up, i
    cdef int n = 0
    find_openings(city, &openings)
    for up in range(2):
        corner = Place(up, openings.window.west + up, openings.window.north, 0)
        for i in range(openings.window.words):
            n += list_word(openings.open[up][i], move_of(0, corner), &openings.window, out + n)
            corner.r += SPAN >> openings.window.shift
    return n


cdef bint fits(const City* city, Place place) noexcept nogil:
    """Return whether a tile may be laid at a place."""
    cdef int[BESIDE + 1] height  # by the numbers in `around`; only those of the triangle are used
    cdef int i, east, south, corner
    cdef int on_anchor = 0  # the place in the list of what lies there
    cdef bint touches = False
    height[1] = height[2] = height[3] = 0
    for i in range(city.hexes):
        south = city.hex[i] // LINE - FAR - place.r
        east = city.hex[i] % LINE - FAR - place.q
        if not (-1 <= south <= 2 and -2 <= east <= 2):
            continue
        corner = around[place.up][south + 1][east + 2]
        touches |= corner != 0
        height[corner] = city.top[i] >> HIGH  # what lies lower comes first
        on_anchor = i if corner == 1 else on_anchor
    if height[1] != height[2] or height[1] != height[3]:
        return False
    if height[1] == 0:
        return touches
    # One whole tile lies there if its anchor does.
    return on_anchor < STARTED or (on_anchor - STARTED) % CORNERS != 0 or up_at(city, on_anchor) != place.up


cdef inline int rising_tiles(const Akropolis* a, uint8_t* tiles) noexcept nogil:
    """Write the tiles that the seat to move can pay for, by number; return how many there are."""
    cdef uint64_t tiles_seen = 0
    cdef int i
    cdef int n = payable(a)
    for i in range(n):
        tiles_seen |= only(a.market[i])
    for i in range(n):
        tiles[i] = <uint8_t>first(tiles_seen)
        tiles_seen &= tiles_seen - 1
    return n


cdef int legal(const Head* state, Move* out) noexcept nogil:
    cdef const Akropolis* a = <const Akropolis*>state
    cdef uint8_t[MARKET] tiles
    cdef Move tile
    cdef int i, j, n, places
    if state.over or state.due:
        return 0
    n = rising_tiles(a, tiles)
    places = list_places(&a.city[state.to_move], out)
    # The first block is copied to all others, so its own tile is added last.
    for i in range(n - 1, -1, -1):
        tile = <Move>tiles[i] << TILE_SHIFT
        for j in range(places):
            out[i * places + j] = out[j] | tile
    return n * places


cdef bint available(const Head* state, Move move) noexcept nogil:
    """Return whether the seat to move can pay for the tile: all see its city, and refills are hidden."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef int i
    for i in range(payable(a)):
        if a.market[i] == move >> TILE_SHIFT:
            return True
    return False


cdef void finish(Head* state) noexcept nogil:
    state.over = 1
    score(state, state.score, state.tiebreak)


cdef void apply(Head* state, Move move) noexcept nogil:
    cdef Akropolis* a = <Akropolis*>state
    cdef City* city = &a.city[state.to_move]
    cdef int tile = move >> TILE_SHIFT
    cdef int place = 0
    while a.market[place] != tile:
        place += 1
    take_tile(a, city, place)
    lay_tile(city, print_of(a.options, tile), place_of(move))
    if pass_on(a):
        if a.stacks:
            state.due = REFILL
        else:
            finish(state)


# -- chance ----------------------------------------------------------------------------------------------------------

cdef void order_stacks(Akropolis* a) noexcept nogil:
    """Put stacks of an unknown order, as in a state from a deal line, in the order of the numbers of their tiles."""
    cdef uint64_t rest = a.unseen
    cdef int i = a.drawn
    if a.stacks == 0 or a.stacked[i]:
        return
    while rest:
        a.stacked[i] = <uint8_t>first(rest)
        rest &= rest - 1
        i += 1


cdef void draw(Head* state) noexcept nogil:
    cdef Akropolis* a = <Akropolis*>state
    cdef int i
    order_stacks(a)
    refill(a, stack_size(a))
    for i in range(1, a.market_size):
        a.unseen &= ~only(a.market[i])
    state.due = 0


cdef void reshuffle(Head* state, int seat, Rng* rng) noexcept nogil:
    """Draw the order of the stacks again; it is hidden from all seats."""
    cdef Akropolis* a = <Akropolis*>state
    shuffled(a.unseen, a.stacked + a.drawn, rng)
