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
    AREA, HOMES, HOUSED, LANES, POINT, SIDE, STONES, UNSURE, Effect, Ground, Print, Sight, Site, Synergy, are_close,
    break_ground, build, covers, find_sites, find_synergy, height_on, homes_after, homes_beside, judge, last_piece,
    look, most_of_houses, place_at, points_after, prints_on_spot, worth_anew, worth_of,
)
from urbanist.engine.akropolis.position cimport CORNERS, HOUSES, MARKETS, TEMPLES, TURNS, City, move_of
from urbanist.engine.game cimport Move

cdef enum:
    HOUSE = HOUSES - 1  # kinds, counted from 0
    MARKET = MARKETS - 1
    TEMPLE = TEMPLES - 1
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


cdef inline int bare_points(const Ground* g, const Effect* e) noexcept nogil:
    """Return the points of the city after an effect as if houses kept their value."""
    return points_after(g, e) - (g.stars[HOUSE] + e.stars[HOUSE]) * e.value[HOUSE]


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
    plan.bare[slot] = -BOUNDLESS
    for k in range(LANES):
        plan.most_stars[slot][k] = plan.most_value[slot][k] = -1000
    for i in range(plan.effects):
        if effect[i].flags & HOMES:
            plan.bare[slot] = max(plan.bare[slot], bare_points(&plan.ground, &effect[i]))
        else:
            plan.plain[slot] += 1
        for k in range(LANES):
            plan.most_stars[slot][k] = max(plan.most_stars[slot][k], effect[i].stars[k])
            plan.most_value[slot][k] = max(plan.most_value[slot][k], effect[i].value[k])


cdef void add_homes(const Ground* g, const Sight* sight, const Print* mark, Effect* e) noexcept nogil:
    """Add the change of the value of houses to an effect."""
    cdef int homes
    if not e.flags & HOMES:
        return
    homes = homes_after(g, sight, mark)
    if homes < 0:
        e.flags |= UNSURE
        homes = most_of_houses(g, e.laid, e.homes)
    e.flags |= HOUSED
    e.value[HOUSE] = <int16_t>(homes - g.value[HOUSE])


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
                add_homes(&plan.ground, &sight, &prints_on_spot[tile[slot]][plan.site[i].up][turn], e)
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

cdef int64_t worth_at_most(const Ground* g, const Effect* e, bint same, int more) noexcept nogil:
    """Return a bound of the worth of a city after an effect that may bring more points than it says.

    `same` says whether the groups of houses are those that the effect may know.
    """
    cdef int points
    if not e.flags & HOMES or same and e.flags & HOUSED:
        points = points_after(g, e)
    else:
        points = bare_points(g, e)
        points += (g.stars[HOUSE] + e.stars[HOUSE]) * (
            most_of_houses(g, e.laid, e.homes) - g.value[HOUSE])
    return worth_of(points + more, g.value[STONES] + e.value[STONES])


