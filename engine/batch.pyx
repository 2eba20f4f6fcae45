"""Many positions of one game in one numpy array, and the verbs of the game over all of them at once."""

import numpy as np

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t
from libc.string cimport memcpy

from urbanist.cext.address cimport address
from urbanist.cext.pool cimport PartFn, Pool
from urbanist.cext.rng cimport Rng, rng_next, rng_seeded
from urbanist.engine.game cimport (
    MAX_MOVES, MAX_SEATS, TO_THE_END, Game, GameOps, Head, Move, Setup, State, play_out, play_through, rank_of,
    setup_of,
)
from urbanist.engine.parallel cimport run_parts
from urbanist.engine.validation cimport require_position
from urbanist.engine import encoder, move_lists, step
from urbanist.engine.batch_arguments import as_rows, as_seats, as_words
from urbanist.engine.buffers import Buffers
from urbanist.engine.game import IllegalMove
from urbanist.engine.integers import seed_word, whole


cdef struct Work:
    # What the parts below are told; each reads what it needs.
    const GameOps* ops
    unsigned char* memory
    uint64_t seed
    Setup setup
    const signed char* chosen
    const Move* words
    signed char* legal
    const int32_t* keep
    bint informed
    int plies
    Py_ssize_t width
    int32_t* points
    int32_t* ranks


