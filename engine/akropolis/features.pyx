"""An Akropolis position as numbers: what all seats share, and the city of each seat."""

from libc.stdint cimport uint64_t
from urbanist.cext.cells64 cimport count
from urbanist.cext.hexlines cimport Line, above, below, east_of, west_of
from urbanist.cext.hexrows cimport DOWN, UP
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.ambition cimport Ambition, ambition_for, hopes_of
from urbanist.engine.akropolis.districts cimport favoured, heights_of, value_of_kind
from urbanist.engine.akropolis.outlook cimport Worth, in_view
from urbanist.engine.akropolis.position cimport GARDENS, HOUSES, KINDS, PLAZA, TILES, Akropolis, City
from urbanist.engine.akropolis.survey cimport (
    HEIGHT_BITS, ROOM, Survey, explore, quarries_in, quarries_of, stars, stars_of, survey,
)
from urbanist.engine.game cimport Head

cdef enum:
    LEVELS = 3  # counted apart: 1, 2, and all above
    MOST_OF_A_KIND = 2  # districts of one kind on a tile


cdef struct Supply:
    # What a set of tiles has, by kind from houses on.
    int[KINDS] districts
    int[KINDS] plazas
    int quarries


# The tiles, as bits of their numbers: with at least one, two districts of a kind; with a plaza of it; with quarries.
cdef uint64_t[KINDS][MOST_OF_A_KIND] with_districts
cdef uint64_t[KINDS] with_plaza
cdef uint64_t[MOST_OF_A_KIND] with_quarries
cdef Supply[TILES + 1] on_tile


cdef uint64_t tiles_with(str hexes, int least):
    return sum(1 << number for number, tile in pieces.TILES.items() if tile.hexes.count(hexes) >= least)


cdef int fill_tiles() except -1:
    for kind, name in enumerate(pieces.KINDS):
        with_plaza[kind] = tiles_with(name + "*", 1)
        for least in range(MOST_OF_A_KIND):
            with_districts[kind][least] = tiles_with(name, least + 1)
    for least in range(MOST_OF_A_KIND):
        with_quarries[least] = tiles_with(pieces.QUARRY, least + 1)
    for number in pieces.TILES:
        on_tile[number] = supply_of(<uint64_t>1 << <int>number)
    return 0


fill_tiles()

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


cdef Supply supply_of(uint64_t tiles) noexcept nogil:
    """Return what a set of tiles has."""
    cdef Supply supply
    cdef int kind
    for kind in range(KINDS):
        supply.districts[kind] = count(tiles & with_districts[kind][0]) + count(tiles & with_districts[kind][1])
        supply.plazas[kind] = count(tiles & with_plaza[kind])
    supply.quarries = count(tiles & with_quarries[0]) + count(tiles & with_quarries[1])
    return supply


cdef float* write_supply(const Supply* supply, float* out) noexcept nogil:
    """Write a supply; return the place after it."""
    cdef int kind
    for kind in range(KINDS):
        out[kind] = supply.districts[kind]
        out[KINDS + kind] = supply.plazas[kind]
    out[2 * KINDS] = supply.quarries
    return out + 2 * KINDS + 1


cdef inline Line equal_heights(const Survey* s, int i, int up) noexcept nogil:
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


cdef void levels_of(Survey* s, float* out) noexcept nogil:
    """Count by level the hexes, and the sites: triangles that a tile may lie on; and what sites cover."""
    cdef Line[2][ROOM] site  # by triangle
    cdef Line[ROOM] free  # hexes that a tile may cover without loss: quarries, and districts that do not count
    cdef Line[LEVELS] level
    cdef Line covered, counted
    cdef int lane = s.window.lane
    cdef int i, k, kind, up
    for k in range(2 * LEVELS + 2):
        out[k] = 0
    site[DOWN][0] = site[UP][0] = free[0] = 0
    site[DOWN][s.window.words + 1] = site[UP][s.window.words + 1] = free[s.window.words + 1] = 0
    for i in range(1, s.window.words + 1):
        free[i] = s.built[i]
        for kind in range(HOUSES, GARDENS + 1):
            counted = ~<Line>0 if kind == HOUSES else favoured(s, kind, i, lane)
            free[i] &= ~(s.top[kind | PLAZA][i] | s.top[kind][i] & counted)
        site[DOWN][i], site[UP][i] = equal_heights(s, i, DOWN), equal_heights(s, i, UP)
        level[0] = s.height[0][i] & ~s.height[1][i] & ~s.height[2][i]
        level[1] = ~s.height[0][i] & s.height[1][i] & ~s.height[2][i]
        level[2] = s.built[i] & ~level[0] & ~level[1]
        for k in range(LEVELS):
            out[k] += count(level[k])
            out[LEVELS + k] += count(level[k] & site[DOWN][i]) + count(level[k] & site[UP][i])
    for i in range(1, s.window.words + 1):
        covered = 0
        for up in range(2):
            out[2 * LEVELS] += count(site[up][i] & with_all(free + i, lane, up))
            covered |= spread(site[up] + i, lane, up)
        out[2 * LEVELS + 1] += count(covered & quarries_in(s, i))


