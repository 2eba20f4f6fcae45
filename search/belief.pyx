"""Beliefs: posterior probabilities of the secrets of other seats, given their moves.

The likelihood of a move is epsilon-greedy over a softmax: the policy network's logits at a temperature, mixed with a
uniform share. By Bayes' rule each move multiplies the weight of each secret of its seat by the likelihood of the move.
Secrets of different seats exclude each other, so the joint posterior is exact: a possible combination has the product
of its weights.

After Richards and Amir 2007 (inference of hidden tiles from a player's moves in Scrabble), and Buro et al. 2009
(worlds of a search weighted by what moves reveal, in Skat).
"""

from collections import Counter

from cython cimport embedsignature
from cpython.mem cimport PyMem_Free, PyMem_Malloc, PyMem_Realloc
from libc.math cimport INFINITY, exp, log
from libc.string cimport memcpy, memset

from urbanist.cext.rng cimport Rng, rng_seeded, rng_unit
from urbanist.engine.game cimport BYSTANDER, MAX_SEATS, MAX_SECRETS, Game, Move, State
from urbanist.engine.integers import seat_at, seed_word, whole
from urbanist.engine.suggestion import suggestion
from urbanist.search.belief cimport NOTHING, Hypotheses, Hypothesis, MoveLogits, drawn_hypothesis, hide_all
from urbanist.search.network cimport Network
from urbanist.search.network import network_of
from urbanist.search.imported_network import is_imported
from urbanist.search.options import SearchOptions
from urbanist.search.policy cimport rank_moves
from urbanist.search.verbs cimport place_of
from urbanist.search.verb import WORLDS

#: The softmax temperature of the model of play, in logits.
NOISE = 1.7
#: How often the model of play moves uniformly at random.
EPSILON = 0.03


cdef int choices(const MoveLogits* listed, int chosen, Move mute) noexcept nogil:
    """Return how many moves agree with the chosen one in the bits `mute`: the alternatives that tell secrets apart."""
    cdef int n = 0
    cdef int i
    for i in range(listed.count):
        n += (listed.moves[i] ^ listed.moves[chosen]) & mute == 0
    return n


cdef double chance_of(
    const MoveLogits* listed, int chosen, int n, Move mute, double noise, double epsilon,
) noexcept nogil:
    """Return the likelihood of a move among n alternatives: a softmax at temperature `noise`, mixed with epsilon."""
    cdef float highest = -1e30
    cdef double total = 0
    cdef int i
    for i in range(listed.count):
        if (listed.moves[i] ^ listed.moves[chosen]) & mute == 0:
            highest = max(highest, listed.logit[i])
    for i in range(listed.count):
        if (listed.moves[i] ^ listed.moves[chosen]) & mute == 0:
            total += exp((listed.logit[i] - highest) / noise)
    return (1 - epsilon) * exp((listed.logit[chosen] - highest) / noise) / total + epsilon / n


