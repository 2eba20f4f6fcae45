"""The first of three placements of a seat, and what is known of them.

An *opening* leads to a city in which `placements` finds the lines of two more tiles. There are some hundred openings,
and few are looked at in full. For the others a *ceiling* is known: an opening that nobody has, in much better than real
ones, but still no better in the game than the best one that is known. What leads only to lines that are nowhere better
than those of a ceiling is no better either. Those few lines that are better somewhere are added to it, and the game is
played with them.

What one seat gains the other one loses, so that an outcome is one number, a key: first the share of the win, then the
margin, then points.
"""

from libc.stdint cimport int16_t, int64_t, uint32_t
from libc.stdlib cimport calloc, free, malloc, qsort
from libc.string cimport memset
from urbanist.engine.akropolis.position cimport CORNERS, MARKET
from urbanist.engine.akropolis.solver.effect_table cimport MAX_SLOTS, EffectTable, fill_table_after
from urbanist.engine.akropolis.solver.grid cimport INFINITE, INFINITE_POINTS, POINT, POINT_BITS
from urbanist.engine.akropolis.solver.placements cimport (
    Placement, Placements, Pool, bound_of_placement, find_placements, keep,
)
from urbanist.engine.akropolis.solver.subgame cimport (
    WHOLE, Ceiling, Ending, Opening, Subgame, Side, Phase, is_open, later_slots, open_stack, orders,
    remove,
)

cdef enum:
    SOME = 64  # effects that are looked at in a step
    FIRST_RAISE = 64  # points by which a ceiling is raised


# -- the game of taking tiles ----------------------------------------------------------------------------------------

cdef int64_t key_of(const Ending* e, const Subgame* r) noexcept nogil:
    """Return the worth of an end for the first seat: its share, its margin, and points, in one number."""
    cdef int64_t one = r.worth[0] - <int64_t>r.paid[0] * (POINT + 1)
    cdef int64_t other = r.worth[1] - <int64_t>r.paid[1] * (POINT + 1)
    cdef int64_t share = WHOLE if one > other else 0 if one < other else WHOLE // 2
    cdef int64_t points = one >> POINT_BITS
    cdef int64_t margin = points - (other >> POINT_BITS)
    if e.first == 0:
        return (share << 2 * PART_BITS) + margin * (1 << PART_BITS) + points
    return ((WHOLE - share) << 2 * PART_BITS) - margin * (1 << PART_BITS) - points


cdef int64_t play_orders(Ending* e, const Subgame* r) noexcept nogil:
    """Return the sum of the keys of all orders of the closed stack."""
    cdef Subgame after
    cdef int64_t sum = 0
    cdef int order
    for order in range(orders(e.slots - e.market)):
        open_stack(r, e.market, e.slots, order, &after)
        sum += play(e, &after, -INFINITE, INFINITE)
    return sum


cdef inline int64_t better(bint own, int64_t one, int64_t other) noexcept nogil:
    """Return the key that a seat prefers; `own` if it is the first one."""
    return max(one, other) if own else min(one, other)


cdef inline bint narrow(bint own, int64_t value, int64_t* low, int64_t* high) noexcept nogil:
    """Narrow the bounds by the best key of a seat so far; return whether nothing is left between them."""
    if own:
        low[0] = max(low[0], value)
    else:
        high[0] = min(high[0], value)
    return low[0] >= high[0]


cdef int64_t play_slot(Ending* e, Subgame* after, int slot, int64_t low, int64_t high) noexcept nogil:
    """Return the best key for the seat that has taken a tile; `after` is the game without the tile, and is changed."""
    cdef int seat = after.seat
    cdef bint own = seat == e.first
    cdef int16_t stones = after.stones[seat]
    cdef const Placement* held = after.line[seat]
    cdef const Opening* opening = after.opening[seat]
    cdef const Placements* lines
    cdef int64_t value = -INFINITE if own else INFINITE
    cdef int i
    after.seat = 1 - seat
    if held != NULL:
        after.worth[seat] = held.worth[slot]
        return play(e, after, low, high)
    if e.turns[seat] == 3 and opening == NULL:
        for i in range(e.replies):
            opening = e.reply[i]
            if opening.slot == slot:
                after.opening[seat] = opening
                after.stones[seat] = <int16_t>(stones + opening.covered)
                value = min(value, play(e, after, low, high))
                if narrow(False, value, &low, &high):
                    break
        return value
    lines = &opening.lines[slot] if opening != NULL else &e.lines[seat][slot]
    for i in range(lines.count):
        after.line[seat] = &lines.line[i]
        after.stones[seat] = <int16_t>(stones + lines.line[i].covered)
        value = better(own, value, play(e, after, low, high))
        if narrow(own, value, &low, &high):
            break
    return value


