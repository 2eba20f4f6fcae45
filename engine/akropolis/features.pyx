"""Features of an Akropolis position: those of the table, and those of each seat's city."""

from libc.stdint cimport uint64_t
from urbanist.cext.cells64 cimport count
from urbanist.cext.hexlines cimport SPAN, Line, above, below, east_of, west_of
from urbanist.cext.hexrows cimport DOWN, UP
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.accumulator cimport (
    MARGIN, Accumulator, ScoreTerms, Trial, fits_window, hide_tile, lay_blank, lift_blank, points_in, refresh,
    show_tile,
)
from urbanist.engine.akropolis.bitboards cimport (
    HEIGHT_BITS, ROOM, CityBitboards, fill_bitboards, find_lakes, quarries_in, quarries_of, stars, stars_of,
)
from urbanist.engine.akropolis.districts cimport favoured, heights_of, value_of_kind
from urbanist.engine.akropolis.evaluation cimport EvaluationWeights, evaluation_of, weights_for
from urbanist.engine.akropolis.position cimport (
    BARRACKS, CORNERS, GARDENS, HOUSES, KINDS, MARKETS, PLAZA, PRINTS, SLOT_SHIFT, SLOTS, TEMPLES, TILE_SHIFT,
    Akropolis, City, Place, place_of, print_of, slot_of,
)
from urbanist.engine.akropolis.rules cimport apply, plies_left
from urbanist.engine.game cimport Head, Move

cdef enum:
    LEVELS = 3  # counted apart: 1, 2, and all above
    LINE_SHIFT = 6  # the binary logarithm of the hexes of a word
    TURN = 3  # the bits of a move's turn
    COUNTS = LEVELS + 2  # of a terrain
    OF_WORTH = 4 + 6 * KINDS + 2  # features of a city that do not depend on where its hexes lie
    OF_SEAT = 2 + OF_WORTH + LEVELS + COUNTS
    DIGITS = 2  # of the number of hexes of one kind on a tile


cdef struct Supply:
    # What a set of tiles has, by kind from houses on.
    int[KINDS] districts
    int[KINDS] plazas
    int quarries


cdef struct Shown:
    # The tiles of an edition that show something: how often, as two binary digits of sets of tile numbers.
    uint64_t[KINDS][DIGITS] districts
    uint64_t[KINDS][DIGITS] plazas
    uint64_t[DIGITS] quarries


cdef Shown[SLOTS] shown_in  # by edition
cdef Supply[PRINTS] on_tile  # of the tiles of all editions


cdef int count_hexes(uint64_t* digits, edition, str hexes) except -1:
    """Write how often each tile of an edition shows something."""
    cdef int digit
    for digit in range(DIGITS):
        digits[digit] = sum([1 << tile.id for tile in edition.tiles if tile.hexes.count(hexes) >> digit & 1])
    return 0


def fill(int slot, edition):
    """Fill the tables of a slot with the tiles of an edition."""
    cdef Shown* shown = &shown_in[slot]
    cdef int kind
    for kind, name in enumerate(pieces.KINDS):
        count_hexes(shown.districts[kind], edition, name)
        count_hexes(shown.plazas[kind], edition, name + "*")
    count_hexes(shown.quarries, edition, pieces.QUARRY)
    for tile in edition.tiles:
        on_tile[slot << SLOT_SHIFT | <int>tile.id] = supply_of(slot << SLOT_SHIFT, <uint64_t>1 << <int>tile.id)


SUPPLY = (
    *(f"districts of {kind}" for kind in pieces.KINDS), *(f"plazas of {kind}" for kind in pieces.KINDS), "quarries",
)
COMMON = (
    "2 players", "3 players", "4 players", "plies left", *(f"option {kind}" for kind in pieces.KINDS),
    *(f"{name} in the market" for name in SUPPLY), *(f"{name} in the stacks" for name in SUPPLY),
)
SEAT = (
    "to move", "turns left", "points", "expected points", "stones", "open quarries",
    *(f"value of {kind}" for kind in pieces.KINDS), *(f"stars of {kind}" for kind in pieces.KINDS),
    *(f"points of {kind}" for kind in pieces.KINDS), *(f"idle {kind}" for kind in pieces.KINDS),
    *(f"stars of {kind} x districts to come" for kind in pieces.KINDS),
    *(f"value of {kind} x stars to come" for kind in pieces.KINDS),
    "best offer", "second offer",
    "hexes on level 1", "hexes on level 2", "hexes on higher levels",
    "sites on level 2", "sites on level 3", "sites on higher levels",
    "free sites", "quarries on sites",
)


