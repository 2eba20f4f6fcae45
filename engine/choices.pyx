"""The legal moves of many records of a game at once: lists of them, and random ones."""

import numpy as np

from libc.stdint cimport int32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from urbanist.cext.address cimport address
from urbanist.cext.rng cimport Rng, rng_below, rng_seeded
from urbanist.engine.game cimport MAX_MOVES, Game, GameOps, Head, Move
from urbanist.engine.sharing import share
from urbanist.engine.whole import seed_word


def list_moves(Game game not None, array, threads=1):
    """Return the legal moves, uint32 [N, width], ascending and padded with zeros, and their numbers, int32 [N]."""
    cdef Py_ssize_t n = len(array)
    cdef const unsigned char* memory = <const unsigned char*>address(array)
    counts = np.zeros(n, np.int32)

    def tally(Py_ssize_t start, Py_ssize_t stop):
        write_moves(game, memory, NULL, 0, <int32_t*>address(counts), start, stop)

    share(tally, n, threads)
    width = int(counts.max(initial=0))
    moves = np.zeros((n, width), np.uint32)

    def fill(Py_ssize_t start, Py_ssize_t stop):
        write_moves(game, memory, <Move*>address(moves), width, <int32_t*>address(counts), start, stop)

    share(fill, n, threads)
    return moves, counts


cdef int write_moves(
    Game game, const unsigned char* memory, Move* out, Py_ssize_t width, int32_t* counts,
    Py_ssize_t start, Py_ssize_t stop,
) except -1:
    """Count the legal moves of each record; write them to the rows of `out` unless it is NULL."""
    cdef Move* moves = <Move*>malloc(MAX_MOVES * sizeof(Move))
    cdef Py_ssize_t i
    if moves == NULL:
        raise MemoryError
    with nogil:
        for i in range(start, stop):
            counts[i] = game.ops.legal(<const Head*>(memory + i * game.ops.size), moves)
            if out != NULL:
                memcpy(out + i * width, moves, counts[i] * sizeof(Move))
    free(moves)
    return 0


def sample(Game game not None, array, seed=0, threads=1):
    """Return a random legal move of each record, each equally likely, uint32 [N].

    Records that are over, or that wait for an event, have 0. The number of threads changes nothing.
    """
    out = np.zeros(len(array), np.uint32)
    cdef uint64_t word = seed_word(seed)
    cdef const unsigned char* memory = <const unsigned char*>address(array)
    cdef Move* moves = <Move*>address(out)

    def part(Py_ssize_t start, Py_ssize_t stop):
        draw_moves(game, memory, moves, word, start, stop)

    share(part, len(array), threads)
    return out


cdef int draw_moves(
    Game game, const unsigned char* memory, Move* out, uint64_t seed, Py_ssize_t start, Py_ssize_t stop,
) except -1:
    cdef Move* moves = <Move*>malloc(MAX_MOVES * sizeof(Move))
    cdef const GameOps* ops = &game.ops
    cdef const Head* state
    cdef Rng rng
    cdef Py_ssize_t i
    if moves == NULL:
        raise MemoryError
    with nogil:
        for i in range(start, stop):
            state = <const Head*>(memory + i * ops.size)
            if state.over or state.due:
                continue
            rng = rng_seeded(seed, i)
            if ops.sample != NULL:
                out[i] = ops.sample(state, &rng)
            else:
                out[i] = moves[rng_below(&rng, ops.legal(state, moves))]
    free(moves)
    return 0