cdef int64_t worth_on(
    const Ground* g, int tile, Site site, const Effect* e, bint same, const Sight* known, int64_t least,
) noexcept nogil:
    """Return the worth of a city after an effect, or any smaller number if it is not more than `least`.

    The sight of the site on this ground may be known; else NULL.
    """
    cdef const Print* mark = &prints_on_spot[tile][site.up][e.turn]
    cdef int64_t most = worth_at_most(g, e, same, 0)
    cdef Sight sight
    cdef int homes
    if most <= least:
        return NOTHING
    if e.flags & UNSURE:
        return worth_anew(g, tile, site, e.turn)
    if not e.flags & HOMES or same and e.flags & HOUSED:
        return most
    homes = homes_beside(g, site, mark)
    if homes < 0:
        if known == NULL:
            look(g, site, &sight)
            known = &sight
        homes = homes_after(g, known, mark)
    if homes < 0:
        return worth_anew(g, tile, site, e.turn)
    return worth_of(
        bare_points(g, e) + (g.stars[HOUSE] + e.stars[HOUSE]) * (homes - g.value[HOUSE]),
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
            worth = worth_on(&plan.ground, plan.tile[slot], plan.site[e.site], e, True, NULL, found - 1)
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
    const Plan* plan, int slot, const Ground* g, Site at, bint same, const Synergy* synergy, Glances* glances,
    int64_t* effort,
) noexcept nogil:
    """Return the greatest worth of a tile where it could be laid before the last one, at `at`, too.

    `same` says whether the last one has left the groups of houses as they were.
    """
    cdef int64_t found = NOTHING
    cdef int more = bonus(plan, slot, g)
    cdef int together = synergy_of(plan, slot, g, synergy)
    cdef int most = more + max(together, 0) + 1
    cdef const Effect* e
    cdef Site site
    cdef const Sight* sight
    cdef Effect near
    cdef int i = 0
    while i < plan.effects:
        e = &plan.effect[slot][i]
        effort[0] -= 1
        if (i < plan.plain[slot] or same) and worth_of(e.standing + most, 0) <= found:
            if i >= plan.plain[slot]:
                break
            i = plan.plain[slot]
            continue
        i += 1
        site = plan.site[e.site]
        if not are_close(site, at):
            found = max(found, worth_on(g, plan.tile[slot], site, e, same, NULL, found))
        elif not covers(g, site, last_piece(g)) and worth_at_most(g, e, same, together) > found:
            sight = glance(g, site, e.site, glances)
            judge(g, sight, &prints_on_spot[plan.tile[slot]][site.up][e.turn], &near)
            near.turn = e.turn
            effort[0] -= 2
            found = max(found, worth_on(g, plan.tile[slot], site, &near, False, sight, found))
    return found


cdef inline int more_of_houses(const Plan* plan, int slot, const Ground* g, int height) noexcept nogil:
    """Return how much the value of houses can grow at most by a tile that gets this height."""
    cdef int laid = plan.districts[slot][HOUSE]
    return most_of_houses(g, laid, laid * height) - g.value[HOUSE]


cdef int64_t most_known(const Plan* plan, int slot, const Ground* g, bint same, const Synergy* synergy) noexcept nogil:
    """Return a bound of what `best_known` finds."""
    cdef int more = bonus(plan, slot, g) + max(synergy_of(plan, slot, g, synergy), 0)
    cdef int found = -BOUNDLESS
    if plan.plain[slot]:
        found = plan.effect[slot][0].standing
    if plan.plain[slot] < plan.effects:
        found = max(found, plan.effect[slot][plan.plain[slot]].standing if same else plan.bare[slot] + (
            (g.stars[HOUSE] + plan.stars[slot][HOUSE]) * more_of_houses(plan, slot, g, plan.highest)))
    return worth_of(found + more + 1, 0)


cdef int64_t most_new(
    const Plan* plan, int slot, const Ground* g, int first, int height, bint upon, bint beside,
) noexcept nogil:
    """Return a bound of the worth of a tile where it could not be laid before the last one, of slot `first`.

    `height` is what it gets upon the last tile.
    It lies either upon the last tile, or beside it on the ground and beside nothing else. There it can enclose temples
    of the last tile only, and bring its markets a plaza; upon it, it can free markets from each other.
    """
    cdef int points = 0
    cdef int k, value, freed, times
    if not upon and not beside:
        return NOTHING
    height = height if upon else 1
    for k in range(LANES):
        value = g.value[k]
        times = 1 + (g.options >> k & 1)
        if k == STONES:
            value += CORNERS * upon
        elif k == HOUSE:
            value += more_of_houses(plan, slot, g, height)
        else:
            value += times * height * plan.districts[slot][k]
        if k == MARKET:
            freed = times * g.markets_tall - g.value[k] if upon else 0
            value += max(freed, times * plan.districts[first][k] if beside else 0)
        elif k == TEMPLE and beside:
            value += times * plan.districts[first][k]
        points += (g.stars[k] + plan.stars[slot][k]) * value
    return worth_of(points + 1, 0)


cdef bint is_no_better(const Line* one, const Line* other, uint32_t others, int slots) noexcept nogil:
    """Return whether a line is in nothing better than another one."""
    cdef int slot
    if one.covered > other.covered:
        return False
    for slot in range(slots):
        if others >> slot & 1 and one.worth[slot] > other.worth[slot]:
            return False
    return True


