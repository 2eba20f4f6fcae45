"""The value of the position at the end of a descent."""

from libc.stdlib cimport malloc

from urbanist.engine.game cimport EVERYBODY, MAX_FEATURES, MAX_SEATS, TO_THE_END, GameOps, play_out
from urbanist.search.network cimport Network
from urbanist.search.options import UTILITIES
from urbanist.search.utility cimport Utility, utility_expected, utility_of, win_share_of
from urbanist.search.value cimport Layers, estimate
from urbanist.search.verbs cimport Leaf, LeafFn, Outcome, Search, Worker


cdef struct Judge:
    bint informed
    int plies  # of a playout before the network estimates
    Utility utility
    float spread
    Layers layers


cdef void played_out(const void* context, const Search* s, Worker* w) noexcept nogil:
    """Play the game to its end and write the value of that end as the outcome."""
    cdef const Judge* judge = <const Judge*>context
    cdef int seat
    if not w.state.over:
        play_out(&s.ops, judge.informed, TO_THE_END, w.state, &w.rng)
    utility_of(w.state, judge.utility, judge.spread, w.outcome.value)
    win_share_of(w.state, w.outcome.win_share)
    for seat in range(w.state.seats):
        w.outcome.points[seat] = <float>w.state.score[seat]


cdef void estimated(const void* context, const Search* s, Worker* w) noexcept nogil:
    """Write what the network expects of the position as the outcome; an end of the game counts as it is."""
    cdef const Judge* judge = <const Judge*>context
    cdef float[MAX_FEATURES] common
    cdef float[MAX_SEATS * MAX_FEATURES] row
    if judge.plies > 0 and not w.state.over:
        play_out(&s.ops, judge.informed, judge.plies, w.state, &w.rng)
    if w.state.over:
        played_out(context, s, w)
        return
    s.ops.features(w.state, EVERYBODY if s.observer == -1 else s.observer, common, row)
    estimate(&judge.layers, common, row, w.state.seats, w.outcome.win_share, w.outcome.points)
    utility_expected(
        w.outcome.win_share, w.outcome.points, w.state.seats, judge.utility, judge.spread, w.outcome.value)


cdef void mixed(const void* context, const Search* s, Worker* w) noexcept nogil:
    """Write the mean of the network's estimate and a playout as the outcome."""
    cdef Outcome outcome
    cdef int seat
    if w.state.over:
        played_out(context, s, w)
        return
    estimated(context, s, w)
    outcome = w.outcome
    played_out(context, s, w)
    for seat in range(w.state.seats):
        w.outcome.value[seat] = (w.outcome.value[seat] + outcome.value[seat]) / 2
        w.outcome.win_share[seat] = (w.outcome.win_share[seat] + outcome.win_share[seat]) / 2
        w.outcome.points[seat] = (w.outcome.points[seat] + outcome.points[seat]) / 2


cdef dict LEAVES = {"playout": <size_t>played_out, "net": <size_t>estimated, "mixed": <size_t>mixed}


cdef Leaf leaf_of(str name, const GameOps* ops, object options, Network network) except *:
    """Return the leaf evaluation with this name, with its own context; `ValueError` if it lacks a network."""
    cdef Judge* judge
    if network is None and name != "playout":
        raise ValueError(f"eval={name}: the game has no trained network; eval=playout needs none")
    judge = <Judge*>malloc(sizeof(Judge))
    if judge == NULL:
        raise MemoryError
    judge.informed = options.playout == "informed"
    judge.plies = options.plies
    judge.utility = <Utility><int>UTILITIES.index(options.utility)
    judge.spread = options.spread
    if network is not None:
        judge.layers = network.layers
    return Leaf(call=<LeafFn><size_t>LEAVES[name], context=judge)
