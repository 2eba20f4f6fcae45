"""Monte Carlo tree search over any game: UCT, max^n backup of a vector, widening; with or without hidden parts.

Sources: Kocsis and Szepesvari 2006 (UCT); Sturtevant 2008 (max^n); Coulom 2007, Chaslot et al. 2008 (widening, bias);
Cowling, Powley and Whitehouse 2012 (single-observer information-set search: a determinization at each visit, and
counts of how often a move was available).
"""

import time

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport log, pow, sqrt
from libc.stdint cimport uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from urbanist.cext.rng cimport Rng, rng_seeded
from urbanist.engine.game cimport MAX_MOVES, MAX_SEATS, Game, GameOps, Head, Move, PlayoutFn, State, play_through
from urbanist.search.result import MoveValue, Result
from urbanist.search.tree cimport (
    NO_NODE, Node, Tree, tree_advance, tree_child, tree_clear, tree_close, tree_grow, tree_open, tree_size,
)
from urbanist.search.utility cimport Utility, utility_of, win_share_of
from urbanist.search.utility import UTILITIES

cdef enum:
    DEEPEST = 512  # nodes of one descent, at most


cdef struct Search:
    Tree tree
    GameOps ops
    Rng rng
    int observer  # the seat whose knowledge the tree stands for, or -1: everything is known
    Utility wish
    PlayoutFn playout
    float explore
    float bias
    float widen
    float widen_power
    Head* state  # where visits play
    double[MAX_SEATS] win_share  # sums over the visits of this decision
    Move[MAX_MOVES] moves
    float[MAX_MOVES] promise


cdef int place_of(const Move* moves, int n, Move move) noexcept nogil:
    """Return where a move stands in rising `moves`, or -1."""
    cdef int low = 0
    cdef int high = n - 1
    cdef int middle
    while low <= high:
        middle = (low + high) >> 1
        if moves[middle] == move:
            return middle
        if moves[middle] < move:
            low = middle + 1
        else:
            high = middle - 1
    return -1


cdef int untried(Search* s, uint32_t parent, int n, float* highest) noexcept nogil:
    """Return which of `n` moves promises most of those without a child, or -1; in `highest` the most of all."""
    cdef uint32_t child = s.tree.nodes[parent].child
    cdef int best = -1
    cdef int i
    highest[0] = -1e30
    for i in range(n):
        highest[0] = max(highest[0], s.promise[i])
    while child != NO_NODE:
        i = place_of(s.moves, n, s.tree.nodes[child].move)
        if i >= 0:
            s.promise[i] = -1e30
        child = s.tree.nodes[child].sibling
    for i in range(n):
        if s.promise[i] > -1e30 and (best < 0 or s.promise[i] > s.promise[best]):
            best = i
    return best


cdef uint32_t widen(Search* s, uint32_t parent) noexcept nogil:
    """Return a new child for the most promising legal move that has none, or `NO_NODE`."""
    cdef float highest
    cdef uint32_t child
    cdef int n
    cdef int best = -1
    if s.ops.shortlist != NULL:
        best = untried(s, parent, s.ops.shortlist(s.state, s.moves, s.promise), &highest)
    if best < 0:
        n = s.ops.legal(s.state, s.moves)
        s.ops.appraise(s.state, s.moves, n, s.promise)
        best = untried(s, parent, n, &highest)
    if best < 0:
        return NO_NODE
    child = tree_grow(&s.tree, parent, s.moves[best])
    if child != NO_NODE:
        s.tree.nodes[child].promise = s.promise[best] - highest
    return child


cdef uint32_t best_child(Search* s, uint32_t parent, int* known) noexcept nogil:
    """Return the child of the highest upper bound among those legal here, and in `known` how many those are."""
    cdef int seat = s.state.to_move
    cdef int n = 0 if s.ops.open_moves else s.ops.legal(s.state, s.moves)
    cdef uint32_t child = s.tree.nodes[parent].child
    cdef uint32_t best = NO_NODE
    cdef float highest = -1e30
    cdef float bound, trial
    cdef Node* node
    cdef float open_trials = <float>log(s.tree.nodes[parent].visits + 1.0)
    known[0] = 0
    while child != NO_NODE:
        node = &s.tree.nodes[child]
        if s.ops.open_moves or place_of(s.moves, n, node.move) >= 0:
            known[0] += 1
            node.available += 1
            trial = open_trials if s.ops.open_moves else <float>log(node.available + 1.0)
            bound = (node.value[seat] + s.explore * <float>sqrt(trial / (node.visits + 1e-3))
                     + s.bias * node.promise / (node.visits + 1))
            if bound > highest:
                best, highest = child, bound
        child = node.sibling
    return best


