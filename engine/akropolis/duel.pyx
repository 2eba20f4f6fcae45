"""The last plies of a game of two in which a seat has three turns, step by step.

All stacks but one are gone, and the last one is closed: each order of its tiles is equally likely. `openings` tells of
the first placements of a seat with three turns, and of ceilings for most of them.

With six plies the other seat has openings as well: replies. The openings that are known in full are a small game, which
is solved first (`settle`). Then all replies to its best opening are looked at, and all openings against the replies
that are known. What is better becomes a part of the small game, until nothing is: the double oracle of McMahan, Gordon
and Blum (2003). The most promising openings of both seats are looked at first. A better one is nearly always among
them, so that all are looked at but once or twice.
"""

from libc.stdint cimport int64_t, uint32_t
from libc.stdlib cimport free, malloc
from urbanist.engine.akropolis.openings cimport (
    PART_BITS, add_to_ceilings, clear_ceilings, find_lines_after, forget, is_better, is_refuted, list_openings,
    value_of,
)
from urbanist.engine.akropolis.placements cimport find_placements
from urbanist.engine.akropolis.plan cimport free_plan, new_plan
from urbanist.engine.akropolis.taking cimport (
    KNOW_OPENINGS, KNOW_REPLIES, LEAST, LIST_OPENINGS, PAIR, PREPARE_OTHER, SOLVED, TRY_OPENINGS, TRY_REPLIES, WHOLE,
    Ending, Opening, Side, is_open, later_slots, orders,
)

cdef enum:
    EXACT_FIRST = 4  # openings of each seat that are looked at in full, the most promising ones
    FIRST_WIDTH = 64
    WIDENING = 4  # how many times the openings before
    # Effort for each opening that most played positions take at least, if one seat has openings, and if both do.
    EFFORT_EACH = 12_000
    EFFORT_EACH_OF_BOTH = 13_000


# -- the small game of openings that are known in full ---------------------------------------------------------------

cdef bint know(Ending* e, int seat, Opening* o) noexcept nogil:
    """Find all lines of an opening; return whether there was memory."""
    if o.lines != NULL:
        return True
    return find_lines_after(e, seat, o, NULL, False, o)


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
        mine.mark = LEAST if e.own == NULL else value_of(e, e.first, e.own)
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
        if side.opening[i].lines != NULL and not add_to_ceilings(e, seat, &side.opening[i]):
            return False
    return True


cdef bint begin_next_pass(Ending* e) noexcept nogil:
    """Settle the small game, and look at all replies to the best opening, or at all openings if that has been done."""
    settle(e)
    e.at = 0
    e.stage = TRY_OPENINGS if e.proven == e.own else TRY_REPLIES
    return begin_pass(e, e.first if e.stage == TRY_OPENINGS else 1 - e.first)


cdef bint try_opening(Ending* e, int seat, Opening* o, bint* better) noexcept nogil:
    """Find whether an opening is better than the mark, and know it in full unless a ceiling says that it is not.

    Return whether there was memory.
    """
    cdef bint refuted = False
    better[0] = False
    if o.lines != NULL or o.most <= e.side[seat].mark:
        return True
    if not is_refuted(e, seat, o, &refuted):
        return False
    if refuted:
        if seat == e.first:
            o.most = e.side[seat].mark
        return True
    if not find_lines_after(e, seat, o, NULL, False, o):
        return False
    better[0] = is_better(e, seat, o)
    return better[0] or add_to_ceilings(e, seat, o)


cdef bint try_reply(Ending* e) noexcept nogil:
    """Look at the next reply to the best opening; return whether there was memory."""
    cdef int other = 1 - e.first
    cdef Side* mine = &e.side[e.first]
    cdef Opening* o = &e.side[other].opening[e.at]
    cdef bint better
    if e.at == min(e.width, e.side[other].openings):
        e.proven = e.own
        return begin_next_pass(e)
    e.at += 1
    if not try_opening(e, other, o, &better):
        return False
    if not better:
        return True
    e.side[other].mark = value_of(e, other, o)
    add_reply(e, o)
    mine.mark = -e.side[other].mark
    if best_known(e, e.first) != NULL:
        return begin_next_pass(e)
    return add_to_ceilings(e, other, o)


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
    cdef int64_t mark = mine.mark
    cdef bint better
    if e.at == min(e.width, mine.openings):
        if e.proven != e.own:
            return begin_next_pass(e)
        return widen(e)
    e.at += 1
    if not try_opening(e, e.first, &mine.opening[e.at - 1], &better):
        return False
    if not better:
        return True
    settle(e)
    if mine.mark >= mark:
        return add_to_ceilings(e, e.first, &mine.opening[e.at - 1])
    # What is known to be no better than a greater mark may be better than this one.
    e.at = 0
    return begin_pass(e, e.first)


