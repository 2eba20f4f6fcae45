"""Monte Carlo tree search over any game, with or without hidden parts.

`visit` is one iteration, made of the verbs that `verbs` lists.
"""

import time
from dataclasses import replace

import numpy as np

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset
from posix.unistd cimport usleep

from urbanist.cext.address cimport address
from urbanist.cext.rng cimport rng_seeded
from urbanist.engine.game cimport MAX_SEATS, Game, Head, Move, State
from urbanist.search.afterstates cimport rank_root, ranking_close, ranking_open
from urbanist.search.belief cimport Belief
from urbanist.search.backup cimport backup_of
from urbanist.search.ending cimport Ending
from urbanist.search.expansion cimport expansion_of, reorder
from urbanist.search.final_choice import final_choice
from urbanist.search.leaf cimport leaf_of
from urbanist.search.line cimport likeliest_line, most_visited
from urbanist.search.network cimport Network
from urbanist.search.network import network_of
from urbanist.search.options import SearchOptions, needs_network, tuned
from urbanist.search.result import MoveValue, Result, combined
from urbanist.search.searchable import require_searchable
from urbanist.search.team cimport Helper, Team, share_of, team_busy, team_close, team_open, team_start, team_stop
from urbanist.search.tree cimport (
    NO_NODE, Node, NodeRow, Tree, tree_advance, tree_child, tree_clear, tree_close, tree_open, tree_size, tree_write,
)
from urbanist.search.selection cimport selection_of, temperature_of
from urbanist.search.verbs cimport Apart, Search, Worker, forget_means, place_of
from urbanist.search.visit cimport visit
from urbanist.search.worlds cimport worlds_of

NODES = np.dtype([
    ("parent", np.uint32), ("depth", np.uint32), ("move", np.uint32), ("visits", np.uint32), ("prior", np.float32),
    ("value", np.float32, MAX_SEATS), ("points", np.float32, MAX_SEATS),
])

cdef enum:
    NOISE_STREAM = 7
    SOLVED_IN_VISIT = 300  # effort of a game's own solver that takes about as long as a visit
    LAST_ROUND = 4000000  # hardly any last round of a game takes more
    SOLVED_IN_SECOND = 30000000  # effort in half a second
    NAP = 200  # microseconds between two looks at threads that are not ready


cdef int64_t allowance_of(object limits) except -1:
    """Return how much effort the game's own solver may take before the visits of a search."""
    visits = max(LAST_ROUND, SOLVED_IN_VISIT * limits.nodes) if limits.nodes is not None else 1 << 62
    return int(min(visits, visits if limits.seconds is None else limits.seconds * SOLVED_IN_SECOND))


