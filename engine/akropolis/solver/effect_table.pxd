"""All that some tiles can change in a city, each laid alone."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t
from urbanist.engine.akropolis.position cimport HOUSES, TURNS, City
from urbanist.engine.akropolis.solver.grid cimport AREA, LANES, SIDE, Effect, Grid, Site, Surroundings, points_after

cdef enum:
    MAX_SITES = 512
    MAX_CLASSES = 32
    MAX_SLOTS = 12  # tiles that may still be taken
    MAX_CLOSE = 98  # triangles of two kinds in a square of seven rows
    TOUCH = 2  # rows and columns between the marks of sites that touch each other, at most
    HOUSE = HOUSES - 1  # this kind, counted from 0


cdef struct Top:
    # The most points after a tile on some sites: without HOMES, with them, and then as if houses had no value.
    int16_t plain
    int16_t homes
    int16_t bare


cdef struct EffectClass:
    # Effects of a tile with HOMES that lay houses alike.
    uint64_t touched  # groups of houses
    bint covers
    int homes  # the greatest sum of the heights of the houses that they lay
    int value  # the greatest value of houses after them
    int bare  # the most points after them as if houses had no value


cdef struct EffectTable:
    # All that can be laid on a ground.
    Grid grid
    int points
    int sites
    Site[MAX_SITES] site
    Surroundings[MAX_SITES] surroundings
    int16_t[2 * AREA] number  # of the site of a triangle: its cell, and AREA for the other triangle; -1: none
    int highest  # the greatest height that a tile can get
    int slots  # tiles, each in a slot
    uint8_t[MAX_SLOTS] tile  # its number among those of all editions
    int effects  # of each tile
    int[MAX_SLOTS] plain  # those without HOMES come first
    uint32_t wanted  # the slots whose effects are known
    int[MAX_SLOTS] room  # for effects
    Effect* effect[MAX_SLOTS]  # of each tile, the best first
    # Of each tile, on each site: as it is, as if all temples that it lays counted, and as if all markets did, too.
    Top[MAX_SLOTS][MAX_SITES][3] top
    # The same on sites close to one, after a tile there: without and with markets.
    Top[MAX_SLOTS][MAX_SITES][2] around
    int[MAX_SLOTS] classes
    EffectClass[MAX_SLOTS][MAX_CLASSES] effect_class
    uint64_t[MAX_SLOTS][MAX_SITES] touched_on  # groups that houses of the tile touch on a site
    uint64_t[MAX_SLOTS][MAX_SITES] touched  # groups that houses of the tile touch on sites close to one
    bint[MAX_SLOTS][MAX_SITES] known  # whether `around` and `touched` have been written
    uint64_t[MAX_SITES] nearby  # groups that houses on new sites may touch after a tile on a site
    int[MAX_SITES] highest_near  # the greatest height that a tile can get on sites close to one
    int16_t[MAX_SITES] neighbours  # sites that are close and do not overlap; -1: not known yet
    int16_t[MAX_SITES][MAX_CLOSE] neighbour
    uint8_t[MAX_SITES][MAX_CLOSE] encloses  # whether a tile may be the last one around a temple of a tile there
    bint[MAX_SITES] encloses_any
    int16_t[MAX_SLOTS][LANES] most_stars  # changes
    int16_t[MAX_SLOTS][LANES] most_value
    int16_t[MAX_SLOTS][LANES] least_stars
    int16_t[MAX_SLOTS][LANES] least_value
    int16_t[MAX_SLOTS][LANES] districts  # that the tile shows
    int16_t[MAX_SLOTS][LANES] stars


cdef EffectTable* new_table() noexcept nogil
cdef bint fill_table(
    EffectTable* table, const City* city, int stones, int options, const uint8_t* tile, int slots, uint32_t wanted,
    int64_t* effort) noexcept nogil
cdef void fill_table_after(EffectTable* table, const EffectTable* before, int slot, const Effect* e) noexcept nogil
cdef bint want_slots(EffectTable* table, uint32_t wanted, int64_t* effort) noexcept nogil
cdef void free_table(EffectTable* table) noexcept nogil
cdef int all_sites(const Grid* g, Site* out) noexcept nogil
cdef void find_neighbours(EffectTable* table, int number) noexcept nogil
cdef void look_around(EffectTable* table, int slot, int number) noexcept nogil


cdef inline int points_without_houses(const Grid* g, const Effect* e) noexcept nogil:
    """Return the points of the city after an effect as if houses had no value."""
    return points_after(g, e) - (g.stars[HOUSE] + e.stars[HOUSE]) * (g.value[HOUSE] + e.value[HOUSE])


cdef inline int number_of(Site site) noexcept nogil:
    """Return the place of a triangle in `EffectTable.number`."""
    return site.up * AREA + site.row * SIDE + site.column
