"""Thompson sampling: a visit follows the move whose value, drawn by what is known of it, is the highest.

After Thompson 1933, and Bai, Wu and Chen 2013 (in tree search). The value of a move is drawn from a normal distribution
around its mean, as wide as `explore` / sqrt(visits + 1).
"""

from libc.math cimport cos, log, sqrt
from libc.stdint cimport uint32_t
from urbanist.cext.rng cimport Rng, rng_unit
from urbanist.search.selection cimport SelectionParams
from urbanist.search.tree cimport NO_NODE, first_child, mean_of, trials_of, visits_of
from urbanist.search.verbs cimport Search, Worker, as_selection


cdef double normal(Rng* rng) noexcept nogil:
    """Return a draw from the standard normal distribution (Box and Muller 1958)."""
    # Two statements, because C does not say which of two operands draws first.
    cdef double size = sqrt(-2 * log(1 - rng_unit(rng)))
    return size * cos(6.283185307179586 * rng_unit(rng))


cdef uint32_t thompson(const void* context, Search* s, Worker* w, uint32_t parent, int* known) noexcept nogil:
    """Return the child with the highest drawn value among those that are legal in this world."""
    cdef const SelectionParams* params = <const SelectionParams*>context
    cdef int seat = w.state.to_move
    cdef uint32_t child = first_child(&s.tree, parent)
    cdef uint32_t best = NO_NODE
    cdef double highest = -1e30
    cdef double usual = mean_of(&s.tree, parent, seat)
    cdef double value
    known[0] = 0
    while child != NO_NODE:
        if s.ops.available == NULL or s.ops.available(w.state, s.tree.nodes[child].move):
            known[0] += 1
            value = mean_of(&s.tree, child, seat) if visits_of(&s.tree, child) > 0 else usual
            value += params.explore / sqrt(trials_of(&s.tree, child) + 1.0) * normal(&w.rng)
            if value > highest:
                best, highest = child, value
        child = s.tree.nodes[child].sibling
    return best


THOMPSON = as_selection(thompson)
