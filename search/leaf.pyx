"""Leaf evaluation: playout, network, or the mean of both."""

from libc.string cimport memset

from urbanist.engine.game cimport EVERYBODY, MAX_FEATURES, MAX_SEATS, TO_THE_END, Game, play_out
from urbanist.search.network cimport Network
from urbanist.search.options import UTILITIES
from urbanist.search.utility cimport Utility, utility_expected, utility_of, win_share_of
from urbanist.search.value cimport estimate
from urbanist.search.verbs cimport Outcome, Search, Worker, as_leaf


cdef void playout_leaf(const void* context, const Search* s, Worker* w) noexcept nogil:
    """Write the outcome of one playout to the end of the game."""
    cdef const LeafParams* params = <const LeafParams*>context
    cdef int seat
    if not w.state.over:
        play_out(&s.ops, params.informed, TO_THE_END, w.state, &w.rng)
    utility_of(w.state, params.utility, params.spread, w.outcome.value)
    win_share_of(w.state, w.outcome.win_share)
    for seat in range(w.state.seats):
        w.outcome.points[seat] = <float>w.state.score[seat]


cdef void network_leaf(const void* context, const Search* s, Worker* w) noexcept nogil:
    """Write the network's evaluation, after the cut playout if there is one; terminal states are exact."""
    cdef const LeafParams* params = <const LeafParams*>context
    cdef float[MAX_FEATURES] common
    cdef float[MAX_SEATS * MAX_FEATURES] row
    cdef int opponents = max(w.state.seats - 1, 1)
    if params.plies > 0 and not w.state.over:
        play_out(&s.ops, params.informed, params.plies * opponents, w.state, &w.rng)
    if w.state.over:
        playout_leaf(context, s, w)
        return
    s.ops.features(w.state, EVERYBODY if s.observer == -1 else s.observer, common, row)
    estimate(&params.layers, common, row, w.state.seats, w.outcome.win_share, w.outcome.points)
    utility_expected(
        w.outcome.win_share, w.outcome.points, w.state.seats, params.utility, params.spread, w.outcome.value)


cdef void mixed_leaf(const void* context, const Search* s, Worker* w) noexcept nogil:
    """Write the mean of the network's evaluation and of a playout."""
    cdef Outcome outcome
    cdef int seat
    if w.state.over:
        playout_leaf(context, s, w)
        return
    network_leaf(context, s, w)
    outcome = w.outcome
    playout_leaf(context, s, w)
    for seat in range(w.state.seats):
        w.outcome.value[seat] = (w.outcome.value[seat] + outcome.value[seat]) / 2
        w.outcome.win_share[seat] = (w.outcome.win_share[seat] + outcome.win_share[seat]) / 2
        w.outcome.points[seat] = (w.outcome.points[seat] + outcome.points[seat]) / 2


def leaf_params(Game game not None, options, Network network):
    """Return the `LeafParams` of the options, as bytes."""
    cdef LeafParams params
    memset(&params, 0, sizeof(LeafParams))
    params.informed = options.playout == "informed"
    params.plies = options.plies
    params.utility = <Utility><int>UTILITIES.index(options.utility)
    params.spread = options.spread
    if network is not None:
        params.layers = network.layers
    return (<const char*>&params)[:sizeof(LeafParams)]


PLAYOUT = as_leaf(playout_leaf)
NET = as_leaf(network_leaf)
MIXED = as_leaf(mixed_leaf)