@cython.final
cdef class Batch:
    """N positions of one game; the methods change them in place, on at most so many `threads`.

    Record i has its own random generator, from the seed and i, so that results do not depend on the threads. These
    start when they are first worth it, and wait for the next call as long as the batch lives. Code that writes to
    `array` must keep the records valid: nothing checks them.
    """

    cdef readonly Game game
    cdef readonly object array
    cdef object asked  # the setup of a dealt batch
    cdef Rng rng  # of the seeds that callers leave to the batch
    cdef object held  # what the records need to stay valid
    cdef unsigned char* memory
    cdef Pool pool

    def __init__(self):
        raise TypeError("batches come from Batch.deal, Batch.of, Batch.from_array and Batch.copy")

    def __len__(self):
        return len(self.array)

    def __repr__(self):
        return f"<batch of {len(self)} {self.game.name} states>"

    @staticmethod
    def deal(
        Game game not None, n, *, variant=None, seats, options=(), seed=0, threads=1,
    ):
        """Return n new games; record 0 is `game.deal` of the same seed."""
        cdef Batch batch = new_batch(game, whole("n", n))
        batch.asked = game.notation.setup(variant, whole("seats", seats), tuple(options))
        batch.deal_again(np.ones(len(batch), np.bool_), seed, threads)
        batch.rng = rng_seeded(seed_word(seed), len(batch))
        return batch

    @staticmethod
    def of(states):
        """Return a batch with copies of states, at least one and all of the same game."""
        states = tuple(states)
        if not states:
            raise ValueError("a batch needs at least one state")
        cdef State state = states[0]
        cdef Batch batch = new_batch(state.game, len(states))
        cdef Py_ssize_t i
        for i, state in enumerate(states):
            if state.game is not batch.game:
                raise ValueError(f"state {i} is a state of {state.game.name}, state 0 one of {batch.game.name}")
            memcpy(batch.at(i), state.head, batch.game.ops.size)
        batch.held = batch.game.hold(batch.array)
        return batch

    @staticmethod
    def from_array(Game game not None, array):
        """Return a batch with copies of records of the game's dtype; raise `ValueError` if one is no position."""
        return batch_of(game, array, None, 1)

    def __reduce__(self):
        if not self.game.compiled and len(self):  # records are places in a table of this process
            return batch_of_states, (tuple([self.state(i) for i in range(len(self))]), self.asked, self.rng.word)
        return batch_of, (self.game, self.array, self.asked, self.rng.word)

    def copy(self):
        """Return an independent copy of the batch."""
        cdef Batch batch = new_batch(self.game, len(self))
        batch.asked, batch.rng = self.asked, self.rng
        memcpy(batch.memory, self.memory, len(self) * self.game.ops.size)
        batch.held = self.held
        return batch

    def take(self, rows):
        """Return a batch with copies of the records with these numbers, in their order; a number may come twice."""
        numbers = as_rows(rows, len(self))
        cdef const int64_t* row = <const int64_t*>address(numbers)
        cdef Batch batch = new_batch(self.game, len(numbers))
        cdef Py_ssize_t i
        batch.asked, batch.held, batch.rng = self.asked, self.held, self.rng
        for i in range(len(numbers)):
            memcpy(batch.at(i), self.at(row[i]), self.game.ops.size)
        return batch

    def state(self, index):
        """Return a copy of one record as a state."""
        return self.game.state_of(self.array[whole("index", index)])

    cdef Head* at(self, Py_ssize_t i) noexcept nogil:
        return <Head*>(self.memory + i * self.game.ops.size)

    cdef int run(self, PartFn part, Work* work, threads) except -1:
        """Do a part of the work for each record."""
        work.ops, work.memory = &self.game.ops, self.memory
        return run_parts(self.pool, part, work, len(self), threads)

    cdef int change(self, PartFn part, Work* work, threads) except -1:
        """Do a part of the work, which changes the records."""
        with self.game.holding():
            self.run(part, work, threads)
            self.held = self.game.hold(self.array)
        return 0

    cdef int deal_again(self, chosen, seed, threads) except -1:
        """Deal new games in the chosen records, by the setup of the batch."""
        cdef Work work
        work.setup, work.seed = setup_of(self.asked), seed_word(seed)
        work.chosen = <signed char*>address(chosen)
        return self.change(deal_part, &work, threads)

    cdef object seed_of(self, seed):
        """Return a seed: that of the caller, or the next one of the batch."""
        return rng_next(&self.rng) if seed is None else seed

    def reset(self, seed=None, *, threads=1):
        """Deal new games in the records that are over, by the setup of `Batch.deal`; return which, bool [N].

        Record i depends only on the seed and on i, so give another one each time; without one, the batch goes on from
        the seed of `Batch.deal`.
        """
        self.require_setup("reset")
        seed = self.seed_of(seed)
        ended = self.array["over"] != 0
        self.deal_again(ended, seed, threads)
        return ended

    cdef int require_setup(self, str name) except -1:
        if self.asked is None:
            raise ValueError(f"{name} deals by the setup of Batch.deal; this batch was made from states")
        return 0

    def observe(
        self, seats, *, parts="all", cropped=False, dtype=np.float32, scaled=False, revealed=False, out=None, threads=1,
    ):
        """Return what one seat of each record sees, with records as first axis; `seats` are as for `reshuffle`.

        `parts` are all, the features or the details; `cropped` planes are small ones, if the game has them. Scaled
        numbers are from 0 to 1, those of uint8 from 0 to 255. What is `revealed` is what all seats together see.
        `out` is where the rows of numbers are written: an array of them, or what shares its memory with one.
        """
        seen = encoder.encoder_of(
            self.game, int(self.array["seats"].max(initial=0)), parts=parts, cropped=cropped, dtype=dtype,
            scaled=scaled, revealed=revealed)
        rows = encoder.observe(seen, self.array, seats, self.pool, threads, out)
        return seen.layout.split(rows, seen.seats)

    def features(self, seats, *, out=None, threads=1):
        """Return the features in `observe(seats)`, without all else: two arrays [N, ...], the common ones and by seat.

        They are the first numbers of `common` and `seats` of the observation. Raise `TypeError` if there are none.
        """
        if not self.game.seat_features:
            raise TypeError(f"{self.game.name} has no features")
        return self.observe(seats, parts="features", out=out, threads=threads)[:2]

    def actions(self, *, cropped=False, threads=1):
        """Return the actions of `moves()` in the same places, int32 [N, width], padded with -1; and their numbers."""
        return encoder.actions(self.game, self.array, self.pool, threads, cropped)

    def legal_mask(self, *, cropped=False, packed=False, out=None, threads=1):
        """Return which actions are legal in each record, bool [N, `Game.action_count`].

        If it is packed, the actions are bits of uint8, the lowest ones first.
        """
        return encoder.legal_mask(self.game, self.array, self.pool, threads, cropped, packed, out)

    def prior_logits(self, *, cropped=False, threads=1):
        """Return the game's prior of each action, float32 [N, `Game.action_count`]; minus infinity if it is not legal.

        By a softmax of these logits `State.priors` says how likely a good player makes each move at first sight.
        """
        return encoder.prior_logits(self.game, self.array, self.pool, threads, cropped)

    def moves_of(self, actions, *, cropped=False, threads=1):
        """Return the legal moves with the given actions, [N], for `apply`; records that are over have 0.

        Raise `IllegalMove` with the number of the first record in which no legal move has the action.
        """
        return encoder.moves_of(self.game, self.array, actions, self.pool, threads, cropped)

    def actions_of(self, moves, *, cropped=False, threads=1):
        """Return the actions of legal moves, int32 [N]; -1 for records that are over, and moves that are not inside."""
        return encoder.actions_of(self.game, self.array, moves, self.pool, threads, cropped)

    def buffers(
        self, *, parts="all", cropped=False, dtype=np.float32, scaled=False, packed=False, reward="win",
        observation=None, mask=None, rewards=None, over=None, to_move=None,
    ):
        """Return `Buffers` for `step` and `look`, with memory of the caller where it is given.

        The first three, and `scaled`, say what is observed, as for `observe`; `packed` is as for `legal_mask`.
        """
        seats = int(self.array["seats"].max(initial=0))
        seen = encoder.encoder_of(self.game, seats, parts=parts, cropped=cropped, dtype=dtype, scaled=scaled)
        return Buffers(
            self, seen, packed=packed, reward=reward, observation=observation, mask=mask, rewards=rewards, over=over,
            to_move=to_move)

    def look(self, *, out, threads=1):
        """Write what the seats to move see and may do to `Buffers`; the rewards and the ends in it stay as they are."""
        step.look(self.game, self.array, out, self.pool, threads)

    def step(self, actions, seed=None, *, out, threads=1):
        """Play an action in each record, deal new games where that ended one, and write all that follows to `Buffers`.

        It is what `moves_of`, `apply`, `reset` with the seed, if any, and `look` do one after the other. A record with
        action -1 waits. If an action is illegal, raise `IllegalMove` with the number of the record, and change nothing.
        """
        self.require_setup("step")
        seed = self.seed_of(seed)
        with self.game.holding():
            step.step(self.game, self.array, self.asked, actions, seed, out, self.pool, threads)
            self.held = self.game.hold(self.array)

    def evaluate(self, network, seat=None):
        """Return the win shares and points of all seats that a network expects, two float32 arrays [N, seats].

        `urbanist.search.network_of` returns a network. Each record is seen by `seat`, by default by the seat to move.
        """
        return network.estimates(self.game, self.array, seat)

    def choose(self, bot, seed=0, *, rows=None, threads=1):
        """Return a move of a bot for each record, uint32 [N], for `apply`; 0 where none is to be played.

        The built-in bots and all levels play batches: `urbanist.bots.parse_bot("level=3")` returns one. `rows` are the
        records that are asked for, by default all. A bot knows what the seat to move sees of a position, and not how it
        came about: what the others hide is equally likely to it. So it plays a little worse than in a match.
        """
        plays = getattr(bot, "moves", None)
        if plays is None:
            named = getattr(bot, "name", None) or repr(bot)
            raise TypeError(
                f"{named} does not play batches; the built-in bots and all levels do, such as parse_bot('level=3')")
        asked = np.arange(len(self)) if rows is None else as_rows(rows, len(self))
        asked = asked[self.array["over"][asked] == 0]
        chosen = np.zeros(len(self), np.uint32)
        if len(asked):
            chosen[asked] = plays(self, asked.tolist(), whole("seed", seed), threads)
        return chosen

    def moves(self, *, threads=1):
        """Return the legal moves, uint32 [N, width], ascending and padded with zeros, and their numbers, int32 [N]."""
        return move_lists.list_moves(self.game, self.array, self.pool, threads)

    def sample(self, seed=0, *, out=None, threads=1):
        """Return a random legal move of each record, uint32 [N], for `apply`; 0 where none is to be played."""
        return move_lists.sample(self.game, self.array, self.pool, seed, threads, out)

    def apply(self, moves, *, bint trusted=False, threads=1):
        """Play one move, a word of uint32 [N], and the chance events after it in each record that is not over.

        If a move is illegal, raise `IllegalMove` with the number of the record, and change nothing. If `trusted` is
        true, moves are not checked.
        """
        cdef Py_ssize_t n = len(self)
        cdef Work work
        words, legal = as_words(moves, n), np.ones(n, np.int8)
        work.words, work.legal = <Move*>address(words), <signed char*>address(legal)
        if not trusted:
            self.run(check_part, &work, threads)
            complain(self, legal, words)
        self.change(apply_part, &work, threads)

    def reshuffle(self, seats, seed=0, *, threads=1):
        """Replace records by determinizations for one seat, None (a bystander), or a seat each, int [N] (-1: None)."""
        cdef Work work
        keep = as_seats(self.array["seats"], seats)
        work.keep, work.seed = <int32_t*>address(keep), seed_word(seed)
        self.change(reshuffle_part, &work, threads)

    def playout(self, seed=0, *, bint informed=False, plies=None, threads=1):
        """Play each record to its end, or so many `plies`, by uniform moves or by the game's informed policy."""
        cdef Work work
        cdef int most = TO_THE_END if plies is None else min(whole("plies", plies), TO_THE_END)
        if plies is not None and not (informed and self.game.ops.playout_informed != NULL):
            for ply in range(most):
                self.apply(self.sample(seed + ply, threads=threads), trusted=True, threads=threads)
            return
        work.informed, work.plies, work.seed = informed, most, seed_word(seed)
        self.change(playout_part, &work, threads)

    def scores(self, *, threads=1):
        """Return the current points, including hidden cards, int32 [N, seats]; 0 for seats not at the table."""
        return self.standing(threads)[0]

    def ranks(self, *, threads=1):
        """Return the ranks by points and tie-break, int32 [N, seats], 1 is the winner; 0 for seats not at the table."""
        return self.standing(threads)[1]

    def standing(self, threads=1):
        """Return the points and the ranks, both int32 [N, seats]."""
        cdef Work work
        work.width = int(self.array["seats"].max(initial=0))
        points, ranks = np.zeros((2, len(self), work.width), np.int32)
        work.points, work.ranks = <int32_t*>address(points), <int32_t*>address(ranks)
        self.run(standing_part, &work, threads)
        return points, ranks


