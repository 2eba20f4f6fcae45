"""Which moves become children of a node, in which order, and how many.

After Coulom 2007 and Chaslot et al. 2008 (progressive widening).
"""

from libc.math cimport pow
from libc.stdint cimport uint32_t
from libc.stdlib cimport malloc

from urbanist.search.tree cimport NO_NODE, tree_grow
from urbanist.search.verbs cimport ExpandFn, Expansion, Search, Worker, place_of


cdef struct Width:
    float widen
    float power


cdef inline bint wide_enough(const Width* width, uint32_t visits, int known) noexcept nogil:
    # The first move is looked at whatever the width: a search always has one to propose.
    return known > 0 and known >= width.widen * <float>pow(visits, width.power)


cdef int untried(Search* s, Worker* w, uint32_t parent, int n, float* highest) noexcept nogil:
    """Return which of `n` moves has the highest prior of those without a child, or -1; in `highest` that of all."""
    cdef uint32_t child = s.tree.nodes[parent].child
    cdef int best = -1
    cdef int i
    highest[0] = -1e30
    for i in range(n):
        highest[0] = max(highest[0], w.prior[i])
    while child != NO_NODE:
        i = place_of(w.moves, n, s.tree.nodes[child].move)
        if i >= 0:
            w.prior[i] = -1e30
        child = s.tree.nodes[child].sibling
    for i in range(n):
        if w.prior[i] > -1e30 and (best < 0 or w.prior[i] > w.prior[best]):
            best = i
    return best


cdef uint32_t widening(const void* context, Search* s, Worker* w, uint32_t parent, int known) noexcept nogil:
    """Return a new child for the move of the highest prior without one, while there are few for the visits made."""
    cdef float highest
    cdef uint32_t child
    cdef int n
    cdef int best = -1
    if wide_enough(<const Width*>context, s.tree.nodes[parent].visits, known):
        return NO_NODE
    if s.ops.shortlist != NULL:
        best = untried(s, w, parent, s.ops.shortlist(w.state, w.moves, w.prior), &highest)
    if best < 0:
        n = s.ops.legal(w.state, w.moves)
        s.ops.appraise(w.state, w.moves, n, w.prior)
        best = untried(s, w, parent, n, &highest)
    if best < 0:
        return NO_NODE
    child = tree_grow(&s.tree, parent, w.moves[best])
    if child != NO_NODE:
        s.tree.nodes[child].prior = w.prior[best] - highest
        s.tree.nodes[child].available = 1
    return child


cdef dict EXPANSIONS = {"widening": <size_t>widening}


cdef Expansion expansion_of(str name, object options) except *:
    """Return the expansion of a name, with a context of its own."""
    cdef Width* width = <Width*>malloc(sizeof(Width))
    if width == NULL:
        raise MemoryError
    width.widen = options.widen
    width.power = options.power
    return Expansion(call=<ExpandFn><size_t>EXPANSIONS[name], context=width)
