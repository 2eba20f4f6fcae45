"""An Akropolis position as numbers: what all seats share, and the city of each seat."""

from libc.stdint cimport uint64_t
from urbanist.cext.cells64 cimport count
from urbanist.cext.hexgrid cimport DOWN, HEIGHT_BITS, UP
from urbanist.cext.hexlines cimport Line, below, east_of, west_of
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.ambition cimport Ambition, ambition_for, hopes_of
from urbanist.engine.akropolis.outlook cimport Worth, in_view
from urbanist.engine.akropolis.position cimport GARDENS, HOUSES, KINDS, PLAZA, Akropolis, City
from urbanist.engine.akropolis.survey cimport Survey, heights_of, quarries_of, stars_of, survey, value_of_kind
from urbanist.engine.game cimport Head

cdef enum:
    LEVELS = 3  # counted apart: 1, 2, and all above
    MOST_OF_A_KIND = 2  # districts of one kind on a tile

# The tiles, as bits of their numbers: with at least one, two districts of a kind; with a plaza of it; with quarries.
cdef uint64_t[KINDS][MOST_OF_A_KIND] with_districts
cdef uint64_t[KINDS] with_plaza
cdef uint64_t[MOST_OF_A_KIND] with_quarries


cdef uint64_t tiles_with(str hexes, int least):
    return sum(1 << number for number, tile in pieces.TILES.items() if tile.hexes.count(hexes) >= least)


cdef int fill_tiles() except -1:
    for kind, name in enumerate(pieces.KINDS):
        with_plaza[kind] = tiles_with(name + "*", 1)
        for least in range(MOST_OF_A_KIND):
            with_districts[kind][least] = tiles_with(name, least + 1)
    for least in range(MOST_OF_A_KIND):
        with_quarries[least] = tiles_with(pieces.QUARRY, least + 1)
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
    *(f"stars of {kind} x turns left" for kind in pieces.KINDS),
    "hexes on level 1", "hexes on level 2", "hexes on higher levels",
    "sites on level 2", "sites on level 3", "sites on higher levels",
)


cdef float* supply_of(uint64_t tiles, float* out) noexcept nogil:
    """Write what a set of tiles brings; return the place after it."""
    cdef int kind
    for kind in range(KINDS):
        out[kind] = count(tiles & with_districts[kind][0]) + count(tiles & with_districts[kind][1])
        out[KINDS + kind] = count(tiles & with_plaza[kind])
    out[2 * KINDS] = count(tiles & with_quarries[0]) + count(tiles & with_quarries[1])
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


cdef void levels_of(const Survey* s, bint with_sites, float* hexes, float* sites) noexcept nogil:
    """Count hexes, and triangles that a tile may lie on, by level."""
    cdef Line[LEVELS] level
    cdef Line down = 0
    cdef Line up = 0
    cdef int i, k
    for k in range(LEVELS):
        hexes[k] = sites[k] = 0
    for i in range(1, s.window.words + 1):
        level[0] = s.height[0][i] & ~s.height[1][i] & ~s.height[2][i]
        level[1] = ~s.height[0][i] & s.height[1][i] & ~s.height[2][i]
        level[2] = s.built[i] & ~level[0] & ~level[1]
        if with_sites:
            down, up = equal_heights(s, i, DOWN), equal_heights(s, i, UP)
        for k in range(LEVELS):
            hexes[k] += count(level[k])
            sites[k] += count(level[k] & down) + count(level[k] & up)


cdef float* city_of(const City* city, int options, float turns, const Ambition* ambition, float* out) noexcept nogil:
    """Write what a city has; return the place after it."""
    cdef Survey s
    cdef Worth worth
    cdef bint with_sites = in_view(city)
    cdef int points = city.stones
    cdef int kind, k
    survey(city, 1 if with_sites else 0, &s)
    worth.stones = city.stones
    worth.quarries = quarries_of(&s)
    for kind in range(KINDS):
        worth.value[kind] = value_of_kind(&s, kind + HOUSES, options >> kind & 1)
        worth.stars[kind] = stars_of(&s, kind + HOUSES)
        worth.built[kind] = heights_of(&s, kind + HOUSES)
        points += worth.value[kind] * worth.stars[kind]
    out[0] = points
    out[1] = hopes_of(&worth, ambition)
    out[2] = worth.stones
    out[3] = worth.quarries
    out += 4
    for kind in range(KINDS):
        out[kind] = worth.value[kind]
        out[KINDS + kind] = worth.stars[kind]
        out[2 * KINDS + kind] = worth.value[kind] * worth.stars[kind]
        out[3 * KINDS + kind] = max(worth.built[kind] - worth.value[kind], 0)
        out[4 * KINDS + kind] = worth.stars[kind] * turns
    out += 5 * KINDS
    levels_of(&s, with_sites, out, out + LEVELS)
    return out + 2 * LEVELS


cdef void features(const Head* state, int observer, float* common, float* row) noexcept nogil:
    """Write the features in the order of their names; only the order of face-down tiles is hidden, and no part of it."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Ambition ambition
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
    supply_of(a.unseen, supply_of(market, common + 4 + KINDS))
    for seat in range(state.seats):
        turns = max(plies - (seat - state.to_move + state.seats) % state.seats + state.seats - 1, 0) // state.seats
        row[0] = seat == state.to_move
        row[1] = turns
        ambition = ambition_for(state.seats, turns)
        row = city_of(&a.city[seat], a.options, turns, &ambition, row + 2)
