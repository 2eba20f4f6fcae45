"""The first of three placements of a seat, and what is known of them: the kernels of `duel`."""

from libc.stdint cimport int64_t, uint8_t, uint32_t
from urbanist.engine.akropolis.grid cimport Grid
from urbanist.engine.akropolis.placements cimport Placement, Placements
from urbanist.engine.akropolis.plan cimport MAX_SLOTS, Plan
from urbanist.engine.akropolis.position cimport MARKET, Akropolis
from urbanist.engine.game cimport Move, Solver

cdef enum:
    SEATS = 2
    PART_BITS = 20  # of a key
    MAX_CEILINGS = 4  # of openings with the same tile


cdef enum Stage:
    LIST
    PREPARE
    KNOW_OPENINGS
    KNOW_REPLIES
    TRY_REPLIES
    TRY_OPENINGS
    SOLVED
    FAILED


cdef extern from *:
    """
    #define LEAST_WORTH (-(INT64_C(1) << 62))
    #define GREATEST_WORTH (INT64_C(1) << 62)
    """
    const int64_t LEAST "LEAST_WORTH"
    const int64_t GREATEST "GREATEST_WORTH"


cdef struct Opening:
    # A first of three placements of a seat, and what it leads to.
    int slot
    Move move
    int number  # of its effect
    int covered  # quarries
    int64_t promise  # sorts openings
    int64_t most  # it is known to be no better than that
    Placements* lines  # after it, of each slot; NULL: not known
    Placement* most_of  # bounds of its lines, of each slot; NULL: none are known
    uint32_t[MAX_SLOTS] limits  # of the bound of a ceiling: the slots for which its worths are less than boundless


cdef struct Ceiling:
    Opening pool  # lines of some openings that are no better than the mark even together
    Opening bound  # the pool, raised as far as it is no better than the mark
    int64_t mark  # for which the bound was made


cdef struct Side:
    # The openings of a seat with three turns.
    Opening* opening
    int openings
    int64_t mark  # what an opening has to beat: the greater, the better for this seat
    int[MARKET] ceilings
    Ceiling[MARKET][MAX_CEILINGS] ceiling


cdef struct Round:
    # The game of taking tiles: tiles are slots.
    int size
    uint8_t[MARKET] slot
    bint closed  # whether a stack will be opened
    int seat
    int[SEATS] stones
    int[SEATS] paid
    int64_t[SEATS] worth  # of seats without another turn
    const Opening* opening[SEATS]  # of seats with three turns after the first one, else NULL
    const Placement* line[SEATS]  # of seats before their last turn, else NULL


cdef struct Duel:
    Solver solver
    Akropolis position
    Move* moves  # that the first seat may make, ascending; NULL: all
    int count
    Stage stage
    int width  # so many of the most promising openings are looked at
    int at  # the number of the next opening in a stage
    int64_t least  # effort below which it is not worth while to begin
    int64_t before  # effort until the last step
    int first  # the seat to move
    int[SEATS] turns  # that each seat has left
    int market
    int slots  # the tiles of the market, then those of the closed stack
    uint8_t[MAX_SLOTS] tile
    int64_t effort  # UNLIMITED, less what is done
    Round start
    Plan* plan[SEATS]
    Plan* later  # of the city after an opening
    const Opening* planned  # this opening; NULL: none
    Grid* scratch
    Placements[MAX_SLOTS] lines  # of the other seat, if it has two turns
    Side[SEATS] side
    Opening** reply  # openings of the other seat against which the first one plays
    int replies
    Opening* own  # the best opening of the first seat; replies to it are looked for
    Opening* proven  # the opening for which all replies have been looked at, at last


cdef int64_t value_of(Duel* d, int seat, const Opening* o) noexcept nogil
cdef bint is_better(Duel* d, int seat, const Opening* o) noexcept nogil
cdef bint list_openings(Duel* d, int seat) noexcept nogil
cdef bint find_lines_after(
    Duel* d, int seat, Opening* o, const Opening* bound, bint rough, Opening* out) noexcept nogil
cdef void forget(const Duel* d, Opening* o) noexcept nogil
cdef bint add_to_ceilings(Duel* d, int seat, const Opening* o) noexcept nogil
cdef void clear_ceilings(Duel* d, int seat) noexcept nogil
cdef bint is_refuted(Duel* d, int seat, Opening* o, bint* found) noexcept nogil