cdef void offers_of(const Akropolis* a, int seat, const Worth* worth, float* out) noexcept nogil:
    """Write the best two values of market tiles that a seat can pay: points that they would bring on level 1."""
    cdef const Supply* tile
    cdef float value
    cdef int i, kind
    out[0] = out[1] = -1
    for i in range(min(<int>a.market_size, worth.stones + 1)):
        tile = &on_tile[a.market[i]]
        value = -i
        for kind in range(KINDS):
            value += (tile.districts[kind] * worth.stars[kind]
                      + tile.plazas[kind] * stars[kind + HOUSES | PLAZA] * worth.value[kind])
        if value > out[0]:
            out[1] = out[0]
            out[0] = value
        elif value > out[1]:
            out[1] = value


cdef float* city_of(const Akropolis* a, int seat, float turns, const Supply* to_come, float* out) noexcept nogil:
    """Write what the city of a seat has; return the place after it."""
    cdef const City* city = &a.city[seat]
    cdef Survey s
    cdef Worth worth
    cdef Ambition ambition = ambition_for(a.head.seats, turns)
    cdef int points = city.stones
    cdef int kind
    survey(city, 1 if in_view(city) else 0, &s)
    explore(&s)
    worth.stones = city.stones
    worth.quarries = quarries_of(&s)
    for kind in range(KINDS):
        worth.value[kind] = value_of_kind(&s, kind + HOUSES, a.options >> kind & 1)
        worth.stars[kind] = stars_of(&s, kind + HOUSES)
        worth.built[kind] = heights_of(&s, kind + HOUSES)
        points += worth.value[kind] * worth.stars[kind]
    out[0] = points
    out[1] = hopes_of(&worth, &ambition)
    out[2] = worth.stones
    out[3] = worth.quarries
    out += 4
    for kind in range(KINDS):
        out[kind] = worth.value[kind]
        out[KINDS + kind] = worth.stars[kind]
        out[2 * KINDS + kind] = worth.value[kind] * worth.stars[kind]
        out[3 * KINDS + kind] = max(worth.built[kind] - worth.value[kind], 0)
        out[4 * KINDS + kind] = worth.stars[kind] * to_come.districts[kind] / <float>a.head.seats
        out[5 * KINDS + kind] = (
            worth.value[kind] * stars[kind + HOUSES | PLAZA] * to_come.plazas[kind] / <float>a.head.seats)
    out += 6 * KINDS
    offers_of(a, seat, &worth, out)
    levels_of(&s, out + 2)
    return out + 2 + 2 * LEVELS + 2


cdef void features(const Head* state, int observer, float* common, float* row) noexcept nogil:
    """Write the features in the order of their names; the order of face-down tiles is hidden, and no part of them."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Supply on_offer, stacked, to_come
    cdef uint64_t market = 0
    cdef int plies = a.market_size - 1 + a.stacks * (state.seats + 1)
    cdef int i, seat, turns
    for i in range(3):
        common[i] = state.seats == i + 2
    common[3] = plies
    for i in range(KINDS):
        common[4 + i] = a.options >> i & 1
    for i in range(a.market_size):
        market |= <uint64_t>1 << a.market[i]
    on_offer, stacked = supply_of(market), supply_of(a.unseen)
    to_come = supply_of(market | a.unseen)
    write_supply(&stacked, write_supply(&on_offer, common + 4 + KINDS))
    for seat in range(state.seats):
        turns = max(plies - (seat - state.to_move + state.seats) % state.seats + state.seats - 1, 0) // state.seats
        row[0] = seat == state.to_move
        row[1] = turns
        row = city_of(a, seat, turns, &to_come, row + 2)
