"""Where one seat lays its last tiles best."""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t
from urbanist.engine.akropolis.ground cimport AREA, LANES, Effect, Ground, Sight, Site
from urbanist.engine.akropolis.position cimport City
from urbanist.engine.game cimport Move

cdef enum:
    MOST_SITES = 512
    MOST_SLOTS = 12  # tiles that may still be taken
    MOST_CLOSE = 98  # triangles of two kinds in a square of seven rows

cdef int64_t NOTHING  # less than any worth


cdef struct Top:
    # The most points after a tile on some sites: without HOMES, with them, and then as if houses had no value.
    int16_t plain
    int16_t homes
    int16_t bare


cdef struct Plan:
    # All that can be laid on a ground.
    Ground ground
    int sites
    Site[MOST_SITES] site
    Sight[MOST_SITES] sight
    int16_t[2 * AREA] number  # of the site of a triangle: its cell, and AREA for the other triangle; -1: none
    int highest  # the greatest height that a tile can get
    int slots  # tiles, each in a slot
    uint8_t[MOST_SLOTS] tile
    int effects  # of each tile
    int[MOST_SLOTS] plain  # those without HOMES come first
    Effect* effect[MOST_SLOTS]  # of each tile, the best first
    # Of each tile, on each site, on those close to it, and anywhere; the second as if all that it lays counted.
    Top[MOST_SLOTS][MOST_SITES][2] top
    Top[MOST_SLOTS][MOST_SITES][2] around
    Top[MOST_SLOTS] anywhere
    int16_t[MOST_SITES] neighbours  # sites that are close and do not overlap; -1: not known yet
    int16_t[MOST_SITES][MOST_CLOSE] neighbour
    int16_t[MOST_SLOTS][LANES] most_stars
    int16_t[MOST_SLOTS][LANES] most_value
    int16_t[MOST_SLOTS][LANES] districts  # that the tile shows
    int16_t[MOST_SLOTS][LANES] stars


cdef struct Line:
    # One way to lay a tile, and what it leads to.
    Move move
    int covered  # quarries, each a stone
    int64_t[MOST_SLOTS] worth  # after it and the best place of another tile, before any price


cdef struct Lines:
    int count
    int room
    Line* line


# Returns whether a line that is at most so good would help.
ctypedef bint (*WouldHelpFn)(void* context, int slot, const Line* most) noexcept nogil


cdef Plan* new_plan(
    const City* city, int stones, int options, const uint8_t* tile, int slots, int64_t* effort) noexcept nogil
cdef void free_plan(Plan* plan) noexcept nogil
cdef int64_t best_worth(const Plan* plan, int slot, const Move* moves, int count, Move* best) noexcept nogil
cdef bint find_lines(
    Plan* plan, int slot, uint32_t others, const Move* moves, int count, Ground* scratch, Lines* out,
    int64_t* effort) noexcept nogil
cdef bint most_of_line(
    Plan* plan, int slot, int number, uint32_t others, const Move* moves, int count, Line* most,
    int64_t* effort) noexcept nogil
cdef bint find_line(
    Plan* plan, int slot, int number, uint32_t others, WouldHelpFn would_help, void* context, Ground* scratch,
    Line* out, int64_t* effort) noexcept nogil
