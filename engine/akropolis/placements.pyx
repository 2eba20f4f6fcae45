"""Where one seat lays its last tiles best.

A city never touches another one, so this is a problem for one seat. With one turn left the best place of a tile is the
one of the greatest worth. With two turns left a place of the first tile is as good as what it leaves: stones, and the
best worth with each tile that may be the second. A place that is not better in anything than another one is left out.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport realloc
from libc.string cimport memset
from urbanist.cext.cells64 cimport count as count_cells, first as first_cell
from urbanist.engine.akropolis.bitboards cimport value_of_group
from urbanist.engine.akropolis.grid cimport (
    COVERS, HOMES, HOUSED, LANES, MET, POINT, POINT_BITS, STONES, Effect, FollowUp, FollowUps, Grid, Site,
    Surroundings, Synergy, TileMask, build, closeness, covers, fill_surroundings, find_effect, find_follow_ups,
    find_synergy, height_on, homes_after, homes_beside, is_site, is_sure, last_piece, most_joined, most_of_houses,
    place_at, points_after, sum_of_products, tile_masks, worth_anew, worth_of,
)
from urbanist.engine.akropolis.plan cimport (
    HOUSE, MAX_CLOSE, MAX_FAMILIES, MAX_SITES, MAX_SLOTS, TOUCH, Family, Plan, Top, all_sites,
    find_neighbours, number_of, points_without_houses, want_slots,
)
from urbanist.engine.akropolis.position cimport BARRACKS, MARKETS, TEMPLES, TURNS, move_of, tile_of
from urbanist.engine.game cimport Move

cdef enum:
    MARKET = MARKETS - 1  # kinds, counted from 0
    BARRACK = BARRACKS - 1
    TEMPLE = TEMPLES - 1
    BOUNDLESS = 100_000  # more points than any city has
    FORESIGHT_EFFORT = 4  # of bounds for an effect and another tile
    # What is known of the groups of houses when the worth of an effect is wanted.
    SAME = 0  # they are those of the ground for which it was made
    GROWN = 1  # they may have grown, and a site touches no more of them than before
    CHANGED = 2

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
    const Pool* pool  # NULL: none
    const Placement* floor  # the first line of the pool; a line that is in nothing better is not wanted; NULL: none
    WouldHelpFn would_help
    void* context


cdef struct SurroundingsCache:
    # Surroundings of sites that are close to a tile, by the number of the site.
    int count
    uint8_t[MAX_SITES] at  # 0: none yet
    Surroundings[MAX_CLOSE] surroundings


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
    if not is_sure(g, site, e):
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
    return move_of(tile_of(plan.tile[slot]), place_at(&plan.grid, plan.site[e.site], e.turn))


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

cdef int bonus(const Plan* plan, int slot, const Grid* g, int but) noexcept nogil:
    """Return how many points more an effect can bring at most on a ground than on that of the plan, but for a kind."""
    cdef int found = 0
    cdef int k, stars, value
    for k in range(LANES):
        if k == but:
            continue
        stars = g.stars[k] - plan.grid.stars[k]
        value = g.value[k] - plan.grid.value[k]
        found += stars * value
        found += stars * (plan.grid.value[k] + (plan.most_value[slot][k] if stars > 0 else plan.least_value[slot][k]))
        found += value * (plan.grid.stars[k] + (plan.most_stars[slot][k] if value > 0 else plan.least_stars[slot][k]))
    return found


cdef int together(const Plan* plan, int slot, const Effect* x, const Synergy* synergy) noexcept nogil:
    """Return how many points a tile may gain at most from a close one, `x`, beyond its top before that one."""
    cdef const Grid* g = &plan.grid
    cdef int found = 0
    cdef int k, value
    for k in range(LANES):
        value = max(<int>synergy.value[k], 0)
        found += (g.stars[k] + x.stars[k] + plan.stars[slot][k]) * value
        if k == TEMPLE and plan.encloses_any[x.site] or k == MARKET and synergy.markets:
            found += max(<int>x.stars[k], 0) * 2 * plan.highest * plan.districts[slot][k]
    return found


cdef inline int tall_of(const Grid* g, uint64_t groups) noexcept nogil:
    """Return the sum of the heights of some groups of houses."""
    cdef int found = 0
    while groups:
        found += g.tall[first_cell(groups)]
        groups &= groups - 1
    return found


cdef inline int most_of_both(
    const Plan* plan, int slot, const Effect* x, uint64_t touched, int height,
) noexcept nogil:
    """Return the greatest value of houses after `x` and a tile of at most this height that may touch some groups."""
    cdef const Grid* g = &plan.grid
    cdef int laid = plan.districts[slot][HOUSE]
    cdef int tall = tall_of(g, x.touched | touched if laid else x.touched) + x.homes + laid * height
    return max(<int>g.value[HOUSE] + x.value[HOUSE], value_of_group(max(tall, g.reach[1]), g.options & 1))


cdef inline int most_with_family(const Grid* g, const Effect* x, const Family* family) noexcept nogil:
    """Return the greatest value of houses after `x` and an effect of a family that is not close to it."""
    cdef int tall = 0
    if x.touched & family.touched:
        tall = tall_of(g, x.touched | family.touched) + x.homes + family.homes
    if family.covers or x.flags & COVERS:
        # Another group than before may be the counted one.
        tall = max(
            tall, g.reach[1], tall_of(g, x.touched) + x.homes, tall_of(g, family.touched) + family.homes)
    return max(<int>g.value[HOUSE] + x.value[HOUSE], family.value, value_of_group(tall, g.options & 1))


cdef inline int points_with_houses(
    const Plan* plan, int slot, const Effect* x, int standing, int bare, int homes,
) noexcept nogil:
    """Return the most points after `x`, and a tile that alone leads to some points without houses.

    `homes` bounds the value of houses after both. `standing` is as for `most_with`.
    """
    cdef const Grid* g = &plan.grid
    cdef int stars = g.stars[HOUSE] + x.stars[HOUSE]
    return (
        standing - stars * (g.value[HOUSE] + x.value[HOUSE]) - product(plan, slot, x, HOUSE)
        + bare - sum_of_products(g.stars, g.value) + g.stars[HOUSE] * g.value[HOUSE]
        + (stars + plan.stars[slot][HOUSE]) * homes)


cdef int most_with(
    const Plan* plan, int slot, const Effect* x, int standing, const Top* top, int homes,
) noexcept nogil:
    """Return the most points after `x`, and after a tile that alone leads to a top of some sites.

    `standing` has the points after `x` and what the products of changes of both bring at most. `homes` bounds the value
    of houses after both.
    """
    cdef int now = sum_of_products(plan.grid.stars, plan.grid.value)
    if not x.flags & HOMES:
        return standing + max(<int>top.plain, <int>top.homes) - now
    return max(standing + top.plain - now, points_with_houses(plan, slot, x, standing, top.bare, homes))


cdef inline int product(const Plan* plan, int slot, const Effect* x, int k) noexcept nogil:
    """Return how many points the products of changes of a kind by `x` and by a tile bring at most."""
    return (
        max(x.stars[k] * (plan.most_value[slot][k] if x.stars[k] > 0 else plan.least_value[slot][k]), 0)
        + max(x.value[k] * (plan.most_stars[slot][k] if x.value[k] > 0 else plan.least_stars[slot][k]), 0))


cdef int products(const Plan* plan, int slot, const Effect* x) noexcept nogil:
    """Return how many points the products of changes by `x` and by a tile bring at most."""
    cdef int found = 0
    cdef int k
    for k in range(LANES):
        found += product(plan, slot, x, k)
    return found


cdef inline int points_of_both(const Grid* g, const Effect* one, const Effect* other) noexcept nogil:
    """Return the points after two effects that do not influence each other."""
    cdef int16_t[LANES] stars, value
    cdef int k
    for k in range(LANES):
        stars[k] = g.stars[k] + one.stars[k] + other.stars[k]
        value[k] = g.value[k] + one.value[k] + other.value[k]
    return sum_of_products(stars, value)


cdef int most_far(const Plan* plan, int slot, const Effect* x, int standing, int found) noexcept nogil:
    """Return the most points after `x` and a tile that is not close to it, or `found` if more."""
    cdef Site at = plan.site[x.site]
    cdef int now = sum_of_products(plan.grid.stars, plan.grid.value)
    cdef const Effect* e
    cdef int i
    cdef int stop = plan.effects
    if x.flags & HOMES:
        stop = plan.plain[slot]
    i = 0
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
    if x.flags & HOMES:
        found = max(found, most_far_of_homes(plan, slot, x, standing, found))
    return found


cdef int most_far_of_homes(const Plan* plan, int slot, const Effect* x, int standing, int found) noexcept nogil:
    """Return the most points after `x` with HOMES and another such tile that is not close to it, or `found` if more."""
    cdef const Grid* g = &plan.grid
    cdef int[MAX_FAMILIES] most, homes
    cdef Site at = plan.site[x.site]
    cdef const Effect* e
    cdef int without = points_with_houses(plan, slot, x, standing, 0, 0)
    cdef int stars = g.stars[HOUSE] + x.stars[HOUSE]
    cdef int i, k, points
    cdef bint more = False
    for i in range(plan.families[slot]):
        homes[i] = most_with_family(g, x, &plan.family[slot][i])
        most[i] = without + (stars + plan.stars[slot][HOUSE]) * homes[i]
        more = more or most[i] + plan.family[slot][i].bare > found
    if not more:
        return found
    for i in range(plan.plain[slot], plan.effects):
        e = &plan.effect[slot][i]
        if most[e.family] + e.bare <= found or closeness(plan.site[e.site], at):
            continue
        points = 0
        for k in range(LANES):
            if k != HOUSE:
                points += (g.stars[k] + x.stars[k] + e.stars[k]) * (g.value[k] + x.value[k] + e.value[k])
        found = max(found, points + (stars + e.stars[HOUSE]) * homes[e.family])
    return found


cdef int64_t most_known(
    const Plan* plan, int slot, const Effect* x, const Synergy* synergy, int least,
) noexcept nogil:
    """Return a bound of the worth of a tile after `x` where it could be laid before, too, or that of `least` points."""
    cdef int standing = x.standing + products(plan, slot, x)
    cdef const Top* around = &plan.around[slot][x.site][synergy.markets]
    cdef int homes = most_of_both(plan, slot, x, plan.touched[slot][x.site], plan.highest_near[x.site])
    if synergy.boundless:
        return BOUNDLESS * <int64_t>POINT
    return worth_of(1 + max(
        most_far(plan, slot, x, standing, least - 1),
        most_with(plan, slot, x, standing + together(plan, slot, x, synergy), around, homes)), 0)


cdef const Surroundings* surroundings_of(const Grid* g, Site site, int number, SurroundingsCache* cache) noexcept nogil:
    """Return the surroundings of a site, which is made once."""
    if not cache.at[number]:
        fill_surroundings(g, site, &cache.surroundings[cache.count])
        cache.count += 1
        cache.at[number] = <uint8_t>cache.count
    return &cache.surroundings[cache.at[number] - 1]


cdef int64_t best_far(
    const Plan* plan, int slot, const Effect* x, const Grid* g, int groups, int64_t found, int64_t* effort,
) noexcept nogil:
    """Return the greatest worth of a tile that is not close to the last one, `x`, or `found` if it is greater.

    `groups` says what the last one has done to the groups of houses.
    """
    cdef int64_t[MAX_FAMILIES] family  # bounds
    cdef Site at = plan.site[x.site]
    cdef int most = bonus(plan, slot, g, -1) + 1
    cdef int bare = bonus(plan, slot, g, HOUSE) + 1
    cdef int stars = g.stars[HOUSE] + plan.stars[slot][HOUSE]
    cdef const Effect* e
    cdef bint more = False
    cdef int i = 0
    cdef int stop = plan.plain[slot] if groups != SAME else plan.effects
    while i < stop:
        e = &plan.effect[slot][i]
        if worth_of(e.standing + most, 0) <= found:
            if i >= plan.plain[slot]:
                break
            i = plan.plain[slot]
            continue
        i += 1
        effort[0] -= 1
        if not closeness(plan.site[e.site], at):
            found = max(found, worth_on(g, plan.tile[slot], plan.site[e.site], e, groups, NULL, found))
    if groups == SAME:
        return found
    for i in range(plan.families[slot]):
        family[i] = stars * most_with_family(&plan.grid, x, &plan.family[slot][i])
        more = more or worth_of(<int>(plan.family[slot][i].bare + bare + family[i]), 0) > found
    if not more:
        return found
    for i in range(plan.plain[slot], plan.effects):
        e = &plan.effect[slot][i]
        if worth_of(<int>(e.bare + bare + family[e.family]), 0) <= found:
            continue
        effort[0] -= 1
        if not closeness(plan.site[e.site], at):
            found = max(found, worth_on(g, plan.tile[slot], plan.site[e.site], e, groups, NULL, found))
    return found


cdef int64_t best_turn(
    const Plan* plan, int slot, const Grid* g, const Surroundings* surroundings, int64_t found, int64_t* effort,
) noexcept nogil:
    """Return the greatest worth of a tile in some surroundings, or `found` if it is greater."""
    cdef Effect e
    cdef int turn
    effort[0] -= TURNS
    for turn in range(TURNS):
        find_effect(g, surroundings, &tile_masks[plan.tile[slot]][surroundings.site.up][turn], &e)
        e.turn = <uint8_t>turn
        found = max(found, worth_on(g, plan.tile[slot], surroundings.site, &e, CHANGED, surroundings, found))
    return found


cdef int64_t best_near(
    const Plan* plan, int slot, const Effect* x, const Grid* g, const Synergy* synergy, SurroundingsCache* cache,
    int64_t found, int64_t* effort,
) noexcept nogil:
    """Return the greatest worth of a tile on a site close to `x` that there was before, or `found` if it is greater."""
    cdef int standing = x.standing + products(plan, slot, x) + together(plan, slot, x, synergy)
    cdef int homes = most_of_both(plan, slot, x, plan.touched[slot][x.site], plan.highest_near[x.site])
    cdef int i, number, own
    for i in range(plan.neighbours[x.site]):
        number = plan.neighbour[x.site][i]
        own = 2 if synergy.markets else plan.encloses[x.site][i]
        if not synergy.boundless and worth_of(
                1 + most_with(plan, slot, x, standing, &plan.top[slot][number][own], homes), 0) <= found:
            continue
        found = best_turn(plan, slot, g, surroundings_of(g, plan.site[number], number, cache), found, effort)
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
            value = most_of_both(plan, slot, x, plan.nearby[x.site], 1)
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
    value[HOUSE] = <int16_t>most_of_both(plan, slot, x, plan.nearby[x.site], steps.height)
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


cdef inline bint is_no_better_than(
    const Placement* one, int covered, const Placement* other, uint32_t others, int slots,
) noexcept nogil:
    """Return whether a line, with some more quarries covered, is in nothing better than another one."""
    cdef int slot
    if one.covered + covered > other.covered:
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
    if wanted.known != NULL:
        for i in range(wanted.known.count):
            if is_no_better_than(most, 0, &wanted.known.line[i], others, plan.slots):
                return True
    if wanted.pool != NULL:
        for i in range(wanted.pool.lines.count):
            if is_no_better_than(most, wanted.pool.covered, &wanted.pool.lines.line[i], others, plan.slots):
                return True
    return False


cdef int new_sites(const Plan* plan, const Grid* g, Site at, Site* out) noexcept nogil:
    """Write the sites that there were not before the last tile, at `at`: upon and beside it."""
    cdef int reach = 1 if height_on(g, at) > 1 else TOUCH
    cdef int piece = last_piece(g)
    cdef int found = 0
    cdef int row, column, up
    cdef Site site
    for row in range(at.row - reach, at.row + reach + 1):
        for column in range(at.column - reach, at.column + reach + 1):
            for up in range(2):
                site = Site(<uint8_t>up, <uint8_t>row, <uint8_t>column)
                if (plan.number[number_of(site)] < 0 or covers(g, site, piece)) and is_site(g, site):
                    out[found] = site
                    found += 1
    return found


cdef void try_sites(
    const Plan* plan, uint32_t others, const Grid* g, const Site* site, int n, Placement* line, int64_t* effort,
) noexcept nogil:
    """Improve the worths of a line by some sites."""
    cdef Surroundings surroundings
    cdef int i, other
    if not others:
        return
    for i in range(n):
        fill_surroundings(g, site[i], &surroundings)
        for other in range(plan.slots):
            if others >> other & 1:
                line.worth[other] = best_turn(plan, other, g, &surroundings, line.worth[other], effort)


cdef void foresee(
    const Plan* plan, int slot, const Effect* x, uint32_t others, const Placement* floor, Prospect* out,
) noexcept nogil:
    """Write bounds of the worths with each of the other tiles after a tile; none need be less than that of a floor."""
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
            out.known[other] = most_known(
                plan, other, x, &out.synergy, -BOUNDLESS if floor == NULL else <int>(floor.worth[other] >> POINT_BITS))
            out.new[other] = most_new(plan, other, x, slot, &steps)
            out.fresh |= <uint32_t>(out.new[other] > out.known[other]) << other


cdef int64_t best_after_cut(
    const Plan* plan, int slot, const Effect* x, const Grid* g, const Synergy* synergy, int64_t found, int64_t* effort,
) noexcept nogil:
    """Return the greatest worth of a tile where it could be laid before `x` cut off a lake, or `found` if greater."""
    cdef int standing = x.standing + products(plan, slot, x)
    cdef int near = standing + together(plan, slot, x, synergy)
    cdef Surroundings surroundings
    cdef int i, homes, closer
    for i in range(plan.sites):
        closer = closeness(plan.site[i], plan.site[x.site])
        if closer == MET or not is_site(g, plan.site[i]):
            continue
        homes = most_of_both(
            plan, slot, x, plan.touched_on[slot][i], height_on(&plan.grid, plan.site[i]) + 1)
        if synergy.boundless or worth_of(1 + most_with(
                plan, slot, x, near if closer else standing, &plan.top[slot][i][2 if closer else 0], homes), 0) > found:
            fill_surroundings(g, plan.site[i], &surroundings)
            found = best_turn(plan, slot, g, &surroundings, found, effort)
    return found


cdef inline int groups_after(const Plan* plan, const Effect* x) noexcept nogil:
    """Return what is known of the groups of houses after a tile: where it covers some it may cut a group in two."""
    if not x.flags & HOMES:
        return SAME
    return CHANGED if plan.surroundings[x.site].district[HOUSE] & plan.surroundings[x.site].tile else GROWN


cdef bint exceeds(
    const Plan* plan, const Effect* x, uint32_t others, const Grid* g, const Prospect* hope, const Placement* floor,
    const Site* site, int n, bint cut, int64_t* effort,
) noexcept nogil:
    """Return whether a line gets a greater worth than a floor, given the new sites, and whether a lake is cut off."""
    cdef SurroundingsCache cache
    cdef Placement line
    cdef int64_t found
    cdef int groups = groups_after(plan, x)
    cdef int other
    cache.count = 0
    memset(cache.at, 0, sizeof(cache.at))
    for other in range(plan.slots):
        if not others >> other & 1 or hope.known[other] <= floor.worth[other]:
            continue
        if cut:
            found = best_after_cut(plan, other, x, g, &hope.synergy, floor.worth[other], effort)
        else:
            found = best_far(plan, other, x, g, groups, floor.worth[other], effort)
            found = best_near(plan, other, x, g, &hope.synergy, &cache, found, effort)
        if found > floor.worth[other]:
            return True
    for other in range(plan.slots):
        if others >> other & 1 and hope.new[other] > floor.worth[other]:
            line.worth[other] = floor.worth[other]
            try_sites(plan, <uint32_t>1 << other, g, site, n, &line, effort)
            if line.worth[other] > floor.worth[other]:
                return True
    return False


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
    cdef const Placement* floor = wanted.floor
    cdef bint cut
    cdef int n, other
    if floor != NULL and line.covered + wanted.pool.covered > floor.covered:
        floor = NULL
    effort[0] -= FORESIGHT_EFFORT * count_cells(others)
    if plan.neighbours[x.site] < 0:
        find_neighbours(plan, x.site)
    foresee(plan, slot, x, others, floor, &hope)
    most.covered = line.covered
    for other in range(plan.slots):
        line.worth[other] = NOTHING
        most.worth[other] = max(hope.known[other], hope.new[other])
    if is_hopeless(plan, slot, &most, others, wanted):
        return False
    effort[0] -= 10
    cut = build(&plan.grid, plan.tile[slot], plan.site[x.site], x, g)
    n = new_sites(plan, g, plan.site[x.site], site)
    if floor != NULL and not exceeds(plan, x, others, g, &hope, floor, site, n, cut, effort):
        return False
    if cut:
        try_sites(plan, others, g, site, all_sites(g, site), line, effort)
        return True
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


cdef bint try_known(
    const Plan* plan, int slot, const Effect* x, uint32_t others, const Grid* g, const Prospect* hope,
    const Wanted* wanted, Placement* line, Placement* most, int64_t* effort,
) noexcept nogil:
    """Improve the worths of a line by the sites that there were before; return whether it may be better than others.

    `most` bounds the worths, and becomes tighter.
    """
    cdef SurroundingsCache cache
    cdef int64_t found
    cdef int groups = groups_after(plan, x)
    cdef int other
    cache.count = 0
    memset(cache.at, 0, sizeof(cache.at))
    for other in range(plan.slots):
        if others >> other & 1:
            found = best_far(plan, other, x, g, groups, NOTHING, effort)
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
        if is_no_better_than(line, 0, &out.line[i], others, slots):
            if line.move < out.line[i].move and is_no_better_than(&out.line[i], 0, line, others, slots):
                out.line[i].move = line.move
            return True
    for i in range(out.count):
        if not is_no_better_than(&out.line[i], 0, line, others, slots):
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
    foresee(plan, slot, e, others, NULL, &hope)
    for other in range(plan.slots):
        most.worth[other] = max(hope.known[other], hope.new[other])
    return True


cdef bint find_placement(
    Plan* plan, int slot, int number, uint32_t others, WouldHelpFn would_help, void* context, Grid* scratch,
    Placement* out, int64_t* effort,
) noexcept nogil:
    """Write a line, given the number of an effect of its tile; return False if it turns out that it would not help."""
    cdef const Effect* e = &plan.effect[slot][number]
    cdef Wanted wanted = Wanted(NULL, NULL, NULL, would_help, context)
    out.move, out.covered = move_on(plan, slot, e), e.value[STONES]
    return finish_line(plan, slot, e, others, scratch, &wanted, out, effort)


cdef bint want_all(void* context, int slot, const Placement* most) noexcept nogil:
    """Want a line, however good it is."""
    return True


cdef bint finish_all(
    Plan* plan, int slot, const Effect* x, uint32_t others, const Pool* pool, Grid* scratch, Placement* line,
    int64_t* effort,
) noexcept nogil:
    """Write those worths of a line that the limits of a pool have left out; return whether there was memory."""
    cdef Wanted all = Wanted(NULL, NULL, NULL, want_all, NULL)
    cdef int other
    if not pool.rough:
        return want_slots(plan, others, effort) and finish_line(plan, slot, x, others, scratch, &all, line, effort)
    for other in range(plan.slots):
        if (others & ~pool.limits) >> other & 1:
            line.worth[other] = pool.lines.line[0].worth[other]
    return True


cdef bint find_placements(
    Plan* plan, int slot, uint32_t others, const Move* moves, int count, const Pool* pool, Grid* scratch,
    Placements* out, int64_t* effort,
) noexcept nogil:
    """Write the ways to lay a tile before one of the others; return whether memory and effort were enough."""
    cdef const Effect* e
    cdef Wanted wanted = Wanted(NULL, pool, NULL, NULL, NULL)
    cdef uint32_t limits = others if pool == NULL else others & pool.limits
    cdef Placement line
    cdef int i
    out.count = 0
    if pool != NULL and pool.lines.count:
        wanted.floor = &pool.lines.line[0]
    if limits == others:  # else lines must be compared by more than is known while they are looked for
        wanted.known = out
    if not want_slots(plan, limits | <uint32_t>1 << slot, effort):
        return False
    for i in range(plan.effects):
        e = &plan.effect[slot][i]
        line.move = move_on(plan, slot, e)
        if not is_among(line.move, moves, count):
            continue
        line.covered = e.value[STONES]
        if finish_line(plan, slot, e, limits, scratch, &wanted, &line, effort):
            if limits != others and not finish_all(plan, slot, e, others, pool, scratch, &line, effort):
                return False
            if not keep(&line, others, plan.slots, out):
                return False
        if effort[0] < 0:
            return False
    return True
