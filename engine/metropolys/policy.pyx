"""Move priors of Metropolys, in points, the features of moves, and the playout policy."""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.cext.rng cimport Rng, rng_next
from urbanist.engine.game cimport MAX_MOVE_FEATURES, NOBODY, Head, Move
from urbanist.engine.metropolys.board cimport Board, board_of, district_of, height_step
from urbanist.engine.metropolys.position cimport (
    ALL_VALUES, BRIDGES, CHAINS, DISTRICT_CARD, EXPERT, METRO, PASS, RUINS, STATUES, TABLE, TRENDY, Auction, Lanes,
    Metropolys, lane,
)
from urbanist.engine.metropolys.rules cimport apply, draw_building, open_sites, playable_values, values_above
from urbanist.engine.metropolys.scoring cimport Numbers, area_points, numbers_of

cdef enum:
    TRIES = 8  # moves that the playout policy compares: more of them make it better and slower

# The parts of a prior in points, tuned on thousands of games between greedy bots with two and four players.
cdef float TEMPO = 6.2  # one more building, and the next opening
cdef float VALUE_COST = 0.95  # for each step of a building's value: high values win auctions later
cdef float ANSWER = 0.5  # the weight of each possible answer of the others, a value on a site
cdef float TALLEST = 0.66  # the share of the points that a leading skyline keeps until the end
cdef float KEPT = 0.75  # the share of the points of the ruins card that stay with who takes it
cdef float LEAD = 0.1  # for a building in a district where the seat is already ahead
cdef float PASSING = -0.3

#: What a building would bring and who may answer it; all of a pass but the first and the last ones is 0.
MOVE = (
    "pass", "value", "token", "area points", "area leaning", "type points", "tallest",
    "empty sites around", "values that outbid", "answers", "own values above", "own values below",
    "metro token", "ruins token", "prior",
    "opens an auction", "last value", "own buildings left", "fewest buildings left", "rivals in",
)
cdef enum:
    OF_BUILDINGS = 15  # features that only buildings have
cdef int row_length = len(MOVE)


cdef struct SitePrior:
    # The parts of a prior that all values on a site share, and their sum.
    float token
    float gain
    float type
    float leaning
    float total


cdef float token_prior(const Metropolys* m, int seat, Cells site) noexcept nogil:
    cdef const Numbers* n = numbers_of(m)
    if m.tokens[TRENDY] & site:
        return n.token[TRENDY]
    if m.tokens[METRO] & site:
        if m.metro_card == seat:
            return n.token[METRO] + 1
        if m.metro_card == NOBODY or m.taken[seat][METRO] >= m.taken[m.metro_card][METRO]:
            return n.token[METRO] + n.metro_card
        return n.token[METRO] + 1
    if m.tokens[RUINS] & site:
        return n.token[RUINS] if m.ruins_card == seat else n.token[RUINS] + KEPT * n.ruins_card
    return 0


cdef float group_leaning(const Metropolys* m, const Board* board, int seat, Cells site) noexcept nogil:
    """Return the points that a building on the site is worth to incomplete groups of the seat's card."""
    cdef Cells own = m.built[seat]
    cdef Cells open = m.auction.empty | m.auction.bid_sites
    cdef int cell = first(site)
    cdef int i, held
    cdef float total = 0
    cdef int area = m.area[seat]
    if area == BRIDGES:
        return 1.3 if board.near[cell] & open & ~board.district[district_of[cell]] else 0
    if area == DISTRICT_CARD:
        held = count(own & board.district[district_of[cell]])
        return 1.3 if held == 1 else 0.8 if held == 0 else 0
    if area == CHAINS:
        return 1.3 if board.near[cell] & own else 0.5 if board.near[cell] & open else 0
    if area == STATUES:
        for i in range(board.n_statues):
            if site & board.statue[i] and board.statue[i] & ~(own | open) == 0:
                held = count(own & board.statue[i])
                total += 2.3 if held == 1 else 0.7
        return total
    for i in range(board.n_lakes):
        if site & board.lake[i] and count(board.lake[i] & (own | open)) >= 3:
            held = count(own & board.lake[i]) % 3
            total += 1.7 if held == 1 else 0.8
    return total


cdef float tallest_prior(const Metropolys* m, int seat, int cell, int value) noexcept nogil:
    cdef int i = district_of[cell]
    cdef int mine = <int>(m.heights[seat] >> 8 * i & 0xFF)
    cdef int theirs = 0
    cdef int other
    cdef int raised = mine + <int>height_step[value]
    for other in range(m.head.seats):
        if other != seat:
            theirs = max(theirs, <int>(m.heights[other] >> 8 * i & 0xFF))
    if mine > theirs:
        return LEAD
    if raised > theirs:
        return numbers_of(m).tallest_share * (TALLEST * (5 if value >= 10 else 4 if value >= 6 else 2.5))
    return numbers_of(m).tallest_share * (2.5 * TALLEST) if raised == theirs else 0


cdef inline int area_of(const Metropolys* m, int seat, Cells own) noexcept nogil:
    return area_points(m, m.area[seat], own)


cdef SitePrior site_prior(const Metropolys* m, const Board* board, int seat, int cell, int held) noexcept nogil:
    """Return the part of a prior that all values on a site share; `held` is the current score of the Area card."""
    cdef Cells site = only(cell)
    cdef Cells own = m.built[seat]
    cdef SitePrior prior
    prior.token = token_prior(m, seat, site)
    prior.gain = prior.type = prior.leaning = 0
    # A chain needs a neighbour, so a building without one adds no chain.
    if m.area[seat] != CHAINS or board.near[cell] & own:
        prior.gain = area_of(m, seat, own | site) - held
    if m.variant == EXPERT:
        if m.kind[seat] == board.type_of[cell]:
            prior.type = numbers_of(m).type
        if prior.gain == 0:
            prior.leaning = group_leaning(m, board, seat, site)
    prior.total = prior.token + prior.gain + prior.type + prior.leaning
    return prior


