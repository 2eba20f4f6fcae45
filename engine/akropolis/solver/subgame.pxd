"""The game of taking tiles, in which seats meet at the end of a game, and an ending that is being solved.

Tiles are slots, those of the market first.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy
from urbanist.cext.cells64 cimport count as count_cells, first
from urbanist.engine.akropolis.position cimport MARKET, TABLE, Akropolis
from urbanist.engine.akropolis.solver.effect_table cimport MAX_SLOTS, EffectTable
from urbanist.engine.akropolis.solver.grid cimport Grid
from urbanist.engine.akropolis.solver.placements cimport Placement, Placements
from urbanist.engine.game cimport Move, Solver

cdef enum:
    WHOLE = 12  # a win, in parts that two, three and four seats can share
    PAIR = 2  # seats, where each may have three turns


cdef enum Phase:
    FIND_LINES
    # With at most two turns for each seat:
    LIST_CANDIDATES
    TRY_CANDIDATES
    # With three:
    LIST_OPENINGS
    LIST_REPLIES
    KNOW_OPENINGS
    KNOW_REPLIES
    TRY_REPLIES
    TRY_OPENINGS
    # In the end:
    SOLVED
    FAILED


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
    bint[MARKET] has_ceiling
    Ceiling[MARKET] ceiling  # of openings with the same tile


cdef struct Subgame:
    # The game of taking tiles.
    int size
    uint8_t[MARKET] slot
    bint closed  # whether a stack will be opened
    int seat
    int16_t[TABLE] stones
    int16_t[TABLE] paid
    int64_t[TABLE] worth  # of seats without another turn
    const Placement* line[TABLE]  # of seats before the last of several turns, else NULL
    const Opening* opening[PAIR]  # of seats with three turns after the first one, else NULL


cdef struct Outcome:
    # Sums over all orders of the closed stack, before it is opened.
    int64_t[TABLE] share
    int64_t[TABLE] margin
    int64_t[TABLE] points


cdef struct Turn:
    # A turn in this game, and what is tried in it.
    int place  # of the tile in the market
    int line  # the number of its placement
    int lines
    Move move  # of a placement, or the slot
    Subgame after


cdef struct SearchFrame:
    # A turn whose tries are steps, or the opening of the stack, whose orders are.
    Subgame subgame  # before it
    Turn turn
    int order  # the number of the next one
    Outcome outcome  # the best one of a turn, or the sum over the orders
    Move move


cdef struct Candidate:
    # A first move.
    int slot
    int number  # of its line, or of its effect if it is bounded
    int64_t[3] most  # what it leads to at most, the most important first


cdef struct Ending:
    # An ending that is being solved in small steps.
    Solver solver
    Phase phase
    int at  # the number of the next thing to do in the phase
    int64_t effort  # INFINITE, less what is done
    int64_t before  # effort until the last step
    int64_t least  # effort below which it is not worth while to begin
    int seats
    int first  # the seat to move
    int[TABLE] turns  # that each seat has left
    int market
    int slots  # the tiles of the market, then those of the closed stack
    uint8_t[MAX_SLOTS] tile
    Move* moves  # that the first seat may make, ascending; NULL: all
    int count
    Subgame start
    EffectTable* table[TABLE]  # of seats with another turn
    Grid* scratch
    Placements[TABLE][MAX_SLOTS] lines  # of seats with two turns
    Move move  # the best one; NO_MOVE: none is known yet
    Outcome outcome  # with it
    # With at most two turns for each seat:
    int64_t[TABLE][MAX_SLOTS] best  # the greatest worth after each tile, of seats with one turn
    Move[MAX_SLOTS] best_move  # of the first seat, if it has one turn
    Candidate* candidate
    int candidates
    Move trying  # the move of the last candidate
    int depth  # turns after it that are being tried
    SearchFrame[MARKET] frame
    # With three:
    int width  # so many of the most promising openings are looked at
    EffectTable* later  # of the city after an opening
    const Opening* tabled  # this opening; NULL: none
    Side[PAIR] side
    Opening** reply  # openings of the other seat against which the first one plays
    int replies
    Opening* doubtful  # the opening that a ceiling is asked about; NULL: none
    Opening trial  # what it has beyond a ceiling
    Opening* unknown  # the opening whose lines are being looked for; NULL: none
    Opening* own  # the best opening of the first seat; replies to it are looked for
    Opening* proven  # the opening for which all replies have been looked at, at last


cdef inline int plies_left(const Akropolis* a) noexcept nogil:
    """Return how many tiles are still taken, if at most one stack is left."""
    return a.market_size - 1 + (count_cells(a.unseen) if a.stacks else 0)


cdef inline int list_slots(const Akropolis* a, uint8_t* tile) noexcept nogil:
    """Write the tile of each slot: those of the market, then those of the closed stack; return their number."""
    cdef uint64_t closed = a.unseen if a.stacks else 0
    cdef int slots = a.market_size
    memcpy(tile, a.market, slots)
    while closed:
        tile[slots] = <uint8_t>first(closed)
        slots += 1
        closed &= closed - 1
    return slots


cdef inline int turns_left(int plies, int turn, int seats) noexcept nogil:
    """Return how many turns a seat has that moves `turn` plies from now."""
    return (plies - turn + seats - 1) // seats if plies > turn else 0


cdef inline uint32_t all_slots(int slots) noexcept nogil:
    """Return so many slots as a set."""
    return (<uint32_t>1 << slots) - 1


cdef inline uint32_t later_slots(int market, int slots, int turn, int slot) noexcept nogil:
    """Return the slots of the tiles that a seat may take after a tile in its next turn, `turn` plies from now."""
    if turn >= market - 1 and slot < market:  # then it is the tile that the stack was opened behind
        return all_slots(slots) ^ all_slots(market)
    return all_slots(slots) ^ <uint32_t>1 << slot


cdef inline bint is_open(int market, int turn, int slot) noexcept nogil:
    """Return whether a tile lies in the market in a turn, `turn` plies from now, unless somebody has taken it."""
    return turn >= market - 1 or slot < market


cdef inline int orders(int tiles) noexcept nogil:
    """Return in how many orders some tiles can lie."""
    cdef int i
    cdef int count = 1
    for i in range(2, tiles + 1):
        count *= i
    return count


cdef inline void open_stack(const Subgame* r, int market, int slots, int order, Subgame* out) noexcept nogil:
    """Write the game after the closed stack is opened behind the last tile, in the order of this number."""
    cdef uint32_t left = all_slots(slots) ^ all_slots(market)
    cdef int rest = slots - market
    cdef int _
    cdef uint32_t tiles
    out[0] = r[0]
    out.closed = False
    while rest:
        tiles = left
        for _ in range(order % rest):
            tiles &= tiles - 1
        out.slot[out.size] = <uint8_t>first(tiles)
        left ^= tiles & -tiles
        out.size += 1
        order //= rest
        rest -= 1


cdef inline void remove(const Subgame* r, int place, Subgame* out) noexcept nogil:
    """Write the game after a seat has paid for a tile of the market."""
    cdef int i
    out[0] = r[0]
    out.size -= 1
    for i in range(place, out.size):
        out.slot[i] = out.slot[i + 1]
    out.paid[r.seat] += <int16_t>place
    out.stones[r.seat] -= <int16_t>place
