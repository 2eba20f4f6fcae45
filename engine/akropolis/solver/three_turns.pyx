"""The last plies of a game of two in which a seat has three turns, step by step.

All stacks but one are gone, and the last one is closed: each order of its tiles is equally likely. `openings` tells of
the first placements of a seat with three turns, and of ceilings for most of them.

With six plies the other seat has openings as well: replies. The openings that are known in full are a small game, which
is solved first (`settle`). Then all replies to its best opening are looked at, and all openings against the replies
that are known. What is better becomes a part of the small game, until nothing is: the double oracle of McMahan, Gordon
and Blum (2003). The most promising openings of both seats are looked at first. A better one is nearly always among
them, so that all are looked at but once or twice.
"""

from libc.stdint cimport int64_t
from libc.stdlib cimport free, malloc
from urbanist.engine.akropolis.solver.effect_table cimport free_table, new_table
from urbanist.engine.akropolis.solver.grid cimport INFINITE
from urbanist.engine.akropolis.solver.openings cimport (
    NO, OPEN, PART_BITS, YES, Answer, add_to_ceiling, ask_ceiling, clear_ceilings, find_more_lines, forget, is_better,
    list_next_opening, value_of,
)
from urbanist.engine.akropolis.solver.subgame cimport (
    KNOW_OPENINGS, KNOW_REPLIES, LIST_OPENINGS, LIST_REPLIES, PAIR, SOLVED, TRY_OPENINGS, TRY_REPLIES, WHOLE, Ending,
    Opening, Side, orders,
)

cdef enum:
    EXACT_FIRST = 4  # openings of each seat that are looked at in full, the most promising ones
    FIRST_WIDTH = 64
    WIDENING = 4  # how many times the openings before
    # Effort for each opening that most played positions take at least, if one seat has openings, and if both do.
    EFFORT_EACH = 12_000
    EFFORT_EACH_OF_BOTH = 13_000


# -- the small game of openings that are known in full ---------------------------------------------------------------

cdef inline void know(Ending* e, Opening* o) noexcept nogil:
    """Let the next steps find all lines of an opening, unless they are known."""
    if o.lines == NULL:
        e.unknown = o


cdef Opening* best_known(Ending* e, int seat) noexcept nogil:
    """Return the best known opening that is better than the mark, which becomes its value; NULL if there is none."""
    cdef Side* side = &e.side[seat]
    cdef Opening* best = NULL
    cdef int i
    for i in range(side.openings):
        if side.opening[i].lines != NULL and is_better(e, seat, &side.opening[i]):
            side.mark = value_of(e, seat, &side.opening[i])
            best = &side.opening[i]
    return best


cdef inline void add_reply(Ending* e, Opening* o) noexcept nogil:
    """Let the first seat play against one more reply."""
    e.reply[e.replies] = o
    e.replies += 1


cdef void settle(Ending* e) noexcept nogil:
    """Find the best known opening of the first seat, and its value if the other seat replies with known ones."""
    cdef int other = 1 - e.first
    cdef Side* mine = &e.side[e.first]
    cdef Opening* better
    cdef Opening* reply
    while True:
        e.own = e.proven
        mine.mark = -INFINITE if e.own == NULL else value_of(e, e.first, e.own)
        better = best_known(e, e.first)
        e.own = e.own if better == NULL else better
        if e.turns[other] == 2:
            e.proven = e.own
            return
        e.side[other].mark = -mine.mark
        reply = best_known(e, other)
        if reply == NULL:
            return
        add_reply(e, reply)


# -- all openings ----------------------------------------------------------------------------------------------------

cdef bint begin_pass(Ending* e, int seat) noexcept nogil:
    """Make the ceilings of the known openings, which are no better than the mark; return whether there was memory."""
    cdef Side* side = &e.side[seat]
    cdef int i
    clear_ceilings(e, seat)
    for i in range(side.openings):
        if side.opening[i].lines != NULL and not add_to_ceiling(e, seat, &side.opening[i]):
            return False
    return True