# -- the steps -------------------------------------------------------------------------------------------------------

cdef bint prepare_other(Ending* e) noexcept nogil:
    """Find what the other seat can do with two turns, or list its openings; return whether there was memory."""
    cdef int other = 1 - e.first
    cdef uint32_t others
    cdef int slot
    if e.turns[other] == 3:
        if not list_openings(e, other):
            return False
        e.reply = <Opening**>malloc((e.side[other].openings + 1) * sizeof(Opening*))
        return e.reply != NULL
    for slot in range(e.slots):
        others = later_slots(e.market, e.slots, 1, slot)
        if is_open(e.market, 1, slot) and not find_placements(
                e.plan[other], slot, others, NULL, 0, NULL, e.scratch, &e.lines[other][slot], &e.effort):
            return False
    return True


cdef bint know_next_opening(Ending* e) noexcept nogil:
    """Find all lines of the next of the most promising openings of the first seat; return whether there was memory."""
    cdef Side* mine = &e.side[e.first]
    if e.at < min(EXACT_FIRST, mine.openings):
        e.at += 1
        return know(e, e.first, &mine.opening[e.at - 1])
    if e.turns[1 - e.first] == 2:
        e.width = mine.openings
        return begin_next_pass(e)
    e.width = FIRST_WIDTH
    e.at = 0
    e.stage = KNOW_REPLIES
    return True


cdef bint know_next_reply(Ending* e) noexcept nogil:
    """Find all lines of the next reply if it is among the most promising ones, or the first one with its tile.

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
    return known and e.at > EXACT_FIRST or know(e, 1 - e.first, o)


cdef bint duel_step(Ending* e) noexcept nogil:
    """Make a small step, of some milliseconds at most; return whether there was memory."""
    if e.stage == LIST_OPENINGS:
        e.stage = PREPARE_OTHER
        e.later = new_plan()
        return e.later != NULL and list_openings(e, e.first) and e.side[e.first].openings > 0
    if e.stage == PREPARE_OTHER:
        e.stage = KNOW_OPENINGS
        return prepare_other(e)
    if e.stage == KNOW_OPENINGS:
        return know_next_opening(e)
    if e.stage == KNOW_REPLIES:
        return know_next_reply(e)
    if e.stage == TRY_REPLIES:
        return try_reply(e)
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
    e.stage = SOLVED
    e.move = e.own.move
    e.outcome.share[e.first] = key
    e.outcome.share[other] = WHOLE * orders(e.slots - e.market) - key
    if e.first == 1:
        points, margin = -points, -margin
    e.outcome.points[0] = points
    e.outcome.points[1] = points - margin


cdef void release_duel(Ending* e) noexcept nogil:
    """Free all that a duel has besides."""
    cdef int seat, i
    for seat in range(PAIR):
        clear_ceilings(e, seat)
        for i in range(e.side[seat].openings):
            forget(e, &e.side[seat].opening[i])
            free(e.side[seat].opening[i].most_of)
        free(e.side[seat].opening)
    free_plan(e.later)
    free(e.reply)


cdef bint is_duel(const Ending* e) noexcept nogil:
    """Return whether this is the end of a game of two in which a seat has three turns."""
    return e.seats == PAIR and max(e.turns[0], e.turns[1]) == 3


cdef int64_t effort_of_duel(const Ending* e) noexcept nogil:
    """Return an effort below which it is not worth while to begin."""
    cdef int other = 1 - e.first
    cdef int64_t openings = min(e.start.stones[e.first] + 1, e.market) * e.plan[e.first].effects
    if e.moves != NULL:
        openings = e.count
    if e.turns[other] == 2:
        return EFFORT_EACH * openings
    return EFFORT_EACH_OF_BOTH * (openings + e.market * e.plan[other].effects)
