"""The exact worth of the last plies.

Nothing is unknown when no stack is left, and only the order of the last stack before it is opened: each order is
equally likely. Cities never touch each other: seats meet only in the market. So for each seat the best places of the
tiles are found alone (`placements`), and what remains is a small game of taking tiles.

A seat prefers the greatest share of the win; then the greatest margin over the best other seat; of equal ones, with two
seats seat 0 prefers more points and seat 1 fewer, so that one gains what the other loses; with more seats each prefers
the greatest vector of win shares, then of points. With three and four seats a place that is in nothing better than
another one for the seat's own city is left out: no seat threatens to give points away.

With two seats the last six plies are solved; `three_turns` has those in which a seat has three turns. With more seats
each has two turns at most. All is done in small steps, so that it can be left and taken up again.

A unit of effort is about one place of a tile that is looked at: 40,000 to 80,000 make a millisecond in played games.
"""

from libc.stdint cimport int16_t, int64_t, uint8_t
from libc.stdlib cimport calloc, free, malloc, qsort, realloc
from libc.string cimport memcpy, memset
from urbanist.engine.akropolis.position cimport TABLE, Akropolis, slot_of
from urbanist.engine.akropolis.scoring cimport points_of
from urbanist.engine.akropolis.solver.effect_table cimport MAX_SLOTS, fill_table, free_table, new_table
from urbanist.engine.akropolis.solver.grid cimport INFINITE, POINT, POINT_BITS, Grid, has_room, worth_of
from urbanist.engine.akropolis.solver.placements cimport (
    Placement, Placements, best_worth, bound_of_placement, find_placement, find_placements,
)
from urbanist.engine.akropolis.solver.subgame cimport (
    FAILED, FIND_LINES, LIST_CANDIDATES, LIST_OPENINGS, SOLVED, TRY_CANDIDATES, WHOLE, Candidate, Ending, SearchFrame,
    Outcome, Subgame, Turn, all_slots, is_open, later_slots, list_slots, open_stack, orders, plies_left, remove,
    turns_left,
)
from urbanist.engine.akropolis.solver.three_turns cimport (
    has_three_turns, least_effort, release_three_turns, three_turn_step,
)
from urbanist.engine.game cimport Head, Move, Solution, Solver

cdef enum:
    MAX_TURNS = 2  # of a seat, one more with two seats
    SLICE = 1 << 18  # effort after which it pauses: about five milliseconds
    STEP = 500  # of that for each step, beside its effort


cdef Move NO_MOVE = 0xFFFFFFFF


cdef int compare_moves(const void* one, const void* other) noexcept nogil:
    cdef Move a = (<const Move*>one)[0]
    cdef Move b = (<const Move*>other)[0]
    return (a > b) - (a < b)


cdef inline void settle(const Ending* e, const Subgame* r, Outcome* out) noexcept nogil:
    """Write the outcome of a game whose seats all have their worths."""
    cdef int64_t[TABLE] worth
    cdef int64_t best = -INFINITE
    cdef int64_t first = -POINT  # the most points, and the most of the others
    cdef int64_t second = -POINT
    cdef int winners = 0
    cdef int seat
    for seat in range(e.seats):
        worth[seat] = r.worth[seat] - <int64_t>r.paid[seat] * (POINT + 1)
        out.points[seat] = worth[seat] >> POINT_BITS
        winners = 1 if worth[seat] > best else winners + (worth[seat] == best)
        best = max(best, worth[seat])
        second = max(second, min(first, out.points[seat]))
        first = max(first, out.points[seat])
    for seat in range(e.seats):
        out.share[seat] = WHOLE // winners if worth[seat] == best else 0
        out.margin[seat] = out.points[seat] - (second if out.points[seat] == first else first)


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
    Ending* e, int seat, Move move, const Outcome* outcome, Outcome* best, Move* best_move,
) noexcept nogil:
    """Keep the better of two outcomes for a seat; of equal ones that of the smaller move."""
    cdef int better = 1 if best_move[0] == NO_MOVE else preferred(e, seat, outcome, best)
    if better > 0 or better == 0 and move < best_move[0]:
        best[0] = outcome[0]
        best_move[0] = move


