"""Perft: the number of move sequences from a position, which verifies a move generator."""

from cpython.exc cimport PyErr_CheckSignals
from cpython.mem cimport PyMem_RawFree, PyMem_RawMalloc
from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from urbanist.engine.game cimport MAX_MOVES, GameOps, Head, Move, State
from urbanist.engine.integers import whole

cdef enum:
    NODES_A_CHECK = 1 << 16  # nodes between two checks for Ctrl-C: some milliseconds


cdef struct Walk:
    const GameOps* ops
    size_t stride  # bytes of one level: a position, then its moves
    uint32_t nodes


cdef long long count_from(Walk* walk, unsigned char* level, int depth) except -1 nogil:
    """Return the number of sequences of `depth` (at least 1) moves from `level`; 1 if a chance event is due."""
    cdef Head* state = <Head*>level
    cdef Move* moves = <Move*>(level + walk.stride - MAX_MOVES * sizeof(Move))
    cdef int n = walk.ops.legal(state, moves)
    cdef unsigned char* below = level + walk.stride
    cdef long long total = 0
    cdef int i
    walk.nodes += 1
    if walk.nodes % NODES_A_CHECK == 0:
        with gil:
            PyErr_CheckSignals()
    if state.due:
        return 1
    if depth == 1:
        return n
    for i in range(n):
        memcpy(below, level, walk.ops.size)
        walk.ops.apply(<Head*>below, moves[i])
        total += count_from(walk, below, depth - 1)
    return total


cdef int checked(depth, int least) except -1:
    if whole("depth", depth) < least:
        raise ValueError(f"depth {depth}: at least {least}")
    return depth


def perft(State state not None, depth):
    """Return the number of sequences of `depth` moves.

    A sequence that reaches the end of the game earlier is not counted. A sequence that reaches a chance event ends
    there and counts once.
    """
    cdef int levels_below = checked(depth, 0)
    if levels_below == 0:
        return 1
    cdef Walk walk
    walk.ops = &state.game.ops
    walk.stride = (state.game.ops.size + 7 & ~<size_t>7) + MAX_MOVES * sizeof(Move)
    walk.nodes = 0
    # Memory of a level that no sequence reaches is never touched, so the system does not provide it.
    cdef unsigned char* levels = <unsigned char*>PyMem_RawMalloc(levels_below * walk.stride)
    cdef long long total
    if levels == NULL:
        raise MemoryError(f"depth {depth}: not enough memory for so many positions")
    memcpy(levels, state.head, state.game.ops.size)
    try:
        with state.game.holding():
            with nogil:
                total = count_from(&walk, levels, levels_below)
            return total
    finally:
        PyMem_RawFree(levels)


def divide(State state not None, depth):
    """Return the perft after each first move, by its text, sorted; `depth` includes the first move."""
    checked(depth, 1)
    return {str(move): perft(state.play(move), depth - 1) for move in state.legal()}
