"""The interface of a game: a struct that begins with a common head, and a table of verbs.

CONTRIBUTING.md explains the words: seat, move, ply, state, view, playout, prior, determinization, chance event.

States are small and plain. A search copies them and never undoes a move. `State.play` checks its input; the verbs do
not.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset
from urbanist.cext.planes cimport Planes
from urbanist.cext.rng cimport Rng

cdef enum:
    MAX_SEATS = 5
    MAX_MOVES = 8192  # the most moves of one position in any game
    MAX_SECRETS = 32  # the most secrets that one seat may hide in any game
    MAX_FEATURES = 96  # the most common features, and the most features of a seat, in any game
    MAX_MOVE_FEATURES = 48  # the most features of a move in any game
    NOBODY = 255  # in place of a seat
    TO_THE_END = 1 << 30  # plies of a playout that nothing cuts short

cdef enum:
    # Observers for `reshuffle` and `features`, beside the seats: `reshuffle` keeps what the observer knows.
    BYSTANDER = -1  # sees only what all seats see
    EVERYBODY = -2  # sees what all seats together see

ctypedef uint32_t Move


cdef struct Head:
    # The first member of every game's state, so that a search reads it without a call.
    int32_t score[MAX_SEATS]  # final points; zeros until the game is over
    int16_t tiebreak[MAX_SEATS]  # compared where points are equal, more is better; zeros until the game is over
    uint16_t ply
    uint8_t seats
    uint8_t to_move
    uint8_t over
    uint8_t due  # the game's code of the chance event that comes before the next move; 0: none


cdef struct Setup:
    # The settings of a deal; the game draws the rest.
    uint32_t options  # the game's own bits
    int32_t first  # seat, or -1: drawn
    uint8_t variant  # index into the game's variants
    uint8_t seats


cdef struct Solver

ctypedef void (*ReleaseFn)(Solver* solver) noexcept nogil


cdef struct Solver:
    # The first member of what a game keeps between two calls of `solve`.
    ReleaseFn release  # frees all of it
    int64_t tried  # the effort for which all has been done; less than was asked for: it pauses


cdef struct Solution:
    # What a position is worth if all seats play on as well as they can; an expectation where chance is left.
    Move move  # a best move of the seat to move
    double[MAX_SEATS] win_share
    double[MAX_SEATS] points  # final points


ctypedef void (*DealFn)(Head* state, const Setup* setup, Rng* rng) noexcept nogil
ctypedef int (*LegalFn)(const Head* state, Move* out) noexcept nogil
ctypedef bint (*AvailableFn)(const Head* state, Move move) noexcept nogil
ctypedef void (*ApplyFn)(Head* state, Move move) noexcept nogil
ctypedef void (*DrawFn)(Head* state) noexcept nogil
ctypedef void (*ConfineFn)(Head* state, uint64_t word, uint32_t most) noexcept nogil
ctypedef void (*ReshuffleFn)(Head* state, int seat, Rng* rng) noexcept nogil
ctypedef uint64_t (*KnowsFn)(const Head* state, int seat) noexcept nogil
ctypedef uint64_t (*SeesFn)(const Head* state, Move move, int seat) noexcept nogil
ctypedef void (*PlayoutFn)(Head* state, Rng* rng) noexcept nogil
ctypedef void (*PlayoutBatchFn)(Head* states, Py_ssize_t n, uint64_t seed, uint64_t stream) noexcept nogil
ctypedef Move (*SampleFn)(const Head* state, Rng* rng) noexcept nogil
ctypedef void (*PolicyFn)(Head* state, int plies, Rng* rng) noexcept nogil
ctypedef void (*ScoreFn)(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil
ctypedef void (*PriorsFn)(const Head* state, const Move* moves, int count, float* prior, float* row) noexcept nogil
ctypedef int (*ShortlistFn)(const Head* state, Move* moves, float* prior, float* row) noexcept nogil
ctypedef void (*FeaturesFn)(const Head* state, int observer, float* common, float* row) noexcept nogil
ctypedef int (*FeaturesAfterFn)(
    const Head* state, const Move* moves, int count, int observer, float* common, float* row, float* own) noexcept nogil
ctypedef bint (*HideFn)(Head* state, int seat, int secret) noexcept nogil
ctypedef void (*ObserveFn)(const Head* state, int observer, float* details, const Planes* planes) noexcept nogil
ctypedef void (*ObserveSeatFn)(
    const Head* state, int observer, int seat, float* details, const Planes* planes) noexcept nogil
ctypedef void (*ActionsFn)(const Head* state, const Move* moves, int count, int32_t* out) noexcept nogil
ctypedef void (*MarkFn)(const Head* state, bint cropped, uint64_t* mask) noexcept nogil
ctypedef bint (*FindMoveFn)(const Head* state, bint cropped, int action, Move* out) noexcept nogil
ctypedef int64_t (*SolveFn)(
    const Head* state, const Move* moves, int count, int64_t effort, Solver** solver, Solution* out) noexcept nogil
ctypedef const char* (*ValidateFn)(const Head* state) noexcept nogil


cdef struct GameOps:
    # Every game has these.
    size_t size  # bytes of the whole state, head included
    DealFn deal  # makes the position before the first move
    LegalFn legal  # writes the legal moves, ascending, at most MAX_MOVES; returns their number, 0 while an event is due
    ApplyFn apply  # plays a legal move without checks; a chance event may be due after it
    ScoreFn score  # writes the current points and tie-breaks; they are final when the game is over
    # The rest may be NULL; each comment says what happens then.
    AvailableFn available  # whether a move is legal that is so after the same moves in another world; NULL: always
    DrawFn draw  # performs the chance event that is due, from the hidden part of the state; NULL: no event is ever due
    ConfineFn confine  # lets the event that is due depend on a number, see below; NULL: nothing does
    ReshuffleFn reshuffle  # redraws all that `seat` cannot know, evenly over possible worlds; NULL: nothing is hidden
    KnowsFn knows  # what a seat knows of the position beside the moves that it saw, see below; NULL: nobody says it
    SeesFn sees  # what a seat sees of a legal move, as a number; NULL: the move itself, as all seats do
    bint keyed  # a search keys its nodes by `knows`, where its options do not say otherwise
    PlayoutFn playout_uniform  # plays uniformly random moves to the end; NULL: a slower loop of `legal` and `apply`
    PlayoutBatchFn playout_batch  # `playout_uniform` of n states in a row, see below; NULL: one after the other
    SampleFn sample  # draws a legal move, each equally likely; NULL: from the list of `legal`
    PolicyFn playout_informed  # plays at most `plies` moves of the playout policy; NULL: uniform moves to the end
    PriorsFn priors  # writes the prior of each move in points, and its features, see below; NULL: zeros
    float prior_noise  # points of prior that make a move of a good player e times as likely; 0: 1
    ShortlistFn shortlist  # writes a shortlist, ascending, and what `priors` does; returns its length; 0, NULL: none
    FeaturesFn features  # writes the position as numbers, see below; NULL: it cannot be learned
    FeaturesAfterFn features_after  # writes the positions after some moves as numbers, see below; NULL: one by one
    HideFn hide  # makes a seat hide a secret, see below; NULL: moves tell nothing about what seats hide
    Move mute  # with `hide`: bits of a move whose choice tells nothing about secrets
    ObserveFn observe  # writes what a seat sees of the position beside features, see below; NULL: nothing
    ObserveSeatFn observe_seat  # the same of one seat; NULL: nothing
    ActionsFn actions  # writes the numbers of legal moves in a fixed space of actions; NULL: there is no such space
    ObserveSeatFn crop_seat  # as `observe_seat`, with planes that are cropped, see below; NULL: there are none
    ActionsFn crop_actions  # as `actions`, in the space of the cropped planes; -1 for a move outside of them
    MarkFn mark  # sets the bits of the legal actions in a mask of zeros, see below; NULL: by `legal` and `actions`
    FindMoveFn find_move  # writes the legal move with an action; returns whether there is one; NULL: as for `mark`
    SolveFn solve  # writes what an ending is worth, and the best of some moves, see below; NULL: no ending is solved
    ValidateFn validate  # names what keeps a record from being a position, see below; NULL: only the head is checked


# `priors` and `shortlist`: priors and features are from the view of the seat to move. Each move has a row of
# features; without a place for the rows (NULL) only the priors are written.
#
# `playout_batch`: state i draws from `rng_seeded(seed, stream + i)`, and ends as `playout_uniform` ends it with that.
#
# `features`: numbers that describe the position as a whole, and a row of numbers for each seat, from seat 0 on. Hidden
# cards count only where the observer knows them. All numbers have names, see `new_game`.
#
# `features_after`: of some of the first of ascending legal moves, after which positions differ only in the row of the
# seat that moved. Writes the features after the first move, as `features` does, and to `own` that row after each of
# them; returns their number, or 0 if there is no faster way than `apply` and `features`.
#
# `observe`, `observe_seat`: details are more numbers like features, and a plane has a number for each place of the map
# or of the city, which `put` writes. All of them are zeros before. Together with the features they hold all that the
# observer sees.
#
# `crop_seat`, `crop_actions`: cropped planes are small windows on maps that have much room. Each seat has its own, and
# actions are those of the window of the seat to move. Some legal move is always inside.
#
# `mark`, `find_move`: the same as `legal` with `actions` (or `crop_actions`), without a list of moves. The mask is a
# row of bits in words, the lowest bits first.
#
# `solve`: the moves are some legal ones (NULL: all of them). Returns the effort that it took, or 0 if the position
# could not be solved within `effort`; then nothing is written. Effort counts steps of the game's own, so that the same
# effort has the same result on all machines. Nothing that is hidden from any seat is read. `solver` points to NULL at
# the first call for a position and some moves. It stays so if the game does not solve this position, which costs
# nothing worth mentioning. Else the game keeps there what it has done, and a call for the same with more effort goes
# on. Who calls releases it. A call may pause after some milliseconds: then one for the same effort goes on.
#
# `hide`: a secret is what moves depend on and a seat hides to the end, a number below MAX_SECRETS. If another seat is
# known to hide it, the two exchange. Returns 0 and changes nothing if there is no such secret or nothing to exchange.
#
# `knows`: a number for what the seat has in hand and the like; all that it sees of the position may be in it. Two
# positions after moves that the seat cannot tell apart have the same number if the seat cannot tell them apart either,
# and another one if what it knows matters for its choice: its legal moves above all.
#
# `confine`: an event with more than `most` outcomes is then drawn by `word` alone: by the probabilities of its outcomes
# over all words, and always alike for one word in one position. Other events are drawn as before.
#
# `validate`: the only verb that gets records from outside; it trusts nothing but the head. Returns NULL for a position,
# which all verbs can play to its end, or else the name of a field that is out of range or does not fit the others.


cdef inline bint is_ahead(const int32_t* points, const int16_t* tiebreak, int one, int other) noexcept nogil:
    """Return whether seat `one` is ahead of seat `other` by points, or by tie-break if points are equal."""
    if points[one] != points[other]:
        return points[one] > points[other]
    return tiebreak[one] > tiebreak[other]


cdef inline int rank_of(const int32_t* points, const int16_t* tiebreak, int seats, int seat) noexcept nogil:
    """Return the rank of a seat, 1 is the winner; tied seats share the lower number."""
    cdef int other
    cdef int rank = 1
    for other in range(seats):
        rank += is_ahead(points, tiebreak, other, seat)
    return rank


cdef inline void share_win(const Head* end, double* share) noexcept nogil:
    """Write each seat's share of the win; the seats of rank 1 share it equally."""
    cdef int seat
    cdef int winners = 0
    for seat in range(end.seats):
        share[seat] = rank_of(end.score, end.tiebreak, end.seats, seat) == 1
        winners += <int>share[seat]
    for seat in range(end.seats):
        share[seat] /= winners


