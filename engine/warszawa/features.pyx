"""A Warszawa position as numbers: what all seats share, and the buildings, cubes, cards and norm of each seat."""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.cells64 cimport Cells, count, first, only
from urbanist.engine.game cimport EVERYBODY, Head
from urbanist.engine.warszawa import edition
from urbanist.engine.warszawa.ground cimport Ground, greatest_of, points_on, sum_of, survey
from urbanist.engine.warszawa.judgement cimport likers
from urbanist.engine.warszawa.metro cimport sides_open
from urbanist.engine.warszawa.norms cimport NormOutlook, norm_outlook
from urbanist.engine.warszawa.position cimport (
    BRIDGES_IN_ALL, BUILDS_CHEAPER, CHOOSING, PLANNING, REALISATION, STAGE_ROUNDS, Warszawa, buildings, card_on,
    engineers_in_all, rounds_left, rubble_price, store_of,
)
from urbanist.engine.warszawa.rules cimport bridge_prices
from urbanist.engine.warszawa.scoring cimport style_points
from urbanist.engine.warszawa.tables cimport (
    CONCRETE, CUBES, EFFECTS, FUND, RUBBLE, STAGE_CARDS, STYLES, TAKE_CARD, TWICE, TYPES, Board, Card, printed, world,
)

cdef enum:
    LIKING = TYPES - 1  # the last type, transport, likes nothing

COMMON = (
    "3 players", "4 players", "5 players", "rounds left", "rounds left in the stage", "stage II", "norms", "planning",
    *(f"{effect} on free fields" for effect in edition.EFFECTS), "clearings to come", "placements to come",
    "rubble hexes", "free hexes", "free urban hexes", "unbuilt hexes", "open tasks", "points of open tasks",
    "cards in the deck", "bridges to come", "sides with a segment", "sides for the next segment",
    *(f"all {kind} buildings" for kind in edition.TYPES), *(f"best site for {kind}" for kind in edition.TYPES),
    *(f"most buildings of {style}" for style in edition.STYLES),
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
)
cdef int row_length = len(SEAT)


cdef struct Scene:
    # What the rows of all seats need.
    Ground ground
    int rounds  # left, with this one
    int[STYLES] most  # buildings of a style of one seat
    int[STYLES] second  # and of another one
    bint can_dig  # whether there is a side for a segment
    uint64_t pool  # cards that the observer sees nowhere
    float mean  # points of the best building of one of them
    float fitting  # the share of them that fit somewhere


# -- cards -----------------------------------------------------------------------------------------------------------

cdef inline bint knows_hand(const Warszawa* w, int observer, int seat) noexcept nogil:
    """Return whether an observer knows the cards in a seat's hand."""
    return (observer == seat or observer == EVERYBODY) and count(w.hand[seat]) == w.held[seat]


cdef inline const Card* stage_card(const Warszawa* w, int index) noexcept nogil:
    return &printed[w.slot].card[w.stage * STAGE_CARDS + index]


cdef inline int card_points(const Warszawa* w, const Ground* ground, int index) noexcept nogil:
    """Return the points of the best building of a card of the stage, 0 if it fits nowhere."""
    cdef const Card* card = stage_card(w, index)
    cdef Cells cells = card.fits & ground.free
    return points_on(ground, card, cells) if cells else 0


cdef void fill_pool(const Warszawa* w, int observer, Scene* scene) noexcept nogil:
    """Fill the part of the scene that is about cards in unknown hands."""
    cdef bint all_known = True
    cdef int seat
    cdef int points = 0
    cdef int fitting = 0
    cdef uint64_t rest
    scene.pool = printed[w.slot].cards[w.stage] & ~w.laid
    for seat in range(w.head.seats):
        if knows_hand(w, observer, seat):
            scene.pool &= ~w.hand[seat]
        elif w.held[seat]:
            all_known = False
    rest = 0 if all_known else scene.pool
    scene.mean = scene.fitting = 0
    while rest:
        points += card_points(w, &scene.ground, first(rest))
        fitting += stage_card(w, first(rest)).fits & scene.ground.free != 0
        rest &= rest - 1
    if points:
        scene.mean = <float>points / count(scene.pool)
        scene.fitting = <float>fitting / count(scene.pool)


