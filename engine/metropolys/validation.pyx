"""Validation of Metropolys records: each field is recomputed from those that it follows from.

Records may come from files and other programs, so nothing here indexes a table by an unchecked number. Fields are
checked in the order that this needs.
"""

from libc.stdint cimport uint8_t, uint64_t
from urbanist.cext.cells64 cimport Cells, count, only
from urbanist.engine.game cimport NOBODY, Head, invalid_unless
from urbanist.engine.metropolys.board cimport board_of, district_of, height_step
from urbanist.engine.metropolys.position cimport (
    ALL_VALUES, DISTRICTS, EXPERT, METRO, RUINS, SLOTS, TABLE, UNKNOWN, Auction, Heights, Metropolys, lane,
)
from urbanist.engine.metropolys.rules cimport IN, all_in, area_cards, open_sites, playable_values
from urbanist.engine.metropolys.scoring cimport numbers_of

cdef enum:
    LANE_VALUES = 16
    TOKENS = 3
    ALL_TYPES = 0b11111


cdef const char* check_table(const Metropolys* m) noexcept nogil:
    """Check the variant, the districts and the first player."""
    cdef Cells play = 0
    cdef int i
    if m.head.due:
        return "due"
    if m.variant > EXPERT:
        return "variant"
    if m.slot >= SLOTS or not numbers_of(m).centre:
        return "slot"
    # The centre is always in play, and two players leave out neighbours of the ring North-East-South-West.
    if m.districts >> DISTRICTS or not m.districts & 1 or count(m.districts) != m.head.seats + 1:
        return "districts"
    if m.head.seats == 2 and (m.districts == 0b10101 or m.districts == 0b01011):
        return "districts"
    for i in range(DISTRICTS):
        play |= board_of(m).district[i] if m.districts >> i & 1 else 0
    if m.play != play:
        return "play"
    return invalid_unless(not (m.opener >= m.head.seats), "opener")


cdef const char* check_seat(const Metropolys* m, int seat, Cells* built) noexcept nogil:
    """Check the buildings that a seat has and those that it has left; add the first ones to `built`."""
    cdef uint64_t left = lane(m.auction.hands, seat) | lane(m.auction.bids, seat)
    cdef uint64_t values = ALL_VALUES & ~left if seat < m.head.seats else 0
    cdef Heights heights = 0
    cdef Cells own = 0
    cdef int value, cell
    if lane(m.auction.hands, seat) & lane(m.auction.bids, seat):
        return "bids"
    if left & ~<uint64_t>(ALL_VALUES if seat < m.head.seats else 0):
        return "hands"
    for value in range(LANE_VALUES):
        cell = m.site[seat][value]
        if not values >> value & 1:
            if cell:
                return "site"
            continue
        if cell >= 64 or not (m.play & ~built[0]) >> cell & 1:
            return "site"
        own |= only(cell)
        built[0] |= only(cell)
        heights += height_step[value] << 8 * district_of[cell]
    if m.built[seat] != own:
        return "built"
    return invalid_unless(m.heights[seat] == heights, "heights")


cdef const char* check_bids(const Metropolys* m, Cells built) noexcept nogil:
    """Check the buildings of the running auction: each is higher than the last one, beside it, and of another seat."""
    cdef const Auction* a = &m.auction
    cdef Cells sites = 0
    cdef int value, seat, owners
    cdef int top = NOBODY
    cdef int last_value = 0
    cdef int last_cell = 0
    cdef int cell
    for value in range(LANE_VALUES):
        owners = 0
        cell = m.bid_cell[value]
        for seat in range(m.head.seats):
            if lane(a.bids, seat) >> value & 1:
                owners += 2 if seat == top else 1
                top = seat
        if owners == 0:
            if cell:
                return "bid_cell"
            continue
        if owners > 1:
            return "bids"
        if cell >= 64 or not (m.play & ~(built | sites)) >> cell & 1:
            return "bid_cell"
        if last_value and not board_of(m).near[last_cell] >> cell & 1:
            return "bid_cell"
        sites |= only(cell)
        last_value, last_cell = value, cell
    if a.bid_sites != sites:
        return "bid_sites"
    if a.empty != m.play & ~(built | sites):
        return "empty"
    if a.last_value != last_value:
        return "last_value"
    if a.last_cell != last_cell:
        return "last_cell"
    return invalid_unless(a.top == top or (top == NOBODY and a.top < m.head.seats), "top")