cdef inline void hide_nothing(Head* state, int seat, Rng* rng) noexcept nogil:
    """Do nothing: the `reshuffle` of games that hide nothing."""


cdef inline void prefer_nothing(
    const Head* state, const Move* moves, int count, float* prior, float* row,
) noexcept nogil:
    """Write zeros: the `priors` of games without one."""
    memset(prior, 0, count * sizeof(float))


cdef inline const char* invalid_unless(bint fits, const char* field) noexcept nogil:
    """Return what `validate` returns: the name of a field, unless it fits."""
    if fits:
        return NULL
    return field


cdef inline void play_through(const GameOps* ops, Head* state, Move move) noexcept nogil:
    """Play a move and the chance events after it, from the hidden part of the state."""
    ops.apply(state, move)
    while state.due:
        ops.draw(state)


cdef void play_randomly(const GameOps* ops, Head* state, Rng* rng) noexcept nogil


cdef inline void play_out(const GameOps* ops, bint informed, int plies, Head* state, Rng* rng) noexcept nogil:
    """Play at most `plies` moves of the playout policy, or uniformly random moves to the end."""
    if informed and ops.playout_informed != NULL:
        ops.playout_informed(state, plies, rng)
    elif ops.playout_uniform != NULL:
        ops.playout_uniform(state, rng)
    else:
        play_randomly(ops, state, rng)


