"""The transposition graph of an ending: all lines of play to the end of the game, and the exact value of each node.

The worlds of the first position differ only in secrets that count for the scores of those who hide them. So play is
the same in all worlds, a node of the graph is a position in every world, and a few states have all scores: the
samples. Different orders of moves lead to the same node. First each world is solved as if all seats knew it:
every seat chooses what is best for itself (max^n, Luckhardt and Irani 1986). `expectation` takes it from there.

A seat that likes several positions best goes to each of them equally often. So no value depends on the order of
moves.
"""

from libc.math cimport tanh
from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from urbanist.cext.key cimport key_of
from urbanist.engine.game cimport MAX_SEATS, NOBODY, Head, play_through
from urbanist.search.utility cimport margin_of, utility_by, win_share_of
from urbanist.search.verbs cimport place_of

cdef enum:
    NONE = 0
    ENDS = 16  # worlds of a new node, which take as much time as a move


# -- memory ----------------------------------------------------------------------------------------------------------

cdef bint graph_open(
    Graph* g, float spread, int samples, int worlds, const Head* states, const uint16_t* sample, const double* weight,
) noexcept nogil:
    """Begin a graph; its settings must be there. Return 0 if there is no memory."""
    cdef int margin
    g.samples, g.worlds = samples, worlds
    for margin in range(-LEADS, LEADS + 1):
        g.lead[margin + LEADS] = <float>tanh(<float>margin / spread)
    g.sample = <uint16_t*>malloc(worlds * g.seats * sizeof(uint16_t))
    if g.sample == NULL or not has_level(g, 0):
        return False
    memcpy(g.sample, sample, worlds * g.seats * sizeof(uint16_t))
    memcpy(g.level[0].states, states, samples * g.ops.size)
    memcpy(g.level[0].weight, weight, worlds * sizeof(double))
    return True


cdef void graph_close(Graph* g) noexcept nogil:
    """Free all memory of a graph."""
    cdef int depth
    for depth in range(DEEPEST_GRAPH):
        free(g.level[depth].states)
        free(g.level[depth].weight)
        free(g.level[depth].share)
    free(g.sample)
    free(g.node)
    free(g.worth)
    free(g.edge)
    free(g.table)


cdef bint has_level(Graph* g, int depth) noexcept nogil:
    """Allocate a level of the descent unless it is there; return whether there is memory."""
    cdef Level* level
    if depth >= DEEPEST_GRAPH:
        return False
    level = &g.level[depth]
    if level.states == NULL:
        level.states = <Head*>malloc(g.samples * g.ops.size)
        level.weight = <double*>malloc(g.worlds * sizeof(double))
        level.share = <double*>malloc(g.worlds * sizeof(double))
    return level.states != NULL and level.weight != NULL and level.share != NULL


cdef bint has_room(Graph* g) noexcept nogil:
    """Return whether there is memory for one more node."""
    cdef uint32_t room = max(256, 2 * g.node_room)
    cdef void* grown
    if g.nodes < g.node_room:
        return True
    grown = realloc(g.node, room * sizeof(GraphNode))
    if grown == NULL:
        return False
    g.node = <GraphNode*>grown
    grown = realloc(g.worth, room * g.worlds * g.seats * sizeof(SeatValue))
    if grown == NULL:
        return False
    g.worth = <SeatValue*>grown
    g.node_room = room
    return rehashed(g, 2 * room)


cdef bint rehashed(Graph* g, uint32_t slots) noexcept nogil:
    """Rehash to a table of so many slots; return whether there is memory."""
    cdef uint32_t* table = <uint32_t*>calloc(slots, sizeof(uint32_t))
    cdef uint32_t at
    if table == NULL:
        return False
    free(g.table)
    g.table = table
    g.slots = slots
    for at in range(FIRST, g.nodes):
        table[slot_of(g, g.node[at].key)] = at
    return True


cdef bint has_edges(Graph* g, int n) noexcept nogil:
    """Return whether there is memory for n more edges."""
    cdef uint32_t room = max(g.edges + n, 2 * g.edge_room)
    cdef void* grown
    if g.edges + n <= g.edge_room:
        return True
    grown = realloc(g.edge, room * sizeof(Edge))
    if grown == NULL:
        return False
    g.edge = <Edge*>grown
    g.edge_room = room
    return True


cdef uint32_t slot_of(const Graph* g, uint64_t key) noexcept nogil:
    """Return the slot of the table that has the node with a key, or the empty one where it belongs."""
    cdef uint32_t slot = <uint32_t>key & (g.slots - 1)
    while g.table[slot] != NONE and g.node[g.table[slot]].key != key:
        slot = (slot + 1) & (g.slots - 1)
    return slot


# -- all play, as if everybody knew the world ------------------------------------------------------------------------

cdef bint graph_explore(Graph* g, long effort) noexcept nogil:
    """Build the graph within an effort; return 0 if that or the memory is not enough."""
    g.effort = effort
    g.nodes = FIRST
    g.edges = 0
    if g.table != NULL:
        memset(g.table, 0, g.slots * sizeof(uint32_t))
    return explore(g, 0) != NONE


