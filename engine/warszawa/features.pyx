"""Features of a Warszawa position: those of the table, and those of each seat's buildings, cubes, cards and norm."""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.engine.game cimport Head
from urbanist.engine.warszawa import edition
from urbanist.engine.warszawa.hands cimport HandValue, hand_value, knows_hand, mean_card
from urbanist.engine.warszawa.metro cimport sides_open
from urbanist.engine.warszawa.norms cimport NormProgress, norm_progress, objects_of
from urbanist.engine.warszawa.policy cimport likers
from urbanist.engine.warszawa.position cimport (
    BUILDS_CHEAPER, CHOOSING, PLANNING, REALISATION, Warszawa, buildings, card_on, engineers_in_all,
    limits_of, rounds_left, rounds_left_in_stage, rubble_price, store_of,
)
from urbanist.engine.warszawa.projection cimport (
    Leads, Projection, fill_leads, fill_liked_to_come, functions_to_come, lead, objects_to_come, points_beside_to_come,
    project,
)
from urbanist.engine.warszawa.rules cimport bridge_prices
from urbanist.engine.warszawa.scoring cimport style_points
from urbanist.engine.warszawa.site_values cimport (
    BitSliced, SiteValues, fill_site_values, greatest_of, points_on, sum_of,
)
from urbanist.engine.warszawa.tables cimport (
    CONCRETE, CUBES, EFFECTS, FUND, RUBBLE, STYLES, TAKE_CARD, TWICE, TYPES, Board, Card, printed, world,
)

cdef enum:
    LIKING = TYPES - 1  # the last type, transport, likes nothing

COMMON = (
    "3 players", "4 players", "5 players", "rounds left", "rounds left in the stage", "stage II", "norms", "planning",
    *(f"{effect} on free fields" for effect in edition.EFFECTS), "clearings to come", "placements to come",
    "rubble hexes", "free hexes", "free urban hexes", "unbuilt hexes", "open tasks", "points of open tasks",
    "cards in the deck", "bridges to come", "sides with a segment", "sides for the next segment",
    *(f"all {kind} buildings" for kind in edition.TYPES), *(f"best site for {kind}" for kind in edition.TYPES),
    *(f"most buildings of {style}" for style in edition.STYLES), *(f"{kind} foundations" for kind in edition.TYPES),
)
SEAT = (
    "to move", "turns to wait", "passed", "holder", "next holder", "realisation to come", "points", "gained",
    *(f"points of {kind}" for kind in edition.TYPES[:LIKING]), "metro points", "style points",
    *(f"lead in {style}" for style in edition.STYLES), *(f"{kind} buildings" for kind in edition.TYPES),
    "segments", "bridges", "markers",
    "norm known", "norm points", "norm sets", "norm missing", "norm missing x rounds left",
    "foundations", "points of foundations", "best foundation", "payable foundations",
    "free engineers", "placements left",
    "funds", "concrete", "rubble", "room for cubes", "thrift", "payable buildings", "payable segments",
    "payable bridge", "ready cubes", "ready cards", "ready placements",
    "cards held", "hand known", "points of the hand", "best card", "second card", "cards that fit",
    "cards that the norm lacks", "cards of a style", "cards with a function",
    "neighbour points to come", "norm points to come", "norm missing to come",
    *(f"lead in {style} to come" for style in edition.STYLES), "functions to come", "size of the store",
    "gain of the next segment",
)
cdef int row_length = len(SEAT)


cdef struct Scene:
    # What the rows of all seats need.
    SiteValues sites
    int rounds  # left, with this one
    Leads leads
    bint can_dig  # whether there is a side for a segment
    HandValue card  # the mean over the cards that the observer has not seen
    uint64_t[2] sides  # for the next segment
    Projection projection  # once all foundations are buildings
    BitSliced[TYPES] liked  # of the projection


# -- rows ------------------------------------------------------------------------------------------------------------

cdef void turn_of(const Warszawa* w, int seat, float* out) noexcept nogil:
    """Write the six numbers of a seat's place in the order of turns."""
    cdef int seats = w.head.seats
    out[0] = seat == w.head.to_move
    out[1] = (seat - w.head.to_move + seats) % seats
    out[2] = w.passed >> seat & 1
    out[3] = seat == w.holder
    out[4] = seat == w.next_holder
    out[5] = (w.phase != REALISATION or seat == w.head.to_move
              or (seat - w.holder + seats) % seats >= w.realised)


