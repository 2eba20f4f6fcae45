"""Features of a Metropolys position: those of the table, and those of each seat's buildings, tokens and cards."""

from libc.stdint cimport uint8_t, uint64_t
from libc.string cimport memset
from urbanist.cext.cells64 cimport Cells, count, first, last, only
from urbanist.engine.game cimport EVERYBODY, NOBODY, Head
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.board cimport Board, board_of
from urbanist.engine.metropolys.card_value cimport CardValue, card_value
from urbanist.engine.metropolys.position cimport (
    ALL_VALUES, AREAS, EXPERT, METRO, RUINS, TRENDY, UNKNOWN, Auction, Lanes, Metropolys, lane,
)
from urbanist.engine.metropolys.rules cimport area_cards, open_sites, playable_values, values_above
from urbanist.engine.metropolys.scoring cimport (
    Numbers, numbers_of, token_points,
)
from urbanist.engine.metropolys.skyline cimport (
    MEDIUM_VALUES, SMALL_VALUES, TALL_VALUES, Skyline, Standing, skyline_of, standing_of, tallest_gain,
)

cdef enum:
    TOKENS = 3  # kinds
    VALUES = 13
    ALL_TYPES = 0b11111

KINDS = ("trendy", "metro", "ruins")
COMMON = (
    "expert", "2 players", "3 players", "4 players",
    "auction", "last value", "sites for the next building", "values that outbid",
    "empty sites", "sites without a neighbour", "sites with one neighbour", "trendy sites without a neighbour",
    *(f"{kind} tokens left" for kind in KINDS), "metro card free", "ruins card free",
    "fewest buildings left", "all buildings left",
)
SEAT = (
    "to move", "turns to wait", "still in", "may build", "on top",
    "value at stake", "tokens at stake", "tallest at stake", "cards at stake",
    "values that outbid", "lowest value that outbids", "best token in reach", "card points in reach",
    "buildings left", "small left", "medium left", "tall left", "sum of values left", "highest value left",
    "second value left", "lowest value left", "values that no rival outbids", "higher values of rivals",
    "points", *KINDS, "metro card", "ruins card", "metro lead",
    "districts led", "districts tied", "leads that one building takes", "districts that one building takes",
    "area card known", "area points", "area prospect", "area prospect x fewest left", "completing sites",
    "type card known", "type points", "most of a possible type", "points of open sites of the type",
    *(f"chance of {area}" for area in pieces.AREAS),
    *(f"points of {area}" for area in pieces.AREAS),
    *(f"prospect of {area}" for area in pieces.AREAS),
)
cdef int row_length = len(SEAT)
cdef uint64_t[4] has_digit = [0xAAAA, 0xCCCC, 0xF0F0, 0xFF00]  # bit planes of the values


cdef struct Scene:
    const Board* board
    # What the rows of all seats need.
    Lanes hands  # values without a permanent building
    Cells open  # sites without a permanent building
    Cells near  # sites for the next building
    uint64_t area_pack  # cards that seats may hold whose card is not known, a bit each
    uint64_t type_pack
    int[16] above  # buildings of all seats that are higher than a value
    int fewest  # buildings left
    Skyline skyline


cdef struct CardPoints:
    # The points of a card: now, with the last building of the auction, and with the best site open to the seat.
    float points
    float at_stake
    float in_reach


cdef inline bint is_known(int observer, int seat, uint8_t card) noexcept nogil:
    """Return whether an observer knows a seat's card."""
    return (observer == seat or observer == EVERYBODY) and card != UNKNOWN


cdef uint64_t pack_of(const uint8_t* cards, int seats, int observer, uint64_t pack) noexcept nogil:
    """Return the cards that may be in hands which the observer does not know."""
    cdef int seat
    for seat in range(seats):
        if is_known(observer, seat, cards[seat]):
            pack &= ~only(cards[seat])
    return pack


cdef int token_gain(const Metropolys* m, int seat, int kind) noexcept nogil:
    """Return the points of one more token for a seat, with the metro card or the ruins card that comes with it."""
    cdef const Numbers* n = numbers_of(m)
    cdef int most
    if kind == TRENDY:
        return n.token[TRENDY]
    if kind == RUINS:
        return n.token[RUINS] + (0 if m.ruins_card == seat else n.ruins_card)
    most = -1 if m.metro_card == NOBODY else m.taken[m.metro_card][METRO]
    return n.token[METRO] + (n.metro_card if m.metro_card != seat and m.taken[seat][METRO] >= most else 0)


cdef int best_token(const Metropolys* m, int seat, Cells sites) noexcept nogil:
    """Return the most points of tokens that a building on one of the sites brings; there must be a site."""
    cdef int best = -100
    cdef int kind
    if sites & ~(m.tokens[TRENDY] | m.tokens[METRO] | m.tokens[RUINS]):
        best = 0
    for kind in range(TOKENS):
        if sites & m.tokens[kind]:
            best = max(best, token_gain(m, seat, kind))
    return best


