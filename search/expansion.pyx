"""Expansion: the moves that become children of a node, their order and their number.

They come by descending prior: the game's own priors, in points, or the logits of a policy network. Their number grows
with the visits (progressive widening: Coulom 2007, Chaslot et al. 2008). A root that is ranked by afterstates gets all
moves in the end, so that none is hidden from a long search.
"""

from libc.math cimport exp, pow
from libc.stdint cimport uint32_t

from urbanist.cext.atomic cimport store
from urbanist.engine.game cimport Game, Move
from urbanist.search.afterstates cimport Ranked, Ranking, next_ranked
from urbanist.search.network cimport Network
from urbanist.search.policy cimport Policy, rank_moves
from urbanist.search.root_noise cimport add_root_noise
from urbanist.search.tree cimport MAX_AT_ONCE, NO_NODE, Tree, tree_child, tree_grow, visits_of
from urbanist.search.verbs cimport Search, Worker, as_expansion, as_prior, place_of


cdef enum:
    MAX_RANKED = 32  # moves that a policy network or a function ranks: more cost more than they gain

cdef float LATE = 8000  # visits of a ranked root, as the root, from which on it is wider than other nodes
cdef float STEP = 10  # visits from there on for each child more
cdef float TRIED = -1e30  # the prior of a move that has a child
cdef float UNRANKED = 20  # subtracted from the prior of a move beyond them


cdef inline bint is_ranked(const Search* s, uint32_t parent) noexcept nogil:
    """Return whether a node is a root whose moves are ranked by their afterstates."""
    return parent == s.tree.root and s.ranking.count > 0


cdef inline float wanted(const ExpansionParams* params, const Search* s, uint32_t parent) noexcept nogil:
    """Return the width of a node: how many children it should have for its visits."""
    return params.widen * <float>pow(visits_of(&s.tree, parent), params.power)


cdef inline float wanted_at_root(const ExpansionParams* params, const Search* s) noexcept nogil:
    """Return the width of a ranked root: that of any node until it has many visits beside those of a kept tree."""
    cdef float late = <float>(visits_of(&s.tree, s.tree.root) - s.tree.kept) - LATE
    return wanted(params, s, s.tree.root) + max(late, <float>0) / STEP


cdef bint wide_enough(const void* context, const Search* s, Worker* w, uint32_t parent, int known) noexcept nogil:
    """Return whether the node has its width in children that are legal in this world, or has all legal moves."""
    cdef const ExpansionParams* params = <const ExpansionParams*>context
    # A node gets its first child at any width, so that a search always has a move to propose.
    if known == 0:
        return False
    if is_ranked(s, parent):
        return next_ranked(&s.ranking, wanted_at_root(params, s)) == NULL
    if known >= wanted(params, s, parent):
        return True
    return s.ops.available != NULL and known == s.ops.legal(w.state, w.moves)


cdef inline float weighed(const Search* s, float below) noexcept nogil:
    """Return the prior that a node keeps: its distance to the best one, or its unnormalised softmax."""
    return <float>exp(below / s.prior.temperature) if s.selection.shares else below


cdef int best_place(const Worker* w, int n) noexcept nogil:
    """Return the index of the best of `n` moves without a child, or -1."""
    cdef int best = -1
    cdef int i
    for i in range(n):
        if w.prior[i] > TRIED and (best < 0 or w.prior[i] > w.prior[best]):
            best = i
    return best


cdef int best_few(const Worker* w, int n, int most, int* chosen) noexcept nogil:
    """Write the indices of the best moves without a child, at most `most`, best last; return their number."""
    cdef float[MAX_AT_ONCE] kept  # their priors
    cdef float bound = TRIED  # a prior must be above it
    cdef float prior
    cdef int count = 0
    cdef int i, place
    for i in range(n):
        prior = w.prior[i]
        if prior <= bound:
            continue
        if count == most:
            place = 1
            while place < count and kept[place] < prior:
                chosen[place - 1], kept[place - 1] = chosen[place], kept[place]
                place += 1
            place -= 1
        else:
            place = count
            while place > 0 and kept[place - 1] > prior:
                chosen[place], kept[place] = chosen[place - 1], kept[place - 1]
                place -= 1
            count += 1
        chosen[place], kept[place] = i, prior
        if count == most:
            bound = kept[0]
    return count


