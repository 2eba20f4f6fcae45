"""What a game is, to everything above it: a head of plain data and a table of few verbs.

CONTRIBUTING.md explains the words: seat, move, ply, state, view, playout, prior, determinization, chance event.

States are small and plain. A search copies them and never undoes a move. `State.play` checks its input; the verbs do
not.
"""

from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from urbanist.cext.rng cimport Rng

cdef enum:
    MAX_SEATS = 5
    MAX_MOVES = 8192  # moves of one position, at most, in any game
    NOBODY = 255  # in place of a seat

cdef enum:
    # Who knows what `reshuffle` leaves alone, beside the seats.
    BYSTANDER = -1  # sees the table alone
    EVERYBODY = -2  # sees what any seat sees

ctypedef uint32_t Move


cdef struct Head:
    # First member of every game's state, so that a search reads it without a call.
    int32_t score[MAX_SEATS]  # final points; zeros until the game is over
    int16_t tiebreak[MAX_SEATS]  # compared where points are equal, more is better; zeros until the game is over
    uint16_t ply
    uint8_t seats
    uint8_t to_move
    uint8_t over
    uint8_t due  # the chance event that comes before the next move, by the game's own count; 0: none


cdef struct Setup:
    # What may be asked of a deal; the game draws the rest.
    uint32_t options  # the game's own bits
    int32_t first  # seat, or -1: drawn
    uint8_t variant  # index into the game's variants
    uint8_t seats


ctypedef void (*DealFn)(Head* state, const Setup* setup, Rng* rng) noexcept nogil
ctypedef int (*LegalFn)(const Head* state, Move* out) noexcept nogil
ctypedef void (*ApplyFn)(Head* state, Move move) noexcept nogil
ctypedef void (*DrawFn)(Head* state) noexcept nogil
ctypedef void (*ReshuffleFn)(Head* state, int seat, Rng* rng) noexcept nogil
ctypedef void (*PlayoutFn)(Head* state, Rng* rng) noexcept nogil
ctypedef void (*ScoreFn)(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil
ctypedef void (*AppraiseFn)(const Head* state, const Move* moves, int count, float* prior) noexcept nogil
ctypedef int (*ShortlistFn)(const Head* state, Move* moves, float* prior) noexcept nogil


cdef struct GameOps:
    # Every game has these.
    size_t size  # bytes of the whole state, head included
    bint open_moves  # whether the legal moves never depend on what is hidden
    DealFn deal  # settles everything before the first move
    LegalFn legal  # writes the legal moves, rising, at most MAX_MOVES; returns how many, 0 while an event is due
    ApplyFn apply  # plays a move, which must be legal: nothing is checked; an event may be due after it
    ScoreFn score  # points and tie-breaks as they stand; final when the game is over
    # The rest may be NULL; each comment says what happens then.
    DrawFn draw  # carries out the chance event that is due, as the hidden part has it; NULL: no event is ever due
    ReshuffleFn reshuffle  # redraws all that `seat` cannot know, uniformly among what fits; NULL: nothing is hidden
    PlayoutFn playout_uniform  # plays uniformly random moves to the end; NULL: by `legal` and `apply`, slower
    PlayoutFn playout_informed  # plays to the end by a cheap informed policy; NULL: uniformly
    AppraiseFn appraise  # writes the prior of each move in points, from what the seat to move may see; NULL: zeros
    ShortlistFn shortlist  # writes the moves to look at first, rising, and priors; returns how many, 0 or NULL: all


cdef inline bint is_ahead(const int32_t* points, const int16_t* tiebreak, int one, int other) noexcept nogil:
    """Tell whether seat `one` is ahead of seat `other`: by points, and by tie-break where points are equal."""
    if points[one] != points[other]:
        return points[one] > points[other]
    return tiebreak[one] > tiebreak[other]


cdef inline int rank_of(const int32_t* points, const int16_t* tiebreak, int seats, int seat) noexcept nogil:
    """Return the rank of a seat, 1 = won; seats that share a rank get the lower number."""
    cdef int other
    cdef int rank = 1
    for other in range(seats):
        rank += is_ahead(points, tiebreak, other, seat)
    return rank


cdef inline void share_win(const Head* end, double* share) noexcept nogil:
    """Write each seat's share of the win: the seats of rank 1 share it evenly."""
    cdef int seat
    cdef int winners = 0
    for seat in range(end.seats):
        share[seat] = rank_of(end.score, end.tiebreak, end.seats, seat) == 1
        winners += <int>share[seat]
    for seat in range(end.seats):
        share[seat] /= winners


cdef inline void play_through(const GameOps* ops, Head* state, Move move) noexcept nogil:
    """Play a move, and the chance events that follow it as the hidden part has them."""
    ops.apply(state, move)
    while state.due:
        ops.draw(state)


cdef void play_randomly(const GameOps* ops, Head* state, Rng* rng) noexcept nogil


cdef inline void play_out(const GameOps* ops, PlayoutFn playout, Head* state, Rng* rng) noexcept nogil:
    """Play to the end by one of the playouts of `ops`, which may be NULL."""
    if playout != NULL:
        playout(state, rng)
    else:
        play_randomly(ops, state, rng)


cdef class Game:
    cdef GameOps ops
    cdef readonly str name
    cdef readonly object dtype
    cdef readonly object notation
    cdef State start(self, object asked, object seed)


cdef class State:
    cdef readonly Game game
    cdef bytearray memory  # no memoryview: its code would be compiled into every module that cimports this one
    cdef Head* head  # the same memory
    cdef State twin(self)
    cdef int find_legal(self, Move move, Move* moves) noexcept
    cdef State after_chance(self, str event)
    cdef State drawn_anew(self, int seat, object seed)


cdef Setup setup_of(object asked) except *
cdef Game new_game(GameOps ops, object dtype, object notation)
