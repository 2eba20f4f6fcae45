"""Beliefs: how likely the other seats hide each secret, inferred from their moves."""

from libc.stdint cimport uint8_t
from urbanist.engine.game cimport (
    MAX_MOVE_FEATURES, MAX_MOVES, MAX_SEATS, MAX_SECRETS, Game, GameOps, Head, Move, State,
)
from urbanist.search.network cimport Network

cdef enum:
    NOTHING = 255  # in place of a secret


cdef struct Guess:
    double total  # running sum of the weights
    uint8_t[MAX_SEATS] secret


cdef struct Guesses:
    # All that the other seats may hide together, with weights.
    Guess* item
    int count
    int room


cdef struct Ranking:
    # The legal moves of a seat, and their logits with one secret.
    int count
    Move[MAX_MOVES] moves
    float[MAX_MOVES] logit
    float[MAX_MOVES * MAX_MOVE_FEATURES] row


cdef inline const Guess* drawn_guess(const Guesses* guesses, double share) noexcept nogil:
    """Return the guess that a share in [0, 1) of the whole weight falls on."""
    cdef double sought = share * guesses.item[guesses.count - 1].total
    cdef int low = 0
    cdef int high = guesses.count - 1
    cdef int middle
    while low < high:
        middle = (low + high) >> 1
        if guesses.item[middle].total > sought:
            high = middle
        else:
            low = middle + 1
    return &guesses.item[low]


cdef inline void hide_all(const GameOps* ops, Head* state, const Guess* guess) noexcept nogil:
    """Make the seats of a full state hide the secrets of a guess."""
    cdef int seat
    for seat in range(state.seats):
        if guess.secret[seat] != NOTHING:
            ops.hide(state, seat, guess.secret[seat])


cdef class Belief:
    cdef readonly Game game
    cdef readonly double log_likelihood
    cdef object weights  # file of the network; None: the one that comes with the package
    cdef Network model  # that was given; None: that of the file
    cdef Network network  # whose policy is the model of play; None: moves tell nothing
    cdef double noise
    cdef double whim
    cdef object view
    cdef int observer
    cdef State seen
    cdef double[MAX_SEATS][MAX_SECRETS] weight
    cdef Guesses guesses
    cdef dict numbers(self, int seat)
    cdef weigh(self, Move move)
    cdef multiply(self, Ranking* found, int chosen, int n)
    cdef const Guesses* settled(self) except NULL
    cdef int spread(self, State state, int seat, Guess guess) except -1
    cdef int add(self, Guess guess) except -1
