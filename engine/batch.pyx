"""Many positions of one game in one numpy array, and the verbs of the game over all of them at once."""

import numpy as np

cimport cython
from libc.stdint cimport int16_t, int32_t, int64_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from urbanist.cext.address cimport address
from urbanist.cext.rng cimport Rng, rng_seeded
from urbanist.engine.fault cimport require_position
from urbanist.engine.game cimport (
    MAX_MOVES, MAX_SEATS, TO_THE_END, Game, Head, Move, Setup, State, play_out, play_through, rank_of,
    setup_of,
)
from urbanist.engine import choices, sight
from urbanist.engine.batch_arguments import as_rows, as_seats, as_words
from urbanist.engine.game import IllegalMove
from urbanist.engine.sharing import share
from urbanist.engine.whole import seed_word, whole


@cython.final
cdef class Batch:
    """N positions of one game; the methods change them in place, on a number of `threads`.

    Record i has its own random generator, from the seed and i, so that results do not depend on the threads. Code
    that writes to `array` must keep the records valid: nothing checks them.
    """

    cdef readonly Game game
    cdef readonly object array
    cdef object asked  # the setup of a dealt batch
    cdef unsigned char* memory

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
        return batch

    @staticmethod
    def from_array(Game game not None, array):
        """Return a batch with copies of records of the game's dtype; raise `ValueError` if one is no position."""
        return batch_of(game, array, None)

    def __reduce__(self):
        return batch_of, (self.game, self.array, self.asked)

    def copy(self):
        """Return an independent copy of the batch."""
        cdef Batch batch = new_batch(self.game, len(self))
        batch.asked = self.asked
        memcpy(batch.memory, self.memory, len(self) * self.game.ops.size)
        return batch

    def take(self, rows):
        """Return a batch with copies of the records with these numbers, in their order; a number may come twice."""
        numbers = as_rows(rows, len(self))
        cdef const int64_t* row = <const int64_t*>address(numbers)
        cdef Batch batch = new_batch(self.game, len(numbers))
        cdef Py_ssize_t i
        batch.asked = self.asked
        for i in range(len(numbers)):
            memcpy(batch.at(i), self.at(row[i]), self.game.ops.size)
        return batch

    def state(self, index):
        """Return a copy of one record as a state."""
        return self.game.state_of(self.array[whole("index", index)])

    cdef Head* at(self, Py_ssize_t i) noexcept nogil:
        return <Head*>(self.memory + i * self.game.ops.size)

    cdef int deal_again(self, chosen, seed, threads) except -1:
        """Deal new games in the chosen records, by the setup of the batch."""
        cdef Setup setup = setup_of(self.asked)
        cdef uint64_t word = seed_word(seed)

        def part(Py_ssize_t start, Py_ssize_t stop):
            deal_part(self, &setup, <signed char*>address(chosen), word, start, stop)

        share(part, len(self), threads)
        return 0

    def reset(self, seed, *, threads=1):
        """Deal new games in the records that are over, by the setup of `Batch.deal`; return which, bool [N].

        Give another seed each time: record i depends only on the seed and on i.
        """
        if self.asked is None:
            raise ValueError("reset deals by the setup of Batch.deal; this batch was made from states")
        ended = self.array["over"] != 0
        self.deal_again(ended, seed, threads)
        return ended

    def observe(self, seats, *, threads=1):
        """Return what one seat of each record sees, with records as first axis; `seats` are as for `reshuffle`."""
        return sight.observe(self.game, self.array, seats, threads)

    def features(self, seats, *, threads=1):
        """Return the features in `observe(seats)`, without all else: two arrays [N, ...], the common ones and by seat.

        They are the first numbers of `common` and `seats` of the observation. Raise `TypeError` if there are none.
        """
        return sight.features(self.game, self.array, seats, threads)

    def actions(self, *, threads=1):
        """Return the actions of `moves()` in the same places, int32 [N, width], padded with -1; and their numbers."""
        return sight.actions(self.game, self.array, threads)

    def legal_mask(self, *, threads=1):
        """Return which actions are legal in each record, bool [N, `Game.action_count`]."""
        return sight.legal_mask(self.game, self.array, threads)

    def prior_logits(self, *, threads=1):
        """Return the game's prior of each action, float32 [N, `Game.action_count`]; minus infinity if it is not legal.

        By a softmax of these logits `State.appraise` says how likely a good player makes each move at first sight.
        """
        return sight.prior_logits(self.game, self.array, threads)

    def moves_of(self, actions, *, threads=1):
        """Return the legal moves with the given actions, [N], for `apply`; records that are over have 0.

        Raise `IllegalMove` with the number of the first record in which no legal move has the action.
        """
        return sight.moves_of(self.game, self.array, actions, threads)

    def evaluate(self, network, seat=None):
        """Return the win shares and points of all seats that a network expects, two float32 arrays [N, seats].

        `urbanist.search.network_of` returns a network. Each record is seen by `seat`, by default by the seat to move.
        """
        return network.estimates(self.game, self.array, seat)

    def moves(self, *, threads=1):
        """Return the legal moves, uint32 [N, width], ascending and padded with zeros, and their numbers, int32 [N]."""
        return choices.list_moves(self.game, self.array, threads)

    def sample(self, seed=0, *, threads=1):
        """Return a random legal move of each record, uint32 [N], for `apply`; 0 where none is to be played."""
        return choices.sample(self.game, self.array, seed, threads)

    def apply(self, moves, *, bint trusted=False, threads=1):
        """Play one move, a word of uint32 [N], and the chance events after it in each record that is not over.

        If a move is illegal, raise `IllegalMove` with the number of the record, and change nothing. If `trusted` is
        true, moves are not checked.
        """
        cdef Py_ssize_t n = len(self)
        words, legal = as_words(moves, n), np.ones(n, np.int8)

        def check(Py_ssize_t start, Py_ssize_t stop):
            check_part(self, <Move*>address(words), <signed char*>address(legal), start, stop)

        def part(Py_ssize_t start, Py_ssize_t stop):
            apply_part(self, <Move*>address(words), start, stop)

        if not trusted:
            share(check, n, threads)
            complain(self, legal, words)
        share(part, n, threads)

    def reshuffle(self, seats, seed=0, *, threads=1):
        """Replace records by determinizations for one seat, None (a bystander), or a seat each, int [N] (-1: None)."""
        cdef Py_ssize_t n = len(self)
        keep = as_seats(self.array["seats"], seats)
        cdef uint64_t word = seed_word(seed)

        def part(Py_ssize_t start, Py_ssize_t stop):
            reshuffle_part(self, <int32_t*>address(keep), word, start, stop)

        share(part, n, threads)

    def playout(self, seed=0, *, bint informed=False, threads=1):
        """Play each record to its end, by uniform moves or by the game's informed policy."""
        cdef uint64_t word = seed_word(seed)

        def part(Py_ssize_t start, Py_ssize_t stop):
            playout_part(self, informed, word, start, stop)

        share(part, len(self), threads)

    def scores(self, *, threads=1):
        """Return the current points, including hidden cards, int32 [N, seats]; 0 for seats not at the table."""
        return self.standing(threads)[0]

    def ranks(self, *, threads=1):
        """Return the ranks by points and tie-break, int32 [N, seats], 1 is the winner; 0 for seats not at the table."""
        return self.standing(threads)[1]

    def standing(self, threads=1):
        """Return the points and the ranks, both int32 [N, seats]."""
        cdef Py_ssize_t n = len(self)
        width = int(self.array["seats"].max(initial=0))
        points, ranks = np.zeros((2, n, width), np.int32)

        def part(Py_ssize_t start, Py_ssize_t stop):
            standing_part(self, <int32_t*>address(points), <int32_t*>address(ranks), width, start, stop)

        share(part, n, threads)
        return points, ranks