cdef int64_t play(Ending* e, const Subgame* r, int64_t low, int64_t high) noexcept nogil:
    """Return the key if both seats take the best tiles; what is not between the bounds is a bound itself."""
    cdef Subgame after
    cdef int64_t value
    cdef bint own = r.seat == e.first
    cdef int place
    e.effort -= 1
    if r.size == 1 and r.closed:
        return play_orders(e, r)
    if r.size == 1:
        return key_of(e, r)
    value = -INFINITE if own else INFINITE
    for place in range(min(r.stones[r.seat] + 1, r.size)):
        remove(r, place, &after)
        value = better(own, value, play_slot(e, &after, r.slot[place], low, high))
        if narrow(own, value, &low, &high):
            break
    return value


cdef int64_t play_opening(
    Ending* e, const Opening* own, const Opening* reply, int64_t low, int64_t high,
) noexcept nogil:
    """Return the key after an opening of the first seat, and a reply (NULL: the best of those that are known).

    What is not between the bounds is a bound itself. It is INFINITE if the reply cannot be paid or its tile is gone.
    """
    cdef int other = 1 - e.first
    cdef Subgame after, later
    cdef int place
    remove(&e.start, own.slot, &after)
    after.opening[e.first] = own
    after.stones[e.first] += <int16_t>own.covered
    after.seat = other
    if reply == NULL:
        return play(e, &after, low, high)
    for place in range(min(after.stones[other] + 1, after.size)):
        if after.slot[place] == reply.slot:
            remove(&after, place, &later)
            later.opening[other] = reply
            later.stones[other] += <int16_t>reply.covered
            later.seat = e.first
            return play(e, &later, low, high)
    return INFINITE


cdef int64_t value_of(Ending* e, int seat, const Opening* o) noexcept nogil:
    """Return how good an opening is for its seat: the key, or minus the key for the other seat."""
    if seat == e.first:
        return play_opening(e, o, NULL, -INFINITE, INFINITE)
    return -play_opening(e, e.own, o, -INFINITE, INFINITE)


cdef bint is_better(Ending* e, int seat, const Opening* o) noexcept nogil:
    """Return whether an opening is better for its seat than the mark."""
    cdef int64_t mark = e.side[seat].mark
    if seat == e.first:
        return play_opening(e, o, NULL, mark, INFINITE) > mark
    return -play_opening(e, e.own, o, -INFINITE, -mark) > mark


# -- lines of openings -----------------------------------------------------------------------------------------------

cdef int compare_openings(const void* one, const void* other) noexcept nogil:
    """Compare two openings for `qsort`: the more promising comes first."""
    cdef const Opening* a = <const Opening*>one
    cdef const Opening* b = <const Opening*>other
    if a.promise != b.promise:
        return 1 if a.promise < b.promise else -1
    return (a.move > b.move) - (a.move < b.move)


cdef bint list_next_opening(Ending* e, int seat) noexcept nogil:
    """List the next first placement of a seat, or sort all, the most promising first; return whether there was memory.

    The next phase begins when all are listed.
    """
    cdef EffectTable* table = e.table[seat]
    cdef Side* side = &e.side[seat]
    cdef bint own = seat == e.first
    cdef int slots = min(e.start.stones[seat] + 1, e.market) if own else e.market
    cdef int slot = e.at // table.effects
    cdef int number = e.at % table.effects
    cdef uint32_t others = later_slots(e.market, e.slots, not own, slot)
    cdef Opening* o
    cdef Placement most
    cdef int other
    if side.opening == NULL:
        side.opening = <Opening*>calloc(slots * table.effects, sizeof(Opening))
    if slot == slots:
        qsort(side.opening, side.openings, sizeof(Opening), compare_openings)
        e.phase, e.at = <Phase>(e.phase + 1), 0
        return side.openings > 0
    e.at += 1
    if side.opening != NULL and bound_of_placement(
            table, slot, number, others, e.moves if own else NULL, e.count, &most, &e.effort):
        o = &side.opening[side.openings]
        o.slot, o.number, o.move, o.covered, o.most = slot, number, most.move, most.covered, INFINITE
        for other in range(e.slots):
            if others >> other & 1:
                o.promise += most.worth[other]
        side.openings += 1
    return side.opening != NULL


