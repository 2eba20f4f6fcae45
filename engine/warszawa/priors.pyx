"""Move priors of Warszawa, in points, and the features of moves: gains, costs, site and situation."""

from libc.stdint cimport uint8_t
from libc.string cimport memcpy, memset
from urbanist.cext.cells64 cimport Cells, count
from urbanist.engine.warszawa import edition
from urbanist.engine.warszawa.policy cimport can_pay_one_more, likers, norm_prior, prior_of, task_prior
from urbanist.engine.warszawa.position cimport (
    BUILD, CLEARING, DIG, LAY, SEND, SPAN, USE, Warszawa, bridge_concrete, bridge_rubble, card_on, cards_drawn,
    rounds_left, rounds_left_in_stage, rubble_price, store_of,
)
from urbanist.engine.warszawa.projection cimport Projection, lead, project
from urbanist.engine.warszawa.scoring cimport liked
from urbanist.engine.warszawa.site_values cimport fill_beside, free_hexes, hexes_at_metro
from urbanist.engine.warszawa.tables cimport (
    BARTER, BRIDGE, CARD, CLEAR, CONCRETE, CUBES, EFFECTS, FUND, HEXES, MARKER, METRO, RUBBLE, STYLES, TAKE_CARD,
    TAKE_FUND, TWICE, Card, is_useful, printed, world,
)

MOVE = (
    "pass", "done", "norm", "engineer", "clearing", "foundation", "function", "building", "segment", "bridge",
    # What it brings, and costs (negative).
    *(f"{effect} gained" for effect in edition.EFFECTS), "prior",
    # The building.
    "points of the building", "part of the norm", "style", "lead in the style", "other function", "points of tasks",
    "neighbours", "own buildings that gain", "other buildings that gain",
    # The situation.
    "payable", "stage II", "rounds left", "rounds left in the stage", "foundations", "free engineers", "funds",
    "concrete", "rubble", "cards held", "markers", "holder", "engineers of others", "free hexes",
)
cdef enum:
    KINDS_OF_MOVES = 10
    OF_BUILDING = KINDS_OF_MOVES + EFFECTS + 1
    SITUATION = OF_BUILDING + 9
    IN_SITUATION = 14
cdef int row_length = len(MOVE)


cdef struct Scene:
    # What the rows of all moves need.
    Cells[HEXES] beside  # adjacent hexes, over bridges too
    Cells at_metro
    Projection projection
    Cells others  # buildings of other seats
    float[IN_SITUATION] situation


cdef void fill_scene(const Warszawa* w, int seat, Scene* scene) noexcept nogil:
    """Fill the scene for the seat to move."""
    cdef float* out = scene.situation
    cdef int other, cube
    fill_beside(w, scene.beside)
    scene.at_metro = hexes_at_metro(w)
    project(w, &scene.projection)
    scene.others = 0
    out[12] = 0
    for other in range(w.head.seats):
        if other != seat:
            scene.others |= w.built[other]
            out[12] += 0 if w.passed >> other & 1 else w.engineers[other]
    out[0] = can_pay_one_more(w, seat)
    out[1] = w.stage
    out[2] = rounds_left(w)
    out[3] = rounds_left_in_stage(w)
    out[4] = count(w.founded[seat])
    out[5] = w.engineers[seat]
    for cube in range(CUBES):
        out[6 + cube] = w.cubes[seat][cube]
    out[9] = w.held[seat]
    out[10] = w.markers[seat]
    out[11] = seat == w.holder
    out[13] = count(free_hexes(w))


cdef inline float room(const Warszawa* w, int seat, int cube, int n) noexcept nogil:
    """Return min(n, room): how many of n cubes a seat can store."""
    return min(n, store_of(w, seat) - w.cubes[seat][cube])