cdef uint32_t choose(Search* s, uint32_t parent) noexcept nogil:
    """Return the child to visit: a new one while there are few for the visits made, else the best known."""
    cdef int known
    cdef uint32_t best = best_child(s, parent, &known)
    cdef uint32_t fresh
    # The first move is looked at whatever the weights: a search always has one to propose.
    if known == 0 or known < s.widen * <float>pow(s.tree.nodes[parent].visits, s.widen_power):
        fresh = widen(s, parent)
        if fresh != NO_NODE:
            s.tree.nodes[fresh].available = 1
            return fresh
    return best


cdef void back_up(Search* s, const uint32_t* path, int depth) noexcept nogil:
    """Add the end of a game to the means of all nodes on the path."""
    cdef float[MAX_SEATS] value
    cdef float[MAX_SEATS] share
    cdef Node* node
    cdef float weight
    cdef int i, seat
    utility_of(s.state, s.wish, value)
    win_share_of(s.state, share)
    for seat in range(s.state.seats):
        s.win_share[seat] += share[seat]
    for i in range(depth):
        node = &s.tree.nodes[path[i]]
        node.visits += 1
        weight = <float>1 / node.visits
        for seat in range(s.state.seats):
            node.value[seat] += weight * (value[seat] - node.value[seat])
            node.points[seat] += weight * (s.state.score[seat] - node.points[seat])


cdef void visit(Search* s, const Head* root) noexcept nogil:
    """Make one iteration: a determinization, down the tree, a playout, and its result back up."""
    cdef uint32_t[DEEPEST] path
    cdef uint32_t at = s.tree.root
    cdef int depth = 1
    memcpy(s.state, root, s.ops.size)
    if s.observer >= 0:
        s.ops.reshuffle(s.state, s.observer, &s.rng)
    path[0] = at
    while not s.state.over and depth < DEEPEST and (s.tree.nodes[at].visits > 0 or depth == 1):
        at = choose(s, at)
        if at == NO_NODE:
            break
        play_through(&s.ops, s.state, s.tree.nodes[at].move)
        path[depth] = at
        depth += 1
    if not s.state.over:
        s.playout(s.state, &s.rng)
    back_up(s, path, depth)