cdef Batch new_batch(Game game, Py_ssize_t n):
    """Return a batch of n records of zeros."""
    if n < 0:
        raise ValueError(f"n={n}: at least 0")
    cdef Batch batch = Batch.__new__(Batch)
    batch.game = game
    batch.array = np.zeros(n, game.dtype)
    batch.memory = <unsigned char*>address(batch.array)
    batch.pool = Pool()
    return batch


def batch_of_states(states, asked, uint64_t word):
    """Return a batch of states, dealt by a setup or None, whose next seeds come from this word."""
    cdef Batch batch = Batch.of(states)
    batch.asked, batch.rng.word = asked, word
    return batch


def batch_of(Game game not None, array, asked, uint64_t word):
    """Return a batch with copies of records, like `batch_of_states`; pickled batches are made by both."""
    records = np.asarray(array, dtype=game.dtype).reshape(-1)
    cdef Batch batch = new_batch(game, len(records))
    batch.asked, batch.rng.word = asked, word
    # Field by field: what a copy has between them is random.
    for name in game.dtype.names:
        batch.array[name] = records[name]
    for i in range(len(batch)):
        try:
            require_position(game, batch.at(i))
        except ValueError as error:
            raise ValueError(f"record {i}: {error}") from None
    batch.held = game.hold(batch.array)
    return batch