cdef bint begin_next_pass(Ending* e) noexcept nogil:
    """Settle the small game, and look at all replies to the best opening, or at all openings if that has been done."""
    settle(e)
    e.at = 0
    e.phase = TRY_OPENINGS if e.proven == e.own else TRY_REPLIES
    return begin_pass(e, e.first if e.phase == TRY_OPENINGS else 1 - e.first)


cdef inline void doubt(Ending* e, int seat, Opening* o) noexcept nogil:
    """Let the next steps ask ceilings whether an opening is no better than the mark, and know it if none says so."""
    if o.lines == NULL and o.most > e.side[seat].mark:
        e.doubtful = o


cdef bint try_next_reply(Ending* e) noexcept nogil:
    """Look at the next reply to the best opening; return whether there was memory."""
    cdef Side* side = &e.side[1 - e.first]
    if e.at == min(e.width, side.openings):
        e.proven = e.own
        return begin_next_pass(e)
    doubt(e, 1 - e.first, &side.opening[e.at])
    e.at += 1
    return True


cdef bint judge_reply(Ending* e, Opening* o) noexcept nogil:
    """Let the first seat play against a reply that is known now, if it is better; return whether there was memory."""
    cdef int other = 1 - e.first
    cdef Side* mine = &e.side[e.first]
    if not is_better(e, other, o):
        return add_to_ceiling(e, other, o)
    e.side[other].mark = value_of(e, other, o)
    add_reply(e, o)
    mine.mark = -e.side[other].mark
    if best_known(e, e.first) != NULL:
        return begin_next_pass(e)
    return add_to_ceiling(e, other, o)


cdef bint widen(Ending* e) noexcept nogil:
    """Look at more openings of both seats, or be done if all have been looked at; return whether there was memory."""
    cdef int most = max(e.side[0].openings, e.side[1].openings)
    if e.width >= most:
        conclude(e)
        return True
    e.width *= WIDENING
    if 2 * e.width > most:
        e.width = most
    e.proven = NULL
    return begin_next_pass(e)


cdef bint try_next_opening(Ending* e) noexcept nogil:
    """Look at the next opening of the first seat; return whether there was memory."""
    cdef Side* mine = &e.side[e.first]
    if e.at == min(e.width, mine.openings):
        if e.proven != e.own:
            return begin_next_pass(e)
        return widen(e)
    doubt(e, e.first, &mine.opening[e.at])
    e.at += 1
    return True


cdef bint judge_opening(Ending* e, Opening* o) noexcept nogil:
    """Settle the small game anew if an opening that is known now is better; return whether there was memory."""
    cdef Side* mine = &e.side[e.first]
    cdef int64_t mark = mine.mark
    if not is_better(e, e.first, o):
        return add_to_ceiling(e, e.first, o)
    settle(e)
    if mine.mark >= mark:
        return add_to_ceiling(e, e.first, o)
    # What is known to be no better than a greater mark may be better than this one.
    e.at = 0
    return begin_pass(e, e.first)


# -- the steps -------------------------------------------------------------------------------------------------------

cdef bint know_next_opening(Ending* e) noexcept nogil:
    """Know the next of the most promising openings of the first seat; return whether there was memory."""
    cdef Side* mine = &e.side[e.first]
    if e.later == NULL:
        e.later = new_table()
        e.reply = <Opening**>malloc((e.side[1 - e.first].openings + 1) * sizeof(Opening*))
        return e.later != NULL and e.reply != NULL
    if e.at < min(EXACT_FIRST, mine.openings):
        know(e, &mine.opening[e.at])
        e.at += 1
        return True
    if e.turns[1 - e.first] == 2:
        e.width = mine.openings
        return begin_next_pass(e)
    e.width = FIRST_WIDTH
    e.at = 0
    e.phase = KNOW_REPLIES
    return True


cdef bint know_next_reply(Ending* e) noexcept nogil:
    """Know the next reply if it is among the most promising ones, or the first one with its tile.

    Return whether there was memory.
    """
    cdef Side* side = &e.side[1 - e.first]
    cdef Opening* o = &side.opening[e.at]
    cdef bint known = False
    cdef int i
    if e.at == side.openings:
        return begin_next_pass(e)
    e.at += 1
    for i in range(e.replies):
        known = known or e.reply[i].slot == o.slot
    if not known:
        add_reply(e, o)
    if not known or e.at <= EXACT_FIRST:
        know(e, o)
    return True


