"""Where one seat lays its last tiles best."""

from libc.stdint cimport int64_t, uint32_t
from urbanist.engine.akropolis.solver.effect_table cimport MAX_SLOTS, EffectTable
from urbanist.engine.akropolis.solver.grid cimport Grid
from urbanist.engine.game cimport Move

cdef struct Placement:
    # One way to lay a tile, and what it leads to.
    Move move
    int covered  # quarries, each a stone
    int64_t[MAX_SLOTS] worth  # after it and the best place of another tile, before any price


cdef struct Placements:
    int tried  # effects of the tile that have been looked at
    int count
    int room
    Placement* line


cdef struct Pool:
    # Placements of which some others must be better than each in something.
    const Placements* lines
    uint32_t limits  # the tiles whose worths are compared: those of the pool are boundless with others
    uint32_t open  # those of them for which the others may be better
    int covered  # quarries that the others have covered before, and those of the pool have not


# Returns whether a line that is at most so good would help.
ctypedef bint (*WouldHelpFn)(void* context, int slot, const Placement* most) noexcept nogil


cdef int64_t best_worth(const EffectTable* table, int slot, const Move* moves, int count, Move* best) noexcept nogil
cdef bint find_placements(
    EffectTable* table, int slot, uint32_t others, const Move* moves, int count, const Pool* pool, int most,
    Grid* scratch, Placements* out, int64_t* effort) noexcept nogil
cdef bint bound_of_placement(
    EffectTable* table, int slot, int number, uint32_t others, const Move* moves, int count, Placement* most,
    int64_t* effort) noexcept nogil
cdef bint find_placement(
    EffectTable* table, int slot, int number, uint32_t others, WouldHelpFn would_help, void* context, Grid* scratch,
    Placement* out, int64_t* effort) noexcept nogil
cdef bint keep(const Placement* line, uint32_t others, int slots, Placements* out) noexcept nogil
