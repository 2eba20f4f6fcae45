"""Gumbel selection: sequential halving at the root, and the improved policy below (Danihelka et al. 2022).

As mctx has it. A move without a visit counts as the mixed value: the mean of the node's own evaluation and of its
children by their priors. Values are rescaled to 0 to 1 and multiplied by scale x (offset + visits of the most visited
move). The softmax of logits and scaled values is the improved policy, which visits below the root follow. At the root
each move has a Gumbel draw beside them; the best moves by the sum get equal visits, and then half of them, again and
again (sequential halving: Karnin, Koren and Somekh 2013).
"""

from libc.math cimport ceil, exp, log, log2
from libc.stdint cimport int64_t, uint32_t, uint64_t

from urbanist.cext.rng cimport Rng, rng_seeded, rng_unit
from urbanist.engine.game cimport Move
from urbanist.search.tree cimport NO_NODE, Node, first_child, mean_of, trials_of, visits_of
from urbanist.search.verbs cimport Search, Worker, as_selection

cdef double LEAST = 1e-30  # of a prior, and of a number of which the logarithm is taken
cdef double NARROW = 1e-8  # values that are closer are not rescaled


cdef double gumbel_of(uint64_t seed, Move move) noexcept nogil:
    """Return the draw of a move from the Gumbel distribution; it does not depend on the other moves."""
    cdef Rng rng = rng_seeded(seed, move)
    return -log(-log(max(rng_unit(&rng), LEAST)))


cdef int64_t considered_visits(int considered, int64_t simulations, int64_t index) noexcept nogil:
    """Return how many visits a move of the root must have to get visit `index`, by sequential halving."""
    cdef int rounds = <int>ceil(log2(max(considered, 1)))
    cdef int left = considered
    cdef int64_t start = 0
    cdef int64_t visits = 0
    cdef int64_t more
    if considered <= 1:
        return index
    while True:
        more = max(<int64_t>1, simulations // (rounds * left))
        if index < start + more * left:
            return visits + (index - start) // left
        start += more * left
        visits += more
        left = max(2, left // 2)


cdef int complete(const GumbelParams* params, const Search* s, Worker* w, uint32_t parent) noexcept nogil:
    """Write the legal children, their logits to `w.prior` and their scaled values to `w.row`; return their number."""
    cdef int seat = w.state.to_move
    cdef uint32_t child = first_child(&s.tree, parent)
    cdef uint32_t own = visits_of(&s.tree, parent)
    cdef uint32_t most = 0
    cdef double value = mean_of(&s.tree, parent, seat)
    cdef double rest = own * value  # of the node's own evaluations
    cdef double tried = 0  # priors of children with visits
    cdef double valued = 0
    cdef double visits = 0
    cdef double lowest = 1e30
    cdef double highest = -1e30
    cdef double prior, scale
    cdef uint32_t count
    cdef const Node* node
    cdef int n = 0
    cdef int i
    while child != NO_NODE:
        node = &s.tree.nodes[child]
        count = visits_of(&s.tree, child)
        rest -= count * <double>mean_of(&s.tree, child, seat)
        own -= count
        if s.ops.available == NULL or s.ops.available(w.state, node.move):
            prior = max(<double>node.prior, LEAST)
            w.child[n], w.prior[n] = child, <float>log(prior)
            most = max(most, trials_of(&s.tree, child))
            if count > 0:
                visits += count
                tried += prior
                valued += prior * mean_of(&s.tree, child, seat)
            n += 1
        child = node.sibling
    if own > 0:
        value = rest / own
    if visits > 0:
        value = (value + visits * valued / tried) / (visits + 1)
    for i in range(n):
        w.row[i] = mean_of(&s.tree, w.child[i], seat) if visits_of(&s.tree, w.child[i]) > 0 else <float>value
        lowest, highest = min(lowest, <double>w.row[i]), max(highest, <double>w.row[i])
    scale = params.scale * (params.offset + most) / max(highest - lowest, NARROW)
    for i in range(n):
        w.row[i] = <float>((w.row[i] - lowest) * scale)
    return n


cdef inline double score_of(const GumbelParams* params, const Search* s, const Worker* w, int i) noexcept nogil:
    """Return by what the moves of the root are compared."""
    cdef double drawn = 0
    if params.noise > 0:
        drawn = params.noise * gumbel_of(s.noise, s.tree.nodes[w.child[i]].move)
    return drawn + w.prior[i] + w.row[i]


cdef void improve(Worker* w, int n, float* share) noexcept nogil:
    """Write the improved policy of completed children."""
    cdef double highest = -1e30
    cdef double whole = 0
    cdef int i
    for i in range(n):
        highest = max(highest, <double>w.prior[i] + w.row[i])
    for i in range(n):
        share[i] = <float>exp(w.prior[i] + w.row[i] - highest)
        whole += share[i]
    for i in range(n):
        share[i] = <float>(share[i] / whole)


cdef uint32_t at_root(const GumbelParams* params, Search* s, Worker* w, int n) noexcept nogil:
    """Return the child with the best score of those with as many visits as the halving asks for."""
    cdef int64_t begun = 0
    cdef int64_t wanted, trials
    cdef int64_t closest = -(<int64_t>1 << 40)
    cdef double highest = -1e30
    cdef double score
    cdef int best = 0
    cdef int i
    for i in range(n):
        begun += trials_of(&s.tree, w.child[i])
    wanted = considered_visits(min(params.considered, n), params.simulations, begun)
    for i in range(n):
        trials = trials_of(&s.tree, w.child[i])
        # Where worlds have other moves, it may be that none has as many.
        trials = trials if trials <= wanted else -trials
        score = score_of(params, s, w, i)
        if trials > closest or (trials == closest and score > highest):
            best, closest, highest = i, trials, score
    return w.child[best]


cdef uint32_t gumbel(const void* context, Search* s, Worker* w, uint32_t parent, int* known) noexcept nogil:
    """Return the child that sequential halving asks for at the root, or whose visits lag most below."""
    cdef const GumbelParams* params = <const GumbelParams*>context
    cdef int n = complete(params, s, w, parent)
    cdef double highest = -1e30
    cdef double begun = 1
    cdef double lag
    cdef float* share = &w.row[n]
    cdef int best = 0
    cdef int i
    known[0] = n
    if n == 0:
        return NO_NODE
    if parent == s.tree.root:
        return at_root(params, s, w, n)
    improve(w, n, share)
    for i in range(n):
        begun += trials_of(&s.tree, w.child[i])
    for i in range(n):
        lag = share[i] - trials_of(&s.tree, w.child[i]) / begun
        if lag > highest:
            best, highest = i, lag
    return w.child[best]


cdef int gumbel_root(const void* context, Search* s, Worker* w, float* share, float* score) noexcept nogil:
    """Write the children of the root, their improved policy and their scores at the end; return their number."""
    cdef const GumbelParams* params = <const GumbelParams*>context
    cdef int n = complete(params, s, w, s.tree.root)
    cdef int i
    improve(w, n, share)
    for i in range(n):
        score[i] = <float>score_of(params, s, w, i)
    return n


def params(options, int64_t nodes):
    """Return the `GumbelParams` of `BatchOptions` and a number of visits, as bytes."""
    cdef GumbelParams params = GumbelParams(
        options.gumbel, options.value_scale, options.value_visits, options.considered, nodes - 1)
    return (<const char*>&params)[:sizeof(GumbelParams)]


def schedule(int considered, int64_t simulations):
    """Return how many visits a move of the root must have to get each visit."""
    return [considered_visits(considered, simulations, index) for index in range(simulations)]


GUMBEL = as_selection(gumbel)