cdef class Belief:
    """Belief(view, *, weights=None, network=None, noise=1.7, epsilon=0.03)
--

    What the seat of a view may infer from the moves of the others; a bystander's view has no seat.

    The policy of `network`, by default that of the file `weights` or the one that comes with urbanist, is the model of
    how they play. A move whose logit is higher by `noise` is preferred e times as often, and a share `epsilon` of all
    moves is any move.
    """

    @embedsignature(False)  # the first line of the class says it
    def __init__(self, view, *, weights=None, Network network=None, double noise=NOISE, double epsilon=EPSILON):
        self.weights = weights
        self.model = network
        self.noise = noise
        self.epsilon = epsilon
        self.start(view)
        self.follow(view)

    def __dealloc__(self):
        PyMem_Free(self.hypotheses.item)

    def start(self, view):
        """Return to the deal of a view, when all secrets are equally likely."""
        cdef int seat, secret
        self.game = view.game
        self.network = None if self.game.ops.hide == NULL else self.model or network_of(self.game, self.weights)
        self.view = type(view)(view.game, view.seat, view.deal, ())
        self.observer = BYSTANDER if view.seat is None else view.seat
        self.seen = self.view.bare_state()
        self.log_likelihood = 0
        self.hypotheses.count = 0
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
            if isinstance(event, int) and self.seen.head.to_move != self.observer and self.network is not None:
                self.weigh(event)
            self.seen = self.seen.play(event)
            self.hypotheses.count = 0
        self.view = view

    cdef weigh(self, Move move):
        """Bayes update: multiply the weights of the seat to move by the likelihood of its move given each secret."""
        cdef MoveLogits* listed = <MoveLogits*>PyMem_Malloc(sizeof(MoveLogits))
        cdef int chosen, n
        if listed == NULL:
            raise MemoryError("no memory for a belief")
        try:
            # Which moves are legal does not depend on secrets.
            listed.count = self.game.ops.legal(self.seen.head, listed.moves)
            chosen = place_of(listed.moves, listed.count, move)
            n = choices(listed, chosen, self.game.ops.mute) if chosen >= 0 else 0
            if n > 1:
                self.multiply(listed, chosen, n)
        finally:
            PyMem_Free(listed)

    cdef multiply(self, MoveLogits* listed, int chosen, int n):
        """Multiply the weights by the likelihood of the chosen move, which has n alternatives."""
        cdef double[MAX_SECRETS] after
        cdef int seat = self.seen.head.to_move
        cdef double before = 0
        cdef double total = 0
        cdef int secret
        cdef State state = self.seen.twin()
        memset(after, 0, sizeof(after))
        for secret in range(MAX_SECRETS):
            memcpy(state.head, self.seen.head, self.game.ops.size)
            if self.game.ops.hide(state.head, seat, secret):
                self.game.ops.priors(state.head, listed.moves, listed.count, listed.logit, listed.row)
                rank_moves(&self.network.policy, listed.row, listed.count, listed.logit)
                before += self.weight[seat][secret]
                after[secret] = self.weight[seat][secret] * chance_of(
                    listed, chosen, n, self.game.ops.mute, self.noise, self.epsilon)
                total += after[secret]
        if total > 0:
            self.log_likelihood += log(total / before)
            for secret in range(MAX_SECRETS):
                self.weight[seat][secret] = after[secret] / total

    cdef const Hypotheses* settled(self) except NULL:
        """Return the joint posterior: all combinations of secrets that fit the view, with prefix sums of weights."""
        cdef Hypothesis none
        if self.hypotheses.count == 0:
            memset(&none, NOTHING, sizeof(Hypothesis))
            none.total = 1
            self.spread(self.seen, 0, none)
        return &self.hypotheses

    cdef int spread(self, State state, int seat, Hypothesis hypothesis) except -1:
        """Add the hypotheses that agree with the given one on the seats before this one; it has their weight."""
        cdef double weight = hypothesis.total
        cdef State after
        cdef int secret
        cdef bint fits = False
        # The second bound is for compilers, which unroll the recursion and warn of a seat beyond the last one.
        if seat == state.head.seats or seat == MAX_SEATS:
            return self.add(hypothesis)
        after = state.twin()
        for secret in range(MAX_SECRETS if seat != self.observer and self.game.ops.hide != NULL else 0):
            if not self.game.ops.hide(after.head, seat, secret):
                continue
            fits = True
            hypothesis.secret[seat] = <uint8_t>secret
            hypothesis.total = weight * self.weight[seat][secret]
            self.spread(after, seat + 1, hypothesis)
            memcpy(after.head, state.head, self.game.ops.size)
        if not fits:
            self.spread(state, seat + 1, hypothesis)
        return 0

    cdef int add(self, Hypothesis hypothesis) except -1:
        """Add a hypothesis whose weight is in `hypothesis.total`."""
        cdef int room = max(64, 2 * self.hypotheses.room)
        if self.hypotheses.count == self.hypotheses.room:
            item = <Hypothesis*>PyMem_Realloc(self.hypotheses.item, room * sizeof(Hypothesis))
            if item == NULL:
                raise MemoryError("no memory for a belief")
            self.hypotheses.item = item
            self.hypotheses.room = room
        if self.hypotheses.count > 0:
            hypothesis.total += self.hypotheses.item[self.hypotheses.count - 1].total
        self.hypotheses.item[self.hypotheses.count] = hypothesis
        self.hypotheses.count += 1
        return 0

    def reweigh(self, about, factors):
        """Multiply the weights of secrets of a seat, by their texts; a secret that is not named keeps its weight.

        `ValueError` says what is wrong: a secret that the seat cannot hide, a factor below 0, or nothing is left.
        """
        cdef int seat = seat_at(self.seen.seats, about)
        cdef double[MAX_SECRETS] before = self.weight[seat]
        cdef int secret
        numbers = self.numbers(seat)
        for text, factor in factors.items():
            if text not in numbers:
                raise ValueError(f"seat {about} cannot hide '{text}'; {suggestion(text, numbers)}")
            if not 0 <= factor < INFINITY:
                raise ValueError(f"the factor {factor} of '{text}'; expected a number from 0 on")
        for text, factor in factors.items():
            secret = numbers[text]
            self.weight[seat][secret] *= factor
        self.hypotheses.count = 0
        self.settled()
        if self.hypotheses.item[self.hypotheses.count - 1].total <= 0:
            self.weight[seat] = before
            self.hypotheses.count = 0
            raise ValueError(f"no secret of seat {about} is left")

    cdef dict numbers(self, int seat):
        """Return the numbers of the secrets that a seat may hide, by their texts."""
        cdef State state = self.seen.twin()
        cdef int secret
        secrets = {}
        for secret in range(MAX_SECRETS if seat != self.observer and self.game.ops.hide != NULL else 0):
            memcpy(state.head, self.seen.head, self.game.ops.size)
            if self.game.ops.hide(state.head, seat, secret):
                secrets[secret_of(state, seat)] = secret
        return secrets

    def world(self, seed):
        """Return a determinization of the view; the secrets are drawn by their probabilities, all else evenly."""
        cdef Rng rng = rng_seeded(seed_word(seed), 6)
        cdef State state = self.seen.drawn_anew(self.observer, seed)
        cdef const Hypothesis* hypothesis = drawn_hypothesis(self.settled(), rng_unit(&rng))
        hide_all(&self.game.ops, state.head, hypothesis)
        return state

    def probabilities(self, about):
        """Return the probability of each secret of a seat, as texts; empty if the seat hides none to the end."""
        cdef const Hypotheses* hypotheses = self.settled()
        cdef double[MAX_SECRETS] sums
        cdef double before = 0
        cdef int i, secret
        memset(sums, 0, sizeof(sums))
        cdef int seat = seat_at(self.seen.seats, about)
        if seat == self.observer:
            return {secret_of(self.seen, seat): 1.0}
        for i in range(hypotheses.count):
            if hypotheses.item[i].secret[seat] != NOTHING:
                sums[hypotheses.item[i].secret[seat]] += hypotheses.item[i].total - before
            before = hypotheses.item[i].total
        return {text: sums[secret] / before for text, secret in self.numbers(seat).items() if sums[secret] > 0}


