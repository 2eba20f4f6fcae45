"""The prior of a single Warszawa move, in points, and the playout policy."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.cext.rng cimport Rng, rng_below
from urbanist.engine.game cimport Head, Move
from urbanist.engine.warszawa.position cimport (
    BUILD, CLEARING, DIG, DONE, KEEP, LAY, SEND, SPAN, USE, Warszawa, bridge_concrete, bridge_rubble, buildings,
    card_on, cards_drawn, engineers_in_all, near, rounds_left, store_of,
)
from urbanist.engine.warszawa.rules cimport apply, draw, legal
from urbanist.engine.warszawa.scoring cimport liked, owned
from urbanist.engine.warszawa.tables cimport (
    BARTER, BRIDGE, CARD, CLEAR, CONCRETE, CUBES, CULTURAL, FUND, INDUSTRIAL, MARKER, METRO, NO_FUNCTION, NONE, OBJECTS,
    REPRESENTATIVE, RESIDENTIAL, RUBBLE, SERVICE, STAGE_CARDS, STYLES, TAKE_CARD, TAKE_FUND, TRANSPORT, TWICE, TYPES,
    Card, Task, printed, world,
)

cdef enum:
    TRIES = 6  # moves that the playout policy compares: more of them make it better and slower

# The parts of a prior in points. They are fitted to 9,856 decisions of `ismcts:nodes=1000` in 48 games of 3 to 5
# players: the softmax of the priors predicts the visits of the moves.
cdef float[CUBES] WORTH = [2.1, 1.9, 1.1]  # a needed cube: fund, concrete, rubble
cdef float SPARE = 0.63  # the share of WORTH for a cube that is not needed
cdef float LAST_CUBE = 0.1  # a cube in the last round
cdef float CARD_WORTH = 1.3
cdef float MARKER_WORTH = 0.45
cdef float ROOM = 0.27  # a cleared hex
cdef float FUNCTION_WORTH = 1.15
cdef float STYLE_WORTH = 1.2
cdef float FORESIGHT = 0.73  # the share of a building's points that its foundation counts
cdef float FOUNDED = 0.5  # the cost of each foundation that waits
cdef float STUCK = -0.7  # a foundation that leaves no engineer to earn its cubes
cdef float UNBUILT = 0.24  # the probability that an adjacent hex is unbuilt at the end
cdef float ENGINEER = 1.2  # an engineer that comes home
cdef float NORM = 2.9  # the step from no set (-3) to one set (3)
cdef float CARD_POINTS = 0.55  # the share of the points of a card and of a task
cdef float TASK_POINTS = 0.65
cdef float SEGMENT = 0.7
cdef float SPANNED = 5.3  # a bridge
cdef float WITHHELD = 1.3  # the cost of a segment or a bridge while a foundation waits
cdef float AGAIN = 0.6  # a second placement in a turn
cdef float USED_CUBE = 0.5  # the share of WORTH for a cube from a function, which can be taken later as well
cdef float KEPT = 1.1  # an object of a norm that the seat's own cards fulfil
cdef float DONE_WORTH = 0.4
cdef float PASS_WORTH = -0.6


cdef inline bint is_last_round(const Warszawa* w) noexcept nogil:
    return rounds_left(w) == 1


cdef float norm_prior(const Warszawa* w, int seat, int kind) noexcept nogil:
    """Return the value of one more object of a kind for the first complete set of a seat's norm."""
    cdef const uint8_t* needs
    cdef int other, missing
    cdef int short = 0
    if w.kept[seat] == NONE:
        return 0
    needs = printed[w.slot].needs[w.head.seats == 5][w.kept[seat]]
    if owned(w, seat, kind) >= needs[kind]:
        return 0
    for other in range(OBJECTS):
        missing = needs[other] - owned(w, seat, other)
        short += missing if missing > 0 else 0
    return NORM / (1 + short)


cdef Cells likers(const Warszawa* w, int type) noexcept nogil:
    """Return the buildings that gain a point from an adjacent building of a type."""
    if type == SERVICE or type == TRANSPORT:
        return w.of_type[RESIDENTIAL]
    if type == RESIDENTIAL:
        return w.of_type[SERVICE]
    if type == REPRESENTATIVE:
        return w.of_type[CULTURAL]
    if type == CULTURAL:
        return w.of_type[REPRESENTATIVE]
    return 0