cdef Batch new_batch(Game game, Py_ssize_t n):
    """Return a batch of n records of zeros."""
    if n < 0:
        raise ValueError(f"n={n}: at least 0")
    cdef Batch batch = Batch.__new__(Batch)
    batch.game = game
    batch.array = np.zeros(n, game.dtype)
    batch.memory = <unsigned char*>address(batch.array)
    return batch


def batch_of(Game game not None, array, asked):
    """Return a batch with copies of records, dealt by a setup or None; pickled batches are made by it."""
    records = np.asarray(array, dtype=game.dtype).reshape(-1)
    cdef Batch batch = new_batch(game, len(records))
    batch.asked = asked
    # Field by field: what a copy has between them is random.
    for name in game.dtype.names:
        batch.array[name] = records[name]
    for i in range(len(batch)):
        try:
            require_position(game, batch.at(i))
        except ValueError as error:
            raise ValueError(f"record {i}: {error}") from None
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


cdef int deal_part(
    Batch batch, const Setup* setup, const signed char* chosen, uint64_t seed, Py_ssize_t start, Py_ssize_t stop,
) except -1:
    cdef Rng rng
    cdef Py_ssize_t i
    with nogil:
        for i in range(start, stop):
            if chosen[i]:
                rng = rng_seeded(seed, i)
                batch.game.ops.deal(batch.at(i), setup, &rng)
    return 0


