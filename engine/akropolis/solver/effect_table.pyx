"""All that some tiles can change in a city, each laid alone."""

from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport count as count_cells
from urbanist.engine.akropolis.position cimport MARKETS, TEMPLES, TURNS, City, print_of
from urbanist.engine.akropolis.solver.grid cimport (
    COVERS, HOMES, HOUSED, INFINITE_POINTS, LANES, NEAR, SIDE, Effect, Grid, Site, Surroundings, TileMask, build,
    closeness, fill_grid, fill_surroundings, find_effect, find_sites, height_on, homes_after, is_last_around,
    points_after, sum_of_products, tile_masks, touched_by,
)

cdef enum:
    MARKET = MARKETS - 1  # kinds, counted from 0
    TEMPLE = TEMPLES - 1
    PLACE_EFFORT = 4  # of an effect of a tile in a table
    REACH = 3  # rows and columns between the marks of sites that are close, at most


cdef bint sort_effects(EffectTable* table, int slot, const Effect* unsorted) noexcept nogil:
    """Write the effects of a tile: those without HOMES first, then by standing, site and turn.

    Return whether there was memory.
    """
    cdef int* first  # of those with the greatest standing and so on, without and then with HOMES
    cdef int low = INFINITE_POINTS
    cdef int high = -INFINITE_POINTS
    cdef int i, key, n
    cdef int places = 0
    cdef size_t size
    for i in range(table.effects):
        low, high = min(low, <int>unsorted[i].standing), max(high, <int>unsorted[i].standing)
    size = max(high - low + 1, 1)
    first = <int*>calloc(2 * size, sizeof(int))
    if first == NULL:
        return False
    for i in range(table.effects):
        first[high - unsorted[i].standing + (size if unsorted[i].flags & HOMES else 0)] += 1
    for key in range(<int>(2 * size)):
        n = first[key]
        first[key] = places
        places += n
    for i in range(table.effects):
        key = high - unsorted[i].standing + (size if unsorted[i].flags & HOMES else 0)
        table.effect[slot][first[key]] = unsorted[i]
        first[key] += 1
    free(first)
    return True


cdef void fill_slot(EffectTable* table, int slot) noexcept nogil:
    """Note the greatest changes by a tile."""
    cdef Effect* effect = table.effect[slot]
    cdef int i, k
    cdef const TileMask* mark = &tile_masks[table.tile[slot]][0][0]
    for k in range(LANES):
        table.districts[slot][k] = <int16_t>count_cells(mark.district[k])
        table.stars[slot][k] = mark.stars[k]
        table.most_stars[slot][k] = table.most_value[slot][k] = -INFINITE_POINTS
        table.least_stars[slot][k] = table.least_value[slot][k] = INFINITE_POINTS
    table.plain[slot] = table.classes[slot] = 0
    for i in range(table.effects):
        if effect[i].flags & HOMES:
            add_to_class(table, slot, &effect[i])
        else:
            table.plain[slot] += 1
        for k in range(LANES):
            table.most_stars[slot][k] = max(table.most_stars[slot][k], effect[i].stars[k])
            table.most_value[slot][k] = max(table.most_value[slot][k], effect[i].value[k])
            table.least_stars[slot][k] = min(table.least_stars[slot][k], effect[i].stars[k])
            table.least_value[slot][k] = min(table.least_value[slot][k], effect[i].value[k])
    fill_tops(table, slot)


cdef inline void raise_top(Top* top, const Top* by) noexcept nogil:
    """Keep the greater of each of the points."""
    top.plain = max(top.plain, by.plain)
    top.homes = max(top.homes, by.homes)
    top.bare = max(top.bare, by.bare)