cdef bint is_hopeless(const Line* most, uint32_t others, int slots, const Lines* known) noexcept nogil:
    """Return whether a line is in nothing better than one of the known ones."""
    cdef int i
    for i in range(known.count):
        if is_no_better(most, &known.line[i], others, slots):
            return True
    return False


cdef int new_sites(const Plan* plan, const Ground* g, Site at, Site* out, bint* upon, bint* beside) noexcept nogil:
    """Write the sites that there were not before the last tile, at `at`, and whether some lie upon and beside it."""
    cdef int n = find_sites(g, at.row - REACH, at.column - REACH, at.row + REACH, at.column + REACH, out, MOST_SITES)
    cdef int found = 0
    cdef int i
    upon[0] = beside[0] = False
    for i in range(n):
        if covers(g, out[i], last_piece(g)):
            upon[0] = True
        elif plan.number[number_of(out[i])] < 0:
            beside[0] = True
        else:
            continue
        out[found] = out[i]
        found += 1
    return found


cdef void try_sites(
    const Plan* plan, uint32_t others, const Ground* g, const Site* site, int n, Line* line, int64_t* effort,
) noexcept nogil:
    """Improve the worths of a line by some sites."""
    cdef Sight sight
    cdef Effect e
    cdef int i, other, turn
    for i in range(n):
        look(g, site[i], &sight)
        for other in range(plan.slots):
            if not others >> other & 1:
                continue
            effort[0] -= TURNS
            for turn in range(TURNS):
                judge(g, &sight, &prints_on_spot[plan.tile[other]][site[i].up][turn], &e)
                e.turn = <uint8_t>turn
                line.worth[other] = max(
                    line.worth[other],
                    worth_on(g, plan.tile[other], site[i], &e, False, &sight, line.worth[other]))


cdef bint finish_line(
    const Plan* plan, int slot, const Effect* x, uint32_t others, Ground* g, const Lines* known, Line* line,
    int64_t* effort,
) noexcept nogil:
    """Write the greatest worth with each of the other tiles after a tile; `g` becomes the ground after it.

    Return whether this was worth while: a line that is surely no better than a known one is not finished.
    """
    cdef Site at = plan.site[x.site]
    cdef bint same = not x.flags & HOMES
    cdef Site[MOST_SITES] site
    cdef int64_t[MOST_SLOTS] new
    cdef Synergy synergy
    cdef Glances glances
    cdef Line most
    cdef int n, other
    cdef bint upon, beside
    cdef bint cut = build(&plan.ground, plan.tile[slot], at, x, g)
    effort[0] -= 10
    most.covered = line.covered
    for other in range(plan.slots):
        line.worth[other] = most.worth[other] = new[other] = NOTHING
    if cut:
        try_sites(plan, others, g, site, all_sites(g, site), line, effort)
        return True
    glances.count = 0
    memset(glances.at, 0, sizeof(glances.at))
    find_synergy(&plan.ground, g, plan.tile[slot], at, x, &synergy)
    n = new_sites(plan, g, at, site, &upon, &beside)
    for other in range(plan.slots):
        if others >> other & 1:
            new[other] = BOUNDLESS * <int64_t>POINT if synergy.boundless else most_new(
                plan, other, g, slot, height_on(g, at) + 1, upon, beside)
            most.worth[other] = max(new[other], most_known(plan, other, g, same, &synergy))
    if is_hopeless(&most, others, plan.slots, known):
        return False
    for other in range(plan.slots):
        if others >> other & 1:
            line.worth[other] = best_known(plan, other, g, at, same, &synergy, &glances, effort)
            most.worth[other] = max(line.worth[other], new[other])
            if is_hopeless(&most, others, plan.slots, known):
                return False
    for other in range(plan.slots):
        if new[other] <= line.worth[other]:
            others &= ~(<uint32_t>1 << other)
    try_sites(plan, others, g, site, n, line, effort)
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
        if finish_line(plan, slot, e, others, scratch, out, &line, effort) and not keep(&line, others, plan.slots, out):
            return False
        if effort[0] < 0:
            return False
    return True
