"""Beliefs: how likely the other seats hide each secret, inferred from their moves.

The model of a seat: it prefers moves with high priors, with much noise, and sometimes it plays any move. Noise is
measured against the spread of the priors, because their scale differs from one position to the next. By Bayes' rule
each move multiplies the weight of each secret of its seat by the probability of the move. Secrets of different seats
exclude each other, so the weights of all seats are combined exactly: each possible combination has the product.

After Richards and Amir 2007 (inference of hidden tiles from a player's moves in Scrabble), and Buro et al. 2009
(worlds of a search weighted by what moves reveal, in Skat).
"""

from collections import Counter

from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from libc.math cimport exp, log, sqrt
from libc.string cimport memcpy, memset

from urbanist.cext.rng cimport Rng, rng_seeded, rng_unit
from urbanist.engine.game cimport BYSTANDER, MAX_MOVES, MAX_SEATS, MAX_SECRETS, Game, Move, State
from urbanist.search.belief cimport NOTHING, Guess, Guesses, drawn_guess, hide_all
from urbanist.search.verbs cimport place_of

#: A prior that is higher by this share of the spread of all priors is preferred e times as often.
NOISE = 0.5
#: How often a seat plays any move, all equally likely.
WHIM = 0.1

cdef double LEAST_SPREAD = 0.4  # points, so that moves that are nearly equal tell little


cdef double spread_of(const float* prior, int count) noexcept nogil:
    """Return the standard deviation of priors in points, with `LEAST_SPREAD` added to the variance as a square."""
    cdef double total = 0
    cdef double squares = 0
    cdef int i
    for i in range(count):
        total += prior[i]
        squares += prior[i] * prior[i]
    return sqrt(max(squares / count - (total / count) ** 2, 0.0) + LEAST_SPREAD ** 2)


cdef double chance_of(const float* prior, int n, int chosen, double noise, double whim) noexcept nogil:
    """Return the probability of one of n moves: a softmax of the priors with so many points of noise, and whim."""
    cdef double whole = 0
    cdef float highest = prior[0]
    cdef int i
    for i in range(n):
        highest = max(highest, prior[i])
    for i in range(n):
        whole += exp((prior[i] - highest) / noise)
    return (1 - whim) * exp((prior[chosen] - highest) / noise) / whole + whim / n