cdef int keep_best(Worker* w, int n, int most) noexcept nogil:
    """Keep the best moves, at most `most`, ascending by word; return their number."""
    cdef int[MAX_AT_ONCE] chosen
    cdef int count = best_few(w, n, most, chosen)
    cdef int i, place, index
    for i in range(count):
        index = chosen[i]
        place = i
        while place > 0 and chosen[place - 1] > index:
            chosen[place] = chosen[place - 1]
            place -= 1
        chosen[place] = index
    for i in range(count):
        w.moves[i] = w.moves[chosen[i]]
    return count


cdef int ranked(Search* s, Worker* w, bint* all) noexcept nogil:
    """Write the candidate moves and their priors: the shortlist, the best by the game's prior, or all legal moves."""
    cdef bint own = s.prior.call != NULL
    cdef float* row = w.row if own else NULL
    cdef int n = 0
    all[0] = False
    if s.ops.shortlist != NULL:
        n = s.ops.shortlist(w.state, w.moves, w.prior, row)
    if n == 0:
        n = s.ops.legal(w.state, w.moves)
        all[0] = not own or n <= MAX_RANKED
        if not all[0]:
            s.ops.priors(w.state, w.moves, n, w.prior, NULL)
            n = keep_best(w, n, MAX_RANKED)
        s.ops.priors(w.state, w.moves, n, w.prior, row)
    if own:
        s.prior.call(s.prior.context, s, w, n)
    return n


cdef int untried(Search* s, Worker* w, uint32_t parent, int n, float* highest) noexcept nogil:
    """Return the index of the best of `n` moves without a child, or -1; write the best prior of all to `highest`.

    The priors of moves with a child become `TRIED`.
    """
    cdef uint32_t child = s.tree.nodes[parent].child
    cdef int i
    highest[0] = -1e30
    for i in range(n):
        highest[0] = max(highest[0], w.prior[i])
    while child != NO_NODE:
        i = place_of(w.moves, n, s.tree.nodes[child].move)
        if i >= 0:
            w.prior[i] = TRIED
        child = s.tree.nodes[child].sibling
    return best_place(w, n)


cdef int keep_permitted(const Search* s, Worker* w, int n) noexcept nogil:
    """Keep the moves that may be searched at the root, ascending; return their number."""
    cdef int count = 0
    cdef int i
    for i in range(n):
        if place_of(s.only, s.permitted, w.moves[i]) >= 0:
            w.moves[count] = w.moves[i]
            w.prior[count] = w.prior[i]
            count += 1
    return count


cdef int candidates(
    const ExpansionParams* params, Search* s, Worker* w, uint32_t parent, int* n, float* highest,
) noexcept nogil:
    """Write the moves that are tried first, or all moves if each of those has a child.

    Return the best one without a child, or -1; `highest` is what the priors of children are measured from.
    """
    cdef bint restricted = s.only != NULL and parent == s.tree.root
    cdef bint all
    cdef int best
    n[0] = ranked(s, w, &all)
    if restricted:
        n[0] = keep_permitted(s, w, n[0])
    if params.noise > 0 and parent == s.tree.root and n[0] > 0:
        add_root_noise(s.noise, params.noise, s.prior.temperature, w.moves, n[0], w.prior)
    best = untried(s, w, parent, n[0], highest)
    if best < 0 and not all:
        n[0] = s.ops.legal(w.state, w.moves)
        s.ops.priors(w.state, w.moves, n[0], w.prior, NULL)
        if restricted:
            n[0] = keep_permitted(s, w, n[0])
        best = untried(s, w, parent, n[0], highest)
        if s.prior.call != NULL:
            highest[0] += UNRANKED
    return best