cdef void table_after(Ending* e, int seat, const Opening* o) noexcept nogil:
    """Fill the table of the city after an opening, for no tile yet, unless that has been done last."""
    if e.tabled != o:
        fill_table_after(e.later, e.table[seat], o.slot, &e.table[seat].effect[o.slot][o.number])
        e.tabled = o


cdef bint remember(const Ending* e, int slot, const Opening* searched, const Opening* bound, Opening* o) noexcept nogil:
    """Note bounds of the lines of an opening: these lines have been found beside those of a bound.

    Return whether there was memory.
    """
    cdef const Placements* lines = &searched.lines[slot]
    cdef const Placements* others = &bound.lines[slot]
    cdef Placement* most
    cdef int64_t worth
    cdef int covered = -INFINITE_POINTS
    cdef int i, j, other
    if o.most_of == NULL:
        o.most_of = <Placement*>malloc(e.slots * sizeof(Placement))
        if o.most_of == NULL:
            return False
        for i in range(e.slots):
            o.most_of[i].covered = INFINITE_POINTS
            for other in range(e.slots):
                o.most_of[i].worth[other] = INFINITE
    most = &o.most_of[slot]
    for i in range(others.count):
        covered = max(covered, others.line[i].covered + bound.covered - o.covered)
    for i in range(lines.count):
        covered = max(covered, lines.line[i].covered)
    most.covered = min(most.covered, covered)
    for other in range(e.slots):
        if bound.limits[slot] >> other & 1:
            worth = -INFINITE
            for i in range(others.count):
                worth = max(worth, others.line[i].worth[other])
            for j in range(lines.count):
                worth = max(worth, lines.line[j].worth[other])
            most.worth[other] = min(most.worth[other], worth)
    return True


cdef uint32_t may_exceed(const Opening* o, int slot, const Pool* pool, uint32_t others) noexcept nogil:
    """Return the tiles for which lines of an opening may be better than the first of a pool, by what is known."""
    cdef const Placement* line = &pool.lines.line[0]
    cdef const Placement* most
    cdef int other
    others &= pool.limits
    if o.most_of == NULL or pool.lines.count == 0:
        return others
    most = &o.most_of[slot]
    for other in range(MAX_SLOTS):
        if others >> other & 1 and most.worth[other] <= line.worth[other]:
            others ^= <uint32_t>1 << other
    return others


cdef inline bint may_cover_more(const Opening* o, int slot, const Pool* pool) noexcept nogil:
    """Return whether a line of an opening may cover more quarries than the first of a pool."""
    cdef int most = CORNERS if o.most_of == NULL else min(<int>CORNERS, o.most_of[slot].covered)
    return pool.lines.count == 0 or most + pool.covered > pool.lines.line[0].covered


cdef bint make_lines(const Ending* e, Opening* o) noexcept nogil:
    """Give an opening lines if it has none; return whether there was memory."""
    if o.lines == NULL:
        o.lines = <Placements*>calloc(e.slots, sizeof(Placements))
    return o.lines != NULL


cdef inline uint32_t others_after(const Ending* e, int seat, const Opening* o, int slot) noexcept nogil:
    """Return the tiles that a seat may lay last, after an opening and the tile of a slot; none if that is not open."""
    cdef int turn = 2 if seat == e.first else 3
    if slot == o.slot or not is_open(e.market, turn, slot):
        return 0
    return later_slots(e.market, e.slots, turn, slot) & ~(<uint32_t>1 << o.slot)


cdef bint find_more_lines(Ending* e, int seat, Opening* o, bint* more) noexcept nogil:
    """Find more lines of an opening, and whether all are found now; return whether there was memory."""
    cdef uint32_t others
    cdef int slot
    if not make_lines(e, o):
        return False
    table_after(e, seat, o)
    for slot in range(e.slots):
        others = others_after(e, seat, o, slot)
        if others and o.lines[slot].tried < e.later.effects:
            return find_placements(
                e.later, slot, others, NULL, 0, NULL, 1, e.scratch, &o.lines[slot], &e.effort)
    more[0] = True
    return True


