"""Selection: the child that a visit descends to.

After Kocsis and Szepesvari 2006 (UCT), Sturtevant 2008 (max^n: each seat wants its own entry of the value), Chaslot et
al. 2008 (progressive bias), Nijssen and Winands 2011 (progressive history), Cowling, Powley and Whitehouse 2012 (counts
of how often a move was available), Rosin 2011 and Silver et al. 2017 (PUCT: exploration in proportion to a prior), and
Liu et al. 2020 (WU-UCT: visits of other threads on their way lower the exploration of a move, and not its value).
"""

from libc.math cimport log, sqrt
from libc.stdint cimport uint32_t

from urbanist.cext.atomic cimport load, store
from urbanist.engine.game cimport Game
from urbanist.search.tree cimport NO_NODE, Node, first_child, mean_of, trials_of, visits_of
from urbanist.search.verbs cimport MoveMean, Search, Worker, as_selection, mean_of_move

cdef float EQUIVALENCE = 5  # the visits of a move elsewhere at which its mean there counts for half


cdef uint32_t ucb(const void* context, Search* s, Worker* w, uint32_t parent, int* known) noexcept nogil:
    """Return the child with the highest upper confidence bound."""
    cdef const SelectionParams* params = <const SelectionParams*>context
    cdef int seat = w.state.to_move
    cdef uint32_t child = first_child(&s.tree, parent)
    cdef uint32_t best = NO_NODE
    cdef uint32_t trials
    cdef float highest = -1e30
    cdef float bound, trial
    cdef Node* node
    cdef float open_trials = <float>log(visits_of(&s.tree, parent) + 1.0)
    known[0] = 0
    while child != NO_NODE:
        node = &s.tree.nodes[child]
        if s.ops.available == NULL or s.ops.available(w.state, node.move):
            known[0] += 1
            trial = open_trials
            if s.tree.available != NULL:
                store(&s.tree.available[child], load(&s.tree.available[child]) + 1)
                trial = <float>log(load(&s.tree.available[child]) + 1.0)
            trials = trials_of(&s.tree, child)
            bound = (mean_of(&s.tree, child, seat) + params.explore * <float>sqrt(trial / (trials + 1e-3))
                     + params.bias * node.prior / (trials + 1))
            if bound > highest:
                best, highest = child, bound
        child = node.sibling
    return best


cdef uint32_t puct(const void* context, Search* s, Worker* w, uint32_t parent, int* known) noexcept nogil:
    """Return the child with the highest PUCT score: value plus exploration in proportion to its prior probability.

    An unvisited child has the value of its parent less `fpu_reduction` (first-play urgency). With `history`, the mean
    value of its move elsewhere in the tree is a bias, which fades with its own visits (progressive history).
    """
    cdef const SelectionParams* params = <const SelectionParams*>context
    cdef int seat = w.state.to_move
    cdef uint32_t child = first_child(&s.tree, parent)
    cdef uint32_t best = NO_NODE
    cdef uint32_t trials
    cdef float usual = mean_of(&s.tree, parent, seat)
    cdef float unvisited = usual - params.fpu_reduction
    cdef float whole = 0
    cdef float highest = -1e30
    cdef float bound, scale, value
    cdef Node* node
    cdef MoveMean* mean
    cdef int i
    known[0] = 0
    while child != NO_NODE:
        node = &s.tree.nodes[child]
        if s.ops.available == NULL or s.ops.available(w.state, node.move):
            w.child[known[0]] = child
            w.prior[known[0]] = node.prior
            whole += w.prior[known[0]]
            known[0] += 1
        child = node.sibling
    scale = params.explore * <float>sqrt(visits_of(&s.tree, parent)) / max(whole, <float>1e-30)
    for i in range(known[0]):
        child = w.child[i]
        trials = trials_of(&s.tree, child)
        value = mean_of(&s.tree, child, seat) if visits_of(&s.tree, child) > 0 else unvisited
        bound = value + scale * w.prior[i] / (trials + 1)
        if params.history > 0:
            mean = mean_of_move(w, seat, s.tree.nodes[child].move)
            bound += params.history * (mean.value - usual) * mean.visits / (mean.visits + EQUIVALENCE) / (trials + 1)
        if bound > highest:
            best, highest = child, bound
    return best


def params(Game game not None, options, network):
    """Return the `SelectionParams` of the options, as bytes."""
    cdef SelectionParams params = SelectionParams(options.explore, options.bias, options.fpu_reduction, options.history)
    return (<const char*>&params)[:sizeof(SelectionParams)]


UCB = as_selection(ucb)
PUCT = as_selection(puct)
