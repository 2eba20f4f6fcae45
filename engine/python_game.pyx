"""Games whose rules are written in Python: `PythonGame`, from which such a game inherits.

A state is any object that is hashable, and a record has its place in a table, see `state_table`. Verbs take the lock of
the interpreter, unless the table knows the answer. What a method raises waits until C code is done, see
`engine.deferred_error`; the game counts as over until then.
"""

import numpy as np

from cpython.bytearray cimport PyByteArray_AS_STRING
from libc.stdint cimport int16_t, int32_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

from urbanist.cext.address cimport address
from urbanist.cext.planes cimport Planes
from urbanist.cext.rng cimport Rng, rng_below, rng_next, rng_seeded, rng_unit
from urbanist.engine.dice cimport dice_of
from urbanist.engine.dice import Dice
from urbanist.engine.struct_dtype import struct_dtype
from urbanist.engine.game cimport (
    EVERYBODY, MAX_SEATS, Game, GameOps, Head, Move, Setup, State, prefer_nothing,
)
from urbanist.engine.observation import Layout
from urbanist.engine.event import Move as MoveValue
from urbanist.engine.notation import HIDDEN
from urbanist.engine.python_notation import PythonNotation, plain_value, state_of_value
from urbanist.engine.state_table cimport (
    NOTHING, Entry, Position, StateTable, child_of, entry_at, entry_of, free_entry, hold, index_of, set_child,
    set_moves,
)
from urbanist.engine.deferred_error import GameFault, keep_waiting, raise_waiting

#: In place of a seat: a chance event is due.
CHANCE = -1

cdef enum:
    NO_CHANCE = 0
    CHANCE_DUE = 1  # the only code of an event
    LUCK_STREAM = 9
    MOST_NUMBERS = 1 << 20  # of what seats know, that are kept
    UNHEARD = 0xFFFFFFFF  # in place of a move, or of an outcome and 1 more: it is masked


# -- verbs -----------------------------------------------------------------------------------------------------------

cdef list GAMES_MADE = []  # a setup names its game by the number in this list


cdef void give_up(Head* state, PythonGame game, str method, BaseException error) noexcept:
    """End the game of a record, because a method failed; the error waits."""
    cdef Position* record = <Position*>state
    keep_waiting("a game in Python" if game is None else game.name, method, error)
    memset(state.score, 0, sizeof(state.score))
    memset(state.tiebreak, 0, sizeof(state.tiebreak))
    state.over, state.due = 1, NO_CHANCE
    record.place, record.stamp = NOTHING, 0


cdef PythonGame game_of(const Entry* entry):
    """Return the game of an entry; `GameFault` if it has none."""
    if entry.state == NULL:
        raise GameFault("the state of this record is gone: a record lives no longer than its State or its Batch")
    return <PythonGame>entry.game


cdef int put(Head* state, PythonGame game, object position) except -1:
    """Write a state into a record."""
    return put_place(state, game, game.place_of(position, state.seats))


cdef int put_place(Head* state, PythonGame game, uint32_t place) except -1:
    """Write the state at a place of the table into a record."""
    cdef Position* record = <Position*>state
    cdef Entry* entry = entry_at(place)
    game.table.remember(place)
    record.place, record.stamp = place, entry.stamp
    state.to_move, state.over, state.due = entry.to_move, entry.over, entry.due
    memcpy(state.score, entry.score, sizeof(entry.score))
    return 0


cdef void deal(Head* state, const Setup* setup, Rng* rng) noexcept with gil:
    cdef PythonGame game = GAMES_MADE[setup.options]
    memset(state, 0, sizeof(Position))
    state.seats = setup.seats
    try:
        put(state, game, game.begin(setup.seats, dice_of(rng)))
        if game.has_chance:
            (<Position*>state).luck = rng_next(rng) | 1
    except BaseException as error:
        give_up(state, game, "begin", error)


cdef int legal(const Head* state, Move* out) noexcept nogil:
    cdef const Entry* entry = entry_of(state)
    if entry.count:
        memcpy(out, entry.moves, entry.count * sizeof(Move))
    return entry.count