cdef bint find_lines_beyond(
    Ending* e, int seat, Opening* o, const Opening* bound, Opening* out, bint* beyond,
) noexcept nogil:
    """Write more of those lines of an opening that are better than a line of a bound, and whether all are found now.

    Return whether there was memory.
    """
    cdef uint32_t others
    cdef Pool pool
    cdef int slot
    out.slot, out.move, out.covered = o.slot, o.move, o.covered
    if not make_lines(e, out):
        return False
    for slot in range(e.slots):
        others = others_after(e, seat, o, slot)
        if not others:
            continue
        pool = Pool(&bound.lines[slot], bound.limits[slot], 0, o.covered - bound.covered)
        pool.open = may_exceed(o, slot, &pool, others)
        if not pool.open and not may_cover_more(o, slot, &pool):
            continue
        table_after(e, seat, o)
        if out.lines[slot].tried == e.later.effects:
            continue
        if not find_placements(
                e.later, slot, others, NULL, 0, &pool, SOME, e.scratch, &out.lines[slot], &e.effort):
            return False
        return out.lines[slot].tried < e.later.effects or remember(e, slot, out, bound, o)
    beyond[0] = True
    return True


cdef void forget(const Ending* e, Opening* o) noexcept nogil:
    """Free the lines of an opening."""
    cdef int slot
    if o.lines != NULL:
        for slot in range(e.slots):
            free(o.lines[slot].line)
        free(o.lines)
        o.lines = NULL


# -- ceilings --------------------------------------------------------------------------------------------------------

cdef inline void raise_covered(Placements* lines, int by) noexcept nogil:
    """Let all lines cover more quarries."""
    cdef int i
    for i in range(lines.count):
        lines.line[i].covered += by


cdef inline void raise_worths(Placements* lines, int other, int64_t by) noexcept nogil:
    """Raise the worths of all lines with another tile."""
    cdef int i
    for i in range(lines.count):
        lines.line[i].worth[other] += by


cdef bint join(const Ending* e, Opening* out, const Opening* more) noexcept nogil:
    """Add all lines of another opening with the same tile, or copy it; return whether there was memory."""
    cdef int covered = more.covered
    cdef Placement line
    cdef int slot, i, other
    cdef uint32_t others
    out.slot = more.slot
    if out.lines == NULL:
        out.covered = covered
    if not make_lines(e, out):
        return False
    covered = max(covered, out.covered)
    for slot in range(e.slots):
        raise_covered(&out.lines[slot], out.covered - covered)
        for i in range(more.lines[slot].count):
            line = more.lines[slot].line[i]
            line.covered += more.covered - covered
            others = 0
            for other in range(e.slots):
                others |= <uint32_t>(line.worth[other] != -INFINITE) << other
            if not keep(&line, others, e.slots, &out.lines[slot]):
                return False
    out.covered = covered
    return True


cdef void merge_lines(Ending* e, int seat, Opening* o, int slot) noexcept nogil:
    """Replace the lines of a tile by one that is as good as all of them, if that is still no better than the mark."""
    cdef Placements* lines = &o.lines[slot]
    cdef Placement before = lines.line[0]
    cdef int n = lines.count
    cdef int i, other
    for i in range(1, n):
        lines.line[0].covered = max(lines.line[0].covered, lines.line[i].covered)
        for other in range(e.slots):
            lines.line[0].worth[other] = max(lines.line[0].worth[other], lines.line[i].worth[other])
    lines.count = 1
    if is_better(e, seat, o):
        lines.count = n
        lines.line[0] = before


cdef void raise_tile(Ending* e, int seat, Opening* o, int slot, int other, int64_t step) noexcept nogil:
    """Raise the worths of a tile after another one by about so many points at most."""
    cdef Placements* lines = &o.lines[slot]
    while step:
        raise_worths(lines, other, step * POINT)
        if is_better(e, seat, o):
            raise_worths(lines, other, -step * POINT)
        step >>= 1


cdef void raise_each(const Ending* e, Opening* o, int64_t by) noexcept nogil:
    """Raise the worths of all tiles by so many points."""
    cdef int slot, other
    for slot in range(e.slots):
        for other in range(e.slots if o.lines[slot].count else 0):
            if o.lines[slot].line[0].worth[other] != -INFINITE:
                raise_worths(&o.lines[slot], other, by * POINT)