cdef void add(const Ending* e, const Outcome* one, Outcome* sum) noexcept nogil:
    cdef int seat
    for seat in range(e.seats):
        sum.share[seat] += one.share[seat]
        sum.margin[seat] += one.margin[seat]
        sum.points[seat] += one.points[seat]


cdef inline void begin_turn(Turn* turn) noexcept nogil:
    """Begin a turn in which nothing has been tried."""
    turn.place = -1
    turn.line = turn.lines = 0


cdef inline bint try_next(const Ending* e, const Subgame* r, Turn* turn) noexcept nogil:
    """Write the game after the next thing that a seat can do in a turn; return whether there is one."""
    cdef int seat = r.seat
    cdef bint lays_two = r.line[seat] == NULL and e.turns[seat] == 2
    cdef const Placement* line
    cdef int slot
    turn.line += 1
    while turn.line >= turn.lines:
        turn.place += 1
        if turn.place > r.stones[seat] or turn.place == r.size:
            return False
        remove(r, turn.place, &turn.after)
        turn.after.seat = 0 if seat + 1 == e.seats else seat + 1
        turn.line = 0
        turn.lines = e.lines[seat][r.slot[turn.place]].count if lays_two else 1
    slot = r.slot[turn.place]
    if lays_two:
        line = &e.lines[seat][slot].line[turn.line]
        turn.move = line.move
        turn.after.line[seat] = line
        turn.after.stones[seat] = <int16_t>(r.stones[seat] - turn.place + line.covered)
    else:
        turn.move = slot
        turn.after.worth[seat] = e.best[seat][slot] if r.line[seat] == NULL else r.line[seat].worth[slot]
    return True


cdef inline void take(Ending* e, const Subgame* r, Outcome* out) noexcept nogil:
    """Write the outcome of a game of taking tiles without a closed stack, if all seats take the best ones."""
    e.effort -= 1
    if r.size == 1:
        settle(e, r, out)
    else:
        take_next(e, r, out)


cdef void take_next(Ending* e, const Subgame* r, Outcome* out) noexcept nogil:
    """Write the outcome of such a game in which a seat has a turn."""
    cdef Turn turn
    cdef Outcome outcome
    cdef Move move = NO_MOVE
    begin_turn(&turn)
    while try_next(e, r, &turn):
        take(e, &turn.after, &outcome)
        consider(e, r.seat, turn.move, &outcome, out, &move)


cdef void take_in_steps(Ending* e, const Subgame* r) noexcept nogil:
    """Begin a game of taking tiles with a closed stack, which is played in steps until it is opened."""
    cdef SearchFrame* frame = &e.frame[e.depth]
    e.effort -= 1
    e.depth += 1
    frame.subgame, frame.move, frame.order = r[0], NO_MOVE, 0
    memset(&frame.outcome, 0, sizeof(Outcome))
    begin_turn(&frame.turn)


cdef void try_next_step(Ending* e) noexcept nogil:
    """Try the next order of the stack or the next thing in a turn, whichever was begun last; or end with it."""
    cdef SearchFrame* frame = &e.frame[e.depth - 1]
    cdef Subgame after
    cdef Outcome outcome
    if frame.subgame.size == 1 and frame.order < orders(e.slots - e.market):
        open_stack(&frame.subgame, e.market, e.slots, frame.order, &after)
        take(e, &after, &outcome)
        add(e, &outcome, &frame.outcome)
        frame.order += 1
    elif frame.subgame.size > 1 and try_next(e, &frame.subgame, &frame.turn):
        take_in_steps(e, &frame.turn.after)
    else:
        e.depth -= 1
        outcome = frame.outcome
        if e.depth:
            frame = &e.frame[e.depth - 1]
            consider(e, frame.subgame.seat, frame.turn.move, &outcome, &frame.outcome, &frame.move)
        else:
            consider(e, e.first, e.trying, &outcome, &e.outcome, &e.move)