cdef int built_of(const Warszawa* w, const Scene* scene, int seat, float* out) noexcept nogil:
    """Write the nineteen numbers of what a seat has built; return its points without the norm."""
    cdef Cells own = w.built[seat]
    cdef int metro = count(own & scene.sites.at_metro)
    cdef int total = w.gained[seat] + metro
    cdef int styles = 0
    cdef int type, style, points, held
    for type in range(TYPES):
        out[10 + type] = count(own & w.of_type[type])
        if type < LIKING:
            points = sum_of(&scene.sites.liked[type], own & w.of_type[type])
            out[1 + type] = points
            total += points
    for style in range(STYLES):
        held = count(own & w.of_style[style])
        styles += style_points(w, style, seat) if held == scene.leads.most[style] else 0
        out[8 + style] = lead(&scene.leads, style, held)
    out[0] = w.gained[seat]
    out[6] = metro
    out[7] = styles
    out[16] = w.dug[seat]
    out[17] = w.spanned[seat]
    out[18] = w.markers[seat]
    return total + styles


cdef int foundations_of(const Warszawa* w, const Scene* scene, int seat, float* out) noexcept nogil:
    """Write the number of foundations, their points, and the most points of one; return the number."""
    cdef Cells rest = w.founded[seat]
    cdef const Card* card
    cdef int best = 0
    cdef int total = 0
    cdef int cell, points
    while rest:
        cell = first(rest)
        rest &= rest - 1
        card = card_on(w, cell)
        points = points_on(&scene.sites, card, only(cell))
        points += count(scene.sites.beside[cell] & w.built[seat] & likers(w, card.type))
        total += points
        best = max(best, points)
    out[0] = count(w.founded[seat])
    out[1] = total
    out[2] = best
    return count(w.founded[seat])


cdef void ready_of(const Warszawa* w, int seat, float* out) noexcept nogil:
    """Write how many unused functions a seat has: for a cube, for a card, and for a second placement."""
    cdef Cells rest = w.ready[seat]
    cdef int function
    out[0] = out[1] = out[2] = 0
    while rest:
        function = card_on(w, first(rest)).function
        rest &= rest - 1
        out[2 if function == TWICE else 1 if function == TAKE_CARD else 0] += 1


