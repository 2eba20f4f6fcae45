"""Heaps, also called Nim: take some from one of three heaps; whoever takes the last one wins."""

from libc.stdint cimport int16_t, int32_t, uint8_t
from libc.string cimport memset
from urbanist.cext.rng cimport Rng, rng_below
from urbanist.engine.struct_dtype import struct_dtype
from urbanist.engine.game cimport GameOps, Head, Move, Setup, invalid_unless, new_game
from urbanist_plugin.notation import HeapsNotation

cdef enum:
    HEAPS = 3
    MOST = 7  # in a heap


cdef struct Heaps:
    Head head
    uint8_t[HEAPS] heap


cdef void deal(Head* state, const Setup* setup, Rng* rng) noexcept nogil:
    cdef Heaps* h = <Heaps*>state
    cdef int i
    memset(h, 0, sizeof(Heaps))
    state.seats = 2
    state.to_move = rng_below(rng, 2) if setup.first < 0 else setup.first
    for i in range(HEAPS):
        h.heap[i] = 1 + rng_below(rng, MOST)


cdef int legal(const Head* state, Move* out) noexcept nogil:
    cdef const Heaps* h = <const Heaps*>state
    cdef int i, taken
    cdef int n = 0
    for i in range(HEAPS):
        for taken in range(1, h.heap[i] + 1):
            out[n] = 8 * i + taken
            n += 1
    return n


cdef void apply(Head* state, Move move) noexcept nogil:
    cdef Heaps* h = <Heaps*>state
    h.heap[move // 8] -= move % 8
    state.ply += 1
    state.to_move = 1 - state.to_move
    state.over = h.heap[0] + h.heap[1] + h.heap[2] == 0
    score(state, state.score, state.tiebreak)


cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil:
    # Who is not to move has taken the last one.
    points[0] = state.over and state.to_move == 1
    points[1] = state.over and state.to_move == 0
    tiebreak[0] = 0
    tiebreak[1] = 0


cdef const char* validate(const Head* state) noexcept nogil:
    cdef const Heaps* h = <const Heaps*>state
    cdef int i
    for i in range(HEAPS):
        if h.heap[i] > MOST:
            return "heap"
    return invalid_unless(state.over == (h.heap[0] + h.heap[1] + h.heap[2] == 0), "over")


cdef Heaps record  # its type alone counts
cdef const Heaps[:] fields = <Heaps[:1]>&record
cdef GameOps ops
memset(&ops, 0, sizeof(GameOps))  # a verb that is NULL has a general replacement, see engine/game.pxd
ops.size, ops.deal, ops.legal, ops.apply, ops.score, ops.validate = sizeof(Heaps), deal, legal, apply, score, validate
GAME = new_game(ops, struct_dtype(fields), HeapsNotation())