# -- the first move --------------------------------------------------------------------------------------------------

cdef inline bint is_bounded(const Ending* e) noexcept nogil:
    """Return whether only those places of the first move are looked at that may be the best ones."""
    return e.seats == 2 and e.turns[e.first] == 2 and not e.start.closed


cdef void lay_line(const Ending* e, int slot, const Placement* line, Subgame* after) noexcept nogil:
    """Write the game after the first seat has taken a tile, and has laid it so that it gets a line.

    Without a line (NULL) this was its last turn, and it has laid the tile as well as it can.
    """
    remove(&e.start, slot, after)
    after.seat = (e.first + 1) % e.seats
    if line == NULL:
        after.worth[e.first] = e.best[e.first][slot]
        return
    after.line[e.first] = line
    after.stones[e.first] += <int16_t>line.covered


cdef void after_line(Ending* e, int slot, const Placement* line, Outcome* out) noexcept nogil:
    """Write the outcome after the first seat has got a line."""
    cdef Subgame after
    lay_line(e, slot, line, &after)
    take(e, &after, out)


cdef bint would_be_better(void* context, int slot, const Placement* most) noexcept nogil:
    """Return whether a line that is at most so good would be better than the best one that is known.

    What one of two seats gains the other one loses, so that a seat is never worse off with more points or stones.
    """
    cdef Ending* e = <Ending*>context
    cdef Outcome outcome
    if e.move == NO_MOVE:
        return True
    after_line(e, slot, most, &outcome)
    return preferred(e, e.first, &outcome, &e.outcome) > 0


cdef int compare_candidates(const void* one, const void* other) noexcept nogil:
    """Compare two candidates for `qsort`: those that may lead to more come first."""
    cdef const Candidate* a = <const Candidate*>one
    cdef const Candidate* b = <const Candidate*>other
    cdef int i
    for i in range(3):
        if a.most[i] != b.most[i]:
            return 1 if a.most[i] < b.most[i] else -1
    return a.number - b.number if a.slot == b.slot else a.slot - b.slot


cdef bint bound_candidate(Ending* e, Candidate* c) noexcept nogil:
    """Write what a candidate leads to at most; return whether it is among the moves."""
    cdef Placement most
    cdef Outcome outcome
    if not bound_of_placement(
            e.table[e.first], c.slot, c.number, later_slots(e.market, e.slots, 0, c.slot), e.moves, e.count, &most,
            &e.effort):
        return False
    after_line(e, c.slot, &most, &outcome)
    c.most[0], c.most[1] = outcome.share[e.first], outcome.margin[e.first]
    c.most[2] = outcome.points[0] if e.first == 0 else -outcome.points[0]
    return True


cdef bint list_next_candidates(Ending* e) noexcept nogil:
    """List the candidates with the next tile of the market; return whether there was memory."""
    cdef Candidate* more
    cdef Candidate* c
    cdef int slot = e.at
    cdef int i, n
    if slot == min(e.start.stones[e.first] + 1, e.start.size):
        e.phase, e.at = TRY_CANDIDATES, 0
        qsort(e.candidate, e.candidates, sizeof(Candidate), compare_candidates)
        return e.candidates > 0
    e.at += 1
    if is_bounded(e):
        n = e.table[e.first].effects
    elif e.turns[e.first] == 2:
        n = e.lines[e.first][slot].count
    else:
        n = e.best[e.first][slot] != -INFINITE
    more = <Candidate*>realloc(e.candidate, (e.candidates + n + 1) * sizeof(Candidate))
    if more == NULL:
        return False
    e.candidate = more
    for i in range(n):
        c = &e.candidate[e.candidates]
        c[0] = Candidate(slot, i, [0, 0, 0])
        e.candidates += not is_bounded(e) or bound_candidate(e, c)
    return True


