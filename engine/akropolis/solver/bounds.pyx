"""Bounds of what a city is worth after a tile and one more, before either is laid.

The first tile is an effect, `x`. The later one lies far from it, so that both change what each changes alone; or close
to it, where they may be worth more together (`Synergy`); or upon or beside it, where it could not be laid before.
"""

from libc.stdint cimport int16_t, int64_t, uint32_t, uint64_t
from urbanist.cext.cells64 cimport first as first_cell
from urbanist.engine.akropolis.bitboards cimport value_of_group
from urbanist.engine.akropolis.position cimport BARRACKS, CORNERS, MARKETS, TEMPLES
from urbanist.engine.akropolis.solver.effect_table cimport (
    HOUSE, MAX_CLASSES, EffectClass, EffectTable, Top, find_neighbours, look_around,
)
from urbanist.engine.akropolis.solver.grid cimport (
    COVERS, HOMES, INFINITE_POINTS, LANES, POINT_BITS, STONES, Effect, FollowUp, FollowUps, Grid, Site, Surroundings,
    Synergy, TileMask, closeness, find_follow_ups, find_synergy, sum_of_products, tile_masks, worth_of,
)

cdef enum:
    MARKET = MARKETS - 1  # kinds, counted from 0
    BARRACK = BARRACKS - 1
    TEMPLE = TEMPLES - 1


# -- both tiles ------------------------------------------------------------------------------------------------------

cdef inline int product(const EffectTable* table, const Effect* x, int slot, int k) noexcept nogil:
    """Return how many points the products of changes of a kind by `x` and by a tile bring at most."""
    return (
        max(x.stars[k] * table.most_value[slot][k], x.stars[k] * table.least_value[slot][k], 0)
        + max(x.value[k] * table.most_stars[slot][k], x.value[k] * table.least_stars[slot][k], 0))


cdef Pair pair_of(const EffectTable* table, const Effect* x, int slot) noexcept nogil:
    """Return an effect and a later tile."""
    cdef const Grid* g = &table.grid
    cdef Pair pair
    cdef int stars = g.stars[HOUSE] + x.stars[HOUSE]
    cdef int k
    pair.x, pair.slot = x, slot
    pair.more = x.standing - table.points
    for k in range(LANES):
        pair.more += product(table, x, slot, k)
    pair.homes = g.value[HOUSE] + x.value[HOUSE]
    pair.stars = stars + table.stars[slot][HOUSE]
    pair.bare = pair.more - stars * pair.homes - product(table, x, slot, HOUSE) + g.stars[HOUSE] * g.value[HOUSE]
    return pair


cdef inline int tall_of(const Grid* g, uint64_t groups) noexcept nogil:
    """Return the sum of the heights of some groups of houses."""
    cdef int levels = 0
    while groups:
        levels += g.tall[first_cell(groups)]
        groups &= groups - 1
    return levels


cdef inline int most_homes(const EffectTable* table, const Pair* pair, uint64_t touched, int height) noexcept nogil:
    """Return the greatest value of houses after both tiles if the later one may touch some groups.

    It gets this height at most, 1 on the ground.
    """
    cdef const Grid* g = &table.grid
    cdef int laid = table.districts[pair.slot][HOUSE]
    cdef int tall = tall_of(g, pair.x.touched | touched if laid else pair.x.touched) + pair.x.homes + laid * height
    if height > 1 or pair.x.flags & COVERS:
        tall = max(tall, g.reach[1])  # another group than before may be the counted one
    return max(pair.homes, value_of_group(tall, g.options & 1))


cdef int most_with_class(const Grid* g, const Effect* x, const EffectClass* effect_class) noexcept nogil:
    """Return the greatest value of houses after `x` and an effect of a class that is not close to it."""
    cdef int tall = 0
    if x.touched & effect_class.touched:
        tall = tall_of(g, x.touched | effect_class.touched) + x.homes + effect_class.homes
    if effect_class.covers or x.flags & COVERS:
        # Another group than before may be the counted one.
        tall = max(
            tall, g.reach[1], tall_of(g, x.touched) + x.homes, tall_of(g, effect_class.touched) + effect_class.homes)
    return max(<int>g.value[HOUSE] + x.value[HOUSE], effect_class.value, value_of_group(tall, g.options & 1))


cdef inline int most_with(const Pair* pair, const Top* top, int homes) noexcept nogil:
    """Return the most points after both tiles, but for a synergy, if the later one alone leads to a top of some sites.

    `homes` bounds the value of houses after both.
    """
    if not pair.x.flags & HOMES:
        return pair.more + max(<int>top.plain, <int>top.homes)
    return max(pair.more + top.plain, pair.bare + top.bare + pair.stars * homes)