cdef inline int shown_on(uint64_t tiles, const uint64_t* digits) noexcept nogil:
    """Return how often something is shown on a set of tiles."""
    return count(tiles & digits[0]) + 2 * count(tiles & digits[1])


cdef Supply supply_of(int options, uint64_t tiles) noexcept nogil:
    """Return what a set of tiles has, given the options of the game."""
    cdef const Shown* shown = &shown_in[slot_of(options)]
    cdef Supply supply
    cdef int kind
    for kind in range(KINDS):
        supply.districts[kind] = shown_on(tiles, shown.districts[kind])
        supply.plazas[kind] = shown_on(tiles, shown.plazas[kind])
    supply.quarries = shown_on(tiles, shown.quarries)
    return supply


cdef float* write_supply(const Supply* supply, float* out) noexcept nogil:
    """Write a supply; return the place after it."""
    cdef int kind
    for kind in range(KINDS):
        out[kind] = supply.districts[kind]
        out[KINDS + kind] = supply.plazas[kind]
    out[2 * KINDS] = supply.quarries
    return out + 2 * KINDS + 1


cdef struct Terrain:
    # Where tiles may lie on a city, and what they would cover, with an empty word before and after.
    Line[2][ROOM] site  # by triangle: the anchors of built hexes of equal height that are not one whole piece
    Line[ROOM] under  # the hexes of these triangles
    Line[ROOM] free  # hexes that a tile may cover without loss: quarries, and districts that do not count
    int[COUNTS][ROOM] counts  # in each word: sites by level, free sites, quarries on sites


cdef inline Line equal_heights(const CityBitboards* s, int i, int up) noexcept nogil:
    """Return the anchors of triangles of built hexes of equal height that are not one whole piece."""
    cdef int lane = s.window.lane
    cdef Line differ = 0
    cdef Line plane, south
    cdef int k
    for k in range(HEIGHT_BITS):
        plane = s.height[k][i]
        south = below(s.height[k] + i, lane)
        differ |= plane ^ south
        differ |= plane ^ (east_of(south) if up else west_of(plane))
    return s.built[i] & ~differ & ~s.whole[up][i]


cdef inline Line with_all(const Line* set, int lane, int up) noexcept nogil:
    """Return the anchors of triangles that lie in a set of hexes."""
    cdef Line south = below(set, lane)
    return set[0] & south & (east_of(south) if up else west_of(set[0]))


cdef inline Line spread(const Line* anchors, int lane, int up) noexcept nogil:
    """Return the hexes of the triangles with these anchors."""
    cdef Line north = above(anchors, lane)
    return anchors[0] | north | (west_of(north) if up else east_of(anchors[0]))


cdef inline Line free_in(const CityBitboards* s, int i) noexcept nogil:
    """Return the free hexes of a word."""
    cdef int lane = s.window.lane
    cdef Line taken = s.top[HOUSES][i] | s.top[HOUSES | PLAZA][i]
    taken |= s.top[MARKETS | PLAZA][i] | s.top[MARKETS][i] & favoured(s, MARKETS, i, lane)
    taken |= s.top[BARRACKS | PLAZA][i] | s.top[BARRACKS][i] & favoured(s, BARRACKS, i, lane)
    taken |= s.top[TEMPLES | PLAZA][i] | s.top[TEMPLES][i] & favoured(s, TEMPLES, i, lane)
    taken |= s.top[GARDENS | PLAZA][i] | s.top[GARDENS][i]
    return s.built[i] & ~taken