cdef bint try_next_candidate(Ending* e) noexcept nogil:
    """Look at the next candidate, or go on with it; return whether there was memory."""
    cdef const Candidate* c = &e.candidate[e.at]
    cdef const Placement* line = NULL
    cdef Placement own
    cdef Subgame after
    cdef Outcome outcome
    if e.depth:
        try_next_step(e)
        return True
    if e.at == e.candidates:
        e.phase = SOLVED
        return True
    e.at += 1
    if is_bounded(e):
        line = &own
        if not find_placement(
                e.table[e.first], c.slot, c.number, later_slots(e.market, e.slots, 0, c.slot), would_be_better, e,
                e.scratch, &own, &e.effort):
            return e.effort > 0
    elif e.turns[e.first] == 2:
        line = &e.lines[e.first][c.slot].line[c.number]
    e.trying = e.best_move[c.slot] if line == NULL else line.move
    lay_line(e, c.slot, line, &after)
    if after.closed:
        take_in_steps(e, &after)
        return True
    take(e, &after, &outcome)
    consider(e, e.first, e.trying, &outcome, &e.outcome, &e.move)
    return True


# -- the steps -------------------------------------------------------------------------------------------------------

cdef bint find_next_lines(Ending* e) noexcept nogil:
    """Find more of the best places of the next tile for the next seat; return whether there was memory."""
    cdef int turn = e.at // e.slots
    cdef int slot = e.at % e.slots
    cdef int seat = (e.first + turn) % e.seats
    cdef Placements* lines = &e.lines[seat][slot]
    cdef const Move* moves = NULL if turn else e.moves
    cdef Move unused
    if turn == e.seats:
        e.phase, e.at = LIST_OPENINGS if has_three_turns(e) else LIST_CANDIDATES, 0
        return True
    if e.turns[seat] == 1:
        e.best[seat][slot] = best_worth(
            e.table[seat], slot, moves, e.count, &unused if turn else &e.best_move[slot])
    elif e.turns[seat] == 2 and not (turn == 0 and is_bounded(e)) and is_reachable(e, turn, slot):
        if not find_placements(
                e.table[seat], slot, later_slots(e.market, e.slots, turn, slot), moves, e.count, NULL, 1, e.scratch,
                lines, &e.effort):
            return False
        if lines.tried < e.table[seat].effects:
            return True
    e.at += 1
    return True


cdef bint is_reachable(const Ending* e, int turn, int slot) noexcept nogil:
    """Return whether a seat may take a tile in its next turn, `turn` plies from now."""
    if turn == 0:
        return slot <= e.start.stones[e.first] and slot < e.market
    return is_open(e.market, turn, slot)


cdef bint step(Ending* e) noexcept nogil:
    """Make a step, of a millisecond at most in played games; return whether there was memory."""
    if e.phase == FIND_LINES:
        return find_next_lines(e)
    if e.phase == LIST_CANDIDATES:
        return list_next_candidates(e)
    if e.phase == TRY_CANDIDATES:
        return try_next_candidate(e)
    return three_turn_step(e)


cdef void release(Solver* solver) noexcept nogil:
    """Free an ending and all that it has."""
    cdef Ending* e = <Ending*>solver
    cdef int seat, slot
    if has_three_turns(e):
        release_three_turns(e)
    for seat in range(TABLE):
        free_table(e.table[seat])
        for slot in range(MAX_SLOTS):
            free(e.lines[seat][slot].line)
    free(e.moves)
    free(e.scratch)
    free(e.candidate)
    free(e)


cdef bint begin(Ending* e, const Akropolis* a) noexcept nogil:
    """Fill the game of taking tiles before its first move; return whether there was memory."""
    cdef int plies = plies_left(a)
    cdef int i, seat
    e.seats, e.first = a.head.seats, a.head.to_move
    e.market, e.slots = a.market_size, list_slots(a, e.tile)
    e.start.size, e.start.seat, e.start.closed = e.market, e.first, a.stacks > 0
    for i in range(e.market):
        e.start.slot[i] = <uint8_t>i
    for i in range(e.seats):
        seat = (e.first + i) % e.seats
        e.turns[seat] = turns_left(plies, i, e.seats)
        e.start.stones[seat] = a.city[seat].stones
        e.start.worth[seat] = worth_of(points_of(&a.city[seat], a.options), a.city[seat].stones)
        if e.turns[seat]:
            e.table[seat] = new_table()
            if e.table[seat] == NULL or not fill_table(
                    e.table[seat], &a.city[seat], a.city[seat].stones, a.options, e.tile, e.slots, all_slots(e.slots),
                    &e.effort):
                return False
    e.scratch = <Grid*>malloc(sizeof(Grid))
    return e.scratch != NULL