cdef bint available(const Head* state, Move move) noexcept nogil:
    return index_of(entry_of(state), move) >= 0


cdef void apply(Head* state, Move move) noexcept with gil:
    cdef PythonGame game = None
    cdef Entry* entry = entry_of(state)
    cdef uint32_t stamp = entry.stamp
    cdef int index = index_of(entry, move)
    cdef uint32_t place = child_of(entry, index)
    state.ply += 1
    try:
        game = game_of(entry)
        if place == NOTHING:
            place = game.place_of(
                game.to_apply(<object>entry.state, None if move == UNHEARD else move), state.seats)
            if index >= 0 and entry.stamp == stamp:
                set_child(entry, index, place)
        put_place(state, game, place)
    except BaseException as error:
        give_up(state, game, "apply", error)


def weight_of(outcome):
    return outcome[1]


cdef object drawn(PythonGame game, object state, Rng* rng, const Position* confined=NULL):
    """Return an outcome of the chance event that is due; `GameFault` if there is none."""
    cdef double whole = 0
    cdef double at
    cdef Rng other
    outcomes = list(game.outcomes(state))
    if confined != NULL and confined.most and len(outcomes) > <Py_ssize_t>confined.most:
        other = rng_seeded(confined.word, LUCK_STREAM)
        rng = &other
    for _, weight in outcomes:
        whole += weight
    if not whole > 0:
        raise GameFault("outcomes returned none that is possible")
    at = rng_unit(rng) * whole
    for outcome, weight in outcomes:
        at -= weight
        if at < 0 and weight > 0:
            return outcome
    return max(outcomes, key=weight_of)[0]  # of rounding


cdef void draw(Head* state) noexcept with gil:
    cdef Position* record = <Position*>state
    cdef PythonGame game = None
    cdef Entry* entry = entry_of(state)
    cdef Rng rng = rng_seeded(record.luck, LUCK_STREAM)
    try:
        game = game_of(entry)
        now = <object>entry.state
        if record.outcome == UNHEARD:
            outcome = None
        else:
            outcome = drawn(game, now, &rng, record) if record.outcome == 0 else record.outcome - 1
        record.word = record.most = 0
        # The next luck is the same whether this event was drawn or told.
        if record.luck:
            rng = rng_seeded(record.luck, LUCK_STREAM + 1)
            record.luck = rng_next(&rng) | 1
        record.outcome = 0
        put(state, game, game.to_apply(now, outcome))
    except BaseException as error:
        give_up(state, game, "outcomes", error)


cdef void confine(Head* state, uint64_t word, uint32_t most) noexcept nogil:
    cdef Position* record = <Position*>state
    record.word, record.most = word, most


cdef void reshuffle(Head* state, int seat, Rng* rng) noexcept with gil:
    cdef PythonGame game = None
    cdef Entry* entry = entry_of(state)
    try:
        game = game_of(entry)
        now = <object>entry.state
        if game.hides and (seat != EVERYBODY or game.redraws):
            if seat == EVERYBODY:
                redrawn = game.redraw(now, dice_of(rng))
            else:
                redrawn = game.to_reshuffle(now, None if seat < 0 else seat, dice_of(rng))
                (<Position*>state).masked = 0
            put(state, game, redrawn)
        if game.has_chance:
            (<Position*>state).luck = rng_next(rng) | 1
            (<Position*>state).outcome = 0
    except BaseException as error:
        give_up(state, game, "reshuffle", error)


cdef uint64_t knows(const Head* state, int seat) noexcept nogil:
    cdef Entry* entry = entry_of(state)
    if entry.known[seat] == 0 and entry.state != NULL:
        find_known(entry, seat)
    return entry.known[seat]


cdef int find_known(Entry* entry, int seat) noexcept with gil:
    """Write the number of what a seat knows."""
    cdef PythonGame game = None
    try:
        game = game_of(entry)
        entry.known[seat] = game.number_of(game.knows(<object>entry.state, seat))
    except BaseException as error:
        keep_waiting("" if game is None else game.name, "knows", error)
    return 0


