"""Rough guesses of the worth of all moves of a position, and the moves with the best guesses.

The guess for a tile is the sum over its hexes. A district counts if its kind would count on that hex in the present
city; a plaza multiplies the present value of its kind. The guess ignores the effects of a tile on the hexes around it,
and of its own hexes on each other.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport first
from urbanist.cext.fill cimport root_of
from urbanist.cext.hexlines cimport MOST_WORDS, SPAN, Line, beside
from urbanist.cext.hexrows cimport DOWN
from urbanist.cext.lookup8 cimport LANES, NOISE_BITS, weigh8
from urbanist.cext.rng cimport Rng, rng_next
from urbanist.engine.akropolis.city cimport prints
from urbanist.engine.akropolis.districts cimport favoured
from urbanist.engine.akropolis.position cimport (
    BARRACKS, CORNERS, GARDENS, HOUSES, KIND_BITS, KINDS, MARKETS, PLAZA, QUARRY, TEMPLES, TURNS, Akropolis,
    Place, move_of,
)
from urbanist.engine.akropolis.rules cimport payable
from urbanist.engine.akropolis.survey cimport HEIGHT, ROOM, Survey, near_lines, openings, stars

cdef enum:
    CODES = 1 << KIND_BITS
    FAVOURS = 1 << (KINDS - 1)  # a bit for each kind except gardens, which count anywhere
    BLOCKS = 3  # the most blocks of eight guesses at a spot; a guess for each tile and turn

cdef float LEAST = -1e30  # less than any guess
cdef float DOUBLED = 1.5  # the factor for a district of a kind whose option may double it

cdef uint64_t[256] bytes_of  # each of eight bits as the lowest bit of a byte
for _bits in range(256):
    bytes_of[<int>_bits] = sum((_bits >> place & 1) << (8 * place) for place in range(8))


cdef struct Prices:
    # The worth of a hex of a tile by its byte: fixed, plus rising times its level.
    float[FAVOURS][LANES] rising  # by the kinds that would count there and by kind; 0 for plazas and quarries
    float[CODES] fixed
    float[CODES] gained  # for the stones under it


cdef struct Ground:
    # The data for all guesses at one position.
    const Akropolis* game
    const Outlook* outlook
    const Ambition* ambition
    Prices prices
    int guesses  # guesses at a spot: one for each turn of each affordable tile
    float[BLOCKS * LANES] fixed  # the part of each guess that does not depend on the spot, minus the price
    int32_t[2][BLOCKS][CORNERS][LANES] kinds  # by triangle: the rising kinds on its hexes
    Line[ROOM] near  # hexes that are built on or beside a built hex
    uint8_t[MOST_WORDS * 64] favours  # of each hex of the window


cdef struct Spot:
    # A spot for a tile.
    Place place
    int height  # of the hexes below the tile
    int[CORNERS] cell  # numbers in the window


cdef uint8_t[CODES] rising_kind  # of each byte of a hex: the kind of a district; 0 for a plaza or a quarry
for _kind in range(HOUSES, GARDENS + 1):
    rising_kind[<int>_kind] = _kind


cdef void set_prices(const Outlook* o, const Ambition* ambition, Prices* prices) noexcept nogil:
    cdef int kind, favours
    cdef float each, idle
    prices.fixed[0] = 0
    prices.fixed[QUARRY] = ambition.quarry
    memset(prices.gained, 0, sizeof(prices.gained))
    prices.gained[QUARRY] = ambition.stone
    for favours in range(FAVOURS):
        prices.rising[favours][0] = prices.rising[favours][GARDENS + 1] = prices.rising[favours][GARDENS + 2] = 0
    for kind in range(HOUSES, GARDENS + 1):
        each = o.worth.stars[kind - 1] + ambition.stars[kind - 1]
        if o.options >> (kind - 1) & 1:
            each *= DOUBLED
        idle = each if kind == GARDENS else each * ambition.idle[kind - 1]
        prices.fixed[kind] = 0
        prices.fixed[kind | PLAZA] = stars[kind | PLAZA] * (o.worth.value[kind - 1] + ambition.value[kind - 1])
        for favours in range(FAVOURS):
            prices.rising[favours][kind] = each if favours >> (kind - 1) & 1 else idle


cdef void greatest_group(const Outlook* o, Line* out) noexcept nogil:
    """Write the hexes of the houses that count."""
    cdef const Survey* s = &o.survey
    cdef Line rest
    cdef int i, group
    for i in range(s.window.words + 2):
        out[i] = 0
    for i in range(1, s.window.words + 1):
        rest = s.top[HOUSES][i]
        while rest:
            group = root_of(&o.houses, o.houses.label[64 * (i - 1) + first(rest)])
            if o.houses.group[group].size == o.greatest.size and o.houses.group[group].value == o.greatest.value:
                out[i] |= rest & (0 - rest)
            rest &= rest - 1


cdef void find_favours(const Outlook* o, uint8_t* favours) noexcept nogil:
    """Write for each hex of the window which kinds would count there."""
    cdef const Survey* s = &o.survey
    cdef Line[ROOM] group
    cdef Line houses, markets, barracks, temples
    cdef uint64_t eight
    cdef int i, j
    greatest_group(o, group)
    for i in range(1, s.window.words + 1):
        houses = group[i] | beside(group + i, s.window.lane) if o.greatest.size else ~<Line>0
        markets = favoured(s, MARKETS, i, s.window.lane)
        barracks = favoured(s, BARRACKS, i, s.window.lane)
        temples = favoured(s, TEMPLES, i, s.window.lane)
        for j in range(0, 64, 8):
            eight = (bytes_of[houses >> j & 255] | bytes_of[markets >> j & 255] << 1
                     | bytes_of[barracks >> j & 255] << 2 | bytes_of[temples >> j & 255] << 3)
            memcpy(favours + j, &eight, 8)
        favours += 64


cdef inline float least_kept(const Guesses* found) noexcept nogil:
    """Return the bound that a new guess must exceed to be kept."""
    return found.guess[found.most - 1].worth if found.count == found.most else LEAST


cdef inline void keep(Guesses* found, Guess guess) noexcept nogil:
    """Insert a guess in order; drop the lowest one if there are too many."""
    cdef int i
    if found.count < found.most:
        found.count += 1
    i = found.count - 1
    while i > 0 and found.guess[i - 1].worth < guess.worth:
        found.guess[i] = found.guess[i - 1]
        i -= 1
    found.guess[i] = guess


cdef void set_tiles(const Akropolis* a, Ground* ground) noexcept nogil:
    """Write the fixed worth and the rising kinds of each turn of each affordable tile."""
    cdef const uint8_t* shown
    cdef float fixed
    cdef int tile, turn, up, i
    cdef int lane = 0
    cdef int tiles = payable(a)
    memset(ground.kinds, 0, sizeof(ground.kinds))
    for tile in range(tiles):
        shown = prints[a.market[tile]][DOWN][0]
        fixed = ground.prices.fixed[shown[0]] + ground.prices.fixed[shown[1]] + ground.prices.fixed[shown[2]]
        for turn in range(TURNS):
            ground.fixed[lane] = fixed - tile * ground.ambition.stone
            for up in range(2):
                shown = prints[a.market[tile]][up][turn]
                for i in range(CORNERS):
                    ground.kinds[up][lane // LANES][i][lane % LANES] = rising_kind[shown[i]]
            lane += 1
    ground.guesses = lane
    while lane % LANES:
        ground.fixed[lane] = LEAST
        lane += 1


cdef void prepare(const Akropolis* a, const Outlook* o, const Ambition* ambition, Ground* ground) noexcept nogil:
    ground.game, ground.outlook, ground.ambition = a, o, ambition
    set_prices(o, ambition, &ground.prices)
    find_favours(o, ground.favours)
    near_lines(&o.survey, ground.near)
    set_tiles(a, ground)


cdef inline Spot spot_of(const Ground* ground, int up, int cell) noexcept nogil:
    cdef const Survey* s = &ground.outlook.survey
    cdef Spot spot
    spot.place.up = up
    spot.place.turn = 0
    spot.place.q = s.window.west + (cell & s.window.lane - 1)
    spot.place.r = s.window.north + (cell >> s.window.shift)
    spot.cell[0] = cell
    spot.cell[1] = cell + s.window.lane
    spot.cell[2] = cell + 1 + up * (s.window.lane - 2)
    spot.height = s.shape[SPAN + cell] & HEIGHT
    return spot


cdef inline float worth_covered(const Ground* ground, const Spot* spot) noexcept nogil:
    """Return the worth that the city loses under a tile, minus the worth of the stones that it gains.

    It has no branches, because a processor cannot predict what lies there.
    """
    cdef float worth = 0
    cdef int i
    cdef uint8_t code
    for i in range(CORNERS):
        code = ground.outlook.survey.kind[SPAN + spot.cell[i]]
        worth += ground.prices.fixed[code]
        worth += spot.height * ground.prices.rising[ground.favours[spot.cell[i]]][rising_kind[code]]
        worth -= ground.prices.gained[code]
    return worth


cdef inline void guess_spot(const Ground* ground, Spot* spot, float noise, Rng* rng, Guesses* found) noexcept nogil:
    """Guess the worth of each tile and turn on a spot."""
    cdef float[LANES] worth
    cdef uint64_t bits = rng_next(rng) if noise else 0
    cdef float covered = worth_covered(ground, spot)
    cdef float bound
    cdef int block, above, lane, guess
    for block in range((ground.guesses + LANES - 1) // LANES):
        bound = least_kept(found)
        above = weigh8(
            ground.prices.rising[ground.favours[spot.cell[0]]], ground.prices.rising[ground.favours[spot.cell[1]]],
            ground.prices.rising[ground.favours[spot.cell[2]]], ground.kinds[spot.place.up][block][0],
            ground.fixed + block * LANES, -covered, spot.height + 1, noise, <uint32_t>bits, bound, worth,
        )
        bits >>= LANES * NOISE_BITS
        while above:
            lane = first(above)
            above &= above - 1
            guess = block * LANES + lane
            if worth[lane] > least_kept(found):
                spot.place.turn = guess % TURNS
                keep(found, Guess(
                    worth[lane], guess // TURNS, move_of(ground.game.market[guess // TURNS], spot.place),
                ))


cdef void sketch(
    const Akropolis* a, const Outlook* o, const Ambition* ambition, float noise, Rng* rng, Guesses* found,
) noexcept nogil:
    """Find the moves with the best guesses, at most `found.most`, the best first.

    Each guess gets `noise` times a random number from 0 to 7; `rng` may be NULL if `noise` is 0.
    """
    cdef Ground ground
    cdef Spot spot
    cdef Line open
    cdef int i, up
    prepare(a, o, ambition, &ground)
    found.count = 0
    for up in range(2):
        for i in range(1, o.survey.window.words + 1):
            open = openings(&o.survey, ground.near, up, i)
            while open:
                spot = spot_of(&ground, up, 64 * (i - 1) + first(open))
                guess_spot(&ground, &spot, noise, rng, found)
                open &= open - 1
