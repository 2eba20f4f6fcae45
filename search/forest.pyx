"""A batched search: one tree a record. All trees descend, their leaves are evaluated in one batch, and all back up.

`search_batch` of `urbanist.search.batch` drives it.
"""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from urbanist.cext.address cimport address
from urbanist.cext.rng cimport Rng, rng_next, rng_seeded
from urbanist.engine.game cimport MAX_MOVES, Game, Head
from urbanist.engine.deferred_error import raise_waiting
from urbanist.search.belief cimport Belief
from urbanist.search.binding cimport Bound, Calls, bound
from urbanist.search.binding import NODES
from urbanist.search.gumbel cimport gumbel_root
from urbanist.search.rounds cimport Descent, WidenParams, grow, stop_here, wide_for_world
from urbanist.search.options import UTILITIES
from urbanist.search.parts import parts_of
from urbanist.search.tree cimport (
    MAX_AT_ONCE, NO_NODE, Node, NodeRow, Tree, tree_close, tree_open, tree_size, tree_write, visits_of,
)
from urbanist.search.utility cimport Utility, utility_of
from urbanist.search.verb import WORLDS
from urbanist.search.verbs cimport (
    URBANIST_BACKUP, URBANIST_EXPAND, URBANIST_SELECT, URBANIST_WORLD, Backup, BackupFn, ExpandFn, Expansion,
    Prior, Search, SelectFn, Selection, Worker, WorldFn, Worlds,
)
from urbanist.search.visit cimport descend

cdef enum:
    OF_KEYS = 40  # bytes of a node besides, for its key and its count
    ENDS_AT_ONCE = 64  # visits to ends of the game that a tree makes in a round, so that Ctrl-C is heard

cdef struct RecordTree:
    # The tree of one record.
    Tree tree
    Worlds worlds
    uint64_t seed  # of the first visit; each has the next one
    uint64_t noise
    int64_t begun  # visits
    int64_t nodes
    int waiting  # leaves to evaluate


cdef struct ThreadData:
    # The data of one thread: the verbs, the tree of its current record, and buffers for moves.
    Search search
    Worker worker


cdef int count_children(const Tree* tree) noexcept nogil:
    """Return how many children the root has."""
    cdef uint32_t child = tree.nodes[tree.root].child
    cdef int n = 0
    while child != NO_NODE:
        child = tree.nodes[child].sibling
        n += 1
    return n


cdef int sort_children(const Tree* tree, uint32_t* out) noexcept nogil:
    """Write the children of the root by rising moves; return their number."""
    cdef uint32_t child = tree.nodes[tree.root].child
    cdef int n = 0
    cdef int place
    while child != NO_NODE:
        place = n
        while place > 0 and tree.nodes[out[place - 1]].move > tree.nodes[child].move:
            out[place] = out[place - 1]
            place -= 1
        out[place] = child
        child = tree.nodes[child].sibling
        n += 1
    return n


