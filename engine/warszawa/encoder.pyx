"""Observation encoder of Warszawa: map, metro, tasks, cards and norms beside the features; and the action space."""

from libc.stdint cimport int32_t, uint64_t
from urbanist.cext.cells64 cimport Cells, first
from urbanist.cext.paint cimport paint
from urbanist.cext.planes cimport Planes, put
from urbanist.engine.game cimport EVERYBODY, Head, Move
from urbanist.engine.observation import Layout
from urbanist.engine.warszawa import edition, geography
from urbanist.engine.warszawa.metro cimport sides_open
from urbanist.engine.warszawa.position cimport (
    BUILD, CLEARING, DIG, DONE, KEEP, LAY, OPEN_TASKS, PASS, SEND, USE, Warszawa, buildings, card_on,
)
from urbanist.engine.warszawa.quantities import QUANTITIES
from urbanist.engine.warszawa.tables cimport (
    CUBES, HEXES, METRO_SIDES, NONE, OBJECTS, RIVER_SIDES, STAGE_CARDS, STYLES, TYPES, Card, Task, printed,
    world,
)

cdef enum:
    FUNCTIONS = 10
    TASK = 1 + TYPES + STYLES + TYPES  # numbers of an open task

SIDES = tuple(map(geography.side_text, geography.METRO_SIDES))
RIVERS = tuple(map(geography.side_text, geography.RIVER_SIDES))
DETAILS = Layout(
    common=(
        *(f"segment {side}" for side in SIDES), *(f"next segment {side}" for side in SIDES),
        *(f"bridge {side}" for side in RIVERS), *(f"tunnel {side}" for side in RIVERS), "branched",
        *(f"field {number} taken" for number in range(1, FIELDS + 1)),
        *(
            f"task {place} {part}"
            for place in range(1, OPEN_TASKS + 1)
            for part in (
                "points", *(f"builds {what}" for what in (*edition.TYPES, *edition.STYLES)),
                *(f"beside {kind}" for kind in edition.TYPES),
            )
        ),
        *(f"card {index} laid" for index in range(STAGE_CARDS)),
    ),
    seats=(
        *(f"{which} norm needs {what}" for which in ("first", "second") for what in edition.OBJECTS),
        "keeps the first norm", "keeps the second norm",
        *(f"card {index} in hand" for index in range(STAGE_CARDS)),
    ),
    common_planes=(
        "rubble", "built", *(f"type {kind}" for kind in edition.TYPES),
        *(f"function {what}" for what in edition.FUNCTIONS), "points",
    ),
    seat_planes=("buildings", "foundations", "ready functions"),
    plane_shape=(HEXES,),
    quantities=QUANTITIES,
)


cdef void list_set(uint64_t members, float* out) noexcept nogil:
    """Write 1 for each member of a set."""
    while members:
        out[first(members)] = 1
        members &= members - 1


cdef void list_sides(const uint64_t* sides, float* out) noexcept nogil:
    """Write 1 for each metro side of a set of two words."""
    list_set(sides[0], out)
    list_set(sides[1], out + 64)


# -- observations ----------------------------------------------------------------------------------------------------

cdef void tasks_of(const Warszawa* w, float* out) noexcept nogil:
    """Write the open tasks."""
    cdef uint64_t rest = w.tasks_open
    cdef const Task* task
    while rest:
        task = &printed[w.slot].task[w.stage][first(rest)]
        rest &= rest - 1
        out[0] = task.points
        out[1 + task.build] = 1
        out[1 + TYPES + STYLES + task.beside] = 1
        out += TASK


cdef void map_of(const Warszawa* w, const Planes* planes) noexcept nogil:
    """Write the planes of the map; a foundation has the type, function and points of its card too."""
    cdef Cells rest = 0
    cdef const Card* card
    cdef int type, seat, cell
    paint(planes, 0, w.rubble)
    paint(planes, 1, buildings(w))
    for type in range(TYPES):
        paint(planes, 2 + type, w.of_type[type])
    for seat in range(w.head.seats):
        rest |= w.built[seat] | w.founded[seat]
    while rest:
        cell = first(rest)
        rest &= rest - 1
        card = card_on(w, cell)
        put(planes, 2 + card.type, cell, 1)
        put(planes, 2 + TYPES + card.function, cell, 1)
        put(planes, 2 + TYPES + FUNCTIONS, cell, card.points)


