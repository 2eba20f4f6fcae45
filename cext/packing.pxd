"""The greatest number of disjoint groups of cells: matchings, triples, chains."""

from libc.stdint cimport uint8_t
from urbanist.cext.cells64 cimport Cells, gather

cdef enum:
    LOTS = 9  # the most tables of a plan: with fewer cells than 64 there are never more
    LOT_CELLS = 10  # the most cells of one table

cdef struct Packing:
    # Groups that share cells form clusters, and clusters are combined into lots. The table of a lot has the answer for
    # every subset of its cells.
    int lots
    Cells mask[LOTS]
    uint8_t most[LOTS][1 << LOT_CELLS]

cdef int packing_plan(Packing* plan, const Cells* groups, int count) except -1
cdef int chains_most(Cells own, const Cells* near) noexcept nogil


cdef inline int packing_most(const Packing* plan, Cells own) noexcept nogil:
    """Return the greatest number of disjoint groups of the plan within `own`."""
    cdef int total = 0
    cdef int lot
    for lot in range(plan.lots):
        total += plan.most[lot][gather(own, plan.mask[lot])]
    return total
