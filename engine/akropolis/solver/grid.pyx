"""A city as a grid of bytes, and what one more tile changes in it."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport count, first
from urbanist.cext.hexlines cimport planes_of
from urbanist.cext.hexspot cimport SPOT, SPOT_HEXES, Spot, enclosed, grown, touching, touching3, touching4
from urbanist.engine.akropolis import pieces
from urbanist.engine.akropolis.bitboards cimport CityBitboards, fill_bitboards, stars, stars_of, value_of_group
from urbanist.engine.akropolis.city cimport lay_tile, tile_hexes
from urbanist.engine.akropolis.districts cimport value_of_kind
from urbanist.engine.akropolis.position cimport (
    BARRACKS, CODE, CORNERS, FAR, GARDENS, HIGH, HOUSES, KINDS, LINE, MARKETS, PLAZA, QUARRY, SLOT_SHIFT, STARTED,
    TEMPLES, TURNS, City, slot_of,
)
from urbanist.engine.akropolis.scoring cimport points_of

cdef enum:
    # The mark of a site is in this row and column of a spot.
    CENTRE = 2
    PLANES = 8
    UNSURE_VALUE = 1000  # of gardens that a lake may lose or gain: more than any value
    # Of a hex while groups of houses are found.
    LAID = 1
    DONE = 2
    # The kinds, counted from 0.
    HOUSE = HOUSES - 1
    MARKET = MARKETS - 1
    BARRACK = BARRACKS - 1
    TEMPLE = TEMPLES - 1
    GARDEN = GARDENS - 1

# The row and the column of each hex of a triangle, from its mark: anchor, second, third.
cdef int[2][CORNERS] ROW = [[0, 1, 0], [0, 1, 1]]
cdef int[2][CORNERS] COLUMN = [[0, 0, 1], [1, 1, 0]]
cdef int[2][CORNERS] STEP  # the same as a step in the grid
cdef int[6] AROUND = [1, -1, SIDE, -SIDE, SIDE - 1, 1 - SIDE]
cdef Spot[2] tile_spot
cdef Spot[2] near_spot  # the tile and all around it
cdef Spot[2] wide_spot  # and all around that
cdef int[2] steps_from  # the number of other triangles that overlap one
cdef Spot[2][MAX_FOLLOW_UPS] step_spot


cdef int fill_spots() except -1:
    cdef int up, i
    for up in range(2):
        for i in range(CORNERS):
            STEP[up][i] = SIDE * ROW[up][i] + COLUMN[up][i]
            tile_spot[up] |= <Spot>1 << SPOT * (CENTRE + ROW[up][i]) + CENTRE + COLUMN[up][i]
        near_spot[up] = tile_spot[up] | touching(tile_spot[up])
        wide_spot[up] = near_spot[up] | touching(near_spot[up])
    return 0


cdef int fill_steps() except -1:
    cdef int up, other, i, rows, columns
    cdef Spot spot
    for up in range(2):
        for other in range(2):
            for rows in range(-1, 2):
                for columns in range(-1, 2):
                    spot = 0
                    for i in range(CORNERS):
                        spot |= <Spot>1 << SPOT * (CENTRE + rows + ROW[other][i]) + CENTRE + columns + COLUMN[other][i]
                    if spot != tile_spot[up] and spot & tile_spot[up]:
                        step_spot[up][steps_from[up]] = spot
                        steps_from[up] += 1
    return 0


def fill(int slot, edition):
    """Fill the tables of a slot with the tiles of an edition."""
    cdef int kind
    cdef int[KINDS] most
    shown = [what for tile in edition.tiles for what in tile.hexes] + list(edition.start)
    for kind, name in enumerate(pieces.KINDS):
        most[kind] = stars[slot][kind + 1 | PLAZA] * <int>shown.count(name + "*")
    # All heights of a city add up to 94 at most, and count double at most; what a tile may bring later comes on top.
    # What a lake adds must leave room below INFINITE_POINTS.
    points = max([most[kind] for kind in range(KINDS)]) * 280
    has_room[slot] = points < 20_000 and points + most[GARDEN] * UNSURE_VALUE <= 30_000
    for tile in edition.tiles:
        fill_prints(slot, slot << SLOT_SHIFT | <int>tile.id)


cdef int fill_prints(int slot, int number) except -1:
    cdef TileMask* mark
    cdef Spot bit
    cdef int up, turn, i, code
    memset(tile_masks[number], 0, sizeof(tile_masks[number]))
    for up in range(2):
        for turn in range(TURNS):
            mark = &tile_masks[number][up][turn]
            for i in range(CORNERS):
                code = tile_hexes[number][up][turn][i]
                bit = <Spot>1 << SPOT * (CENTRE + ROW[up][i]) + CENTRE + COLUMN[up][i]
                if code & PLAZA:
                    mark.plazas |= bit
                    mark.stars[code - PLAZA - 1] += stars[slot][code]
                    if code == MARKETS | PLAZA:
                        mark.bazaars |= bit
                elif code != QUARRY:
                    mark.district[code - 1] |= bit
    return 0


cdef int steps(int rows, int columns) except -1:
    """Return the distance of two hexes."""
    return max(abs(rows), abs(columns), abs(rows + columns))


cdef int fill_close() except -1:
    cdef int one, other, rows, columns, i, j, apart, closeness
    for one in range(2):
        for other in range(2):
            for rows in range(7):
                for columns in range(7):
                    for i in range(CORNERS):
                        for j in range(CORNERS):
                            apart = steps(rows - 3 + ROW[one][i] - ROW[other][j],
                                          columns - 3 + COLUMN[one][i] - COLUMN[other][j])
                            closeness = MET if apart == 0 else NEAR if apart <= 2 else 0
                            close[one][other][rows][columns] = <uint8_t>max(
                                closeness, <int>close[one][other][rows][columns])
    return 0


fill_spots()
fill_steps()
fill_close()


cdef inline bint doubles(const Grid* g, int kind) noexcept nogil:
    """Return whether the option for a kind is on."""
    return g.options >> kind & 1


cdef inline bint is_greater(int size, int tall, int other_size, int other_tall) noexcept nogil:
    """Return whether a group of houses counts rather than another one."""
    return size > other_size or size == other_size and tall > other_tall


cdef inline int cell_of(const Grid* g, int hex) noexcept nogil:
    """Return the cell of a hex, from its number in the list of a city."""
    return (hex // LINE - FAR - g.r) * SIDE + hex % LINE - FAR - g.q


# -- the grid --------------------------------------------------------------------------------------------------------

cdef void flood_outside(Grid* g) noexcept nogil:
    """Mark the empty cells that are joined with the surroundings; others are between the borders of the city."""
    cdef uint16_t[AREA] stack
    cdef int n = 1
    cdef int top = g.city.north - g.r - 1
    cdef int bottom = g.city.south - g.r + 1
    cdef int left = g.city.west - g.q - 1
    cdef int right = g.city.east - g.q + 1
    cdef int row, cell, other, k
    for row in range(top, bottom + 1):
        for cell in range(row * SIDE + left, row * SIDE + right + 1):
            if g.cell[cell] == OPEN:
                g.cell[cell] = 0
    stack[0] = <uint16_t>(top * SIDE + left)
    g.cell[stack[0]] = OPEN
    while n:
        n -= 1
        cell = stack[n]
        for k in range(6):
            other = cell + AROUND[k]
            if g.cell[other] == 0 and top <= other // SIDE <= bottom and left <= other % SIDE <= right:
                g.cell[other] = OPEN
                stack[n] = <uint16_t>other
                n += 1


cdef inline void add_tallest(int* tallest, int tall) noexcept nogil:
    """Keep the greatest of some numbers, in descending order."""
    cdef int i
    for i in range(REACHES - 1):
        if tall > tallest[i]:
            tallest[i], tall = tall, tallest[i]


cdef void find_groups(Grid* g) noexcept nogil:
    """Find the groups of houses, and the value of the counted one."""
    cdef uint16_t[AREA] stack
    cdef int[REACHES] tallest
    cdef int i, n, cell, other, k
    cdef int best = 0
    g.groups = 0
    memset(tallest, 0, sizeof(tallest))
    for i in range(g.city.hexes):
        g.group[cell_of(g, g.city.hex[i])] = 0
    for i in range(g.city.hexes):
        cell = cell_of(g, g.city.hex[i])
        if g.cell[cell] & CODE != HOUSES or g.group[cell] or g.groups + 1 == MAX_GROUPS:
            continue
        g.groups += 1
        g.size[g.groups] = g.tall[g.groups] = 0
        g.group[cell] = <uint8_t>g.groups
        stack[0] = cell
        n = 1
        while n:
            n -= 1
            cell = stack[n]
            g.size[g.groups] += 1
            g.tall[g.groups] += g.cell[cell] >> HEIGHT_SHIFT
            for k in range(6):
                other = cell + AROUND[k]
                if g.cell[other] & CODE == HOUSES and not g.group[other]:
                    g.group[other] = <uint8_t>g.groups
                    stack[n] = other
                    n += 1
        add_tallest(tallest, g.tall[g.groups])
        if best == 0 or is_greater(g.size[g.groups], g.tall[g.groups], g.size[best], g.tall[best]):
            best = g.groups
    g.value[HOUSE] = value_of_group(g.tall[best], doubles(g, HOUSE)) if best else 0
    g.reach[0] = 0
    for i in range(1, REACHES):
        g.reach[i] = g.reach[i - 1] + tallest[i - 1]


cdef void count_anew(Grid* g) noexcept nogil:
    """Write the stars and values of all kinds but houses."""
    cdef CityBitboards s
    cdef int kind
    fill_bitboards(&g.city, 0, &s)
    for kind in range(HOUSES, GARDENS + 1):
        g.stars[kind - 1] = stars_of(&s, kind, g.options)
        if kind != HOUSES:
            g.value[kind - 1] = value_of_kind(&s, kind, doubles(g, kind - 1))


cdef inline int market_on(const Grid* g, int cell) noexcept nogil:
    """Return the height of a market on a cell; 0 if there is none."""
    return g.cell[cell] >> HEIGHT_SHIFT & 7 if g.cell[cell] & CODE == MARKETS else 0


cdef void fill_grid(const City* city, int stones, int options, Grid* g) noexcept nogil:
    """Fill the ground of a city."""
    cdef int i, cell
    memset(g, 0, sizeof(Grid))
    memset(g.cell, OPEN, AREA)
    g.q, g.r = city.west - MARGIN, city.north - MARGIN
    g.rows = city.south - city.north + 1 + 2 * MARGIN
    g.options = <uint8_t>options
    g.city = city[0]
    g.city.stones = 0
    for i in range(city.hexes):
        cell = cell_of(g, city.hex[i])
        # The list is in the order of building.
        g.cell[cell] = <uint8_t>(city.top[i] & CODE | city.top[i] >> HIGH << HEIGHT_SHIFT)
        g.piece[cell] = <uint8_t>(1 if i < STARTED else 2 + (i - STARTED) // CORNERS)
    for cell in range(AREA):
        g.markets_tall += market_on(g, cell)
    flood_outside(g)
    find_groups(g)
    count_anew(g)
    g.stars[STONES] = 1
    g.value[STONES] = stones


# -- sites -----------------------------------------------------------------------------------------------------------

cdef inline bint fits(const Grid* g, int cell, int up) noexcept nogil:
    """Return whether a tile may lie on a triangle."""
    cdef int one = cell + STEP[up][0]
    cdef int two = cell + STEP[up][1]
    cdef int three = cell + STEP[up][2]
    cdef int height = g.cell[one] >> HEIGHT_SHIFT & 7
    cdef int k, built
    if g.cell[two] >> HEIGHT_SHIFT & 7 != height or g.cell[three] >> HEIGHT_SHIFT & 7 != height:
        return False
    if height:
        return g.piece[one] != g.piece[two] or g.piece[one] != g.piece[three]
    built = 0
    for k in range(6):
        built |= g.piece[one + AROUND[k]] | g.piece[two + AROUND[k]] | g.piece[three + AROUND[k]]
    return built != 0


cdef int find_sites(const Grid* g, int top, int left, int bottom, int right, Site* out, int most) noexcept nogil:
    """Write the sites with a mark in these rows and columns, the last included; return their number, at most `most`."""
    cdef int n = 0
    cdef int row, column, up
    for row in range(top, bottom + 1):
        for column in range(left, right + 1):
            for up in range(2):
                if fits(g, row * SIDE + column, up):
                    if n == most:
                        return n
                    out[n] = Site(<uint8_t>up, <uint8_t>row, <uint8_t>column)
                    n += 1
    return n


cdef bint is_site(const Grid* g, Site site) noexcept nogil:
    """Return whether a tile may lie on a triangle, given by its mark."""
    return fits(g, site.row * SIDE + site.column, site.up)


cdef bint is_last_around(const Surroundings* s, Site site) noexcept nogil:
    """Return whether a tile on the ground fills all gaps around some hex of a close site that has gaps."""
    cdef int step = SPOT * (<int>site.row - s.site.row) + <int>site.column - s.site.column
    cdef Spot later = tile_spot[site.up] << step if step > 0 else tile_spot[site.up] >> -step
    return (later & enclosed(s.built | s.tile | later) & ~enclosed(s.built | later) & touching(s.tile)) != 0


# -- what a tile changes ---------------------------------------------------------------------------------------------

cdef inline int tall(Spot hexes, const Spot* digit) noexcept nogil:
    """Return the sum of the heights of some hexes."""
    return count(hexes & digit[0]) + 2 * count(hexes & digit[1]) + 4 * count(hexes & digit[2])


cdef inline int value_of_markets(
    const Grid* g, Spot markets, Spot bazaars, Spot near, const Spot* digit,
) noexcept nogil:
    cdef Spot counted = markets & near & ~touching(markets)
    return tall(counted, digit) + (tall(counted & touching(bazaars), digit) if doubles(g, MARKET) else 0)


cdef inline int value_of_barracks(
    const Grid* g, Spot barracks, Spot outside, Spot near, const Spot* digit,
) noexcept nogil:
    cdef Spot counted = barracks & near & touching(outside)
    return tall(counted, digit) + (tall(counted & touching3(outside), digit) if doubles(g, BARRACK) else 0)


cdef inline int value_of_temples(
    const Grid* g, Spot temples, Spot built, Spot near, const Spot* digit,
) noexcept nogil:
    cdef Spot counted = temples & near & enclosed(built)
    return tall(counted, digit) + (tall(counted & (digit[1] | digit[2]), digit) if doubles(g, TEMPLE) else 0)


cdef inline int value_of_gardens(
    const Grid* g, Spot gardens, Spot lakes, Spot near, const Spot* digit,
) noexcept nogil:
    cdef Spot counted = gardens & near
    return tall(counted, digit) + (tall(counted & touching(lakes), digit) if doubles(g, GARDEN) else 0)


cdef inline bint cuts_nothing(Spot outside, Spot tile, Spot near, Spot wide) noexcept nogil:
    """Return whether the hexes outside that are around a tile stay joined, close by, when it lies there."""
    cdef Spot around = outside & near & ~tile
    return around == 0 or around & ~grown(around & -around, outside & wide & ~tile) == 0


cdef void fill_surroundings(const Grid* g, Site site, Surroundings* s) noexcept nogil:
    """Fill the surroundings of a site."""
    cdef uint8_t[SPOT_HEXES] bytes
    cdef uint64_t[PLANES] plane
    cdef const uint8_t* corner = g.cell + (site.row - CENTRE) * SIDE + site.column - CENTRE
    cdef Spot odd, plazas
    cdef int i, k
    for i in range(SPOT):
        memcpy(bytes + SPOT * i, corner + SIDE * i, SPOT)
    planes_of(bytes, PLANES, plane)
    odd = plane[0] & ~plane[2]
    s.site = site
    s.tile, s.near = tile_spot[site.up], near_spot[site.up]
    s.height = height_on(g, site)
    plazas = plane[3]
    s.district[HOUSE] = odd & ~plane[1]
    s.district[MARKET] = plane[1] & ~(plane[0] | plane[2])
    s.district[BARRACK] = odd & plane[1]
    s.district[TEMPLE] = plane[2] & ~(plane[0] | plane[1])
    s.district[GARDEN] = plane[0] & plane[2] & ~plane[1]
    s.quarries = plane[0] & plane[1] & plane[2]
    s.bazaars = s.district[MARKET] & plazas
    for k in range(KINDS):
        s.stars[k] = 0
    if plazas & s.tile:
        for k in range(KINDS):
            s.stars[k] = stars[slot_of(g.options)][k + 1 | PLAZA] * count(s.district[k] & plazas & s.tile)
    for k in range(KINDS):
        s.district[k] &= ~plazas
    s.digit[0], s.digit[1], s.digit[2], s.outside = plane[4], plane[5], plane[6], plane[7]
    s.built = plane[4] | plane[5] | plane[6]
    s.sure = s.height > 0 or cuts_nothing(s.outside, s.tile, s.near, wide_spot[site.up])
    s.value[HOUSE] = 0
    s.value[MARKET] = value_of_markets(g, s.district[MARKET], s.bazaars, s.near, s.digit)
    s.value[BARRACK] = value_of_barracks(g, s.district[BARRACK], s.outside, s.near, s.digit)
    s.value[TEMPLE] = value_of_temples(g, s.district[TEMPLE], s.built, s.near, s.digit)
    s.value[GARDEN] = value_of_gardens(g, s.district[GARDEN], ~(s.built | s.outside), s.near, s.digit)


cdef inline Spot replaced(Spot hexes, Spot tile, Spot by) noexcept nogil:
    return hexes & ~tile | by


cdef void find_effect(const Grid* g, const Surroundings* s, const TileMask* mark, Effect* e) noexcept nogil:
    """Write what a tile on a site changes; site, turn and standing are left to the caller."""
    cdef Spot tile = s.tile
    cdef Spot near = s.near
    cdef Spot built = s.built | tile
    cdef Spot outside = s.outside & ~tile
    cdef Spot[3] digit
    cdef int height = s.height + 1
    cdef int k
    for k in range(3):
        digit[k] = s.digit[k] & ~tile | (tile if height >> k & 1 else 0)
    for k in range(LANES):
        e.stars[k] = e.value[k] = 0
    for k in range(KINDS):
        e.stars[k] = mark.stars[k] - s.stars[k]
    e.value[MARKET] = value_of_markets(
        g, replaced(s.district[MARKET], tile, mark.district[MARKET]),
        replaced(s.bazaars, tile, mark.bazaars), near, digit) - s.value[MARKET]
    e.value[BARRACK] = value_of_barracks(
        g, replaced(s.district[BARRACK], tile, mark.district[BARRACK]), outside, near, digit) - s.value[BARRACK]
    e.value[TEMPLE] = value_of_temples(
        g, replaced(s.district[TEMPLE], tile, mark.district[TEMPLE]), built, near, digit) - s.value[TEMPLE]
    e.value[GARDEN] = value_of_gardens(
        g, replaced(s.district[GARDEN], tile, mark.district[GARDEN]), ~(built | outside), near, digit) - s.value[GARDEN]
    e.value[STONES] = count(s.quarries & tile)
    e.temples = <int16_t>((1 + doubles(g, TEMPLE)) * height * count(mark.district[TEMPLE] & ~enclosed(built)))
    e.markets = <int16_t>(
        (1 + doubles(g, MARKET)) * height * count(mark.district[MARKET]) - value_of_markets(
            g, replaced(s.district[MARKET], tile, mark.district[MARKET]),
            replaced(s.bazaars, tile, mark.bazaars), tile, digit)) if mark.district[MARKET] else 0
    e.laid = count(mark.district[HOUSE])
    e.joined = 0
    e.touched = 0
    e.homes = e.laid * height
    e.flags = HOMES if (s.district[HOUSE] & tile) | mark.district[HOUSE] else 0
    if s.district[HOUSE] & tile:
        e.flags |= COVERS
    if not s.sure:
        e.flags |= UNSURE
        if doubles(g, GARDEN):
            e.value[GARDEN] += UNSURE_VALUE


cdef inline int gain_of_markets(
    const Surroundings* s, const TileMask* mark, Spot after, const Spot* digit,
) noexcept nogil:
    """Return the synergy of the markets around and under a tile, given those after it and the heights after it.

    A later tile can take nothing from a market that this one took or covered. Where it covers a market, too, it may
    free one that had both beside it, or one of this tile.
    """
    cdef Spot before = s.district[MARKET]
    cdef Spot alone = before & ~touching(before)  # those that count
    cdef Spot blocked = after & touching(after)
    return (
        tall(alone & s.near & (blocked | s.tile), s.digit)
        + tall(before & s.near & ~alone & ~s.tile & touching(before & s.tile), s.digit)
        + tall(mark.district[MARKET] & blocked, digit))


cdef void find_synergy(
    const Grid* g, const Surroundings* s, const TileMask* mark, const Effect* e, Synergy* out,
) noexcept nogil:
    """Write the synergy of a tile, given by its effect, with any close one that comes later.

    A value of the later tile is compared with what it would be before this one. Only hexes of this tile and around it
    can differ. Temples gain when more is built: what is not enclosed yet may come to count. Barracks and gardens at
    lakes lose when more is built, and what this tile took from them the later one cannot take again. Markets may do
    both, if this tile lays or covers some.
    """
    cdef Spot temples = replaced(s.district[TEMPLE], s.tile, mark.district[TEMPLE])
    cdef Spot markets = replaced(s.district[MARKET], s.tile, mark.district[MARKET])
    cdef Spot where = s.near if s.height == 0 else s.tile
    cdef Spot nearly = touching4(s.built | s.tile)  # one more tile is beside two of the neighbours of a hex at most
    cdef Spot[3] digit
    cdef int height = s.height + 1
    cdef int k
    for k in range(3):
        digit[k] = s.digit[k] & ~s.tile | (s.tile if height >> k & 1 else 0)
    for k in range(LANES):
        out.value[k] = 0
    out.boundless = s.height == 0 and doubles(g, GARDEN)
    out.value[TEMPLE] = <int16_t>(
        (1 + doubles(g, TEMPLE)) * tall(temples & where & nearly & ~enclosed(s.built | s.tile), digit))
    out.value[BARRACK] = <int16_t>(
        (1 + doubles(g, BARRACK)) * tall(mark.district[BARRACK], digit) - e.value[BARRACK])
    out.markets = (mark.district[MARKET] | mark.bazaars | (s.district[MARKET] | s.bazaars) & s.tile) != 0
    if out.markets:
        out.value[MARKET] = <int16_t>(
            2 * (2 * tall(markets & s.near, digit) + tall(s.district[MARKET] & s.tile, s.digit))
            if doubles(g, MARKET) else gain_of_markets(s, mark, markets, digit))
    if doubles(g, GARDEN):
        out.value[GARDEN] = <int16_t>(2 * tall(mark.district[GARDEN], digit) - e.value[GARDEN])


cdef inline Spot shown(const TileMask* mark) noexcept nogil:
    """Return the hexes of a tile that are not quarries."""
    return (mark.district[HOUSE] | mark.district[MARKET] | mark.district[BARRACK] | mark.district[TEMPLE]
            | mark.district[GARDEN] | mark.plazas)


cdef void find_follow_ups(const Grid* g, const Surroundings* s, const TileMask* mark, FollowUps* out) noexcept nogil:
    """Write the triangles that a tile could cover after a tile on a site, together with something beside it."""
    cdef Spot[LANES] district, counted
    cdef Spot outside = s.outside & ~s.tile
    cdef Spot inner = enclosed(s.built | s.tile)
    cdef Spot frame = s.built | s.tile
    cdef Spot[3] digit
    cdef Spot where, freed
    cdef FollowUp* step
    cdef int height = s.height + 1
    cdef int i, k
    for k in range(3):
        digit[k] = s.digit[k] & ~s.tile | (s.tile if height >> k & 1 else 0)
        frame &= digit[k] if height >> k & 1 else ~digit[k]
    for k in range(KINDS):
        district[k] = replaced(s.district[k], s.tile, mark.district[k])
    counted[MARKET] = district[MARKET] & ~touching(district[MARKET])
    counted[BARRACK] = district[BARRACK] & touching(outside)
    counted[TEMPLE] = district[TEMPLE] & inner
    counted[GARDEN] = district[GARDEN]
    out.height = height + 1
    out.count = 0
    for i in range(steps_from[s.site.up]):
        where = step_spot[s.site.up][i]
        if where & ~frame:
            continue
        step = &out.step[out.count]
        out.count += 1
        step.lost[HOUSE] = 0
        for k in range(MARKET, KINDS):
            step.lost[k] = <int16_t>(height * count(counted[k] & where))
        step.lost[STONES] = <int16_t>-count((s.quarries & ~s.tile | s.tile & ~shown(mark)) & where)
        freed = district[MARKET] & ~where & touching(district[MARKET] & where)
        step.lost[MARKET] -= <int16_t>(tall(freed & ~counted[MARKET], digit))
        step.temples, step.barracks = (where & inner) != 0, (where & touching(outside)) != 0
        step.markets = (where & ~touching(district[MARKET] & ~where)) != 0


cdef inline Spot of_group(const uint8_t* corner, int group, Spot houses) noexcept nogil:
    """Return which of the houses are in a group."""
    cdef Spot joined = 0
    cdef int i
    while houses:
        i = first(houses)
        if corner[(i >> 3) * SIDE + (i & 7)] == group:
            joined |= houses & -houses
        houses &= houses - 1
    return joined


cdef int homes_beside(const Grid* g, Site site, const TileMask* mark) noexcept nogil:
    """Return the value of houses after a tile that covers none; -1 if it covers some."""
    cdef const uint8_t* corner = g.group + (site.row - CENTRE) * SIDE + site.column - CENTRE
    cdef Spot bits = mark.district[HOUSE]
    cdef uint64_t joined = 0  # groups that touch the new houses; bit 0 for none
    cdef int own_size = count(bits)
    cdef int own_tall = own_size * (height_on(g, site) + 1)
    cdef int best_size = 0
    cdef int best_tall = 0
    cdef int i, k
    for i in range(CORNERS):
        if g.group[site.row * SIDE + site.column + STEP[site.up][i]]:
            return -1
    while bits:
        i = first(bits)
        i = (i >> 3) * SIDE + (i & 7)
        for k in range(6):
            joined |= <uint64_t>1 << corner[i + AROUND[k]]
        bits &= bits - 1
    for i in range(1, g.groups + 1):
        if joined >> i & 1:
            own_size += g.size[i]
            own_tall += g.tall[i]
        elif is_greater(g.size[i], g.tall[i], best_size, best_tall):
            best_size, best_tall = g.size[i], g.tall[i]
    if is_greater(own_size, own_tall, best_size, best_tall):
        best_tall = own_tall
    return value_of_group(best_tall, doubles(g, HOUSE))


cdef uint64_t groups_beside(const uint8_t* corner, Spot houses) noexcept nogil:
    """Return the set of the groups of some houses."""
    cdef uint64_t groups = 0
    cdef int i
    while houses:
        i = first(houses)
        groups |= <uint64_t>1 << corner[(i >> 3) * SIDE + (i & 7)]
        houses &= houses - 1
    return groups


cdef uint64_t touched_by(const Grid* g, const Surroundings* s, const TileMask* mark) noexcept nogil:
    """Return the set of the groups that the houses of a tile touch on a site."""
    cdef const uint8_t* corner = g.group + (s.site.row - CENTRE) * SIDE + s.site.column - CENTRE
    return groups_beside(corner, touching(mark.district[HOUSE]) & s.district[HOUSE] & s.near & ~s.tile)


cdef int homes_anew(const Grid* g, const Surroundings* s, const TileMask* mark) noexcept nogil:
    """Return the value of houses after a tile that may cut a group in two: all groups beside it are found again."""
    cdef uint16_t[AREA] stack
    cdef uint8_t[AREA] state  # 0: as before, LAID: a house of the tile, else done
    cdef int start = (s.site.row - CENTRE) * SIDE + s.site.column - CENTRE
    cdef Spot laid = mark.district[HOUSE]
    cdef Spot bits = s.tile
    cdef Spot around = s.district[HOUSE] & s.near & ~s.tile
    cdef uint64_t groups = groups_beside(g.group + start, s.district[HOUSE] & s.near)
    cdef int best_size = 0
    cdef int best_tall = 0
    cdef int i, k, n, cell, other, size, high
    memset(state, 0, g.rows * SIDE)
    while bits:
        i = first(bits)
        state[start + (i >> 3) * SIDE + (i & 7)] = LAID if laid >> i & 1 else DONE
        bits &= bits - 1
    bits = around | laid
    while bits:
        i = first(bits)
        bits &= bits - 1
        cell = start + (i >> 3) * SIDE + (i & 7)
        if state[cell] == DONE:
            continue
        stack[0] = <uint16_t>cell
        high = s.height + 1 if state[cell] == LAID else g.cell[cell] >> HEIGHT_SHIFT & 7
        state[cell] = DONE
        n = size = 1
        while n:
            n -= 1
            cell = stack[n]
            for k in range(6):
                other = cell + AROUND[k]
                if state[other] == LAID or state[other] == 0 and g.group[other]:
                    high += s.height + 1 if state[other] == LAID else g.cell[other] >> HEIGHT_SHIFT & 7
                    state[other] = DONE
                    stack[n] = <uint16_t>other
                    n += 1
                    size += 1
        if is_greater(size, high, best_size, best_tall):
            best_size, best_tall = size, high
    for i in range(1, g.groups + 1):
        if not groups >> i & 1 and is_greater(g.size[i], g.tall[i], best_size, best_tall):
            best_size, best_tall = g.size[i], g.tall[i]
    return value_of_group(best_tall, doubles(g, HOUSE))


cdef int homes_after(const Grid* g, const Surroundings* s, const TileMask* mark) noexcept nogil:
    """Return the value of houses after a tile."""
    cdef const uint8_t* corner = g.group + (s.site.row - CENTRE) * SIDE + s.site.column - CENTRE
    cdef Spot laid = mark.district[HOUSE]
    cdef Spot covered = s.district[HOUSE] & s.tile
    cdef Spot around = s.district[HOUSE] & s.near & ~s.tile
    cdef Spot bits, same, beside
    cdef uint64_t joined  # groups that touch the new houses
    cdef int16_t[MAX_GROUPS] size, high
    cdef int i, group
    cdef int own_size = count(laid)
    cdef int own_tall = own_size * (s.height + 1)
    cdef int best_size = 0
    cdef int best_tall = 0
    for i in range(1, g.groups + 1):
        size[i], high[i] = g.size[i], g.tall[i]
    bits = covered
    while bits:
        i = first(bits)
        group = corner[(i >> 3) * SIDE + (i & 7)]
        size[group] -= 1
        high[group] -= s.height
        same = of_group(corner, group, around)
        beside = same & touching(covered)
        # What touches the covered houses must stay joined, close by.
        if beside & ~grown(beside & -beside, same | laid):
            return homes_anew(g, s, mark)
        bits &= bits - 1
    joined = groups_beside(corner, touching(laid) & around)
    for i in range(1, g.groups + 1):
        if joined >> i & 1:
            own_size += size[i]
            own_tall += high[i]
        elif is_greater(size[i], high[i], best_size, best_tall):
            best_size, best_tall = size[i], high[i]
    if is_greater(own_size, own_tall, best_size, best_tall):
        best_tall = own_tall
    return value_of_group(best_tall, doubles(g, HOUSE))


cdef bint reaches_outside(const Grid* g, int start, int* border, uint8_t* seen, int mark) noexcept nogil:
    """Return whether a cell outside is joined with the surroundings, and mark what is looked at.

    `border` has the first and last row and column that are built on. Cells with other marks are joined with them, those
    marked DONE are built on.
    """
    cdef uint16_t[AREA] stack
    cdef int n = 1
    cdef int cell, other, k
    stack[0] = <uint16_t>start
    seen[start] = <uint8_t>mark
    while n:
        n -= 1
        cell = stack[n]
        if (cell // SIDE < border[0] or cell // SIDE > border[1] or cell % SIDE < border[2]
                or cell % SIDE > border[3]):
            return True
        for k in range(6):
            other = cell + AROUND[k]
            if g.cell[other] != OPEN or seen[other] == DONE or seen[other] == mark:
                continue
            if seen[other]:
                return True
            seen[other] = <uint8_t>mark
            stack[n] = <uint16_t>other
            n += 1
    return False


cdef bint cuts_off(const Grid* g, Site site) noexcept nogil:
    """Return whether a tile on a site, on the ground, cuts a lake off."""
    cdef uint8_t[AREA] seen
    cdef int[4] border
    cdef int at = site.row * SIDE + site.column
    cdef int mark = DONE
    cdef int i, k, cell
    border[0], border[1] = min(g.city.north - g.r, <int>site.row), max(g.city.south - g.r, site.row + 1)
    border[2], border[3] = min(g.city.west - g.q, <int>site.column), max(g.city.east - g.q, site.column + 1)
    memset(seen, 0, g.rows * SIDE)
    for i in range(CORNERS):
        seen[at + STEP[site.up][i]] = DONE
    for i in range(CORNERS):
        for k in range(6):
            cell = at + STEP[site.up][i] + AROUND[k]
            if g.cell[cell] != OPEN or seen[cell]:
                continue
            mark += 1
            if not reaches_outside(g, cell, border, seen, mark):
                return True
    return False


cdef bint is_sure(const Grid* g, Site site, const Effect* e) noexcept nogil:
    """Return whether an effect on this very ground is no mere bound."""
    return not e.flags & UNSURE or not doubles(g, GARDEN) and not cuts_off(g, site)


cdef int64_t worth_anew(const Grid* g, int tile, Site site, int turn) noexcept nogil:
    """Return the worth of the city after a tile, counted from the whole city."""
    cdef City city = g.city
    lay_tile(&city, tile, place_at(g, site, turn))
    return worth_of(points_of(&city, g.options) + g.value[STONES], city.stones + g.value[STONES])


cdef bint build(const Grid* g, int tile, Site site, const Effect* e, Grid* out) noexcept nogil:
    """Fill the ground of the city after an effect; return whether a lake was cut off."""
    cdef size_t size = g.rows * SIDE
    cdef int cell = site.row * SIDE + site.column
    cdef int height = height_on(g, site) + 1
    cdef int piece = 1 + last_piece(g)
    cdef bint cut
    cdef int i, k
    memcpy(out.cell, g.cell, size)
    memcpy(out.piece, g.piece, size)
    memcpy(out.group, g.group, size)
    memcpy(out.stars, g.stars, sizeof(Grid) - <size_t>(<char*>&g.stars - <char*>g))
    for i in range(CORNERS):
        out.markets_tall -= market_on(out, cell + STEP[site.up][i])
        out.cell[cell + STEP[site.up][i]] = <uint8_t>(tile_hexes[tile][site.up][e.turn][i] | height << HEIGHT_SHIFT)
        out.piece[cell + STEP[site.up][i]] = <uint8_t>piece
        out.markets_tall += market_on(out, cell + STEP[site.up][i])
    lay_tile(&out.city, tile, place_at(g, site, e.turn))
    out.city.stones = 0
    for k in range(LANES):
        out.stars[k] += e.stars[k]
        out.value[k] += e.value[k]
    if e.flags & HOMES:
        find_groups(out)
    if not e.flags & UNSURE:
        return False
    cut = cuts_off(g, site)
    if cut:
        flood_outside(out)
    if cut or doubles(g, GARDEN):
        count_anew(out)
    return cut
