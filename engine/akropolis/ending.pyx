"""The exact worth of the last plies.

Nothing is unknown when no stack is left. Cities never touch each other: seats meet only in the market. So for each seat
the best places of the tiles are found alone (`placements`), and what remains is a small game of taking tiles.

A seat prefers the greatest share of the win; then the greatest margin over the best other seat; of equal ones, with two
seats seat 0 prefers more points and seat 1 fewer, so that one gains what the other loses; with more seats each prefers
the greatest vector of win shares, then of points. With three and four seats a place that is in nothing better than
another one for the seat's own city is left out: no seat threatens to give points away.

A unit of effort is one place of a tile that is judged: about 30 in a microsecond.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcpy, memset
from urbanist.engine.akropolis.ground cimport POINT, Ground, worth_of
from urbanist.engine.akropolis.placements cimport (
    MOST_SLOTS, NOTHING, Line, Lines, Plan, best_worth, find_lines, free_plan, new_plan,
)
from urbanist.engine.akropolis.position cimport MARKET, TABLE, TILE_SHIFT, Akropolis
from urbanist.engine.akropolis.scoring cimport points_of
from urbanist.engine.game cimport Head, Move, Solution

cdef enum:
    WHOLE = 12  # a win, in parts that two, three and four seats can share


cdef struct Outcome:
    int[TABLE] share
    int[TABLE] margin
    int[TABLE] points


cdef struct Round:
    # The game of taking tiles: tiles are slots.
    int size
    uint8_t[MARKET] slot
    int seat
    int[TABLE] stones
    int[TABLE] paid
    int64_t[TABLE] worth  # of seats whose last turn is over
    Line* line  # of the seat that has two turns; NULL before the first one


cdef struct Ending:
    int seats
    int first  # the seat to move
    bint twice  # whether it has a second turn
    int64_t effort  # that is left
    Move* moves  # ascending; NULL: all
    int count
    Plan* plan[TABLE]
    Ground* scratch
    Lines[MOST_SLOTS] lines
    int64_t[TABLE][MOST_SLOTS] best  # the greatest worth after each tile, of seats with one turn
    Move[MOST_SLOTS] best_move  # of the seat to move
    Move move  # the best one


cdef int compare_moves(const void* one, const void* other) noexcept nogil:
    cdef Move a = (<const Move*>one)[0]
    cdef Move b = (<const Move*>other)[0]
    return (a > b) - (a < b)


cdef void settle(const Ending* e, const Round* r, Outcome* out) noexcept nogil:
    """Write the outcome of a game whose seats all have their worths."""
    cdef int64_t[TABLE] worth
    cdef int64_t best = NOTHING
    cdef int winners = 0
    cdef int seat, other, rival
    for seat in range(e.seats):
        worth[seat] = r.worth[seat] - <int64_t>r.paid[seat] * (POINT + 1)
        out.points[seat] = <int>(worth[seat] // POINT)
        best = max(best, worth[seat])
    for seat in range(e.seats):
        winners += worth[seat] == best
    for seat in range(e.seats):
        out.share[seat] = WHOLE // winners if worth[seat] == best else 0
        rival = -POINT
        for other in range(e.seats):
            if other != seat:
                rival = max(rival, out.points[other])
        out.margin[seat] = out.points[seat] - rival


cdef int preferred(const Ending* e, int seat, const Outcome* one, const Outcome* other) noexcept nogil:
    """Return whether a seat prefers one outcome (1), the other (-1), or they are equal (0)."""
    cdef int i
    if one.share[seat] != other.share[seat]:
        return 1 if one.share[seat] > other.share[seat] else -1
    if one.margin[seat] != other.margin[seat]:
        return 1 if one.margin[seat] > other.margin[seat] else -1
    if e.seats == 2:
        if one.points[0] == other.points[0]:
            return 0
        return 1 if (one.points[0] > other.points[0]) == (seat == 0) else -1
    for i in range(e.seats):
        if one.share[i] != other.share[i]:
            return 1 if one.share[i] > other.share[i] else -1
    for i in range(e.seats):
        if one.points[i] != other.points[i]:
            return 1 if one.points[i] > other.points[i] else -1
    return 0


cdef inline void consider(Ending* e, int seat, Move move, const Outcome* found, Outcome* best, Move* best_move) noexcept nogil:
    """Keep the better of two outcomes for a seat; of equal ones that of the smaller move. No move is all ones."""
    cdef int better = 1 if best_move[0] == <Move>-1 else preferred(e, seat, found, best)
    if better > 0 or better == 0 and move < best_move[0]:
        best[0] = found[0]
        best_move[0] = move


cdef void take(Ending* e, const Round* r, Outcome* out) noexcept nogil:
    """Write the outcome of a game of taking tiles if all seats take the best ones; at its root, write the move."""
    cdef Round after
    cdef Outcome found
    cdef Move move = <Move>-1
    cdef bint twofold = e.twice and r.seat == e.first
    cdef int place, i, slot
    if r.size == 1:
        settle(e, r, out)
        return
    for place in range(min(r.stones[r.seat] + 1, r.size)):
        slot = r.slot[place]
        after = r[0]
        for i in range(place, r.size - 1):
            after.slot[i] = r.slot[i + 1]
        after.size -= 1
        after.seat = 0 if r.seat + 1 == e.seats else r.seat + 1
        after.stones[r.seat] -= place
        after.paid[r.seat] += place
        e.effort -= 1
        if twofold and r.line == NULL:
            for i in range(e.lines[slot].count):
                after.line = &e.lines[slot].line[i]
                after.stones[r.seat] = r.stones[r.seat] - place + after.line.covered
                take(e, &after, &found)
                consider(e, r.seat, after.line.move, &found, out, &move)
        else:
            after.worth[r.seat] = r.line.worth[slot] if twofold else e.best[r.seat][slot]
            if after.worth[r.seat] != NOTHING:
                take(e, &after, &found)
                consider(e, r.seat, e.best_move[slot] if r.seat == e.first else slot, &found, out, &move)
    e.move = move


cdef bint prepare(Ending* e, const Akropolis* a, const Round* r) noexcept nogil:
    """Find the best places of all seats; return whether memory and effort were enough."""
    cdef uint8_t[MOST_SLOTS] tile
    cdef Move unused
    cdef int i, seat, slot, turns
    memcpy(tile, a.market, r.size)
    for i in range(min(r.size - 1, e.seats)):
        seat = (e.first + i) % e.seats
        e.plan[seat] = new_plan(&a.city[seat], a.city[seat].stones, a.options, tile, r.size, &e.effort)
        if e.plan[seat] == NULL or e.effort < 0:
            return False
        for slot in range(r.size):
            if i or not e.twice:
                e.best[seat][slot] = best_worth(
                    e.plan[seat], slot, NULL if i else e.moves, e.count, &unused if i else &e.best_move[slot])
            elif slot <= r.stones[seat] and not find_lines(
                    e.plan[seat], slot, ((1 << r.size) - 1) ^ (1 << slot), e.moves, e.count, e.scratch,
                    &e.lines[slot], &e.effort):
                return False
    return True


cdef bint begin(Ending* e, const Akropolis* a, Round* r) noexcept nogil:
    """Fill the game of taking tiles before its first move; return whether it could be prepared."""
    cdef int i, seat
    memset(r, 0, sizeof(Round))
    r.size, r.seat = a.market_size, e.first
    for i in range(r.size):
        r.slot[i] = <uint8_t>i
    for seat in range(e.seats):
        r.stones[seat] = a.city[seat].stones
        r.worth[seat] = worth_of(points_of(&a.city[seat], a.options), a.city[seat].stones)  # if it has no turn
    return prepare(e, a, r)


cdef void write_solution(const Ending* e, const Outcome* found, Solution* out) noexcept nogil:
    cdef int seat
    out.move = e.move
    for seat in range(e.seats):
        out.win_share[seat] = <double>found.share[seat] / WHOLE
        out.points[seat] = found.points[seat]


cdef int64_t solve(const Head* state, const Move* moves, int count, int64_t effort, Solution* out) noexcept nogil:
    """Write the exact worth of the last plies and a best move; return the effort, 0 if it was not enough."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Ending* e
    cdef Round r
    cdef Outcome found
    cdef Move* sorted = NULL
    cdef int64_t spent = 0
    cdef int i
    if a.stacks or state.due or state.over:
        return 0
    e = <Ending*>malloc(sizeof(Ending))
    if e == NULL:
        return 0
    memset(e, 0, sizeof(Ending))
    e.scratch = <Ground*>malloc(sizeof(Ground))
    sorted = <Move*>malloc(max(count, 1) * sizeof(Move))
    if e.scratch != NULL and sorted != NULL:
        e.seats, e.first, e.effort = state.seats, state.to_move, effort
        e.twice = a.market_size - 1 > e.seats
        if moves != NULL:
            memcpy(sorted, moves, count * sizeof(Move))
            qsort(sorted, count, sizeof(Move), compare_moves)
            e.moves, e.count = sorted, count
        if begin(e, a, &r):
            take(e, &r, &found)
            if e.effort >= 0:
                write_solution(e, &found, out)
                spent = max(effort - e.effort, 1)
    for i in range(TABLE):
        free_plan(e.plan[i])
    for i in range(MOST_SLOTS):
        free(e.lines[i].line)
    free(e.scratch)
    free(sorted)
    free(e)
    return spent
