"""All that some tiles can change in a city, each laid alone."""

from libc.stdint cimport int16_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport count as count_cells
from urbanist.engine.akropolis.grid cimport (
    COVERS, HOMES, HOUSED, LANES, NEAR, SIDE, Effect, Grid, Site, Surroundings, TileMask, build, closeness, fill_grid,
    fill_surroundings, find_effect, find_sites, height_on, homes_after, is_last_around, points_after, sum_of_products,
    tile_masks, touched_by,
)
from urbanist.engine.akropolis.position cimport MARKETS, TEMPLES, TURNS, City, print_of

cdef enum:
    MARKET = MARKETS - 1  # kinds, counted from 0
    TEMPLE = TEMPLES - 1
    PLACE_EFFORT = 4  # of an effect of a tile in a plan
    REACH = 3  # rows and columns between the marks of sites that are close, at most


cdef bint sort_effects(Plan* plan, int slot, const Effect* unsorted) noexcept nogil:
    """Write the effects of a tile: those without HOMES first, then by standing, site and turn.

    Return whether there was memory.
    """
    cdef int* first  # of those with the greatest standing and so on, without and then with HOMES
    cdef int low = TALL_ORDER
    cdef int high = -TALL_ORDER
    cdef int i, key, n
    cdef int places = 0
    cdef size_t size
    for i in range(plan.effects):
        low, high = min(low, <int>unsorted[i].standing), max(high, <int>unsorted[i].standing)
    size = max(high - low + 1, 1)
    first = <int*>calloc(2 * size, sizeof(int))
    if first == NULL:
        return False
    for i in range(plan.effects):
        first[high - unsorted[i].standing + (size if unsorted[i].flags & HOMES else 0)] += 1
    for key in range(<int>(2 * size)):
        n = first[key]
        first[key] = places
        places += n
    for i in range(plan.effects):
        key = high - unsorted[i].standing + (size if unsorted[i].flags & HOMES else 0)
        plan.place[slot][i] = <uint16_t>first[key]
        plan.effect[slot][first[key]] = unsorted[i]
        first[key] += 1
    free(first)
    return True


cdef void fill_slot(Plan* plan, int slot) noexcept nogil:
    """Note the greatest changes by a tile."""
    cdef Effect* effect = plan.effect[slot]
    cdef int i, k
    cdef const TileMask* mark = &tile_masks[plan.tile[slot]][0][0]
    for k in range(LANES):
        plan.districts[slot][k] = <int16_t>count_cells(mark.district[k])
        plan.stars[slot][k] = mark.stars[k]
        plan.most_stars[slot][k] = plan.most_value[slot][k] = -TALL_ORDER
        plan.least_stars[slot][k] = plan.least_value[slot][k] = TALL_ORDER
    plan.plain[slot] = plan.families[slot] = 0
    for i in range(plan.effects):
        if effect[i].flags & HOMES:
            add_to_family(plan, slot, &effect[i])
        else:
            plan.plain[slot] += 1
        for k in range(LANES):
            plan.most_stars[slot][k] = max(plan.most_stars[slot][k], effect[i].stars[k])
            plan.most_value[slot][k] = max(plan.most_value[slot][k], effect[i].value[k])
            plan.least_stars[slot][k] = min(plan.least_stars[slot][k], effect[i].stars[k])
            plan.least_value[slot][k] = min(plan.least_value[slot][k], effect[i].value[k])
    fill_tops(plan, slot)


cdef inline void raise_top(Top* top, const Top* by) noexcept nogil:
    """Keep the greater of each of the points."""
    top.plain = max(top.plain, by.plain)
    top.homes = max(top.homes, by.homes)
    top.bare = max(top.bare, by.bare)


cdef void fill_tops(Plan* plan, int slot) noexcept nogil:
    """Note the most points that a tile brings on each site."""
    cdef const Grid* g = &plan.grid
    cdef const Effect* e
    cdef Top lowest = Top(-TALL_ORDER, -TALL_ORDER, -TALL_ORDER)
    cdef Top own
    cdef int i, k
    cdef int[3] more
    for i in range(plan.sites):
        for k in range(3):
            plan.top[slot][i][k] = lowest
        plan.touched_on[slot][i] = 0
    for i in range(plan.effects):
        e = &plan.effect[slot][i]
        more[0] = 0
        more[1] = (g.stars[TEMPLE] + plan.stars[slot][TEMPLE]) * e.temples
        more[2] = more[1] + (g.stars[MARKET] + plan.stars[slot][MARKET]) * e.markets
        for k in range(3):
            own = lowest
            if e.flags & HOMES:
                own.homes, own.bare = <int16_t>(e.standing + more[k]), <int16_t>(e.bare + more[k])
            else:
                own.plain = <int16_t>(e.standing + more[k])
            raise_top(&plan.top[slot][e.site][k], &own)
        plan.touched_on[slot][e.site] |= e.touched if e.flags & HOMES else 0