# -- rows ------------------------------------------------------------------------------------------------------------

cdef void hand_of(const Metropolys* m, const Scene* scene, int seat, float* out) noexcept nogil:
    """Write the ten numbers of the buildings that a seat has left."""
    cdef uint64_t values = lane(scene.hands, seat)
    cdef Lanes rivals = scene.hands & ~(<Lanes>0xFFFF << 16 * seat)
    cdef int held = count(values)
    cdef int highest = last(values) if values else 0
    cdef uint64_t others = values & ~only(highest)
    cdef int second = last(others) if others else 0
    cdef int above = -held * (held - 1) // 2  # of the buildings above are the seat's own
    cdef int total = 0
    cdef int i
    rivals = (rivals | rivals >> 16 | rivals >> 32 | rivals >> 48) & ALL_VALUES
    for i in range(4):
        total += count(values & has_digit[i]) << i
    for i in range(16):
        above += scene.above[i] if values >> i & 1 else 0
    out[0] = held
    out[1] = count(values & SMALL_VALUES)
    out[2] = count(values & MEDIUM_VALUES)
    out[3] = count(values & TALL_VALUES)
    out[4] = total
    out[5] = highest
    out[6] = second
    out[7] = first(values) if values else 0
    out[8] = count(values >> last(rivals)) if rivals else held
    out[9] = above


cdef CardPoints area_of(
    const Metropolys* m, const Scene* scene, int seat, bint known, Cells near, float* out,
) noexcept nogil:
    """Write the numbers of the area card, and those for each card from `out` + 9 on.

    Numbers of an unknown card are means over the cards that the seat may hold.
    """
    cdef uint64_t pack = only(m.area[seat]) if known else scene.area_pack
    cdef uint64_t rest = area_cards(m)
    cdef float chance = <float>1 / max(count(pack), 1)
    cdef float* each = out + 9
    cdef CardPoints card = CardPoints(0, 0, 0)
    cdef CardValue view
    cdef float prospect = 0
    cdef int sites = 0
    cdef int area
    memset(each, 0, 3 * AREAS * sizeof(float))
    while rest:
        area = first(rest)
        rest &= rest - 1
        view = card_value(m, scene.board, area, m.built[seat], scene.open)
        each[AREAS + area] = view.points
        each[2 * AREAS + area] = view.prospect
        if pack >> area & 1:
            each[area] = chance
            card.points += view.points
            prospect += view.prospect
            sites += count(view.completing)
            card.at_stake += view.each * (view.completing >> m.auction.last_cell & 1)
            card.in_reach += view.each * (view.completing & near != 0)
    card = CardPoints(chance * card.points, chance * card.at_stake, chance * card.in_reach)
    out[0] = known
    out[1] = card.points
    out[2] = chance * prospect
    out[3] = chance * prospect * scene.fewest
    out[4] = chance * sites
    return card


cdef CardPoints type_of(
    const Metropolys* m, const Scene* scene, int seat, bint known, Cells near, float* out,
) noexcept nogil:
    """Write the numbers of the type card; those of an unknown card are means over the cards that the seat may hold."""
    cdef uint64_t rest = only(m.kind[seat]) if known else scene.type_pack
    cdef float each = numbers_of(m).type / <float>max(count(rest), 1)
    cdef const Board* board = scene.board
    cdef int total = 0
    cdef int sites = 0
    cdef int stakes = 0
    cdef int reached = 0
    cdef int most = 0
    cdef int type, held
    while rest:
        type = first(rest)
        rest &= rest - 1
        held = count(m.built[seat] & board.type[type])
        most = max(most, held)
        total += held
        sites += count(scene.open & board.type[type])
        stakes += board.type_of[m.auction.last_cell] == type
        reached += near & board.type[type] != 0
    out[0] = known
    out[1] = each * total
    out[2] = most
    out[3] = each * sites
    return CardPoints(each * total, each * stakes, each * reached)


cdef bint bidding_of(const Metropolys* m, const Scene* scene, int seat, float* out) noexcept nogil:
    """Write a seat's part in the auction, without cards; return whether it may build, now or later in the auction."""
    cdef const Auction* a = &m.auction
    cdef bint on_top = a.last_value != 0 and a.top == seat
    cdef bint in_turn = a.still_in >> (16 * seat + 15) & 1 and not on_top if a.last_value else m.head.to_move == seat
    cdef uint64_t values = playable_values(a, seat) if in_turn and scene.near else 0
    out[0] = m.head.to_move == seat
    out[1] = seat - m.head.to_move if seat >= m.head.to_move else seat - m.head.to_move + m.head.seats
    out[2] = a.still_in >> (16 * seat + 15) & 1
    out[3] = values != 0
    out[4] = on_top
    out[5] = a.last_value if on_top else 0
    out[6] = best_token(m, seat, only(a.last_cell)) if on_top else 0
    out[7] = tallest_gain(m, &scene.skyline, seat, a.last_cell, a.last_value) if on_top and m.variant == EXPERT else 0
    out[9] = count(values)
    out[10] = first(values) if values else 0
    out[11] = best_token(m, seat, scene.near) if values else 0
    return values != 0


