"""Backup: how the outcome of a visit updates the nodes on its path."""

from libc.stdint cimport uint32_t

from urbanist.cext.atomic cimport load_float, store, store_float
from urbanist.engine.game cimport NOBODY
from urbanist.search.tree cimport Node, tree_leave, tree_lock, tree_unlock, visits_of
from urbanist.search.verbs cimport MoveMean, Search, Worker, as_backup, mean_of_move


cdef void mean(const void* context, Search* s, Worker* w, const uint32_t* path, int depth) noexcept nogil:
    """Update the means of all nodes on the path with the outcome."""
    cdef Node* node
    cdef float weight, old
    cdef uint32_t visits
    cdef int i, seat
    for i in range(depth):
        node = &s.tree.nodes[path[i]]
        tree_lock(&s.tree, path[i])
        visits = visits_of(&s.tree, path[i]) + 1
        store(&node.visits, visits)
        weight = <float>1 / visits
        for seat in range(w.state.seats):
            old = load_float(&node.value[seat])
            store_float(&node.value[seat], old + weight * (w.outcome.value[seat] - old))
            old = load_float(&node.points[seat])
            store_float(&node.points[seat], old + weight * (w.outcome.points[seat] - old))
        # Visits do not enter the root: they are counted to tell siblings apart, and it has none.
        if i > 0:
            tree_leave(&s.tree, path[i])
        else:
            tree_unlock(&s.tree, path[i])


cdef void mean_of_moves(const void* context, Search* s, Worker* w, const uint32_t* path, int depth) noexcept nogil:
    """Update the means of all nodes on the path, and the history statistics of their moves."""
    cdef MoveMean* move_mean
    cdef int i, seat
    for i in range(1, depth):
        seat = w.chooser[i]
        if seat == NOBODY:
            continue
        move_mean = mean_of_move(w, seat, s.tree.nodes[path[i]].move)
        move_mean.visits += 1
        move_mean.value += (w.outcome.value[seat] - move_mean.value) / move_mean.visits
    mean(context, s, w, path, depth)


MEAN = as_backup(mean)
MOVES = as_backup(mean_of_moves)