cdef uint64_t sees(const Head* state, Move move, int seat) noexcept with gil:
    cdef Entry* entry = entry_of(state)
    cdef PythonGame game = None
    try:
        game = game_of(entry)
        if seat == state.to_move or game.hears(move, state.to_move, seat):
            return <uint64_t>move + 1
    except BaseException as error:
        keep_waiting("" if game is None else game.name, "hears", error)
    return 0


cdef void playout(Head* state, Rng* rng) noexcept with gil:
    cdef PythonGame game = None
    cdef Entry* entry = entry_of(state)
    cdef str method = "playout"
    if state.over:
        return
    try:
        game = game_of(entry)
        now = <object>entry.state
        if game.plays_out:
            now = game.playout(now, dice_of(rng))
            state.ply += 1
        else:
            method = "legal or apply"
            now = played_randomly(game, now, state, rng)
        put_end(state, game, now)
    except BaseException as error:
        give_up(state, game, method, error)


cdef object played_randomly(PythonGame game, object state, Head* head, Rng* rng):
    """Return the end of a game by uniformly random moves."""
    cdef Py_ssize_t n
    find_legal, play = game.to_legal, game.to_apply
    while True:
        while game.has_chance and game.to_move(state) == CHANCE:
            state = play(state, drawn(game, state, rng))
        moves = find_legal(state)
        if not isinstance(moves, (list, tuple)):
            moves = list(moves)
        n = len(moves)
        if n == 0:
            return state
        state = play(state, moves[rng_below(rng, n)])
        head.ply += 1


cdef int put_end(Head* state, PythonGame game, object end) except -1:
    """Write the end of a game into a record."""
    put(state, game, end)
    if not state.over:
        raise GameFault("playout returned a state that is not the end of a game")
    return 0


cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil:
    memset(tiebreak, 0, MAX_SEATS * sizeof(int16_t))
    if state.over:
        memcpy(points, entry_of(state).score, MAX_SEATS * sizeof(int32_t))
    else:
        score_now(state, points)


cdef void score_now(const Head* state, int32_t* points) noexcept with gil:
    cdef Entry* entry = entry_of(state)
    cdef PythonGame game = None
    memset(points, 0, MAX_SEATS * sizeof(int32_t))
    try:
        game = game_of(entry)
        if not game.ranks_only:
            game.write_scores(<object>entry.state, state.seats, points)
    except BaseException as error:
        keep_waiting("" if game is None else game.name, "scores", error)


cdef void observe(const Head* state, int observer, float* details, const Planes* planes) noexcept with gil:
    cdef Entry* entry = entry_of(state)
    cdef PythonGame game = None
    cdef Py_ssize_t i = 0
    try:
        game = game_of(entry)
        seen = game.observe(<object>entry.state, None if observer < 0 else observer)
        if len(seen) != len(game.layout.common):
            raise GameFault(f"observe returned {len(seen)} numbers; `observation` names {len(game.layout.common)}")
        for number in seen:
            details[i] = number
            i += 1
    except BaseException as error:
        keep_waiting("" if game is None else game.name, "observe", error)


cdef void actions(const Head* state, const Move* moves, int count, int32_t* out) noexcept nogil:
    cdef int i
    for i in range(count):
        out[i] = <int32_t>moves[i]


cdef const char* validate(const Head* state) noexcept nogil:
    cdef const Entry* entry = entry_of(state)
    cdef int seat
    if entry.state == NULL:
        return "place"
    if state.to_move != entry.to_move:
        return "to_move"
    if state.over != entry.over:
        return "over"
    if state.due != entry.due:
        return "due"
    for seat in range(MAX_SEATS):
        if state.score[seat] != entry.score[seat]:
            return "score"
    return NULL


cdef Position record  # its type alone counts
cdef const Position[:] fields = <Position[:1]>&record
POSITION = struct_dtype(fields)


# -- games -----------------------------------------------------------------------------------------------------------

