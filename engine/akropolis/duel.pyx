"""The exact worth of the last plies of a game of two in which a seat has three turns.

All stacks but one are gone, and the last one is closed: each order of its tiles is equally likely. `openings` tells of
the first placements of a seat with three turns, and of ceilings for most of them.

With six plies the other seat has openings as well: replies. The openings that are known in full are a small game, which
is solved first (`settle`). Then all replies to its best opening are looked at, and all openings against the replies
that are known. What is better becomes a part of the small game, until nothing is: the double oracle of McMahan, Gordon
and Blum (2003). The most promising openings of both seats are looked at first. A better one is nearly always among
them, so that all are looked at but once or twice.

All this is done in small steps, so that it can be left and taken up again.
"""

from libc.stdint cimport int64_t, uint32_t, uint8_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy
from urbanist.engine.akropolis.grid cimport Grid
from urbanist.engine.akropolis.openings cimport (
    FAILED, KNOW_OPENINGS, KNOW_REPLIES, LEAST, LIST, PART_BITS, PREPARE, SEATS, SOLVED, TRY_OPENINGS, TRY_REPLIES,
    Duel, Opening, Side, add_to_ceilings, clear_ceilings, find_lines_after, forget, is_better, is_refuted,
    list_openings, value_of,
)
from urbanist.engine.akropolis.placements cimport find_placements
from urbanist.engine.akropolis.plan cimport MAX_SLOTS, fill_plan, free_plan, new_plan
from urbanist.engine.akropolis.position cimport Akropolis
from urbanist.engine.akropolis.taking cimport (
    WHOLE, all_slots, is_open, later_slots, list_slots, orders, plies_left, turns_left,
)
from urbanist.engine.game cimport Move, Solution, Solver

cdef enum:
    EXACT_FIRST = 4  # openings of each seat that are looked at in full, the most promising ones
    FIRST_WIDTH = 64
    WIDENING = 4  # how many times the openings before
    # Effort for each opening that most played positions take at least, if one seat has openings, and if both do.
    EFFORT_EACH = 12_000
    EFFORT_EACH_OF_BOTH = 13_000


cdef int64_t UNLIMITED = 1 << 60


# -- the small game of openings that are known in full ---------------------------------------------------------------

cdef bint know(Duel* d, int seat, Opening* o) noexcept nogil:
    """Find all lines of an opening; return whether there was memory."""
    if o.lines != NULL:
        return True
    return find_lines_after(d, seat, o, NULL, False, o)


cdef Opening* best_known(Duel* d, int seat) noexcept nogil:
    """Return the best known opening that is better than the mark, which becomes its value; NULL if there is none."""
    cdef Side* side = &d.side[seat]
    cdef Opening* best = NULL
    cdef int i
    for i in range(side.openings):
        if side.opening[i].lines != NULL and is_better(d, seat, &side.opening[i]):
            side.mark = value_of(d, seat, &side.opening[i])
            best = &side.opening[i]
    return best


cdef inline void add_reply(Duel* d, Opening* o) noexcept nogil:
    """Let the first seat play against one more reply."""
    d.reply[d.replies] = o
    d.replies += 1


cdef void settle(Duel* d) noexcept nogil:
    """Find the best known opening of the first seat, and its value if the other seat replies with known ones."""
    cdef int other = 1 - d.first
    cdef Side* mine = &d.side[d.first]
    cdef Opening* better
    cdef Opening* reply
    while True:
        d.own = d.proven
        mine.mark = LEAST if d.own == NULL else value_of(d, d.first, d.own)
        better = best_known(d, d.first)
        d.own = d.own if better == NULL else better
        if d.turns[other] == 2:
            d.proven = d.own
            return
        d.side[other].mark = -mine.mark
        reply = best_known(d, other)
        if reply == NULL:
            return
        add_reply(d, reply)


# -- all openings ----------------------------------------------------------------------------------------------------

cdef bint begin_pass(Duel* d, int seat) noexcept nogil:
    """Make the ceilings of the known openings, which are no better than the mark; return whether there was memory."""
    cdef Side* side = &d.side[seat]
    cdef int i
    clear_ceilings(d, seat)
    for i in range(side.openings):
        if side.opening[i].lines != NULL and not add_to_ceilings(d, seat, &side.opening[i]):
            return False
    return True


cdef bint begin_next_pass(Duel* d) noexcept nogil:
    """Settle the small game, and look at all replies to the best opening, or at all openings if that has been done."""
    settle(d)
    d.at = 0
    d.stage = TRY_OPENINGS if d.proven == d.own else TRY_REPLIES
    return begin_pass(d, d.first if d.stage == TRY_OPENINGS else 1 - d.first)