cdef void add_to_family(Plan* plan, int slot, Effect* e) noexcept nogil:
    """Add an effect with HOMES to its family; where there is no more room the last one takes all others in."""
    cdef const Grid* g = &plan.grid
    cdef Family* family
    cdef bint over = e.flags & COVERS
    cdef int i = 0
    while i < plan.families[slot] and i < MAX_FAMILIES - 1 and (
            plan.family[slot][i].touched != e.touched or plan.family[slot][i].covers != over):
        i += 1
    family = &plan.family[slot][i]
    if i == plan.families[slot]:
        plan.families[slot] += 1
        family[0] = Family(0, False, 0, 0, -TALL_ORDER)
    family.touched |= e.touched
    family.covers = family.covers or over
    family.homes = max(family.homes, <int>e.homes)
    family.value = max(family.value, <int>g.value[HOUSE] + e.value[HOUSE])
    family.bare = max(family.bare, <int>e.bare)
    e.family = <uint8_t>i


cdef void add_homes(const Grid* g, const Surroundings* surroundings, const TileMask* mark, Effect* e) noexcept nogil:
    """Add the change of the value of houses to an effect."""
    if not e.flags & HOMES:
        return
    e.touched = touched_by(g, surroundings, mark)
    e.joined = <int16_t>count_cells(e.touched)
    e.flags |= HOUSED
    e.value[HOUSE] = <int16_t>(homes_after(g, surroundings, mark) - g.value[HOUSE])


cdef int all_sites(const Grid* g, Site* out) noexcept nogil:
    """Write all sites of a ground; return their number."""
    return find_sites(
        g, g.city.north - g.r - TOUCH, g.city.west - g.q - TOUCH, g.city.south - g.r + TOUCH,
        g.city.east - g.q + TOUCH, out, MAX_SITES)


cdef Plan* new_plan() noexcept nogil:
    """Return an empty plan; NULL if there is no memory."""
    cdef Plan* plan = <Plan*>malloc(sizeof(Plan))
    cdef int slot
    if plan != NULL:
        for slot in range(MAX_SLOTS):
            plan.effect[slot] = NULL
            plan.room[slot] = 0
    return plan


cdef bint make_room(Plan* plan, int slot) noexcept nogil:
    """Make room for the effects of a tile; return whether there was memory."""
    if plan.room[slot] < plan.effects:
        free(plan.effect[slot])
        plan.effect[slot] = <Effect*>malloc(plan.effects * sizeof(Effect))
        plan.room[slot] = plan.effects if plan.effect[slot] != NULL else 0
    return plan.room[slot] >= plan.effects


cdef bint fill_plan(
    Plan* plan, const City* city, int stones, int options, const uint8_t* tile, int slots, uint32_t wanted,
    int64_t* effort,
) noexcept nogil:
    """Write all that the wanted ones of some tiles can change in a city; return whether there was memory."""
    cdef int i
    fill_grid(city, stones, options, &plan.grid)
    plan.slots = slots
    for i in range(slots):
        plan.tile[i] = <uint8_t>print_of(options, tile[i])
    list_sites(plan)
    plan.before = NULL
    for i in range(plan.sites):
        plan.origin[i] = -1
        fill_surroundings(&plan.grid, plan.site[i], &plan.surroundings[i])
    return want_slots(plan, wanted, effort)


cdef void fill_plan_after(Plan* plan, const Plan* before, int slot, const Effect* e) noexcept nogil:
    """Fill the plan of a city after an effect of a tile in another plan, for no tile yet."""
    cdef bint cut = build(&before.grid, before.tile[slot], before.site[e.site], e, &plan.grid)
    cdef int i, number
    plan.slots = before.slots
    memcpy(plan.tile, before.tile, before.slots)
    list_sites(plan)
    plan.before, plan.regrouped = before, e.flags & HOMES
    for i in range(plan.sites):
        number = before.number[number_of(plan.site[i])]
        if cut or number < 0 or closeness(plan.site[i], before.site[e.site]):
            plan.origin[i] = -1
            fill_surroundings(&plan.grid, plan.site[i], &plan.surroundings[i])
        else:
            plan.origin[i] = <int16_t>number
            plan.surroundings[i] = before.surroundings[number]