cdef uint32_t explore(Graph* g, int depth) noexcept nogil:
    """Return the node of the states of a level, with its whole subgraph; `NONE` if it is too much."""
    cdef Head* state = g.level[depth].states
    cdef uint32_t at = g.nodes
    cdef GraphNode* found
    cdef int n
    if not has_room(g):
        return NONE
    g.nodes += 1
    g.effort -= g.worlds // ENDS
    found = &g.node[at]
    found.key = key_of(state, g.ops.size)
    found.first = g.edges
    found.edges = 0
    found.parent = NONE
    found.chooser = NOBODY if state.over else state.to_move
    found.decides = 0
    g.table[slot_of(g, found.key)] = at
    if state.over:
        write_ends(g, at, depth)
        return at
    n = g.ops.legal(state, g.moves)
    if depth == 0:
        n = permitted(g, n)
        g.openings = n
    if not has_edges(g, n) or not branch(g, at, n, depth):
        return NONE
    choose_openly(g, at)
    return at


cdef int permitted(Graph* g, int n) noexcept nogil:
    """Drop the moves that may not be searched; return how many are left."""
    cdef int kept = 0
    cdef int i
    if g.only == NULL:
        return n
    for i in range(n):
        if place_of(g.only, g.permitted, g.moves[i]) >= 0:
            g.moves[kept] = g.moves[i]
            kept += 1
    return kept


cdef bint branch(Graph* g, uint32_t at, int n, int depth) noexcept nogil:
    """Add the edges of n moves, one for each different child, and their subgraphs; return whether it could."""
    cdef uint32_t first = g.edges
    cdef uint32_t child
    cdef int i
    cdef Edge edge
    g.edges += n
    for i in range(n):
        g.edge[first + i].move = g.moves[i]
    for i in range(n):
        child = step(g, g.edge[first + i].move, depth)
        if child == NONE:
            return False
        g.edge[first + i].child = child
    for i in range(n):
        child = g.edge[first + i].child
        if g.node[child].parent == at:
            continue
        g.node[child].parent = at
        edge = g.edge[first + i]
        g.edge[first + i] = g.edge[first + g.node[at].edges]
        g.edge[first + g.node[at].edges] = edge
        g.node[at].edges += 1
        g.node[at].decides |= g.node[child].decides
    if g.node[at].chooser == g.observer and g.node[at].edges > 1:
        g.node[at].decides = 1
    return True


cdef uint32_t step(Graph* g, Move move, int depth) noexcept nogil:
    """Return the child of a move, `NONE` if it is too much; it is looked up by the first sample."""
    cdef uint32_t known
    cdef int sample
    if not has_level(g, depth + 1):
        return NONE
    for sample in range(g.samples):
        g.effort -= 1
        if g.effort < 0:
            return NONE
        memcpy(state_of(g, depth + 1, sample), state_of(g, depth, sample), g.ops.size)
        play_through(&g.ops, state_of(g, depth + 1, sample), move)
        if sample == 0:
            known = g.table[slot_of(g, key_of(g.level[depth + 1].states, g.ops.size))]
            if known != NONE:
                return known
    return explore(g, depth + 1)


cdef void write_ends(Graph* g, uint32_t at, int depth) noexcept nogil:
    """Write the values of a terminal node in each world, from what each seat scores with its secret."""
    cdef float[MAX_SEATS] win_share
    cdef Head end = state_of(g, depth, 0)[0]
    cdef const Head* own
    cdef SeatValue* worth
    cdef float points, lead
    cdef int world, seat
    for world in range(g.worlds):
        for seat in range(g.seats):
            own = state_of(g, depth, g.sample[world * g.seats + seat])
            end.score[seat], end.tiebreak[seat] = own.score[seat], own.tiebreak[seat]
        win_share_of(&end, win_share)
        worth = values_at(g, at, world)
        for seat in range(g.seats):
            points = <float>end.score[seat]
            lead = g.lead[max(-LEADS, min(margin_of(&end, seat), LEADS)) + LEADS]
            worth[seat] = SeatValue(utility_by(g.utility, points, win_share[seat], lead), win_share[seat], points)


cdef void choose_openly(Graph* g, uint32_t at) noexcept nogil:
    """Write the values of a node in each world under perfect information (max^n)."""
    cdef const GraphNode* node = &g.node[at]
    cdef const Edge* edge = &g.edge[node.first]
    cdef Expectation[MAX_SEATS] sum
    cdef int chooser = node.chooser
    cdef int world, seat, i, best
    cdef float most
    for world in range(g.worlds):
        most = -1e30
        for i in range(node.edges):
            most = max(most, values_at(g, edge[i].child, world)[chooser].value)
        memset(sum, 0, sizeof(sum))
        best = 0
        for i in range(node.edges):
            if not is_less(values_at(g, edge[i].child, world)[chooser].value, most):
                add(sum, values_at(g, edge[i].child, world), 1, g.seats)
                best += 1
        for seat in range(g.seats):
            values_at(g, at, world)[seat] = SeatValue(
                <float>(sum[seat].value / best), <float>(sum[seat].win_share / best), <float>(sum[seat].points / best))