cdef inline int seat_of_stage(const Ending* e) noexcept nogil:
    """Return the seat whose openings are looked at."""
    return 1 - e.first if e.phase == KNOW_REPLIES or e.phase == TRY_REPLIES else e.first


cdef bint settle_doubt(Ending* e) noexcept nogil:
    """Go on to ask ceilings about an opening; return whether there was memory."""
    cdef Opening* o = e.doubtful
    cdef int seat = seat_of_stage(e)
    cdef Answer refuted
    if not ask_ceiling(e, seat, o, &refuted):
        return False
    if refuted != OPEN:
        e.doubtful = NULL
    if refuted == NO:
        know(e, o)
    if refuted == YES and seat == e.first:
        o.most = e.side[seat].mark
    return True


cdef bint know_more(Ending* e) noexcept nogil:
    """Find more lines of an opening, and judge it once all are known; return whether there was memory."""
    cdef Opening* o = e.unknown
    cdef bint more = False
    if not find_more_lines(e, seat_of_stage(e), o, &more):
        return False
    if not more:
        return True
    e.unknown = NULL
    if e.phase == TRY_REPLIES:
        return judge_reply(e, o)
    return e.phase != TRY_OPENINGS or judge_opening(e, o)


cdef bint three_turn_step(Ending* e) noexcept nogil:
    """Make a small step; return whether there was memory."""
    if e.doubtful != NULL:
        return settle_doubt(e)
    if e.unknown != NULL:
        return know_more(e)
    if e.phase == LIST_OPENINGS:
        return list_next_opening(e, e.first)
    if e.phase == LIST_REPLIES and e.turns[1 - e.first] == 3:
        return list_next_opening(e, 1 - e.first)
    if e.phase == LIST_REPLIES:
        e.phase = KNOW_OPENINGS
    if e.phase == KNOW_OPENINGS:
        return know_next_opening(e)
    if e.phase == KNOW_REPLIES:
        return know_next_reply(e)
    if e.phase == TRY_REPLIES:
        return try_next_reply(e)
    return try_next_opening(e)


cdef void conclude(Ending* e) noexcept nogil:
    """Write the best opening, and the outcome that its key says."""
    cdef int other = 1 - e.first
    cdef int64_t key = e.side[e.first].mark
    cdef int64_t half = 1 << PART_BITS - 1
    cdef int64_t points, margin
    points = ((key + half) & ((1 << PART_BITS) - 1)) - half
    key = (key - points) >> PART_BITS
    margin = ((key + half) & ((1 << PART_BITS) - 1)) - half
    key = (key - margin) >> PART_BITS
    e.phase = SOLVED
    e.move = e.own.move
    e.outcome.share[e.first] = key
    e.outcome.share[other] = WHOLE * orders(e.slots - e.market) - key
    if e.first == 1:
        points, margin = -points, -margin
    e.outcome.points[0] = points
    e.outcome.points[1] = points - margin


cdef void release_three_turns(Ending* e) noexcept nogil:
    """Free what three turns need besides."""
    cdef int seat, i
    for seat in range(PAIR):
        clear_ceilings(e, seat)
        for i in range(e.side[seat].openings):
            forget(e, &e.side[seat].opening[i])
            free(e.side[seat].opening[i].most_of)
        free(e.side[seat].opening)
    forget(e, &e.trial)
    free_table(e.later)
    free(e.reply)


cdef bint has_three_turns(const Ending* e) noexcept nogil:
    """Return whether this is the end of a game of two in which a seat has three turns."""
    return e.seats == PAIR and max(e.turns[0], e.turns[1]) == 3


cdef int64_t least_effort(const Ending* e) noexcept nogil:
    """Return an effort below which it is not worth while to begin."""
    cdef int other = 1 - e.first
    cdef int64_t openings = min(e.start.stones[e.first] + 1, e.market) * e.table[e.first].effects
    if e.moves != NULL:
        openings = e.count
    if e.turns[other] == 2:
        return EFFORT_EACH * openings
    return EFFORT_EACH_OF_BOTH * (openings + e.market * e.table[other].effects)
