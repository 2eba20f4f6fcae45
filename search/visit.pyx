"""One iteration of a tree search: a determinization, a descent, a playout, and its result back up.

After Kocsis and Szepesvari 2006 (UCT), Sturtevant 2008 (max^n), Coulom 2007 and Chaslot et al. 2008 (widening, bias),
and Cowling, Powley and Whitehouse 2012 (single-observer information-set search: a determinization at each visit, and
counts of how often a move was available).
"""

from libc.math cimport log, pow, sqrt
from libc.stdint cimport uint32_t
from libc.string cimport memcpy

from urbanist.engine.game cimport MAX_SEATS, Head, Move, play_out, play_through
from urbanist.search.tree cimport NO_NODE, Node, tree_grow
from urbanist.search.utility cimport utility_of, win_share_of

cdef enum:
    DEEPEST = 512  # nodes of one descent, at most


cdef int place_of(const Move* moves, int n, Move move) noexcept nogil:
    """Return where a move stands in rising `moves`, or -1."""
    cdef int low = 0
    cdef int high = n - 1
    cdef int middle
    while low <= high:
        middle = (low + high) >> 1
        if moves[middle] == move:
            return middle
        if moves[middle] < move:
            low = middle + 1
        else:
            high = middle - 1
    return -1


cdef int untried(Search* s, uint32_t parent, int n, float* highest) noexcept nogil:
    """Return which of `n` moves promises most of those without a child, or -1; in `highest` the most of all."""
    cdef uint32_t child = s.tree.nodes[parent].child
    cdef int best = -1
    cdef int i
    highest[0] = -1e30
    for i in range(n):
        highest[0] = max(highest[0], s.prior[i])
    while child != NO_NODE:
        i = place_of(s.moves, n, s.tree.nodes[child].move)
        if i >= 0:
            s.prior[i] = -1e30
        child = s.tree.nodes[child].sibling
    for i in range(n):
        if s.prior[i] > -1e30 and (best < 0 or s.prior[i] > s.prior[best]):
            best = i
    return best


cdef uint32_t widen(Search* s, uint32_t parent) noexcept nogil:
    """Return a new child for the legal move of the highest prior that has none, or `NO_NODE`."""
    cdef float highest
    cdef uint32_t child
    cdef int n
    cdef int best = -1
    if s.ops.shortlist != NULL:
        best = untried(s, parent, s.ops.shortlist(s.state, s.moves, s.prior), &highest)
    if best < 0:
        n = s.ops.legal(s.state, s.moves)
        s.ops.appraise(s.state, s.moves, n, s.prior)
        best = untried(s, parent, n, &highest)
    if best < 0:
        return NO_NODE
    child = tree_grow(&s.tree, parent, s.moves[best])
    if child != NO_NODE:
        s.tree.nodes[child].prior = s.prior[best] - highest
    return child


cdef uint32_t best_child(Search* s, uint32_t parent, int* known) noexcept nogil:
    """Return the child of the highest upper bound among those legal here, and in `known` how many those are."""
    cdef int seat = s.state.to_move
    cdef int n = 0 if s.ops.open_moves else s.ops.legal(s.state, s.moves)
    cdef uint32_t child = s.tree.nodes[parent].child
    cdef uint32_t best = NO_NODE
    cdef float highest = -1e30
    cdef float bound, trial
    cdef Node* node
    cdef float open_trials = <float>log(s.tree.nodes[parent].visits + 1.0)
    known[0] = 0
    while child != NO_NODE:
        node = &s.tree.nodes[child]
        if s.ops.open_moves or place_of(s.moves, n, node.move) >= 0:
            known[0] += 1
            node.available += 1
            trial = open_trials if s.ops.open_moves else <float>log(node.available + 1.0)
            bound = (node.value[seat] + s.explore * <float>sqrt(trial / (node.visits + 1e-3))
                     + s.bias * node.prior / (node.visits + 1))
            if bound > highest:
                best, highest = child, bound
        child = node.sibling
    return best


cdef uint32_t choose(Search* s, uint32_t parent) noexcept nogil:
    """Return the child to visit: a new one while there are few for the visits made, else the best known."""
    cdef int known
    cdef uint32_t best = best_child(s, parent, &known)
    cdef uint32_t fresh
    # The first move is looked at whatever the weights: a search always has one to propose.
    if known == 0 or known < s.widen * <float>pow(s.tree.nodes[parent].visits, s.power):
        fresh = widen(s, parent)
        if fresh != NO_NODE:
            s.tree.nodes[fresh].available = 1
            return fresh
    return best


cdef void back_up(Search* s, const uint32_t* path, int depth) noexcept nogil:
    """Add the end of a game to the means of all nodes on the path."""
    cdef float[MAX_SEATS] value
    cdef float[MAX_SEATS] share
    cdef Node* node
    cdef float weight
    cdef int i, seat
    utility_of(s.state, s.utility, value)
    win_share_of(s.state, share)
    for seat in range(s.state.seats):
        s.win_share[seat] += share[seat]
    for i in range(depth):
        node = &s.tree.nodes[path[i]]
        node.visits += 1
        weight = <float>1 / node.visits
        for seat in range(s.state.seats):
            node.value[seat] += weight * (value[seat] - node.value[seat])
            node.points[seat] += weight * (s.state.score[seat] - node.points[seat])


cdef void visit(Search* s, const Head* root) noexcept nogil:
    """Make one iteration: a determinization, down the tree, a playout, and its result back up."""
    cdef uint32_t[DEEPEST] path
    cdef uint32_t at = s.tree.root
    cdef int depth = 1
    memcpy(s.state, root, s.ops.size)
    if s.observer >= 0:
        s.ops.reshuffle(s.state, s.observer, &s.rng)
    path[0] = at
    while not s.state.over and depth < DEEPEST and (s.tree.nodes[at].visits > 0 or depth == 1):
        at = choose(s, at)
        if at == NO_NODE:
            break
        play_through(&s.ops, s.state, s.tree.nodes[at].move)
        path[depth] = at
        depth += 1
    if not s.state.over:
        play_out(&s.ops, s.playout, s.state, &s.rng)
    back_up(s, path, depth)