cdef void list_sites(Plan* plan) noexcept nogil:
    """List the sites of the ground, for no tile yet."""
    cdef int i
    plan.wanted = 0
    plan.sites = all_sites(&plan.grid, plan.site)
    plan.effects = plan.sites * TURNS
    memset(plan.number, 255, sizeof(plan.number))
    plan.highest = 0
    plan.points = sum_of_products(plan.grid.stars, plan.grid.value)
    for i in range(plan.sites):
        plan.neighbours[i] = -1
        plan.number[number_of(plan.site[i])] = <int16_t>i
        plan.highest = max(plan.highest, height_on(&plan.grid, plan.site[i]) + 1)


cdef bint want_slots(Plan* plan, uint32_t wanted, int64_t* effort) noexcept nogil:
    """Write what more tiles can change; return whether there was memory."""
    cdef Effect* unsorted
    cdef bint enough = False
    cdef int slot
    wanted &= ~plan.wanted
    if not wanted:
        return True
    plan.wanted |= wanted
    unsorted = <Effect*>malloc(plan.effects * sizeof(Effect))
    for slot in range(plan.slots):
        if wanted >> slot & 1:
            if unsorted == NULL or not make_room(plan, slot):
                break
            find_effects(plan, slot, unsorted)
            if not sort_effects(plan, slot, unsorted):
                break
            fill_slot(plan, slot)
            memset(plan.known[slot], 0, plan.sites * sizeof(bint))
    else:
        effort[0] -= PLACE_EFFORT * plan.effects * count_cells(wanted)
        enough = True
    free(unsorted)
    return enough


cdef void find_effects(const Plan* plan, int slot, Effect* out) noexcept nogil:
    """Write what a tile changes on each site with each turn."""
    cdef const Grid* g = &plan.grid
    cdef const Plan* before = plan.before
    cdef const TileMask* mark
    cdef Effect* e = out
    cdef int i, turn
    for i in range(plan.sites):
        for turn in range(TURNS):
            mark = &tile_masks[plan.tile[slot]][plan.site[i].up][turn]
            if plan.origin[i] >= 0:
                e[0] = before.effect[slot][before.place[slot][plan.origin[i] * TURNS + turn]]
            else:
                find_effect(g, &plan.surroundings[i], mark, e)
                e.turn = <uint8_t>turn
            e.site = <int16_t>i
            if plan.origin[i] < 0 or plan.regrouped:
                add_homes(g, &plan.surroundings[i], mark, e)
            e.standing = <int16_t>points_after(g, e)
            e.bare = <int16_t>points_without_houses(g, e)
            e += 1


cdef void free_plan(Plan* plan) noexcept nogil:
    """Free a plan; NULL is allowed."""
    cdef int slot
    if plan == NULL:
        return
    for slot in range(MAX_SLOTS):
        free(plan.effect[slot])
    free(plan)


cdef void find_neighbours(Plan* plan, int number) noexcept nogil:
    """Note which sites are close to one and do not overlap it."""
    cdef Site at = plan.site[number]
    cdef int i, row
    cdef int n = 0
    plan.encloses_any[number] = False
    plan.highest_near[number] = 0
    plan.nearby[number] = 0
    for row in range(at.row - REACH, at.row + REACH + 2):
        for i in range(row * SIDE + at.column - REACH, row * SIDE + at.column + REACH + 2):
            plan.nearby[number] |= <uint64_t>1 << plan.grid.group[i]
    plan.nearby[number] &= ~<uint64_t>1
    for i in range(plan.sites):
        if closeness(plan.site[i], at) == NEAR:
            plan.neighbour[number][n] = <int16_t>i
            plan.highest_near[number] = max(plan.highest_near[number], height_on(&plan.grid, plan.site[i]) + 1)
            plan.encloses[number][n] = plan.surroundings[number].height == 0 and is_last_around(
                &plan.surroundings[number], plan.site[i])
            plan.encloses_any[number] = plan.encloses_any[number] or plan.encloses[number][n]
            n += 1
    plan.neighbours[number] = <int16_t>n


cdef void look_around(Plan* plan, int slot, int number) noexcept nogil:
    """Note the tops of a tile on the sites that are close to one and do not overlap it."""
    cdef Top* around = plan.around[slot][number]
    cdef int i, site
    plan.known[slot][number] = True
    plan.touched[slot][number] = 0
    around[0] = around[1] = Top(-TALL_ORDER, -TALL_ORDER, -TALL_ORDER)
    for i in range(plan.neighbours[number]):
        site = plan.neighbour[number][i]
        plan.touched[slot][number] |= plan.touched_on[slot][site]
        raise_top(&around[0], &plan.top[slot][site][plan.encloses[number][i]])
        raise_top(&around[1], &plan.top[slot][site][2])