cdef class PythonGame(Game):
    """A game whose rules are written in Python: inherit from it, and register an instance with `GAMES.register`.

    A state is an object that never changes: a tuple, a text, a named tuple, a frozen dataclass or anything else that is
    hashable, or a numpy array or record. A move is a whole number. A game has the attributes `name` and `seats` and the
    methods `begin`, `legal`, `apply`, and `scores` or `ranks`; it needs `to_move` if its states have no attribute of
    this name. All else has a default, which suits games that hide nothing and have no chance events.
    """

    cdef readonly int number  # in a setup
    cdef StateTable table
    cdef object like  # any state, once its type is needed
    cdef readonly bint hides
    cdef readonly bint masks
    cdef readonly bint has_chance
    cdef dict numbers  # of what seats know
    cdef uint64_t numbered  # how many there were
    cdef bint redraws
    cdef bint plays_out
    cdef bint ranks_only
    cdef object to_legal  # bound methods
    cdef object to_apply
    cdef object to_reshuffle

    #: The numbers of players that the game allows.
    seats = (2,)
    #: The names of all moves by their numbers; without names a move is written as its number.
    moves = ()
    #: How many actions there are if all moves are numbers below it; by default as many as there are names.
    actions = 0
    #: The names of the numbers that `observe` returns.
    observation = ()

    def __cinit__(self, *_, **__):
        kind = type(self)
        self.number = len(GAMES_MADE)
        self.table, self.numbers = StateTable(), {}
        check_class(kind)
        self.hides, self.masks = overridden(kind, "reshuffle"), overridden(kind, "mask")
        self.redraws, self.has_chance = overridden(kind, "redraw"), overridden(kind, "outcomes")
        self.plays_out, self.ranks_only = overridden(kind, "playout"), not overridden(kind, "scores")
        self.to_legal, self.to_apply, self.to_reshuffle = self.legal, self.apply, self.reshuffle
        cdef Game game = self
        game.action_count = kind.actions or len(kind.moves)
        game.name = kind.name
        game.dtype = POSITION
        game.notation = PythonNotation(self)
        game.common_features = game.seat_features = game.move_features = ()
        game.layout = Layout(common=tuple(kind.observation))
        self.fill_table(&game.ops, bool(kind.observation), game.action_count > 0)
        GAMES_MADE.append(self)

    cdef void fill_table(self, GameOps* ops, bint observes, bint numbers):
        """Write the verbs; those that are not there stay NULL."""
        ops.size = sizeof(Position)
        ops.deal, ops.legal, ops.apply, ops.score, ops.validate = deal, legal, apply, score, validate
        ops.playout_uniform, ops.reshuffle, ops.priors = playout, reshuffle, prefer_nothing
        if self.hides or self.has_chance:
            ops.available = available
        if self.has_chance:
            ops.draw, ops.confine = draw, confine
        if self.masks or overridden(type(self), "knows") or (self.has_chance and not self.hides):
            ops.knows, ops.keyed = knows, True
            if overridden(type(self), "hears"):
                ops.sees = sees
        if observes:
            ops.observe = observe
        if numbers:
            ops.actions = actions

    def __init__(self, *_, **__):
        """Take any arguments, which are for the class that inherits."""

    def __reduce__(self):
        from urbanist.engine.games import GAMES
        if self.name not in GAMES or GAMES[self.name] is not self:
            raise TypeError(f"the game {self.name} is not in GAMES, so that no other process finds it: register it")
        return Game.__reduce__(self)

    def __deepcopy__(self, memo):
        return self  # as it never changes

    @property
    def compiled(self):
        """Whether the verbs are compiled, so that a search may look at millions of positions on the side."""
        return False

    # -- what the author of a game writes ------------------------------------------------------------------------------

    def begin(self, seats, rng):
        """Return the state before the first move, drawn with `rng`."""
        raise NotImplementedError

    def legal(self, state):
        """Return the legal moves as numbers in a list or a tuple, in any order; none if the game is over.

        In a masked state, None stands for moves that depend on what is masked.
        """
        raise NotImplementedError

    def apply(self, state, move):
        """Return the state after a legal move, or after an outcome of the chance event that is due.

        In a masked state a move or an outcome that its seat does not hear of is None.
        """
        raise NotImplementedError

    def to_move(self, state):
        """Return the seat to move, or `CHANCE` if a chance event is due."""
        return state.to_move

    def scores(self, state):
        """Return the points of all seats as whole numbers, as they stand; they are final at the end."""
        raise NotImplementedError

    def ranks(self, state):
        """Return the ranks of all seats at the end, 1 is the winner; only for a game without `scores`."""
        raise NotImplementedError

    def reshuffle(self, state, seat, rng):
        """Return a state like this one in which all that `seat` (None: a bystander) cannot know is drawn again."""
        return state

    def redraw(self, state, rng):
        """Return a state in which only what all seats together cannot know, such as a draw pile, is drawn again."""
        return state

    def mask(self, state, seat):
        """Return a state like this one without what `seat` (None: a bystander) cannot know."""
        return state

    def knows(self, state, seat):
        """Return what `seat` knows of a state beside the moves that it heard of, as anything hashable."""
        return self.mask(state, seat)

    def hears(self, move, by, seat):
        """Return whether `seat` (None: a bystander) hears of a move of seat `by`, or of an outcome (of no seat).

        An outcome for one seat has a number that tells whose it is.
        """
        return True

    def outcomes(self, state):
        """Return the outcomes of the chance event that is due as pairs of a move and how likely it is.

        In a masked state, None stands for outcomes that depend on what is masked.
        """
        return ()

    def playout(self, state, rng):
        """Return the end of a game that is played on from a state; without it, moves are uniformly random."""
        raise NotImplementedError

    def observe(self, state, seat):
        """Return what `seat` (None: a bystander) sees as numbers, one for each name in `observation`."""
        return ()

    def describe(self, state):
        """Return the state as a text for people, of one line or more; what is masked in it must not be needed."""
        return repr(state)

    def card(self, state, seat):
        """Return the hidden cards of a seat as text, `?` if they are masked; empty if seats hide nothing."""
        return ""

    def dealt(self, state):
        """Return what chance gave each seat before the first move, for designers: by a name, the texts of each seat."""
        return {}

    def taken(self, state):
        """Return what each seat had taken at the end of a game, for designers: by a name, the texts of each seat."""
        return {}

    def write(self, move):
        """Return a move as text, without spaces, `!` and `?`."""
        return self.moves[move] if 0 <= move < len(self.moves) else str(move)

    def read(self, text):
        """Return the move of a text; raise `ValueError` if it is none."""
        return self.moves.index(text) if text in self.moves else int(text)

    def encode(self, state):
        """Return a state, which may be masked, as a plain value: tuples, frozensets, texts, numbers and None."""
        return plain_value(state)

    def decode(self, value, seats):
        """Return the state of a plain value that `encode` returned."""
        if self.like is None:
            self.like = self.begin(seats, Dice(0))
        return state_of_value(value, self.like)

    # -- what the engine needs -----------------------------------------------------------------------------------------

    cpdef State start(self, asked, seed=0):
        return settled(Game.start(self, asked, seed), self)

    def read_deal(self, str text):
        """Return the state of a deal line before the first move; what is masked in it stays unknown."""
        asked, fields = self.notation.read_deal(text)
        return self.state_from(fields["state"], asked.seats, masked=f" state={HIDDEN}" in text)

    def seen(self, State state not None, seat):
        """Return a state in which nothing is left that a seat (None: a bystander) cannot know of this one."""
        if not self.masks:
            return Game.seen(self, state, seat)
        return self.state_from(self.mask(self.position(state.array), seat), state.seats, state.ply, masked=True)

    def state_from(self, position, seats, ply=0, masked=False):
        """Return a `State` after so many moves from a state of the author's, which may be masked."""
        cdef PythonState state = blank(self)
        state.head.seats = seats
        state.head.ply = ply
        (<Position*>state.head).masked = bool(masked)
        try:
            put(state.head, self, position)
        except Exception as error:
            give_up(state.head, self, "legal, to_move or scores", error)
        return settled(state, self)

    def position(self, record):
        """Return the state of the author's that a record has; raise `GameFault` if it is gone."""
        cdef const Head* head
        plain = np.asarray(record, POSITION).reshape(1)
        head = <const Head*>address(plain)
        game_of(entry_of(head))
        return <object>entry_of(head).state

    def luck(self, record):
        """Return the outcome of the chance event that is due; None if nobody knows it."""
        cdef Rng rng = rng_seeded(record["luck"], LUCK_STREAM)
        if record["outcome"]:
            return int(record["outcome"]) - 1
        return drawn(self, self.position(record), &rng) if record["luck"] else None

    cdef State state_of(self, record):
        cdef State state = blank(self)
        memory = np.frombuffer(state.memory, POSITION)
        for name in POSITION.names:
            memory[name] = record[name]
        (<PythonState>state).held = hold(state.head, 1)
        return state

    def hold(self, records):
        """Return what keeps the states of an array of records alive."""
        return hold(<const void*><size_t>address(records), len(records))

    def holding(self):
        """Return a context in which no state is forgotten; at its end, an error of a method is raised."""
        return KeepStates(self)

    cdef uint32_t place_of(self, object state, int seats) except NOTHING:
        """Return the place of a state in the table; `GameFault` if it breaks the rules of states."""
        cdef uint32_t place
        key = state.tobytes() if isinstance(state, (np.ndarray, np.generic)) else state
        try:
            place = self.table.place_of(key)
        except TypeError as error:
            raise GameFault(f"a state must be hashable: {error}") from None
        if place != NOTHING:
            return place
        place = self.table.add(self, key, state)
        try:
            self.look_at(entry_at(place), state, seats)
        except BaseException:
            free_entry(place)
            raise
        return self.table.name(key, place)

    cdef uint64_t number_of(self, object known) except 0:
        """Return the number of what a seat knows: equal things have the same one."""
        key = known.tobytes() if isinstance(known, (np.ndarray, np.generic)) else known
        try:
            number = self.numbers.get(key)
        except TypeError as error:
            raise GameFault(f"what a seat knows must be hashable: {error}") from None
        if number is None:
            # A number is never given twice. A search that meets old things under new numbers only learns less.
            if len(self.numbers) == MOST_NUMBERS:
                self.numbers.clear()
            self.numbered += 1
            number = self.numbers.setdefault(key, self.numbered)
        return number

    cdef int look_at(self, Entry* entry, object state, int seats) except -1:
        """Write the facts of a state into its entry."""
        turn = self.to_move(state)
        if self.has_chance and turn == CHANCE:
            entry.due = CHANCE_DUE
            return 0
        moves = self.to_legal(state)
        set_moves(entry, moves if isinstance(moves, (list, tuple)) else list(moves))
        if entry.count == 0 and not entry.vague:
            entry.over = 1
            self.write_scores(state, seats, entry.score)
        if 0 <= turn < seats:
            entry.to_move = turn
        elif not entry.over:
            raise GameFault(f"to_move returned {turn!r:.60}; there are {seats} seats, counted from 0")
        return 0

    cdef int write_scores(self, object state, int seats, int32_t* points) except -1:
        cdef int seat = 0
        numbers = self.ranks(state) if self.ranks_only else self.scores(state)
        if len(numbers) != seats:
            method = "ranks" if self.ranks_only else "scores"
            raise GameFault(f"{method} returned {len(numbers)} numbers for {seats} seats")
        for number in numbers:
            if number != int(number):
                raise GameFault(f"scores returned {number!r:.60}; points are whole numbers")
            points[seat] = seats - <int>number if self.ranks_only else <int32_t>number
            seat += 1
        return 0