cdef class Forest:
    """The trees of all records of a batch."""

    cdef readonly Game game
    cdef object roots  # records
    cdef const unsigned char* memory  # of the roots
    cdef object worlds  # records in which visits play, `room` for each tree
    cdef object rows  # of each place: which leaf waits there
    cdef object beliefs  # kept alive
    cdef Py_ssize_t size
    cdef int room
    cdef int threads
    cdef object executor  # of the threads; None for one
    cdef readonly int table  # seats of the largest record
    cdef float noise
    cdef float spread
    cdef Utility utility
    cdef WidenParams growth
    cdef Bound selection
    cdef Bound own  # an expansion by the priors of the game
    cdef Bound backup
    cdef Bound drawn  # sources of worlds
    cdef Bound believed
    cdef Calls calls
    cdef RecordTree* plots
    cdef Descent* descents
    cdef ThreadData* hands

    def __cinit__(self, Game game not None, roots, worlds, options, verbs, int64_t nodes, beliefs, given):
        self.game, self.roots, self.worlds, self.beliefs = game, roots, worlds, beliefs
        self.size, self.room, self.threads = len(roots), options.leaves, options.threads
        self.table = int(roots["seats"].max(initial=0))
        self.noise, self.spread = options.noise, options.spread
        self.executor = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.utility = <Utility><int>UTILITIES.index(options.utility)
        self.growth.widen, self.growth.power = verbs.widen, verbs.power
        self.memory = <const unsigned char*>address(roots)
        self.plots = <RecordTree*>calloc(max(self.size, 1), sizeof(RecordTree))
        self.descents = <Descent*>calloc(max(self.size * self.room, 1), sizeof(Descent))
        self.hands = <ThreadData*>calloc(self.threads, sizeof(ThreadData))
        if self.plots == NULL or self.descents == NULL or self.hands == NULL:
            raise MemoryError("no memory for the trees")
        parts = parts_of(game, verbs, given)
        self.bind(parts, "draw" in given)
        cdef bint keyed = parts.keys.informed
        cdef bint counted = parts.selection.counts and game.ops.available != NULL
        cdef uint64_t seed = options.seed & 0xFFFFFFFFFFFFFFFF
        # A visit adds the children of one node, and with keys by information that node.
        cdef size_t memory = (nodes * (MAX_AT_ONCE + keyed) + 2) * (sizeof(Node) + (OF_KEYS if keyed or counted else 0))
        cdef ThreadData* hand
        cdef RecordTree* plot
        cdef Rng rng
        cdef Py_ssize_t i
        for i in range(self.threads):
            hand = &self.hands[i]
            hand.search.ops = game.ops
            hand.search.selection = Selection(
                counts=counted, shares=parts.selection.shares, call=<SelectFn>self.selection.call,
                context=self.selection.context)
            hand.search.prior = Prior(
                temperature=verbs.temperature * (game.ops.prior_noise or 1), call=NULL, context=NULL)
            hand.search.expansion = Expansion(wide_enough=wide_for_world, call=stop_here, context=&self.growth)
            hand.search.backup = Backup(call=<BackupFn>self.backup.call, context=self.backup.context)
        for i in range(self.size):
            plot = &self.plots[i]
            rng = rng_seeded(seed, i)
            plot.seed, plot.noise = rng_next(&rng), rng_next(&rng)
            plot.worlds = self.worlds_at(i, beliefs[i])
            plot.nodes = 0 if root_of(self, i).over else nodes
            if plot.nodes > 0 and not tree_open(&plot.tree, memory, self.room > 1, counted, keyed):
                raise MemoryError(f"no memory for {self.size} trees of {nodes} visits")

    def __dealloc__(self):
        cdef Py_ssize_t i
        for i in range(self.size if self.plots != NULL else 0):
            tree_close(&self.plots[i].tree)
        free(self.plots)
        free(self.descents)
        free(self.hands)

    cdef bind(self, parts, bint own_worlds):
        """Find the verbs of the parts."""
        calls = self.calls = Calls(self.game)
        calls.begin(self)
        options = parts.options
        self.selection = bound(parts.selection, URBANIST_SELECT, self.game, options, None, calls)
        self.own = bound(parts.expansion, URBANIST_EXPAND, self.game, options, None, calls)
        self.backup = bound(parts.backup, URBANIST_BACKUP, self.game, options, None, calls)
        worlds = parts.worlds if own_worlds else WORLDS["even"]
        self.drawn = bound(worlds, URBANIST_WORLD, self.game, options, None, calls)
        self.believed = bound(WORLDS["belief"], URBANIST_WORLD, self.game, options, None, calls)

    cdef Worlds worlds_at(self, Py_ssize_t i, Belief belief) except *:
        """Return the source of the worlds of record i."""
        cdef int seat = root_of(self, i).to_move
        if belief is not None and (belief.game is not self.game or belief.observer != seat):
            raise ValueError(f"record {i}: seat {seat} is to move, and the belief is not that of this seat")
        if belief is None:
            return Worlds(call=<WorldFn>self.drawn.call, context=self.drawn.context)
        return Worlds(call=<WorldFn>self.believed.call, context=<void*>belief.settled())

    cdef int each(self, part) except -1:
        """Do a part of the work in each thread."""
        if self.executor is None:
            part(0)
        else:
            list(self.executor.map(part, range(self.threads)))
        raise_waiting()
        if self.calls.error is not None:
            raise self.calls.error
        return 0

    def close(self):
        """Let no callable see the trees any more."""
        self.calls.end()

    def descend(self):
        """Let each tree make visits until its leaves wait for their values; return their places in `worlds`, ascending.

        A visit that reaches the end of the game has its values at once. No leaf waits once all visits have been made.
        """
        waits = np.zeros(self.size * self.room, np.bool_)
        cdef signed char* wait = <signed char*>address(waits)
        cdef unsigned char* worlds = <unsigned char*>address(self.worlds)
        cdef size_t record = self.game.ops.size

        def part(Py_ssize_t number):
            cdef Py_ssize_t i, place
            cdef int j
            with nogil:
                for i in range(self.size * number // self.threads, self.size * (number + 1) // self.threads):
                    place = i * self.room
                    self.go_down(&self.hands[number], i, root_of(self, i), worlds + place * record)
                    for j in range(self.plots[i].waiting):
                        wait[place + j] = True

        self.each(part)
        self.rows = np.cumsum(waits, dtype=np.int64) - 1
        return np.flatnonzero(waits)

    cdef void go_down(self, ThreadData* hand, Py_ssize_t i, const Head* root, unsigned char* worlds) noexcept nogil:
        """Let the tree of record i make visits until its leaves wait in `worlds`."""
        cdef Search* s = &hand.search
        cdef Worker* w = &hand.worker
        cdef RecordTree* plot = &self.plots[i]
        cdef Descent* descent
        cdef int ends = 0
        cdef int room
        plot.waiting = 0
        if plot.begun == plot.nodes:
            return
        s.tree, s.worlds, s.observer, s.noise = plot.tree, plot.worlds, root.to_move, plot.noise
        # Before the root is evaluated, all visits would end there.
        room = self.room if visits_of(&s.tree, s.tree.root) > 0 else 1
        while plot.begun < plot.nodes and plot.waiting < room and ends < ENDS_AT_ONCE:
            descent = &self.descents[i * self.room + plot.waiting]
            w.state = <Head*>(worlds + plot.waiting * self.game.ops.size)
            # As `State.reshuffled` draws from a seed.
            w.rng = rng_seeded(plot.seed + plot.begun, 1)
            descent.depth = descend(s, w, root, descent.path)
            plot.begun += 1
            if w.state.over:
                utility_of(w.state, self.utility, self.spread, w.outcome.value)
                s.backup.call(s.backup.context, s, w, descent.path, descent.depth)
                ends += 1
            else:
                plot.waiting += 1
        plot.tree = s.tree  # its table may have grown

    @property
    def left(self):
        """Whether a tree has visits to make."""
        cdef Py_ssize_t i
        for i in range(self.size):
            if self.plots[i].begun < self.plots[i].nodes:
                return True
        return False

    def back_up(self, values, priors):
        """Give the leaves that wait their values, [leaves, seats], and their nodes children by priors.

        `priors` are logits, [leaves, actions] or [leaves, places of moves], or None: those of the game. Return the
        number of the first leaf with a legal move that has no number; -1 if there is none.
        """
        cdef const float* value = <const float*>address(values)
        cdef const float* logits = NULL
        cdef int width = 0
        cdef bint by_action
        cdef const int64_t* row = <const int64_t*>address(self.rows)
        cdef unsigned char* worlds = <unsigned char*>address(self.worlds)
        cdef size_t record = self.game.ops.size
        if priors is not None:
            logits, width = <const float*>address(priors), priors.shape[1]
        by_action = width > 0 and width == self.game.action_count
        faults = np.full(self.threads, -1, np.int64)
        cdef int64_t* fault = <int64_t*>address(faults)

        def part(Py_ssize_t number):
            cdef Py_ssize_t i, place
            cdef int j
            cdef const float* given
            with nogil:
                for i in range(self.size * number // self.threads, self.size * (number + 1) // self.threads):
                    for j in range(self.plots[i].waiting):
                        place = i * self.room + j
                        given = NULL
                        if logits != NULL:
                            given = logits + row[place] * width
                        if not self.settle(
                                &self.hands[number], i, place, <Head*>(worlds + place * record),
                                value + row[place] * self.table, given, width, by_action) and fault[number] < 0:
                            fault[number] = row[place]

        self.each(part)
        return int(min(faults[faults >= 0], default=-1))

    cdef bint settle(
        self, ThreadData* hand, Py_ssize_t i, Py_ssize_t place, Head* world, const float* value, const float* logits,
        int width, bint by_action,
    ) noexcept nogil:
        """Give the node of a leaf children, and all nodes of its path its value; False if a move has no number."""
        cdef Search* s = &hand.search
        cdef Worker* w = &hand.worker
        cdef Descent* descent = &self.descents[place]
        cdef uint32_t leaf = descent.path[descent.depth - 1]
        cdef bint fine = True
        s.tree, s.noise, w.state = self.plots[i].tree, self.plots[i].noise, world
        # Of several leaves at one node the first one brings the children, unless they may have other moves.
        if visits_of(&s.tree, leaf) == 0 or s.ops.available != NULL:
            if logits == NULL:
                (<ExpandFn>self.own.call)(self.own.context, s, w, leaf)
            else:
                fine = grow(s, w, leaf, logits, width, by_action, self.noise)
        memcpy(w.outcome.value, value, world.seats * sizeof(float))
        s.backup.call(s.backup.context, s, w, descent.path, descent.depth)
        return fine

    def moves(self):
        """Return what the searches found of the moves of each root, which ascend and are padded with zeros.

        These are the words, their actions (-1 where there is none), their visits, all [N, width], and the mean values
        of all seats, [N, width, seats].
        """
        cdef Py_ssize_t i, j, at
        cdef int width = 0
        cdef uint32_t[MAX_MOVES] child
        cdef const Tree* tree
        cdef const Head* root
        for i in range(self.size):
            if self.plots[i].tree.nodes != NULL:
                width = max(width, count_children(&self.plots[i].tree))
        words, actions = np.zeros((self.size, width), np.uint32), np.full((self.size, width), -1, np.int32)
        visits, values = np.zeros((self.size, width), np.int32), np.zeros((self.size, width, self.table), np.float32)
        cdef uint32_t* word = <uint32_t*>address(words)
        cdef int32_t* action = <int32_t*>address(actions)
        cdef int32_t* count = <int32_t*>address(visits)
        cdef float* value = <float*>address(values)
        for i in range(self.size):
            tree = &self.plots[i].tree
            root = root_of(self, i)
            for j in range(sort_children(tree, child) if tree.nodes != NULL else 0):
                at = i * width + j
                word[at], count[at] = tree.nodes[child[j]].move, tree.nodes[child[j]].visits
                memcpy(value + at * self.table, tree.nodes[child[j]].value, root.seats * sizeof(float))
                if self.game.ops.actions != NULL:
                    self.game.ops.actions(root, word + at, 1, action + at)
        return words, actions, visits, values

    def improved(self, words):
        """Return the improved policy of moves, [N, width], and their scores at the end of sequential halving."""
        cdef ThreadData* hand = &self.hands[0]
        cdef Search* s = &hand.search
        cdef Worker* w = &hand.worker
        cdef float* share = &w.row[MAX_MOVES]
        cdef float* score = &w.row[2 * MAX_MOVES]
        cdef Py_ssize_t i
        cdef int j
        shares, scores = np.zeros(words.shape, np.float32), np.full(words.shape, -np.inf, np.float32)
        for i in range(self.size):
            if self.plots[i].tree.nodes == NULL:
                continue
            s.tree, s.noise, w.state = self.plots[i].tree, self.plots[i].noise, <Head*>root_of(self, i)
            for j in range(gumbel_root(self.selection.context, s, w, share, score)):
                place = (words[i] == s.tree.nodes[w.child[j]].move).argmax()
                shares[i, place], scores[i, place] = share[j], score[j]
        return shares, scores

    def values(self):
        """Return the mean value of all visits for each seat, float32 [N, seats]; of a game that is over its utility."""
        values = np.zeros((self.size, self.table), np.float32)
        cdef float* value = <float*>address(values)
        cdef const Head* root
        cdef const Tree* tree
        cdef Py_ssize_t i
        for i in range(self.size):
            tree = &self.plots[i].tree
            root = root_of(self, i)
            if root.over:
                utility_of(root, self.utility, self.spread, value + i * self.table)
            else:
                memcpy(value + i * self.table, tree.nodes[tree.root].value, root.seats * sizeof(float))
        return values

    def trees(self):
        """Return the nodes of each tree, as `TreeSearch.nodes` does; none of a game that is over."""
        cdef Py_ssize_t i
        trees = []
        for i in range(self.size):
            rows = np.zeros(0 if self.plots[i].tree.nodes == NULL else tree_size(&self.plots[i].tree), NODES)
            if len(rows):
                tree_write(&self.plots[i].tree, <NodeRow*>address(rows))
            trees.append(rows)
        return trees


cdef inline const Head* root_of(Forest forest, Py_ssize_t i) noexcept nogil:
    return <const Head*>(forest.memory + i * forest.game.ops.size)


def utilities(batch, utility="win", double spread=12):
    """Return what each seat makes of the end of each game that is over, float32 [N, seats]; 0 for all others.

    `utility` and `spread` are those of `SearchOptions`.
    """
    cdef Game game = batch.game
    if utility not in UTILITIES:
        raise ValueError(f"utility={utility}: expected one of {', '.join(UTILITIES)}")
    array = batch.array
    cdef int table = int(array["seats"].max(initial=0))
    values = np.zeros((len(array), table), np.float32)
    cdef float* value = <float*>address(values)
    cdef const unsigned char* memory = <const unsigned char*>address(array)
    cdef Utility wanted = <Utility><int>UTILITIES.index(utility)
    cdef const Head* state
    cdef Py_ssize_t i
    for i in range(len(array)):
        state = <const Head*>(memory + i * game.ops.size)
        if state.over:
            utility_of(state, wanted, spread, value + i * table)
    return values
