"""Points of a Metropolys position (rules: Scoring)."""

from libc.stdint cimport int16_t, int32_t
from urbanist.cext.cells64 cimport Cells, count
from urbanist.engine.game cimport Head
from urbanist.engine.metropolys import pieces
from urbanist.engine.metropolys.board cimport Board, board_of
from urbanist.engine.metropolys.position cimport (
    BORDER, BRIDGES, DISTRICTS, EXPERT, LAKES, METRO, RUINS, STATUES, TABLE, TRENDY, TYPES, Metropolys,
)


cdef float USUAL_TALLEST = 5  # the printed points, for which priors were tuned


def fill(int slot, edition):
    """Fill the numbers of a slot with those of an edition."""
    cdef Numbers* n = &numbers[slot]
    cdef int kind, area, players
    points = edition.points
    for kind, name in enumerate(pieces.TOKEN_KINDS):
        n.token[kind] = getattr(points, name)
        for players in range(2, TABLE + 1):
            n.dealt[players][kind] = getattr(edition.tokens.of(players), name)
    for area, name in enumerate(pieces.AREA_CARDS):
        n.group[area] = getattr(points, name)
    n.metro_card, n.ruins_card = points.metro_card, points.ruins_card
    n.tallest, n.type, n.family = points.tallest, points.type, points.family
    n.tallest_share = n.tallest / USUAL_TALLEST
    n.centre, n.outer = edition.tokens.centre, edition.tokens.outer


cdef Cells sites_of_family(const Metropolys* m, int area) noexcept nogil:
    """Return the neighbourhoods that a family card counts."""
    cdef const Board* board = board_of(m)
    if area == BRIDGES:
        return board.at_bridge
    if area == STATUES:
        return board.at_statue
    if area == LAKES:
        return board.at_lake
    if area == BORDER:
        return board.border
    return 0


cdef int area_points(const Metropolys* m, int area, Cells own) noexcept nogil:
    """Return the points of an Area card for the buildings `own`; 0 for an unknown card."""
    if m.variant == EXPERT:
        return expert_points(numbers_of(m), board_of(m), area, own)
    return numbers_of(m).family * count(own & sites_of_family(m, area))


cdef int token_points(const Metropolys* m, int seat) noexcept nogil:
    """Return the points of a seat's tokens, and of the metro card and the ruins card."""
    cdef const Numbers* n = numbers_of(m)
    return (n.token[TRENDY] * m.taken[seat][TRENDY] + n.token[METRO] * m.taken[seat][METRO]
            + n.token[RUINS] * m.taken[seat][RUINS]
            + n.metro_card * (m.metro_card == seat) + n.ruins_card * (m.ruins_card == seat))


cdef int tallest_in(const Metropolys* m, int district) noexcept nogil:
    """Return the tallest skyline of a district, at least 1."""
    cdef int seat
    cdef int tallest = 1
    for seat in range(m.head.seats):
        tallest = max(tallest, <int>(m.heights[seat] >> 8 * district & 0xFF))
    return tallest


cdef void tallest_points(const Metropolys* m, int32_t* points) noexcept nogil:
    """Add the points of each district to the seats with the tallest skyline; all tied seats get them."""
    cdef int each = numbers_of(m).tallest
    cdef int i, seat
    cdef int tallest
    for i in range(DISTRICTS):
        tallest = tallest_in(m, i)
        for seat in range(m.head.seats):
            points[seat] += each * (<int>(m.heights[seat] >> 8 * i & 0xFF) == tallest)


cdef void score(const Head* state, int32_t* points, int16_t* tiebreak) noexcept nogil:
    """Write each seat's current points, and its number of buildings as the tie-break."""
    cdef const Metropolys* m = <const Metropolys*>state
    cdef const Board* board = board_of(m)
    cdef int type = numbers_of(m).type
    cdef int seat
    for seat in range(state.seats):
        points[seat] = token_points(m, seat) + area_points(m, m.area[seat], m.built[seat])
        if m.variant == EXPERT and m.kind[seat] < TYPES:
            points[seat] += type * count(m.built[seat] & board.type[m.kind[seat]])
        tiebreak[seat] = <int16_t>count(m.built[seat])
    if m.variant == EXPERT:
        tallest_points(m, points)
