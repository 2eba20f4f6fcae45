"""One visit of a tree search: sample a world, descend, evaluate the leaf, back up."""

from libc.math cimport sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcpy

from urbanist.cext.rng cimport rng_seeded, urbanist_fold
from urbanist.engine.game cimport NOBODY, Head, play_through
from urbanist.search.information cimport key_of_turn, recall, see
from urbanist.search.tree cimport (
    NO_NODE, first_child, tree_claim, tree_decision, tree_enter, tree_unclaim, trials_of, visits_of,
)
from urbanist.search.verbs cimport DEEPEST, Search, Worker

cdef double FEW = 8  # outcomes of a chance event that are drawn anew at each visit
cdef double WIDTH = 2  # draws of an event with more, times the square root of the visits


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


cdef void play_confined(const Search* s, Worker* w, uint32_t at) noexcept nogil:
    """Play the move of a node and the chance events after it, each with as many outcomes as the visits pay for.

    Where there are more, a few draws come again and again, so that what follows them is looked at more than once; their
    number grows with the square root of the visits (double progressive widening: Couetoux et al. 2011).
    """
    cdef uint32_t visits = visits_of(&s.tree, at)
    cdef uint32_t most = <uint32_t>max(FEW, WIDTH * sqrt(visits + 1.0))
    cdef uint64_t draw = visits % most  # the number of the draw, in turn
    s.ops.apply(w.state, s.tree.nodes[at].move)
    while w.state.due:
        if s.ops.confine != NULL:
            s.ops.confine(w.state, urbanist_fold(at ^ 0x9E3779B97F4A7C15ULL, draw ^ 0xD6E8FEB86659FD93ULL), most)
            draw += 1ULL << 32  # the next event is another one
        s.ops.draw(w.state)


cdef uint32_t choose_with_common_draws(Search* s, Worker* w, const Head* root) noexcept nogil:
    """Return the child of the root to visit, and begin the draws that each of them has at its visit of this number.

    So the worlds and playouts by which moves are compared are alike (common random numbers), and fewer visits tell
    which of them is better.
    """
    cdef uint32_t child
    memcpy(w.state, root, s.ops.size)
    child = choose(s, w, s.tree.root)
    if child != NO_NODE:
        w.rng = rng_seeded(s.noise ^ w.stream, trials_of(&s.tree, child))
    return child


cdef int descend(Search* s, Worker* w, const Head* root, uint32_t* path) noexcept nogil:
    """Sample a world and descend in it to a leaf, a node without earlier visits; return the length of the path."""
    cdef uint32_t at = s.tree.root
    cdef uint32_t child = choose_with_common_draws(s, w, root) if s.common else NO_NODE
    cdef bint keyed = s.tree.keyed
    cdef int depth = 1
    s.worlds.call(s.worlds.context, s, w, root)
    if keyed:
        recall(s, w)
    path[0] = at
    while not w.state.over and depth < DEEPEST - 1 and (visits_of(&s.tree, at) > 0 or depth == 1):
        if depth > 1 or not s.common:
            child = choose(s, w, at)
        if child == NO_NODE or child == at:
            break
        at = child
        w.chooser[depth] = w.state.to_move
        if keyed:
            see(&s.ops, w, s.tree.nodes[at].move)
            play_confined(s, w, at)
        else:
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
