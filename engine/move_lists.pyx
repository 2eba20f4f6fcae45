"""The legal moves of many records of a game at once: lists of them, and random ones."""

import numpy as np

from libc.stdint cimport int32_t, uint64_t
from libc.string cimport memcpy

from urbanist.cext.address cimport address
from urbanist.cext.pool cimport Pool
from urbanist.cext.rng cimport Rng, rng_below, rng_seeded
from urbanist.engine.batch_arguments import as_out
from urbanist.engine.game cimport MAX_MOVES, Game, GameOps, Head, Move
from urbanist.engine.parallel cimport run_parts
from urbanist.engine.integers import seed_word


cdef struct Listing:
    const GameOps* ops
    const unsigned char* memory
    Move* out  # the moves of each record, `width` in a row; NULL: they are only counted
    Py_ssize_t width
    int32_t* counts


cdef void list_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef const Listing* w = <const Listing*>work
    cdef Move[MAX_MOVES] moves
    cdef Py_ssize_t i
    for i in range(start, stop):
        w.counts[i] = w.ops.legal(<const Head*>(w.memory + i * w.ops.size), moves)
        if w.out != NULL:
            memcpy(w.out + i * w.width, moves, w.counts[i] * sizeof(Move))


def list_moves(Game game not None, array, Pool pool not None, threads=1):
    """Return the legal moves, uint32 [N, width], ascending and padded with zeros, and their numbers, int32 [N]."""
    cdef Listing w
    counts = np.zeros(len(array), np.int32)
    w.ops, w.memory = &game.ops, <const unsigned char*>address(array)
    w.out, w.counts = NULL, <int32_t*>address(counts)
    run_parts(pool, list_part, &w, len(array), threads)
    w.width = int(counts.max(initial=0))
    moves = np.zeros((len(array), w.width), np.uint32)
    w.out = <Move*>address(moves)
    run_parts(pool, list_part, &w, len(array), threads)
    return moves, counts


cdef struct Drawing:
    const GameOps* ops
    const unsigned char* memory
    Move* out
    uint64_t seed


cdef void draw_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef const Drawing* w = <const Drawing*>work
    cdef Move[MAX_MOVES] moves
    cdef const Head* state
    cdef Rng rng
    cdef Py_ssize_t i
    for i in range(start, stop):
        state = <const Head*>(w.memory + i * w.ops.size)
        w.out[i] = 0
        if state.over or state.due:
            continue
        rng = rng_seeded(w.seed, i)
        if w.ops.sample != NULL:
            w.out[i] = w.ops.sample(state, &rng)
        else:
            w.out[i] = moves[rng_below(&rng, w.ops.legal(state, moves))]


def sample(Game game not None, array, Pool pool not None, seed=0, threads=1, out=None):
    """Return a random legal move of each record, each equally likely, uint32 [N].

    Records that are over, or that wait for an event, have 0. The number of threads changes nothing.
    """
    cdef Drawing w
    moves = np.empty(len(array), np.uint32) if out is None else as_out("out", out, (len(array),), np.uint32)
    w.ops, w.memory, w.seed = &game.ops, <const unsigned char*>address(array), seed_word(seed)
    w.out = <Move*>address(moves)
    run_parts(pool, draw_part, &w, len(array), threads)
    return moves