cdef inline void find_sites(const CityBitboards* s, int first, int last, Terrain* t) noexcept nogil:
    """Find and count the sites of some words."""
    cdef int lane = s.window.lane
    cdef Line one, two, down, up
    cdef int i
    for i in range(first, last + 1):
        down, up = equal_heights(s, i, DOWN), equal_heights(s, i, UP)
        one = s.height[0][i] & ~s.height[1][i] & ~s.height[2][i]
        two = ~s.height[0][i] & s.height[1][i] & ~s.height[2][i]
        t.site[DOWN][i], t.site[UP][i] = down, up
        t.counts[0][i] = count(one & down) + count(one & up)
        t.counts[1][i] = count(two & down) + count(two & up)
        t.counts[2][i] = count(down & ~(one | two)) + count(up & ~(one | two))
    for i in range(first, last + 1):
        t.under[i] = spread(t.site[DOWN] + i, lane, DOWN) | spread(t.site[UP] + i, lane, UP)


cdef inline void find_free(const CityBitboards* s, int first, int last, Terrain* t) noexcept nogil:
    """Find the free hexes of some words, and count the free sites and the quarries on sites."""
    cdef int lane = s.window.lane
    cdef int i
    for i in range(first, last + 1):
        t.free[i] = free_in(s, i)
        t.counts[LEVELS + 1][i] = count(t.under[i] & quarries_in(s, i))
    for i in range(first, last + 1):
        t.counts[LEVELS][i] = (count(t.site[DOWN][i] & with_all(t.free + i, lane, DOWN))
                               + count(t.site[UP][i] & with_all(t.free + i, lane, UP)))


cdef void find_terrain(const CityBitboards* s, Terrain* t) noexcept nogil:
    """Fill the terrain of a city."""
    cdef int past = s.window.words + 1
    t.site[DOWN][0] = t.site[UP][0] = t.free[0] = 0
    t.site[DOWN][past] = t.site[UP][past] = t.free[past] = 0
    find_sites(s, 1, s.window.words, t)
    find_free(s, 1, s.window.words, t)


cdef void count_levels(const CityBitboards* s, const Terrain* t, int* out) noexcept nogil:
    """Count the hexes by level, the sites by level, the free sites, and the quarries on sites."""
    cdef Line one, two
    cdef int i, k
    for k in range(LEVELS + COUNTS):
        out[k] = 0
    for i in range(1, s.window.words + 1):
        one = s.height[0][i] & ~s.height[1][i] & ~s.height[2][i]
        two = ~s.height[0][i] & s.height[1][i] & ~s.height[2][i]
        out[0] += count(one)
        out[1] += count(two)
        out[2] += count(s.built[i] & ~one & ~two)
        for k in range(COUNTS):
            out[LEVELS + k] += t.counts[k][i]


cdef void offers_of(const Akropolis* a, int seat, const ScoreTerms* terms, float* out) noexcept nogil:
    """Write the two best points that market tiles within the seat's means would bring on level 1."""
    cdef const int* each = stars[slot_of(a.options)]
    cdef const Supply* tile
    cdef float value
    cdef int i, kind
    out[0] = out[1] = -1
    for i in range(min(<int>a.market_size, terms.stones + 1)):
        tile = &on_tile[print_of(a.options, a.market[i])]
        value = -i
        for kind in range(KINDS):
            value += (tile.districts[kind] * terms.stars[kind]
                      + tile.plazas[kind] * each[kind + HOUSES | PLAZA] * terms.value[kind])
        if value > out[0]:
            out[1] = out[0]
            out[0] = value
        elif value > out[1]:
            out[1] = value


cdef void write_terms(
    const Akropolis* a, int seat, const ScoreTerms* terms, const EvaluationWeights* weights, const Supply* to_come,
    float* out,
) noexcept nogil:
    """Write the score terms of a seat's city, and what the market offers it."""
    cdef const int* each = stars[slot_of(a.options)]
    cdef int kind
    out[0] = points_in(terms)
    out[1] = evaluation_of(terms, weights)
    out[2] = terms.stones
    out[3] = terms.quarries
    out += 4
    for kind in range(KINDS):
        out[kind] = terms.value[kind]
        out[KINDS + kind] = terms.stars[kind]
        out[2 * KINDS + kind] = terms.value[kind] * terms.stars[kind]
        out[3 * KINDS + kind] = max(terms.built[kind] - terms.value[kind], 0)
        out[4 * KINDS + kind] = terms.stars[kind] * to_come.districts[kind] / <float>a.head.seats
        out[5 * KINDS + kind] = (
            terms.value[kind] * each[kind + HOUSES | PLAZA] * to_come.plazas[kind] / <float>a.head.seats)
    offers_of(a, seat, terms, out + 6 * KINDS)


