"""The greatest number of disjoint groups of cells: matchings, triples, chains."""

from libc.stdint cimport uint8_t
from urbanist.cext.cells64 cimport Cells, gather

cdef enum:
    LOTS = 8  # tables of a plan, at most
    LOT_CELLS = 10  # cells of one table, at most

cdef struct Packing:
    # Groups that share cells fall into clusters; clusters are put together in lots. A lot's table answers for every
    # subset of its cells at once.
    int lots
    Cells mask[LOTS]
    uint8_t most[LOTS][1 << LOT_CELLS]

cdef int packing_plan(Packing* plan, const Cells* groups, int count) except -1
cdef int chains_most(Cells own, const Cells* near) noexcept nogil


cdef inline int packing_most(const Packing* plan, Cells own) noexcept nogil:
    """Return how many of the planned groups fit into `own` at once, no cell used twice."""
    cdef int total = 0
    cdef int lot
    for lot in range(plan.lots):
        total += plan.most[lot][gather(own, plan.mask[lot])]
    return total
