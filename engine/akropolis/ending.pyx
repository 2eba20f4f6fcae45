"""The exact worth of the last plies.

Nothing is unknown when no stack is left, and only the order of the last stack before it is opened: each order is
equally likely. Cities never touch each other: seats meet only in the market. So for each seat the best places of the
tiles are found alone (`placements`), and what remains is a small game of taking tiles.

A seat prefers the greatest share of the win; then the greatest margin over the best other seat; of equal ones, with two
seats seat 0 prefers more points and seat 1 fewer, so that one gains what the other loses; with more seats each prefers
the greatest vector of win shares, then of points. With three and four seats a place that is in nothing better than
another one for the seat's own city is left out: no seat threatens to give points away.

With two seats the last six plies are solved; `duel` has those in which a seat has three turns. With more seats each has
two turns at most.

A unit of effort is about one place of a tile that is looked at: 40,000 to 80,000 make a millisecond in played games.
"""

from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memcpy, memset
from urbanist.engine.akropolis.duel cimport go_on, is_duel, new_duel
from urbanist.engine.akropolis.grid cimport POINT, POINT_BITS, Grid, has_room, worth_of
from urbanist.engine.akropolis.placements cimport (
    NOTHING, Placement, Placements, best_worth, bound_of_placement, find_placement, find_placements,
)
from urbanist.engine.akropolis.plan cimport MAX_SLOTS, Plan, fill_plan, free_plan, new_plan
from urbanist.engine.akropolis.position cimport MARKET, TABLE, Akropolis, slot_of
from urbanist.engine.akropolis.scoring cimport points_of
from urbanist.engine.akropolis.taking cimport (
    WHOLE, all_slots, is_open, later_slots, list_slots, orders, plies_left, take_out, turns_left,
)
from urbanist.engine.game cimport Head, Move, Solution, Solver

cdef enum:
    MAX_TURNS = 2  # of a seat, with more seats than two


cdef Move NO_MOVE = 0xFFFFFFFF


cdef struct Outcome:
    # Sums over all orders of the closed stack, before it is opened.
    int64_t[TABLE] share
    int64_t[TABLE] margin
    int64_t[TABLE] points


cdef struct Round:
    # The game of taking tiles: tiles are slots.
    int size
    uint8_t[MARKET] slot
    bint closed  # whether a stack will be opened
    int seat
    int[TABLE] stones
    int[TABLE] paid
    int64_t[TABLE] worth  # of seats without another turn
    Placement* line[TABLE]  # of seats between their two turns, else NULL


cdef struct Ending:
    int seats
    int first  # the seat to move
    int[TABLE] turns  # that each seat has left
    int market
    int slots  # the tiles of the market, then those of the closed stack
    uint8_t[MAX_SLOTS] tile
    int64_t effort  # that is left
    Move* moves  # ascending; NULL: all
    int count
    Plan* plan[TABLE]
    Grid* scratch
    Placements[TABLE][MAX_SLOTS] lines  # of seats with two turns
    int64_t[TABLE][MAX_SLOTS] best  # the greatest worth after each tile, of seats with one turn
    Move[MAX_SLOTS] best_move  # of the seat to move
    const Round* start
    Move move  # the best one; NO_MOVE: none is known yet
    Outcome outcome  # with it


cdef struct Candidate:
    # A first move of one of two seats, and what it leads to at most, the most important first.
    int slot
    int number  # of its effect
    int64_t[3] most


cdef int compare_moves(const void* one, const void* other) noexcept nogil:
    cdef Move a = (<const Move*>one)[0]
    cdef Move b = (<const Move*>other)[0]
    return (a > b) - (a < b)


cdef void settle(const Ending* e, const Round* r, Outcome* out) noexcept nogil:
    """Write the outcome of a game whose seats all have their worths."""
    cdef int64_t[TABLE] worth
    cdef int64_t best = NOTHING
    cdef int64_t rival
    cdef int winners = 0
    cdef int seat, other
    for seat in range(e.seats):
        worth[seat] = r.worth[seat] - <int64_t>r.paid[seat] * (POINT + 1)
        out.points[seat] = worth[seat] >> POINT_BITS
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
    for i in range(min(e.seats, TABLE)):
        if one.share[i] != other.share[i]:
            return 1 if one.share[i] > other.share[i] else -1
    for i in range(min(e.seats, TABLE)):
        if one.points[i] != other.points[i]:
            return 1 if one.points[i] > other.points[i] else -1
    return 0


