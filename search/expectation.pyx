"""Expected values of an imperfectly informed observer over the graph of an ending.

The other seats are assumed to know the true world, and play as `graph` says. The observer best-responds: the weight of
a world is its prior probability times the share of the others' moves that lead on. The value under perfect information
is an upper bound, which prunes most of the work.
"""

from libc.stdint cimport uint32_t
from libc.string cimport memcpy, memset

from urbanist.engine.game cimport MAX_SEATS
from urbanist.search.graph cimport Edge, Expectation, Graph, GraphNode, add, has_level, is_less, values_at

cdef enum:
    LOOKS = 64  # looks at what a child is worth in a world, which take as much time as a move

cdef double LOOKED_AT = -1e30  # in place of a bound


cdef bint expect(Graph* g, uint32_t at, int depth, Expectation* out) noexcept nogil:
    """Write the expected value of a node for all seats, weighted by the worlds of a level; return 0 without effort."""
    cdef const GraphNode* node = &g.node[at]
    memset(out, 0, g.seats * sizeof(Expectation))
    if not node.decides or weighty(g, depth) < 2:
        add_openly(g, at, depth, out)
        return True
    g.effort -= 1 + g.worlds * node.edges // LOOKS
    if g.effort < 0 or not has_level(g, depth + 1):
        return False
    if node.chooser == g.observer:
        return answer(g, node, depth, out)
    return await_others(g, at, depth, out)


cdef inline void add_expectation(Expectation* sum, const Expectation* more, int seats) noexcept nogil:
    cdef int seat
    for seat in range(seats):
        sum[seat].value += more[seat].value
        sum[seat].win_share += more[seat].win_share
        sum[seat].points += more[seat].points


cdef int weighty(const Graph* g, int depth) noexcept nogil:
    """Return the number of worlds with a positive weight."""
    cdef int n = 0
    cdef int world
    for world in range(g.worlds):
        n += g.level[depth].weight[world] > 0
    return n


cdef void add_openly(const Graph* g, uint32_t at, int depth, Expectation* out) noexcept nogil:
    """Add the value of a node under perfect information, weighted over the worlds."""
    cdef int world
    for world in range(g.worlds):
        if g.level[depth].weight[world] > 0:
            add(out, values_at(g, at, world), g.level[depth].weight[world], g.seats)


cdef bint answer(Graph* g, const GraphNode* node, int depth, Expectation* out) noexcept nogil:
    """Write the expected values after the observer's best move, the same one in all worlds."""
    cdef Edge* edge = &g.edge[node.first]
    cdef Edge* next
    cdef Expectation[MAX_SEATS] found
    cdef double most = LOOKED_AT
    cdef int best = 0
    cdef int i
    memcpy(g.level[depth + 1].weight, g.level[depth].weight, g.worlds * sizeof(double))
    for i in range(node.edges):
        memset(found, 0, sizeof(found))
        add_openly(g, edge[i].child, depth, found)
        edge[i].bound = found[g.observer].value
    while True:
        next = edge
        for i in range(node.edges):
            if edge[i].bound > next.bound:
                next = &edge[i]
        if is_less(next.bound, most) or next.bound == LOOKED_AT:
            break
        next.bound = LOOKED_AT
        if not expect(g, next.child, depth + 1, found):
            return False
        if is_less(most, found[g.observer].value):
            most = found[g.observer].value
            memset(out, 0, g.seats * sizeof(Expectation))
            best = 0
        if not is_less(found[g.observer].value, most):
            add_expectation(out, found, g.seats)
            best += 1
    for i in range(g.seats):
        out[i] = Expectation(out[i].value / best, out[i].win_share / best, out[i].points / best)
    return True


cdef bint await_others(Graph* g, uint32_t at, int depth, Expectation* out) noexcept nogil:
    """Write the expected values after the moves of another seat, which knows the world."""
    cdef const GraphNode* node = &g.node[at]
    cdef Expectation[MAX_SEATS] found
    cdef uint32_t child
    cdef int i
    divide(g, at, depth)
    for i in range(node.edges):
        child = g.edge[node.first + i].child
        if share_of_child(g, at, child, depth) > 0:
            follow(g, at, child, depth)
            if not expect(g, child, depth + 1, found):
                return False
            add_expectation(out, found, g.seats)
    return True


cdef inline bint is_best(const Graph* g, uint32_t at, uint32_t child, int world) noexcept nogil:
    """Return whether a child is optimal for the seat to move in a world."""
    cdef int seat = g.node[at].chooser
    return not is_less(values_at(g, child, world)[seat].value, values_at(g, at, world)[seat].value)


cdef void divide(Graph* g, uint32_t at, int depth) noexcept nogil:
    """Write for each world the weight of each of the best moves."""
    cdef const GraphNode* node = &g.node[at]
    cdef int world, i, best
    for world in range(g.worlds):
        best = 0
        for i in range(node.edges):
            best += is_best(g, at, g.edge[node.first + i].child, world)
        g.level[depth].share[world] = g.level[depth].weight[world] / best


cdef double share_of_child(Graph* g, uint32_t at, uint32_t child, int depth) noexcept nogil:
    """Return the total weight of a child of another seat, once the weights are divided."""
    cdef double whole = 0
    cdef int world
    for world in range(g.worlds):
        if is_best(g, at, child, world):
            whole += g.level[depth].share[world]
    return whole


cdef void follow(Graph* g, uint32_t at, uint32_t child, int depth) noexcept nogil:
    """Write the weights of the next level after another seat went on to a child."""
    cdef int world
    for world in range(g.worlds):
        g.level[depth + 1].weight[world] = g.level[depth].share[world] if is_best(g, at, child, world) else 0