cdef void fill_tops(EffectTable* table, int slot) noexcept nogil:
    """Note the most points that a tile brings on each site."""
    cdef const Grid* g = &table.grid
    cdef const Effect* e
    cdef Top lowest = Top(-INFINITE_POINTS, -INFINITE_POINTS, -INFINITE_POINTS)
    cdef Top own
    cdef int i, k
    cdef int[3] more
    for i in range(table.sites):
        for k in range(3):
            table.top[slot][i][k] = lowest
        table.touched_on[slot][i] = 0
    for i in range(table.effects):
        e = &table.effect[slot][i]
        more[0] = 0
        more[1] = (g.stars[TEMPLE] + table.stars[slot][TEMPLE]) * e.temples
        more[2] = more[1] + (g.stars[MARKET] + table.stars[slot][MARKET]) * e.markets
        for k in range(3):
            own = lowest
            if e.flags & HOMES:
                own.homes, own.bare = <int16_t>(e.standing + more[k]), <int16_t>(e.bare + more[k])
            else:
                own.plain = <int16_t>(e.standing + more[k])
            raise_top(&table.top[slot][e.site][k], &own)
        table.touched_on[slot][e.site] |= e.touched if e.flags & HOMES else 0


cdef void add_to_class(EffectTable* table, int slot, Effect* e) noexcept nogil:
    """Add an effect with HOMES to its class; where there is no more room the last one takes all others in."""
    cdef const Grid* g = &table.grid
    cdef EffectClass* effect_class
    cdef bint over = e.flags & COVERS
    cdef int i = 0
    while i < table.classes[slot] and i < MAX_CLASSES - 1 and (
            table.effect_class[slot][i].touched != e.touched or table.effect_class[slot][i].covers != over):
        i += 1
    effect_class = &table.effect_class[slot][i]
    if i == table.classes[slot]:
        table.classes[slot] += 1
        effect_class[0] = EffectClass(0, False, 0, 0, -INFINITE_POINTS)
    effect_class.touched |= e.touched
    effect_class.covers = effect_class.covers or over
    effect_class.homes = max(effect_class.homes, <int>e.homes)
    effect_class.value = max(effect_class.value, <int>g.value[HOUSE] + e.value[HOUSE])
    effect_class.bare = max(effect_class.bare, <int>e.bare)
    e.effect_class = <uint8_t>i


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


cdef EffectTable* new_table() noexcept nogil:
    """Return an empty table; NULL if there is no memory."""
    cdef EffectTable* table = <EffectTable*>malloc(sizeof(EffectTable))
    cdef int slot
    if table != NULL:
        for slot in range(MAX_SLOTS):
            table.effect[slot] = NULL
            table.room[slot] = 0
    return table


cdef bint make_room(EffectTable* table, int slot) noexcept nogil:
    """Make room for the effects of a tile; return whether there was memory."""
    if table.room[slot] < table.effects:
        free(table.effect[slot])
        table.effect[slot] = <Effect*>malloc(table.effects * sizeof(Effect))
        table.room[slot] = table.effects if table.effect[slot] != NULL else 0
    return table.room[slot] >= table.effects


cdef bint fill_table(
    EffectTable* table, const City* city, int stones, int options, const uint8_t* tile, int slots, uint32_t wanted,
    int64_t* effort,
) noexcept nogil:
    """Write all that the wanted ones of some tiles can change in a city; return whether there was memory."""
    cdef int i
    fill_grid(city, stones, options, &table.grid)
    table.slots = slots
    for i in range(slots):
        table.tile[i] = <uint8_t>print_of(options, tile[i])
    list_sites(table)
    return want_slots(table, wanted, effort)


cdef void fill_table_after(EffectTable* table, const EffectTable* before, int slot, const Effect* e) noexcept nogil:
    """Fill the table of a city after an effect of a tile in another table, for no tile yet."""
    build(&before.grid, before.tile[slot], before.site[e.site], e, &table.grid)
    table.slots = before.slots
    memcpy(table.tile, before.tile, before.slots)
    list_sites(table)


cdef void list_sites(EffectTable* table) noexcept nogil:
    """List the sites of the ground with their surroundings, for no tile yet."""
    cdef int i
    table.wanted = 0
    table.sites = all_sites(&table.grid, table.site)
    table.effects = table.sites * TURNS
    memset(table.number, 255, sizeof(table.number))
    table.highest = 0
    table.points = sum_of_products(table.grid.stars, table.grid.value)
    for i in range(table.sites):
        table.neighbours[i] = -1
        table.number[number_of(table.site[i])] = <int16_t>i
        table.highest = max(table.highest, height_on(&table.grid, table.site[i]) + 1)
        fill_surroundings(&table.grid, table.site[i], &table.surroundings[i])