cdef void tokens_of(const Metropolys* m, int seat, float* out) noexcept nogil:
    """Write the six numbers of a seat's tokens."""
    cdef int most = 0
    cdef int other, kind
    for other in range(m.head.seats):
        if other != seat:
            most = max(most, <int>m.taken[other][METRO])
    for kind in range(TOKENS):
        out[kind] = m.taken[seat][kind]
    out[3] = m.metro_card == seat
    out[4] = m.ruins_card == seat
    out[5] = m.taken[seat][METRO] - most


cdef void row_of(const Metropolys* m, const Scene* scene, int observer, int seat, float* out) noexcept nogil:
    """Write the row of a seat."""
    cdef bint able = bidding_of(m, scene, seat, out)
    cdef Cells near = scene.near if able else 0
    cdef int points = token_points(m, seat)
    cdef CardPoints area = area_of(m, scene, seat, is_known(observer, seat, m.area[seat]), near, out + 34)
    cdef CardPoints type = CardPoints(0, 0, 0)
    cdef Standing standing = Standing(0, 0, 0, 0)
    memset(out + 39, 0, 4 * sizeof(float))
    if m.variant == EXPERT:
        standing = standing_of(m, &scene.skyline, seat)
        points += numbers_of(m).tallest * (standing.led + standing.tied)
        type = type_of(m, scene, seat, is_known(observer, seat, m.kind[seat]), near, out + 39)
    out[30] = standing.led
    out[31] = standing.tied
    out[32] = standing.shaky
    out[33] = standing.within
    hand_of(m, scene, seat, out + 13)
    tokens_of(m, seat, out + 24)
    out[8] = area.at_stake + type.at_stake if out[4] else 0
    out[12] = area.in_reach + type.in_reach
    out[23] = points + area.points + type.points


# -- the position ----------------------------------------------------------------------------------------------------

cdef void sites_of(const Metropolys* m, const Scene* scene, float* out) noexcept nogil:
    """Write the four numbers of empty sites; the last building of the auction counts as built."""
    cdef Cells empty = scene.open & ~only(m.auction.last_cell) if m.auction.last_value else scene.open
    cdef Cells rest = empty
    cdef Cells once = 0  # sites beside an empty one
    cdef Cells twice = 0  # sites beside two
    cdef Cells beside, lonely
    while rest:
        beside = scene.board.near[first(rest)]
        rest &= rest - 1
        twice |= once & beside
        once |= beside
    lonely = empty & ~once
    out[0] = count(empty)
    out[1] = count(lonely)
    out[2] = count(empty & once & ~twice)
    out[3] = count(lonely & m.tokens[TRENDY])


cdef Scene scene_of(const Metropolys* m, int observer) noexcept nogil:
    cdef Scene scene
    cdef int seat, value
    scene.board = board_of(m)
    scene.hands = m.auction.hands | m.auction.bids
    scene.open = m.auction.empty | m.auction.bid_sites
    scene.near = open_sites(m)
    scene.area_pack = pack_of(m.area, m.head.seats, observer, area_cards(m))
    scene.type_pack = pack_of(m.kind, m.head.seats, observer, ALL_TYPES)
    for value in range(16):
        scene.above[value] = count(scene.hands & values_above(value))
    scene.fewest = VALUES
    for seat in range(m.head.seats):
        scene.fewest = min(scene.fewest, count(lane(scene.hands, seat)))
    scene.skyline = skyline_of(m, scene.hands, scene.open)
    return scene


cdef void features(const Head* state, int observer, float* common, float* row) noexcept nogil:
    """Write the features in the order of their names; the observer does not know the cards of other seats."""
    cdef const Metropolys* m = <const Metropolys*>state
    cdef Scene scene = scene_of(m, observer)
    cdef int i, seat
    cdef float answers = 0
    for seat in range(state.seats):
        row_of(m, &scene, observer, seat, row)
        answers += row[9]
        row += row_length
    common[0] = m.variant == EXPERT
    for i in range(3):
        common[1 + i] = state.seats == i + 2
    common[4] = m.auction.last_value != 0
    common[5] = m.auction.last_value
    common[6] = count(scene.near)
    common[7] = answers
    sites_of(m, &scene, common + 8)
    for i in range(TOKENS):
        common[12 + i] = count(m.tokens[i])
    common[15] = m.metro_card == NOBODY
    common[16] = m.ruins_card == NOBODY
    common[17] = scene.fewest
    common[18] = count(scene.hands)
