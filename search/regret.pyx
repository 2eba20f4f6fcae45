"""Regret minimization at information sets: in games of two for a fixed sum the mean policy becomes a Nash equilibrium.

Outcome sampling (Lanctot et al. 2009): each visit plays one game from its beginning, in which all hands are drawn
again. A seat chooses by regret matching (Hart and Mas-Colell 2000), and the seats take turns to explore. Values of
moves are baselines that lower the variance (Schmid et al. 2019). A visit adds one information set to the table, as in
the search of Lisy, Lanctot and Bowling 2015, and plays on at random from there. So nobody plans with what it does not
know, and a seat that bluffs with one hand knows that it also has others. It learns about the whole game: it suits games
that are small.
"""

import random
import time

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from urbanist.cext.rng cimport rng_seeded, rng_unit
from urbanist.engine.deferred_error import raise_waiting
from urbanist.engine.event import MASKED
from urbanist.engine.game cimport (
    BYSTANDER, MAX_MOVES, MAX_SEATS, TO_THE_END, Game, GameOps, Head, Move, State, play_out, play_through,
)
from urbanist.search.information cimport add_sight, key_of_turn, see
from urbanist.search.options import UTILITIES
from urbanist.search.result import MoveValue, Result
from urbanist.search.tree cimport Key
from urbanist.search.utility cimport Utility, utility_of
from urbanist.search.verbs cimport DEEPEST, Seen, Worker

cdef enum:
    STREAM = 11
    CHUNK = 64  # visits between two looks at the clock


# -- the table -------------------------------------------------------------------------------------------------------