cdef class KeepStates:
    """A context in which no state of a game is forgotten."""

    cdef PythonGame game

    def __init__(self, PythonGame game not None):
        self.game = game

    def __enter__(self):
        self.game.table.withhold()

    def __exit__(self, kind, *_):
        self.game.table.permit()
        if kind is None:
            raise_waiting()


def overridden(kind, str method):
    """Return whether a class of games has a method of its own."""
    return getattr(kind, method) is not getattr(PythonGame, method)


def check_class(kind):
    """Raise `TypeError` if a class lacks what a game must have."""
    name = kind.name
    if not isinstance(name, str) or not name.isidentifier():
        raise TypeError(f"{kind.__name__} needs a name: name = \"{kind.__name__.lower()}\"")
    for method in ("begin", "legal", "apply"):
        if not overridden(kind, method):
            raise TypeError(f"{kind.__name__} has no method '{method}'")
    if not (overridden(kind, "scores") or overridden(kind, "ranks")):
        raise TypeError(f"{kind.__name__} has neither 'scores' nor 'ranks'")
    if overridden(kind, "mask") and not overridden(kind, "reshuffle"):
        raise TypeError(f"{kind.__name__} has 'mask', but no 'reshuffle' that draws again what is masked")
    if not kind.seats or not all(isinstance(count, int) and 1 <= count <= MAX_SEATS for count in kind.seats):
        raise TypeError(f"{kind.__name__}.seats is {kind.seats!r:.60}: expected numbers from 1 to {MAX_SEATS}")