cdef class TreeSearch:
    """A search that can keep its tree from move to move."""

    cdef Search search
    cdef Team team  # of the other threads
    cdef Apart apart
    cdef Worker worker
    cdef Network network  # kept alive for the leaf evaluation and the priors; None: there is none, or it is not needed
    cdef State last  # the state of the last search
    cdef object root_ply  # of the position at the root; None: any, because nothing is known below
    cdef Ending ending  # of the game from the last state on; None: there was none, or endings are not solved
    cdef readonly Game game
    cdef readonly object options

    def __cinit__(self, Game game not None, options not None=SearchOptions()):
        self.game = game
        self.options = options
        self.network = network_of(game, options.weights) if needs_network(options) else None
        options = tuned(options, None if self.network is None else self.network.tuned)
        self.search.ops = game.ops
        self.search.at_root = selection_of(options.selection, &game.ops, options)
        self.search.inside = selection_of(options.selection, &game.ops, options)
        self.search.expansion = expansion_of(options.expansion, &game.ops, options, self.network)
        self.search.leaf = leaf_of(options.eval, &game.ops, options, self.network)
        ranking_open(&self.search.ranking, game, options, self.network, temperature_of(&game.ops, options))
        self.search.backup = backup_of("moves" if options.history > 0 else "mean")
        cdef uint64_t seed = options.seed & 0xFFFFFFFFFFFFFFFF
        cdef bint shared = options.parallel == "tree" and options.threads > 1
        cdef bint counted = self.search.inside.counts
        cdef size_t memory = <size_t>(options.memory * 1048576 / (1 if shared else options.threads))  # of each tree
        self.worker.rng = rng_seeded(seed, 4)
        self.worker.state = <Head*>malloc(game.ops.size)
        if (self.worker.state == NULL or not tree_open(&self.search.tree, memory, shared, counted)
                or not team_open(&self.team, options.threads - 1, shared, counted, seed, game.ops.size, memory)):
            raise MemoryError(f"no memory for a tree of {options.memory} MiB")

    def __dealloc__(self):
        free(self.worker.state)
        free(self.search.only)
        ranking_close(&self.search.ranking)
        free(self.search.at_root.context)
        free(self.search.inside.context)
        free(self.search.expansion.context)
        free(self.search.leaf.context)
        tree_close(&self.search.tree)
        team_close(&self.team)

    @property
    def size(self):
        """The number of nodes in all trees."""
        helpers = sum([tree_size(&self.team.helpers[i].own.tree) for i in range(self.team.trees)])
        return tree_size(&self.search.tree) + helpers

    def nodes(self):
        """Return the nodes of the tree as a structured array, first the root, each level after the one above.

        The fields: `parent`, a row; `depth`, moves from the root; `move`, a word; `visits`; `prior`, as the selection
        uses it; `value` and `points`, the means by seat. With several trees it is that of the first thread.
        """
        rows = np.zeros(tree_size(&self.search.tree), NODES)
        tree_write(&self.search.tree, <NodeRow*>address(rows))
        return rows

    def advance(self, event):
        """Move the root to the position after an event in notation, and keep its subtree.

        Positions that differ only by chance share a node, so a chance event changes nothing.
        """
        cdef int i
        if event.startswith("!"):
            return
        move = self.game.notation.read_move(event)
        self.permit([])
        self.forget_moves()
        self.ending = None
        if self.root_ply is not None:
            self.root_ply += 1
        tree_advance(&self.search.tree, move)
        for i in range(self.team.trees):
            tree_advance(&self.team.helpers[i].own.tree, move)

    def clear(self):
        """Remove all nodes but a new root."""
        cdef int i
        self.root_ply = None
        self.ending = None
        self.forget_moves()
        tree_clear(&self.search.tree)
        for i in range(self.team.trees):
            tree_clear(&self.team.helpers[i].own.tree)

    cdef forget_moves(self):
        """Forget what moves were worth elsewhere in the trees."""
        cdef int i
        forget_means(&self.worker)
        for i in range(self.team.size):
            forget_means(&self.team.helpers[i].worker)

    def restrict(self, moves=()):
        """Search only these moves at the root, until it moves on; all moves if none are given.

        A change removes all nodes.
        """
        words = sorted({self.game.notation.read_move(move) for move in moves})
        if words != [self.search.only[i] for i in range(self.search.permitted)]:
            self.clear()
            self.permit(words)

    cdef permit(self, list words):
        free(self.search.only)
        self.search.only = NULL
        self.search.permitted = 0
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
        if self.ending is not None and self.ending.found is not None:
            return self.ending.line(self.game.notation.read_move(move))
        known = tree_child(&self.search.tree, self.search.tree.root, self.game.notation.read_move(move)) != NO_NODE
        return self.line(&self.search.tree, self.last, move) if known and self.last is not None else (move,)

    def think(self, State state not None, limits=None, *, observer=None, Belief belief=None):
        """Return the `Result` of a search from the state, which must be the position at the root of the tree.

        Without `limits`, those of the options hold. With an observer, everything that it cannot know is drawn again
        at each visit; without one the state is taken as true. A belief of the observer says how likely it draws each
        secret; without one all are equally likely. The observer `ALL_SEATS` of `engine.features`, for
        experiments, knows what all seats together know. There must be a move to choose. `ValueError` says what is wrong
        with an argument, also if the state has another ply than the root. If the end of the game is solved in passing,
        the result does not depend on the limits.
        """
        if limits is None:
            limits = self.options.limits()
        require_searchable(self.game, state, observer, self.root_ply)
        self.require_permitted(state)
        self.root_ply = state.head.ply
        started = time.perf_counter()
        self.last = state
        # Each decision of a game has a noise of its own.
        cdef uint64_t stream = NOISE_STREAM | <uint64_t>state.head.ply << 8
        self.search.noise = rng_seeded(self.options.seed & 0xFFFFFFFFFFFFFFFF, stream).word
        self.search.observer = -1 if observer is None else observer
        self.search.worlds = worlds_of("given" if observer is None else "even" if belief is None else "belief", belief)
        cdef long nodes = -1 if limits.nodes is None else limits.nodes
        cdef long share = share_of(nodes, self.team.size + 1, 0)
        cdef long done = 0
        cdef long chunk = 16
        cdef long _
        cdef int i
        cdef bint clocked = limits.seconds is not None
        if self.solves(state, belief, 0, 0 if clocked else -1, allowance_of(limits)):
            return self.solution(state, time.perf_counter() - started)
        memset(self.worker.win_share, 0, sizeof(self.worker.win_share))
        self.search.ranking.count = 0
        if self.search.ranking.weight > 0 and self.knows_moves(state):
            rank_root(
                &self.search.ranking, self.game, state.head, self.search.observer, self.search.only,
                self.search.permitted, self.search.noise, self.worker.row)
        self.prepare_root(&self.search.tree, state)
        for i in range(self.team.trees):
            self.prepare_root(&self.team.helpers[i].own.tree, state)
        try:
            team_start(&self.team, &self.search, state.head, nodes)
            while done != share or team_busy(&self.team):
                before = time.perf_counter()
                if done == share:
                    with nogil:
                        usleep(NAP)
                else:
                    chunk = chunk if share < 0 else min(chunk, share - done)
                    if self.ending is not None and not clocked:
                        chunk = min(chunk, self.ending.visits_to_next)
                    with nogil:
                        for _ in range(chunk):
                            visit(&self.search, &self.worker, state.head)
                    done += chunk
                    if self.solves(state, belief, chunk, time.perf_counter() - before if clocked else -1, 0):
                        break
                PyErr_CheckSignals()
                now = time.perf_counter()
                if limits.seconds is not None and now - started >= limits.seconds:
                    break
                # Chunks are so long that the clock costs little, and so short that the search stops within 1 ms or so.
                if now - before < 0.0005 and chunk < 4096:
                    chunk *= 2
        finally:
            with nogil:
                team_stop(&self.team)
        if self.ending is not None and self.ending.found is not None:
            return self.solution(state, time.perf_counter() - started)
        return self.report(state, done, time.perf_counter() - started)

    cdef bint solves(
            self, State state, Belief belief, long visits, double seconds, int64_t allowance) except -1:
        """Return whether the end of the game from a state on is solved after so many more visits, see `Ending`."""
        cdef list only = [self.search.only[i] for i in range(self.search.permitted)]
        if not self.options.endings:
            return False
        if self.ending is None or not self.ending.is_of(state, self.search.observer, belief, only):
            self.ending = Ending(self.game, state, self.search.observer, belief, only, self.options)
        return self.ending.is_solved_by_game(allowance) or self.ending.is_solved(visits, seconds)

    cdef solution(self, State state, double seconds):
        """Return the result of a solved position."""
        values = tuple(self.choice(state)(self.ending.found.values))
        line = self.ending.line(self.game.notation.read_move(values[0].move))
        return replace(self.ending.found, move=values[0].move, values=values, pv=line, seconds=seconds)

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
        reorder(&self.search.expansion, &self.search.ranking, tree)

    cdef bint knows_moves(self, State state):
        """Return whether the observer knows the legal moves: at its own turn, or if nothing hidden matters."""
        return self.search.observer < 0 or self.search.observer == state.head.to_move or self.game.open_moves

    cdef report(self, State state, long done, double seconds):
        """Return one result of all threads."""
        cdef Helper* helper
        cdef int i, seat
        found = []
        for i in range(self.team.size):
            helper = &self.team.helpers[i]
            if self.team.trees == 0:
                done += helper.done
                for seat in range(state.head.seats):
                    self.worker.win_share[seat] += helper.worker.win_share[seat]
            else:
                found.append(self.finding(&helper.own.tree, state, helper.worker.win_share, helper.done, seconds))
        found.insert(0, self.finding(&self.search.tree, state, self.worker.win_share, done, seconds))
        found = list(filter(None, found))
        return found[0] if len(found) == 1 else replace(combined(found, self.choice(state)), seconds=seconds)

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
        return MoveValue(self.game.notation.write_move(node.move), node.visits, node.value[seat],
                         tuple([node.points[i] for i in range(seats)]))

    cdef line(self, const Tree* tree, State state, str first):
        """Return the most visited line that begins with a move; only that if another seat with hidden moves chooses."""
        if not self.knows_moves(state):
            return (first,)
        return likeliest_line(tree, state, self.search.observer, first, &self.worker)
