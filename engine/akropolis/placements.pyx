"""Where one seat lays its last tiles best.

A city never touches another one, so this is a problem for one seat. With one turn left the best place of a tile is the
one of the greatest worth. With two turns left a place of the first tile is as good as what it leaves: stones, and the
best worth with each tile that may be the second. A place that is not better in anything than another one is left out.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memset
from urbanist.cext.cells64 cimport count as count_cells
from urbanist.engine.akropolis.bitboards cimport value_of_group
from urbanist.engine.akropolis.grid cimport (
    AREA, HOMES, HOUSED, LANES, NEAR, POINT, SIDE, STONES, UNSURE, Effect, FollowUp, FollowUps, Grid, Site,
    Surroundings, Synergy, TileMask, build, closeness, covers, fill_grid, fill_surroundings, find_effect,
    find_follow_ups, find_sites, find_synergy, height_on, homes_after, homes_beside, joined_by, last_piece, most_joined,
    most_of_houses, place_at, points_after, sum_of_products, tile_masks, worth_anew, worth_of,
)
from urbanist.engine.akropolis.position cimport BARRACKS, HOUSES, MARKETS, TEMPLES, TURNS, City, move_of
from urbanist.engine.game cimport Move

cdef enum:
    HOUSE = HOUSES - 1  # kinds, counted from 0
    MARKET = MARKETS - 1
    BARRACK = BARRACKS - 1
    TEMPLE = TEMPLES - 1
    BOUNDLESS = 100_000  # more points than any city has
    PLACE_EFFORT = 4  # of an effect of a tile in a plan
    FORESIGHT_EFFORT = 4  # of bounds for an effect and another tile
    TALL_ORDER = 20_000  # points below those of any city
    # What is known of the groups of houses when the worth of an effect is wanted.
    SAME = 0  # they are those of the ground for which it was made
    GROWN = 1  # they may have grown, and a site touches no more of them than before
    CHANGED = 2
    TOUCH = 2  # rows and columns between the marks of sites that touch each other, at most
    REACH = 3  # rows and columns between the marks of sites that are close, at most

cdef int64_t NOTHING = -(1 << 60)


cdef struct Prospect:
    # What can be known of a tile before it is laid: bounds of the worths after each other tile.
    Synergy synergy
    int64_t[MAX_SLOTS] known  # of places that there are before
    int64_t[MAX_SLOTS] new  # of places upon and beside the tile
    uint32_t fresh  # tiles for which the new ones may be better


cdef struct Wanted:
    # The lines that are wanted: those that would help or, without such a function, that are better than known ones.
    const Placements* known
    WouldHelpFn would_help
    void* context


cdef struct SurroundingsCache:
    # The surroundings of sites that are close to a tile, by the number of the site, each made once.
    int count
    uint8_t[MAX_SITES] at  # 0: none yet
    Surroundings[MAX_CLOSE] surroundings


# -- all effects on a grid -------------------------------------------------------------------------------------------

cdef int is_worse(const void* one, const void* other) noexcept nogil:
    """Compare two effects for `qsort`: those without HOMES first, then by standing, site and turn."""
    cdef const Effect* a = <const Effect*>one
    cdef const Effect* b = <const Effect*>other
    if (a.flags ^ b.flags) & HOMES:
        return 1 if a.flags & HOMES else -1
    if a.standing != b.standing:
        return 1 if a.standing < b.standing else -1
    return a.site * TURNS + a.turn - b.site * TURNS - b.turn


cdef inline int points_without_houses(const Grid* g, const Effect* e) noexcept nogil:
    """Return the points of the city after an effect as if houses had no value."""
    return points_after(g, e) - (g.stars[HOUSE] + e.stars[HOUSE]) * (g.value[HOUSE] + e.value[HOUSE])


cdef void fill_slot(Plan* plan, int slot) noexcept nogil:
    """Sort the effects of a tile, and note the greatest changes."""
    cdef Effect* effect = plan.effect[slot]
    cdef int i, k
    cdef const TileMask* mark = &tile_masks[plan.tile[slot]][0][0]
    for k in range(LANES):
        plan.districts[slot][k] = <int16_t>count_cells(mark.district[k])
        plan.stars[slot][k] = mark.stars[k]
        plan.most_stars[slot][k] = plan.most_value[slot][k] = -1000
    qsort(effect, plan.effects, sizeof(Effect), is_worse)
    plan.plain[slot] = 0
    for i in range(plan.effects):
        plan.plain[slot] += not effect[i].flags & HOMES
        for k in range(LANES):
            plan.most_stars[slot][k] = max(plan.most_stars[slot][k], effect[i].stars[k])
            plan.most_value[slot][k] = max(plan.most_value[slot][k], effect[i].value[k])
    fill_tops(plan, slot)


cdef inline void raise_top(Top* top, const Top* by) noexcept nogil:
    """Keep the greater of each of the points."""
    top.plain = max(top.plain, by.plain)
    top.homes = max(top.homes, by.homes)
    top.bare = max(top.bare, by.bare)


cdef void fill_tops(Plan* plan, int slot) noexcept nogil:
    """Note the most points that a tile brings on each site, and anywhere."""
    cdef const Grid* g = &plan.grid
    cdef const Effect* e
    cdef Top lowest = Top(-TALL_ORDER, -TALL_ORDER, -TALL_ORDER)
    cdef Top own
    cdef int i, more
    plan.anywhere[slot] = lowest
    for i in range(plan.sites):
        plan.top[slot][i][0] = plan.top[slot][i][1] = lowest
    for i in range(plan.effects):
        e = &plan.effect[slot][i]
        own = lowest
        more = (g.stars[TEMPLE] + plan.stars[slot][TEMPLE]) * e.temples + (
            g.stars[MARKET] + plan.stars[slot][MARKET]) * e.markets
        if e.flags & HOMES:
            own.homes, own.bare = e.standing, <int16_t>points_without_houses(g, e)
        else:
            own.plain = e.standing
        raise_top(&plan.anywhere[slot], &own)
        raise_top(&plan.top[slot][e.site][0], &own)
        own = Top(<int16_t>(own.plain + more), <int16_t>(own.homes + more), <int16_t>(own.bare + more))
        raise_top(&plan.top[slot][e.site][1], &own)


cdef void add_homes(const Grid* g, const Surroundings* surroundings, const TileMask* mark, Effect* e) noexcept nogil:
    """Add the change of the value of houses to an effect."""
    if not e.flags & HOMES:
        return
    e.joined = <int16_t>joined_by(g, surroundings, mark)
    e.flags |= HOUSED
    e.value[HOUSE] = <int16_t>(homes_after(g, surroundings, mark) - g.value[HOUSE])


cdef inline int number_of(Site site) noexcept nogil:
    """Return the place of a triangle in `Plan.number`."""
    return site.up * AREA + site.row * SIDE + site.column


cdef int all_sites(const Grid* g, Site* out) noexcept nogil:
    """Write all sites of a ground; return their number."""
    return find_sites(g, REACH, REACH, g.rows - REACH, SIDE - 2 * REACH, out, MAX_SITES)


cdef Plan* new_plan(
    const City* city, int stones, int options, const uint8_t* tile, int slots, int64_t* effort,
) noexcept nogil:
    """Return all that these tiles can change in a city; NULL if there is no room."""
    cdef Plan* plan = <Plan*>malloc(sizeof(Plan))
    cdef Effect* e
    cdef int i, slot, turn
    if plan == NULL:
        return NULL
    for slot in range(MAX_SLOTS):
        plan.effect[slot] = NULL
    if not fill_grid(city, stones, options, &plan.grid):
        free_plan(plan)
        return NULL
    plan.slots = slots
    plan.sites = all_sites(&plan.grid, plan.site)
    plan.effects = plan.sites * TURNS
    memset(plan.number, 255, sizeof(plan.number))
    plan.highest = 0
    for i in range(plan.sites):
        plan.number[number_of(plan.site[i])] = <int16_t>i
        plan.highest = max(plan.highest, height_on(&plan.grid, plan.site[i]) + 1)
    for slot in range(slots):
        plan.tile[slot] = tile[slot]
        plan.effect[slot] = <Effect*>malloc(plan.effects * sizeof(Effect))
        if plan.effect[slot] == NULL:
            free_plan(plan)
            return NULL
    for i in range(plan.sites):
        fill_surroundings(&plan.grid, plan.site[i], &plan.surroundings[i])
        plan.neighbours[i] = -1
        for slot in range(slots):
            for turn in range(TURNS):
                e = &plan.effect[slot][i * TURNS + turn]
                find_effect(&plan.grid, &plan.surroundings[i], &tile_masks[tile[slot]][plan.site[i].up][turn], e)
                e.site, e.turn = <int16_t>i, <uint8_t>turn
                add_homes(&plan.grid, &plan.surroundings[i], &tile_masks[tile[slot]][plan.site[i].up][turn], e)
                e.standing = <int16_t>points_after(&plan.grid, e)
    for slot in range(slots):
        fill_slot(plan, slot)
    effort[0] -= PLACE_EFFORT * plan.effects * slots
    return plan


cdef void free_plan(Plan* plan) noexcept nogil:
    """Free a plan; NULL is allowed."""
    cdef int slot
    if plan == NULL:
        return
    for slot in range(MAX_SLOTS):
        free(plan.effect[slot])
    free(plan)


# -- one tile more ---------------------------------------------------------------------------------------------------

cdef int64_t worth_at_most(const Grid* g, const Effect* e, int groups) noexcept nogil:
    """Return a bound of the worth of a city after an effect that may bring more points than it says.

    `groups` says what is known of the groups of houses.
    """
    cdef int points, joined
    if not e.flags & HOMES or groups == SAME and e.flags & HOUSED:
        points = points_after(g, e)
    else:
        joined = e.joined if groups == GROWN else most_joined(e.laid)
        points = points_without_houses(g, e) + (
            g.stars[HOUSE] + e.stars[HOUSE]) * most_of_houses(g, joined, e.homes)
    return worth_of(points, g.value[STONES] + e.value[STONES])


cdef int64_t worth_on(
    const Grid* g, int tile, Site site, const Effect* e, int groups, const Surroundings* known, int64_t least,
) noexcept nogil:
    """Return the worth of a city after an effect, or any smaller number if it is not more than `least`.

    The surroundings of the site on this ground may be known; else NULL.
    """
    cdef const TileMask* mark = &tile_masks[tile][site.up][e.turn]
    cdef int64_t most = worth_at_most(g, e, groups)
    cdef Surroundings surroundings
    cdef int homes
    if most <= least:
        return NOTHING
    if e.flags & UNSURE:
        return worth_anew(g, tile, site, e.turn)
    if not e.flags & HOMES or groups == SAME and e.flags & HOUSED:
        return most
    homes = homes_beside(g, site, mark)
    if homes < 0:
        if known == NULL:
            fill_surroundings(g, site, &surroundings)
            known = &surroundings
        homes = homes_after(g, known, mark)
    return worth_of(
        points_without_houses(g, e) + (g.stars[HOUSE] + e.stars[HOUSE]) * homes,
        g.value[STONES] + e.value[STONES])


cdef bint is_among(Move move, const Move* moves, int count) noexcept nogil:
    """Return whether a move is one of these, which ascend; NULL: all moves are."""
    cdef int low = 0
    cdef int high = count
    cdef int middle
    if moves == NULL:
        return True
    while low < high:
        middle = (low + high) >> 1
        if moves[middle] < move:
            low = middle + 1
        else:
            high = middle
    return low < count and moves[low] == move


cdef inline Move move_on(const Plan* plan, int slot, const Effect* e) noexcept nogil:
    """Return the move of an effect."""
    return move_of(plan.tile[slot], place_at(&plan.grid, plan.site[e.site], e.turn))


cdef int64_t best_worth(const Plan* plan, int slot, const Move* moves, int count, Move* best) noexcept nogil:
    """Return the greatest worth after a tile, and write its smallest move; NOTHING if no place is among the moves."""
    cdef int64_t found = NOTHING
    cdef int64_t worth
    cdef const Effect* e
    cdef Move move
    cdef int i
    for i in range(plan.effects):
        e = &plan.effect[slot][i]
        move = move_on(plan, slot, e)
        if is_among(move, moves, count):
            worth = worth_on(&plan.grid, plan.tile[slot], plan.site[e.site], e, SAME, NULL, found - 1)
            if worth > found or worth == found and move < best[0]:
                found = worth
                best[0] = move
    return found


# -- two tiles more --------------------------------------------------------------------------------------------------

cdef int bonus(const Plan* plan, int slot, const Grid* g) noexcept nogil:
    """Return how many points more an effect without HOMES can bring at most on a ground than on that of the plan."""
    cdef int found = 0
    cdef int k, stars, value
    for k in range(LANES):
        stars = g.stars[k] - plan.grid.stars[k]
        value = g.value[k] - plan.grid.value[k]
        found += stars * value
        found += stars * (plan.grid.value[k] + (plan.most_value[slot][k] if stars > 0 else -plan.grid.value[k]))
        found += value * (plan.grid.stars[k] + (plan.most_stars[slot][k] if value > 0 else -plan.grid.stars[k]))
    return found


cdef int together(const Plan* plan, int slot, const Effect* x, const Synergy* synergy) noexcept nogil:
    """Return how many points a tile may gain at most from a close one, `x`, beyond its top before that one."""
    cdef const Grid* g = &plan.grid
    cdef int found = 0
    cdef int k, value
    for k in range(LANES):
        value = max(<int>synergy.value[k], 0)
        found += (g.stars[k] + x.stars[k] + plan.stars[slot][k]) * value
        if k == TEMPLE and synergy.temples or k == MARKET and synergy.markets:
            found += max(<int>x.stars[k], 0) * 2 * plan.highest * plan.districts[slot][k]
    return found


cdef inline int most_of_both(const Plan* plan, int slot, const Effect* x, int height) noexcept nogil:
    """Return the greatest value of houses after `x` and a tile of this height that may lay or cover some, too."""
    cdef int laid = plan.districts[slot][HOUSE]
    cdef int groups = max(2 * laid, 1) + max(x.joined - 1, 0)
    return value_of_group(plan.grid.reach[groups] + x.homes + laid * height, plan.grid.options & 1)


cdef int most_with(const Plan* plan, int slot, const Effect* x, int standing, const Top* top) noexcept nogil:
    """Return the most points after `x`, and after a tile that alone leads to a top of some sites.

    `standing` has the points after `x` and what the products of changes of both bring at most.
    """
    cdef const Grid* g = &plan.grid
    cdef int now = sum_of_products(g.stars, g.value)
    if not x.flags & HOMES:
        return standing + max(<int>top.plain, <int>top.homes) - now
    return max(
        standing + top.plain - now,
        standing - (g.stars[HOUSE] + x.stars[HOUSE]) * (g.value[HOUSE] + x.value[HOUSE]) + top.bare
        - now + g.stars[HOUSE] * g.value[HOUSE]
        + (g.stars[HOUSE] + x.stars[HOUSE] + plan.stars[slot][HOUSE]) * most_of_both(plan, slot, x, plan.highest))


cdef int products(const Plan* plan, int slot, const Effect* x) noexcept nogil:
    """Return how many points the products of changes by `x` and by a tile bring at most."""
    cdef int found = 0
    cdef int k
    for k in range(LANES):
        found += max(x.stars[k] * (plan.most_value[slot][k] if x.stars[k] > 0 else -plan.grid.value[k]), 0)
        found += max(x.value[k] * (plan.most_stars[slot][k] if x.value[k] > 0 else -plan.grid.stars[k]), 0)
    return found


cdef void find_neighbours(Plan* plan, int number) noexcept nogil:
    """Note which sites are close to one and do not overlap it, and the tops of all tiles there."""
    cdef Site at = plan.site[number]
    cdef int i, k, slot
    cdef int n = 0
    for i in range(plan.sites):
        if closeness(plan.site[i], at) == NEAR:
            plan.neighbour[number][n] = <int16_t>i
            n += 1
    plan.neighbours[number] = <int16_t>n
    for slot in range(plan.slots):
        for k in range(2):
            plan.around[slot][number][k] = Top(-TALL_ORDER, -TALL_ORDER, -TALL_ORDER)
            for i in range(n):
                raise_top(&plan.around[slot][number][k], &plan.top[slot][plan.neighbour[number][i]][k])


cdef inline int points_of_both(const Grid* g, const Effect* one, const Effect* other) noexcept nogil:
    """Return the points after two effects that do not influence each other."""
    cdef int16_t[LANES] stars, value
    cdef int k
    for k in range(LANES):
        stars[k] = g.stars[k] + one.stars[k] + other.stars[k]
        value[k] = g.value[k] + one.value[k] + other.value[k]
    return sum_of_products(stars, value)


cdef int most_far(const Plan* plan, int slot, const Effect* x, int standing) noexcept nogil:
    """Return the most points after `x` and a tile that is not close to it."""
    cdef Site at = plan.site[x.site]
    cdef int now = sum_of_products(plan.grid.stars, plan.grid.value)
    cdef int found = -BOUNDLESS
    cdef const Effect* e
    cdef Top bare
    cdef int i = 0
    cdef int stop = plan.effects
    if x.flags & HOMES:
        stop = plan.plain[slot]
        bare = plan.anywhere[slot]
        bare.plain = -TALL_ORDER
        found = most_with(plan, slot, x, standing, &bare)
    while i < stop:
        e = &plan.effect[slot][i]
        if standing + e.standing - now <= found:
            if i >= plan.plain[slot]:
                break
            i = plan.plain[slot]
            continue
        i += 1
        if not closeness(plan.site[e.site], at):
            found = max(found, points_of_both(&plan.grid, x, e))
    return found


cdef int64_t most_known(const Plan* plan, int slot, const Effect* x, const Synergy* synergy) noexcept nogil:
    """Return a bound of the worth of a tile after `x` where it could be laid before, too."""
    cdef int standing = x.standing + products(plan, slot, x)
    cdef const Top* around = &plan.around[slot][x.site][synergy.temples or synergy.markets]
    if synergy.boundless:
        return BOUNDLESS * <int64_t>POINT
    return worth_of(1 + max(
        most_far(plan, slot, x, standing),
        most_with(plan, slot, x, standing + together(plan, slot, x, synergy), around)), 0)


cdef const Surroundings* surroundings_of(const Grid* g, Site site, int number, SurroundingsCache* cache) noexcept nogil:
    """Return the surroundings of a site, from the cache if they are there."""
    if not cache.at[number]:
        fill_surroundings(g, site, &cache.surroundings[cache.count])
        cache.count += 1
        cache.at[number] = <uint8_t>cache.count
    return &cache.surroundings[cache.at[number] - 1]


cdef int64_t best_far(
    const Plan* plan, int slot, const Grid* g, Site at, int groups, int64_t* effort,
) noexcept nogil:
    """Return the greatest worth of a tile that is not close to the last one, at `at`.

    `groups` says what the last one has done to the groups of houses.
    """
    cdef int64_t found = NOTHING
    cdef int most = bonus(plan, slot, g) + 1
    cdef const Effect* e
    cdef int i = 0
    while i < plan.effects:
        e = &plan.effect[slot][i]
        effort[0] -= 1
        if (i < plan.plain[slot] or groups == SAME) and worth_of(e.standing + most, 0) <= found:
            if i >= plan.plain[slot]:
                break
            i = plan.plain[slot]
            continue
        i += 1
        if not closeness(plan.site[e.site], at):
            found = max(found, worth_on(g, plan.tile[slot], plan.site[e.site], e, groups, NULL, found))
    return found


cdef int64_t best_near(
    const Plan* plan, int slot, const Effect* x, const Grid* g, const Synergy* synergy, SurroundingsCache* cache,
    int64_t found, int64_t* effort,
) noexcept nogil:
    """Return the greatest worth of a tile on a site close to `x` that there was before, or `found` if it is greater."""
    cdef int standing = x.standing + products(plan, slot, x) + together(plan, slot, x, synergy)
    cdef bint own = synergy.temples or synergy.markets
    cdef const Surroundings* surroundings
    cdef Effect near
    cdef int i, number, turn
    for i in range(plan.neighbours[x.site]):
        number = plan.neighbour[x.site][i]
        if not synergy.boundless and worth_of(
                1 + most_with(plan, slot, x, standing, &plan.top[slot][number][own]), 0) <= found:
            continue
        surroundings = surroundings_of(g, plan.site[number], number, cache)
        effort[0] -= 2 * TURNS
        for turn in range(TURNS):
            find_effect(g, surroundings, &tile_masks[plan.tile[slot]][surroundings.site.up][turn], &near)
            near.turn = <uint8_t>turn
            found = max(found, worth_on(g, plan.tile[slot], surroundings.site, &near, CHANGED, surroundings, found))
    return found


cdef int most_beside(const Plan* plan, int slot, const Effect* x, int first) noexcept nogil:
    """Return a bound of the points of a tile beside `x`, of slot `first`, on the ground and beside nothing else.

    There no temple counts, but it may be the last hex around a temple of `x`.
    """
    cdef const Grid* g = &plan.grid
    cdef int points = 0
    cdef int k, value, times
    for k in range(LANES):
        value = g.value[k] + x.value[k]
        times = 1 + (g.options >> k & 1)
        if k == HOUSE:
            value = max(value, most_of_both(plan, slot, x, 1) if x.laid else value_of_group(
                plan.districts[slot][k], g.options & 1))
        elif k == TEMPLE:
            value += times * plan.districts[first][k]
        elif k != STONES:
            value += times * plan.districts[slot][k]
        if k == MARKET and times == 2:
            value += 2 * plan.districts[first][k]
        points += (g.stars[k] + x.stars[k] + plan.stars[slot][k]) * value
    return points


cdef int most_upon(const Plan* plan, int slot, const Effect* x, const FollowUps* steps) noexcept nogil:
    """Return a bound of the points of a tile that covers a part of `x`."""
    cdef const Grid* g = &plan.grid
    cdef const FollowUp* step
    cdef int16_t[LANES] stars, value, more, sum
    cdef int found = -BOUNDLESS
    cdef int i, k, laid
    for k in range(LANES):
        stars[k] = g.stars[k] + x.stars[k] + plan.stars[slot][k]
        value[k] = g.value[k] + x.value[k]
        more[k] = (1 + (g.options >> k & 1)) * steps.height * plan.districts[slot][k] if k != HOUSE else 0
    value[HOUSE] = <int16_t>max(<int>value[HOUSE], most_of_both(plan, slot, x, steps.height))
    if g.options >> MARKET & 1:
        value[MARKET] = <int16_t>max(
            <int>value[MARKET], 2 * (g.markets_tall + steps.height * plan.districts[slot][MARKET] + x.markets))
    for i in range(steps.count):
        step = &steps.step[i]
        for k in range(LANES):
            laid = more[k] if k != MARKET or step.markets else 0
            laid = laid if k != BARRACK or step.barracks else 0
            laid = laid if k != TEMPLE or step.temples else 0
            sum[k] = value[k] - step.lost[k] + laid
        found = max(found, sum_of_products(stars, sum))
    return found


cdef int64_t most_new(const Plan* plan, int slot, const Effect* x, int first, const FollowUps* steps) noexcept nogil:
    """Return a bound of the worth of a tile where it could not be laid before `x`, of slot `first`."""
    cdef int found = most_upon(plan, slot, x, steps)
    if plan.surroundings[x.site].height == 0:
        found = max(found, most_beside(plan, slot, x, first))
    return worth_of(found + 1, 0)


cdef bint is_no_better(const Placement* one, const Placement* other, uint32_t others, int slots) noexcept nogil:
    """Return whether a line is in nothing better than another one."""
    cdef int slot
    if one.covered > other.covered:
        return False
    for slot in range(slots):
        if others >> slot & 1 and one.worth[slot] > other.worth[slot]:
            return False
    return True


cdef bint is_hopeless(
    const Plan* plan, int slot, const Placement* most, uint32_t others, const Wanted* wanted,
) noexcept nogil:
    """Return whether a line is not wanted that is at most so good."""
    cdef int i
    if wanted.would_help != NULL:
        return not wanted.would_help(wanted.context, slot, most)
    for i in range(wanted.known.count):
        if is_no_better(most, &wanted.known.line[i], others, plan.slots):
            return True
    return False


cdef int new_sites(const Plan* plan, const Grid* g, Site at, Site* out) noexcept nogil:
    """Write the sites that there were not before the last tile, at `at`: upon and beside it."""
    cdef int reach = 1 if height_on(g, at) > 1 else TOUCH
    cdef int n = find_sites(g, at.row - reach, at.column - reach, at.row + reach, at.column + reach, out, MAX_SITES)
    cdef int found = 0
    cdef int i
    for i in range(n):
        if covers(g, out[i], last_piece(g)) or plan.number[number_of(out[i])] < 0:
            out[found] = out[i]
            found += 1
    return found


cdef void try_sites(
    const Plan* plan, uint32_t others, const Grid* g, const Site* site, int n, Placement* line, int64_t* effort,
) noexcept nogil:
    """Improve the worths of a line by some sites."""
    cdef Surroundings surroundings
    cdef Effect e
    cdef int i, other, turn
    if not others:
        return
    for i in range(n):
        fill_surroundings(g, site[i], &surroundings)
        for other in range(plan.slots):
            if not others >> other & 1:
                continue
            effort[0] -= TURNS
            for turn in range(TURNS):
                find_effect(g, &surroundings, &tile_masks[plan.tile[other]][site[i].up][turn], &e)
                e.turn = <uint8_t>turn
                line.worth[other] = max(
                    line.worth[other],
                    worth_on(g, plan.tile[other], site[i], &e, CHANGED, &surroundings, line.worth[other]))


cdef void foresee(const Plan* plan, int slot, const Effect* x, uint32_t others, Prospect* out) noexcept nogil:
    """Write bounds of the worths with each of the other tiles after a tile."""
    cdef const Surroundings* surroundings = &plan.surroundings[x.site]
    cdef const TileMask* mark = &tile_masks[plan.tile[slot]][surroundings.site.up][x.turn]
    cdef FollowUps steps
    cdef int other
    find_synergy(&plan.grid, surroundings, mark, x, &out.synergy)
    find_follow_ups(&plan.grid, surroundings, mark, &steps)
    out.fresh = 0
    for other in range(plan.slots):
        out.known[other] = out.new[other] = NOTHING
        if others >> other & 1:
            out.known[other] = most_known(plan, other, x, &out.synergy)
            out.new[other] = most_new(plan, other, x, slot, &steps)
            out.fresh |= <uint32_t>(out.new[other] > out.known[other]) << other


cdef bint finish_line(
    Plan* plan, int slot, const Effect* x, uint32_t others, Grid* g, const Wanted* wanted, Placement* line,
    int64_t* effort,
) noexcept nogil:
    """Write the greatest worth with each of the other tiles after a tile; `g` becomes the ground after it.

    Return whether this was worth while: a line that is surely not wanted is not finished.
    """
    cdef Site[MAX_SITES] site
    cdef Prospect hope
    cdef Placement most
    cdef int n, other
    effort[0] -= FORESIGHT_EFFORT * count_cells(others)
    if plan.neighbours[x.site] < 0:
        find_neighbours(plan, x.site)
    foresee(plan, slot, x, others, &hope)
    most.covered = line.covered
    for other in range(plan.slots):
        line.worth[other] = NOTHING
        most.worth[other] = max(hope.known[other], hope.new[other])
    if is_hopeless(plan, slot, &most, others, wanted):
        return False
    effort[0] -= 10
    if build(&plan.grid, plan.tile[slot], plan.site[x.site], x, g):
        try_sites(plan, others, g, site, all_sites(g, site), line, effort)
        return True
    n = new_sites(plan, g, plan.site[x.site], site)
    try_sites(plan, hope.fresh, g, site, n, line, effort)
    for other in range(plan.slots):
        most.worth[other] = max(hope.known[other], line.worth[other])
    if is_hopeless(plan, slot, &most, others, wanted) or not try_known(
            plan, slot, x, others, g, &hope, wanted, line, &most, effort):
        return False
    for other in range(plan.slots):
        if hope.new[other] <= line.worth[other]:
            others &= ~(<uint32_t>1 << other)
    try_sites(plan, others & ~hope.fresh, g, site, n, line, effort)
    return True


cdef inline bint covers_houses(const Plan* plan, const Effect* x) noexcept nogil:
    """Return whether a tile covers houses, so that it may cut a group in two."""
    return plan.surroundings[x.site].district[HOUSE] & plan.surroundings[x.site].tile != 0


cdef bint try_known(
    const Plan* plan, int slot, const Effect* x, uint32_t others, const Grid* g, const Prospect* hope,
    const Wanted* wanted, Placement* line, Placement* most, int64_t* effort,
) noexcept nogil:
    """Improve the worths of a line by the sites that there were before; return whether it may be better than others.

    `most` bounds the worths, and becomes tighter.
    """
    cdef SurroundingsCache cache
    cdef int64_t found
    cdef int groups = SAME if not x.flags & HOMES else CHANGED if covers_houses(plan, x) else GROWN
    cdef int other
    cache.count = 0
    memset(cache.at, 0, sizeof(cache.at))
    for other in range(plan.slots):
        if others >> other & 1:
            found = best_far(plan, other, g, plan.site[x.site], groups, effort)
            line.worth[other] = best_near(
                plan, other, x, g, &hope.synergy, &cache, max(line.worth[other], found), effort)
            most.worth[other] = line.worth[other]
            if not hope.fresh >> other & 1:
                most.worth[other] = max(most.worth[other], hope.new[other])
            if is_hopeless(plan, slot, most, others, wanted):
                return False
    return True


cdef bint keep(const Placement* line, uint32_t others, int slots, Placements* out) noexcept nogil:
    """Add a line if it is better in something than each other one, and drop those that it makes useless.

    Of equal lines the one with the smallest move is kept. Return whether there was memory.
    """
    cdef int i
    cdef int n = 0
    cdef Placement* more
    for i in range(out.count):
        if is_no_better(line, &out.line[i], others, slots):
            if line.move < out.line[i].move and is_no_better(&out.line[i], line, others, slots):
                out.line[i].move = line.move
            return True
    for i in range(out.count):
        if not is_no_better(&out.line[i], line, others, slots):
            out.line[n] = out.line[i]
            n += 1
    out.count = n
    if n == out.room:
        more = <Placement*>realloc(out.line, (2 * n + 8) * sizeof(Placement))
        if more == NULL:
            return False
        out.line = more
        out.room = 2 * n + 8
    out.line[n] = line[0]
    out.count += 1
    return True


cdef bint bound_of_placement(
    Plan* plan, int slot, int number, uint32_t others, const Move* moves, int count, Placement* most, int64_t* effort,
) noexcept nogil:
    """Write bounds of a line, given the number of an effect of its tile; return whether it is among the moves."""
    cdef const Effect* e = &plan.effect[slot][number]
    cdef Prospect hope
    cdef int other
    most.move = move_on(plan, slot, e)
    if not is_among(most.move, moves, count):
        return False
    most.covered = e.value[STONES]
    if plan.neighbours[e.site] < 0:
        find_neighbours(plan, e.site)
    effort[0] -= FORESIGHT_EFFORT * count_cells(others)
    foresee(plan, slot, e, others, &hope)
    for other in range(plan.slots):
        most.worth[other] = max(hope.known[other], hope.new[other])
    return True


cdef bint find_placement(
    Plan* plan, int slot, int number, uint32_t others, WouldHelpFn would_help, void* context, Grid* scratch,
    Placement* out, int64_t* effort,
) noexcept nogil:
    """Write a line, given the number of an effect of its tile; return False if it turns out that it would not help."""
    cdef const Effect* e = &plan.effect[slot][number]
    cdef Wanted wanted = Wanted(NULL, would_help, context)
    out.move, out.covered = move_on(plan, slot, e), e.value[STONES]
    return finish_line(plan, slot, e, others, scratch, &wanted, out, effort)


cdef bint find_placements(
    Plan* plan, int slot, uint32_t others, const Move* moves, int count, Grid* scratch, Placements* out,
    int64_t* effort,
) noexcept nogil:
    """Write the ways to lay a tile before one of the others; return whether memory and effort were enough."""
    cdef const Effect* e
    cdef Wanted wanted = Wanted(out, NULL, NULL)
    cdef Placement line
    cdef int i
    out.count = 0
    for i in range(plan.effects):
        e = &plan.effect[slot][i]
        line.move = move_on(plan, slot, e)
        if not is_among(line.move, moves, count):
            continue
        line.covered = e.value[STONES]
        if finish_line(plan, slot, e, others, scratch, &wanted, &line, effort) and not keep(
                &line, others, plan.slots, out):
            return False
        if effort[0] < 0:
            return False
    return True