cdef inline void consider(
    Ending* e, int seat, Move move, const Outcome* found, Outcome* best, Move* best_move,
) noexcept nogil:
    """Keep the better of two outcomes for a seat; of equal ones that of the smaller move."""
    cdef int better = 1 if best_move[0] == NO_MOVE else preferred(e, seat, found, best)
    if better > 0 or better == 0 and move < best_move[0]:
        best[0] = found[0]
        best_move[0] = move


cdef void add(const Ending* e, const Outcome* one, Outcome* sum) noexcept nogil:
    cdef int seat
    for seat in range(e.seats):
        sum.share[seat] += one.share[seat]
        sum.margin[seat] += one.margin[seat]
        sum.points[seat] += one.points[seat]


cdef void open_stack(Ending* e, const Round* r, int size, uint32_t left, Outcome* sum) noexcept nogil:
    """Add the outcomes of all orders of the slots that are left of the closed stack; `size` tiles lie open already."""
    cdef Round after = r[0]
    cdef Outcome found
    cdef int slot
    if not left:
        after.size, after.closed = size, False
        take(e, &after, &found)
        add(e, &found, sum)
        return
    for slot in range(e.market, e.slots):
        if left >> slot & 1:
            after.slot[size] = <uint8_t>slot
            open_stack(e, &after, size + 1, left ^ <uint32_t>1 << slot, sum)


cdef void remove(const Round* r, int place, Round* out) noexcept nogil:
    """Write the game after a seat has paid for a tile of the market."""
    out[0] = r[0]
    out.size = take_out(out.slot, r.size, place)
    out.paid[r.seat] += place
    out.stones[r.seat] -= place


cdef void take_slot(Ending* e, Round* after, int slot, Outcome* best, Move* move) noexcept nogil:
    """Consider all that the seat can do with a tile: `after` is the game without the tile, and is changed."""
    cdef int seat = after.seat
    cdef int stones = after.stones[seat]
    cdef Placement* held = after.line[seat]
    cdef Outcome found
    cdef int i
    after.seat = 0 if seat + 1 == e.seats else seat + 1
    if held == NULL and e.turns[seat] == 2:
        for i in range(e.lines[seat][slot].count):
            after.line[seat] = &e.lines[seat][slot].line[i]
            after.stones[seat] = stones + after.line[seat].covered
            take(e, after, &found)
            consider(e, seat, after.line[seat].move, &found, best, move)
        return
    after.worth[seat] = held.worth[slot] if held != NULL else e.best[seat][slot]
    if after.worth[seat] != NOTHING:
        take(e, after, &found)
        consider(e, seat, e.best_move[slot] if seat == e.first else slot, &found, best, move)


cdef Move take(Ending* e, const Round* r, Outcome* out) noexcept nogil:
    """Write the outcome of a game of taking tiles if all seats take the best ones; return the first move."""
    cdef Round after
    cdef Move move = NO_MOVE
    cdef int place
    e.effort -= 1
    if r.size == 1 and r.closed:
        memset(out, 0, sizeof(Outcome))
        open_stack(e, r, 1, all_slots(e.slots) ^ all_slots(e.market), out)
        return NO_MOVE
    if r.size == 1 or e.effort < 0:
        settle(e, r, out)
        return NO_MOVE
    for place in range(min(r.stones[r.seat] + 1, r.size)):
        remove(r, place, &after)
        take_slot(e, &after, r.slot[place], out, &move)
    return move


cdef bint is_reachable(const Ending* e, const Round* r, int turn, int slot) noexcept nogil:
    """Return whether a seat may take a tile in its next turn, `turn` plies from now."""
    if turn == 0:
        return slot <= r.stones[r.seat] and slot < e.market
    return is_open(e.market, turn, slot)


# -- the first move of one of two seats ------------------------------------------------------------------------------

cdef void after_line(Ending* e, int slot, Placement* line, Outcome* out) noexcept nogil:
    """Write the outcome after the seat to move has laid a tile of the market so that it gets a line."""
    cdef Round after
    remove(e.start, slot, &after)
    after.line[e.first] = line
    after.stones[e.first] += line.covered
    after.seat = 1 - e.first
    take(e, &after, out)


