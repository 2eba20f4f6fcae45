"""Expansion: the moves that become children of a node, their order and their number.

After Coulom 2007 and Chaslot et al. 2008 (progressive widening).
"""

from libc.math cimport pow
from libc.stdint cimport uint32_t
from libc.stdlib cimport malloc

from urbanist.engine.game cimport GameOps
from urbanist.search.tree cimport NO_NODE, tree_grow, visits_of
from urbanist.search.verbs cimport ExpandFn, Expansion, Search, Worker, place_of


cdef enum:
    MOST_AT_ONCE = 48  # children that one shortlist gives a node

cdef float TRIED = -1e30  # the prior of a move that has a child


cdef struct Width:
    float widen
    float power


cdef inline bint wide_enough(const Width* width, uint32_t visits, int known) noexcept nogil:
    # A node gets its first child at any width, so that a search always has a move to propose.
    return known > 0 and known >= width.widen * <float>pow(visits, width.power)


cdef int untried(Search* s, Worker* w, uint32_t parent, int n, float* highest) noexcept nogil:
    """Return the index of the best of `n` moves without a child, or -1; write the best prior of all to `highest`.

    The priors of moves with a child become `TRIED`.
    """
    cdef uint32_t child = s.tree.nodes[parent].child
    cdef int best = -1
    cdef int i
    highest[0] = -1e30
    for i in range(n):
        highest[0] = max(highest[0], w.prior[i])
    while child != NO_NODE:
        i = place_of(w.moves, n, s.tree.nodes[child].move)
        if i >= 0:
            w.prior[i] = TRIED
        child = s.tree.nodes[child].sibling
    for i in range(n):
        if w.prior[i] > TRIED and (best < 0 or w.prior[i] > w.prior[best]):
            best = i
    return best


cdef int candidates(Search* s, Worker* w, uint32_t parent, int* n, float* highest) noexcept nogil:
    """Write the shortlist of moves, or all moves if each of it has a child; return the best without a child, or -1."""
    cdef int best = -1
    if s.ops.shortlist != NULL:
        n[0] = s.ops.shortlist(w.state, w.moves, w.prior)
        best = untried(s, w, parent, n[0], highest)
    if best < 0:
        n[0] = s.ops.legal(w.state, w.moves)
        s.ops.appraise(w.state, w.moves, n[0], w.prior)
        best = untried(s, w, parent, n[0], highest)
    return best


cdef uint32_t widening(const void* context, Search* s, Worker* w, uint32_t parent, int known) noexcept nogil:
    """Return a new child for the best move without one, if the children are few for the number of visits."""
    cdef float highest
    cdef int n, best
    if wide_enough(<const Width*>context, visits_of(&s.tree, parent), known):
        return NO_NODE
    best = candidates(s, w, parent, &n, &highest)
    if best < 0:
        return NO_NODE
    return tree_grow(&s.tree, parent, w.moves[best], w.prior[best] - highest)


cdef int best_of(Worker* w, int n, int* chosen) noexcept nogil:
    """Write the indices of the best moves without a child, best last; return their number."""
    cdef int count = 0
    cdef int i, place
    for i in range(n):
        if w.prior[i] <= TRIED or (count == MOST_AT_ONCE and w.prior[i] <= w.prior[chosen[0]]):
            continue
        if count == MOST_AT_ONCE:
            place = 1
            while place < count and w.prior[chosen[place]] < w.prior[i]:
                chosen[place - 1] = chosen[place]
                place += 1
            chosen[place - 1] = i
            continue
        place = count
        while place > 0 and w.prior[chosen[place - 1]] > w.prior[i]:
            chosen[place] = chosen[place - 1]
            place -= 1
        chosen[place] = i
        count += 1
    return count


cdef uint32_t shortlist(const void* context, Search* s, Worker* w, uint32_t parent, int known) noexcept nogil:
    """Add children for all moves of a shortlist at once if there are few children; return the best one.

    So each node is expanded once, unless chance or hidden cards bring other moves.
    """
    cdef int[MOST_AT_ONCE] chosen
    cdef float highest
    cdef uint32_t child = NO_NODE
    cdef int i, n
    if wide_enough(<const Width*>context, visits_of(&s.tree, parent), known):
        return NO_NODE
    if candidates(s, w, parent, &n, &highest) < 0:
        return NO_NODE
    n = best_of(w, n, chosen)
    for i in range(n):
        child = tree_grow(&s.tree, parent, w.moves[chosen[i]], w.prior[chosen[i]] - highest)
        if child == NO_NODE:
            # The tree is full: the new children stay, and later visits select among them.
            return s.tree.nodes[parent].child if known == 0 and i > 0 else NO_NODE
    return child


cdef dict EXPANSIONS = {"widening": <size_t>widening, "shortlist": <size_t>shortlist}


cdef Expansion expansion_of(str name, const GameOps* ops, object options) except *:
    """Return the expansion with this name, with its own context; `auto` is the one that suits the game.

    After chance events other moves are legal, so a node would get one shortlist after another.
    """
    cdef Width* width = <Width*>malloc(sizeof(Width))
    if width == NULL:
        raise MemoryError
    width.widen = options.widen
    width.power = options.power
    if name == "auto":
        name = "shortlist" if ops.draw == NULL else "widening"
    return Expansion(call=<ExpandFn><size_t>EXPANSIONS[name], context=width)