cdef float task_prior(const Warszawa* w, const Card* card, Cells beside) noexcept nogil:
    """Return the points of the open tasks that a building would fulfil now."""
    cdef uint32_t rest = w.tasks_open
    cdef const Task* task
    cdef float total = 0
    while rest:
        task = &printed[w.slot].task[w.stage][first(rest)]
        rest &= rest - 1
        if (task.build == card.type or task.build == TYPES + card.function) and beside & w.of_type[task.beside]:
            total += task.points
    return total


cdef float building_prior(const Warszawa* w, int seat, const Card* card, int cell) noexcept nogil:
    """Return the points that a card's building on a hex would give its owner, now and at the end."""
    cdef Cells beside = near(w, cell)
    cdef Cells own = w.built[seat]
    cdef float total = (CARD_POINTS * card.points + TASK_POINTS * task_prior(w, card, beside)
                        + norm_prior(w, seat, card.type))
    if card.type == INDUSTRIAL:
        total += (1 + UNBUILT) * count(beside & ~buildings(w))
    else:
        total += count(beside & liked(w, card.type))
    total += count(beside & own & likers(w, card.type)) - UNBUILT * count(beside & own & w.of_type[INDUSTRIAL])
    total += (w.segments[0] & world.sides[cell][0] | w.segments[1] & world.sides[cell][1]) != 0
    if card.function < STYLES:
        total += STYLE_WORTH
    elif card.function != NO_FUNCTION and not is_last_round(w):
        total += FUNCTION_WORTH
    return total


cdef float cube_worth(const Warszawa* w, int seat, int cube, int have) noexcept nogil:
    """Return the marginal value of a cube for a seat that has `have` of them."""
    cdef int wanted = count(w.founded[seat]) + (2 if cube == FUND else 1)
    if have >= store_of(w, seat):
        return 0
    if is_last_round(w):
        return WORTH[cube] if have < wanted else 0
    return WORTH[cube] if have < wanted else SPARE * WORTH[cube]


cdef float send_prior(const Warszawa* w, int seat, int field, int barter) noexcept nogil:
    cdef const uint8_t* gives = printed[w.slot].board[w.head.seats].gives[field]
    cdef float total = 0
    cdef int cube, i
    cdef int cards = cards_drawn(w, seat, gives[CARD])
    for cube in range(CUBES):
        for i in range(gives[cube]):
            total += cube_worth(w, seat, cube, w.cubes[seat][cube] + i)
    if barter:
        cube = (barter - 1) // 3
        total -= cube_worth(w, seat, cube, w.cubes[seat][cube] - 1)
        cube = (barter - 1) % 3
        for i in range(gives[BARTER]):
            total += cube_worth(w, seat, cube, w.cubes[seat][cube] + i)
    for i in range(gives[CLEAR]):
        total += ROOM + cube_worth(w, seat, RUBBLE, w.cubes[seat][RUBBLE] + i)
    if not is_last_round(w):
        total += MARKER_WORTH * gives[MARKER]
        if not (w.stage == 0 and w.round == 3):
            total += cards * CARD_WORTH
    elif cards > 0 and w.held[seat] == 0:
        total += SPARE * cards * CARD_WORTH
    return total


cdef float clearing_prior(const Warszawa* w, int seat, int cell) noexcept nogil:
    """Return the worth of a hex without rubble: the prior of the seat's best card there."""
    cdef uint64_t rest = w.hand[seat]
    cdef const Card* card
    cdef float best = 0
    while rest:
        card = &printed[w.slot].card[w.stage * STAGE_CARDS + first(rest)]
        rest &= rest - 1
        if card.fits >> cell & 1:
            best = max(best, building_prior(w, seat, card, cell))
    return ROOM * best


cdef bint can_pay_one_more(const Warszawa* w, int seat) noexcept nogil:
    """Return whether a seat can pay for one building more than it has foundations."""
    cdef int wanted = count(w.founded[seat]) + 1
    return w.cubes[seat][FUND] >= wanted and w.cubes[seat][CONCRETE] + w.cubes[seat][RUBBLE] // 2 >= wanted


cdef float lay_prior(const Warszawa* w, int seat, float brings) noexcept nogil:
    """Return the worth of a foundation from that of its building."""
    if can_pay_one_more(w, seat):
        return brings
    if engineers_in_all(w) - count(w.founded[seat]) <= 2 or (is_last_round(w) and w.engineers[seat] <= 1):
        return STUCK
    return FORESIGHT * brings - FOUNDED * count(w.founded[seat])