cdef int complain(Batch batch, legal, words) except -1:
    """Raise `IllegalMove` for the first record with an illegal move, if any."""
    if legal.all():
        return 0
    cdef Py_ssize_t index = legal.argmin()
    try:
        batch.state(index).play(words[index])
    except IllegalMove as error:
        raise IllegalMove(f"record {index}: {error}") from None
    return 0


cdef inline Head* at(const Work* w, Py_ssize_t i) noexcept nogil:
    return <Head*>(w.memory + i * w.ops.size)


cdef void deal_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef const Work* w = <const Work*>work
    cdef Rng rng
    cdef Py_ssize_t i
    for i in range(start, stop):
        if w.chosen[i]:
            rng = rng_seeded(w.seed, i)
            w.ops.deal(at(w, i), &w.setup, &rng)


cdef void check_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    """Write 0 for each record with an illegal move."""
    cdef const Work* w = <const Work*>work
    cdef Move[MAX_MOVES] moves
    cdef Py_ssize_t i
    cdef int j, n
    for i in range(start, stop):
        if at(w, i).over:
            continue
        n = w.ops.legal(at(w, i), moves)
        w.legal[i] = 0
        for j in range(n):
            w.legal[i] |= moves[j] == w.words[i]


cdef void apply_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef const Work* w = <const Work*>work
    cdef Py_ssize_t i
    for i in range(start, stop):
        if not at(w, i).over:
            play_through(w.ops, at(w, i), w.words[i])


cdef void reshuffle_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef const Work* w = <const Work*>work
    cdef Rng rng
    cdef Py_ssize_t i
    for i in range(start, stop):
        rng = rng_seeded(w.seed, i)
        w.ops.reshuffle(at(w, i), w.keep[i], &rng)


cdef void playout_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef const Work* w = <const Work*>work
    cdef Rng rng
    cdef Py_ssize_t i
    if w.ops.playout_batch != NULL and not w.informed:
        w.ops.playout_batch(at(w, start), stop - start, w.seed, start)
        return
    for i in range(start, stop):
        rng = rng_seeded(w.seed, i)
        play_out(w.ops, w.informed, w.plies, at(w, i), &rng)


cdef void standing_part(const void* work, Py_ssize_t start, Py_ssize_t stop) noexcept nogil:
    cdef const Work* w = <const Work*>work
    cdef int32_t[MAX_SEATS] score
    cdef int16_t[MAX_SEATS] tiebreak
    cdef Py_ssize_t i
    cdef int seat
    for i in range(start, stop):
        w.ops.score(at(w, i), score, tiebreak)
        for seat in range(at(w, i).seats):
            w.points[i * w.width + seat] = score[seat]
            w.ranks[i * w.width + seat] = rank_of(score, tiebreak, at(w, i).seats, seat)