cdef inline float move_prior(
    const Metropolys* m, const Board* board, int seat, Move move, float site, Lanes rivals,
) noexcept nogil:
    """Return the prior of a building from the prior of its site; possible answers reduce it."""
    cdef int cell = move & 63
    cdef int value = move >> 8
    cdef int answers = count(board.near[cell] & m.auction.empty) * count(rivals & values_above(value))
    cdef float gain = site + TEMPO - VALUE_COST * value
    if m.variant == EXPERT:
        gain += tallest_prior(m, seat, cell, value)
    return gain / (1 + ANSWER * answers)


cdef inline Lanes hands_of_rivals(const Auction* a, int seat) noexcept nogil:
    """Return the hands of the other seats that have not passed."""
    return a.hands & (a.still_in >> 15) * 0xFFFF & ~(<Lanes>0xFFFF << 16 * seat)


cdef void write_situation(const Metropolys* m, int seat, float* row) noexcept nogil:
    """Write the features that all moves of a position share."""
    cdef const Auction* a = &m.auction
    cdef int fewest = count(ALL_VALUES)
    cdef int other
    for other in range(m.head.seats):
        fewest = min(fewest, count(lane(a.hands | a.bids, other) & ALL_VALUES))
    row[0] = a.last_value == 0
    row[1] = a.last_value
    row[2] = count(lane(a.hands, seat) & ALL_VALUES)
    row[3] = fewest
    row[4] = count(a.still_in) - 1


cdef void write_building(
    const Metropolys* m, const Board* board, int seat, Move move, const SitePrior* site, float prior, Lanes rivals,
    float* row,
) noexcept nogil:
    """Write the features of a building."""
    cdef int cell = move & 63
    cdef int value = move >> 8
    cdef uint64_t own = lane(m.auction.hands, seat) & ALL_VALUES
    cdef int around = count(board.near[cell] & m.auction.empty)
    cdef int outbid = count(rivals & values_above(value))
    row[0] = 0
    row[1] = value
    row[2] = site.token
    row[3] = site.gain
    row[4] = site.leaning
    row[5] = site.type
    row[6] = tallest_prior(m, seat, cell, value) if m.variant == EXPERT else 0
    row[7] = around
    row[8] = outbid
    row[9] = around * outbid
    row[10] = count(own >> value >> 1)
    row[11] = count(own & ((<uint64_t>1 << value) - 1))
    row[12] = (m.tokens[METRO] >> cell & 1)
    row[13] = (m.tokens[RUINS] >> cell & 1)
    row[14] = prior


cdef void priors(const Head* state, const Move* moves, int n, float* prior, float* row) noexcept nogil:
    """Write the prior of each move for the seat to move, in points, and its features."""
    cdef const Metropolys* m = <const Metropolys*>state
    cdef const Board* board = board_of(m)
    cdef Lanes rivals = hands_of_rivals(&m.auction, state.to_move)
    cdef SitePrior[64] site
    cdef float[MAX_MOVE_FEATURES] situation
    cdef Cells known = 0
    cdef int held = area_of(m, state.to_move, m.built[state.to_move])
    cdef int i, cell
    if row != NULL:
        write_situation(m, state.to_move, situation)
    for i in range(n):
        cell = moves[i] & 63
        if moves[i] == PASS:
            prior[i] = PASSING
        else:
            if not known >> cell & 1:
                known |= only(cell)
                site[cell] = site_prior(m, board, state.to_move, cell, held)
            prior[i] = move_prior(m, board, state.to_move, moves[i], site[cell].total, rivals)
        if row == NULL:
            continue
        if moves[i] == PASS:
            memset(row, 0, OF_BUILDINGS * sizeof(float))
            row[0] = 1
        else:
            write_building(m, board, state.to_move, moves[i], &site[cell], prior[i], rivals, row)
        memcpy(row + OF_BUILDINGS, situation, (row_length - OF_BUILDINGS) * sizeof(float))
        row += row_length


cdef Move best_of_few(const Metropolys* m, const Board* board, const float* site, Rng* rng) noexcept nogil:
    """Return the move with the highest prior out of a few random moves, and a pass if it is legal."""
    cdef const Auction* a = &m.auction
    cdef int seat = m.head.to_move
    cdef uint64_t values = playable_values(a, seat)
    cdef Cells sites = open_sites(m)
    cdef Lanes rivals = hands_of_rivals(a, seat)
    cdef Move best = PASS
    cdef Move move
    cdef float highest = PASSING if a.last_value else -1e30
    cdef float prior
    cdef int _
    for _ in range(TRIES):
        move = draw_building(values, sites, rng_next(rng))
        prior = move_prior(m, board, seat, move, site[move & 63], rivals)
        if prior > highest:
            best, highest = move, prior
    return best


cdef void playout_informed(Head* state, int plies, Rng* rng) noexcept nogil:
    """Play the best of a few random moves; the priors of sites are computed once, at the start."""
    cdef Metropolys* m = <Metropolys*>state
    cdef const Board* board = board_of(m)
    cdef float[TABLE][64] site
    cdef Cells rest
    cdef int seat, held
    for seat in range(state.seats):
        held = area_of(m, seat, m.built[seat])
        rest = m.auction.empty | m.auction.bid_sites
        while rest:
            site[seat][first(rest)] = site_prior(m, board, seat, first(rest), held).total
            rest &= rest - 1
    while not state.over and plies > 0:
        apply(state, best_of_few(m, board, site[state.to_move], rng))
        plies -= 1