def belief_for(view, options=SearchOptions()):
    """Return the belief that a search samples worlds from; None if it samples uniformly, or moves tell nothing."""
    cdef Game game = view.game
    # The view of a position alone has no deal, and no moves that tell anything.
    tells = view.deal and game.ops.hide != NULL
    # An imported network has no policy over the moves of others that a belief could ask.
    weights = None if is_imported(options.weights) else options.weights
    return Belief(view, weights=weights) if WORLDS[options.draw].belief and tells else None


def belief(view, about, *, samples=2000, seed=0):
    """Return (card, probability) rows, likeliest first, for the card that seat `about` hides from the view's seat.

    Where moves tell nothing of secrets, the rows count `samples` determinizations, drawn from the seed.
    """
    rows = Belief(view).probabilities(about) or counted(view, about, whole("samples", samples), seed_word(seed))
    return tuple(sorted(rows.items(), key=lambda row: (-row[1], row[0])))


def secret_of(state, int seat):
    """Return what a seat hides to the end, in notation; empty if it hides nothing."""
    return state.game.notation.secret(state.array, seat)


def counted(view, about, samples, seed):
    """Return the probability of each secret if all positions that fit the view are equally likely."""
    now = view.bare_state()
    drawn = (now.reshuffled(view.seat, seed * samples + number) for number in range(samples))
    return {text: n / samples for text, n in Counter(secret_of(world, about) for world in drawn).items()}