cdef class TreeSearch:
    """A search that keeps its tree from move to move.

    `utility` is points, margin or win; `explore` and `bias` weigh curiosity and the game's own promises against the
    mean; a node visited n times has up to `widen` x n ** `widen_power` moves; `informed` playouts follow the game's
    cheap policy; `memory` in MiB is never exceeded: a full tree goes on without growing.
    """

    cdef Search search
    cdef readonly Game game

    def __cinit__(self, Game game not None, *, str utility="win", float explore=0.5, float bias=0.05, float widen=2.0,
                  float widen_power=0.3, bint informed=True, double memory=64.0, seed=0):
        if utility not in UTILITIES:
            raise ValueError(f"no utility '{utility}'; there are {', '.join(UTILITIES)}")
        self.game = game
        self.search.ops = game.ops
        self.search.wish = <Utility><int>UTILITIES.index(utility)
        self.search.playout = game.ops.rollout if informed else game.ops.playout
        self.search.explore = explore
        self.search.bias = bias
        self.search.widen = widen
        self.search.widen_power = widen_power
        self.search.rng = rng_seeded(seed & 0xFFFFFFFFFFFFFFFF, 4)
        self.search.state = <Head*>malloc(game.ops.size)
        if self.search.state == NULL or not tree_open(&self.search.tree, <size_t>(memory * 1048576)):
            raise MemoryError(f"no memory for a tree of {memory} MiB")

    def __dealloc__(self):
        free(self.search.state)
        tree_close(&self.search.tree)

    @property
    def size(self):
        """How many nodes the tree holds."""
        return tree_size(&self.search.tree)

    def advance(self, event):
        """Go on to the position after an event, given in notation, and keep what is known of it.

        Positions that chance alone sets apart share a node: a chance event changes nothing.
        """
        if not event.startswith("!"):
            tree_advance(&self.search.tree, self.game.notation.read_move(event))

    def clear(self):
        """Forget everything."""
        tree_clear(&self.search.tree)

    def think(self, State state not None, limits, *, observer=None):
        """Return the `Result` of searching from the state, which is the root of the tree as it stands.

        With an observer, everything that this seat cannot know is drawn anew at each visit; without one the state is
        taken for the truth. There must be a move to choose.
        """
        if state.game is not self.game:
            raise ValueError(f"a state of {state.game.name} in a search of {self.game.name}")
        if state.head.over:
            raise ValueError("the game is over: nothing to search")
        if state.head.due:
            raise ValueError("a chance event is due: nothing to choose")
        if observer is not None and not 0 <= observer < state.head.seats:
            raise ValueError(f"no seat {observer}; there are {state.head.seats}, counted from 0")
        started = time.perf_counter()
        self.search.observer = -1 if observer is None else observer
        cdef bint known = self.knows_moves(state)
        cdef long done = 0
        cdef long chunk = 16
        cdef Node* root = &self.search.tree.nodes[self.search.tree.root]
        memset(self.search.win_share, 0, sizeof(self.search.win_share))
        cdef long _
        memcpy(self.search.state, state.head, self.game.ops.size)
        if known and root.child != NO_NODE and self.most_visited(self.search.tree.root) == NO_NODE:
            tree_clear(&self.search.tree)  # what it knows is of worlds that did not come about
        while limits.nodes is None or done < limits.nodes:
            if limits.nodes is not None:
                chunk = min(chunk, <long>limits.nodes - done)
            before = time.perf_counter()
            with nogil:
                for _ in range(chunk):
                    visit(&self.search, state.head)
            done += chunk
            PyErr_CheckSignals()
            now = time.perf_counter()
            if limits.seconds is not None and now - started >= limits.seconds:
                break
            # Long enough that the clock costs nothing, short enough to stop within a millisecond or so.
            if now - before < 0.0005 and chunk < 4096:
                chunk *= 2
        return self.report(done, time.perf_counter() - started, state)

    cdef bint knows_moves(self, State state):
        """Return whether the observer can tell which moves are legal: its own, or all where nothing hidden matters."""
        return self.search.observer < 0 or self.search.observer == state.head.to_move or self.game.ops.open_moves

    cdef report(self, long done, double seconds, State state):
        cdef Node* root = &self.search.tree.nodes[self.search.tree.root]
        cdef int seats = state.head.seats
        cdef int n = self.game.ops.legal(state.head, self.search.moves)
        cdef bint known = self.knows_moves(state)
        cdef uint32_t child = root.child
        values = []
        while child != NO_NODE:
            # A tree that is kept holds moves of worlds that did not come about.
            if not known or place_of(self.search.moves, n, self.search.tree.nodes[child].move) >= 0:
                values.append(self.value_of(&self.search.tree.nodes[child], state.head.to_move, seats))
            child = self.search.tree.nodes[child].sibling
        values.sort(key=lambda found: (-found.visits, -found.value, found.move))
        return Result(
            move=values[0].move, values=tuple(values),
            win_share=tuple([self.search.win_share[i] / done for i in range(seats)]),
            points=tuple([root.points[i] for i in range(seats)]), pv=self.line(state, values[0].move), nodes=done,
            seconds=seconds,
        )

    cdef value_of(self, const Node* node, int seat, int seats):
        return MoveValue(self.game.notation.write_move(node.move), node.visits, node.value[seat],
                         tuple([node.points[i] for i in range(seats)]))

    cdef line(self, State state, str first):
        """Return the moves of the most visited path that begins with the first one, up to the next chance event.

        They are legal in one world that fits what the observer knows, whichever is the true one. Of a choice of
        another seat whose moves are hidden no more is told than the first move.
        """
        cdef Rng rng = rng_seeded(0, 5)
        cdef Move move = self.game.notation.read_move(first)
        cdef uint32_t at = tree_child(&self.search.tree, self.search.tree.root, move)
        moves = [first]
        if not self.knows_moves(state):
            return tuple(moves)
        memcpy(self.search.state, state.head, self.game.ops.size)
        if self.search.observer >= 0:
            self.game.ops.reshuffle(self.search.state, self.search.observer, &rng)
        self.game.ops.apply(self.search.state, move)
        while not self.search.state.over and not self.search.state.due:
            at = self.most_visited(at)
            if at == NO_NODE:
                break
            move = self.search.tree.nodes[at].move
            moves.append(self.game.notation.write_move(move))
            self.game.ops.apply(self.search.state, move)
        return tuple(moves)

    cdef uint32_t most_visited(self, uint32_t parent):
        """Return the child most visited of those that are legal where the search's state is."""
        cdef int n = self.game.ops.legal(self.search.state, self.search.moves)
        cdef uint32_t child = self.search.tree.nodes[parent].child
        cdef uint32_t best = NO_NODE
        cdef uint32_t most = 0
        while child != NO_NODE:
            if (self.search.tree.nodes[child].visits > most
                    and place_of(self.search.moves, n, self.search.tree.nodes[child].move) >= 0):
                best, most = child, self.search.tree.nodes[child].visits
            child = self.search.tree.nodes[child].sibling
        return best