cdef float dig_prior(const Warszawa* w, int seat, int side) noexcept nogil:
    """Return the worth of a segment: its point, the buildings that it touches first, and the norm."""
    cdef float total = SEGMENT + norm_prior(w, seat, METRO)
    cdef Cells rest = w.built[seat]
    cdef int cell
    cdef int half = side >> 6
    while rest:
        cell = first(rest)
        rest &= rest - 1
        if world.sides[cell][half] >> (side & 63) & 1:
            if not (w.segments[0] & world.sides[cell][0] | w.segments[1] & world.sides[cell][1]):
                total += 1
    return total


cdef float span_prior(const Warszawa* w, int seat, int river) noexcept nogil:
    """Return the worth of a bridge: its points, the neighbours on the other bank, and the norm."""
    cdef float total = SPANNED + norm_prior(w, seat, BRIDGE)
    cdef int end, type
    cdef Cells here, there
    for end in range(2):
        here = only(world.banks[river][end]) & w.built[seat]
        there = only(world.banks[river][1 - end])
        for type in range(TYPES):
            if here & w.of_type[type]:
                total += there & liked(w, type) != 0
    return total


cdef float norm_choice(const Warszawa* w, int seat, int norm) noexcept nogil:
    """Return the part of a norm that the seat's own cards can fulfil."""
    cdef const uint8_t* needs = printed[w.slot].needs[w.head.seats == 5][norm]
    cdef uint64_t rest = w.hand[seat]
    cdef float total = needs[METRO] - needs[BRIDGE]
    while rest:
        total += needs[printed[w.slot].card[w.stage * STAGE_CARDS + first(rest)].type] > 0
        rest &= rest - 1
    return total


cdef float cost(const Warszawa* w, int funds, int concrete, int rubble) noexcept nogil:
    """Return the worth of the cubes that a move costs."""
    if is_last_round(w):
        return LAST_CUBE * (funds + concrete + rubble)
    return SPARE * (funds * WORTH[FUND] + concrete * WORTH[CONCRETE] + rubble * WORTH[RUBBLE])


cdef float prior_of(const Warszawa* w, int seat, Move move, float* building) noexcept nogil:
    """Return the prior of a move, and write that of its building, if it lays or builds one."""
    cdef int kind = move >> 24
    cdef int what = move >> 8 & 0xFFFF
    cdef int where = move & 0xFF
    cdef const Card* card
    if kind == SEND:
        return send_prior(w, seat, what, where)
    if kind == LAY:
        building[0] = building_prior(w, seat, &printed[w.slot].card[printed[w.slot].card_of[what]], where)
        return lay_prior(w, seat, building[0])
    if kind == CLEARING:
        return clearing_prior(w, seat, where)
    if kind == BUILD:
        building[0] = building_prior(w, seat, card_on(w, what), what)
        return building[0] + ENGINEER - (cost(w, 1, 0, 2) if where else cost(w, 1, 1, 0))
    if kind == DIG:
        return dig_prior(w, seat, what) - cost(w, 1, 0, 0) - (WITHHELD if w.founded[seat] else 0)
    if kind == SPAN:
        return (span_prior(w, seat, what) - (WITHHELD if w.founded[seat] else 0)
                - cost(w, 1, bridge_concrete(where), bridge_rubble(where)))
    if kind == USE:
        card = &printed[w.slot].card[printed[w.slot].card_of[what]]
        if card.function == TWICE:
            return AGAIN
        return CARD_WORTH if card.function == TAKE_CARD else USED_CUBE * cube_worth(
            w, seat, card.function - TAKE_FUND, w.cubes[seat][card.function - TAKE_FUND])
    if kind == KEEP:
        return 0 if what == NONE else KEPT * norm_choice(w, seat, what)
    return DONE_WORTH if kind == DONE else PASS_WORTH


cdef void playout_informed(Head* state, int plies, Rng* rng) noexcept nogil:
    """Play the move with the highest prior out of a few random ones."""
    cdef const Warszawa* w = <const Warszawa*>state
    cdef Move[4096] moves
    cdef Move move, best
    cdef float building, prior, highest
    cdef int n, _
    while not state.over and (plies > 0 or state.due):
        if state.due:
            draw(state)
            continue
        plies -= 1
        n = legal(state, moves)
        best = moves[0]
        highest = -1e30
        for _ in range(min(TRIES, n)):
            move = moves[rng_below(rng, n)]
            prior = prior_of(w, state.to_move, move, &building)
            if prior > highest:
                best, highest = move, prior
        apply(state, best)