cdef int most_on(const EffectTable* table, const Pair* pair, int number, int own, int more) noexcept nogil:
    """Return the most points if the later tile lies on a site that there is before, given how many both bring more.

    `own` is 0, or more if temples (1) and markets (2) of the later tile may count that would not count before.
    """
    cdef int homes = 0
    if pair.x.flags & HOMES:
        homes = most_homes(
            table, pair, table.touched_on[pair.slot][number], table.surroundings[number].height + 1)
    return more + most_with(pair, &table.top[pair.slot][number][own], homes)


# -- far from the first one ------------------------------------------------------------------------------------------

cdef inline int points_of_both(const Grid* g, const Effect* one, const Effect* other) noexcept nogil:
    """Return the points after two effects that do not influence each other."""
    cdef int points = 0
    cdef int k
    for k in range(LANES):
        points += (<int>g.stars[k] + one.stars[k] + other.stars[k]) * (<int>g.value[k] + one.value[k] + other.value[k])
    return points


cdef int most_far(const EffectTable* table, const Pair* pair, int best) noexcept nogil:
    """Return the most points after `x` and a tile that is not close to it, or `best` if more."""
    cdef const Effect* x = pair.x
    cdef const Effect* effect = table.effect[pair.slot]
    cdef Site at = table.site[x.site]
    cdef int plain = table.plain[pair.slot]
    cdef int stop = plain if x.flags & HOMES else table.effects
    cdef int i = 0
    while i < stop:
        if pair.more + effect[i].standing <= best:
            if i >= plain:
                break
            i = plain
            continue
        if not closeness(table.site[effect[i].site], at):
            best = max(best, points_of_both(&table.grid, x, &effect[i]))
        i += 1
    if x.flags & HOMES:
        best = max(best, most_far_of_homes(table, pair, best))
    return best


cdef int most_far_of_homes(const EffectTable* table, const Pair* pair, int best) noexcept nogil:
    """Return the most points after `x` with HOMES and another such tile that is not close to it, or `best` if more."""
    cdef const Grid* g = &table.grid
    cdef int[MAX_CLASSES] most, homes
    cdef const Effect* x = pair.x
    cdef Site at = table.site[x.site]
    cdef const Effect* e
    cdef int stars = g.stars[HOUSE] + x.stars[HOUSE]
    cdef int i, k, points
    cdef bint more = False
    for i in range(table.classes[pair.slot]):
        homes[i] = most_with_class(g, x, &table.effect_class[pair.slot][i])
        most[i] = pair.bare + pair.stars * homes[i]
        more = more or most[i] + table.effect_class[pair.slot][i].bare > best
    if not more:
        return best
    for i in range(table.plain[pair.slot], table.effects):
        e = &table.effect[pair.slot][i]
        if most[e.effect_class] + e.bare <= best or closeness(table.site[e.site], at):
            continue
        points = 0
        for k in range(LANES):
            if k != HOUSE:
                points += (g.stars[k] + x.stars[k] + e.stars[k]) * (g.value[k] + x.value[k] + e.value[k])
        best = max(best, points + (stars + e.stars[HOUSE]) * homes[e.effect_class])
    return best


# -- close to it -----------------------------------------------------------------------------------------------------

cdef int together(
    const EffectTable* table, const Pair* pair, const Synergy* synergy, bint encloses, int height,
) noexcept nogil:
    """Return how many points a tile may gain at most from a close one, `x`, beyond its top before that one.

    It gets this height at most, and may be the last tile around a temple of `x`, or `x` around one of its temples.
    """
    cdef const Grid* g = &table.grid
    cdef int points = 0
    cdef int k
    for k in range(LANES):
        if synergy.value[k] > 0:
            points += (g.stars[k] + pair.x.stars[k] + table.stars[pair.slot][k]) * synergy.value[k]
        if k == TEMPLE and encloses or k == MARKET and synergy.markets:
            points += (
                max(<int>pair.x.stars[k], 0) * (1 + (g.options >> k & 1)) * height * table.districts[pair.slot][k])
    return points


cdef int most_near_on(const EffectTable* table, const Pair* pair, const Synergy* synergy, int i) noexcept nogil:
    """Return the most points of a tile on a site close to `x` that there is before, given its place in the list."""
    cdef int number = table.neighbour[pair.x.site][i]
    cdef bint encloses = table.encloses[pair.x.site][i]
    return most_on(
        table, pair, number, 2 if synergy.markets else encloses,
        together(table, pair, synergy, encloses, table.surroundings[number].height + 1))


cdef int most_near(EffectTable* table, const Pair* pair, const Synergy* synergy) noexcept nogil:
    """Return a bound of the points of a tile on all sites close to `x` that there are before."""
    cdef int site = pair.x.site
    if not table.known[pair.slot][site]:
        look_around(table, pair.slot, site)
    return together(table, pair, synergy, table.encloses_any[site], table.highest_near[site]) + most_with(
        pair, &table.around[pair.slot][site][synergy.markets],
        most_homes(table, pair, table.touched[pair.slot][site], table.highest_near[site]))