cdef void city_of(const Akropolis* a, int seat, float turns, const Supply* to_come, float* out) noexcept nogil:
    """Write the features of a seat's city."""
    cdef const City* city = &a.city[seat]
    cdef CityBitboards s
    cdef Terrain terrain
    cdef ScoreTerms terms
    cdef EvaluationWeights weights = weights_for(a.head.seats, turns)
    cdef int[LEVELS + COUNTS] levels
    cdef int i, kind
    fill_bitboards(city, 1 if fits_window(city) else 0, &s)
    find_lakes(&s)
    terms.stones = city.stones
    terms.quarries = quarries_of(&s)
    for kind in range(KINDS):
        terms.value[kind] = value_of_kind(&s, kind + HOUSES, a.options >> kind & 1)
        terms.stars[kind] = stars_of(&s, kind + HOUSES, a.options)
        terms.built[kind] = heights_of(&s, kind + HOUSES)
    write_terms(a, seat, &terms, &weights, to_come, out)
    find_terrain(&s, &terrain)
    count_levels(&s, &terrain, levels)
    for i in range(LEVELS + COUNTS):
        out[OF_WORTH + i] = levels[i]


cdef int turns_left(const Akropolis* a, int seat) noexcept nogil:
    """Return how many moves a seat has yet."""
    cdef int seats = a.head.seats
    return max(plies_left(a) - (seat - a.head.to_move + seats) % seats + seats - 1, 0) // seats


cdef Supply supply_to_come(const Akropolis* a) noexcept nogil:
    """Return what the tiles have that are open or stacked."""
    cdef uint64_t tiles = a.unseen
    cdef int i
    for i in range(a.market_size):
        tiles |= <uint64_t>1 << a.market[i]
    return supply_of(a.options, tiles)