cdef void hand_of(const Warszawa* w, const Scene* scene, int observer, int seat, float* out) noexcept nogil:
    """Write the six numbers of a seat's hand; an unknown card counts as the mean of the cards that it may be."""
    cdef bint known = knows_hand(w, observer, seat)
    cdef uint64_t rest = w.hand[seat] if known else 0
    cdef int best = 0
    cdef int second = 0
    cdef int total = 0
    cdef int fitting = 0
    cdef int points
    while rest:
        points = card_points(w, &scene.ground, first(rest))
        fitting += stage_card(w, first(rest)).fits & scene.ground.free != 0
        rest &= rest - 1
        total += points
        second = max(second, min(points, best))
        best = max(points, best)
    out[0] = w.held[seat]
    out[1] = known
    out[2] = total if known else w.held[seat] * scene.mean
    out[3] = best if known else scene.mean if w.held[seat] else 0
    out[4] = second if known else scene.mean if w.held[seat] > 1 else 0
    out[5] = fitting if known else w.held[seat] * scene.fitting


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
    cdef int metro = count(own & scene.ground.at_metro)
    cdef int total = w.gained[seat] + metro
    cdef int styles = 0
    cdef int type, style, points, held
    for type in range(TYPES):
        out[10 + type] = count(own & w.of_type[type])
        if type < LIKING:
            points = sum_of(&scene.ground.liked[type], own & w.of_type[type])
            out[1 + type] = points
            total += points
    for style in range(STYLES):
        held = count(own & w.of_style[style])
        styles += style_points(w, style, seat) if held == scene.most[style] else 0
        out[8 + style] = held - (scene.second[style] if held == scene.most[style] else scene.most[style])
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
        points = points_on(&scene.ground, card, only(cell))
        points += count(scene.ground.beside[cell] & w.built[seat] & likers(w, card.type))
        total += points
        best = max(best, points)
    out[0] = count(w.founded[seat])
    out[1] = total
    out[2] = best
    return count(w.founded[seat])


cdef void ready_of(const Warszawa* w, int seat, float* out) noexcept nogil:
    """Write how many functions of a seat are ready: those for a cube, for a card, and for a placement."""
    cdef Cells rest = w.ready[seat]
    cdef int function
    out[0] = out[1] = out[2] = 0
    while rest:
        function = card_on(w, first(rest)).function
        rest &= rest - 1
        out[2 if function == TWICE else 1 if function == TAKE_CARD else 0] += 1


cdef void means_of(const Warszawa* w, const Scene* scene, int seat, int foundations, float* out) noexcept nogil:
    """Write the number of foundations that a seat can pay, and the ten numbers of its engineers and cubes."""
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
               and count(w.bridges) < BRIDGES_IN_ALL)


cdef void row_of(const Warszawa* w, const Scene* scene, int observer, int seat, float* out) noexcept nogil:
    """Write the row of a seat."""
    cdef NormOutlook norm = norm_outlook(w, observer, seat)
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
    hand_of(w, scene, observer, seat, out + 22)


# -- the position ----------------------------------------------------------------------------------------------------

cdef void fill_styles(const Warszawa* w, Scene* scene) noexcept nogil:
    cdef int style, seat, held
    for style in range(STYLES):
        scene.most[style] = scene.second[style] = 0
        for seat in range(w.head.seats):
            held = count(w.built[seat] & w.of_style[style])
            scene.second[style] = max(scene.second[style], min(held, scene.most[style]))
            scene.most[style] = max(scene.most[style], held)


cdef void fields_of(const Warszawa* w, float* out) noexcept nogil:
    """Write what the limited fields give that are still free in this planning, by effect."""
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


cdef void map_of(const Warszawa* w, const Ground* ground, float* out) noexcept nogil:
    """Write the numbers of hexes, tasks, and buildings of all seats."""
    cdef int points = 0
    cdef int i
    for i in range(ground.tasks):
        points += ground.task[i].points
    out[0] = count(w.rubble)
    out[1] = count(ground.free)
    out[2] = count(ground.free & world.urban)
    out[3] = count(world.everywhere & ~buildings(w))
    out[4] = ground.tasks
    out[5] = points
    out[6] = w.left
    out[7] = BRIDGES_IN_ALL - count(w.bridges)
    out[8] = count(w.segments[0]) + count(w.segments[1])
    for i in range(TYPES):
        out[10 + i] = count(w.of_type[i])
        out[10 + TYPES + i] = greatest_of(&ground.gain[i], ground.free)


cdef void features(const Head* state, int observer, float* common, float* row) noexcept nogil:
    """Write the features in the order of their names; the observer does not know hands and norms of other seats."""
    cdef const Warszawa* w = <const Warszawa*>state
    cdef Scene scene
    cdef uint64_t[2] sides
    cdef int i, seat
    survey(w, &scene.ground)
    fill_styles(w, &scene)
    fill_pool(w, observer, &scene)
    sides_open(w, sides)
    scene.rounds = rounds_left(w)
    scene.can_dig = sides[0] | sides[1] != 0
    for seat in range(state.seats):
        row_of(w, &scene, observer, seat, row)
        row += row_length
    for i in range(3):
        common[i] = state.seats == i + 3
    common[3] = scene.rounds
    common[4] = STAGE_ROUNDS - w.round if w.stage == 0 else scene.rounds
    common[5] = w.stage
    common[6] = w.phase == CHOOSING
    common[7] = w.phase == PLANNING
    fields_of(w, common + 8)
    common[15] = w.clearing
    common[16] = w.more
    map_of(w, &scene.ground, common + 17)
    common[26] = count(sides[0]) + count(sides[1])
    for i in range(STYLES):
        common[27 + 2 * TYPES + i] = scene.most[i]