cdef void raise_evenly(Ending* e, int seat, Opening* o) noexcept nogil:
    """Raise the worths of all tiles by the same number of points, as far as the opening is no better than the mark."""
    cdef int64_t step = FIRST_RAISE
    while step:
        raise_each(e, o, step)
        if is_better(e, seat, o):
            raise_each(e, o, -step)
        step >>= 1


cdef void raise_bound(Ending* e, int seat, Opening* o) noexcept nogil:
    """Raise all lines of an opening as far as it is no better than the mark; boundless worths are no limits.

    All are raised evenly first: a bound that only just holds for some tiles is hard to prove of other openings.
    """
    cdef Placements* lines
    cdef int slot, other
    o.covered += CORNERS
    if is_better(e, seat, o):
        o.covered -= CORNERS
    for slot in range(e.slots):
        lines = &o.lines[slot]
        if lines.count > 1:
            merge_lines(e, seat, o, slot)
        raise_covered(lines, CORNERS)
        if is_better(e, seat, o):
            raise_covered(lines, -CORNERS)
    raise_evenly(e, seat, o)
    for slot in range(e.slots):
        lines = &o.lines[slot]
        o.limits[slot] = 0
        for other in range(e.slots if lines.count else 0):
            if lines.line[0].worth[other] == -INFINITE:
                continue
            raise_worths(lines, other, INFINITE_POINTS * POINT)
            if is_better(e, seat, o):
                raise_worths(lines, other, -INFINITE_POINTS * POINT)
                o.limits[slot] |= <uint32_t>1 << other
    for slot in range(e.slots):
        for other in range(e.slots):
            if o.limits[slot] >> other & 1:
                raise_tile(e, seat, o, slot, other, FIRST_RAISE)


cdef bint add_to_ceiling(Ending* e, int seat, const Opening* o) noexcept nogil:
    """Let the ceiling of a tile know the lines of an opening that is no better than the mark.

    Return whether there was memory. If the lines are better together, the ceiling stays as it is.
    """
    cdef Side* side = &e.side[seat]
    cdef Ceiling* ceiling = &side.ceiling[o.slot]
    cdef Opening joint
    if not side.has_ceiling[o.slot]:
        side.has_ceiling[o.slot] = True
        ceiling.mark = -INFINITE
        return join(e, &ceiling.pool, o)
    memset(&joint, 0, sizeof(joint))
    if not join(e, &joint, &ceiling.pool) or not join(e, &joint, o):
        forget(e, &joint)
        return False
    if is_better(e, seat, &joint):
        forget(e, &joint)
        return True
    forget(e, &ceiling.pool)
    ceiling.pool, ceiling.mark = joint, -INFINITE
    return True


cdef void clear_ceilings(Ending* e, int seat) noexcept nogil:
    """Forget all ceilings of a seat."""
    cdef Side* side = &e.side[seat]
    cdef int slot
    for slot in range(MARKET):
        if side.has_ceiling[slot]:
            forget(e, &side.ceiling[slot].pool)
            forget(e, &side.ceiling[slot].bound)
        side.has_ceiling[slot] = False


cdef bint renew_bound(Ending* e, int seat, Ceiling* ceiling) noexcept nogil:
    """Make the bound of a ceiling anew, for another mark; return whether there was memory."""
    forget(e, &ceiling.bound)
    if not join(e, &ceiling.bound, &ceiling.pool):
        return False
    raise_bound(e, seat, &ceiling.bound)
    ceiling.mark = e.side[seat].mark
    return True


cdef bint ask_ceiling(Ending* e, int seat, Opening* o, Answer* answer) noexcept nogil:
    """Go on to ask the ceiling of a tile whether an opening is no better than the mark.

    Return whether there was memory.
    """
    cdef Ceiling* ceiling = &e.side[seat].ceiling[o.slot]
    cdef bint more = False
    answer[0] = NO
    if not e.side[seat].has_ceiling[o.slot]:
        return True
    if ceiling.mark != e.side[seat].mark:
        answer[0] = OPEN
        return renew_bound(e, seat, ceiling)
    if o.covered > ceiling.bound.covered:
        return True
    answer[0] = OPEN
    if not find_lines_beyond(e, seat, o, &ceiling.bound, &e.trial, &more):
        return False
    if not more:
        return True
    if not join(e, &e.trial, &ceiling.bound):
        return False
    answer[0] = NO if is_better(e, seat, &e.trial) else YES
    forget(e, &e.trial)
    return True
