"""Beliefs: posterior probabilities of the secrets of other seats, given their moves."""

from libc.stdint cimport uint8_t
from urbanist.engine.game cimport (
    MAX_MOVE_FEATURES, MAX_MOVES, MAX_SEATS, MAX_SECRETS, Game, GameOps, Head, Move, State,
)
from urbanist.search.network cimport Network

cdef enum:
    NOTHING = 255  # in place of a secret


cdef struct Hypothesis:
    double total  # prefix sum of the weights
    uint8_t[MAX_SEATS] secret


cdef struct Hypotheses:
    # The joint posterior over the secrets of all other seats.
    Hypothesis* item
    int count
    int room


cdef struct MoveLogits:
    # The legal moves of a seat, and their logits with one secret.
    int count
    Move[MAX_MOVES] moves
    float[MAX_MOVES] logit
    float[MAX_MOVES * MAX_MOVE_FEATURES] row


cdef inline const Hypothesis* drawn_hypothesis(const Hypotheses* hypotheses, double share) noexcept nogil:
    """Return the hypothesis at a quantile in [0, 1), by binary search over the prefix sums."""
    cdef double sought = share * hypotheses.item[hypotheses.count - 1].total
    cdef int low = 0
    cdef int high = hypotheses.count - 1
    cdef int middle
    while low < high:
        middle = (low + high) >> 1
        if hypotheses.item[middle].total > sought:
            high = middle
        else:
            low = middle + 1
    return &hypotheses.item[low]


cdef inline void hide_all(const GameOps* ops, Head* state, const Hypothesis* hypothesis) noexcept nogil:
    """Make the seats of a full state hide the secrets of a hypothesis."""
    cdef int seat
    for seat in range(state.seats):
        if hypothesis.secret[seat] != NOTHING:
            ops.hide(state, seat, hypothesis.secret[seat])


cdef class Belief:
    cdef readonly Game game
    cdef readonly double log_likelihood
    cdef object weights  # file of the network; None: the one that comes with the package
    cdef Network model  # that was given; None: that of the file
    cdef Network network  # whose policy is the model of play; None: moves tell nothing
    cdef double noise
    cdef double epsilon
    cdef object view
    cdef int observer
    cdef State seen
    cdef double[MAX_SEATS][MAX_SECRETS] weight
    cdef Hypotheses hypotheses
    cdef dict numbers(self, int seat)
    cdef weigh(self, Move move)
    cdef multiply(self, MoveLogits* listed, int chosen, int n)
    cdef const Hypotheses* settled(self) except NULL
    cdef int spread(self, State state, int seat, Hypothesis hypothesis) except -1
    cdef int add(self, Hypothesis hypothesis) except -1