# -- upon and beside it ----------------------------------------------------------------------------------------------

cdef int most_beside(const EffectTable* table, const Pair* pair, int first) noexcept nogil:
    """Return a bound of the points of a tile beside `x`, of slot `first`, on the ground and beside nothing else.

    There no temple counts, but it may be the last hex around a temple of `x`.
    """
    cdef const Grid* g = &table.grid
    cdef const Effect* x = pair.x
    cdef int points = 0
    cdef int k, value, times
    for k in range(LANES):
        value = g.value[k] + x.value[k]
        times = 1 + (g.options >> k & 1)
        if k == HOUSE:
            value = most_homes(table, pair, table.nearby[x.site], 1)
        elif k == TEMPLE:
            value += times * table.districts[first][k]
        elif k != STONES:
            value += times * table.districts[pair.slot][k]
        if k == MARKET and times == 2:
            value += 2 * table.districts[first][k]
        points += (g.stars[k] + x.stars[k] + table.stars[pair.slot][k]) * value
    return points


cdef int most_upon(
    const EffectTable* table, const Pair* pair, int first, const Surroundings* surroundings, const TileMask* mark,
    FollowUps* steps, int least,
) noexcept nogil:
    """Return a bound of the points of a tile that covers a part of `x`, of slot `first`; rough if below `least`.

    The places where it can do so are found when they are needed first: `steps` has a height of 0 before.
    """
    cdef const Grid* g = &table.grid
    cdef const Effect* x = pair.x
    cdef const FollowUp* step
    cdef int16_t[LANES] stars, value, more, sum
    cdef int height = surroundings.height + 2
    cdef int best = -INFINITE_POINTS
    cdef int i, k, laid
    for k in range(LANES):
        stars[k] = g.stars[k] + x.stars[k] + table.stars[pair.slot][k]
        value[k] = g.value[k] + x.value[k]
        more[k] = (1 + (g.options >> k & 1)) * height * table.districts[pair.slot][k] if k != HOUSE else 0
    value[HOUSE] = <int16_t>most_homes(table, pair, table.nearby[x.site], height)
    if g.options >> MARKET & 1:
        value[MARKET] = <int16_t>max(
            <int>value[MARKET], 2 * (g.markets_tall + height * table.districts[pair.slot][MARKET] + x.markets))
    if steps.height == 0:
        for k in range(LANES):
            sum[k] = value[k] + more[k]
        sum[STONES] += CORNERS
        sum[MARKET] = <int16_t>max(  # as if all markets counted: those that are covered free others
            <int>value[MARKET], g.markets_tall + (height - 1) * table.districts[first][MARKET]) + more[MARKET]
        best = sum_of_products(stars, sum)
        if best < least and not g.options >> MARKET & 1:
            return best
        find_follow_ups(g, surroundings, mark, steps)
        best = -INFINITE_POINTS
    for i in range(steps.count):
        step = &steps.step[i]
        for k in range(LANES):
            laid = more[k] if k != MARKET or step.markets else 0
            laid = laid if k != BARRACK or step.barracks else 0
            laid = laid if k != TEMPLE or step.temples else 0
            sum[k] = value[k] - step.lost[k] + laid
        best = max(best, sum_of_products(stars, sum))
    return best


# -- all of them -----------------------------------------------------------------------------------------------------

cdef void foresee(
    EffectTable* table, int slot, const Effect* x, uint32_t others, const int64_t* floor, WorthBounds* out,
) noexcept nogil:
    """Write bounds of the worths with some other tiles after a tile; none need be less than that of a floor.

    What is fresh is added.
    """
    cdef const Surroundings* surroundings = &table.surroundings[x.site]
    cdef const TileMask* mark = &tile_masks[table.tile[slot]][surroundings.site.up][x.turn]
    cdef FollowUps steps
    cdef Pair pair
    cdef int other, least, points
    if table.neighbours[x.site] < 0:
        find_neighbours(table, x.site)
    find_synergy(&table.grid, surroundings, mark, x, &out.synergy)
    steps.height = 0
    for other in range(table.slots):
        if not others >> other & 1:
            continue
        least = -INFINITE_POINTS if floor == NULL else <int>(floor[other] >> POINT_BITS)
        pair = pair_of(table, x, other)
        points = most_upon(table, &pair, slot, surroundings, mark, &steps, least)
        if surroundings.height == 0:
            points = max(points, most_beside(table, &pair, slot))
        out.new[other] = worth_of(points + 1, 0)
        if out.synergy.boundless:
            out.far[other] = out.near[other] = worth_of(INFINITE_POINTS, 0)
        else:
            out.far[other] = worth_of(1 + most_far(table, &pair, least - 1), 0)
            out.near[other] = worth_of(1 + most_near(table, &pair, &out.synergy), 0)
        out.fresh |= <uint32_t>(out.new[other] > max(out.far[other], out.near[other])) << other