cdef bint try_opening(Duel* d, int seat, Opening* o, bint* better) noexcept nogil:
    """Find whether an opening is better than the mark, and know it in full unless a ceiling says that it is not.

    Return whether there was memory.
    """
    cdef bint refuted = False
    better[0] = False
    if o.lines != NULL or o.most <= d.side[seat].mark:
        return True
    if not is_refuted(d, seat, o, &refuted):
        return False
    if refuted:
        if seat == d.first:
            o.most = d.side[seat].mark
        return True
    if not find_lines_after(d, seat, o, NULL, False, o):
        return False
    better[0] = is_better(d, seat, o)
    return better[0] or add_to_ceilings(d, seat, o)


cdef bint try_reply(Duel* d) noexcept nogil:
    """Look at the next reply to the best opening; return whether there was memory."""
    cdef int other = 1 - d.first
    cdef Side* mine = &d.side[d.first]
    cdef Opening* o = &d.side[other].opening[d.at]
    cdef bint better
    if d.at == min(d.width, d.side[other].openings):
        d.proven = d.own
        return begin_next_pass(d)
    d.at += 1
    if not try_opening(d, other, o, &better):
        return False
    if not better:
        return True
    d.side[other].mark = value_of(d, other, o)
    add_reply(d, o)
    mine.mark = -d.side[other].mark
    if best_known(d, d.first) != NULL:
        return begin_next_pass(d)
    return add_to_ceilings(d, other, o)


cdef bint widen(Duel* d) noexcept nogil:
    """Look at more openings of both seats, or be done if all have been looked at; return whether there was memory."""
    cdef int most = max(d.side[0].openings, d.side[1].openings)
    if d.width >= most:
        d.stage = SOLVED
        return True
    d.width *= WIDENING
    if 2 * d.width > most:
        d.width = most
    d.proven = NULL
    return begin_next_pass(d)


cdef bint try_next_opening(Duel* d) noexcept nogil:
    """Look at the next opening of the first seat; return whether there was memory."""
    cdef Side* mine = &d.side[d.first]
    cdef int64_t mark = mine.mark
    cdef bint better
    if d.at == min(d.width, mine.openings):
        if d.proven != d.own:
            return begin_next_pass(d)
        return widen(d)
    d.at += 1
    if not try_opening(d, d.first, &mine.opening[d.at - 1], &better):
        return False
    if not better:
        return True
    settle(d)
    if mine.mark >= mark:
        return add_to_ceilings(d, d.first, &mine.opening[d.at - 1])
    # What is known to be no better than a greater mark may be better than this one.
    d.at = 0
    return begin_pass(d, d.first)


# -- the position -----------------------------------------------------------------------------------------------------

cdef bint begin(Duel* d, const Akropolis* a) noexcept nogil:
    """Fill the game of taking tiles before its first move; return whether there was memory."""
    cdef int i, seat
    d.first = a.head.to_move
    d.market, d.slots = a.market_size, list_slots(a, d.tile)
    d.position = a[0]
    d.start.size, d.start.seat, d.start.closed = d.market, d.first, True
    for i in range(d.market):
        d.start.slot[i] = <uint8_t>i
    for i in range(SEATS):
        seat = (d.first + i) % SEATS
        d.turns[seat] = turns_left(plies_left(a), i, SEATS)
        d.start.stones[seat] = a.city[seat].stones
        d.plan[seat] = new_plan()
        if d.plan[seat] == NULL or not fill_plan(
                d.plan[seat], &a.city[seat], a.city[seat].stones, a.options, d.tile, d.slots,
                all_slots(d.slots), &d.effort):
            return False
    d.later = new_plan()
    d.scratch = <Grid*>malloc(sizeof(Grid))
    return d.later != NULL and d.scratch != NULL


cdef bint prepare_other(Duel* d) noexcept nogil:
    """Find what the other seat can do with two turns, or list its openings; return whether there was memory."""
    cdef int other = 1 - d.first
    cdef uint32_t others
    cdef int slot
    if d.turns[other] == 3:
        if not list_openings(d, other):
            return False
        d.reply = <Opening**>malloc((d.side[other].openings + 1) * sizeof(Opening*))
        return d.reply != NULL
    for slot in range(d.slots):
        others = later_slots(d.market, d.slots, 1, slot)
        if is_open(d.market, 1, slot) and not find_placements(
                d.plan[other], slot, others, NULL, 0, NULL, d.scratch, &d.lines[slot], &d.effort):
            return False
    return True


cdef bint know_next_opening(Duel* d) noexcept nogil:
    """Find all lines of the next of the most promising openings of the first seat; return whether there was memory."""
    cdef Side* mine = &d.side[d.first]
    if d.at < min(EXACT_FIRST, mine.openings):
        d.at += 1
        return know(d, d.first, &mine.opening[d.at - 1])
    if d.turns[1 - d.first] == 2:
        d.width = mine.openings
        return begin_next_pass(d)
    d.width = FIRST_WIDTH
    d.at = 0
    d.stage = KNOW_REPLIES
    return True


