"""Where one seat lays its last tiles best.

A city never touches another one, so this is a problem for one seat. With one turn left the best place of a tile is the
one of the greatest worth. With two turns left a place of the first tile is as good as what it leaves: stones, and the
best worth with each tile that may be the second. A place that is not better in anything than another one is left out.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc, qsort, realloc
from libc.string cimport memset
from urbanist.cext.cells64 cimport count as count_cells
from urbanist.engine.akropolis.ground cimport (
    AREA, HOMES, LANES, SIDE, STONES, UNSURE, Effect, Ground, Print, Sight, Site, Synergy, are_close, break_ground,
    build, covers, find_sites, find_synergy, height_on, homes_after, homes_beside, judge, last_piece, look,
    place_at, points_after, prints_on_spot, worth_anew, worth_of,
)
from urbanist.engine.akropolis.position cimport TURNS, City, move_of
from urbanist.engine.akropolis.survey cimport value_of_group
from urbanist.engine.game cimport Move

cdef enum:
    BOUNDLESS = 100_000  # more points than any city has
    MOST_CLOSE = 98  # triangles of two kinds in a square of seven rows
    REACH = 3  # rows and columns between the marks of sites that are close, at most

cdef int64_t NOTHING = -(1 << 60)


cdef struct Glances:
    # Sights of sites that are close to a tile, by the number of the site.
    int count
    uint8_t[MOST_SITES] at  # 0: none yet
    Sight[MOST_CLOSE] sight


# -- all effects on a ground -----------------------------------------------------------------------------------------

cdef int is_worse(const void* one, const void* other) noexcept nogil:
    """Compare two effects for `qsort`: those without HOMES first, then by standing, site and turn."""
    cdef const Effect* a = <const Effect*>one
    cdef const Effect* b = <const Effect*>other
    if (a.flags ^ b.flags) & HOMES:
        return 1 if a.flags & HOMES else -1
    if a.standing != b.standing:
        return 1 if a.standing < b.standing else -1
    return a.site * TURNS + a.turn - b.site * TURNS - b.turn


cdef void fill_slot(Plan* plan, int slot) noexcept nogil:
    """Sort the effects of a tile, and note the greatest changes."""
    cdef Effect* effect = plan.effect[slot]
    cdef int i, k
    cdef const Print* mark = &prints_on_spot[plan.tile[slot]][0][0]
    for k in range(LANES):
        plan.districts[slot][k] = <int16_t>count_cells(mark.district[k])
        plan.stars[slot][k] = mark.stars[k]
    qsort(effect, plan.effects, sizeof(Effect), is_worse)
    plan.plain[slot] = 0
    for k in range(LANES):
        plan.most_stars[slot][k] = plan.most_value[slot][k] = -1000
    for i in range(plan.effects):
        plan.plain[slot] += not effect[i].flags & HOMES
        for k in range(LANES):
            plan.most_stars[slot][k] = max(plan.most_stars[slot][k], effect[i].stars[k])
            plan.most_value[slot][k] = max(plan.most_value[slot][k], effect[i].value[k])


cdef inline int number_of(Site site) noexcept nogil:
    """Return the place of a triangle in `Plan.number`."""
    return site.up * AREA + site.row * SIDE + site.column


cdef int all_sites(const Ground* g, Site* out) noexcept nogil:
    """Write all sites of a ground; return their number."""
    return find_sites(g, REACH, REACH, g.rows - REACH, SIDE - 2 * REACH, out, MOST_SITES)


cdef Plan* new_plan(
    const City* city, int stones, int options, const uint8_t* tile, int slots, int64_t* effort,
) noexcept nogil:
    """Return all that these tiles can change in a city; NULL if there is no room."""
    cdef Plan* plan = <Plan*>malloc(sizeof(Plan))
    cdef Effect* e
    cdef Sight sight
    cdef int i, slot, turn
    if plan == NULL:
        return NULL
    for slot in range(MOST_SLOTS):
        plan.effect[slot] = NULL
    if not break_ground(city, stones, options, &plan.ground):
        free_plan(plan)
        return NULL
    plan.slots = slots
    plan.sites = all_sites(&plan.ground, plan.site)
    plan.effects = plan.sites * TURNS
    memset(plan.number, 255, sizeof(plan.number))
    plan.highest = 0
    for i in range(plan.sites):
        plan.number[number_of(plan.site[i])] = <int16_t>i
        plan.highest = max(plan.highest, height_on(&plan.ground, plan.site[i]) + 1)
    for slot in range(slots):
        plan.tile[slot] = tile[slot]
        plan.effect[slot] = <Effect*>malloc(plan.effects * sizeof(Effect))
        if plan.effect[slot] == NULL:
            free_plan(plan)
            return NULL
    for i in range(plan.sites):
        look(&plan.ground, plan.site[i], &sight)
        for slot in range(slots):
            for turn in range(TURNS):
                e = &plan.effect[slot][i * TURNS + turn]
                judge(&plan.ground, &sight, &prints_on_spot[tile[slot]][plan.site[i].up][turn], e)
                e.site, e.turn = <int16_t>i, <uint8_t>turn
                e.standing = <int16_t>points_after(&plan.ground, e)
    for slot in range(slots):
        fill_slot(plan, slot)
    effort[0] -= plan.effects * slots
    return plan


cdef void free_plan(Plan* plan) noexcept nogil:
    """Free a plan; NULL is allowed."""
    cdef int slot
    if plan == NULL:
        return
    for slot in range(MOST_SLOTS):
        free(plan.effect[slot])
    free(plan)


# -- one tile more ---------------------------------------------------------------------------------------------------

cdef int64_t worth_on(
    const Ground* g, int tile, Site site, const Effect* e, const Sight* known, int64_t least,
) noexcept nogil:
    """Return the worth of a city after an effect, or any smaller number if it is not more than `least`.

    The sight of the site on this ground may be known; else NULL.
    """
    cdef int points = points_after(g, e)
    cdef int stones = g.value[STONES] + e.value[STONES]
    cdef Sight sight
    cdef int homes
    if e.flags == 0:
        return worth_of(points, stones)
    if e.flags & HOMES:
        if worth_at_most(g, e, 0) <= least:
            return NOTHING
        if e.flags & UNSURE:
            return worth_anew(g, tile, site, e.turn)
        homes = homes_beside(g, site, &prints_on_spot[tile][site.up][e.turn])
        if homes >= 0:
            return worth_of(points + (g.stars[0] + e.stars[0]) * (homes - g.value[0]), stones)
        if known == NULL:
            look(g, site, &sight)
            known = &sight
        homes = homes_after(g, known, &prints_on_spot[tile][site.up][e.turn])
        if homes < 0:
            return worth_anew(g, tile, site, e.turn)
        return worth_of(points + (g.stars[0] + e.stars[0]) * (homes - g.value[0]), stones)
    return worth_anew(g, tile, site, e.turn) if worth_of(points, stones) > least else NOTHING


cdef int64_t worth_at_most(const Ground* g, const Effect* e, int more) noexcept nogil:
    """Return a bound of the worth of a city after an effect that may bring more points than it says."""
    cdef int points = points_after(g, e) + more
    if e.flags & HOMES:
        points += (g.stars[0] + e.stars[0]) * (value_of_group(g.all_tall + e.homes, g.options & 1) - g.value[0])
    return worth_of(points, g.value[STONES] + e.value[STONES])


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
    return move_of(plan.tile[slot], place_at(&plan.ground, plan.site[e.site], e.turn))


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
            worth = worth_on(&plan.ground, plan.tile[slot], plan.site[e.site], e, NULL, found - 1)
            if worth > found or worth == found and move < best[0]:
                found = worth
                best[0] = move
    return found


# -- two tiles more --------------------------------------------------------------------------------------------------

cdef int bonus(const Plan* plan, int slot, const Ground* g) noexcept nogil:
    """Return how many points more an effect without HOMES can bring at most on a ground than on that of the plan."""
    cdef int found = 0
    cdef int k, stars, value
    for k in range(LANES):
        stars = g.stars[k] - plan.ground.stars[k]
        value = g.value[k] - plan.ground.value[k]
        found += stars * value
        found += stars * (plan.ground.value[k] + (plan.most_value[slot][k] if stars > 0 else -plan.ground.value[k]))
        found += value * (plan.ground.stars[k] + (plan.most_stars[slot][k] if value > 0 else -plan.ground.stars[k]))
    return found


cdef int synergy_of(const Plan* plan, int slot, const Ground* g, const Synergy* synergy) noexcept nogil:
    """Return how many points a tile may gain at most from a close one, beyond its effect before that one."""
    cdef int found = 0
    cdef int k, value
    if synergy.boundless:
        return BOUNDLESS
    for k in range(LANES):
        value = synergy.value[k]
        if synergy.own[k]:
            value += 2 * plan.highest * plan.districts[slot][k]
        found += (g.stars[k] + plan.stars[slot][k]) * value
    return found


cdef const Sight* glance(const Ground* g, Site site, int number, Glances* glances) noexcept nogil:
    """Return the sight of a site, which is made once."""
    if not glances.at[number]:
        look(g, site, &glances.sight[glances.count])
        glances.count += 1
        glances.at[number] = <uint8_t>glances.count
    return &glances.sight[glances.at[number] - 1]


cdef int64_t best_known(
    const Plan* plan, int slot, const Ground* g, Site at, const Synergy* synergy, Glances* glances,
    int64_t* effort,
) noexcept nogil:
    """Return the greatest worth of a tile where it could be laid before the last one, at `at`, too."""
    cdef int64_t found = NOTHING
    cdef int more = bonus(plan, slot, g)
    cdef int together = synergy_of(plan, slot, g, synergy)
    cdef const Print* mark
    cdef const Effect* e
    cdef Site site
    cdef const Sight* sight
    cdef Effect near
    cdef int i
    for i in range(plan.effects):
        e = &plan.effect[slot][i]
        if not e.flags & HOMES and worth_of(e.standing + more + max(together, 0) + 1, 0) <= found:
            continue
        effort[0] -= 1
        site = plan.site[e.site]
        if not are_close(site, at):
            found = max(found, worth_on(g, plan.tile[slot], site, e, NULL, found))
        elif not covers(g, site, last_piece(g)) and worth_at_most(g, e, together) > found:
            mark = &prints_on_spot[plan.tile[slot]][site.up][e.turn]
            sight = glance(g, site, e.site, glances)
            judge(g, sight, mark, &near)
            near.turn = e.turn
            effort[0] -= 2
            found = max(found, worth_on(g, plan.tile[slot], site, &near, sight, found))
    return found


cdef void best_after(
    const Plan* plan, int slot, const Effect* x, uint32_t others, Ground* g, int64_t* worth, int64_t* effort,
) noexcept nogil:
    """Write the greatest worth with each of the other tiles after a tile; `g` becomes the ground after it."""
    cdef Site at = plan.site[x.site]
    cdef Site[MOST_SITES] site
    cdef Synergy synergy
    cdef Glances glances
    cdef Sight sight
    cdef Effect e
    cdef int i, n, other, turn
    cdef bint cut = build(&plan.ground, plan.tile[slot], at, x, g)
    glances.count = 0
    memset(glances.at, 0, sizeof(glances.at))
    find_synergy(&plan.ground, g, plan.tile[slot], at, x, &synergy)
    if cut:
        n = all_sites(g, site)
    else:
        n = find_sites(g, at.row - REACH, at.column - REACH, at.row + REACH, at.column + REACH, site, MOST_SITES)
    for other in range(plan.slots):
        if others >> other & 1:
            worth[other] = NOTHING if cut else best_known(plan, other, g, at, &synergy, &glances, effort)
    for i in range(n):
        # `best_known` has been to the others.
        if not cut and plan.number[number_of(site[i])] >= 0 and not covers(g, site[i], last_piece(g)):
            continue
        look(g, site[i], &sight)
        for other in range(plan.slots):
            if not others >> other & 1:
                continue
            for turn in range(TURNS):
                judge(g, &sight, &prints_on_spot[plan.tile[other]][site[i].up][turn], &e)
                e.turn = <uint8_t>turn
                effort[0] -= 1
                worth[other] = max(worth[other], worth_on(g, plan.tile[other], site[i], &e, &sight, worth[other]))


cdef bint is_no_better(const Line* one, const Line* other, uint32_t others, int slots) noexcept nogil:
    """Return whether a line is in nothing better than another one."""
    cdef int slot
    if one.covered > other.covered:
        return False
    for slot in range(slots):
        if others >> slot & 1 and one.worth[slot] > other.worth[slot]:
            return False
    return True


cdef bint keep(const Line* line, uint32_t others, int slots, Lines* out) noexcept nogil:
    """Add a line if it is better in something than each other one, and drop those that it makes useless.

    Of equal lines the one with the smallest move is kept. Return whether there was memory.
    """
    cdef int i
    cdef int n = 0
    cdef Line* more
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
        more = <Line*>realloc(out.line, (2 * n + 8) * sizeof(Line))
        if more == NULL:
            return False
        out.line = more
        out.room = 2 * n + 8
    out.line[n] = line[0]
    out.count += 1
    return True


cdef bint find_lines(
    const Plan* plan, int slot, uint32_t others, const Move* moves, int count, Ground* scratch, Lines* out,
    int64_t* effort,
) noexcept nogil:
    """Write the ways to lay a tile before one of the others; return whether memory and effort were enough."""
    cdef const Effect* e
    cdef Line line
    cdef int i
    out.count = 0
    for i in range(plan.effects):
        e = &plan.effect[slot][i]
        line.move = move_on(plan, slot, e)
        if not is_among(line.move, moves, count):
            continue
        line.covered = e.value[STONES]
        best_after(plan, slot, e, others, scratch, line.worth, effort)
        if effort[0] < 0 or not keep(&line, others, plan.slots, out):
            return False
    return True
