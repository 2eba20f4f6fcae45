"""Rounds of visits: descents whose leaves wait, one call that evaluates them all, and their backups.

A leaf that waits counts as a visit without a value (virtual visits), so the descents of a round differ. A node gets its
children where it is evaluated.
"""

import numpy as np

from libc.math cimport INFINITY, exp, pow
from libc.stdint cimport int16_t, int32_t, uint32_t
from libc.string cimport memcpy

from urbanist.cext.address cimport address
from urbanist.engine.batch import Batch
from urbanist.engine.game cimport MAX_MOVES, MAX_SEATS, Head, Move
from urbanist.search.binding cimport Bound
from urbanist.search.expansion cimport best_few, keep_permitted, untried
from urbanist.search.leaf cimport LeafParams, playout_leaf
from urbanist.search.root_noise cimport add_root_noise
from urbanist.search.tree cimport MAX_AT_ONCE, tree_grow, visits_of
from urbanist.search.utility cimport utility_expected
from urbanist.search.verbs cimport ExpandFn, Expansion, Search, Worker
from urbanist.search.visit cimport descend

cdef float NEVER = -1e29  # the logit of a move with the prior 0


cdef bint wide_for_world(const void* context, const Search* s, Worker* w, uint32_t parent, int known) noexcept nogil:
    """Return whether a node has enough children that are legal in this world."""
    cdef const WidenParams* growth = <const WidenParams*>context
    if known == 0:
        return False
    return (s.ops.available == NULL or known >= growth.widen * <float>pow(visits_of(&s.tree, parent), growth.power)
            or known == s.ops.legal(w.state, w.moves))


cdef uint32_t stop_here(const void* context, Search* s, Worker* w, uint32_t parent) noexcept nogil:
    """Return the node itself: it gets children after its evaluation."""
    return parent


cdef bint grow(
    Search* s, Worker* w, uint32_t parent, const float* logits, int width, bint by_action, float noise,
) noexcept nogil:
    """Add children for the best moves without one, by logits of actions or of moves; False if a move has no number."""
    cdef int[MAX_AT_ONCE] chosen
    cdef Move[MAX_AT_ONCE] moves
    cdef float[MAX_AT_ONCE] priors
    cdef int32_t[MAX_MOVES] action
    cdef float highest, logit
    cdef int n = s.ops.legal(w.state, w.moves)
    cdef int i
    if n > width and not by_action:
        return False
    if by_action:
        s.ops.actions(w.state, w.moves, n, action)
    for i in range(n):
        logit = logits[action[i] if by_action else i]
        if not logit < INFINITY:
            return False
        w.prior[i] = max(logit, NEVER)
    if s.only != NULL and parent == s.tree.root:
        n = keep_permitted(s, w, n)
    if noise > 0 and parent == s.tree.root:
        add_root_noise(s.noise, noise, 1, w.moves, n, w.prior)
    if untried(s, w, parent, n, &highest) < 0:
        return True
    n = best_few(w, n, MAX_AT_ONCE, chosen)
    for i in range(n):
        moves[i] = w.moves[chosen[i]]
        priors[i] = <float>exp(w.prior[chosen[i]] - highest) if s.selection.shares else w.prior[chosen[i]] - highest
    tree_grow(&s.tree, parent, moves, priors, n)
    return True


cdef class LeafRounds:
    """The rounds of a search by an imported network; `own` is an expansion by the priors of the game."""

    def __init__(self, network, options, Bound own not None):
        self.network, self.own = network, own
        self.noise, self.temperature = options.noise, options.temperature
        self.ranks = options.prior == "net" and "policy" in network.outputs
        self.growth = WidenParams(options.widen, options.power)

    cdef open(self, Search* s, object state):
        """Prepare the rounds of a decision."""
        self.room = Batch.of([state]).take(np.zeros(AT_ONCE, np.int64))
        s.expansion = Expansion(wide_enough=wide_for_world, call=stop_here, context=&self.growth)

    cdef int play(self, Search* s, Worker* w, const Head* root, long most) except -1:
        """Make one round, of at most `most` visits (below 0: no limit); return their number.

        It grows with the visits of the root, because the first ones tell most of where to look.
        """
        cdef int n = min(max(<int>(visits_of(&s.tree, s.tree.root) // 4), 1), AT_ONCE)
        cdef unsigned char* memory = <unsigned char*>address(self.room.array)
        cdef Head* own = w.state
        cdef Descent* descent
        cdef int waiting = 0
        cdef int _
        if most >= 0:
            n = <int>min(n, most)
        try:
            with nogil:
                for _ in range(n):
                    w.state = <Head*>(memory + waiting * s.ops.size)
                    descent = &self.descents[waiting]
                    descent.depth = descend(s, w, root, descent.path)
                    memcpy(descent.chooser, w.chooser, descent.depth)
                    if w.state.over:
                        playout_leaf(s.leaf.context, s, w)
                        back_up(s, w, descent)
                    else:
                        waiting += 1
            if waiting:
                self.settle(s, w, waiting, memory)
        finally:
            w.state = own
        return n

    cdef int settle(self, Search* s, Worker* w, int waiting, unsigned char* memory) except -1:
        """Evaluate the leaves that wait, give their nodes children, and all nodes of their paths their values."""
        cdef const LeafParams* params = <const LeafParams*>s.leaf.context
        estimates = self.network.estimates(self.room.take(np.arange(waiting)))
        win_share = np.ascontiguousarray(estimates.win_share)
        points = np.zeros_like(win_share) if estimates.points is None else np.ascontiguousarray(estimates.points)
        logits = np.ascontiguousarray(estimates.logits / np.float32(self.temperature)) if self.ranks else None
        cdef bint scored = estimates.points is not None
        cdef const float* win = <const float*>address(win_share)
        cdef const float* point = <const float*>address(points)
        cdef const float* logit = <const float*>address(logits) if self.ranks else NULL
        cdef int width = logits.shape[1] if self.ranks else 0
        cdef int32_t[MAX_SEATS] score
        cdef int16_t[MAX_SEATS] tiebreak
        cdef Descent* descent
        cdef uint32_t leaf
        cdef int i, seat, seats
        with nogil:
            for i in range(waiting):
                w.state = <Head*>(memory + i * s.ops.size)
                descent = &self.descents[i]
                leaf = descent.path[descent.depth - 1]
                seats = w.state.seats
                # Of several leaves at one node the first one brings the children, unless they may have other moves.
                if visits_of(&s.tree, leaf) == 0 or s.ops.available != NULL:
                    if logit == NULL:
                        (<ExpandFn>self.own.call)(self.own.context, s, w, leaf)
                    else:
                        grow(s, w, leaf, logit + i * width, width, False, self.noise)
                memcpy(w.outcome.win_share, win + i * seats, seats * sizeof(float))
                memcpy(w.outcome.points, point + i * seats, seats * sizeof(float))
                utility_expected(
                    w.outcome.win_share, w.outcome.points, seats, params.utility, params.spread, w.outcome.value)
                if not scored:
                    s.ops.score(w.state, score, tiebreak)
                    for seat in range(seats):
                        w.outcome.points[seat] = <float>score[seat]
                back_up(s, w, descent)
        return 0


cdef void back_up(Search* s, Worker* w, Descent* descent) noexcept nogil:
    """Give all nodes of a path the outcome of its leaf."""
    cdef int seat
    for seat in range(w.state.seats):
        w.win_share[seat] += w.outcome.win_share[seat]
    memcpy(w.chooser, descent.chooser, descent.depth)
    s.backup.call(s.backup.context, s, w, descent.path, descent.depth)
