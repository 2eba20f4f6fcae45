"""The principal variation: the most visited line of a tree."""

from libc.string cimport memcpy

from urbanist.cext.rng cimport Rng, rng_seeded
from urbanist.engine.game cimport Move, State
from urbanist.search.tree cimport NO_NODE, tree_child
from urbanist.search.verbs cimport place_of

cdef enum:
    STREAM = 5


cdef tuple principal_variation(const Tree* tree, State root, int observer, Move first, Worker* w):
    """Return the principal variation from a first move on, up to the next chance event.

    It is legal in one world of the observer's information set, which may not be the true one.
    """
    cdef Rng rng = rng_seeded(0, STREAM)
    cdef Move move = first
    cdef uint32_t at = tree_child(tree, tree.root, move)
    moves = [root.game.notation.move(first)]
    memcpy(w.state, root.head, root.game.ops.size)
    if observer >= 0:
        root.game.ops.reshuffle(w.state, observer, &rng)
    root.game.ops.apply(w.state, move)
    while not w.state.over and not w.state.due:
        at = most_visited(tree, at, &root.game.ops, w)
        if at == NO_NODE:
            break
        move = tree.nodes[at].move
        moves.append(root.game.notation.move(move))
        root.game.ops.apply(w.state, move)
    return tuple(moves)


cdef uint32_t most_visited(const Tree* tree, uint32_t parent, const GameOps* ops, Worker* w) noexcept nogil:
    """Return the most visited child whose move is legal in the worker's state."""
    cdef int n = ops.legal(w.state, w.moves)
    cdef uint32_t child = tree.nodes[parent].child
    cdef uint32_t best = NO_NODE
    cdef uint32_t most = 0
    while child != NO_NODE:
        if tree.nodes[child].visits > most and place_of(w.moves, n, tree.nodes[child].move) >= 0:
            best, most = child, tree.nodes[child].visits
        child = tree.nodes[child].sibling
    return best