cdef void write_field(const Warszawa* w, int seat, int field, int barter, float* out) noexcept nogil:
    """Write what a field brings."""
    cdef const uint8_t* gives = printed[w.slot].board[w.head.seats].gives[field]
    cdef int cube
    for cube in range(CUBES):
        out[cube] = room(w, seat, cube, gives[cube])
    if barter:
        out[(barter - 1) // 3] -= 1
        out[(barter - 1) % 3] += room(w, seat, (barter - 1) % 3, gives[BARTER])
    out[BARTER] = gives[BARTER]
    out[CARD] = cards_drawn(w, seat, gives[CARD])
    out[MARKER] = gives[MARKER]
    out[CLEAR] = gives[CLEAR]


cdef void write_function(const Warszawa* w, int seat, int function, float* out) noexcept nogil:
    """Write what a one-off function brings."""
    if function == TAKE_CARD:
        out[CARD] = 1
    elif function != TWICE:
        out[function - TAKE_FUND] = 1


cdef void write_price(const Warszawa* w, int seat, int kind, int how, float* out) noexcept nogil:
    """Write what a building, a segment or a bridge costs, as negative numbers."""
    out[FUND] = -1
    if kind == SPAN:
        out[CONCRETE] = -bridge_concrete(how)
        out[RUBBLE] = -bridge_rubble(how)
    elif kind == BUILD and how:
        out[RUBBLE] = -rubble_price(w, seat)
    elif kind == BUILD:
        out[CONCRETE] = -1


cdef void write_building(
    const Warszawa* w, const Scene* scene, int seat, const Card* card, int cell, float points, float* out,
) noexcept nogil:
    """Write the numbers of a building on a hex."""
    cdef Cells beside = scene.beside[cell]
    cdef Cells gaining = likers(w, card.type)
    cdef int style = card.function
    out[0] = points
    out[1] = norm_prior(w, seat, card.type)
    if style < STYLES:
        out[2] = 1
        out[3] = lead(&scene.projection.leads, style, count(
            (w.built[seat] | w.founded[seat]) & scene.projection.of_style[style]))
    out[4] = is_useful(card)
    out[5] = task_prior(w, card, beside)
    out[6] = count(beside & liked(w, card.type))
    out[7] = count(beside & w.built[seat] & gaining)
    out[8] = count(beside & scene.others & gaining)


cdef void write_segment(const Warszawa* w, const Scene* scene, int seat, int side, float* out) noexcept nogil:
    """Write the numbers of a metro segment: the buildings that it brings to the metro."""
    cdef Cells first_time = world.along[side] & ~scene.at_metro
    out[1] = norm_prior(w, seat, METRO)
    out[7] = count(first_time & w.built[seat])
    out[8] = count(first_time & scene.others)


cdef void write_row(
    const Warszawa* w, const Scene* scene, int seat, Move move, float prior, float points, float* row,
) noexcept nogil:
    """Write the features of a move."""
    cdef int kind = move >> 24
    cdef int what = move >> 8 & 0xFFFF
    cdef int where = move & 0xFF
    cdef float* brings = row + KINDS_OF_MOVES
    cdef float* building = row + OF_BUILDING
    cdef const Card* card
    memset(row, 0, SITUATION * sizeof(float))
    memcpy(row + SITUATION, scene.situation, sizeof(scene.situation))
    row[kind] = 1
    brings[EFFECTS] = prior
    if kind == SEND:
        write_field(w, seat, what, where, brings)
    elif kind == CLEARING:
        brings[RUBBLE] = room(w, seat, RUBBLE, 1)
    elif kind == LAY:
        card = &printed[w.slot].card[printed[w.slot].card_of[what]]
        write_building(w, scene, seat, card, where, points, building)
    elif kind == USE:
        write_function(w, seat, printed[w.slot].card[printed[w.slot].card_of[what]].function, brings)
    elif kind == BUILD:
        write_price(w, seat, kind, where, brings)
        write_building(w, scene, seat, card_on(w, what), what, points, building)
    elif kind == DIG:
        write_price(w, seat, kind, where, brings)
        write_segment(w, scene, seat, what, building)
    elif kind == SPAN:
        write_price(w, seat, kind, where, brings)
        building[1] = norm_prior(w, seat, BRIDGE)


cdef void priors(const Head* state, const Move* moves, int n, float* prior, float* row) noexcept nogil:
    """Write the prior of each move for the seat to move, in points, and its features."""
    cdef const Warszawa* w = <const Warszawa*>state
    cdef Scene scene
    cdef float points = 0  # of the building of a move
    cdef int i
    if row != NULL:
        fill_scene(w, state.to_move, &scene)
    for i in range(n):
        prior[i] = prior_of(w, state.to_move, moves[i], &points)
        if row != NULL:
            write_row(w, &scene, state.to_move, moves[i], prior[i], points, row + i * row_length)