cdef Ending* new_ending(const Akropolis* a, const Move* moves, int count) noexcept nogil:
    """Return the beginning of a solution by the best of some moves (NULL: of all); NULL if there is no memory."""
    cdef Ending* e = <Ending*>calloc(1, sizeof(Ending))
    if e == NULL:
        return NULL
    e.solver.release = release
    e.effort = INFINITE
    e.move = NO_MOVE
    if moves != NULL:
        e.count = count
        e.moves = <Move*>malloc(count * sizeof(Move))
    if moves != NULL and e.moves == NULL or not begin(e, a):
        release(&e.solver)
        return NULL
    if moves != NULL:
        memcpy(e.moves, moves, count * sizeof(Move))
        qsort(e.moves, count, sizeof(Move), compare_moves)
    e.phase = FIND_LINES
    if has_three_turns(e):
        e.least = least_effort(e)
    return e


cdef void write_solution(const Ending* e, Solution* out) noexcept nogil:
    cdef int worlds = orders(e.slots - e.market)
    cdef int seat
    out.move = e.move
    for seat in range(e.seats):
        out.win_share[seat] = <double>e.outcome.share[seat] / (WHOLE * worlds)
        out.points[seat] = <double>e.outcome.points[seat] / worlds


cdef int64_t go_on(Ending* e, int64_t effort, Solution* out) noexcept nogil:
    """Go on until all steps together have taken this effort; write the solution, and return the least that finds it.

    Return 0 as long as the effort is not enough, or after a slice of it. Nothing is done for less than `least`. From
    there on twice as much is done as the effort grows, until nothing is missed.
    """
    cdef int64_t most = min(effort, 2 * (effort - e.least))
    cdef int64_t slice = SLICE
    while e.phase < SOLVED and INFINITE - e.effort < most and slice > 0:
        e.before = INFINITE - e.effort
        if not step(e):
            e.phase = FAILED
        slice -= INFINITE - e.effort - e.before + STEP
    e.solver.tried = effort
    if e.phase < SOLVED and INFINITE - e.effort < most:
        e.solver.tried = max(INFINITE - e.effort, e.least + (INFINITE - e.effort) // 2)
    if e.phase != SOLVED or e.before >= most:
        return 0
    write_solution(e, out)
    return max(e.before + 1, e.least + e.before // 2 + 1)


cdef bint is_near(const Akropolis* a) noexcept nogil:
    """Return whether a position is near enough to the end, and nothing of it is unknown."""
    cdef int turns = turns_left(plies_left(a), 0, a.head.seats)
    cdef int most = MAX_TURNS + (a.head.seats == 2)
    return not (a.stacks > 1 or a.head.due or a.head.over) and turns <= most and has_room[slot_of(a.options)]


cdef int64_t solve(
    const Head* state, const Move* moves, int count, int64_t effort, Solver** solver, Solution* out,
) noexcept nogil:
    """Write the exact worth of the last plies and a best move; return the effort, 0 if it was not enough."""
    cdef const Akropolis* a = <const Akropolis*>state
    cdef Ending* e = <Ending*>solver[0]
    cdef int64_t spent
    if e == NULL and is_near(a):
        e = new_ending(a, moves, count)
    if e == NULL:
        return 0
    spent = go_on(e, effort, out)
    if e.phase == FAILED:
        release(&e.solver)
        e = NULL
    solver[0] = <Solver*>e
    return spent
