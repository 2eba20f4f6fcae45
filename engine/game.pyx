"""The interface of a game: a struct that begins with a common head, and a table of verbs."""

from contextlib import nullcontext

from cpython.bytearray cimport PyByteArray_AS_STRING
from libc.string cimport memcpy

import numpy as np

from urbanist.cext.address cimport address
from urbanist.cext.key cimport key_of
from urbanist.cext.pool cimport Pool
from urbanist.cext.rng cimport Rng, rng_below, rng_seeded
from urbanist.engine.event import Chance
from urbanist.engine.integers import seat_at, seed_word, whole
from urbanist.engine.notation import IllegalMove
from urbanist.engine.observation import Layout

#: The context of a game without callables; it can be entered any number of times.
cdef object NOTHING_HELD = nullcontext()
#: Methods of `State` by the names that they had in version 0.1.
cdef dict RENAMED = {"appraise": "priors", "objection": "illegal_reason", "complaint": "illegal_message"}


cdef class Game:
    """The rules of a game: its verbs, the dtype of its states, its notation. `urbanist.engine.GAMES` has all games."""

    def __init__(self):
        raise TypeError("use a game of urbanist.engine.GAMES")

    def __repr__(self):
        return f"<game {self.name}>"

    @property
    def solves_endings(self):
        """Whether the game has a solver of its own for its last turns, see `search.ending`."""
        return self.ops.solve != NULL

    @property
    def open_moves(self):
        """Whether the legal moves never depend on what is hidden."""
        return self.ops.available == NULL

    @property
    def has_chance(self):
        """Whether chance events come between moves."""
        return self.ops.draw != NULL

    @property
    def tells_knowledge(self):
        """Whether the game says what a seat knows of a position, so that a search can key its nodes by it."""
        return self.ops.knows != NULL

    @property
    def keyed(self):
        """Whether a search keys its nodes by what the acting seat knows, where its options do not say otherwise."""
        return self.ops.keyed

    @property
    def compiled(self):
        """Whether the verbs are compiled, so that a search may look at millions of positions on the side."""
        return True

    def __reduce__(self):
        return find_game, (self.name,)

    def hold(self, records):
        """Return an object that keeps the states of records alive; None if records are whole positions."""

    def seen(self, State state not None, seat):
        """Return a state in which nothing is left that a seat (None: a bystander) cannot know of this one."""
        return state.reshuffled(seat, 0)

    def holding(self):
        """Return a context that keeps all records valid, held or not; at its end, an error of a verb is raised."""
        return NOTHING_HELD

    def deal(self, *, variant=None, seats, options=(), seed=0):
        """Return the state of a new game, drawn from the seed; raise `NotationError` if the rules forbid the setup."""
        return self.start(self.notation.setup(variant, whole("seats", seats), tuple(options)), seed)

    def read_deal(self, str text):
        """Return the state of a deal line before the first move; hidden fields of a masked line stay unknown."""
        asked, fields = self.notation.read_deal(text)
        cdef State state = self.start(asked, 0)
        record = np.frombuffer(state.memory, self.dtype)
        for name, value in fields.items():
            record[name] = value
        return state

    def from_array(self, array):
        """Return a state with the content of a record of this game's dtype; raise `ValueError` if it is no position."""
        from urbanist.engine.validation import checked, one_of
        return checked(self.state_of(one_of(array, self)))

    def from_json(self, text):
        """Return the state of a line of JSON that `State.to_json` has made; raise `NotationError` if it is none."""
        from urbanist.engine.position import from_json
        return from_json(self, text)

    cdef State state_of(self, record):
        """Return a state with the content of an array of one record, unchecked."""
        cdef State state = new_state(self)
        memory = np.frombuffer(state.memory, self.dtype)
        # Field by field, because numpy leaves random bytes between the fields of a copy, and keys use all bytes.
        for name in self.dtype.names:
            memory[name] = record[name]
        return state

    cpdef State start(self, asked, seed=0):
        """Return the state of a new game with a `Setup` of the notation; the rest is drawn from the seed."""
        cdef Setup setup = setup_of(asked)
        cdef Rng rng = rng_seeded(seed_word(seed), 0)
        cdef State state = new_state(self)
        self.ops.deal(state.head, &setup, &rng)
        return state


def find_game(name):
    """Return the game with this name; pickled states refer to their game by it."""
    from urbanist.engine.games import GAMES

    return GAMES[name]


