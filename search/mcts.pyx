"""Monte Carlo tree search over any game, with or without hidden parts.

`visit` is one iteration, made of the verbs that `verbs` lists.
"""

import time
from dataclasses import replace

import numpy as np

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset
from posix.unistd cimport usleep

from urbanist.cext.address cimport address
from urbanist.cext.rng cimport rng_seeded
from urbanist.engine.game cimport Game, GameOps, Head, Move, State
from urbanist.engine.event import Chance
from urbanist.engine.deferred_error import forget_waiting, raise_waiting
from urbanist.search.afterstates cimport rank_root, ranking_close, ranking_open
from urbanist.search.belief cimport Belief
from urbanist.search.binding cimport Bound, Calls, Trace, bound
from urbanist.search.binding import NODES
from urbanist.search.calibration import calibration_of
from urbanist.search.ending cimport Ending
from urbanist.search.expansion cimport reorder, wide_enough
from urbanist.search.final_choice import final_choice
from urbanist.search.information cimport add_sight, key_of_turn, recall
from urbanist.search.limit import Limit
from urbanist.search.network cimport Network
from urbanist.search.principal_variation cimport most_visited, principal_variation
from urbanist.search.options import SearchOptions
from urbanist.search.parts import parts_of
from urbanist.search.result import MoveValue, Result, combined
from urbanist.search.rounds cimport LeafRounds
from urbanist.search.searchable import require_searchable
from urbanist.search.search_threads cimport (
    Helper, SearchThreads, share_of, threads_busy, threads_close, threads_open, threads_start, threads_stop,
)
from urbanist.search.tree cimport (
    NO_NODE, Node, NodeRow, Tree, tree_advance, tree_begin, tree_child, tree_clear, tree_close, tree_found, tree_open,
    tree_prune, tree_size, tree_write, visits_of,
)
from urbanist.search.verbs cimport (
    URBANIST_BACKUP, URBANIST_EXPAND, URBANIST_LEAF, URBANIST_PRIOR, URBANIST_SELECT, URBANIST_WORLD, Backup, BackupFn,
    CacheLinePad, ExpandFn, Expansion, Leaf, LeafFn, Prior, PriorFn, Search, SelectFn, Selection, Worker, WorldFn,
    Worlds, forget_means, place_of,
)
from urbanist.search.verb import GIVEN, WORLDS
from urbanist.search.visit cimport visit

cdef enum:
    NOISE_STREAM = 7
    NAP = 200  # microseconds between two looks at threads that are not ready


cdef inline uint64_t noise_at(uint64_t seed, const Head* root) noexcept nogil:
    """Return the seed of the noise of a decision: each one of a game has its own."""
    return rng_seeded(seed, NOISE_STREAM | <uint64_t>root.ply << 8).word


cdef void draw_due(const GameOps* ops, Head* state) noexcept nogil:
    """Play the chance events that are due, from the hidden part."""
    while state.due:
        ops.draw(state)


cdef Move play_turn(Search* s, Worker* w, Head* at, uint64_t seed, long visits, bint* single) noexcept nogil:
    """Play the move that a search prefers for the seat to move, and the chance events after it; return it.

    `single` tells whether it was the only one, for which nothing is searched.
    """
    cdef Move move
    cdef long _
    cdef uint32_t child, best
    single[0] = s.ops.legal(at, w.moves) == 1
    move = w.moves[0]
    if not single[0]:
        tree_clear(&s.tree)
        forget_means(w)
        s.observer = at.to_move
        s.noise = noise_at(seed, at)
        if s.ranking.weight > 0:
            rank_root(&s.ranking, &s.ops, at, s.observer, NULL, 0, s.noise, w.row)
        s.ranking.admitted = 0
        for _ in range(visits):
            visit(s, w, at)
        best = child = s.tree.nodes[s.tree.root].child
        while child != NO_NODE:
            if preferred(&s.tree.nodes[child], &s.tree.nodes[best], at.to_move):
                best = child
            child = s.tree.nodes[child].sibling
        move = s.tree.nodes[best].move
    s.ops.apply(at, move)
    draw_due(&s.ops, at)
    return move


cdef inline bint preferred(const Node* one, const Node* other, int seat) noexcept nogil:
    """Return whether a move is more visited than another one; of equals, worth more to a seat, or of a lower word."""
    if one.visits != other.visits:
        return one.visits > other.visits
    if one.value[seat] != other.value[seat]:
        return one.value[seat] > other.value[seat]
    return one.move < other.move