cdef class Game:
    cdef GameOps ops
    cdef readonly str name
    cdef readonly object dtype
    cdef readonly object notation
    cdef readonly tuple common_features  # names
    cdef readonly tuple seat_features
    cdef readonly tuple move_features
    cdef readonly object layout
    cdef readonly int action_count
    cdef readonly object crop_layout  # the same with cropped planes; None if there are none
    cdef readonly int crop_action_count
    cpdef State start(self, object asked, object seed=?)
    cdef State state_of(self, object record)


cdef class State:
    cdef readonly Game game
    cdef bytearray memory  # no memoryview: its code would be compiled into every module that cimports this one
    cdef Head* head  # the same memory
    cdef State twin(self)
    cdef int find_legal(self, Move move, Move* moves) noexcept
    cdef State after_chance(self, event)
    cdef State drawn_anew(self, int seat, object seed)


cdef inline Setup setup_of(object asked) except *:
    """Return the C setup of a `notation.Setup`."""
    return Setup(asked.options, -1 if asked.first is None else asked.first, asked.variant, asked.seats)
cdef Game new_game(
    GameOps ops, object dtype, object notation, tuple common_features=*, tuple seat_features=*, tuple move_features=*,
    object details=*, int action_count=*, tuple crop_shape=*, int crop_action_count=*)
