"""The value of the position at the end of a descent."""

from libc.stdlib cimport malloc

from urbanist.engine.game cimport GameOps, PlayoutFn, play_out
from urbanist.search.options import UTILITIES
from urbanist.search.utility cimport Utility, utility_of, win_share_of
from urbanist.search.verbs cimport Leaf, LeafFn, Search, Worker


cdef struct Judge:
    PlayoutFn playout
    Utility utility
    float spread


cdef void played_out(const void* context, const Search* s, Worker* w) noexcept nogil:
    """Play the game to its end and write the value of that end as the outcome."""
    cdef const Judge* judge = <const Judge*>context
    cdef int seat
    if not w.state.over:
        play_out(&s.ops, judge.playout, w.state, &w.rng)
    utility_of(w.state, judge.utility, judge.spread, w.outcome.value)
    win_share_of(w.state, w.outcome.win_share)
    for seat in range(w.state.seats):
        w.outcome.points[seat] = <float>w.state.score[seat]


cdef dict LEAVES = {"playout": <size_t>played_out}


cdef Leaf leaf_of(str name, const GameOps* ops, object options) except *:
    """Return the leaf evaluation with this name, with its own context."""
    cdef Judge* judge = <Judge*>malloc(sizeof(Judge))
    if judge == NULL:
        raise MemoryError
    judge.playout = ops.playout_informed if options.playout == "informed" else ops.playout_uniform
    judge.utility = <Utility><int>UTILITIES.index(options.utility)
    judge.spread = options.spread
    return Leaf(call=<LeafFn><size_t>LEAVES[name], context=judge)