cdef class TreeSearch:
    """TreeSearch(game, options=..., *, select=None, prior=None, worlds=None, leaf=None, backup=None, network=None)
--

    A search that can keep its tree from move to move.

    `select`, `prior`, `worlds`, `leaf` and `backup` are verbs in place of those that the options name: a name, a row of
    `urbanist.search`, a C function in a capsule, or a Python callable. `network` is a `Network`, or an
    `ImportedNetwork`, in place of the file of weights. `docs/own-search.md` says what functions get and return.
    """

    cdef Search search
    cdef SearchThreads threads  # those beside this one
    cdef CacheLinePad pad
    cdef Worker worker
    cdef readonly Network network  # None: there is none, or it is not needed
    cdef LeafRounds rounds  # of visits that an imported network evaluates together; None: there is none
    cdef object parts  # what the search is made of
    cdef tuple verbs  # keep what the verbs of the search point to
    cdef Bound given  # sources of worlds
    cdef Bound even
    cdef Bound drawn
    cdef Calls calls
    cdef readonly State last  # the state of the last search; None: there was none
    cdef bint moved  # with keys by information: the root is to be found for the next state
    cdef object root_ply  # of the position at the root; None: any, because nothing is known below
    cdef Ending ending  # of the game from the last state on; None: it is not to be solved
    cdef readonly Game game
    cdef readonly object options

    def __cinit__(
            self, Game game not None, options not None=SearchOptions(), *, select=None, prior=None, worlds=None,
            leaf=None, backup=None, network=None):
        given = {"selection": select, "prior": prior, "draw": worlds, "eval": leaf, "backup": backup}
        self.game = game
        self.options = options
        parts = parts_of(game, options, given, network)
        options = parts.options
        self.parts, self.network = parts, parts.network
        self.calls = Calls(game)
        self.search.ops = game.ops
        self.bind(parts)
        cdef bint keyed = parts.keys.informed
        ranking_open(&self.search.ranking, game, options, self.network, self.search.prior.temperature)
        cdef uint64_t seed = options.seed & 0xFFFFFFFFFFFFFFFF
        cdef int helpers = 0 if parts.imported is not None else options.threads - 1
        # The descents of a round share a tree as threads do.
        cdef bint shared = options.parallel == "tree" and helpers > 0 or parts.imported is not None
        cdef bint counted = self.search.selection.counts
        cdef size_t memory = <size_t>(options.memory * 1048576 / (1 if shared else helpers + 1))  # of each tree
        self.worker.rng = rng_seeded(seed, 4)
        self.worker.state = <Head*>malloc(game.ops.size)
        if (self.worker.state == NULL or not tree_open(&self.search.tree, memory, shared, counted, keyed)
                or not threads_open(
                    &self.threads, helpers, shared, counted, keyed, seed, game.ops.size, memory)):
            raise MemoryError(f"no memory for a tree of {options.memory} MiB")

    def __dealloc__(self):
        free(self.worker.state)
        free(self.search.only)
        ranking_close(&self.search.ranking)
        tree_close(&self.search.tree)
        threads_close(&self.threads)

    cdef bind(self, parts):
        """Put the verbs of the parts into their places."""
        cdef Bound selection = self.verb(parts.selection, URBANIST_SELECT, parts)
        cdef Bound prior = self.verb(parts.prior, URBANIST_PRIOR, parts)
        cdef Bound expansion = self.verb(parts.expansion, URBANIST_EXPAND, parts)
        cdef Bound leaf = self.verb(parts.leaf, URBANIST_LEAF, parts)
        cdef Bound backup = self.verb(parts.backup, URBANIST_BACKUP, parts)
        cdef float unit = self.game.ops.prior_noise or 1 if parts.prior.points else 1
        self.search.selection = Selection(
            counts=parts.selection.counts and self.game.ops.available != NULL, shares=parts.selection.shares,
            call=<SelectFn>selection.call, context=selection.context)
        self.search.prior = Prior(
            temperature=parts.options.temperature * unit, call=<PriorFn>prior.call, context=prior.context)
        self.search.expansion = Expansion(
            wide_enough=wide_enough, call=<ExpandFn>expansion.call, context=expansion.context)
        self.search.leaf = Leaf(call=<LeafFn>leaf.call, context=leaf.context)
        self.search.backup = Backup(call=<BackupFn>backup.call, context=backup.context)
        self.verbs = (selection, prior, expansion, leaf, backup)
        if parts.imported is not None:
            self.rounds = LeafRounds(parts.imported, parts.options, expansion)
        self.given = self.verb(GIVEN, URBANIST_WORLD, parts)
        self.even = self.verb(WORLDS["even"], URBANIST_WORLD, parts)
        self.drawn = self.verb(parts.worlds, URBANIST_WORLD, parts)

    cdef Bound verb(self, row, const char* form, parts):
        return bound(row, form, self.game, parts.options, parts.network, self.calls)

    @property
    def size(self):
        """The number of nodes in all trees."""
        helpers = sum([tree_size(&self.threads.helpers[i].own.tree) for i in range(self.threads.trees)])
        return tree_size(&self.search.tree) + helpers

    @property
    def root(self):
        """The number of the root, as functions of Python get the numbers of nodes."""
        return self.search.tree.root

    def nodes(self):
        """Return the nodes of the tree as a structured array, first the root, each level after the one above.

        The fields: `parent`, a row; `depth`, moves from the root; `move`, a word; `visits`; `prior`, as the selection
        uses it; `value` and `points`, the means by seat. With several trees it is that of the first thread. With keys
        by information the root is a decision, and so is each row with the depth of its parent: it stands for what the
        seat to move knows there, and has the move 0. It is below the move after which it was met first.
        """
        self.require_idle()
        rows = np.zeros(tree_size(&self.search.tree), NODES)
        return rows[:tree_write(&self.search.tree, <NodeRow*>address(rows))]

    def advance(self, event):
        """Move the root to the position after an event, and keep its subtree; a move may be a text or a word.

        Positions that differ only by chance share a node, so a chance event changes nothing.
        """
        cdef int i
        self.require_idle()
        if isinstance(event, Chance) or isinstance(event, str) and event.startswith("!"):
            return
        cdef Move move = self.word(event)
        self.permit([])
        self.forget_moves()
        self.ending = None
        if self.root_ply is not None:
            self.root_ply += 1
        if self.search.tree.keyed:
            self.see(move)
            return
        tree_advance(&self.search.tree, move)
        for i in range(self.threads.trees):
            tree_advance(&self.threads.helpers[i].own.tree, move)

    cdef see(self, Move move):
        """Note that all seats saw a move, so that the next search finds its root by what it knows then."""
        if self.search.ops.sees != NULL:
            ply = self.root_ply  # what each seat saw of it is not known
            self.clear()
            self.root_ply = ply
            return
        add_sight(&self.search.seen[0], move)
        self.moved = True

    cdef find_roots(self, State state):
        """Find the root of each tree for the state of the next search."""
        cdef int i
        self.find_root(&self.search.tree, state)
        for i in range(self.threads.trees):
            self.find_root(&self.threads.helpers[i].own.tree, state)
        self.moved = False

    cdef find_root(self, Tree* tree, State state):
        """Make what the seat to move knows the root of a tree that has met it, and keep what is below.

        Where another seat chooses, whose cards the observer does not know, all that may follow is kept beside a new
        root.
        """
        cdef uint32_t root
        memcpy(self.worker.state, state.head, self.game.ops.size)
        recall(&self.search, &self.worker)
        if self.search.observer >= 0 and self.search.observer != state.head.to_move:
            if not tree_begin(tree):
                tree_clear(tree)
            return
        root = tree_found(tree, key_of_turn(&self.game.ops, &self.worker))
        if root == NO_NODE:
            tree_clear(tree)
        else:
            tree_prune(tree, root)

    def clear(self):
        """Remove all nodes but a new root."""
        cdef int i
        self.require_idle()
        self.root_ply = None
        self.ending = None
        self.moved = False
        self.search.ranking.count = 0
        self.forget_moves()
        tree_clear(&self.search.tree)
        for i in range(self.threads.trees):
            tree_clear(&self.threads.helpers[i].own.tree)

    cdef forget_moves(self):
        """Forget what moves were worth elsewhere in the trees."""
        cdef int i
        forget_means(&self.worker)
        for i in range(self.threads.size):
            forget_means(&self.threads.helpers[i].worker)

    def restrict(self, moves=()):
        """Search only these moves at the root, values or texts, until it moves on; all moves if none are given.

        A change removes all nodes.
        """
        words = sorted({self.word(move) for move in moves})
        if words != [self.search.only[i] for i in range(self.search.permitted)]:
            self.clear()
            self.permit(words)

    cdef word(self, move):
        """Return the word of a move that may be a text."""
        return self.game.notation.read_move(move) if isinstance(move, str) else int(move)

    cdef permit(self, list words):
        free(self.search.only)
        self.search.only = NULL
        self.search.permitted = 0
        self.search.ranking.count = 0
        if not words:
            return
        self.search.only = <Move*>malloc(len(words) * sizeof(Move))
        if self.search.only == NULL:
            raise MemoryError
        for word in words:
            self.search.only[self.search.permitted] = word
            self.search.permitted += 1

    def line_of(self, move):
        """Return the most visited line that begins with a move of the last search; of several trees, in the first."""
        if self.ending is not None and self.ending.exact is not None:
            return (self.game.notation.move(self.word(move)),)
        cdef Move first = self.word(move)
        if self.last is None or tree_child(&self.search.tree, self.search.tree.root, first) == NO_NODE:
            return (self.game.notation.move(first),)
        return self.line(&self.search.tree, self.last, first)

    def think(self, State state not None, limit=None, *, observer=None, Belief belief=None, trace=None):
        """Return the `Result` of a search from the state, which must be the position at the root of the tree.

        Without a limit, that of the options holds. With an observer, everything that it cannot know is drawn again
        at each visit; without one the state is taken as true. A belief of the observer says how likely it draws each
        secret; without one all are equally likely. The observer `ALL_SEATS` of `engine.features`, for
        experiments, knows what all seats together know. There must be a move to choose. `ValueError` says what is wrong
        with an argument, also if the state has another ply than the root. `trace(moves, values)` is called after each
        visit, with the moves of its path and the value of its leaf for each seat. An exception of a callable or of
        `trace` ends the search, and removes its nodes.
        """
        limit = self.options.limit() if limit is None else limit
        self.require_arguments(state, limit, observer)
        started = time.perf_counter()
        self.look(state, observer, belief)
        if self.solves(state, limit, started):
            return replace(self.ending.exact, seconds=time.perf_counter() - started)
        cdef bint solving = self.ending is not None and self.ending.goes_on(limit)
        searching = time.perf_counter() if limit.solves_besides else started
        self.prepare_roots(state)
        cdef long nodes = -1 if limit.nodes is None else limit.nodes
        cdef long done
        cdef Backup backup = self.search.backup
        cdef Trace tracing = Trace()
        if self.rounds is not None:
            self.rounds.open(&self.search, state)
        if trace is not None:
            self.search.backup = tracing.over(backup, trace, self.calls)
        self.calls.begin(self)
        try:
            threads_start(&self.threads, &self.search, state.head, nodes)
            ends = None if limit.time is None else searching + limit.time
            done = self.visit_until(state, share_of(nodes, self.threads.size + 1, 0), ends)
        except BaseException:
            self.stop(backup)
            forget_waiting()  # what other threads met besides
            raise
        self.stop(backup)
        raise_waiting()
        if self.calls.error is not None:
            self.clear()
            raise self.calls.error
        if self.ending is not None and limit.time is not None:
            self.ending.overran(time.perf_counter() - ends)
        result = self.told(self.report(state, done, time.perf_counter() - started), state)
        return replace(result, solving=True) if solving else result

    cdef int require_arguments(self, State state, limit, observer) except -1:
        """Raise what is wrong with the arguments of a search."""
        self.require_idle()
        if not isinstance(limit, Limit):  # options have the same fields, and would be taken for one
            raise TypeError(f"limit: expected a Limit, not {type(limit).__name__}")
        if limit.nodes is None and limit.time is None:
            raise ValueError("a search needs a limit: nodes or time")
        require_searchable(self.game, state, observer, self.root_ply)
        self.require_permitted(state)
        return 0

    cdef int look(self, State state, observer, Belief belief) except -1:
        """Set whose knowledge the search has (None: the state is true), and what it draws."""
        cdef int seat = -1 if observer is None else observer
        if self.search.tree.keyed and observer is not None and self.last is not None:
            if seat != self.search.observer:
                self.clear()  # it was another seat that looked on
        self.root_ply = state.head.ply
        if state is not self.last or seat != self.search.observer:
            self.search.ranking.count = 0
        self.last = state
        self.search.noise = noise_at(self.options.seed & 0xFFFFFFFFFFFFFFFF, state.head)
        self.search.observer = seat
        self.search.common = (
            self.parts.options.common_draws and not self.search.tree.keyed and self.knows_moves(state))
        self.search.worlds = self.source(observer is None, belief)
        if self.moved:
            self.find_roots(state)
        return 0

    cdef int prepare_roots(self, State state) except -1:
        """Rank the moves of the root and write them into each tree."""
        cdef int i
        memset(self.worker.win_share, 0, sizeof(self.worker.win_share))
        # Other calls for the same position, as those of a search in slices, find it ranked.
        if self.search.ranking.weight > 0 and self.search.ranking.count == 0 and self.knows_moves(state):
            rank_root(
                &self.search.ranking, &self.search.ops, state.head, self.search.observer, self.search.only,
                self.search.permitted, self.search.noise, self.worker.row)
        self.search.ranking.admitted = 0
        self.prepare_root(&self.search.tree, state)
        for i in range(self.threads.trees):
            self.prepare_root(&self.threads.helpers[i].own.tree, state)
        return 0

    cdef long visit_until(self, State state, long share, ends) except -1:
        """Return how many visits this thread made: its share (-1: no end), or those until the clock shows `ends`."""
        cdef long done = 0
        cdef long chunk = 16
        cdef long _
        while done != share or threads_busy(&self.threads):
            before = time.perf_counter()
            if done == share:
                with nogil:
                    usleep(NAP)
            elif self.rounds is not None:
                done += self.round(state, share - done if share >= 0 else -1)
            else:
                chunk = chunk if share < 0 else min(chunk, share - done)
                with nogil:
                    for _ in range(chunk):
                        visit(&self.search, &self.worker, state.head)
                done += chunk
            PyErr_CheckSignals()
            raise_waiting()
            if self.calls.error is not None:
                break
            now = time.perf_counter()
            if ends is not None and now >= ends:
                break
            # Chunks are so long that the clock costs little, and so short that the search stops within 1 ms or so.
            if now - before < 0.0005 and chunk < 4096:
                chunk *= 2
        return done

    def play_out(self, State state not None, visits not None, seed):
        """Return the moves from a state to the end of its game, as words, and the end: each seat plays what it finds.

        What is hidden comes true as the state has it, and each seat searches with what it knows, in this thread alone.
        `visits[i]` are those of the i-th decision, and the last number those of all later ones. The seed stands in
        place of that of the options. The search keeps nothing. `ValueError`: an imported network evaluates leaves.
        """
        if self.rounds is not None:
            raise ValueError("play_out: an imported network evaluates leaves in rounds, which no playout has")
        self.clear()
        self.permit([])
        cdef uint64_t own = seed & 0xFFFFFFFFFFFFFFFF
        cdef State end = state.twin()
        cdef Move move
        cdef bint single
        cdef long most
        self.last = None
        self.search.common = self.parts.options.common_draws and not self.search.tree.keyed
        self.search.worlds = self.source(False, None)
        self.worker.rng = rng_seeded(own, 4)
        played = []
        each = list(visits)
        cdef int decisions = 0
        self.calls.begin(self)
        try:
            draw_due(&self.search.ops, end.head)
            while not end.head.over:
                most = each[min(decisions, len(each) - 1)]
                with nogil:
                    move = play_turn(&self.search, &self.worker, end.head, own, most, &single)
                raise_waiting()
                if self.calls.error is not None:
                    raise self.calls.error
                played.append(move)
                decisions += not single
        finally:
            self.calls.end()
            self.clear()
        return played, end

    cdef int round(self, State state, long most) except -1:
        """Make a round of at most `most` visits and return their number; before it a new root gets its moves."""
        try:
            if visits_of(&self.search.tree, self.search.tree.root) == 0:
                self.rounds.play(&self.search, &self.worker, state.head, 1)
                memset(self.worker.win_share, 0, sizeof(self.worker.win_share))
            return self.rounds.play(&self.search, &self.worker, state.head, most)
        except Exception as error:
            self.calls.fail(error)  # visits are under way: the tree is of no use any more
        return 0

    cdef stop(self, Backup backup):
        """End the visits of all threads, and put the backup back in its place."""
        with nogil:
            threads_stop(&self.threads)
        self.calls.end()
        self.search.backup = backup

    cdef Worlds source(self, bint known, Belief belief) except *:
        """Return the source of worlds of a decision; `known`: the state is true."""
        cdef bint believing = self.parts.worlds.belief
        cdef Bound chosen = self.given if known else self.even if believing and belief is None else self.drawn
        cdef void* context = <void*>belief.settled() if chosen is self.drawn and believing else chosen.context
        return Worlds(call=<WorldFn>chosen.call, context=context)

    cdef bint solves(self, State state, object limit, double started) except -1:
        """Return whether the game's own solver solves the position within what the limit of a search allows."""
        cdef list only = [self.search.only[i] for i in range(self.search.permitted)]
        if not self.options.endings or not self.game.solves_endings:
            return False
        if self.ending is None or not self.ending.is_of(state, only):
            self.ending = Ending(state, only, self.options)
        return self.ending.is_solved(limit, started)

    cdef require_idle(self):
        """Raise `RuntimeError` while the search thinks: its callables must leave the search itself alone."""
        if self.calls.owner is not None:
            raise RuntimeError("the search is thinking: it cannot be asked or changed before it ends")

    cdef require_permitted(self, State state):
        """Raise `ValueError` if the search may look at none of the legal moves."""
        cdef int n = self.game.ops.legal(state.head, self.worker.moves)
        cdef int i
        for i in range(self.search.permitted):
            if place_of(self.worker.moves, n, self.search.only[i]) >= 0:
                return
        if self.search.permitted:
            raise ValueError("none of the moves to search is legal here")

    cdef prepare_root(self, Tree* tree, State state):
        """Order the moves at the root of a kept tree anew; clear a tree of which none belongs to the true world."""
        memcpy(self.worker.state, state.head, self.game.ops.size)
        if (self.knows_moves(state) and tree.nodes[tree.root].child != NO_NODE
                and most_visited(tree, tree.root, &self.game.ops, &self.worker) == NO_NODE):
            tree_clear(tree)
        reorder(&self.search, tree)

    cdef bint knows_moves(self, State state):
        """Return whether the observer knows the legal moves: at its own turn, or if nothing hidden matters."""
        return self.search.observer < 0 or self.search.observer == state.head.to_move or self.game.open_moves

    cdef report(self, State state, long done, double seconds):
        """Return one result of all threads."""
        cdef Helper* helper
        cdef int i, seat
        results = []
        for i in range(self.threads.size):
            helper = &self.threads.helpers[i]
            if self.threads.trees == 0:
                done += helper.done
                for seat in range(state.head.seats):
                    self.worker.win_share[seat] += helper.worker.win_share[seat]
            else:
                results.append(self.finding(&helper.own.tree, state, helper.worker.win_share, helper.done, seconds))
        results.insert(0, self.finding(&self.search.tree, state, self.worker.win_share, done, seconds))
        results = list(filter(None, results))
        return results[0] if len(results) == 1 else replace(combined(results, self.choice(state)), seconds=seconds)

    cdef told(self, result, State state):
        """Return a result as it is told: calibrated where an observer asks, and the network knows how."""
        if self.search.observer < 0 or not self.parts.leaf.trained:
            return result
        calibration = calibration_of(self.game, self.network, state.head.seats)
        return result if calibration is None else calibration.told(
            result, state, shared=self.parts.options.utility == "win")

    cdef choice(self, State state):
        return final_choice(self.options, state.head.to_move, state.head.ply)

    cdef finding(self, const Tree* tree, State state, const double* win_share, long done, double seconds):
        """Return the result of one tree, None without a visited move; `win_share` has sums over its `done` visits."""
        cdef const Node* root = &tree.nodes[tree.root]
        cdef int seats = state.head.seats
        cdef int n = self.game.ops.legal(state.head, self.worker.moves)
        cdef bint known = self.knows_moves(state)
        cdef uint32_t child = root.child
        values = []
        while child != NO_NODE:
            # A kept tree may hold moves of worlds that did not come true.
            if tree.nodes[child].visits > 0 and (
                    not known or place_of(self.worker.moves, n, tree.nodes[child].move) >= 0):
                values.append(self.value_of(&tree.nodes[child], state.head.to_move, seats))
            child = tree.nodes[child].sibling
        if not values:
            return None
        values = self.choice(state)(values)
        return Result(
            move=values[0].move, values=tuple(values), nodes=done, seconds=seconds,
            win_share=tuple([win_share[i] / max(done, 1) for i in range(seats)]),
            points=tuple([root.points[i] for i in range(seats)]), pv=self.line(tree, state, values[0].move),
        )

    cdef value_of(self, const Node* node, int seat, int seats):
        return MoveValue(self.game.notation.move(node.move), node.visits, node.value[seat],
                         tuple([node.points[i] for i in range(seats)]))

    cdef line(self, const Tree* tree, State state, Move first):
        """Return the most visited line that begins with a move; only that if another seat with hidden moves chooses."""
        if not self.knows_moves(state):
            return (self.game.notation.move(first),)
        return principal_variation(&self.search, tree, state, first, &self.worker)