cdef void play_randomly(const GameOps* ops, Head* state, Rng* rng) noexcept nogil:
    """Play uniformly random moves and chance events to the end, for any game."""
    cdef Move[MAX_MOVES] moves
    while state.due:
        ops.draw(state)
    while not state.over:
        play_through(ops, state, moves[rng_below(rng, ops.legal(state, moves))])


cdef Game new_game(
    GameOps ops, object dtype, object notation, tuple common_features=(), tuple seat_features=(),
    tuple move_features=(), details=Layout(), int action_count=0, tuple crop_shape=(), int crop_action_count=0,
):
    """Return the game with this table of verbs, the dtype of its whole struct, and its features in their order.

    `details` names what observations have beside features, `crop_shape` is that of cropped planes. Raise `TypeError` if
    a mandatory verb is missing. Most optional verbs have a general replacement.
    """
    if ops.deal == NULL or ops.legal == NULL or ops.apply == NULL or ops.score == NULL:
        raise TypeError(f"{notation.name}: deal, legal, apply and score must not be NULL")
    if ops.reshuffle == NULL:
        ops.reshuffle = hide_nothing
    if ops.priors == NULL:
        ops.priors = prefer_nothing
    if dtype.itemsize != ops.size:
        raise TypeError(f"dtype of {dtype.itemsize} bytes for a state of {ops.size}")
    cdef Game game = Game.__new__(Game)
    game.ops = ops
    game.name = notation.name
    game.dtype = dtype
    game.notation = notation
    game.common_features, game.seat_features, game.move_features = common_features, seat_features, move_features
    game.layout = details._replace(common=common_features + details.common, seats=seat_features + details.seats)
    game.action_count = action_count
    game.crop_layout = game.layout._replace(plane_shape=crop_shape) if crop_shape else None
    game.crop_action_count = crop_action_count
    return game


cdef State new_state(Game game):
    cdef State state = State.__new__(State)
    state.game = game
    state.memory = bytearray(game.ops.size)
    state.head = <Head*>PyByteArray_AS_STRING(state.memory)
    return state


