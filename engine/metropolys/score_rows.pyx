"""The score of a Metropolys seat as rows, from the points of `scoring`."""

from urbanist.cext.cells64 cimport count
from urbanist.engine.game cimport State
from urbanist.engine.metropolys.board cimport board
from urbanist.engine.metropolys.position cimport (
    BRIDGES, CHAINS, DISTRICT_CARD, DISTRICTS, EXPERT, LAKES, METRO, RUINS, STATUES, TRENDY, TYPES, UNKNOWN, Metropolys,
)
from urbanist.engine.metropolys.scoring cimport (
    EACH_METRO, EACH_RUINS, EACH_TALLEST, EACH_TRENDY, EACH_TYPE, FAMILY_EACH, METRO_CARD, RUINS_CARD, area_points,
    group_worth, tallest_in,
)
from urbanist.engine.metropolys import pieces
from urbanist.engine.score_row import ScoreRow

#: The names of the groups of the expert Area cards.
GROUPS = {
    BRIDGES: "bridge pairs",
    STATUES: "statues",
    LAKES: "lake groups",
    DISTRICT_CARD: "districts of 3",
    CHAINS: "chains of 3",
}


def score_rows(State state not None, int seat):
    """Return the rows of a seat's score; an unknown card has no row."""
    cdef const Metropolys* m = <const Metropolys*>state.head
    rows = token_rows(m, seat)
    if m.variant == EXPERT:
        led = [pieces.DISTRICT_NAMES[letter] for letter, seats in leaders(state).items() if seat in seats]
        rows.append(ScoreRow("tallest building", EACH_TALLEST * len(led), ", ".join(led) or "in no district"))
        if m.kind[seat] < TYPES:
            number = count(m.built[seat] & board.type[m.kind[seat]])
            what = f"{pieces.TYPES[m.kind[seat]]} card"
            rows.append(ScoreRow(what, EACH_TYPE * number, f"{number} at {EACH_TYPE}", "type card"))
    if m.area[seat] != UNKNOWN:
        rows.append(area_row(m, seat))
    return tuple(rows)


cdef list token_rows(const Metropolys* m, int seat):
    trendy, metro, ruins = m.taken[seat][TRENDY], m.taken[seat][METRO], m.taken[seat][RUINS]
    return [
        ScoreRow("trendy tokens", EACH_TRENDY * trendy, f"{trendy} at {EACH_TRENDY}"),
        ScoreRow("metro tokens", EACH_METRO * metro, f"{metro} at {EACH_METRO}"),
        ScoreRow("metro card", METRO_CARD if m.metro_card == seat else 0),
        ScoreRow("ruins tokens", EACH_RUINS * ruins, f"{ruins} at {EACH_RUINS}"),
        ScoreRow("ruins card", RUINS_CARD if m.ruins_card == seat else 0),
    ]


cdef object area_row(const Metropolys* m, int seat):
    cdef int points = area_points(m.variant, m.area[seat], m.built[seat])
    cdef int each = group_worth(m.area[seat]) if m.variant == EXPERT else FAMILY_EACH
    things = GROUPS[m.area[seat]] if m.variant == EXPERT else "buildings"
    what = f"{pieces.AREAS[m.area[seat]]} card"
    return ScoreRow(what, points, f"{points // each} {things} at {each}", "area card")


def leaders(State state not None):
    """Return the seats with the tallest building in each district, by its letter; empty districts are left out."""
    cdef const Metropolys* m = <const Metropolys*>state.head
    cdef int i, tallest
    found = {}
    for i in range(DISTRICTS):
        tallest = tallest_in(m, i)
        seats = tuple([seat for seat in range(m.head.seats) if <int>(m.heights[<int>seat] >> 8 * i & 0xFF) == tallest])
        if seats:
            found[pieces.DISTRICTS[i]] = seats
    return found