cdef void observe(const Head* state, int observer, float* details, const Planes* planes) noexcept nogil:
    """Write what all seats see: metro, river, board, tasks, open cards, and the planes of the map."""
    cdef const Warszawa* w = <const Warszawa*>state
    cdef uint64_t[2] sides
    map_of(w, planes)
    sides_open(w, sides)
    list_sides(w.segments, details)
    list_sides(sides, details + METRO_SIDES)
    details += 2 * METRO_SIDES
    list_set(w.bridges, details)
    if w.tunnel:
        details[RIVER_SIDES + w.tunnel - 1] = 1
    details += 2 * RIVER_SIDES
    details[0] = w.branched
    list_set(w.taken >> 1, details + 1)
    tasks_of(w, details + 1 + FIELDS)
    list_set(w.laid, details + 1 + FIELDS + OPEN_TASKS * TASK)


cdef void norm_of(const Warszawa* w, int number, float* out) noexcept nogil:
    """Write how many of each object a norm needs."""
    cdef int what
    if number != NONE:
        for what in range(OBJECTS):
            out[what] = printed[w.slot].needs[w.head.seats == 5][number][what]


cdef void observe_seat(const Head* state, int observer, int seat, float* details, const Planes* planes) noexcept nogil:
    """Write the planes of a seat; and its norms and hand, if the observer knows them."""
    cdef const Warszawa* w = <const Warszawa*>state
    cdef int i
    paint(planes, 0, w.built[seat])
    paint(planes, 1, w.founded[seat])
    paint(planes, 2, w.ready[seat])
    if observer != seat and observer != EVERYBODY:
        return
    for i in range(2):
        norm_of(w, w.norms[seat][i], details + i * OBJECTS)
        details[2 * OBJECTS + i] = w.chosen >> seat & 1 and w.kept[seat] == w.norms[seat][i]
    list_set(w.hand[seat], details + 2 * OBJECTS + 2)


# -- actions ---------------------------------------------------------------------------------------------------------

cdef inline int barter_of(int where) noexcept nogil:
    """Return the number of a barter from 1 on, without those of a cube for itself; 0 for none."""
    cdef int give = (where - 1) // CUBES
    cdef int take = (where - 1) % CUBES
    return 0 if where == 0 else 1 + give * (CUBES - 1) + take - (take > give)


cdef inline int tunnel_of(int side, int where) noexcept nogil:
    """Return which tunnel of a metro side is dug: 0 for none, 1 for the first, 2 for the second."""
    if where == 0:
        return 0
    return 1 if world.tunnels[world.at_river[side]][0] == where - 1 else 2


cdef inline int building_of(const Warszawa* w, int card) noexcept nogil:
    """Return the hex of the building of the seat to move with an unused function of a card."""
    cdef Cells rest = w.ready[w.head.to_move]
    while w.card_at[first(rest)] != card:
        rest &= rest - 1
    return first(rest)


cdef inline int32_t action(const Head* state, Move move) noexcept nogil:
    """Return the number of a move: by kind, then by what and where."""
    cdef const Warszawa* w = <const Warszawa*>state
    cdef int kind = move >> 24
    cdef int what = move >> 8 & 0xFFFF
    cdef int where = move & 0xFF
    if kind == PASS:
        return PASSING
    if kind == DONE:
        return FINISHING
    if kind == KEEP:
        return KEEPING + (what != w.norms[state.to_move][0])
    if kind == SEND:
        return SENDING + (what - 1) * (1 + BARTERS) + barter_of(where)
    if kind == CLEARING:
        return CLEARING_HEX + where
    if kind == LAY:
        return LAYING + (printed[w.slot].card_of[what] & STAGE_CARDS - 1) * HEXES + where
    if kind == USE:
        return USING + building_of(w, printed[w.slot].card_of[what])
    if kind == BUILD:
        return BUILDING + what * PRICES + where
    if kind == DIG:
        return DIGGING + what * (1 + TUNNELS) + tunnel_of(what, where)
    return SPANNING + what * BRIDGE_PRICES + where


cdef void actions(const Head* state, const Move* moves, int count, int32_t* out) noexcept nogil:
    """Write the numbers of moves."""
    cdef int j
    for j in range(count):
        out[j] = action(state, moves[j])
