"""One visit of a tree search: sample a world, descend, evaluate the leaf, back up."""

from libc.stdint cimport uint32_t

from urbanist.engine.game cimport NOBODY, Head, play_through
from urbanist.search.information cimport key_of_turn, recall, see
from urbanist.search.tree cimport (
    NO_NODE, first_child, tree_claim, tree_decision, tree_enter, tree_unclaim, visits_of,
)
from urbanist.search.verbs cimport DEEPEST, Search, Worker

cdef inline uint32_t choose(Search* s, Worker* w, uint32_t parent) noexcept nogil:
    """Return the child to visit: a new one if the expansion adds one, else the selected one."""
    cdef int known
    cdef uint32_t newest, best, fresh
    while True:
        newest = first_child(&s.tree, parent)
        best = s.selection.call(s.selection.context, s, w, parent, &known)
        # Where another thread adds children, the known ones do, if there are any.
        if (s.expansion.wide_enough(s.expansion.context, s, w, parent, known)
                or not tree_claim(&s.tree, parent, best == NO_NODE)):
            return best
        if first_child(&s.tree, parent) == newest:
            break
        # Another thread added children after this one had looked.
        tree_unclaim(&s.tree, parent)
    fresh = s.expansion.call(s.expansion.context, s, w, parent)
    tree_unclaim(&s.tree, parent)
    return fresh if fresh != NO_NODE else best


cdef int descend(Search* s, Worker* w, const Head* root, uint32_t* path) noexcept nogil:
    """Sample a world and descend in it to a leaf, a node without earlier visits; return the length of the path."""
    cdef uint32_t at = s.tree.root
    cdef uint32_t child
    cdef bint keyed = s.tree.keyed
    cdef int depth = 1
    s.worlds.call(s.worlds.context, s, w, root)
    if keyed:
        recall(s, w)
    path[0] = at
    while not w.state.over and depth < DEEPEST - 1 and (visits_of(&s.tree, at) > 0 or depth == 1):
        child = choose(s, w, at)
        if child == NO_NODE or child == at:
            break
        at = child
        w.chooser[depth] = w.state.to_move
        if keyed:
            see(&s.ops, w, s.tree.nodes[at].move)
        play_through(&s.ops, w.state, s.tree.nodes[at].move)
        path[depth] = at
        tree_enter(&s.tree, at)
        depth += 1
        if keyed and not w.state.over:
            at = tree_decision(&s.tree, at, key_of_turn(&s.ops, w))
            if at == NO_NODE:
                break
            w.chooser[depth] = NOBODY
            path[depth] = at
            tree_enter(&s.tree, at)
            depth += 1
    return depth


cdef void visit(Search* s, Worker* w, const Head* root) noexcept nogil:
    """Make one visit."""
    cdef uint32_t[DEEPEST] path
    cdef int depth = descend(s, w, root, path)
    cdef int seat
    s.leaf.call(s.leaf.context, s, w)
    for seat in range(w.state.seats):
        w.win_share[seat] += w.outcome.win_share[seat]
    s.backup.call(s.backup.context, s, w, path, depth)