cdef bint would_be_better(void* context, int slot, const Placement* most) noexcept nogil:
    """Return whether a line that is at most so good would be better than the best one that is known.

    What one of two seats gains the other one loses, so that a seat is never worse off with more points or stones.
    """
    cdef Ending* e = <Ending*>context
    cdef Placement line = most[0]
    cdef Outcome found
    if e.move == NO_MOVE:
        return True
    after_line(e, slot, &line, &found)
    return preferred(e, e.first, &found, &e.outcome) > 0


cdef int is_less(const void* one, const void* other) noexcept nogil:
    """Compare two candidates for `qsort`: those that may lead to more come first."""
    cdef const Candidate* a = <const Candidate*>one
    cdef const Candidate* b = <const Candidate*>other
    cdef int i
    for i in range(3):
        if a.most[i] != b.most[i]:
            return 1 if a.most[i] < b.most[i] else -1
    return a.number - b.number if a.slot == b.slot else a.slot - b.slot


cdef int list_candidates(Ending* e, Candidate* out) noexcept nogil:
    """Write all first moves, those first that may lead to more; return their number."""
    cdef Plan* plan = e.plan[e.first]
    cdef Placement line
    cdef Outcome found
    cdef int slot, i
    cdef int n = 0
    for slot in range(min(e.start.stones[e.first] + 1, e.start.size)):
        for i in range(plan.effects):
            if e.effort >= 0 and bound_of_placement(
                    plan, slot, i, later_slots(e.market, e.slots, 0, slot), e.moves, e.count, &line, &e.effort):
                after_line(e, slot, &line, &found)
                out[n].slot, out[n].number = slot, i
                out[n].most[0], out[n].most[1] = found.share[e.first], found.margin[e.first]
                out[n].most[2] = found.points[0] if e.first == 0 else -found.points[0]
                n += 1
    qsort(out, n, sizeof(Candidate), is_less)
    return n


cdef bint find_first(Ending* e) noexcept nogil:
    """Find the best move of a seat that has another turn after it; return whether memory and effort were enough."""
    cdef size_t most = e.start.size * e.plan[e.first].effects
    cdef Candidate* candidate = <Candidate*>malloc(most * sizeof(Candidate))
    cdef Placement line
    cdef Outcome found
    cdef int i, n, slot
    if candidate == NULL:
        return False
    n = list_candidates(e, candidate)
    for i in range(n):
        slot = candidate[i].slot
        if e.effort >= 0 and find_placement(
                e.plan[e.first], slot, candidate[i].number, later_slots(e.market, e.slots, 0, slot), would_be_better, e,
                e.scratch, &line, &e.effort):
            after_line(e, slot, &line, &found)
            consider(e, e.first, line.move, &found, &e.outcome, &e.move)
    free(candidate)
    return e.effort >= 0


# -- the position ----------------------------------------------------------------------------------------------------

cdef inline bint is_bounded(const Ending* e) noexcept nogil:
    """Return whether only those places of the first move are looked at that may be the best ones."""
    return e.seats == 2 and e.turns[e.first] == 2 and not e.start.closed


cdef bint prepare(Ending* e, const Akropolis* a, const Round* r) noexcept nogil:
    """Find the best places of all seats; return whether memory and effort were enough."""
    cdef Move unused
    cdef int i, seat, slot
    for i in range(e.seats):
        seat = (e.first + i) % e.seats
        if not e.turns[seat]:
            continue
        e.plan[seat] = new_plan()
        if e.plan[seat] == NULL or not fill_plan(
                e.plan[seat], &a.city[seat], a.city[seat].stones, a.options, e.tile, e.slots,
                all_slots(e.slots), &e.effort) or e.effort < 0:
            return False
        for slot in range(e.slots if i or not is_bounded(e) else 0):
            if e.turns[seat] == 1:
                e.best[seat][slot] = best_worth(
                    e.plan[seat], slot, NULL if i else e.moves, e.count, &unused if i else &e.best_move[slot])
            elif is_reachable(e, r, i, slot) and not find_placements(
                    e.plan[seat], slot, later_slots(e.market, e.slots, i, slot), NULL if i else e.moves, e.count, NULL,
                    e.scratch, &e.lines[seat][slot], &e.effort):
                return False
    return True