cdef bint know_next_reply(Duel* d) noexcept nogil:
    """Find all lines of the next reply if it is among the most promising ones, or the first one with its tile.

    Return whether there was memory.
    """
    cdef Side* side = &d.side[1 - d.first]
    cdef Opening* o = &side.opening[d.at]
    cdef bint known = False
    cdef int i
    if d.at == side.openings:
        return begin_next_pass(d)
    d.at += 1
    for i in range(d.replies):
        known = known or d.reply[i].slot == o.slot
    if not known:
        add_reply(d, o)
    return known and d.at > EXACT_FIRST or know(d, 1 - d.first, o)


cdef bint step(Duel* d) noexcept nogil:
    """Make a small step, of some milliseconds at most; return whether there was memory."""
    if d.stage == LIST:
        d.stage = PREPARE
        return list_openings(d, d.first) and d.side[d.first].openings > 0
    if d.stage == PREPARE:
        d.stage = KNOW_OPENINGS
        return prepare_other(d)
    if d.stage == KNOW_OPENINGS:
        return know_next_opening(d)
    if d.stage == KNOW_REPLIES:
        return know_next_reply(d)
    if d.stage == TRY_REPLIES:
        return try_reply(d)
    return try_next_opening(d)


cdef void release(Solver* solver) noexcept nogil:
    """Free a duel and all that it has."""
    cdef Duel* d = <Duel*>solver
    cdef int seat, slot, i
    for seat in range(SEATS):
        free_plan(d.plan[seat])
        clear_ceilings(d, seat)
        for i in range(d.side[seat].openings):
            forget(d, &d.side[seat].opening[i])
            free(d.side[seat].opening[i].most_of)
        free(d.side[seat].opening)
    for slot in range(MAX_SLOTS):
        free(d.lines[slot].line)
    free_plan(d.later)
    free(d.moves)
    free(d.scratch)
    free(d.reply)
    free(d)


cdef void write_solution(const Duel* d, Solution* out) noexcept nogil:
    """Write what the key of the best opening says."""
    cdef int64_t key = d.side[d.first].mark
    cdef int64_t half = 1 << PART_BITS - 1
    cdef int64_t points, margin
    cdef int worlds = orders(d.slots - d.market)
    points = ((key + half) & ((1 << PART_BITS) - 1)) - half
    key = (key - points) >> PART_BITS
    margin = ((key + half) & ((1 << PART_BITS) - 1)) - half
    key = (key - margin) >> PART_BITS
    out.move = d.own.move
    out.win_share[d.first] = <double>key / (WHOLE * worlds)
    out.win_share[1 - d.first] = 1 - out.win_share[d.first]
    if d.first == 1:
        points, margin = -points, -margin
    out.points[0] = <double>points / worlds
    out.points[1] = <double>(points - margin) / worlds


cdef bint is_duel(const Akropolis* a) noexcept nogil:
    """Return whether this is the end of a game of two in which a seat has three turns."""
    return a.head.seats == SEATS and a.stacks == 1 and 4 < plies_left(a) <= 6


cdef int64_t least_effort(const Duel* d, int moves) noexcept nogil:
    """Return an effort below which it is not worth while to begin, given how many moves are looked at (-1: all)."""
    cdef int other = 1 - d.first
    cdef int64_t openings = min(d.start.stones[d.first] + 1, d.market) * d.plan[d.first].effects
    if moves >= 0:
        openings = moves
    if d.turns[other] == 2:
        return EFFORT_EACH * openings
    return EFFORT_EACH_OF_BOTH * (openings + d.market * d.plan[other].effects)


cdef Solver* new_duel(const Akropolis* a, const Move* moves, int count) noexcept nogil:
    """Return the beginning of a solution by the best of some moves, which ascend; NULL if there is no memory."""
    cdef Duel* d = <Duel*>calloc(1, sizeof(Duel))
    if d == NULL:
        return NULL
    d.solver.release = release
    d.effort = UNLIMITED
    if moves != NULL:
        d.count = count
        d.moves = <Move*>malloc(count * sizeof(Move))
    if moves != NULL and d.moves == NULL or not begin(d, a):
        release(&d.solver)
        return NULL
    if moves != NULL:
        memcpy(d.moves, moves, count * sizeof(Move))
    d.least = least_effort(d, count if moves != NULL else -1)
    return &d.solver


cdef int64_t go_on(Solver* solver, int64_t effort, Solution* out) noexcept nogil:
    """Go on until all steps together have taken this effort; write the solution, and return the least that finds it.

    Return 0 as long as the effort is not enough. Nothing is done for less than `least`. From there on twice as much is
    done as the effort grows, until nothing is missed, so that a slowly growing effort leads to no long step.
    """
    cdef Duel* d = <Duel*>solver
    cdef int64_t most = min(effort, 2 * (effort - d.least))
    while d.stage < SOLVED and UNLIMITED - d.effort < most:
        d.before = UNLIMITED - d.effort
        if not step(d):
            d.stage = FAILED
    if d.stage != SOLVED or d.before >= most:
        return 0
    write_solution(d, out)
    return max(d.before + 1, d.least + d.before // 2 + 1)
