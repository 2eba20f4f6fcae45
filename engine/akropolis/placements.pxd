"""Where one seat lays its last tiles best."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t
from urbanist.engine.akropolis.grid cimport AREA, LANES, Effect, Grid, Site, Surroundings
from urbanist.engine.akropolis.position cimport City
from urbanist.engine.game cimport Move

cdef enum:
    MAX_SITES = 512
    MAX_SLOTS = 12  # tiles that may still be taken
    MAX_CLOSE = 98  # triangles of two kinds in a square of seven rows

cdef int64_t NOTHING  # less than any worth


cdef struct Top:
    # The most points after a tile on some sites: without HOMES, with them, and then as if houses had no value.
    int16_t plain
    int16_t homes
    int16_t bare


cdef struct Plan:
    # All that can be laid on a ground.
    Grid grid
    int sites
    Site[MAX_SITES] site
    Surroundings[MAX_SITES] surroundings
    int16_t[2 * AREA] number  # of the site of a triangle: its cell, and AREA for the other triangle; -1: none
    int highest  # the greatest height that a tile can get
    int slots  # tiles, each in a slot
    uint8_t[MAX_SLOTS] tile
    int effects  # of each tile
    int[MAX_SLOTS] plain  # those without HOMES come first
    Effect* effect[MAX_SLOTS]  # of each tile, the best first
    # Of each tile, on each site, on those close to it, and anywhere; the second as if all that it lays counted.
    Top[MAX_SLOTS][MAX_SITES][2] top
    Top[MAX_SLOTS][MAX_SITES][2] around
    Top[MAX_SLOTS] anywhere
    int16_t[MAX_SITES] neighbours  # sites that are close and do not overlap; -1: not known yet
    int16_t[MAX_SITES][MAX_CLOSE] neighbour
    int16_t[MAX_SLOTS][LANES] most_stars
    int16_t[MAX_SLOTS][LANES] most_value
    int16_t[MAX_SLOTS][LANES] districts  # that the tile shows
    int16_t[MAX_SLOTS][LANES] stars


cdef struct Placement:
    # One way to lay a tile, and what it leads to.
    Move move
    int covered  # quarries, each a stone
    int64_t[MAX_SLOTS] worth  # after it and the best place of another tile, before any price


cdef struct Placements:
    int count
    int room
    Placement* line


# Returns whether a line that is at most so good would help.
ctypedef bint (*WouldHelpFn)(void* context, int slot, const Placement* most) noexcept nogil


cdef Plan* new_plan(
    const City* city, int stones, int options, const uint8_t* tile, int slots, int64_t* effort) noexcept nogil
cdef void free_plan(Plan* plan) noexcept nogil
cdef int64_t best_worth(const Plan* plan, int slot, const Move* moves, int count, Move* best) noexcept nogil
cdef bint find_placements(
    Plan* plan, int slot, uint32_t others, const Move* moves, int count, Grid* scratch, Placements* out,
    int64_t* effort) noexcept nogil
cdef bint bound_of_placement(
    Plan* plan, int slot, int number, uint32_t others, const Move* moves, int count, Placement* most,
    int64_t* effort) noexcept nogil
cdef bint find_placement(
    Plan* plan, int slot, int number, uint32_t others, WouldHelpFn would_help, void* context, Grid* scratch,
    Placement* out, int64_t* effort) noexcept nogil
