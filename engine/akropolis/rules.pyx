"""The rules of Akropolis: deal, legal moves, a move, a refill, what nobody can know."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport count, first, nth, only
from urbanist.cext.hexgrid cimport DOWN, ROUND, UP, Line, Row, turned
from urbanist.cext.rng cimport Rng, rng_below, rng_next, rng_part
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.city cimport founded, lay_tile
from urbanist.engine.akropolis.position cimport (
    FAR, HEX_SHIFT, LONG, MARKET, ROW_SHIFT, STACKED, TABLE, TILE_SHIFT, TURNS, UP_SHIFT, Akropolis, City,
    anchor_of, move_of,
)
from urbanist.engine.akropolis.scoring cimport score
from urbanist.engine.game cimport Head, Move, Setup

cdef enum:
    REFILL = 1  # the one chance event

cdef uint64_t[TABLE + 1] in_play  # tiles by the number of players, a bit by number
cdef uint8_t[TABLE + 1][2] stacks_of  # stacks by the number of players, in the usual and in the long game


cdef int fill_tables() except -1:
    for players in range(TABLE + 1):
        in_play[<int>players] = sum(1 << number for number in pieces.tiles_in_play(players, long=False))
    for (players, is_long), setup in pieces.SETUPS.items():
        stacks_of[<int>players][<int>is_long] = setup.stacks
    return 0


fill_tables()


# -- deal ------------------------------------------------------------------------------------------------------------

cdef int shuffled(uint64_t among, uint8_t* out, Rng* rng) noexcept nogil:
    """Write the tiles among those given in an order drawn anew; return how many they are."""
    cdef int n = 0
    cdef int other
    cdef uint64_t bits = 0
    while among:
        # From the first on, each tile changes place with one before it, or stays; one word is random for five.
        if n % 5 == 0:
            bits = rng_next(rng)
        other = rng_part(&bits, n + 1)
        out[n] = out[other]
        out[other] = <uint8_t>first(among)
        among &= among - 1
        n += 1
    return n


cdef void deal(Head* state, const Setup* setup, Rng* rng) noexcept nogil:
    """Deal: `setup.options` holds the options, a bit each."""
    cdef Akropolis* a = <Akropolis*>state
    cdef bint is_long = setup.options & LONG != 0
    cdef uint64_t tiles = in_play[TABLE if is_long else setup.seats]
    cdef uint8_t[STACKED] order
    cdef int seat, i, n
    memset(a, 0, sizeof(Akropolis) - TABLE * sizeof(City))
    memset(&a.city[setup.seats], 0, (TABLE - setup.seats) * sizeof(City))
    state.seats = setup.seats
    a.options = <uint8_t>setup.options
    a.first = <uint8_t>(setup.first if setup.first >= 0 else <int>rng_below(rng, setup.seats))
    state.to_move = a.first
    a.market_size = setup.seats + 2
    a.stacks = stacks_of[setup.seats][is_long]
    n = shuffled(tiles, order, rng)
    memcpy(a.market, order, a.market_size)
    memcpy(a.stacked, order + a.market_size, n - a.market_size)
    a.unseen = tiles
    for i in range(a.market_size):
        a.unseen ^= only(a.market[i])
    for seat in range(setup.seats):
        a.city[seat] = founded
        a.city[seat].stones = 1 + (seat + setup.seats - a.first) % setup.seats


# -- moves -----------------------------------------------------------------------------------------------------------

cdef inline int list_triangles(Line open, const City* city, int up, int r, Move* out) noexcept nogil:
    """Write every turn on the open triangles of a line, rising, without a tile; return how many they are."""
    cdef int least = city.west - 2 + up
    cdef Move word = move_of(0, up, least, r, 0)
    cdef Line rest = turned(open, -least)
    cdef int n = 0
    while rest:
        out[n] = word + (<Move>first(rest) << HEX_SHIFT)
        out[n + 1] = out[n] + 1
        out[n + 2] = out[n] + 2
        rest &= rest - 1
        n += TURNS
    return n


cdef int list_places(const City* city, Move* out) noexcept nogil:
    """Write every place and turn of a tile, rising, without the tile; return how many they are."""
    cdef const Row* row
    cdef int r
    cdef int n = 0
    for r in range(city.north - 2, city.south + 2):
        row = &city.relief.row[r & ROUND]
        n += list_triangles(row.open[DOWN], city, DOWN, r, out + n)
        n += list_triangles(row.open[UP], city, UP, r, out + n)
    return n


cdef inline int rising_tiles(const Akropolis* a, uint8_t* tiles) noexcept nogil:
    """Write the tiles that the seat to move can pay, by number; return how many they are."""
    cdef uint64_t found = 0
    cdef int i
    cdef int n = payable(a)
    for i in range(n):
        found |= only(a.market[i])
    for i in range(n):
        tiles[i] = <uint8_t>first(found)
        found &= found - 1
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
    # The first block is the pattern of the others, and so gets its own tile last.
    for i in range(n - 1, -1, -1):
        tile = <Move>tiles[i] << TILE_SHIFT
        for j in range(places):
            out[i * places + j] = out[j] | tile
    return n * places


cdef inline void take_tile(Akropolis* a, City* city, int place) noexcept nogil:
    """Pay for the tile at a place of the market and close the gap."""
    cdef uint64_t tiles
    cdef uint64_t before = only(8 * place) - 1
    memcpy(&tiles, a.market, 8)
    tiles = tiles & before | tiles >> 8 & ~before
    memcpy(a.market, &tiles, 8)
    a.market_size -= 1
    city.stones -= place


cdef inline bint pass_on(Akropolis* a) noexcept nogil:
    """Go on to the next seat; return whether one tile is left in the market."""
    a.head.ply += 1
    a.head.to_move = 0 if a.head.to_move + 1 == a.head.seats else a.head.to_move + 1
    return a.market_size == 1


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
    lay_tile(city, tile, move >> UP_SHIFT & 1, <int>(move >> HEX_SHIFT & 127) - FAR,
             <int>(move >> ROW_SHIFT & 127) - FAR, move & 3)
    if pass_on(a):
        if a.stacks:
            state.due = REFILL
        else:
            finish(state)


# -- chance ----------------------------------------------------------------------------------------------------------

cdef inline void refill(Akropolis* a) noexcept nogil:
    """Open the next stack behind the tile that is left."""
    cdef int size = a.head.seats + 1
    cdef uint8_t* stack = a.stacked + a.drawn
    cdef int i
    for i in range(size):
        a.market[i + 1] = stack[i]
        a.unseen &= ~only(stack[i])
        stack[i] = 0
    a.drawn += size
    a.market_size = size + 1
    a.stacks -= 1


cdef void draw(Head* state) noexcept nogil:
    refill(<Akropolis*>state)
    state.due = 0


cdef void reshuffle(Head* state, int seat, Rng* rng) noexcept nogil:
    """Redraw the order of the stacks, which is hidden from all alike."""
    cdef Akropolis* a = <Akropolis*>state
    shuffled(a.unseen, a.stacked + a.drawn, rng)


cdef inline void lay_at_random(Akropolis* a, City* city, uint64_t bits) noexcept nogil:
    """Make one of the legal moves, each equally likely, without listing them."""
    cdef int place = rng_part(&bits, payable(a))
    cdef int turn = rng_part(&bits, TURNS)
    cdef int k = rng_part(&bits, city.relief.opens)
    cdef int r = city.north - 2
    cdef int tile = a.market[place]
    cdef int up, down
    cdef const Row* row
    while k >= city.relief.open[r & ROUND]:
        k -= city.relief.open[r & ROUND]
        r += 1
    row = &city.relief.row[r & ROUND]
    down = count(row.open[DOWN])
    up = k >= down
    k -= down if up else 0
    take_tile(a, city, place)
    lay_tile(city, tile, up, anchor_of(city, up, nth(row.open[up], k)), r, turn)


cdef void playout(Head* state, Rng* rng) noexcept nogil:
    """Play uniformly random moves to the end."""
    cdef Akropolis* a = <Akropolis*>state
    if state.over:
        return
    if state.due:
        draw(state)
    while True:
        lay_at_random(a, &a.city[state.to_move], rng_next(rng))
        if pass_on(a):
            if not a.stacks:
                break
            refill(a)
    finish(state)
