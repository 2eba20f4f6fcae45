"""The principal variation: the most visited line of a tree."""

from libc.string cimport memcpy

from urbanist.cext.rng cimport Rng, rng_seeded
from urbanist.engine.game cimport Move, State
from urbanist.search.information cimport key_of_turn, recall, see
from urbanist.search.tree cimport NO_NODE, tree_child, tree_found
from urbanist.search.verbs cimport place_of

cdef enum:
    STREAM = 5


cdef tuple principal_variation(const Search* s, const Tree* tree, State root, Move first, Worker* w):
    """Return the principal variation from a first move on, up to the next chance event.

    It is legal in one world of the observer's information set, which may not be the true one.
    """
    cdef Rng rng = rng_seeded(0, STREAM)
    cdef uint32_t at = tree_child(tree, tree.root, first)
    moves = [root.game.notation.move(first)]
    memcpy(w.state, root.head, root.game.ops.size)
    recall(s, w)
    if s.observer >= 0:
        s.ops.reshuffle(w.state, s.observer, &rng)
    at = after(s, tree, at, w)
    while at != NO_NODE:
        at = most_visited(tree, at, &s.ops, w)
        if at != NO_NODE:
            moves.append(root.game.notation.move(tree.nodes[at].move))
            at = after(s, tree, at, w)
    return tuple(moves)


cdef uint32_t after(const Search* s, const Tree* tree, uint32_t at, Worker* w) noexcept nogil:
    """Play the move of a node; return where the next seat chooses, or `NO_NODE` at the end or before chance."""
    if tree.keyed:
        see(&s.ops, w, tree.nodes[at].move)
    s.ops.apply(w.state, tree.nodes[at].move)
    if w.state.over or w.state.due:
        return NO_NODE
    return tree_found(tree, key_of_turn(&s.ops, w)) if tree.keyed else at


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
