"""Candidate moves: the moves of a position with the best rough evaluations.

The rough evaluation of a move is a sum over the hexes of its tile. A district counts if its kind would count on that
hex in the present city; a plaza multiplies the present value of its kind. What a tile does to the hexes around it, and
its own hexes to each other, is ignored.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport first
from urbanist.cext.fill cimport Group, root_of
from urbanist.cext.hexlines cimport MAX_WORDS, SPAN, Line, Window, beside
from urbanist.cext.hexrows cimport DOWN
from urbanist.cext.lookup8 cimport LANES, NOISE_BITS, weigh8
from urbanist.cext.rng cimport Rng, rng_next
from urbanist.engine.akropolis.bitboards cimport HEIGHT, ROOM, CityBitboards, near_lines, openings, stars
from urbanist.engine.akropolis.city cimport tile_hexes
from urbanist.engine.akropolis.districts cimport favoured
from urbanist.engine.akropolis.position cimport (
    BARRACKS, CORNERS, FAR, GARDENS, HOUSES, KIND_BITS, KINDS, MARKETS, PLAZA, QUARRY, TEMPLES, TURNS, Akropolis,
    Place, move_of, print_of, slot_of,
)
from urbanist.engine.akropolis.rules cimport payable

cdef enum:
    CODES = 1 << KIND_BITS
    FAVOURS = 1 << (KINDS - 1)  # a bit for each kind except gardens, which count anywhere
    BLOCKS = 3  # the most blocks of eight candidates at a spot: one for each tile and turn
    LEVELS = 8  # more than a city has
    POOL = 128  # candidates that are kept until the best ones are chosen

cdef uint32_t SIGN = 0x80000000  # the highest bit of a float
cdef float LEAST = -1e30  # less than any candidate
cdef float SLACK = 0.01  # more than sums in another order may differ
cdef float MAX_DRAWN = (1 << NOISE_BITS) - 1
cdef float DOUBLED = 1.5  # the factor for a district of a kind whose option may double it

cdef uint64_t[256] bytes_of  # each of eight bits as the lowest bit of a byte
for _bits in range(256):
    bytes_of[<int>_bits] = sum((_bits >> place & 1) << (8 * place) for place in range(8))


cdef struct Prices:
    # The evaluation of a hex of a tile by its byte: fixed, plus rising times its level.
    float[FAVOURS][LANES] rising  # by the kinds that would count there and by kind; 0 for plazas and quarries
    float[CODES] fixed
    float[CODES] gained  # for the stones under it


cdef struct CandidateContext:
    # The data for all candidates at one position.
    const Akropolis* game
    const Accumulator* accumulator
    const EvaluationWeights* weights
    Prices prices
    int candidates  # candidates at a spot: one for each turn of each affordable tile
    Move[BLOCKS * LANES] tile_and_turn  # of each candidate, as a part of the word of its move
    float[BLOCKS * LANES] fixed  # the part of each evaluation that does not depend on the spot, minus the price
    int32_t[2][BLOCKS][CORNERS][LANES] kinds  # by triangle: the rising kinds on its hexes
    Line[ROOM] near  # hexes that are built on or beside a built hex
    uint8_t[MAX_WORDS * 64] favours  # of each hex of the window
    float[FAVOURS][LEVELS] most  # by the kinds that count anywhere on a spot, and the level; NaN: unknown


cdef struct CandidatePool:
    # Candidates in the order in which they were found: all that may be among the best.
    int count
    float bound  # what is not above it is not among the best
    uint32_t[POOL] key  # of each worth
    Move[POOL] move


cdef struct Spot:
    # A spot for a tile.
    int up
    int height  # of the hexes below the tile
    int[CORNERS] cell  # numbers in the window


cdef uint8_t[CODES] rising_kind  # of each byte of a hex: the kind of a district; 0 for a plaza or a quarry
for _kind in range(HOUSES, GARDENS + 1):
    rising_kind[<int>_kind] = _kind


cdef void set_prices(const Accumulator* acc, const EvaluationWeights* weights, Prices* prices) noexcept nogil:
    cdef int kind, favours
    cdef const int* star = stars[slot_of(acc.options)]
    cdef float each, idle
    prices.fixed[0] = 0
    prices.fixed[QUARRY] = weights.quarry
    memset(prices.gained, 0, sizeof(prices.gained))
    prices.gained[QUARRY] = weights.stone
    for favours in range(FAVOURS):
        prices.rising[favours][0] = prices.rising[favours][GARDENS + 1] = prices.rising[favours][GARDENS + 2] = 0
    for kind in range(HOUSES, GARDENS + 1):
        each = acc.terms.stars[kind - 1] + weights.stars[kind - 1]
        if acc.options >> (kind - 1) & 1:
            each *= DOUBLED
        idle = each if kind == GARDENS else each * weights.idle[kind - 1]
        prices.fixed[kind] = 0
        prices.fixed[kind | PLAZA] = star[kind | PLAZA] * (acc.terms.value[kind - 1] + weights.value[kind - 1])
        for favours in range(FAVOURS):
            prices.rising[favours][kind] = each if favours >> (kind - 1) & 1 else idle


cdef void greatest_group(const Accumulator* acc, Line* out) noexcept nogil:
    """Write the hexes of the houses that count."""
    cdef const CityBitboards* s = &acc.bitboards
    cdef const Group* district
    cdef Line rest
    cdef int i, group
    for i in range(s.window.words + 2):
        out[i] = 0
    for i in range(1, s.window.words + 1):
        rest = s.top[HOUSES][i]
        while rest:
            group = root_of(&acc.houses, acc.houses.label[64 * (i - 1) + first(rest)])
            district = &acc.houses.group[group]
            if district.size == acc.greatest.size and district.value == acc.greatest.value:
                out[i] |= rest & (0 - rest)
            rest &= rest - 1


cdef void find_favours(const Accumulator* acc, uint8_t* favours) noexcept nogil:
    """Write for each hex of the window which kinds would count there."""
    cdef const CityBitboards* s = &acc.bitboards
    cdef Line[ROOM] group
    cdef Line houses, markets, barracks, temples
    cdef uint64_t eight
    cdef int i, j
    greatest_group(acc, group)
    for i in range(1, s.window.words + 1):
        houses = group[i] | beside(group + i, s.window.lane) if acc.greatest.size else ~<Line>0
        markets = favoured(s, MARKETS, i, s.window.lane)
        barracks = favoured(s, BARRACKS, i, s.window.lane)
        temples = favoured(s, TEMPLES, i, s.window.lane)
        for j in range(0, 64, 8):
            eight = (bytes_of[houses >> j & 255] | bytes_of[markets >> j & 255] << 1
                     | bytes_of[barracks >> j & 255] << 2 | bytes_of[temples >> j & 255] << 3)
            memcpy(favours + j, &eight, 8)
        favours += 64


cdef inline float least_kept(const Candidates* candidates) noexcept nogil:
    """Return the lower bound that a new candidate must exceed."""
    return candidates.candidate[FEW_CANDIDATES - 1].worth if candidates.count == FEW_CANDIDATES else LEAST


cdef inline void keep(Candidates* candidates, Candidate candidate) noexcept nogil:
    """Insert a candidate into the sorted list; drop the lowest one if the list is full."""
    cdef int i
    if candidates.count < FEW_CANDIDATES:
        candidates.count += 1
    i = candidates.count - 1
    while i > 0 and candidates.candidate[i - 1].worth < candidate.worth:
        candidates.candidate[i] = candidates.candidate[i - 1]
        i -= 1
    candidates.candidate[i] = candidate


cdef void set_tiles(const Akropolis* a, CandidateContext* context) noexcept nogil:
    """Write the fixed part and the rising kinds of each turn of each affordable tile."""
    cdef const uint8_t* shown
    cdef float fixed
    cdef int tile, turn, up, i
    cdef int lane = 0
    cdef int tiles = payable(a)
    memset(context.kinds, 0, sizeof(context.kinds))
    for tile in range(tiles):
        shown = tile_hexes[print_of(a.options, a.market[tile])][DOWN][0]
        fixed = context.prices.fixed[shown[0]] + context.prices.fixed[shown[1]] + context.prices.fixed[shown[2]]
        for turn in range(TURNS):
            context.fixed[lane] = fixed - tile * context.weights.stone
            context.tile_and_turn[lane] = move_of(a.market[tile], Place(0, -FAR, -FAR, turn))
            for up in range(2):
                shown = tile_hexes[print_of(a.options, a.market[tile])][up][turn]
                for i in range(CORNERS):
                    context.kinds[up][lane // LANES][i][lane % LANES] = rising_kind[shown[i]]
            lane += 1
    context.candidates = lane
    while lane % LANES:
        context.fixed[lane] = LEAST
        lane += 1


cdef void prepare(
    const Akropolis* a, const Accumulator* acc, const EvaluationWeights* weights, CandidateContext* context,
) noexcept nogil:
    context.game, context.accumulator, context.weights = a, acc, weights
    set_prices(acc, weights, &context.prices)
    find_favours(acc, context.favours)
    near_lines(&acc.bitboards, context.near)
    set_tiles(a, context)
    memset(context.most, 255, sizeof(context.most))


cdef inline Spot spot_of(const CandidateContext* context, int up, int cell) noexcept nogil:
    cdef const CityBitboards* s = &context.accumulator.bitboards
    cdef Spot spot
    spot.up = up
    spot.cell[0] = cell
    spot.cell[1] = cell + s.window.lane
    spot.cell[2] = cell + 1 + up * (s.window.lane - 2)
    spot.height = s.shape[SPAN + cell] & HEIGHT
    return spot


cdef inline float worth_covered(const CandidateContext* context, const Spot* spot) noexcept nogil:
    """Return what the city loses under a tile, minus what the stones gained are worth.

    It has no branches, because a processor cannot predict what lies there.
    """
    cdef float worth = 0
    cdef int i
    cdef uint8_t code
    for i in range(CORNERS):
        code = context.accumulator.bitboards.kind[SPAN + spot.cell[i]]
        worth += context.prices.fixed[code]
        worth += spot.height * context.prices.rising[context.favours[spot.cell[i]]][rising_kind[code]]
        worth -= context.prices.gained[code]
    return worth


cdef float most_at(CandidateContext* context, int favours, int level) noexcept nogil:
    """Upper bound of the evaluations on a level if only the kinds in `favours` count, before what is covered."""
    cdef const uint8_t* shown
    cdef float[CODES] rising
    cdef float most = LEAST
    cdef float sum
    cdef int tile, i, kind
    for kind in range(KINDS + 1):
        rising[kind] = max(context.prices.rising[0][kind], context.prices.rising[favours][kind])
    for tile in range(context.candidates // TURNS):
        shown = tile_hexes[print_of(context.game.options, context.game.market[tile])][DOWN][0]
        sum = 0
        for i in range(CORNERS):
            sum += rising[rising_kind[shown[i]]]
        most = max(most, context.fixed[TURNS * tile] + level * sum)
    context.most[favours][level] = most + SLACK
    return most + SLACK


cdef inline bint is_promising(CandidateContext* context, const Spot* spot, float more) noexcept nogil:
    """Return whether a spot can beat the bound; `more` is the bound plus what is covered there."""
    cdef int favours = (
        context.favours[spot.cell[0]] | context.favours[spot.cell[1]] | context.favours[spot.cell[2]])
    cdef float most = context.most[favours][spot.height + 1]
    if most != most:
        most = most_at(context, favours, spot.height + 1)
    return most > more


cdef inline int guess_eight(
    const CandidateContext* context, const Spot* spot, int block, float covered, float noise, uint32_t bits,
    float bound,
    float* worth,
) noexcept nogil:
    """Evaluate eight tiles and turns on a spot at once; return a mask of those above a bound."""
    return weigh8(
        context.prices.rising[context.favours[spot.cell[0]]], context.prices.rising[context.favours[spot.cell[1]]],
        context.prices.rising[context.favours[spot.cell[2]]], context.kinds[spot.up][block][0],
        context.fixed + block * LANES, -covered, spot.height + 1, noise, bits, bound, worth,
    )


cdef inline Move move_at(const CandidateContext* context, const Spot* spot, int candidate) noexcept nogil:
    """Return the move of a candidate on a spot."""
    cdef const Window* window = &context.accumulator.bitboards.window
    cdef int cell = spot.cell[0]
    return context.tile_and_turn[candidate] | move_of(0, Place(
        spot.up, window.west + (cell & window.lane - 1), window.north + (cell >> window.shift), 0))


cdef inline void guess_spot(
    CandidateContext* context, Spot* spot, float noise, Rng* rng, Candidates* candidates,
) noexcept nogil:
    """Evaluate each tile and turn on a spot, and keep the best."""
    cdef float[LANES] worth
    cdef uint64_t bits = rng_next(rng)
    cdef float covered = worth_covered(context, spot)
    cdef int block, above, lane
    if not is_promising(context, spot, least_kept(candidates) + covered - MAX_DRAWN * noise):
        return
    for block in range((context.candidates + LANES - 1) // LANES):
        above = guess_eight(context, spot, block, covered, noise, <uint32_t>bits, least_kept(candidates), worth)
        bits >>= LANES * NOISE_BITS
        while above:
            lane = first(above)
            above &= above - 1
            if worth[lane] > least_kept(candidates):
                keep(candidates, Candidate(worth[lane], move_at(context, spot, block * LANES + lane)))


cdef inline uint32_t flipped(uint32_t bits) noexcept nogil:
    """Return the XOR mask between the bits of a float and its key, given the bits."""
    return ~<uint32_t>0 if bits >> 31 else SIGN


cdef inline uint32_t key_of(float worth) noexcept nogil:
    """Return an unsigned key with the order of the floats; 0 stands for no candidate."""
    cdef uint32_t bits
    memcpy(&bits, &worth, sizeof(bits))
    return bits ^ flipped(bits)


cdef inline float worth_of(uint32_t key) noexcept nogil:
    """Invert `key_of`."""
    cdef float worth
    key ^= flipped(~key)
    memcpy(&worth, &key, sizeof(worth))
    return worth


# Of each of these loops the compiler does eight steps at once, if they are so plain.

cdef inline int count_above(const CandidatePool* pool, uint32_t bound) noexcept nogil:
    """Return how many keys are above a bound."""
    cdef int above = 0
    cdef int i
    for i in range(pool.count):
        above += pool.key[i] > bound
    return above


cdef inline uint32_t least_above(const CandidatePool* pool, uint32_t bound) noexcept nogil:
    """Return the least of the keys that are above a bound."""
    cdef uint32_t least = ~<uint32_t>0
    cdef uint32_t key
    cdef int i
    for i in range(pool.count):
        key = pool.key[i] | <uint32_t>(pool.key[i] > bound) - 1
        least = least if least < key else key
    return least


cdef inline uint32_t greatest_within(const CandidatePool* pool, uint32_t bound) noexcept nogil:
    """Return the greatest of the keys that are not above a bound."""
    cdef uint32_t greatest = 0
    cdef uint32_t key
    cdef int i
    for i in range(pool.count):
        key = pool.key[i] & <uint32_t>(pool.key[i] > bound) - 1
        greatest = greatest if greatest > key else key
    return greatest


cdef void cut(CandidatePool* pool) noexcept nogil:
    """Keep the best candidates, stable: of equal ones the first ones stay, and the order stays.

    The threshold is found by bisection over the keys: a branch for each key would often be mispredicted.
    """
    cdef uint32_t low = 0  # as many keys as may stay are above it
    cdef uint32_t high = ~<uint32_t>0  # fewer keys are
    cdef uint32_t middle
    cdef int i, n, spare, better, equal
    if pool.count <= MAX_CANDIDATES:
        return
    while low + 1 < high:
        middle = low + (high - low) // 2
        if count_above(pool, middle) < MAX_CANDIDATES:
            high = greatest_within(pool, middle)
        else:
            low = least_above(pool, middle) - 1
    spare = MAX_CANDIDATES - count_above(pool, high)
    n = 0
    for i in range(pool.count):
        better = pool.key[i] > high
        equal = (pool.key[i] == high) & (spare > 0)
        spare -= equal
        pool.key[n], pool.move[n] = pool.key[i], pool.move[i]
        n += better | equal
    pool.count = n
    pool.bound = worth_of(high)


cdef inline void list_spot(CandidateContext* context, Spot* spot, CandidatePool* pool) noexcept nogil:
    """Evaluate each tile and turn on a spot, and add those that may be among the best to the pool."""
    cdef float[LANES] worth
    cdef float covered = worth_covered(context, spot)
    cdef int block, above, lane
    if not is_promising(context, spot, pool.bound + covered):
        return
    for block in range((context.candidates + LANES - 1) // LANES):
        if pool.count > POOL - LANES:
            cut(pool)
        above = guess_eight(context, spot, block, covered, 0, 0, pool.bound, worth)
        while above:
            lane = first(above)
            above &= above - 1
            pool.key[pool.count] = key_of(worth[lane] + 0)  # minus zero is zero
            pool.move[pool.count] = move_at(context, spot, block * LANES + lane)
            pool.count += 1


cdef inline void list_sites(
    CandidateContext* context, float noise, Rng* rng, Candidates* candidates, CandidatePool* pool,
) noexcept nogil:
    """Evaluate all spots, for the few best moves or, if there is a pool, for a list."""
    cdef const CityBitboards* s = &context.accumulator.bitboards
    cdef Spot spot
    cdef Line open
    cdef int i, up
    for up in range(2):
        for i in range(1, s.window.words + 1):
            open = openings(s, context.near, up, i)
            while open:
                spot = spot_of(context, up, 64 * (i - 1) + first(open))
                open &= open - 1
                if pool != NULL:
                    list_spot(context, &spot, pool)
                else:
                    guess_spot(context, &spot, noise, rng, candidates)


cdef void best_candidates(
    const Akropolis* a, const Accumulator* acc, const EvaluationWeights* weights, float noise, Rng* rng,
    Candidates* candidates,
) noexcept nogil:
    """Find the few best candidates, the best first; to each evaluation `noise` times 0 to 7 is added."""
    cdef CandidateContext context
    prepare(a, acc, weights, &context)
    candidates.count = 0
    list_sites(&context, noise, rng, candidates, NULL)


cdef int list_candidates(
    const Akropolis* a, const Accumulator* acc, const EvaluationWeights* weights, Move* moves,
) noexcept nogil:
    """Write the MAX_CANDIDATES best candidate moves, or all moves; return their number."""
    cdef CandidateContext context
    cdef CandidatePool pool
    prepare(a, acc, weights, &context)
    pool.count = 0
    pool.bound = LEAST
    list_sites(&context, 0, NULL, NULL, &pool)
    cut(&pool)
    memcpy(moves, pool.move, pool.count * sizeof(Move))
    return pool.count