cdef const char* check_turn(const Metropolys* m) noexcept nogil:
    """Check that the game is over if a seat has built all, and that the seat to move can move if it is not."""
    cdef const Auction* a = &m.auction
    cdef int seat
    cdef bint ended = False
    for seat in range(m.head.seats):
        if lane(a.hands | a.bids, seat) == 0:
            if ended or seat != m.head.to_move or a.last_value:
                return "hands"
            ended = True
    if m.head.over != ended:
        return "over"
    if (a.still_in & ~all_in()) or (a.last_value == 0 and a.still_in != all_in()):
        return "still_in"
    if a.last_value == 0:
        return NULL
    for seat in range(TABLE):
        if not a.still_in >> 16 * seat & IN and (seat >= m.head.seats or seat == a.top or seat == m.head.to_move):
            return "still_in"
    if m.head.to_move == a.top or not playable_values(a, m.head.to_move) or not open_sites(m):
        return "to_move"
    return NULL


cdef const char* check_tokens(const Metropolys* m, Cells built) noexcept nogil:
    """Check the tokens on the board and those of the seats, the metro card and the ruins card."""
    cdef const int* dealt = numbers_of(m).dealt[m.head.seats]
    cdef int[TOKENS] lying
    cdef Cells free = m.play & ~(built | board_of(m).dead_ends)
    cdef int most = 0
    cdef int seat, kind, own
    for kind in range(TOKENS):
        if m.tokens[kind] & ~free:
            return "tokens"
        free &= ~m.tokens[kind]
        lying[kind] = count(m.tokens[kind])
    for seat in range(TABLE):
        own = 0
        for kind in range(TOKENS):
            own += m.taken[seat][kind]
            lying[kind] += m.taken[seat][kind]
        if own > count(m.built[seat]):
            return "taken"
        most = max(most, <int>m.taken[seat][METRO])
    for kind in range(TOKENS):
        if lying[kind] != dealt[kind]:
            return "tokens"
    if most == 0:
        if m.metro_card != NOBODY:
            return "metro_card"
    elif m.metro_card >= m.head.seats or m.taken[m.metro_card][METRO] != most:
        return "metro_card"
    if lying[RUINS] == count(m.tokens[RUINS]):
        return invalid_unless(m.ruins_card == NOBODY, "ruins_card")
    return invalid_unless(m.ruins_card < m.head.seats and m.taken[m.ruins_card][RUINS], "ruins_card")


cdef bint are_cards(const uint8_t* cards, int seats, uint64_t pack) noexcept nogil:
    """Return whether each seat has another card of a pack, or one that is not known."""
    cdef int seat
    for seat in range(TABLE):
        if cards[seat] == UNKNOWN:
            continue
        if seat >= seats or cards[seat] >= 64 or not pack >> cards[seat] & 1:
            return False
        pack &= ~only(cards[seat])
    return True


cdef const char* validate(const Head* state) noexcept nogil:
    """Name a field that is out of range or does not fit the others; NULL for a position."""
    cdef const Metropolys* m = <const Metropolys*>state
    cdef Cells built = 0
    cdef int seat
    cdef const char* wrong = check_table(m)
    for seat in range(TABLE):
        if wrong == NULL:
            wrong = check_seat(m, seat, &built)
    if wrong == NULL:
        wrong = check_bids(m, built)
    if wrong == NULL:
        wrong = check_turn(m)
    if wrong == NULL:
        wrong = check_tokens(m, built)
    if wrong == NULL and not are_cards(m.area, state.seats, area_cards(m)):
        wrong = "area"
    if wrong == NULL and not are_cards(m.kind, state.seats, ALL_TYPES if m.variant == EXPERT else 0):
        wrong = "kind"
    for seat in range(TABLE):
        if wrong == NULL and m.variant == EXPERT and (m.kind[seat] == UNKNOWN) != (m.area[seat] == UNKNOWN):
            wrong = "kind"
    return wrong