cdef bint table_open(RegretTable* table, size_t memory) noexcept nogil:
    """Make an empty table of `memory` bytes; False if there is no memory."""
    memset(table, 0, sizeof(RegretTable))
    # A set has a few moves, and half of the places stay free.
    table.places = 64
    while table.places < (1 << 30) and table.places * 2 * (sizeof(InformationSet) + 2 * sizeof(MoveRow)) <= memory:
        table.places *= 2
    table.most_sets = table.places // 2
    memory -= min(memory, table.places * sizeof(InformationSet))
    table.most_rows = <uint32_t>max(min(memory // sizeof(MoveRow), <size_t>0xFFFFFFFF), <size_t>256)
    # Pages that nobody touches take no memory.
    table.sets = <InformationSet*>calloc(table.places, sizeof(InformationSet))
    table.rows = <MoveRow*>malloc(table.most_rows * sizeof(MoveRow))
    if table.sets == NULL or table.rows == NULL:
        table_close(table)
        return False
    return True


cdef void table_close(RegretTable* table) noexcept nogil:
    """Free the memory."""
    free(table.sets)
    free(table.rows)
    table.sets = NULL
    table.rows = NULL


cdef void table_clear(RegretTable* table) noexcept nogil:
    """Remove all information sets."""
    memset(table.sets, 0, table.places * sizeof(InformationSet))
    table.used_sets = table.used_rows = 0


cdef InformationSet* place_of_key(const RegretTable* table, Key key) noexcept nogil:
    """Return the set with a key, or the free place for it."""
    cdef uint32_t at = <uint32_t>(key.word >> 20) & (table.places - 1)
    while table.sets[at].count > 0 and (table.sets[at].key.word != key.word or table.sets[at].key.check != key.check):
        at = (at + 1) & (table.places - 1)
    return &table.sets[at]


cdef InformationSet* table_find(const RegretTable* table, Key key) noexcept nogil:
    """Return the information set with a key, or NULL."""
    cdef InformationSet* entry = place_of_key(table, key)
    return entry if entry.count > 0 else NULL


cdef InformationSet* table_add(RegretTable* table, Key key, const Move* moves, int count) noexcept nogil:
    """Add an information set that is not there, with its moves; NULL if the table is full."""
    cdef InformationSet* entry
    cdef int i
    if table.used_sets == table.most_sets or count > <int>(table.most_rows - table.used_rows):
        return NULL
    entry = place_of_key(table, key)
    entry.key, entry.first, entry.count = key, table.used_rows, count
    table.used_sets += 1
    table.used_rows += count
    memset(&table.rows[entry.first], 0, count * sizeof(MoveRow))
    for i in range(count):
        table.rows[entry.first + i].move = moves[i]
    return entry


# -- formulas --------------------------------------------------------------------------------------------------------


cdef void match_regrets(const MoveRow* rows, int count, double* policy) noexcept nogil:
    """Write the policy of an information set: in proportion to regrets above 0, or even where there are none."""
    cdef double whole = 0
    cdef int i
    for i in range(count):
        whole += max(rows[i].regret, <double>0)
    for i in range(count):
        policy[i] = max(rows[i].regret, <double>0) / whole if whole > 0 else 1.0 / count


cdef int drawn_place(const double* policy, int count, double explore, double share) noexcept nogil:
    """Return the place of a move, drawn by a policy that is mixed with even chances; `share` is from 0 to 1."""
    cdef int i
    for i in range(count):
        share -= explore / count + (1 - explore) * policy[i]
        if share < 0:
            return i
    return count - 1


# -- the search ------------------------------------------------------------------------------------------------------


cdef struct Step:
    # A choice of a visit.
    InformationSet* known
    int place  # of the move
    int seat
    double others  # how likely the others come here by their policies
    double own  # how likely the seat itself does
    double sampled  # how likely the visit does, chance aside
    double chance  # how likely the visit makes this move


cdef Key key_of_turn_in(const GameOps* ops, Worker* w) noexcept nogil:
    """Return the key of what the seat to move knows; where the game does not say it, its legal moves stand for it."""
    cdef Seen known
    cdef int i
    if ops.knows != NULL:
        return key_of_turn(ops, w)
    known = w.seen[0 if ops.sees == NULL else w.state.to_move]
    for i in range(ops.legal(w.state, w.moves)):
        add_sight(&known, w.moves[i])
    return Key(known.word, <uint32_t>(known.check >> 32))


def by_share(row):
    return -row[1], row[0]


cdef class RegretSearch:
    """RegretSearch(game, options)
--

    A search of a whole game from its beginning, which keeps what it has learnt.
    """

    cdef readonly Game game
    cdef readonly object options
    cdef readonly long visits
    cdef RegretTable table
    cdef Head* start  # the deal; what it hides does not matter
    cdef Worker* worker
    cdef Utility utility
    cdef float spread
    cdef double explore
    cdef bint informed
    cdef double[MAX_MOVES] policy  # of a step
    cdef Step[DEEPEST] steps

    def __cinit__(self, Game game not None, options):
        self.game, self.options = game, options
        self.utility, self.spread = <Utility><int>UTILITIES.index(options.utility), options.spread
        self.explore, self.informed = options.epsilon, options.playout == "informed"
        self.start, self.worker = <Head*>malloc(game.ops.size), <Worker*>calloc(1, sizeof(Worker))
        if self.worker != NULL:
            self.worker.state = <Head*>malloc(game.ops.size)
        if (self.start == NULL or self.worker == NULL or self.worker.state == NULL
                or not table_open(&self.table, int(options.memory * (1 << 20)))):
            raise MemoryError(f"no memory for a table of {options.memory:g} MiB")
        self.worker.rng = rng_seeded(options.seed & 0xFFFFFFFFFFFFFFFF, STREAM)

    def __dealloc__(self):
        table_close(&self.table)
        free(self.start)
        if self.worker != NULL:
            free(self.worker.state)
        free(self.worker)

    @property
    def size(self):
        """How many information sets are known."""
        return self.table.used_sets

    def learn(self, State start not None, limit=None):
        """Make visits from a position before the first move, whose hidden part does not matter; return their number.

        Without a limit, that of the options holds.
        """
        limit = self.options.limit() if limit is None else limit
        cdef long nodes = -1 if limit.nodes is None else limit.nodes
        cdef long done = 0
        cdef long _, chunk
        cdef double began = time.perf_counter()
        memcpy(self.start, start.head, self.game.ops.size)
        while done != nodes and (limit.time is None or time.perf_counter() - began < limit.time):
            chunk = CHUNK if nodes < 0 else min(<long>CHUNK, nodes - done)
            with nogil:
                for _ in range(chunk):
                    self.visit()
            done += chunk
            PyErr_CheckSignals()
            raise_waiting()
        return done

    cdef void visit(self) noexcept nogil:
        """Play one game from the beginning, and learn from its end."""
        cdef const GameOps* ops = &self.game.ops
        cdef Worker* w = self.worker
        cdef int explorer = <int>(self.visits % self.start.seats)
        cdef int depth
        self.visits += 1
        memcpy(w.state, self.start, ops.size)
        ops.reshuffle(w.state, BYSTANDER, &w.rng)
        while w.state.due:
            ops.draw(w.state)
        depth = self.descend(explorer)
        if not w.state.over:
            play_out(ops, self.informed, TO_THE_END, w.state, &w.rng)
        utility_of(w.state, self.utility, self.spread, w.outcome.value)
        self.back_up(explorer, depth)

    cdef int descend(self, int explorer) noexcept nogil:
        """Play to the end or to a new information set; return how many choices were made at known ones."""
        cdef const GameOps* ops = &self.game.ops
        cdef Worker* w = self.worker
        cdef double[MAX_SEATS] own
        cdef double sampled = 1
        cdef InformationSet* known
        cdef Step* step
        cdef MoveRow* made
        cdef double explore
        cdef Key key
        cdef int depth = 0
        cdef int seat
        cdef bint fresh = False
        memset(w.seen, 0, sizeof(w.seen))
        for seat in range(w.state.seats):
            own[seat] = 1
        while not w.state.over and depth < DEEPEST and not fresh:
            key = key_of_turn_in(ops, w)
            known = table_find(&self.table, key)
            fresh = known == NULL
            if fresh:
                known = table_add(&self.table, key, w.moves, ops.legal(w.state, w.moves))
                if known == NULL:
                    break
            step = &self.steps[depth]
            step.known, step.seat, step.sampled = known, w.state.to_move, sampled
            step.own, step.others = own[step.seat], 1
            for seat in range(w.state.seats):
                step.others *= 1 if seat == step.seat else own[seat]
            match_regrets(&self.table.rows[known.first], known.count, self.policy)
            explore = self.explore if step.seat == explorer else 0
            step.place = drawn_place(self.policy, known.count, explore, rng_unit(&w.rng))
            step.chance = explore / known.count + (1 - explore) * self.policy[step.place]
            own[step.seat] *= self.policy[step.place]
            sampled *= step.chance
            made = &self.table.rows[known.first + step.place]
            see(ops, w, made.move)
            play_through(ops, w.state, made.move)
            depth += 1
        return depth

    cdef void back_up(self, int explorer, int depth) noexcept nogil:
        """Learn from the end of a game: the regrets of one seat, the mean policies of the others, the values of all.

        A move that was not made counts as its mean value so far, and the one that was made by how far it was better
        than that, divided by how likely the visit makes it: on average this is what the move is worth.
        """
        cdef float* value = self.worker.outcome.value
        cdef float[MAX_SEATS] worth
        cdef MoveRow* rows
        cdef MoveRow* made
        cdef Step* step
        cdef double weight, mean
        cdef int i, seat
        cdef int seats = self.start.seats
        while depth > 0:
            depth -= 1
            step = &self.steps[depth]
            rows = &self.table.rows[step.known.first]
            made = &rows[step.place]
            match_regrets(rows, step.known.count, self.policy)
            # What the visit found of each seat's value here, by the policy.
            for seat in range(seats):
                mean = 0
                for i in range(step.known.count):
                    mean += self.policy[i] * rows[i].value[seat]
                worth[seat] = <float>(
                    mean + self.policy[step.place] * (value[seat] - made.value[seat]) / step.chance)
            if step.seat == explorer:
                weight = step.others / step.sampled
                for i in range(step.known.count):
                    mean = rows[i].value[explorer] - worth[explorer]
                    if i == step.place:
                        mean += (value[explorer] - made.value[explorer]) / step.chance
                    rows[i].regret += weight * mean
            if step.seat != explorer or seats == 1:
                weight = step.own / step.sampled
                for i in range(step.known.count):
                    rows[i].weight += weight * self.policy[i]
            made.visits += 1
            for seat in range(seats):
                made.value[seat] += (value[seat] - made.value[seat]) / made.visits
                value[seat] = worth[seat]

    def think(self, view, limit=None):
        """Return the `Result` for the seat of a view, after visits from the beginning of its game.

        The move is drawn from the mean policy, by the seed and the ply. Moves have their visits and values.
        """
        cdef double began = time.perf_counter()
        states, last, write = view.states(), view.bare_state(), self.game.notation.move
        done = self.learn(states[0], limit)
        path = [(before, event) for before, event in zip(states, view.events) if isinstance(event, int)]
        rows = sorted(self.shares_at(last, path), key=by_share)
        draw = random.Random(f"{self.options.seed} {last.ply}").random()
        place = 0
        while place < len(rows) - 1 and draw >= rows[place][1]:
            draw -= rows[place][1]
            place += 1
        rows.insert(0, rows.pop(place))
        values = [
            MoveValue(write(word), visits, value[view.seat] if value else 0.0, ()) for word, _, visits, value in rows
        ]
        return Result(
            move=values[0].move, values=tuple(values), win_share=(), points=(), pv=(values[0].move,), nodes=done,
            seconds=time.perf_counter() - began)

    def policy_at(self, State state not None, moves=()):
        """Return the mean policy of the seat to move, after the moves so far as pairs of a position and a move.

        It is a dict from moves to shares; all are alike where nothing is known. What is hidden from the seat does not
        matter; `MASKED` stands for a move that it did not see.
        """
        return {int(move): share for move, share, _, _ in self.shares_at(state, moves)}

    cdef list shares_at(self, State state, moves):
        """Return for each move its word, its share in the mean policy, its visits and its values."""
        cdef const GameOps* ops = &self.game.ops
        cdef Worker* w = self.worker
        cdef int seat = state.head.to_move
        cdef InformationSet* known
        cdef MoveRow* rows
        cdef State before
        cdef int i
        memset(w.seen, 0, sizeof(w.seen))
        for before, move in moves:
            memcpy(w.state, before.head, ops.size)
            if move == MASKED:
                add_sight(&w.seen[seat], 0)
            else:
                see(ops, w, move)
        memcpy(w.state, state.head, ops.size)
        known = table_find(&self.table, key_of_turn_in(ops, w))
        raise_waiting()
        words = state.moves().tolist()
        if known == NULL:
            return [(word, 1.0 / len(words), 0, ()) for word in words]
        rows = &self.table.rows[known.first]
        whole = sum([rows[i].weight for i in range(known.count)])
        return [
            (int(rows[i].move), rows[i].weight / whole if whole else 1.0 / known.count, int(rows[i].visits),
             tuple([rows[i].value[seat] for seat in range(state.head.seats)]))
            for i in range(known.count)
        ]