cdef class State:
    """A full position with its hidden part. It is immutable: `play` returns a new state."""

    def __init__(self):
        raise TypeError("states come from Game.deal, Game.read_deal and State.play")

    def __repr__(self):
        turn = "over" if self.over else f"seat {self.to_move} to move"
        return f"<{self.game.name} state, ply {self.ply}, {turn}>"

    def __str__(self):
        """Return the board as text, if something that draws it was imported, such as `urbanist.bots.table`."""
        from urbanist.engine.abilities import ABILITIES
        return ABILITIES.text(self)

    def _repr_svg_(self):
        """Return the position as a drawing for notebooks; None if nothing draws it."""
        from urbanist.engine.abilities import ABILITIES
        return ABILITIES.svg(self)

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        return self.game is other.game and self.memory == (<State>other).memory

    def __hash__(self):
        return hash(self.key)

    def __reduce__(self):
        return Game.from_array, (self.game, np.frombuffer(self.memory, self.game.dtype).copy())

    cdef State twin(self):
        cdef State state = new_state(self.game)
        memcpy(state.head, self.head, self.game.ops.size)
        return state

    @property
    def array(self):
        """The memory of the state as a read-only numpy record of `game.dtype`, without a copy."""
        view = np.frombuffer(self.memory, self.game.dtype).reshape(())
        view.flags.writeable = False
        return view

    @property
    def key(self):
        """A hash of 64 bits; equal states have equal keys."""
        return key_of(self.head, self.game.ops.size)

    @property
    def seats(self):
        """The number of seats."""
        return self.head.seats

    @property
    def to_move(self):
        """The seat to move."""
        return self.head.to_move

    @property
    def ply(self):
        """The number of moves made until now."""
        return self.head.ply

    @property
    def over(self):
        """Whether the game is over."""
        return bool(self.head.over)

    @property
    def due(self):
        """Whether a chance event comes before the next move."""
        return bool(self.head.due)

    def moves(self):
        """Return the legal moves as ascending 32-bit words; none if the game is over or a chance event is due."""
        cdef Move[MAX_MOVES] moves
        cdef int n = self.game.ops.legal(self.head, moves)
        return np.frombuffer((<char*>moves)[: n * sizeof(Move)], np.uint32)

    def legal(self):
        """Return the legal moves as `Move` values, sorted as text: `str` writes them, and their numbers are words."""
        return tuple(sorted(self.game.notation.moves(self.moves().tolist()), key=str))

    cdef int find_legal(self, Move move, Move* moves) noexcept:
        cdef int i, n = self.game.ops.legal(self.head, moves)
        for i in range(n):
            if moves[i] == move:
                return i
        return -1

    def read(self, str text):
        """Return the move or the chance event of a text in notation; raise `NotationError` if it is malformed."""
        if text.startswith("!") and self.game.ops.draw != NULL:
            if not self.head.due:
                from urbanist.engine.illegal_move import not_due
                raise IllegalMove(not_due(text))
            return self.game.notation.read_chance(text, self.array)
        return self.game.notation.move(text)

    def play(self, event):
        """Return the position after a move or a chance event; raise `IllegalMove` if the rules forbid it.

        A move is a `Move`, its word or a text in notation, and a chance event a `Chance` or a text. A malformed text
        raises `NotationError`.
        """
        if isinstance(event, str):
            event = self.read(event)
        if isinstance(event, Chance):
            return self.after_chance(event)
        try:
            word = whole("move", event)
        except TypeError:
            raise TypeError(
                f"{event!r:.60} is neither a move nor a chance event: expected one of legal(), a text or a word"
            ) from None
        cdef Move[MAX_MOVES] moves
        if word < 0 or self.find_legal(word, moves) < 0:
            raise IllegalMove(self.illegal_message(word))
        cdef State after = self.twin()
        self.game.ops.apply(after.head, word)
        return after

    cdef State after_chance(self, event):
        if not self.head.due:
            from urbanist.engine.illegal_move import not_due
            raise IllegalMove(not_due(str(event)))
        fields = self.game.notation.stacked(event, self.array)
        cdef State after = self.twin()
        record = np.frombuffer(after.memory, self.game.dtype)
        for name, value in fields.items():
            record[name] = value
        self.game.ops.draw(after.head)
        return after

    def chance(self):
        """Return the chance event that is due, from the hidden part; None if none is due or it is not known."""
        return self.game.notation.chance(self.array) if self.head.due else None

    def illegal_reason(self, move):
        """Return why a move, its word or a text in notation is not legal here; empty if there is no special reason."""
        from urbanist.engine.illegal_move import illegal_reason
        return illegal_reason(self, self.game.notation.move(move))

    def illegal_message(self, move):
        """Return the error text for a move that is not legal: the rule that forbids it, and up to eight legal moves."""
        from urbanist.engine.illegal_move import illegal_message
        return illegal_message(self, self.game.notation.move(move))

    def __getattr__(self, name):
        """Return a method by its old name, with a `DeprecationWarning`."""
        if name not in RENAMED:
            raise AttributeError(f"'State' object has no attribute '{name}'")
        from warnings import warn
        warn(f"State.{name} is now State.{RENAMED[name]}", DeprecationWarning, stacklevel=2)
        return getattr(self, RENAMED[name])

    def observe(self, seat, *, parts="all", cropped=False, revealed=False):
        """Return what a seat (None: a bystander) sees, as an `Observation`; `Game.layout` names its numbers.

        `Batch.observe` describes the other arguments.
        """
        from urbanist.engine import encoder
        seen = encoder.encoder_of(self.game, self.head.seats, parts=parts, cropped=cropped, revealed=revealed)
        return seen.layout.split(encoder.observe(seen, self.array[None], seat, Pool())[0], self.head.seats)

    def actions(self, *, cropped=False):
        """Return the action of each of `moves()`, int32: numbers below `Game.action_count`, all different."""
        from urbanist.engine import encoder
        return encoder.actions(self.game, self.array[None], Pool(), cropped=cropped)[0][0]

    def legal_mask(self, *, cropped=False):
        """Return for each of the `Game.action_count` actions whether it is legal, bool."""
        from urbanist.engine import encoder
        return encoder.legal_mask(self.game, self.array[None], Pool(), cropped=cropped)[0]

    def action_of(self, move, *, cropped=False):
        """Return the action of a legal move, a text in notation or a word; raise `IllegalMove` for any other.

        A move outside of cropped planes has -1.
        """
        word = self.game.notation.read_move(move) if isinstance(move, str) else move
        self.play(word)  # raises `IllegalMove`
        return int(self.actions(cropped=cropped)[self.moves().searchsorted(word)])

    def move_of(self, action, *, cropped=False):
        """Return the legal move with an action; raise `IllegalMove` if there is none."""
        from urbanist.engine import encoder
        word = encoder.moves_of(self.game, self.array[None], [action], Pool(), cropped=cropped)[0]
        return self.game.notation.move(int(word))

    def scores(self):
        """Return each seat's current points, including hidden cards; they are final when the game is over."""
        return self.standing()[0]

    def score_rows(self, seat):
        """Return the rows of a seat's current score; their points add up to `scores()[seat]`."""
        return self.game.notation.score_rows(self, seat_at(self.seats, seat))

    def ranks(self):
        """Return each seat's rank by points and tie-break, 1 is the winner; tied seats share the lower number."""
        standing = [*zip(*self.standing(), strict=True)]
        return tuple(1 + sum(other > own for other in standing) for own in standing)

    def returns(self):
        """Return what each seat gets: at the end its share of the win times the number of seats, less 1; before, 0.

        They add up to 0. Winners of a tie share the win.
        """
        if not self.head.over:
            return (0.0,) * self.head.seats
        from urbanist.engine.record import win_shares
        return tuple(self.head.seats * share - 1 for share in win_shares(self.ranks()))

    def to_json(self):
        """Return the position as one line of JSON, whose form `urbanist.engine.position.form_of` tells."""
        from urbanist.engine.position import to_json
        return to_json(self)

    def standing(self):
        """Return the points and the tie-breaks of all seats as two tuples."""
        cdef int32_t[MAX_SEATS] points
        cdef int16_t[MAX_SEATS] tiebreak
        self.game.ops.score(self.head, points, tiebreak)
        seats = range(self.head.seats)
        return tuple(points[seat] for seat in seats), tuple(tiebreak[seat] for seat in seats)

    def reshuffled(self, seat, seed):
        """Return a determinization for `seat` (None: for a bystander), uniform over its possible worlds."""
        return self.drawn_anew(BYSTANDER if seat is None else seat_at(self.seats, seat), seed)

    def redrawn(self, seed):
        """Return a state in which only what all seats together cannot know, such as a draw pile, is drawn again."""
        return self.drawn_anew(EVERYBODY, seed)

    cdef State drawn_anew(self, int seat, seed):
        cdef Rng rng = rng_seeded(seed_word(seed), 1)
        cdef State state = self.twin()
        self.game.ops.reshuffle(state.head, seat, &rng)
        return state

    def best_move(self, limit=None):
        """Return the move that a search of `urbanist.search` finds best for the seat to move, which sees what it may.

        Without a `Limit` it makes 5000 visits. It knows the position alone: what moves before told of hidden cards is
        in a `View` of the history.
        """
        from urbanist.engine.abilities import ABILITIES
        return ABILITIES.best_move(self, limit)

    def playout(self, seed, *, informed=False):
        """Return the end of a random game from here, by uniform moves or by the game's informed policy."""
        cdef Rng rng = rng_seeded(seed_word(seed), 2)
        cdef State state = self.twin()
        play_out(&self.game.ops, informed, TO_THE_END, state.head, &rng)
        return state

    def priors(self):
        """Return the prior of each of `moves()` in points, float32, from the view of the seat to move."""
        moves = self.moves()
        prior = np.empty(len(moves), np.float32)
        self.game.ops.priors(
            self.head, <const Move*>address(moves), <int>len(moves), <float*>address(prior), NULL)
        return prior

    def available(self, move):
        """Return whether a move is legal here that is so after the same moves in another world; it makes no list."""
        return self.game.ops.available == NULL or self.game.ops.available(self.head, whole("move", move))

    def shortlist(self):
        """Return the shortlist, ascending, and its priors; it has all moves if the game has no shortlist."""
        # Not on the stack: some threads have 128 KiB of it.
        moves, prior = np.empty(MAX_MOVES, np.uint32), np.empty(MAX_MOVES, np.float32)
        cdef int n = 0
        if self.game.ops.shortlist != NULL:
            n = self.game.ops.shortlist(self.head, <Move*>address(moves), <float*>address(prior), NULL)
        if n == 0:
            return self.moves(), self.priors()
        return moves[:n].copy(), prior[:n].copy()