# -- states ----------------------------------------------------------------------------------------------------------

cdef class PythonState(State):
    """A state of a game in Python, which holds the object of its author."""

    cdef object held

    @property
    def position(self):
        """The state of the game as its author writes it."""
        return (<PythonGame>self.game).position(self.array)

    def __reduce__(self):
        record = self.array
        facts = {name: record[name].tolist() for name in ("ply", "luck", "outcome", "masked")}
        return restored, (self.game, self.position, self.seats, facts)

    cdef State twin(self):
        cdef State state = blank(self.game)
        memcpy(state.head, self.head, sizeof(Position))
        (<PythonState>state).held = self.held
        return state

    cdef int find_legal(self, Move move, Move* moves) noexcept:
        # Where what a seat has is masked, so is what it may do.
        return 0 if entry_of(self.head).vague else State.find_legal(self, move, moves)

    def play(self, event):
        cdef State after
        if isinstance(event, str):
            event = self.read(event)
        if not (isinstance(event, MoveValue) and event.hidden and self.lacks_moves()):
            return settled(State.play(self, event), self.game)
        after = self.twin()
        self.game.ops.apply(after.head, UNHEARD)
        return settled(after, self.game)

    cdef bint lacks_moves(self):
        """Return whether a move may be masked here: it is made in what somebody knows of a position."""
        return (<Position*>self.head).masked and not (self.head.over or self.head.due)

    cdef State after_chance(self, event):
        return settled(State.after_chance(self, event), self.game)

    cdef State drawn_anew(self, int seat, seed):
        return settled(State.drawn_anew(self, seat, seed), self.game)

    def playout(self, seed, *, informed=False):
        return settled(State.playout(self, seed, informed=informed), self.game)

    def standing(self):
        ranking = State.standing(self)
        raise_waiting()
        return ranking


cdef PythonState blank(Game game):
    """Return a state of zeros."""
    cdef PythonState state = PythonState.__new__(PythonState)
    cdef State plain = state
    plain.game = game
    plain.memory = bytearray(sizeof(Position))
    plain.head = <Head*>PyByteArray_AS_STRING(plain.memory)
    return state


cdef PythonState settled(State result, Game game):
    """Return a state that holds its object; raise what a method of the game raised."""
    cdef PythonState state
    raise_waiting()
    if isinstance(result, PythonState):
        state = result
    else:
        state = blank(game)
        memcpy((<State>state).head, result.head, sizeof(Position))
    state.held = hold((<State>state).head, 1)
    return state


def restored(PythonGame game not None, position, seats, facts):
    """Return the state of a pickle."""
    cdef State state = game.state_from(position, seats)
    record = np.frombuffer(state.memory, POSITION)
    for name, value in facts.items():
        record[name] = value
    return state
