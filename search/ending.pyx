"""Exact endgame solver: all lines of play from a position on, in all worlds of the observer's information set.

`graph` and `expectation` define the value that is solved for. It applies where hidden information affects only scores
(the verb `forget`). Under perfect information the coming chance events are known too.

A game may have a solver of its own (the verb `solve`), which can decompose the position by seat.
"""

from time import perf_counter

from cpython.exc cimport PyErr_CheckSignals
from libc.math cimport INFINITY
from libc.stdint cimport int64_t, uint16_t, uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy

from urbanist.cext.rng cimport Rng, rng_below, rng_seeded
from urbanist.engine.game cimport MAX_MOVES, MAX_SEATS, Game, GameOps, Head, Move, Solution, State, play_through
from urbanist.search.all_worlds cimport AllWorlds
from urbanist.search.belief cimport Belief
from urbanist.search.expectation cimport divide, expect, follow, share_of_child
from urbanist.search.graph cimport (
    FIRST, Edge, Expectation, Graph, GraphNode, graph_close, graph_explore, graph_open, is_less,
)
from urbanist.search.options import UTILITIES
from urbanist.search.result import MoveValue, Result
from urbanist.search.utility cimport Utility, utility_expected

cdef enum:
    KNOWS_ALL = -1  # in place of an observer, as in a search
    MAX_WORLDS = 2048
    PROBES = 8  # games that tell how long the rest may be
    STREAM = 8
    LINE_EFFORT = 1 << 20
    NEVER = 1 << 30

cdef enum:
    # Efforts of attempts.
    FIRST_EFFORT = 4000
    GROWTH = 4  # how many times the one before
    MAX_EFFORT = 1 << 20  # limits the memory
    EFFORT = 4  # of an attempt, for each visit until then: about a tenth of its time in the middle of a game

cdef enum:
    # Effort of the game's own solver.
    SOLVED_IN_VISIT = 300  # takes about as long as a visit
    LAST_ROUND = 1 << 22  # hardly any last round of a game takes more
    SOLVED_IN_SECOND = 50_000_000  # takes half a second

cdef double SHARE = 0.1  # of the time
cdef double OF_TIME = 0.75  # for the game's own solver: mostly it needs more than half to be of any use
cdef double SLICE = 0.005  # seconds for it in a slice of visits
cdef double SECONDS = 3e-7  # of an effort
cdef double TOO_LONG = 1e12  # lines of play that nobody ever follows to the end
cdef double TO_THE_END = 1e18  # effort of an ending that nothing limits
cdef double LEAST = 3  # effort of each move and sample: no game took less


cdef int64_t effort_besides(object limit):
    """Return the effort that a limit allows the game's own solver beside the search."""
    return 0 if limit.ending is None else SOLVED_IN_VISIT * <int64_t>limit.ending


cdef double lines_seen(const GameOps* ops, Head* state, Rng* rng) noexcept nogil:
    """Play to the end at random; return Knuth's estimate of the tree size from this one probe."""
    cdef Move[MAX_MOVES] moves
    cdef double lines = 1
    cdef double whole = 0
    cdef int n
    while not state.over and whole < TOO_LONG:
        n = ops.legal(state, moves)
        lines *= n
        whole += lines
        play_through(ops, state, moves[rng_below(rng, n)])
    return whole


cdef double least_size(const GameOps* ops, const Head* root, Head* spare) noexcept nogil:
    """Estimate the size of the game tree, in moves: the least of some random probes (Knuth 1975)."""
    cdef Rng rng = rng_seeded(0, STREAM)
    cdef double least = TOO_LONG
    cdef int _
    for _ in range(PROBES):
        memcpy(spare, root, ops.size)
        least = min(least, lines_seen(ops, spare, &rng))
    return least