cdef void features(const Head* state, int observer, float* common, float* row) noexcept nogil:
    """Write the features in the order of their names; the order of face-down tiles is hidden, and no part of them."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Supply stacked = supply_of(a.options, a.unseen)
    cdef Supply to_come = supply_to_come(a)
    cdef Supply on_offer
    cdef uint64_t market = 0
    cdef int i, seat
    for i in range(3):
        common[i] = state.seats == i + 2
    common[3] = plies_left(a)
    for i in range(KINDS):
        common[4 + i] = a.options >> i & 1
    for i in range(a.market_size):
        market |= <uint64_t>1 << a.market[i]
    on_offer = supply_of(a.options, market)
    write_supply(&stacked, write_supply(&on_offer, common + 4 + KINDS))
    for seat in range(state.seats):
        row[0] = seat == state.to_move
        row[1] = turns_left(a, seat)
        city_of(a, seat, row[1], &to_come, row + 2)
        row += OF_SEAT


# -- after moves -----------------------------------------------------------------------------------------------------

cdef extern from *:
    """
    #include <stdint.h>
    enum { URBANIST_TRIAL_CITY_BYTES = 3 << 15 };
    /* Of each thread: on the stack it would take half of what some threads have. */
    static _Thread_local _Alignas(64) unsigned char urbanist_trial_city[URBANIST_TRIAL_CITY_BYTES];
    """
    enum:
        URBANIST_TRIAL_CITY_BYTES
    unsigned char* urbanist_trial_city


cdef struct TrialCity:
    # A city in which a tile is laid in one place after the other.
    Accumulator accumulator
    Terrain before
    Terrain terrain  # the same with the tile
    int[LEVELS + COUNTS] levels  # before
    int first  # the words in which the terrain may be another one with the tile
    int last
    Line[2][2] whole  # before, in the words of the tile


if sizeof(TrialCity) > URBANIST_TRIAL_CITY_BYTES:
    raise SystemError("a trial city has no room in its place")


cdef void lay_at(TrialCity* p, Place place, Trial* t) noexcept nogil:
    """Lay a tile that shows nothing, and find the sites."""
    cdef CityBitboards* s = &p.accumulator.bitboards
    cdef int row, up, i
    lay_blank(&p.accumulator, place, t)
    for up in range(2):
        for i in range(2):
            p.whole[up][i] = s.whole[up][t.word[i]]
    # A whole piece that begins under the tile is none any more.
    for up in range(2):
        s.whole[up][t.word[0]] &= ~t.rows[0]
        s.whole[up][t.word[1]] &= ~t.rows[1]
    s.whole[t.up][t.word[0]] |= t.bit[0]
    # What is free may change beside the tile, and so a site that begins two lines above it or ends two lines below it.
    row = t.spot[0] >> s.window.shift
    p.first = 1 if t.everywhere else max(1, 1 + (row - 2 >> LINE_SHIFT - s.window.shift))
    p.last = s.window.words if t.everywhere else min(
        s.window.words, 1 + (row + 2 >> LINE_SHIFT - s.window.shift))
    find_sites(s, p.first, p.last, &p.terrain)


cdef void lift_from(TrialCity* p, const Trial* t) noexcept nogil:
    """Undo `lay_at`."""
    cdef CityBitboards* s = &p.accumulator.bitboards
    cdef int up, i
    for up in range(2):
        for i in range(2):
            s.whole[up][t.word[i]] = p.whole[up][i]
    lift_blank(&p.accumulator, t)
    for i in range(p.first, p.last + 1):
        p.terrain.site[DOWN][i], p.terrain.site[UP][i] = p.before.site[DOWN][i], p.before.site[UP][i]
        p.terrain.free[i] = p.before.free[i]


cdef void write_levels(const TrialCity* p, int height, float* out) noexcept nogil:
    """Write what `count_levels` counts, with a tile on hexes of a height."""
    cdef int gain
    cdef int i, k
    for k in range(LEVELS):
        out[k] = p.levels[k]
    out[min(height, LEVELS - 1)] += CORNERS
    if height:
        out[min(height, LEVELS) - 1] -= CORNERS
    for k in range(COUNTS):
        gain = 0
        for i in range(p.first, p.last + 1):
            gain += p.terrain.counts[k][i] - p.before.counts[k][i]
        out[LEVELS + k] = p.levels[LEVELS + k] + gain


cdef bint has_room(const City* city) noexcept nogil:
    """Return whether the window has room for the city with any tile."""
    return (city.east - city.west + 2 + 4 * MARGIN <= SPAN and city.south - city.north + 1 + 4 * MARGIN <= SPAN)


cdef int features_after(
    const Head* state, const Move* moves, int n, int observer, float* common, float* row, float* own,
) noexcept nogil:
    """Write the features after the moves with the first tile; they differ only in the row of the seat that moved."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef const City* city = &a.city[state.to_move]
    cdef Akropolis after = a[0]
    cdef TrialCity* p = <TrialCity*>urbanist_trial_city
    cdef Trial trial
    cdef ScoreTerms terms
    cdef Supply to_come
    cdef EvaluationWeights weights
    cdef int tile = moves[0] >> TILE_SHIFT
    cdef int seat = state.to_move
    cdef int price = 0
    cdef int i = 0
    cdef Place place
    if not has_room(city) or (a.market_size == 2 and a.stacks == 0):
        return 0
    apply(&after.head, moves[0])
    features(&after.head, observer, common, row)
    row += seat * OF_SEAT
    to_come = supply_to_come(&after)
    weights = weights_for(state.seats, row[1])
    while a.market[price] != tile:
        price += 1
    refresh(city, a.options, &p.accumulator)
    find_terrain(&p.accumulator.bitboards, &p.before)
    count_levels(&p.accumulator.bitboards, &p.before, p.levels)
    p.terrain = p.before
    while i < n and <int>(moves[i] >> TILE_SHIFT) == tile:
        place = place_of(moves[i])
        lay_at(p, place, &trial)
        while True:
            show_tile(&p.accumulator, &trial, tile, moves[i] & TURN, &terms)
            find_free(&p.accumulator.bitboards, p.first, p.last, &p.terrain)
            hide_tile(&p.accumulator, &trial)
            terms.stones -= price
            own[0], own[1] = row[0], row[1]
            write_terms(&after, seat, &terms, &weights, &to_come, own + 2)
            write_levels(p, trial.height, own + 2 + OF_WORTH)
            own += OF_SEAT
            i += 1
            if i == n or (moves[i] ^ moves[i - 1]) > TURN:
                break
        lift_from(p, &trial)
    return i