cdef bint begin(Ending* e, const Akropolis* a, Round* r) noexcept nogil:
    """Fill the game of taking tiles before its first move; return whether it is near enough to the end."""
    cdef int plies = plies_left(a)
    cdef int i, seat
    if a.stacks > 1 or a.head.due or a.head.over or plies > MAX_TURNS * a.head.seats:
        return False
    e.seats, e.first = a.head.seats, a.head.to_move
    e.market, e.slots = a.market_size, list_slots(a, e.tile)
    memset(r, 0, sizeof(Round))
    r.size, r.seat, r.closed = e.market, e.first, a.stacks > 0
    for i in range(r.size):
        r.slot[i] = <uint8_t>i
    for i in range(e.seats):
        seat = (e.first + i) % e.seats
        e.turns[seat] = turns_left(plies, i, e.seats)
        r.stones[seat] = a.city[seat].stones
        r.worth[seat] = worth_of(points_of(&a.city[seat], a.options), a.city[seat].stones)
    return True


cdef void write_solution(const Ending* e, const Outcome* found, Solution* out) noexcept nogil:
    cdef int worlds = orders(e.slots - e.market)
    cdef int seat
    out.move = e.move
    for seat in range(e.seats):
        out.win_share[seat] = <double>found.share[seat] / (WHOLE * worlds)
        out.points[seat] = <double>found.points[seat] / worlds


cdef void free_ending(Ending* e) noexcept nogil:
    cdef int seat, slot
    for seat in range(TABLE):
        free_plan(e.plan[seat])
        for slot in range(MAX_SLOTS):
            free(e.lines[seat][slot].line)
    free(e.scratch)
    free(e)


cdef bint find_best(Ending* e) noexcept nogil:
    """Find the best move and its outcome; return whether memory and effort were enough."""
    if is_bounded(e):
        return find_first(e)
    e.move = take(e, e.start, &e.outcome)
    return e.effort >= 0


cdef int64_t solve_few_turns(
    const Akropolis* a, const Move* moves, int count, int64_t effort, Solution* out,
) noexcept nogil:
    """Write what `solve` does, if no seat has more than two turns; the moves ascend."""
    cdef Ending* e = <Ending*>malloc(sizeof(Ending))
    cdef Round r
    cdef int64_t spent = 0
    if e == NULL:
        return 0
    memset(e, 0, sizeof(Ending))
    e.effort = effort
    e.moves, e.count = <Move*>moves, count
    e.move = NO_MOVE
    e.start = &r
    if begin(e, a, &r):
        e.scratch = <Grid*>malloc(sizeof(Grid))
        if e.scratch != NULL and prepare(e, a, &r) and find_best(e):
            write_solution(e, &e.outcome, out)
            spent = max(effort - e.effort, 1)
    free_ending(e)
    return spent


cdef int64_t solve_many_turns(
    const Akropolis* a, const Move* moves, int count, int64_t effort, Solver** solver, Solution* out,
) noexcept nogil:
    """Write what `solve` does, if a seat of two has three turns; the moves ascend."""
    cdef Solver* kept = solver[0] if solver != NULL else NULL
    cdef int64_t spent = 0
    if kept == NULL:
        kept = new_duel(a, moves, count)
    if kept != NULL:
        spent = go_on(kept, effort, out)
    if solver != NULL:
        solver[0] = kept
    elif kept != NULL:
        kept.release(kept)
    return spent


cdef int64_t solve(
    const Head* state, const Move* moves, int count, int64_t effort, Solver** solver, Solution* out,
) noexcept nogil:
    """Write the exact worth of the last plies and a best move; return the effort, 0 if it was not enough."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Move* sorted_moves = NULL
    cdef int64_t spent
    if a.stacks > 1 or state.due or state.over or not has_room[slot_of(a.options)]:
        return 0
    if moves != NULL:
        sorted_moves = <Move*>malloc(count * sizeof(Move))
        if sorted_moves == NULL:
            return 0
        memcpy(sorted_moves, moves, count * sizeof(Move))
        qsort(sorted_moves, count, sizeof(Move), compare_moves)
    if is_duel(a):
        spent = solve_many_turns(a, sorted_moves, count, effort, solver, out)
    else:
        spent = solve_few_turns(a, sorted_moves, count, effort, out)
    free(sorted_moves)
    return spent