cdef void means_of(const Warszawa* w, const Scene* scene, int seat, int foundations, float* out) noexcept nogil:
    """Write the number of foundations that a seat can pay for, and the ten numbers of its engineers and cubes."""
    cdef const uint8_t* cubes = w.cubes[seat]
    cdef int payable = min(<int>cubes[FUND], cubes[CONCRETE] + cubes[RUBBLE] // rubble_price(w, seat))
    cdef int at_home = engineers_in_all(w) - foundations
    cdef int later = max(scene.rounds - 1, 0)
    out[0] = min(payable, foundations)
    out[1] = w.engineers[seat]
    out[2] = at_home * later + (0 if w.phase == REALISATION or w.passed >> seat & 1 else <int>w.engineers[seat])
    out[3] = cubes[FUND]
    out[4] = cubes[CONCRETE]
    out[5] = cubes[RUBBLE]
    out[6] = CUBES * store_of(w, seat) - cubes[FUND] - cubes[CONCRETE] - cubes[RUBBLE]
    out[7] = w.perks[seat] & BUILDS_CHEAPER != 0
    out[8] = payable
    out[9] = min(cubes[FUND], w.markers[seat]) if scene.can_dig else 0
    out[10] = (cubes[FUND] > 0 and w.markers[seat] > 0 and bridge_prices(w, seat) != 0
               and count(w.bridges) < limits_of(w).bridges)


cdef int best_segment(const Warszawa* w, const Scene* scene, int seat) noexcept nogil:
    """Return how many buildings of a seat the best next segment brings to the metro."""
    cdef Cells own = w.built[seat] & ~scene.sites.at_metro
    cdef int best = 0
    cdef uint64_t rest
    cdef int half
    for half in range(2):
        rest = scene.sides[half]
        while rest and best < min(2, count(own)):
            best = max(best, count(world.along[64 * half + first(rest)] & own))
            rest &= rest - 1
    return best


cdef void write_hand(const Warszawa* w, HandValue cards, int observer, int seat, float* out) noexcept nogil:
    """Write the nine numbers of a seat's hand."""
    out[0] = w.held[seat]
    out[1] = knows_hand(w, observer, seat)
    out[2] = cards.points
    out[3] = cards.best
    out[4] = cards.second
    out[5] = cards.fitting
    out[6] = cards.of_norm
    out[7] = cards.styled
    out[8] = cards.useful


cdef void to_come(
    const Warszawa* w, const Scene* scene, NormProgress norm, int seat, float* out,
) noexcept nogil:
    """Write the eight numbers of a seat's projection."""
    cdef const Projection* projection = &scene.projection
    cdef Cells own = w.built[seat] | w.founded[seat]
    cdef int style
    out[0] = points_beside_to_come(w, &scene.sites, projection, scene.liked, seat)
    out[1] = norm.points
    out[2] = norm.missing
    for style in range(STYLES):
        out[3 + style] = lead(&projection.leads, style, count(own & projection.of_style[style]))
    out[5] = functions_to_come(w, seat)
    out[6] = store_of(w, seat)
    out[7] = best_segment(w, scene, seat)


cdef void row_of(const Warszawa* w, const Scene* scene, int observer, int seat, float* out) noexcept nogil:
    """Write the row of a seat."""
    cdef uint64_t now = objects_of(w, seat)
    cdef uint64_t later = objects_to_come(w, &scene.projection, seat)
    cdef NormProgress norm = norm_progress(w, observer, seat, now)
    cdef int foundations
    turn_of(w, seat, out)
    out[6] = built_of(w, scene, seat, out + 7) + norm.points
    out += 26
    out[0] = norm.known
    out[1] = norm.points
    out[2] = norm.sets
    out[3] = norm.missing
    out[4] = norm.missing * scene.rounds
    foundations = foundations_of(w, scene, seat, out + 5)
    means_of(w, scene, seat, foundations, out + 8)
    ready_of(w, seat, out + 19)
    write_hand(w, hand_value(w, &scene.sites, &scene.card, observer, seat, later), observer, seat, out + 22)
    to_come(w, scene, norm if later == now else norm_progress(w, observer, seat, later), seat, out + 31)


# -- the position ----------------------------------------------------------------------------------------------------

cdef void fields_of(const Warszawa* w, float* out) noexcept nogil:
    """Write the totals of the limited fields that are still free in this planning, by effect."""
    cdef const Board* board = &printed[w.slot].board[w.head.seats]
    cdef int[EFFECTS] total
    cdef int field, effect
    for effect in range(EFFECTS):
        total[effect] = 0
    if w.phase == PLANNING:
        for field in range(1, board.fields + 1):
            if not (w.taken | board.unlimited) >> field & 1:
                for effect in range(EFFECTS):
                    total[effect] += board.gives[field][effect]
    for effect in range(EFFECTS):
        out[effect] = total[effect]


cdef void map_of(const Warszawa* w, const SiteValues* sites, float* out) noexcept nogil:
    """Write the numbers of hexes, tasks, and buildings of all seats."""
    cdef int points = 0
    cdef int i
    for i in range(sites.tasks):
        points += sites.task[i].points
    out[0] = count(w.rubble)
    out[1] = count(sites.free)
    out[2] = count(sites.free & world.urban)
    out[3] = count(world.everywhere & ~buildings(w))
    out[4] = sites.tasks
    out[5] = points
    out[6] = w.left
    out[7] = limits_of(w).bridges - count(w.bridges)
    out[8] = count(w.segments[0]) + count(w.segments[1])
    for i in range(TYPES):
        out[10 + i] = count(w.of_type[i])
        out[10 + TYPES + i] = greatest_of(&sites.gain[i], sites.free)


cdef void features(const Head* state, int observer, float* common, float* row) noexcept nogil:
    """Write the features in the order of their names; the observer does not know hands and norms of other seats."""
    cdef const Warszawa* w = <const Warszawa*>state
    cdef Scene scene
    cdef int i, seat
    fill_site_values(w, &scene.sites)
    fill_leads(w, w.of_style, &scene.leads)
    scene.card = mean_card(w, &scene.sites, observer)
    sides_open(w, scene.sides)
    project(w, &scene.projection)
    fill_liked_to_come(&scene.sites, &scene.projection, scene.liked)
    scene.rounds = rounds_left(w)
    scene.can_dig = scene.sides[0] | scene.sides[1] != 0
    for seat in range(state.seats):
        row_of(w, &scene, observer, seat, row)
        row += row_length
    for i in range(3):
        common[i] = state.seats == i + 3
    common[3] = scene.rounds
    common[4] = rounds_left_in_stage(w)
    common[5] = w.stage
    common[6] = w.phase == CHOOSING
    common[7] = w.phase == PLANNING
    fields_of(w, common + 8)
    common[15] = w.clearing
    common[16] = w.more
    map_of(w, &scene.sites, common + 17)
    common[26] = count(scene.sides[0]) + count(scene.sides[1])
    for i in range(STYLES):
        common[27 + 2 * TYPES + i] = scene.leads.most[i]
    for i in range(TYPES):
        common[27 + 2 * TYPES + STYLES + i] = count(scene.projection.rising[i])