cdef bint want_slots(EffectTable* table, uint32_t wanted, int64_t* effort) noexcept nogil:
    """Write what more tiles can change; return whether there was memory."""
    cdef Effect* unsorted
    cdef bint enough = False
    cdef int slot
    wanted &= ~table.wanted
    if not wanted:
        return True
    table.wanted |= wanted
    unsorted = <Effect*>malloc(table.effects * sizeof(Effect))
    for slot in range(table.slots):
        if wanted >> slot & 1:
            if unsorted == NULL or not make_room(table, slot):
                break
            find_effects(table, slot, unsorted)
            if not sort_effects(table, slot, unsorted):
                break
            fill_slot(table, slot)
            memset(table.known[slot], 0, table.sites * sizeof(bint))
    else:
        effort[0] -= PLACE_EFFORT * table.effects * count_cells(wanted)
        enough = True
    free(unsorted)
    return enough


cdef void find_effects(const EffectTable* table, int slot, Effect* out) noexcept nogil:
    """Write what a tile changes on each site with each turn."""
    cdef const Grid* g = &table.grid
    cdef const TileMask* mark
    cdef Effect* e = out
    cdef int i, turn
    for i in range(table.sites):
        for turn in range(TURNS):
            mark = &tile_masks[table.tile[slot]][table.site[i].up][turn]
            find_effect(g, &table.surroundings[i], mark, e)
            e.turn, e.site = <uint8_t>turn, <int16_t>i
            add_homes(g, &table.surroundings[i], mark, e)
            e.standing = <int16_t>points_after(g, e)
            e.bare = <int16_t>points_without_houses(g, e)
            e += 1


cdef void free_table(EffectTable* table) noexcept nogil:
    """Free a table; NULL is allowed."""
    cdef int slot
    if table == NULL:
        return
    for slot in range(MAX_SLOTS):
        free(table.effect[slot])
    free(table)


cdef void find_neighbours(EffectTable* table, int number) noexcept nogil:
    """Note which sites are close to one and do not overlap it."""
    cdef Site at = table.site[number]
    cdef int i, row
    cdef int n = 0
    table.encloses_any[number] = False
    table.highest_near[number] = 0
    table.nearby[number] = 0
    for row in range(at.row - REACH, at.row + REACH + 2):
        for i in range(row * SIDE + at.column - REACH, row * SIDE + at.column + REACH + 2):
            table.nearby[number] |= <uint64_t>1 << table.grid.group[i]
    table.nearby[number] &= ~<uint64_t>1
    for i in range(table.sites):
        if closeness(table.site[i], at) == NEAR:
            table.neighbour[number][n] = <int16_t>i
            table.highest_near[number] = max(table.highest_near[number], height_on(&table.grid, table.site[i]) + 1)
            table.encloses[number][n] = table.surroundings[number].height == 0 and is_last_around(
                &table.surroundings[number], table.site[i])
            table.encloses_any[number] = table.encloses_any[number] or table.encloses[number][n]
            n += 1
    table.neighbours[number] = <int16_t>n


cdef void look_around(EffectTable* table, int slot, int number) noexcept nogil:
    """Note the tops of a tile on the sites that are close to one and do not overlap it."""
    cdef Top* around = table.around[slot][number]
    cdef int i, site
    table.known[slot][number] = True
    table.touched[slot][number] = 0
    around[0] = around[1] = Top(-INFINITE_POINTS, -INFINITE_POINTS, -INFINITE_POINTS)
    for i in range(table.neighbours[number]):
        site = table.neighbour[number][i]
        table.touched[slot][number] |= table.touched_on[slot][site]
        raise_top(&around[0], &table.top[slot][site][table.encloses[number][i]])
        raise_top(&around[1], &table.top[slot][site][2])