cdef class Ending:
    """The end of a game from a position on, for an observer, or `KNOWS_ALL`; `only` has moves, rising, or is empty."""

    def __cinit__(self, Game game not None, State root not None, int observer, Belief belief, list only, options):
        cdef Move* moves
        cdef int i
        self.game, self.root, self.observer, self.only = game, root, observer, only
        self.worlds = AllWorlds(root, observer, belief)
        self.graph = <Graph*>calloc(1, sizeof(Graph))
        self.spare = <Head*>malloc(game.ops.size)
        if self.graph == NULL or self.spare == NULL:
            raise MemoryError("no memory for an ending")
        self.graph.ops = game.ops
        self.graph.utility = <Utility><int>UTILITIES.index(options.utility)
        self.spread = options.spread
        self.effort = FIRST_EFFORT
        self.graph.seats = root.head.seats
        if only:
            moves = <Move*>malloc(len(only) * sizeof(Move))
            if moves == NULL:
                raise MemoryError("no memory for an ending")
            self.graph.only, self.graph.permitted = moves, len(only)
            for i in range(len(only)):
                moves[i] = only[i]
        hopeless = self.worlds.hopeless or not game.compiled
        self.size = TOO_LONG if hopeless else least_size(&game.ops, self.worlds.states, self.spare)

    def __dealloc__(self):
        if self.graph != NULL:
            free(<void*>self.graph.only)
            graph_close(self.graph)
        free(self.graph)
        free(self.spare)

    cdef bint is_of(self, State root, int observer, Belief belief, list only):
        """Return whether this is the ending of a position for an observer, with these moves permitted."""
        known = self.worlds.belief is belief or observer == KNOWS_ALL
        return self.root == root and self.observer == observer and known and self.only == only

    cdef bint is_solved(self, long visits, double seconds, object limit) except -1:
        """Return whether it is solved, after so many more visits of the search; then `found` has the exact `Result`.

        The search took so many seconds for them. Below 0 visits alone decide when the next attempt is made, so that
        the result is reproducible. Where a search begins, its limit may allow attempts before the first visit.
        """
        cdef long besides = 0 if limit is None or limit.ending is None else limit.ending
        self.visits += visits
        self.thought += max(seconds, 0)
        while self.found is None and self.effort <= MAX_EFFORT and self.is_time(seconds >= 0, besides):
            began = perf_counter()
            self.found = self.attempt(self.effort)
            self.spent += perf_counter() - began
            self.effort *= GROWTH
            PyErr_CheckSignals()
        return self.found is not None

    cdef int64_t worth(self, object limit) except -1:
        """Return the effort that the game's own solver may take in all, now that the search goes on with a limit.

        It grows with the visits and seconds of the search. A slice counts with all the time that its decision has
        left. It is at least what `Limit.ending` allows; the two are not added up.
        """
        cdef double most = TO_THE_END
        cdef double seconds
        if limit.nodes is not None:
            self.asked_visits += limit.nodes
            most = min(most, max(<double>LAST_ROUND, SOLVED_IN_VISIT * self.asked_visits))
        if limit.time is not None:
            seconds = self.asked_seconds + (0 if limit.rest is None else <double>limit.rest)
            self.asked_seconds += limit.time
            most = min(most, SOLVED_IN_SECOND * max(seconds, self.asked_seconds))
        return max(<int64_t>most, effort_besides(limit))

    cdef bint goes_on(self, object limit):
        """Return whether the game's own solver is at work, and the limit allows it more than it has had."""
        return self.solving is not None and self.solving.begun and self.solving.tried < effort_besides(limit)

    cdef overran(self, double seconds):
        """Note that a search took so many seconds more than its limit; they count for the effort of the solver too."""
        self.asked_seconds += max(seconds, 0)

    cdef bint is_solved_by_game(self, object limit, double started) except -1:
        """Return whether the game's own solver solves it within the effort of `worth`; then `found` has the `Result`.

        Else the next call continues the work, so that with nodes alone the slices of a search try as much as one
        uninterrupted search. Of the time of a search that began at `started` a quarter is left to the search itself,
        unless the limit gives the solver a budget of its own. A slice of visits gives it some milliseconds.
        """
        cdef const Solution* solution
        cdef float[MAX_SEATS] win_share, points, value
        cdef int seat
        if self.found is not None or self.game.ops.solve == NULL:
            return self.found is not None
        if self.solving is None:
            self.solving = Solving(self.root, self.only)
        until = INFINITY
        if limit.rest is not None or limit.time is not None and not limit.solves_besides:
            until = started + (SLICE if limit.time is None else OF_TIME * limit.time)
        if not self.solving.go_on(self.worth(limit), until):
            return False
        solution = &self.solving.found
        for seat in range(self.graph.seats):
            win_share[seat], points[seat] = <float>solution.win_share[seat], <float>solution.points[seat]
        utility_expected(
            win_share, points, self.graph.seats, self.graph.utility, self.spread, value)
        move = self.game.notation.move(solution.move)
        expected = tuple([solution.points[seat] for seat in range(self.graph.seats)])
        self.found = Result(
            move=move, values=(MoveValue(move, 1, value[self.root.head.to_move], expected),), points=expected,
            win_share=tuple([solution.win_share[seat] for seat in range(self.graph.seats)]), pv=(move,), nodes=1,
            seconds=0.0, solved=True)
        return True

    cdef bint is_time(self, bint clocked, long besides):
        """Return whether the next attempt takes a tenth of the search's time at most, or an effort that is besides."""
        if self.effort <= besides:
            return True
        if clocked and self.effort > FIRST_EFFORT:
            return self.spent + self.effort * SECONDS < SHARE * self.thought
        return self.visits >= self.visits_needed()

    cdef long visits_needed(self):
        """Return the visits before the next attempt."""
        return 0 if self.effort == FIRST_EFFORT else self.effort // EFFORT

    @property
    def visits_to_next(self):
        """How many visits there are to the next attempt, at least one; very many if there is none."""
        return max(self.visits_needed() - self.visits, 1) if self.effort <= MAX_EFFORT else NEVER

    cpdef object attempt(self, long effort):
        """Return the exact `Result`, without a line of play; None if it takes more effort: moves played in a world."""
        cdef bint done
        if self.worlds.hopeless or LEAST * self.size > effort:
            return None
        if self.worlds.count == 0:
            effort -= self.worlds.gather(effort)
            if self.worlds.count == 0:
                return None
            self.begin()
        if LEAST * self.size * self.graph.samples > effort:
            return None
        with nogil:
            done = graph_explore(self.graph, effort)
        return self.result() if done else None

    cdef begin(self):
        """Begin the graph with the worlds."""
        cdef int count = self.worlds.count
        cdef uint16_t* sample = <uint16_t*>malloc(count * self.graph.seats * sizeof(uint16_t))
        cdef Head* states = <Head*>malloc(count * self.game.ops.size)
        cdef int i
        try:
            if sample == NULL or states == NULL:
                raise MemoryError("no memory for an ending")
            chosen = self.worlds.samples(sample)
            for i in range(len(chosen)):
                memcpy(<char*>states + i * self.game.ops.size, self.worlds.state(chosen[i]), self.game.ops.size)
            self.graph.observer = self.observer if count > 1 else KNOWS_ALL
            if not graph_open(self.graph, self.spread, len(chosen), count, states, sample, self.worlds.weight):
                raise MemoryError("no memory for an ending")
        finally:
            free(sample)
            free(states)

    # -- what was found ----------------------------------------------------------------------------------------------

    cdef bint awaits(self, const GraphNode* node):
        """Return whether a seat is to choose that knows more than the observer."""
        return self.graph.observer != KNOWS_ALL and node.chooser != self.graph.observer

    cdef object result(self):
        """Return what the graph says of all moves; None if that takes too much."""
        cdef Expectation[MAX_SEATS] worth
        cdef const GraphNode* root = &self.graph.node[FIRST]
        cdef const Edge* edge
        cdef int i
        found = []
        for i in range(self.graph.openings):
            edge = &self.graph.edge[root.first + i]
            share = self.enter(FIRST, edge.child, 0)
            memcpy(self.graph.level[1].weight, self.worlds.weight, self.graph.worlds * sizeof(double))
            if not expect(self.graph, edge.child, 1, worth):
                return None
            liked = share if self.awaits(root) else worth[root.chooser].value
            found.append((liked, edge.move, worth[root.chooser].value, self.points_of(worth)))
        if not expect(self.graph, FIRST, 0, worth):
            return None
        most = max([liked for liked, *_ in found])
        values = sorted(
            [MoveValue(self.game.notation.move(move), int(not is_less(liked, most)), value, points)
             for liked, move, value, points in found],
            key=lambda value: (-value.visits, -value.value, str(value.move)))
        return Result(
            move=values[0].move, values=tuple(values), points=self.points_of(worth), pv=(values[0].move,),
            win_share=tuple([worth[i].win_share for i in range(self.graph.seats)]),
            nodes=self.graph.nodes - FIRST, seconds=0.0, solved=True)

    cdef tuple points_of(self, const Expectation* worth):
        cdef int seat
        return tuple([worth[seat].points for seat in range(self.graph.seats)])

    cdef double enter(self, uint32_t at, uint32_t child, int depth) except? -1:
        """Write the weights of the worlds after a move to a child; return their sum."""
        if self.awaits(&self.graph.node[at]):
            divide(self.graph, at, depth)
            follow(self.graph, at, child, depth)
            return share_of_child(self.graph, at, child, depth)
        memcpy(self.graph.level[depth + 1].weight, self.graph.level[depth].weight, self.graph.worlds * sizeof(double))
        return 1

    cdef tuple line(self, Move first):
        """Return the moves of best play that begins with a move, up to the next chance event, once it is solved."""
        if self.graph.worlds == 0:  # the game's own solver has found it
            return (self.game.notation.move(first),)
        cdef Head* state = self.spare
        cdef const Edge* edge = self.opening(first)
        cdef uint32_t at = FIRST
        cdef int depth = 0
        memcpy(state, self.worlds.states, self.game.ops.size)
        self.graph.effort = LINE_EFFORT
        moves = []
        while edge != NULL:
            moves.append(self.game.notation.move(edge.move))
            self.enter(at, edge.child, depth)
            self.game.ops.apply(state, edge.move)
            at = edge.child
            depth += 1
            edge = NULL
            if not state.over and not state.due:
                edge = self.next_edge(at, depth)
        return tuple(moves)

    cdef const Edge* opening(self, Move move):
        """Return the edge of a move of the first position; NULL if there is none."""
        cdef int i
        for i in range(self.graph.openings):
            if self.graph.edge[self.graph.node[FIRST].first + i].move == move:
                return &self.graph.edge[self.graph.node[FIRST].first + i]
        return NULL

    cdef const Edge* next_edge(self, uint32_t at, int depth):
        """Return the likeliest edge; NULL if that takes too much to know."""
        cdef Expectation[MAX_SEATS] worth
        cdef const GraphNode* node = &self.graph.node[at]
        cdef const Edge* edge
        cdef const Edge* best = NULL
        cdef double most = -1
        cdef double liked
        cdef int i
        for i in range(node.edges):
            edge = &self.graph.edge[node.first + i]
            liked = self.enter(at, edge.child, depth)
            if not self.awaits(node):
                if not expect(self.graph, edge.child, depth + 1, worth):
                    return NULL
                liked = worth[node.chooser].value
            if best == NULL or is_less(most, liked):
                best = edge
                most = liked
        return best