cdef uint32_t admit(const ExpansionParams* params, Search* s) noexcept nogil:
    """Return a new child of a ranked root for the best move that lacks one, or `NO_NODE` if it has enough.

    How many it has depends on its visits alone, so a search in slices finds what an uninterrupted one finds.
    """
    cdef Ranking* ranking = &s.ranking
    cdef float most = wanted_at_root(params, s)
    cdef const Ranked* ranked = next_ranked(ranking, most)
    cdef float prior
    cdef uint32_t child
    # A kept tree brought some of them along.
    while ranked != NULL and tree_child(&s.tree, s.tree.root, ranked.move) != NO_NODE:
        store(&ranking.admitted, ranking.admitted + 1)
        ranked = next_ranked(ranking, most)
    if ranked == NULL:
        return NO_NODE
    prior = weighed(s, ranked.prior - ranking.best[0].prior)
    child = tree_grow(&s.tree, s.tree.root, &ranked.move, &prior, 1)
    store(&ranking.admitted, ranking.admitted + 1)
    return child


cdef uint32_t widening(const void* context, Search* s, Worker* w, uint32_t parent) noexcept nogil:
    """Return a new child for the best move without one."""
    cdef float highest, prior
    cdef int n, best
    if is_ranked(s, parent):
        return admit(<const ExpansionParams*>context, s)
    best = candidates(<const ExpansionParams*>context, s, w, parent, &n, &highest)
    if best < 0:
        return NO_NODE
    prior = weighed(s, w.prior[best] - highest)
    return tree_grow(&s.tree, parent, &w.moves[best], &prior, 1)


cdef uint32_t shortlist(const void* context, Search* s, Worker* w, uint32_t parent) noexcept nogil:
    """Add children for all moves of a shortlist at once; return the best one.

    So each node is expanded once, unless chance or hidden cards bring other moves.
    """
    cdef int[MAX_AT_ONCE] chosen
    cdef Move[MAX_AT_ONCE] moves
    cdef float[MAX_AT_ONCE] priors
    cdef float highest
    cdef int i, n
    if is_ranked(s, parent):
        return admit(<const ExpansionParams*>context, s)
    if candidates(<const ExpansionParams*>context, s, w, parent, &n, &highest) < 0:
        return NO_NODE
    n = best_few(w, n, MAX_AT_ONCE, chosen)
    for i in range(n):
        moves[i] = w.moves[chosen[i]]
        priors[i] = weighed(s, w.prior[chosen[i]] - highest)
    return tree_grow(&s.tree, parent, moves, priors, n)


cdef void reorder(const Search* s, Tree* tree) noexcept nogil:
    """Give the present children of the root of a kept tree the priors of its ranking."""
    cdef const Ranking* ranking = &s.ranking
    cdef uint32_t child = tree.nodes[tree.root].child
    cdef float highest = -1e30
    cdef int i
    for i in range(ranking.count):
        highest = max(highest, ranking.prior[i])
    while child != NO_NODE:
        i = place_of(ranking.moves, ranking.count, tree.nodes[child].move)
        if i >= 0:
            tree.nodes[child].prior = weighed(s, ranking.prior[i] - highest)
        child = tree.nodes[child].sibling


cdef void trained(const void* context, const Search* s, Worker* w, int n) noexcept nogil:
    """Rank moves by the policy of the network."""
    rank_moves(<const Policy*>context, w.row, n, w.prior)


def params(Game game not None, options, network):
    """Return the numbers of the options that expansions use, as the memory of an `ExpansionParams`."""
    cdef ExpansionParams params = ExpansionParams(options.widen, options.power, options.noise)
    return (<const char*>&params)[:sizeof(ExpansionParams)]


def policy(Game game not None, options, Network network not None):
    """Return the memory of the `Policy` of a network."""
    return (<const char*>&network.policy)[:sizeof(Policy)]


WIDENING = as_expansion(widening)
SHORTLIST = as_expansion(shortlist)
TRAINED = as_prior(trained)
