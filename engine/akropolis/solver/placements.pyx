"""Where one seat lays its last tiles best.

A city never touches another one, so this is a problem for one seat. With one turn left the best place of a tile is the
one of the greatest worth. With two turns left a place of the first tile is as good as what it leaves: stones, and the
best worth with each tile that may be the second. A place that is not better in anything than another one is left out.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.stdlib cimport realloc
from libc.string cimport memset
from urbanist.cext.cells64 cimport count as count_cells
from urbanist.engine.akropolis.position cimport TURNS, move_of, tile_of
from urbanist.engine.akropolis.solver.bounds cimport (
    Pair, WorthBounds, foresee, most_near_on, most_on, most_with_class, pair_of, together,
)
from urbanist.engine.akropolis.solver.effect_table cimport (
    HOUSE, MAX_CLOSE, MAX_CLASSES, MAX_SITES, TOUCH, EffectTable, all_sites, number_of, points_without_houses,
    want_slots,
)
from urbanist.engine.akropolis.solver.grid cimport (
    HOMES, HOUSED, INFINITE, LANES, MET, STONES, Effect, Grid, Site, Surroundings, Synergy, TileMask, build, closeness,
    covers, fill_surroundings, find_effect, height_on, homes_after, homes_beside, is_site, is_sure, last_piece,
    most_joined, most_of_houses, place_at, points_after, tile_masks, worth_anew, worth_of,
)
from urbanist.engine.game cimport Move

cdef enum:
    FORESIGHT_EFFORT = 4  # of bounds for an effect and another tile
    # What is known of the groups of houses when the worth of an effect is wanted.
    SAME = 0  # they are those of the ground for which it was made
    GROWN = 1  # they may have grown, and a site touches no more of them than before
    CHANGED = 2

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
        return -INFINITE
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


cdef inline Move move_on(const EffectTable* table, int slot, const Effect* e) noexcept nogil:
    """Return the move of an effect."""
    return move_of(tile_of(table.tile[slot]), place_at(&table.grid, table.site[e.site], e.turn))


cdef int64_t best_worth(const EffectTable* table, int slot, const Move* moves, int count, Move* best) noexcept nogil:
    """Return the greatest worth after a tile, and write its smallest move; -INFINITE if no place is among the moves."""
    cdef int64_t most = -INFINITE
    cdef int64_t worth
    cdef const Effect* e
    cdef Move move
    cdef int i
    for i in range(table.effects):
        e = &table.effect[slot][i]
        move = move_on(table, slot, e)
        if is_among(move, moves, count):
            worth = worth_on(&table.grid, table.tile[slot], table.site[e.site], e, SAME, NULL, most - 1)
            if worth > most or worth == most and move < best[0]:
                most = worth
                best[0] = move
    return most


# -- two tiles more --------------------------------------------------------------------------------------------------

cdef int bonus(const EffectTable* table, int slot, const Grid* g, int but) noexcept nogil:
    """Return how many points more an effect can bring at most on a ground than on that of the table, but for a kind."""
    cdef int points = 0
    cdef int k, stars, value
    for k in range(LANES):
        if k == but:
            continue
        stars = g.stars[k] - table.grid.stars[k]
        value = g.value[k] - table.grid.value[k]
        points += stars * value
        points += stars * (
            table.grid.value[k] + (table.most_value[slot][k] if stars > 0 else table.least_value[slot][k]))
        points += value * (
            table.grid.stars[k] + (table.most_stars[slot][k] if value > 0 else table.least_stars[slot][k]))
    return points


cdef const Surroundings* surroundings_of(const Grid* g, Site site, int number, SurroundingsCache* cache) noexcept nogil:
    """Return the surroundings of a site, which is made once."""
    if not cache.at[number]:
        fill_surroundings(g, site, &cache.surroundings[cache.count])
        cache.count += 1
        cache.at[number] = <uint8_t>cache.count
    return &cache.surroundings[cache.at[number] - 1]


cdef int64_t best_far(
    const EffectTable* table, int slot, const Effect* x, const Grid* g, int groups, int64_t best, int64_t* effort,
) noexcept nogil:
    """Return the greatest worth of a tile that is not close to the last one, `x`, or `best` if it is greater.

    `groups` says what the last one has done to the groups of houses.
    """
    cdef int64_t[MAX_CLASSES] effect_class  # bounds
    cdef Site at = table.site[x.site]
    cdef int most = bonus(table, slot, g, -1) + 1
    cdef int bare = bonus(table, slot, g, HOUSE) + 1
    cdef int stars = g.stars[HOUSE] + table.stars[slot][HOUSE]
    cdef const Effect* e
    cdef bint more = False
    cdef int i = 0
    cdef int stop = table.plain[slot] if groups != SAME else table.effects
    while i < stop:
        e = &table.effect[slot][i]
        if worth_of(e.standing + most, 0) <= best:
            if i >= table.plain[slot]:
                break
            i = table.plain[slot]
            continue
        i += 1
        effort[0] -= 1
        if not closeness(table.site[e.site], at):
            best = max(best, worth_on(g, table.tile[slot], table.site[e.site], e, groups, NULL, best))
    if groups == SAME:
        return best
    for i in range(table.classes[slot]):
        effect_class[i] = stars * most_with_class(&table.grid, x, &table.effect_class[slot][i])
        more = more or worth_of(<int>(table.effect_class[slot][i].bare + bare + effect_class[i]), 0) > best
    if not more:
        return best
    for i in range(table.plain[slot], table.effects):
        e = &table.effect[slot][i]
        if worth_of(<int>(e.bare + bare + effect_class[e.effect_class]), 0) <= best:
            continue
        effort[0] -= 1
        if not closeness(table.site[e.site], at):
            best = max(best, worth_on(g, table.tile[slot], table.site[e.site], e, groups, NULL, best))
    return best


cdef int64_t best_turn(
    const EffectTable* table, int slot, const Grid* g, const Surroundings* surroundings, int64_t best, int64_t* effort,
) noexcept nogil:
    """Return the greatest worth of a tile in some surroundings, or `best` if it is greater."""
    cdef Effect e
    cdef int turn
    effort[0] -= TURNS
    for turn in range(TURNS):
        find_effect(g, surroundings, &tile_masks[table.tile[slot]][surroundings.site.up][turn], &e)
        e.turn = <uint8_t>turn
        best = max(best, worth_on(g, table.tile[slot], surroundings.site, &e, CHANGED, surroundings, best))
    return best


cdef int64_t best_near(
    const EffectTable* table, int slot, const Effect* x, const Grid* g, const Synergy* synergy,
    SurroundingsCache* cache, int64_t best, int64_t* effort,
) noexcept nogil:
    """Return the greatest worth of a tile on a site close to `x` that there was before, or `best` if it is greater."""
    cdef Pair pair = pair_of(table, x, slot)
    cdef int i, number
    for i in range(table.neighbours[x.site]):
        number = table.neighbour[x.site][i]
        if not synergy.boundless and worth_of(1 + most_near_on(table, &pair, synergy, i), 0) <= best:
            continue
        best = best_turn(table, slot, g, surroundings_of(g, table.site[number], number, cache), best, effort)
    return best


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
    const EffectTable* table, int slot, const Placement* most, uint32_t others, const Wanted* wanted,
) noexcept nogil:
    """Return whether a line is not wanted that is at most so good."""
    cdef int i
    if wanted.would_help != NULL:
        return not wanted.would_help(wanted.context, slot, most)
    if wanted.known != NULL:
        for i in range(wanted.known.count):
            if is_no_better_than(most, 0, &wanted.known.line[i], others, table.slots):
                return True
    if wanted.pool != NULL:
        for i in range(wanted.pool.lines.count):
            if is_no_better_than(most, wanted.pool.covered, &wanted.pool.lines.line[i], others, table.slots):
                return True
    return False


cdef int new_sites(const EffectTable* table, const Grid* g, Site at, Site* out) noexcept nogil:
    """Write the sites that there were not before the last tile, at `at`: upon and beside it."""
    cdef int reach = 1 if height_on(g, at) > 1 else TOUCH
    cdef int piece = last_piece(g)
    cdef int count = 0
    cdef int row, column, up
    cdef Site site
    for row in range(at.row - reach, at.row + reach + 1):
        for column in range(at.column - reach, at.column + reach + 1):
            for up in range(2):
                site = Site(<uint8_t>up, <uint8_t>row, <uint8_t>column)
                if (table.number[number_of(site)] < 0 or covers(g, site, piece)) and is_site(g, site):
                    out[count] = site
                    count += 1
    return count


cdef void try_sites(
    const EffectTable* table, uint32_t others, const Grid* g, const Site* site, int n, Placement* line, int64_t* effort,
) noexcept nogil:
    """Improve the worths of a line by some sites."""
    cdef Surroundings surroundings
    cdef int i, other
    if not others:
        return
    for i in range(n):
        fill_surroundings(g, site[i], &surroundings)
        for other in range(table.slots):
            if others >> other & 1:
                line.worth[other] = best_turn(table, other, g, &surroundings, line.worth[other], effort)


cdef int64_t best_after_cut(
    const EffectTable* table, int slot, const Effect* x, const Grid* g, const Synergy* synergy, int64_t best,
    int64_t* effort,
) noexcept nogil:
    """Return the greatest worth of a tile where it could be laid before `x` cut off a lake, or `best` if greater."""
    cdef Pair pair = pair_of(table, x, slot)
    cdef Surroundings surroundings
    cdef int near = together(table, &pair, synergy, True, table.highest)
    cdef int i, closer
    for i in range(table.sites):
        closer = closeness(table.site[i], table.site[x.site])
        if closer == MET or not is_site(g, table.site[i]):
            continue
        if synergy.boundless or worth_of(
                1 + most_on(table, &pair, i, 2 if closer else 0, near if closer else 0), 0) > best:
            fill_surroundings(g, table.site[i], &surroundings)
            best = best_turn(table, slot, g, &surroundings, best, effort)
    return best


cdef inline void write_most(const WorthBounds* bounds, uint32_t others, int slots, Placement* out) noexcept nogil:
    """Write bounds as worths of a line."""
    cdef int other
    for other in range(slots):
        out.worth[other] = -INFINITE
        if others >> other & 1:
            out.worth[other] = max(bounds.far[other], bounds.near[other], bounds.new[other])


cdef inline int groups_after(const EffectTable* table, const Effect* x) noexcept nogil:
    """Return what is known of the groups of houses after a tile: where it covers some it may cut a group in two."""
    if not x.flags & HOMES:
        return SAME
    return CHANGED if table.surroundings[x.site].district[HOUSE] & table.surroundings[x.site].tile else GROWN


cdef bint may_exceed(
    const EffectTable* table, uint32_t others, const WorthBounds* bounds, const Placement* floor,
) noexcept nogil:
    """Return whether bounds allow a greater worth than a floor."""
    cdef int other
    for other in range(table.slots):
        if others >> other & 1 and max(bounds.far[other], bounds.near[other], bounds.new[other]) > floor.worth[other]:
            return True
    return False


cdef bint exceeds(
    const EffectTable* table, const Effect* x, uint32_t others, const Grid* g, const WorthBounds* bounds,
    const Placement* floor, const Site* site, int n, bint cut, int64_t* effort,
) noexcept nogil:
    """Return whether a line gets a greater worth than a floor, given the new sites, and whether a lake is cut off."""
    cdef SurroundingsCache cache
    cdef Placement line
    cdef int64_t known
    cdef int groups = groups_after(table, x)
    cdef int other
    cache.count = 0
    memset(cache.at, 0, sizeof(cache.at))
    for other in range(table.slots):
        if not others >> other & 1:
            continue
        known = floor.worth[other]
        if cut and max(bounds.far[other], bounds.near[other]) > known:
            known = best_after_cut(table, other, x, g, &bounds.synergy, known, effort)
        if not cut and bounds.far[other] > known:
            known = best_far(table, other, x, g, groups, known, effort)
        if not cut and bounds.near[other] > known:
            known = best_near(table, other, x, g, &bounds.synergy, &cache, known, effort)
        if known > floor.worth[other]:
            return True
    for other in range(table.slots):
        if others >> other & 1 and bounds.new[other] > floor.worth[other]:
            line.worth[other] = floor.worth[other]
            try_sites(table, <uint32_t>1 << other, g, site, n, &line, effort)
            if line.worth[other] > floor.worth[other]:
                return True
    return False


cdef bint finish_line(
    EffectTable* table, int slot, const Effect* x, uint32_t others, Grid* g, const Wanted* wanted, Placement* line,
    int64_t* effort,
) noexcept nogil:
    """Write the greatest worth with each of the other tiles after a tile; `g` becomes the ground after it.

    Return whether this was worth while: a line that is surely not wanted is not finished. Without memory no effort is
    left.
    """
    cdef Site[MAX_SITES] site
    cdef WorthBounds bounds
    cdef Placement most
    cdef const Placement* floor = wanted.floor
    cdef uint32_t first = 0  # tiles for which it may be better than the floor
    cdef bint cut
    cdef int n, other
    if floor != NULL and line.covered + wanted.pool.covered > floor.covered:
        floor = NULL
    bounds.fresh = 0
    if floor != NULL:
        first = wanted.pool.open
        effort[0] -= FORESIGHT_EFFORT * count_cells(first)
        foresee(table, slot, x, first, floor.worth, &bounds)
        if not may_exceed(table, first, &bounds, floor):
            return False
    if not want_slots(table, others, effort):
        effort[0] = -1
        return False
    if others & ~first:
        effort[0] -= FORESIGHT_EFFORT * count_cells(others & ~first)
        if floor == NULL:
            foresee(table, slot, x, others, NULL, &bounds)
        else:
            foresee(table, slot, x, others & ~first, floor.worth, &bounds)
    most.covered = line.covered
    for other in range(table.slots):
        line.worth[other] = -INFINITE
    write_most(&bounds, others, table.slots, &most)
    if is_hopeless(table, slot, &most, others, wanted):
        return False
    effort[0] -= 10
    cut = build(&table.grid, table.tile[slot], table.site[x.site], x, g)
    n = new_sites(table, g, table.site[x.site], site)
    if floor != NULL and not exceeds(table, x, first, g, &bounds, floor, site, n, cut, effort):
        return False
    if cut:
        try_sites(table, others, g, site, all_sites(g, site), line, effort)
        return True
    try_sites(table, bounds.fresh, g, site, n, line, effort)
    for other in range(table.slots):
        if others >> other & 1:
            most.worth[other] = max(bounds.far[other], bounds.near[other], line.worth[other])
    if is_hopeless(table, slot, &most, others, wanted) or not try_known(
            table, slot, x, others, g, &bounds, wanted, line, &most, effort):
        return False
    for other in range(table.slots):
        if others >> other & 1 and bounds.new[other] <= line.worth[other]:
            others &= ~(<uint32_t>1 << other)
    try_sites(table, others & ~bounds.fresh, g, site, n, line, effort)
    return True


cdef bint try_known(
    const EffectTable* table, int slot, const Effect* x, uint32_t others, const Grid* g, const WorthBounds* bounds,
    const Wanted* wanted, Placement* line, Placement* most,
    int64_t* effort,
) noexcept nogil:
    """Improve the worths of a line by the sites that there were before; return whether it may be better than others.

    `most` bounds the worths, and becomes tighter.
    """
    cdef SurroundingsCache cache
    cdef int64_t far
    cdef int groups = groups_after(table, x)
    cdef int other
    cache.count = 0
    memset(cache.at, 0, sizeof(cache.at))
    for other in range(table.slots):
        if others >> other & 1:
            far = best_far(table, other, x, g, groups, -INFINITE, effort)
            line.worth[other] = best_near(
                table, other, x, g, &bounds.synergy, &cache, max(line.worth[other], far), effort)
            most.worth[other] = line.worth[other]
            if not bounds.fresh >> other & 1:
                most.worth[other] = max(most.worth[other], bounds.new[other])
            if is_hopeless(table, slot, most, others, wanted):
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
    EffectTable* table, int slot, int number, uint32_t others, const Move* moves, int count, Placement* most,
    int64_t* effort,
) noexcept nogil:
    """Write bounds of a line, given the number of an effect of its tile; return whether it is among the moves."""
    cdef const Effect* e = &table.effect[slot][number]
    cdef WorthBounds bounds
    bounds.fresh = 0
    most.move = move_on(table, slot, e)
    if not is_among(most.move, moves, count):
        return False
    most.covered = e.value[STONES]
    effort[0] -= FORESIGHT_EFFORT * count_cells(others)
    foresee(table, slot, e, others, NULL, &bounds)
    write_most(&bounds, others, table.slots, most)
    return True


cdef bint find_placement(
    EffectTable* table, int slot, int number, uint32_t others, WouldHelpFn would_help, void* context, Grid* scratch,
    Placement* out, int64_t* effort,
) noexcept nogil:
    """Write a line, given the number of an effect of its tile; return False if it turns out that it would not help."""
    cdef const Effect* e = &table.effect[slot][number]
    cdef Wanted wanted = Wanted(NULL, NULL, NULL, would_help, context)
    out.move, out.covered = move_on(table, slot, e), e.value[STONES]
    return finish_line(table, slot, e, others, scratch, &wanted, out, effort)


cdef bint want_all(void* context, int slot, const Placement* most) noexcept nogil:
    """Want a line, however good it is."""
    return True


cdef bint finish_all(
    EffectTable* table, int slot, const Effect* x, uint32_t others, Grid* scratch, Placement* line, int64_t* effort,
) noexcept nogil:
    """Write all worths of a line, those that the limits of a pool left out too; return whether there was memory."""
    cdef Wanted all = Wanted(NULL, NULL, NULL, want_all, NULL)
    return want_slots(table, others, effort) and finish_line(table, slot, x, others, scratch, &all, line, effort)


cdef bint find_placements(
    EffectTable* table, int slot, uint32_t others, const Move* moves, int count, const Pool* pool, int most,
    Grid* scratch, Placements* out, int64_t* effort,
) noexcept nogil:
    """Write more ways to lay a tile before one of the others, of its next `most` effects.

    Return whether memory and effort were enough.
    """
    cdef const Effect* e
    cdef Wanted wanted = Wanted(NULL, pool, NULL, NULL, NULL)
    cdef uint32_t limits = others if pool == NULL else others & pool.limits
    cdef Placement line
    if pool != NULL and pool.lines.count:
        wanted.floor = &pool.lines.line[0]
    if limits == others:  # else lines must be compared by more than is known while they are looked for
        wanted.known = out
    if not want_slots(table, (limits if pool == NULL else pool.open) | <uint32_t>1 << slot, effort):
        return False
    while out.tried < table.effects and most > 0:
        e = &table.effect[slot][out.tried]
        out.tried += 1
        line.move = move_on(table, slot, e)
        if not is_among(line.move, moves, count):
            continue
        most -= 1
        line.covered = e.value[STONES]
        if finish_line(table, slot, e, limits, scratch, &wanted, &line, effort):
            if limits != others and not finish_all(table, slot, e, others, scratch, &line, effort):
                return False
            if not keep(&line, others, table.slots, out):
                return False
        if effort[0] < 0:
            return False
    return True