cdef int check_part(
    Batch batch, const Move* words, signed char* legal, Py_ssize_t start, Py_ssize_t stop,
) except -1:
    """Write 0 for each record with an illegal move."""
    cdef Move* moves = <Move*>malloc(MAX_MOVES * sizeof(Move))
    cdef Py_ssize_t i
    cdef int j, n
    if moves == NULL:
        raise MemoryError
    with nogil:
        for i in range(start, stop):
            if batch.at(i).over:
                continue
            n = batch.game.ops.legal(batch.at(i), moves)
            legal[i] = 0
            for j in range(n):
                legal[i] |= moves[j] == words[i]
    free(moves)
    return 0


cdef int apply_part(Batch batch, const Move* words, Py_ssize_t start, Py_ssize_t stop) except -1:
    cdef Py_ssize_t i
    with nogil:
        for i in range(start, stop):
            if not batch.at(i).over:
                play_through(&batch.game.ops, batch.at(i), words[i])
    return 0


cdef int reshuffle_part(
    Batch batch, const int32_t* keep, uint64_t seed, Py_ssize_t start, Py_ssize_t stop,
) except -1:
    cdef Rng rng
    cdef Py_ssize_t i
    with nogil:
        for i in range(start, stop):
            rng = rng_seeded(seed, i)
            batch.game.ops.reshuffle(batch.at(i), keep[i], &rng)
    return 0


cdef int playout_part(Batch batch, bint informed, uint64_t seed, Py_ssize_t start, Py_ssize_t stop) except -1:
    cdef Rng rng
    cdef Py_ssize_t i
    with nogil:
        if batch.game.ops.playout_many != NULL and not informed:
            batch.game.ops.playout_many(batch.at(start), stop - start, seed, start)
            return 0
        for i in range(start, stop):
            rng = rng_seeded(seed, i)
            play_out(&batch.game.ops, informed, TO_THE_END, batch.at(i), &rng)
    return 0


cdef int standing_part(
    Batch batch, int32_t* points, int32_t* ranks, Py_ssize_t width, Py_ssize_t start, Py_ssize_t stop,
) except -1:
    cdef int32_t[MAX_SEATS] score
    cdef int16_t[MAX_SEATS] tiebreak
    cdef Py_ssize_t i
    cdef int seat
    with nogil:
        for i in range(start, stop):
            batch.game.ops.score(batch.at(i), score, tiebreak)
            for seat in range(batch.at(i).seats):
                points[i * width + seat] = score[seat]
                ranks[i * width + seat] = rank_of(score, tiebreak, batch.at(i).seats, seat)
    return 0
