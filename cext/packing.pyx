"""The greatest number of disjoint groups of cells: matchings, triples, chains."""

from libc.string cimport memset
from urbanist.cext.cells64 cimport Cells, count, first, gather, only


cdef int packing_plan(Packing* plan, const Cells* groups, int n_groups) except -1:
    """Fill `plan` for groups of at least two cells; raise `ValueError` if the tables are too small."""
    cdef Cells cluster
    cdef int lot, i
    memset(plan, 0, sizeof(Packing))
    clusters = []
    for i in range(n_groups):
        together = groups[i]
        apart = []
        for other in clusters:
            if other & together:
                together |= other
            else:
                apart.append(other)
        clusters = [*apart, together]
    for cluster in sorted(clusters, key=lambda cells: -int(cells).bit_count()):
        lot = 0
        while lot < plan.lots and count(plan.mask[lot] | cluster) > LOT_CELLS:
            lot += 1
        if lot == LOTS or count(cluster) > LOT_CELLS:
            raise ValueError("too many connected groups for the packing tables")
        plan.mask[lot] |= cluster
        plan.lots = max(plan.lots, lot + 1)
    for lot in range(plan.lots):
        fill_table(plan, lot, groups, n_groups)
    return 0


cdef void fill_table(Packing* plan, int lot, const Cells* groups, int n_groups) noexcept:
    # The lowest cell of a subset is unused or in one of its groups; the table has the rest for the smaller subset.
    cdef Cells subset, group
    cdef int i, most
    for subset in range(1, <Cells>1 << count(plan.mask[lot])):
        most = plan.most[lot][subset & (subset - 1)]
        for i in range(n_groups):
            if groups[i] & ~plan.mask[lot]:
                continue
            group = gather(groups[i], plan.mask[lot])
            if group & ~subset == 0 and group & only(first(subset)):
                most = max(most, 1 + plan.most[lot][subset & ~group])
        plan.most[lot][subset] = <uint8_t>most


cdef Cells connected_part(Cells own, Cells part, const Cells* near) noexcept nogil:
    """Return the connected part of `own` that contains `part`."""
    cdef Cells fresh = part
    while fresh:
        part |= fresh
        fresh = near[first(fresh)] & own & ~part | fresh & (fresh - 1)
    return part


cdef int fewest_neighbours(Cells own, const Cells* near) noexcept nogil:
    """Return the cell of `own` with the fewest neighbours in `own`; it has the fewest chains to try."""
    cdef Cells rest = own
    cdef int best = first(own)
    cdef int best_degree = 64
    cdef int degree, cell
    while rest:
        cell = first(rest)
        rest &= rest - 1
        degree = count(near[cell] & own)
        if degree < best_degree:
            best, best_degree = cell, degree
    return best


cdef int chains_of_part(Cells part, const Cells* near) noexcept nogil:
    """Return the greatest number of chains in one connected part, by trying every chain of one cell.

    For each cell there is a best choice that uses it. Proof: take a best choice without the cell. A neighbour of the
    cell, or a neighbour of that one, is in a chain, and this chain can be changed to contain the cell.
    """
    cdef int bound = count(part) // 3
    if bound <= 1:
        return bound
    cdef int end = fewest_neighbours(part, near)
    cdef Cells rest = part & ~only(end)
    cdef Cells middles = near[end] & rest
    cdef Cells thirds, middle
    cdef int best = 0
    while middles:
        middle = middles & (0 - middles)
        middles ^= middle
        thirds = (near[end] | near[first(middle)]) & rest & ~middle
        while thirds:
            best = max(best, 1 + chains_most(rest & ~middle & ~(thirds & (0 - thirds)), near))
            if best == bound:
                return best
            thirds &= thirds - 1
    return best


cdef int chains_most(Cells own, const Cells* near) noexcept nogil:
    """Return the greatest number of disjoint chains, each of three connected cells, within `own`.

    `near[cell]` is the set of neighbours of a cell. The result is exact for every graph. It is often less than a third
    of the cells: a star of seven cells contains one chain.
    """
    cdef int total = 0
    cdef Cells part
    while own:
        part = connected_part(own, own & (0 - own), near)
        own &= ~part
        total += chains_of_part(part, near)
    return total