cdef class Belief:
    """What the seat of a view may infer from the moves of the others; a bystander's view has no seat."""

    def __init__(self, view, *, double noise=NOISE, double whim=WHIM):
        self.noise = noise
        self.whim = whim
        self.start(view)
        self.follow(view)

    def __dealloc__(self):
        PyMem_Free(self.guesses.item)

    def start(self, view):
        """Return to the deal of a view, when all secrets are equally likely."""
        cdef int seat, secret
        self.game = view.game
        self.view = type(view)(view.game, view.seat, view.deal, ())
        self.observer = BYSTANDER if view.seat is None else view.seat
        self.seen = self.view.bare_state()
        self.log_likelihood = 0
        self.guesses.count = 0
        for seat in range(MAX_SEATS):
            for secret in range(MAX_SECRETS):
                self.weight[seat][secret] = 1

    def follow(self, view):
        """Take in the events of a view since the last one; start anew if the view does not continue the last one."""
        known = len(self.view.events)
        if ((self.view.game, self.view.seat, self.view.deal) != (view.game, view.seat, view.deal)
                or view.events[:known] != self.view.events):
            self.start(view)
            known = 0
        for event in view.events[known:]:
            if not event.startswith("!") and self.seen.head.to_move != self.observer and self.game.ops.hide != NULL:
                self.weigh(self.game.notation.read_move(event))
            self.seen = self.seen.play(event)
            self.guesses.count = 0
        self.view = view

    cdef weigh(self, Move move):
        """Multiply the weights of the seat to move by the probability of its move with each secret."""
        cdef Move[MAX_MOVES] moves
        cdef int n = self.choices(moves, move)
        cdef int chosen = place_of(moves, n, move)
        cdef float* prior
        if n < 2 or chosen < 0:
            return
        prior = <float*>PyMem_Malloc(MAX_SECRETS * n * sizeof(float))
        if prior == NULL:
            raise MemoryError("no memory for a belief")
        try:
            self.multiply(moves, n, chosen, prior)
        finally:
            PyMem_Free(prior)

    cdef int choices(self, Move* moves, Move move) noexcept nogil:
        """Write the legal moves that differ from a move only in what tells of secrets; return their number."""
        cdef int count = self.game.ops.legal(self.seen.head, moves)
        cdef int n = 0
        cdef int i
        for i in range(count):
            if (moves[i] ^ move) & self.game.ops.mute == 0:
                moves[n] = moves[i]
                n += 1
        return n

    cdef multiply(self, const Move* moves, int n, int chosen, float* prior):
        """Multiply the weights, with room in `prior` for the priors of n moves with each secret."""
        cdef double[MAX_SECRETS] after
        cdef int[MAX_SECRETS] fitting
        cdef int seat = self.seen.head.to_move
        cdef int fits = 0
        cdef int secret, i
        cdef double before = 0
        cdef double whole = 0
        cdef double noise
        cdef State state = self.seen.twin()
        for secret in range(MAX_SECRETS):
            memcpy(state.head, self.seen.head, self.game.ops.size)
            if self.game.ops.hide(state.head, seat, secret):
                self.game.ops.appraise(state.head, moves, n, prior + fits * n, NULL)
                fitting[fits] = secret
                fits += 1
        noise = self.noise * spread_of(prior, fits * n)
        memset(after, 0, sizeof(after))
        for i in range(fits):
            secret = fitting[i]
            before += self.weight[seat][secret]
            after[secret] = self.weight[seat][secret] * chance_of(prior + i * n, n, chosen, noise, self.whim)
            whole += after[secret]
        if whole > 0:
            self.log_likelihood += log(whole / before)
            for secret in range(MAX_SECRETS):
                self.weight[seat][secret] = after[secret] / whole

    cdef const Guesses* settled(self) except NULL:
        """Return all combinations of secrets that fit the view, with their weights."""
        cdef Guess none
        if self.guesses.count == 0:
            memset(&none, NOTHING, sizeof(Guess))
            none.total = 1
            self.spread(self.seen, 0, none)
        return &self.guesses

    cdef int spread(self, State state, int seat, Guess guess) except -1:
        """Add the guesses that agree with `guess` on the seats before this one, whose weight is in `guess.total`."""
        cdef double weight = guess.total
        cdef State after
        cdef int secret
        cdef bint fits = False
        if seat == state.head.seats:
            return self.add(guess)
        after = state.twin()
        for secret in range(MAX_SECRETS if seat != self.observer and self.game.ops.hide != NULL else 0):
            if not self.game.ops.hide(after.head, seat, secret):
                continue
            fits = True
            guess.secret[seat] = <uint8_t>secret
            guess.total = weight * self.weight[seat][secret]
            self.spread(after, seat + 1, guess)
            memcpy(after.head, state.head, self.game.ops.size)
        if not fits:
            self.spread(state, seat + 1, guess)
        return 0

    cdef int add(self, Guess guess) except -1:
        """Add a guess whose weight is in `guess.total`."""
        cdef int room = max(64, 2 * self.guesses.room)
        if self.guesses.count == self.guesses.room:
            item = <Guess*>PyMem_Realloc(self.guesses.item, room * sizeof(Guess))
            if item == NULL:
                raise MemoryError("no memory for a belief")
            self.guesses.item = item
            self.guesses.room = room
        if self.guesses.count > 0:
            guess.total += self.guesses.item[self.guesses.count - 1].total
        self.guesses.item[self.guesses.count] = guess
        self.guesses.count += 1
        return 0

    def world(self, seed):
        """Return a determinization of the view; the secrets are drawn by their probabilities, all else evenly."""
        cdef Rng rng = rng_seeded(seed & 0xFFFFFFFFFFFFFFFF, 6)
        cdef State state = self.seen.drawn_anew(self.observer, seed)
        cdef const Guess* guess = drawn_guess(self.settled(), rng_unit(&rng))
        hide_all(&self.game.ops, state.head, guess)
        return state

    def probabilities(self, int about):
        """Return the probability of each secret of a seat, as texts; empty if the seat hides none to the end."""
        cdef const Guesses* guesses = self.settled()
        cdef double[MAX_SECRETS] sums
        cdef double before = 0
        cdef int i, secret
        cdef State state
        memset(sums, 0, sizeof(sums))
        if not 0 <= about < self.seen.head.seats:
            raise ValueError(f"no seat {about}; there are {self.seen.seats}, counted from 0")
        if about == self.observer:
            return {secret_of(self.seen, about): 1.0}
        for i in range(guesses.count):
            if guesses.item[i].secret[about] != NOTHING:
                sums[guesses.item[i].secret[about]] += guesses.item[i].total - before
            before = guesses.item[i].total
        found = {}
        for secret in range(MAX_SECRETS):
            if sums[secret] > 0:
                state = self.seen.twin()
                self.game.ops.hide(state.head, about, secret)
                found[secret_of(state, about)] = sums[secret] / before
        return found


def belief_for(view, str draw):
    """Return the belief to draw worlds by; None if `draw` is even, or if moves of the game tell nothing of secrets."""
    cdef Game game = view.game
    return Belief(view) if draw == "belief" and game.ops.hide != NULL else None


def belief(view, int about, *, int samples=2000, seed=0):
    """Return (card, probability) rows, likeliest first, for the card that seat `about` hides from the view's seat.

    Where moves tell nothing of secrets, the rows count `samples` determinizations, drawn from the seed.
    """
    rows = Belief(view).probabilities(about) or counted(view, about, samples, seed)
    return tuple(sorted(rows.items(), key=lambda row: (-row[1], row[0])))


def secret_of(state, int seat):
    """Return what a seat hides to the end, in notation; empty if it hides nothing."""
    return state.game.notation.secret(state.array, seat)


def counted(view, int about, int samples, seed):
    """Return the probability of each secret if all positions that fit the view are equally likely."""
    now = view.bare_state()
    drawn = (now.reshuffled(view.seat, seed * samples + number) for number in range(samples))
    return {text: n / samples for text, n in Counter(secret_of(world, about) for world in drawn).items()}
