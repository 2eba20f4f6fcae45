"""Bounds of what a city is worth after a tile and one more, before either is laid."""

from libc.stdint cimport int64_t, uint32_t
from urbanist.engine.akropolis.solver.effect_table cimport MAX_SLOTS, EffectClass, EffectTable
from urbanist.engine.akropolis.solver.grid cimport Effect, Grid, Synergy

cdef struct Pair:
    # An effect `x`, and a tile that is laid later: what both bring wherever the later one lies.
    const Effect* x
    int slot  # of the later tile
    int more  # points beyond those after the later tile alone
    int bare  # with HOMES: the same as if houses had no value before
    int stars  # with HOMES: of houses, at most
    int homes  # with HOMES: the value of houses before the later tile


cdef struct WorthBounds:
    # What can be known of a tile before it is laid: bounds of the worths after each other tile.
    Synergy synergy
    int64_t[MAX_SLOTS] far  # on sites that there are before and that are not close
    int64_t[MAX_SLOTS] near  # on those that are close
    int64_t[MAX_SLOTS] new  # upon and beside the tile
    uint32_t fresh  # tiles for which the new ones may be better


cdef int most_with_class(const Grid* g, const Effect* x, const EffectClass* effect_class) noexcept nogil
cdef Pair pair_of(const EffectTable* table, const Effect* x, int slot) noexcept nogil
cdef int most_on(const EffectTable* table, const Pair* pair, int number, int own, int more) noexcept nogil
cdef int together(
    const EffectTable* table, const Pair* pair, const Synergy* synergy, bint encloses, int height) noexcept nogil
cdef int most_near_on(const EffectTable* table, const Pair* pair, const Synergy* synergy, int i) noexcept nogil
cdef void foresee(
    EffectTable* table, int slot, const Effect* x, uint32_t others, const int64_t* floor,
    WorthBounds* out) noexcept nogil
